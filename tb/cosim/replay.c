/* SPDX-License-Identifier: Apache-2.0 */
/* Speed of either engine alone, driven by the inputs that a lock-step run recorded. */
#include <stdlib.h>
#include <time.h>

#include <linepress/linepress.h>

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

static void once(const struct lp_run *run, const struct lp_record *record,
                 const struct lp_instance *engine, void *out)
{
    const char *in = record->in;

    lp_instance_reset(engine);
    for (size_t i = 0; i < record->cycles; i++, in += run->unit->in_size) {
        lp_instance_eval(engine, !record->reset[i], in, out);
        lp_instance_tick(engine);
    }
}

/*
 * Repeats the recording for `seconds` of processor time, which other programs on the machine do
 * not count in; 0 if there is nothing to replay.
 */
static double rate(const struct lp_run *run, const struct lp_record *record, double seconds,
                   lp_open_fn *open)
{
    struct lp_instance engine = {0};
    int error = open(run->unit, run->values, &engine);
    void *out = calloc(1, run->unit->out_size);
    double spent = 0, cycles = 0;
    clock_t start = clock();

    while (error == LP_OK && out && record->cycles > 0 && spent < seconds) {
        once(run, record, &engine, out);
        cycles += (double)record->cycles;
        spent = (double)(clock() - start) / CLOCKS_PER_SEC;
    }
    free(out);
    lp_instance_close(&engine);
    return spent > 0 ? cycles / spent : 0;
}

double lp_replay_model(const struct lp_run *run, const struct lp_record *record, double seconds)
{
    return rate(run, record, seconds, lp_model_open);
}

double lp_replay_rtl(const struct lp_run *run, const struct lp_record *record, double seconds)
{
    return rate(run, record, seconds, run->rtl->open);
}
