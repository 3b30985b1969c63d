/* SPDX-License-Identifier: Apache-2.0 */
#include "lockstep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linepress/linepress.h>

#include "kit/streams.h"
#include "wave.h"

#define WAVE_BEFORE 500  /* cycles shown before a fault */
#define STUCK_AFTER 2000 /* free cycles without a beat */
#define PROGRESS_EVERY 65536

/* One pass over the stimulus. */
struct bench {
    const struct lp_run *run;
    struct lp_streams streams;
    struct lp_rng rng;
    struct lp_flow flow[LP_MAX_STREAMS];
    bool exhausted[LP_MAX_STREAMS];
    bool junk; /* random payload while nothing is offered */
    struct lp_traffic *traffic;
    struct lp_instance model, rtl;
    void *in, *out, *rtl_out, *before; /* before: outputs of the RTL in the last cycle */
    bool stalled[LP_MAX_STREAMS];      /* an output beat was stalled in the last cycle */
    uint32_t reset_left, idle;
};

static void bench_close(struct bench *b)
{
    lp_instance_close(&b->rtl);
    lp_instance_close(&b->model);
    if (b->traffic)
        b->traffic->close(b->traffic);
    free(b->in);
    free(b->out);
    free(b->rtl_out);
    free(b->before);
}

/* Whether the tables here and in streams.h have room for the unit. */
static bool fits(const struct lp_unit *unit)
{
    for (size_t i = 0; i < unit->nports; i++)
        if (LP_PORT_WORDS(unit->ports[i].width) > LP_MAX_PORT_WORDS)
            return false;
    return unit->nports <= LP_MAX_PORTS && unit->nparams <= LP_MAX_PARAMS;
}

static bool bench_open(struct bench *b, const struct lp_run *run)
{
    const struct lp_unit *unit = run->unit;
    int error;

    memset(b, 0, sizeof *b);
    if (!fits(unit)) {
        errno = E2BIG;
        return false;
    }
    b->run = run;
    b->rng.state = run->seed;
    b->junk = lp_below(&b->rng, 2);
    lp_streams_find(&b->streams, unit, run->values);
    for (size_t s = 0; s < b->streams.count; s++)
        b->flow[s] = b->streams.stream[s].input ? run->source : run->sink;
    error = lp_model_open(unit, run->values, &b->model);
    if (error == LP_OK)
        error = run->rtl->open(unit, run->values, &b->rtl);
    b->in = calloc(1, unit->in_size);
    b->out = calloc(1, unit->out_size);
    b->rtl_out = calloc(1, unit->out_size);
    b->before = calloc(1, unit->out_size);
    b->traffic = run->traffic ? run->traffic(run) : NULL;
    if (error == LP_OK && b->in && b->out && b->rtl_out && b->before &&
        (b->traffic || !run->traffic))
        return true;
    bench_close(b);
    errno = ENOMEM;
    return false;
}

static unsigned port_width(const struct bench *b, const struct lp_port *port)
{
    return b->streams.width[port - b->run->unit->ports];
}

static void random_port(struct bench *b, const struct lp_port *port)
{
    lp_random_words(&b->rng, lp_port_words(b->in, port), port_width(b, port));
}

static void random_payload(struct bench *b, const struct lp_stream *stream)
{
    for (size_t i = 0; i < stream->npayload; i++)
        random_port(b, stream->payload[i]);
}

/* Offers the next beat, unless one is still stalled, the pattern stalls, or no beat is left. */
static void drive_source(struct bench *b, unsigned s)
{
    const struct lp_stream *stream = &b->streams.stream[s];
    uint32_t *valid = lp_port_words(b->in, stream->valid);
    bool stall = lp_flow_stall(&b->flow[s], &b->rng);

    if (*valid)
        return;
    if (!stall && (!b->exhausted[s] || b->traffic->reactive)) {
        if (!b->traffic)
            random_payload(b, stream);
        *valid = !b->traffic || b->traffic->beat(b->traffic, s, b->in);
        b->exhausted[s] = !*valid;
    }
    if (!*valid && b->junk)
        random_payload(b, stream);
}

static void drive(struct bench *b)
{
    for (size_t i = 0; i < b->streams.nloose; i++)
        random_port(b, b->streams.loose[i]);
    for (unsigned s = 0; s < b->streams.count; s++) {
        if (b->streams.stream[s].input)
            drive_source(b, s);
        else
            *lp_port_words(b->in, b->streams.stream[s].ready) = !lp_flow_stall(&b->flow[s],
                                                                               &b->rng);
    }
    if (b->traffic && b->traffic->drive)
        b->traffic->drive(b->traffic, b->in);
}

/* Resets the unit now and then; inputs are 0 meanwhile, and beats in flight are discarded. */
static bool drive_reset(struct bench *b)
{
    const struct lp_run *run = b->run;

    if (b->reset_left == 0 && run->reset_mean && run->rtl->resets &&
        lp_below(&b->rng, run->reset_mean) == 0)
        b->reset_left = 1 + lp_below(&b->rng, 3);
    if (b->reset_left == 0)
        return false;
    b->reset_left--;
    memset(b->in, 0, run->unit->in_size);
    memset(b->exhausted, 0, sizeof b->exhausted);
    memset(b->stalled, 0, sizeof b->stalled);
    if (b->traffic)
        b->traffic->reset(b->traffic);
    return true;
}

static void fault_port(struct lp_result *result, enum lp_fault fault, const struct lp_port *port,
                       const void *model, const void *rtl)
{
    result->fault = fault;
    result->port = port;
    memcpy(result->model, lp_port_words_const(model, port), LP_PORT_WORDS(port->width) * 4);
    memcpy(result->rtl, lp_port_words_const(rtl, port), LP_PORT_WORDS(port->width) * 4);
}

static bool port_equal(const struct lp_port *port, const void *a, const void *b)
{
    return memcmp(lp_port_words_const(a, port), lp_port_words_const(b, port),
                  LP_PORT_WORDS(port->width) * 4) == 0;
}

/* First port in which two out structs differ; NULL if none. */
static const struct lp_port *first_difference(const struct lp_unit *unit, const void *a,
                                              const void *b)
{
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        if (port->dir == LP_OUT && !port_equal(port, a, b))
            return port;
    }
    return NULL;
}

static bool compare(struct bench *b, struct lp_result *result)
{
    if (memcmp(b->out, b->rtl_out, b->run->unit->out_size) == 0)
        return true;
    fault_port(result, LP_FAULT_PORT, first_difference(b->run->unit, b->out, b->rtl_out), b->out,
               b->rtl_out);
    return false;
}

/* A beat that was stalled in the last cycle must be held stable. */
static bool check_hold(struct bench *b, unsigned s, struct lp_result *result)
{
    const struct lp_stream *stream = &b->streams.stream[s];
    const struct lp_port *changed = NULL;

    if (!*lp_port_words(b->rtl_out, stream->valid))
        changed = stream->valid;
    for (size_t i = 0; !changed && i < stream->npayload; i++)
        if (!port_equal(stream->payload[i], b->before, b->rtl_out))
            changed = stream->payload[i];
    if (!changed)
        return true;
    fault_port(result, LP_FAULT_PROTOCOL, changed, b->before, b->rtl_out);
    return false;
}

/* Whether a stalled beat of this output may be withdrawn in this cycle. */
static bool may_go(const struct bench *b, unsigned s)
{
    return b->run->lawless || (b->traffic && b->traffic->forgets >> s & 1);
}

/* Checks the handshakes of this cycle; false if an output broke the rules. */
static bool handshake(struct bench *b, struct lp_result *result)
{
    uint64_t beats = result->beats;
    bool free_to_move = b->streams.count > 0;

    for (unsigned s = 0; s < b->streams.count; s++) {
        const struct lp_stream *stream = &b->streams.stream[s];
        bool input = stream->input;
        bool valid = *lp_port_words(input ? b->in : b->rtl_out, stream->valid);
        bool ready = *lp_port_words(input ? b->rtl_out : b->in, stream->ready);

        if (b->stalled[s] && !may_go(b, s) && !check_hold(b, s, result))
            return false;
        b->stalled[s] = !input && valid && !ready;
        result->beats += valid && ready;
        free_to_move = free_to_move && (input ? valid || b->exhausted[s] : ready);
    }
    memcpy(b->before, b->rtl_out, b->run->unit->out_size);
    if (b->traffic && b->traffic->patient)
        free_to_move = false;
    b->idle = result->beats != beats ? 0 : b->idle + free_to_move;
    if (b->idle > STUCK_AFTER)
        result->fault = LP_FAULT_STUCK;
    return result->fault == LP_FAULT_NONE;
}

static bool check(struct bench *b, struct lp_result *result)
{
    if (!b->traffic || !b->traffic->check)
        return true;
    result->what = b->traffic->check(b->traffic, result->cycles, b->in, b->rtl_out);
    if (result->what)
        result->fault = LP_FAULT_DATA;
    return result->fault == LP_FAULT_NONE;
}

static void record(struct bench *b, bool reset)
{
    struct lp_record *r = b->run->record;
    size_t size = b->run->unit->in_size;

    if (!r || r->cycles == r->capacity)
        return;
    r->reset[r->cycles] = reset;
    memcpy((char *)r->in + r->cycles * size, b->in, size);
    r->cycles++;
}

/* After a beat is taken, the next one may be offered. */
static void release(struct bench *b)
{
    for (unsigned s = 0; s < b->streams.count; s++) {
        const struct lp_stream *stream = &b->streams.stream[s];
        if (stream->input && *lp_port_words(b->rtl_out, stream->ready))
            *lp_port_words(b->in, stream->valid) = 0;
    }
}

/* One clock cycle; false on a fault. */
static bool cycle(struct bench *b, struct lp_result *result)
{
    bool reset = drive_reset(b);

    if (!reset)
        drive(b);
    record(b, reset);
    lp_instance_eval(&b->rtl, !reset, b->in, b->rtl_out);
    lp_instance_eval(&b->model, !reset, b->in, b->out);
    if (!compare(b, result))
        return false;
    if (!reset && (!handshake(b, result) || !check(b, result)))
        return false;
    lp_instance_tick(&b->rtl);
    lp_instance_tick(&b->model);
    release(b);
    return true;
}

static bool finished(const struct bench *b)
{
    return b->traffic && b->traffic->done && b->traffic->done(b->traffic);
}

/* The waveform starts at cycle `from`. */
static bool pass(const struct lp_run *run, struct lp_result *result, const char *wave,
                 uint64_t from)
{
    struct bench b;

    if (!bench_open(&b, run))
        return false;
    if (run->record)
        run->record->cycles = 0;
    memset(result, 0, sizeof *result);
    lp_instance_reset(&b.rtl);
    while (result->cycles < run->max_cycles && !finished(&b)) {
        if (wave && result->cycles == from && b.rtl.kind->trace)
            lp_instance_trace(&b.rtl, wave, result->cycles);
        if (!cycle(&b, result))
            break;
        result->cycles++;
        if (run->progress && result->cycles % PROGRESS_EVERY == 0)
            run->progress(run, result->cycles, b.traffic);
    }
    if (result->fault)
        lp_instance_tick(&b.rtl);
    if (b.traffic) {
        result->lines = b.traffic->lines;
        result->latency_min = b.traffic->latency_min;
        result->latency_max = b.traffic->latency_max;
        if (b.traffic->tally)
            result->tally = *b.traffic->tally;
    }
    bench_close(&b);
    return true;
}

/* If there is no waveform, errno says why. */
static bool traced_pass(const struct lp_run *run, struct lp_result *result, const char *wave,
                        uint64_t from)
{
    char temporary[LP_WAVE_PATH_MAX];

    if (!lp_wave_begin(wave, temporary))
        return false;
    if (!pass(run, result, temporary, from)) {
        remove(temporary);
        errno = ENOMEM;
        return false;
    }
    result->wave = lp_wave_end(temporary, wave);
    return result->wave;
}

static struct lp_traffic *random_traffic(const struct lp_run *run)
{
    const struct lp_cosim_unit *unit = run->traffic_arg;
    return unit->hooks->random(run->values, run->seed);
}

void lp_run_random(struct lp_run *run, const struct lp_cosim_unit *unit)
{
    if (unit->hooks && unit->hooks->random) {
        run->traffic = random_traffic;
        run->traffic_arg = unit;
    }
}

bool lp_lockstep(const struct lp_run *run, struct lp_result *result)
{
    struct lp_result again;
    uint64_t fault;

    if (run->trace)
        return traced_pass(run, result, run->trace, 0);
    if (!pass(run, result, NULL, 0))
        return false;
    fault = result->cycles;
    if (result->fault && run->wave)
        result->wave = traced_pass(run, &again, run->wave,
                                   fault < WAVE_BEFORE ? 0 : fault - WAVE_BEFORE);
    return true;
}

static void hex(char *text, size_t size, const uint32_t *words, unsigned width)
{
    unsigned digits = (width + 3) / 4;
    size_t at = (size_t)snprintf(text, size, "0x");

    while (digits-- > 0 && at + 1 < size)
        at += (size_t)snprintf(text + at, size - at, "%x",
                               (unsigned)(words[digits / 8] >> digits % 8 * 4 & 15));
}

void lp_result_text(const struct lp_run *run, const struct lp_result *result, char *text,
                    size_t size)
{
    const struct lp_port *port = result->port;
    char a[LP_MAX_PORT_WORDS * 8 + 3], b[LP_MAX_PORT_WORDS * 8 + 3];
    int at = snprintf(text, size, "cycle %llu: ", (unsigned long long)result->cycles);

    if (port) {
        unsigned width = run->unit->width ? run->unit->width(port, run->values) : port->width;
        hex(a, sizeof a, result->model, width);
        hex(b, sizeof b, result->rtl, width);
    }
    text += at;
    size -= (size_t)at;
    if (result->fault == LP_FAULT_PORT)
        snprintf(text, size, "%s_o: model %s, RTL %s", port->name, a, b);
    else if (result->fault == LP_FAULT_PROTOCOL)
        snprintf(text, size, "%s_o changed while stalled: was %s, is %s", port->name, a, b);
    else if (result->fault == LP_FAULT_DATA)
        snprintf(text, size, "%s", result->what);
    else
        snprintf(text, size, result->fault ? "nothing moves" : "no fault");
}
