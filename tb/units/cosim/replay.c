/* SPDX-License-Identifier: Apache-2.0 */
/* Speed of either engine alone, driven by the inputs that a lock-step run recorded. */
#include <stdlib.h>
#include <time.h>

#include <linepress/linepress.h>

#include "lockstep.h"

bool lp_record_open(struct lp_record *record, const struct lp_unit *unit, size_t cycles)
{
    *record = (struct lp_record){
        .reset = malloc(cycles), .in = malloc(cycles * unit->in_size), .capacity = cycles};
    return record->reset && record->in;
}

void lp_record_close(struct lp_record *record)
{
    free(record->reset);
    free(record->in);
}

static void rtl_once(const struct lp_run *run, const struct lp_record *record, void *engine,
                     void *out)
{
    const struct lp_instance *rtl = engine;
    const char *in = record->in;

    lp_instance_reset(rtl);
    for (size_t i = 0; i < record->cycles; i++, in += run->unit->in_size) {
        lp_instance_eval(rtl, !record->reset[i], in, out);
        lp_instance_tick(rtl);
    }
}

/* Calls the functions of the model directly: through an instance, a small model spends half its
 * time in calls. */
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

typedef void once_fn(const struct lp_run *, const struct lp_record *, void *, void *);

/*
 * Repeats the recording for `seconds` of processor time, which excludes other programs on the
 * machine. Returns 0 if there is nothing to replay.
 */
static double rate(const struct lp_run *run, const struct lp_record *record, double seconds,
                   once_fn *once, void *engine)
{
    void *out = calloc(1, run->unit->out_size);
    double spent = 0, cycles = 0;
    clock_t start = clock();

    while (out && record->cycles > 0 && spent < seconds) {
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
    double hz = 0;

    if (state && lp_unit_init(run->unit, state, run->values) == LP_OK) {
        hz = rate(run, record, seconds, model_once, state);
    }
    free(state);
    return hz;
}

double lp_replay_rtl(const struct lp_run *run, const struct lp_record *record, double seconds)
{
    struct lp_instance rtl;
    double hz;

    if (run->rtl->open(run->unit, run->values, &rtl) != LP_OK)
        return 0;
    hz = rate(run, record, seconds, rtl_once, &rtl);
    lp_instance_close(&rtl);
    return hz;
}
