/* SPDX-License-Identifier: Apache-2.0 */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../units/common/cut.h"

/* For each input stream the offered beat, for each output stream the waiting one. */
struct offer {
    bool valid;
    void *ports;
};

struct lpi_kit_play {
    const struct lpi_kit_ports *ports;
    const struct lp_unit *unit;
    const struct lp_instance *instance;
    struct lpi_case_head head;
    struct lp_streams streams;
    struct lp_rng rng;
    double stall;
    struct offer offer[LP_MAX_STREAMS];
    void *in, *out, *beat;
    unsigned ordered; /* the stream of the last beat from give, while it is offered */
    bool pending;

    struct lpi_kit_side flight[LPI_KIT_FLIGHT], got;
    uint64_t put, given, taken; /* cases */
    size_t number;              /* of the next beat of case `given` */
    bool fresh;                 /* `own` is to be cleared */
    uint64_t idle;
    lpi_kit_seen_fn *seen;
    void *context;
    char why[120];
    max_align_t own[LPI_KIT_PORTS_OWN / sizeof(max_align_t)];
};

void lpi_kit_unit_values(const struct lpi_case_head *head, const struct lp_unit *unit,
                         int *unit_values)
{
    lp_unit_defaults(unit, unit_values);
    for (size_t i = 0; i < head->unit->nparams; i++)
        lp_unit_set(unit, head->unit->params[i].name, head->values[i], unit_values);
}

static bool make_room(struct lpi_kit_play *q)
{
    const struct lpi_kit_unit *kind = q->head.unit;
    size_t in = lpi_kit_room(kind->in, kind->nin) + 1, out = lpi_kit_room(kind->out, kind->nout);
    bool all = true;

    for (size_t i = 0; i < LPI_KIT_FLIGHT; i++)
        all = (q->flight[i].room = malloc(in)) != NULL && all;
    for (size_t i = 0; i < q->streams.count; i++)
        all = (q->offer[i].ports = calloc(1, q->streams.stream[i].input ? q->unit->in_size
                                                                        : q->unit->out_size)) &&
              all;
    q->got.room = malloc(out + 1);
    q->in = calloc(1, q->unit->in_size);
    q->out = calloc(1, q->unit->out_size);
    q->beat = calloc(1, q->unit->in_size);
    return all && q->got.room && q->in && q->out && q->beat;
}

struct lpi_kit_play *lpi_kit_play_open(const struct lpi_case_head *head, const struct lp_unit *unit,
                                       const int *unit_values, const struct lp_instance *instance,
                                       double stall, uint64_t seed)
{
    struct lpi_kit_play *q = calloc(1, sizeof *q);

    if (q == NULL)
        return NULL;
    q->ports = head->unit->ports;
    q->unit = unit;
    q->instance = instance;
    q->head = *head;
    q->stall = stall;
    q->rng.state = seed;
    q->fresh = true;
    lp_streams_find(&q->streams, unit, unit_values);
    if (!make_room(q)) {
        lpi_kit_play_close(q);
        return NULL;
    }
    lp_instance_reset(instance);
    return q;
}

void lpi_kit_play_close(struct lpi_kit_play *q)
{
    for (size_t i = 0; i < LPI_KIT_FLIGHT; i++)
        free(q->flight[i].room);
    for (size_t i = 0; i < LP_MAX_STREAMS; i++)
        free(q->offer[i].ports);
    free(q->got.room);
    free(q->in);
    free(q->out);
    free(q->beat);
    free(q);
}

void lpi_kit_play_watch(struct lpi_kit_play *q, lpi_kit_seen_fn *seen, void *context)
{
    q->seen = seen;
    q->context = context;
}

bool lpi_kit_play_room(const struct lpi_kit_play *q)
{
    return q->put - q->taken < q->ports->flight;
}

void lpi_kit_play_put(struct lpi_kit_play *q, const struct lpi_kit_side *in)
{
    struct lpi_kit_side *own = &q->flight[q->put++ % LPI_KIT_FLIGHT];

    lpi_kit_clear(own);
    for (size_t i = 0; i < LPI_KIT_FIELDS; i++) {
        lpi_kit_number(own, i, in->field[i].number);
        if (in->field[i].data != NULL)
            lpi_kit_bytes(own, i, in->field[i].data, in->field[i].bytes);
    }
}

static void copy_port(const struct lp_port *port, void *to, const void *from)
{
    memcpy(lp_port_words(to, port), lp_port_words_const(from, port),
           LP_PORT_WORDS(port->width) * sizeof(uint32_t));
}

static void copy_beat(const struct lp_stream *stream, void *to, const void *from)
{
    for (size_t i = 0; i < stream->npayload; i++)
        copy_port(stream->payload[i], to, from);
}

/* The stream whose valid is set in a beat. */
static unsigned stream_of(const struct lpi_kit_play *q, const void *beat)
{
    unsigned s = 0;
    while (!q->streams.stream[s].input ||
           *lp_port_words_const(beat, q->streams.stream[s].valid) == 0)
        s++;
    return s;
}

/* The next beat in order, when the previous one has been taken. */
static void offer_next(struct lpi_kit_play *q)
{
    while (!q->pending && q->given < q->put) {
        memset(q->beat, 0, q->unit->in_size);
        if (q->ports->give(q->head.values, &q->flight[q->given % LPI_KIT_FLIGHT], q->number,
                           q->beat)) {
            q->number++;
            q->ordered = stream_of(q, q->beat);
            q->offer[q->ordered].valid = q->pending = true;
            memcpy(q->offer[q->ordered].ports, q->beat, q->unit->in_size);
        } else {
            q->number = 0;
            q->given++;
        }
    }
}

static void offer_reactions(struct lpi_kit_play *q)
{
    for (unsigned s = 0; q->ports->react != NULL && s < q->streams.count; s++) {
        const struct lp_stream *stream = &q->streams.stream[s];
        if (!stream->input || q->offer[s].valid || lp_chance(&q->rng, q->stall))
            continue;
        memset(q->beat, 0, q->unit->in_size);
        if (!q->ports->react(q->own, &q->flight[q->taken % LPI_KIT_FLIGHT], stream->valid->name,
                             q->beat))
            continue;
        q->offer[s].valid = true;
        memcpy(q->offer[s].ports, q->beat, q->unit->in_size);
    }
}

/* Payload that is not valid is random; inputs of no stream stay 0. */
static void set_inputs(struct lpi_kit_play *q)
{
    memset(q->in, 0, q->unit->in_size);
    for (unsigned s = 0; s < q->streams.count; s++) {
        const struct lp_stream *stream = &q->streams.stream[s];
        if (!stream->input) {
            *lp_port_words(q->in, stream->ready) = !lp_chance(&q->rng, q->stall);
            continue;
        }
        for (size_t i = 0; i < stream->npayload; i++) {
            const struct lp_port *port = stream->payload[i];
            lp_random_words(&q->rng, lp_port_words(q->in, port),
                            q->streams.width[port - q->unit->ports]);
        }
        if (!q->offer[s].valid)
            continue;
        *lp_port_words(q->in, stream->valid) = 1;
        copy_beat(stream, q->in, q->offer[s].ports);
    }
}

static bool moves(const struct lpi_kit_play *q, const struct lp_stream *stream)
{
    const void *valid = stream->input ? q->in : q->out, *ready = stream->input ? q->out : q->in;
    return *lp_port_words_const(valid, stream->valid) & *lp_port_words_const(ready, stream->ready);
}

static bool same(const struct lpi_kit_play *q, const struct lp_stream *stream, const void *waited)
{
    for (size_t i = 0; i < stream->npayload; i++)
        if (memcmp(lp_port_words_const(waited, stream->payload[i]),
                   lp_port_words_const(q->out, stream->payload[i]),
                   LP_PORT_WORDS(stream->payload[i]->width) * sizeof(uint32_t)) != 0)
            return false;
    return true;
}

/* Protocol error of an output stream. */
static const char *hold(struct lpi_kit_play *q, unsigned s)
{
    const struct lp_stream *stream = &q->streams.stream[s];
    bool valid = *lp_port_words_const(q->out, stream->valid);
    const char *wrong = NULL;

    if (q->offer[s].valid && !valid)
        wrong = "falls before the beat is taken";
    else if (q->offer[s].valid && !same(q, stream, q->offer[s].ports))
        wrong = ": a payload changes before the beat is taken";
    q->offer[s].valid = valid && !moves(q, stream);
    if (q->offer[s].valid)
        memcpy(q->offer[s].ports, q->out, q->unit->out_size);
    if (wrong != NULL)
        snprintf(q->why, sizeof q->why, "%s_o %s", stream->valid->name, wrong);
    return wrong != NULL ? q->why : NULL;
}

/* After a cycle: beats that moved. */
static const char *settle(struct lpi_kit_play *q)
{
    const char *wrong = NULL;

    q->idle++;
    for (unsigned s = 0; s < q->streams.count; s++) {
        const struct lp_stream *stream = &q->streams.stream[s];
        if (!stream->input && q->taken == q->put && *lp_port_words_const(q->out, stream->valid)) {
            snprintf(q->why, sizeof q->why, "%s_o: a beat that belongs to no case",
                     stream->valid->name);
            wrong = q->why;
        }
        if (moves(q, stream)) {
            q->idle = 0;
            if (q->seen != NULL)
                q->seen(q->context, stream, &q->streams, stream->input ? q->in : q->out);
            if (stream->input) {
                q->offer[s].valid = false;
                q->pending = q->pending && s != q->ordered;
            }
        }
        if (!stream->input && wrong == NULL)
            wrong = hold(q, s);
    }
    return wrong;
}

const char *lpi_kit_play_cycle(struct lpi_kit_play *q, const struct lpi_kit_side **done)
{
    *done = NULL;
    if (q->fresh) {
        memset(q->own, 0, sizeof q->own);
        lpi_kit_clear(&q->got);
        q->fresh = false;
    }
    if (!lp_chance(&q->rng, q->stall))
        offer_next(q);
    if (q->taken < q->put)
        offer_reactions(q);
    set_inputs(q);
    lp_instance_eval(q->instance, 1, q->in, q->out);
    const char *wrong = settle(q);
    if (wrong == NULL && q->taken < q->put &&
        q->ports->take(q->own, q->head.values, &q->flight[q->taken % LPI_KIT_FLIGHT], q->in, q->out,
                       &q->got, &wrong)) {
        q->taken++;
        q->fresh = true;
        *done = &q->got;
    }
    lp_instance_tick(q->instance);
    if (wrong == NULL && q->idle > LPI_KIT_PATIENCE && q->taken < q->put)
        wrong = "hangs: no beat has moved for 50000 cycles";
    return wrong;
}
