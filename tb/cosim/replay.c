/* SPDX-License-Identifier: Apache-2.0 */
/* Speed of either engine alone, driven by the inputs that a lock-step run recorded. */
#include <stdlib.h>
#include <time.h>

#include "lockstep.h"

bool lp_record_open(struct lp_record *record, const struct lp_unit *unit, size_t cycles)
{
    *record = (struct lp_record){.reset = malloc(cycles), .in = malloc(cycles * unit->in_size),
                                 .capacity = cycles};
    return record->reset && record->in;
}

void lp_record_close(struct lp_record *record)
{
    free(record->reset);
    free(record->in);
}

static void model_once(const struct lp_run *run, const struct lp_record *record, void *state,
                       void *out)
{
    const struct lp_unit *unit = run->unit;
    const char *in = record->in;

    if (unit->reset)
        unit->reset(state);
    for (size_t i = 0; i < record->cycles; i++, in += unit->in_size) {
        unit->eval(state, in, out);
        if (record->reset[i] && unit->reset)
            unit->reset(state);
        else if (unit->tick)
            unit->tick(state, in);
    }
}

static void rtl_once(const struct lp_run *run, const struct lp_record *record, void *rtl, void *out)
{
    const char *in = record->in;

    run->rtl->eval(rtl, 0, in, out);
    run->rtl->tick(rtl);
    for (size_t i = 0; i < record->cycles; i++, in += run->unit->in_size) {
        run->rtl->eval(rtl, !record->reset[i], in, out);
        run->rtl->tick(rtl);
    }
}

typedef void once_fn(const struct lp_run *, const struct lp_record *, void *, void *);

/*
 * Repeats the recording for `seconds` of processor time, which other programs on the machine do
 * not count in; 0 if there is nothing to replay.
 */
static double rate(const struct lp_run *run, const struct lp_record *record, double seconds,
                   once_fn *once, void *engine)
{
    void *out = calloc(1, run->unit->out_size);
    double spent = 0, cycles = 0;
    clock_t start = clock();

    while (engine && out && record->cycles > 0 && spent < seconds) {
        once(run, record, engine, out);
        cycles += (double)record->cycles;
        spent = (double)(clock() - start) / CLOCKS_PER_SEC;
    }
    free(out);
    return spent > 0 ? cycles / spent : 0;
}

double lp_replay_model(const struct lp_run *run, const struct lp_record *record, double seconds)
{
    void *state = calloc(1, run->unit->state_size);
    double hz;

    if (state)
        run->unit->init(state, run->values);
    hz = rate(run, record, seconds, model_once, state);
    free(state);
    return hz;
}

double lp_replay_rtl(const struct lp_run *run, const struct lp_record *record, double seconds)
{
    void *rtl = run->rtl->open();
    double hz = rate(run, record, seconds, rtl_once, rtl);

    if (rtl)
        run->rtl->close(rtl);
    return hz;
}
