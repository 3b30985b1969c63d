/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compressing DMA engine as software sees it: random descriptors through the cycle model,
 * compared with lp_dma_run (tb/units/traffic/cdma). It runs without RTL, so builds with other
 * parameters are tested here. LP_SEED repeats a run.
 */
#include "../../lib/unit.h"

#include "../../../cmodel/units/cdma/cdma_core_cycle.h"
#include "../../../cmodel/units/common/instance.h"
#include "../traffic/cdma/dma_software.h"

enum { CYCLES = 100000 };

static const char *cycle(struct lp_software *s, const struct lp_instance *core)
{
    struct lp_cdma_core_in in = {0};
    struct lp_cdma_core_out out;
    const char *wrong;

    lp_software_act(s);
    lpi_rig_drive(s->rig, &in);
    lp_instance_eval(core, 1, &in, &out);
    wrong = lpi_rig_take(s->rig, &in, &out);
    lp_instance_tick(core);
    return wrong ? wrong : lp_software_look(s);
}

/* A run of one build; events are added to the counts. */
static void run(const int *values, uint64_t run_seed, uint64_t *statuses)
{
    struct lp_software *s = calloc(1, sizeof *s);
    struct lp_instance core;
    const char *wrong = NULL;

    assert_non_null(s);
    assert_true(lp_software_open(s, values, run_seed));
    assert_int_equal(lp_model_open(&lp_cdma_core_unit, values, &core), LP_OK);
    lp_instance_reset(&core);
    for (unsigned c = 0; c < CYCLES && !wrong; c++)
        wrong = cycle(s, &core);
    if (wrong)
        print_message("seed %llu, cycle %llu: %s\n", (unsigned long long)run_seed,
                      (unsigned long long)lpi_rig_cycles(s->rig), wrong);
    assert_null(wrong);
    for (unsigned i = 0; i < 13; i++)
        statuses[i] += s->jobs.statuses[i];
    lp_instance_close(&core);
    lp_software_close(s);
    free(s);
}

static bool all_seen(const uint64_t *statuses)
{
    for (unsigned i = 0; i < 13; i++)
        if (statuses[i] == 0 && i != LP_DMA_NO_CODEC) /* rare: one in a hundred */
            return false;
    return true;
}

static void descriptors_end_as_they_must(void **state)
{
    static const int builds[][4] = {
        {6, 426, 2, 32}, {6, 364, 1, 32}, {8, 384, 2, 32}, {3, 40, 2, 32},
        {2, 18, 2, 8},   {5, 18, 1, 16},  {8, 20, 1, 8},   {4, 426, 2, 16},
    };
    const unsigned count = sizeof builds / sizeof builds[0];
    uint64_t statuses[13] = {0};

    (void)state;
    /* Memories answer with errors in a third of the runs, which may be none of the first. */
    for (unsigned i = 0; i < 3 * count || (i < 12 * count && !all_seen(statuses)); i++)
        run(builds[i / 3 % count], unit_random(), statuses);
    assert_true(all_seen(statuses));
}

/*
 * A ring has stopped and the engine is busy for more polls than the script has steps. Software must
 * then still enable the engine again; none of these runs ended while the later steps were lost.
 */
static void polls_longer_than_its_script(void **state)
{
    static const struct {
        int values[4];
        uint64_t seed;
    } runs[] = {
        {{5, 18, 1, 16}, 63125359518875963u},
        {{4, 426, 2, 16}, 29215384088205598u},
        {{4, 426, 2, 16}, 12758836857456081u},
    };
    uint64_t statuses[13] = {0};

    (void)state;
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++)
        run(runs[i].values, runs[i].seed, statuses);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(descriptors_end_as_they_must),
                                       cmocka_unit_test(polls_longer_than_its_script)};

    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
