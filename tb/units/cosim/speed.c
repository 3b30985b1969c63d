/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares the speed of each cycle model with that of its Verilated RTL: both replay the inputs of
 * one random lock-step run without stalls, in turns, timed in processor time. LP_SEED repeats a
 * run; arguments name the units (default: all); --json prints one object per line. The rates are
 * those of the round with the median ratio.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lockstep.h"
#include "tap.h"

#define CYCLES 20000
#define ROUNDS 3
#define SECONDS 0.3

struct round {
    double model, rtl; /* cycles per second */
};

static double ratio(const struct round *r)
{
    return r->rtl > 0 ? r->model / r->rtl : 0;
}

static int by_ratio(const void *a, const void *b)
{
    double x = ratio(a), y = ratio(b);
    return (x > y) - (x < y);
}

/* False: no memory, or model and RTL differ. */
static bool measure(const struct lp_cosim_unit *row, const struct lp_variant *variant,
                    uint64_t seed, struct round *median)
{
    struct lp_record record;
    struct lp_run run = {.unit = row->unit,
                         .rtl = variant->rtl,
                         .max_cycles = CYCLES,
                         .seed = seed,
                         .record = &record};
    struct lp_result result;
    struct round round[ROUNDS];
    bool good;

    lp_run_random(&run, row);
    good = lp_record_open(&record, row->unit, CYCLES) &&
           lp_variant_values(row->unit, variant->text, run.values) && lp_lockstep(&run, &result) &&
           !result.fault;
    for (unsigned i = 0; good && i < ROUNDS; i++) {
        round[i].model = lp_replay_model(&run, &record, SECONDS);
        round[i].rtl = lp_replay_rtl(&run, &record, SECONDS);
    }
    if (good) {
        qsort(round, ROUNDS, sizeof *round, by_ratio);
        *median = round[ROUNDS / 2];
    }
    lp_record_close(&record);
    return good;
}

int main(int argc, char **argv)
{
    bool json = argc > 1 && strcmp(argv[1], "--json") == 0;
    char **names = argv + 1 + json;
    uint64_t seed = lp_env_number("LP_SEED", (uint64_t)time(NULL));
    int status = 0;

    if (!lp_cosim_known("speed", names))
        return 2;
    if (!json)
        printf("LP_SEED=%" PRIu64 "\n%-14s %-44s %9s %9s %6s\n", seed, "unit", "parameters",
               "model MHz", "RTL MHz", "ratio");
    for (size_t u = 0; u < lp_cosim_nunits; u++) {
        const struct lp_cosim_unit *row = &lp_cosim_units[u];

        for (size_t v = 0; v < row->nvariants && lp_cosim_chosen(row, names); v++) {
            struct round r;

            if (!measure(row, &row->variants[v], seed, &r)) {
                fprintf(stderr, "speed: %s %s: no run to replay\n", row->unit->name,
                        row->variants[v].text);
                status = 1;
                continue;
            }
            printf(json ? "{\"unit\":\"%s\",\"parameters\":\"%s\",\"model_hz\":%.0f,"
                          "\"rtl_hz\":%.0f,\"ratio\":%.2f}\n"
                        : "%-14s %-44s %9.3f %9.3f %6.1f\n",
                   row->unit->name, row->variants[v].text, json ? r.model : r.model / 1e6,
                   json ? r.rtl : r.rtl / 1e6, ratio(&r));
            fflush(stdout);
        }
    }
    if (ferror(stdout)) {
        perror("speed");
        return 2;
    }
    return status;
}
