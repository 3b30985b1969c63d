/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs every unit and parameter set in lock-step under random traffic, every mix of stall patterns,
 * and resets in the middle of lines. LP_SEED repeats a run. LP_CYCLES sets the cycles per parameter
 * set. LP_ENGINE=model replaces the RTL by a second cycle model, so that long runs look for faults
 * that both have. LP_WAVES is the folder for the waveform of a fault. Arguments name the units to
 * run (default: all).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linepress/linepress.h>

#include "lockstep.h"
#include "kit/streams.h"
#include "tap.h"

struct mix {
    struct lp_flow source, sink;
    uint32_t reset_mean;
};

static const struct mix mixes[] = {
    {{.style = LP_STALL_NONE}, {.style = LP_STALL_NONE}, 0},
    {{.style = LP_STALL_NONE}, {.style = LP_STALL_NONE}, 150},
    {{.style = LP_STALL_RANDOM, .p = 0.3}, {.style = LP_STALL_RANDOM, .p = 0.3}, 300},
    {{.style = LP_STALL_RANDOM, .p = 0.8}, {.style = LP_STALL_NONE}, 300},
    {{.style = LP_STALL_NONE}, {.style = LP_STALL_RANDOM, .p = 0.8}, 300},
    {{.style = LP_STALL_BURST, .p = 0.5}, {.style = LP_STALL_BURST, .p = 0.5}, 300},
    {{.style = LP_STALL_LONG}, {.style = LP_STALL_RANDOM, .p = 0.1}, 40},
    {{.style = LP_STALL_RANDOM, .p = 0.1}, {.style = LP_STALL_LONG}, 300},
    {{.style = LP_STALL_ALTERNATE}, {.style = LP_STALL_BURST, .p = 0.3}, 0},
    {{.style = LP_STALL_RANDOM, .p = 0.05}, {.style = LP_STALL_ALTERNATE}, 25},
};
#define MIXES (sizeof mixes / sizeof *mixes)

static char waves[200]; /* folder */

struct seen {
    uint64_t beats, lines;
    struct lp_tally tally;
};

static void add(struct seen *seen, const struct lp_result *result)
{
    struct lp_tally sum = result->tally;

    seen->beats += result->beats;
    seen->lines += result->lines;
    for (unsigned r = 0; r < sum.rows; r++)
        for (unsigned c = 0; c < sum.columns; c++)
            sum.count[r][c] += seen->tally.count[r][c];
    seen->tally = sum;
}

static void print_tally(const struct lp_tally *t)
{
    if (!t->what)
        return;
    printf("# %s:", t->what);
    for (unsigned c = 0; c < t->columns; c++)
        printf(" %s", t->column[c]);
    for (unsigned r = 0; r < t->rows; r++) {
        printf("\n#   %s:", t->row[r]);
        for (unsigned c = 0; c < t->columns; c++)
            printf(" %" PRIu64, t->count[r][c]);
    }
    printf("\n");
}

/* The engine that is compared with the cycle model: the RTL, or with LP_ENGINE=model another cycle
 * model. */
static const struct lp_instance_kind *engine(const struct lp_unit *unit,
                                             const struct lp_variant *variant)
{
    const char *name = getenv("LP_ENGINE");
    int values[LP_MAX_PARAMS];
    struct lp_instance model;
    const struct lp_instance_kind *kind;

    if (!name || strcmp(name, "model") != 0)
        return variant->rtl;
    lp_unit_defaults(unit, values);
    if (lp_model_open(unit, values, &model) != LP_OK)
        return variant->rtl;
    kind = model.kind;
    lp_instance_close(&model);
    return kind;
}

/* Runs one parameter set under every mix; stops at the first fault. */
static bool run_variant(const struct lp_cosim_unit *row, const struct lp_variant *variant,
                        uint64_t seed, uint64_t cycles, struct seen *seen)
{
    char wave[400], text[1200];
    uint32_t calm = 1;
    struct lp_run run = {
        .unit = row->unit, .rtl = engine(row->unit, variant), .max_cycles = cycles / MIXES};

    if (!lp_variant_values(row->unit, variant->text, run.values)) {
        printf("# rtl/units.txt and the cycle model disagree on the parameters\n");
        return false;
    }
    if (row->hooks && row->hooks->calm)
        calm = row->hooks->calm;
    snprintf(wave, sizeof wave, "%s/%s-%s.fst", waves, row->unit->name, variant->text);
    run.wave = wave;
    lp_run_random(&run, row);
    for (size_t m = 0; m < MIXES; m++) {
        struct lp_result result;

        run.seed = seed + m;
        run.source = mixes[m].source;
        run.sink = mixes[m].sink;
        run.reset_mean = mixes[m].reset_mean * calm;
        if (!lp_lockstep(&run, &result)) {
            perror(wave);
            return false;
        }
        add(seen, &result);
        if (result.fault) {
            lp_result_text(&run, &result, text, sizeof text);
            printf("# mix %zu, %s; %s%s\n", m, text, result.wave ? "waveform in " : "no ", wave);
            return false;
        }
    }
    return true;
}

static bool has_streams(const struct lp_cosim_unit *row, const struct lp_variant *variant)
{
    int values[LP_MAX_PARAMS];
    struct lp_streams streams = {.count = 0};

    if (lp_variant_values(row->unit, variant->text, values))
        lp_streams_find(&streams, row->unit, values);
    return streams.count > 0;
}

static void test_variant(struct lp_tap *tap, const struct lp_cosim_unit *row,
                         const struct lp_variant *variant, uint64_t seed, uint64_t cycles)
{
    char name[200];
    struct seen seen = {0};
    bool good = run_variant(row, variant, seed, cycles, &seen);

    snprintf(name, sizeof name, "%s %s: %" PRIu64 " cycles, %" PRIu64 " beats, %" PRIu64 " lines",
             row->unit->name, variant->text, cycles, seen.beats, seen.lines);
    print_tally(&seen.tally);
    lp_tap_result(tap, good && (seen.beats > 0 || !has_streams(row, variant)), name);
}

/* Cycles if LP_CYCLES is not set, by how long a cycle takes: the first row whose prefix matches the
 * unit's name. Units inside the codec tops have tests of their own. */
static uint64_t default_cycles(const char *unit)
{
    static const struct {
        const char *begin;
        uint64_t cycles;
    } kinds[] = {
        {"lp_codec_", 500000},    {"lp_mixed_", 200000},   {"lp_buddy_", 200000},
        {"lp_cdma_core", 200000}, {"lp_cdma_", 500000},    {"lp_cdma", 200000},
        {"lp_card_", 1000000},    {"lp_card", 300000},     {"lp_ebd_", 1000000},
        {"lp_bpc_enc", 1000000},  {"lp_bpc_dec", 1000000}, {"", 2000000},
    };
    size_t i = 0;

    while (strncmp(unit, kinds[i].begin, strlen(kinds[i].begin)) != 0)
        i++;
    return kinds[i].cycles;
}

int main(int argc, char **argv)
{
    struct lp_tap tap = {0};
    uint64_t seed = lp_env_number("LP_SEED", (uint64_t)time(NULL));
    uint64_t cycles = lp_env_number("LP_CYCLES", 0);

    (void)argc;
    lp_wave_folder(argv[0], waves, sizeof waves);
    if (!lp_cosim_known("lockstep_test", argv + 1))
        return 2;
    printf("# LP_SEED=%" PRIu64 "\n", seed);
    for (size_t u = 0; u < lp_cosim_nunits; u++) {
        const struct lp_cosim_unit *row = &lp_cosim_units[u];

        for (size_t v = 0; v < row->nvariants && lp_cosim_chosen(row, argv + 1); v++)
            test_variant(&tap, row, &row->variants[v], seed,
                         cycles ? cycles : default_cycles(row->unit->name));
    }
    return lp_tap_end(&tap);
}
