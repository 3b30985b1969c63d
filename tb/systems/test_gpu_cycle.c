/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cycle engine of linepress gpu: beside `linepress buddy`'s replay of the same model, which has
 * memories of its own; with requests of the front, beside the flow engine; and its refusals.
 */
#include "../lib/unit.h"

#include "gpu/arrivals.h"
#include <linepress/targets.h>

enum { SETTING_LINES = 2000 };

/* ---- beside the replay ---- */

static const struct calibrate_case settings[] = {
    {LP_TARGET_1, 16, 1, 70, 150, 4, 2048, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_1_33, 32, 2, 120, 80, 8, 4096, 1, LP_TRACE_STREAM, LP_PAGE_BPC},
    {LP_TARGET_2, 64, 4, 100, 50, 8, 2048, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_4, 16, 2, 150, 120, 2, 1024, 1, LP_TRACE_STRIDED, LP_PAGE_BPC},
    {LP_TARGET_16, 64, 1, 60, 175, 16, 4096, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_16, 32, 4, 80, 60, 8, 512, 1, LP_TRACE_RANDOM, LP_PAGE_BPC},
    {LP_BUDDY_UNCOMPRESSED, 32, 2, 90, 100, 4, 2048, 0, LP_TRACE_STREAM, LP_PAGE_ZVC},
};

static void test_replay(void **state)
{
    static uint8_t data[SETTING_LINES * 128];
    (void)state;
    calibrate_fill(data, SETTING_LINES, 3);
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct calibrate_job job = {.of = &settings[i], .data = data, .lines = SETTING_LINES};
        struct calibrate_result replay, cycle;
        assert_int_equal(calibrate_open(&job, SETTING_LINES, 11), 0);
        assert_int_equal(calibrate_cycle(&job, &replay), 0);
        assert_int_equal(calibrate_run(&job, &lpi_gpu_cycle, &cycle), 0);
        calibrate_close(&job);
        double error = (double)cycle.cycles / (double)replay.cycles - 1;
        printf("# setting %u: %+.3f %%\n", i, 100 * error);
        /* The link takes a line's sectors when the last has come, that of the replay each. */
        assert_true(fabs(error) <= 0.005);
        assert_int_equal(cycle.accesses, replay.accesses);
        assert_int_equal(cycle.hits, replay.hits);
        assert_int_equal(cycle.device_sectors, replay.device_sectors);
        assert_int_equal(cycle.buddy_sectors, replay.buddy_sectors);
    }
}

/* ---- arrivals from the front ---- */

static uint8_t *new_data(void)
{
    uint8_t *data = malloc(ARRIVALS_LINES * 128u);
    assert_non_null(data);
    calibrate_fill(data, ARRIVALS_LINES, 29);
    return data;
}

static void test_arrivals(void **state)
{
    static const double links[ARRIVALS_KINDS] = {150, 150, 100, 200, 150, 50};
    uint8_t *data = new_data();
    double sum = 0;
    (void)state;
    for (unsigned k = 0; k < ARRIVALS_KINDS; k++) {
        struct gpu_trace t;
        struct lpi_gpu_ask ask = gpu_ask("p100/8");
        arrivals_write(&t, (enum arrivals_kind)k, ARRIVALS_GROUPS, data, 17);
        ask.image.mode = k % 3 == 1 ? LPI_GPU_BANDWIDTH : LPI_GPU_BUDDY;
        ask.config.parallel = k % 2;
        ask.config.link_gbs = links[k] / 8;
        struct arrivals_result r = arrivals_compare(&ask, &t, 0);
        arrivals_print(k, &ask, &r);
        assert_true(r.requests >= ARRIVALS_REQUESTS);
        assert_true(fabs(r.cycles) <= 0.06);
        assert_true(fabs(r.latency) <= 0.10);
        sum += fabs(r.cycles);
        remove(t.path);
    }
    assert_true(sum / ARRIVALS_KINDS <= 0.03);
    free(data);
}

/* ---- what the front asks is answered ---- */

static void test_answers(void **state)
{
    uint8_t *data = new_data();
    (void)state;
    for (unsigned mode = 0; mode < LPI_GPU_MODES; mode++)
        for (unsigned tier = 0; tier < LPI_GPU_TIERS; tier++) {
            struct gpu_trace t;
            struct lpi_gpu_ask ask = gpu_ask("p100/8");
            ask.engine = &lpi_gpu_cycle;
            ask.image.mode = (enum lpi_gpu_mode)mode;
            ask.image.spill = (struct lpi_gpu_spill){
                .share = mode == LPI_GPU_BUDDY ? 0.2 : 0, .run = 4, .sectors = 2};
            ask.tier = (enum lpi_gpu_tier)tier;
            ask.config.parallel = tier;
            ask.config.l2_bytes = 1 << 16;
            arrivals_write(&t, ARRIVALS_SCATTER, 2, data, 3);
            struct lpi_gpu_result r = gpu_run(&ask, &t);
            uint64_t answers = r.slices.reads + r.slices.writes;
            /* Evictions of the end are on their way. */
            assert_in_range(r.l2.line_requests, answers, answers + 4u * ask.config.l2_mshrs);
            assert_int_equal(mode == LPI_GPU_BUDDY, r.link.sectors[LPI_GPU_FROM] > 0);
            lpi_gpu_result_free(&r);
            remove(t.path);
        }
    free(data);
}

/* A sector is stored, then the whole line is read: it moves whole. */
static void test_parts(void **state)
{
    enum { LINES = 64 };
    static const uint8_t bytes[32] = {1};
    struct gpu_trace t;
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    (void)state;
    gpu_trace_begin(&t);
    gpu_trace_buffer(&t, "a", GPU_BASE, LINES * 128, NULL);
    gpu_trace_launch(&t, 1, 1);
    gpu_trace_warp(&t, 0, 0);
    for (unsigned i = 0; i < LINES; i++) {
        struct lp_warp_record store = {
            .kind = LP_WARP_STORE, .mask = 0xff, .width = 4, .bytes = bytes};
        for (unsigned lane = 0; lane < 8; lane++)
            store.address[lane] = GPU_BASE + i * 128 + lane * 4;
        gpu_trace_record(&t, &store);
        gpu_trace_access(&t, LP_WARP_LOAD, GPU_BASE + i * 128, 4, 0, 1, NULL);
    }
    gpu_trace_end_warp(&t, 1);
    gpu_trace_end_launch(&t);
    gpu_trace_end(&t);
    ask.engine = &lpi_gpu_cycle;
    struct lpi_gpu_result r = gpu_run(&ask, &t);
    assert_int_equal(r.device.read_sectors, 4 * LINES);
    lpi_gpu_result_free(&r);
    remove(t.path);
}

/* The host writes lines of other classes between launches, whose states the slices have cached. */
static void test_host(void **state)
{
    enum { LINES = 256, WARPS = 8 };
    static uint8_t zeros[LINES * 128], raw[LINES * 128];
    uint64_t random = 1;
    struct gpu_trace t;
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    (void)state;
    for (unsigned i = 0; i < sizeof raw; i++)
        raw[i] = (uint8_t)calibrate_random(&random);
    gpu_trace_begin(&t);
    gpu_trace_buffer(&t, "a", GPU_BASE, sizeof zeros, zeros);
    for (unsigned round = 0; round < 3; round++) {
        gpu_trace_launch(&t, 1, WARPS);
        for (unsigned w = 0; w < WARPS; w++) {
            gpu_trace_warp(&t, 0, w);
            for (unsigned i = w; i < LINES; i += WARPS)
                gpu_trace_access(&t, LP_WARP_LOAD, GPU_BASE + i * 128, 4, 0, 1, NULL);
            gpu_trace_end_warp(&t, 1);
        }
        gpu_trace_end_launch(&t);
        if (round < 2)
            assert_int_equal(
                lp_warp_writer_host_write(t.writer, GPU_BASE, round ? zeros : raw, sizeof raw),
                LP_OK);
    }
    gpu_trace_end(&t);
    ask.engine = &lpi_gpu_cycle;
    ask.image.mode = LPI_GPU_BUDDY;
    struct lpi_gpu_result r = gpu_run(&ask, &t);
    /* Lines of zeros have no sectors; raw ones two here and two across the link. */
    assert_int_equal(r.link.sectors[LPI_GPU_FROM], 2 * LINES);
    assert_int_equal(r.device.read_sectors - r.slices.fills, 2 * LINES);
    assert_int_equal(r.slices.reads, 3 * LINES);
    lpi_gpu_result_free(&r);
    remove(t.path);
}

/* ---- refusals ---- */

static void check_refused(struct lpi_gpu_ask *ask, const struct gpu_trace *t, const char *word)
{
    struct lpi_gpu_result result;
    struct lpi_fault fault = {0};
    ask->engine = &lpi_gpu_cycle;
    ask->trace = t->path;
    assert_int_equal(lpi_gpu_run(ask, &result, &fault), LPI_BAD);
    if (strstr(fault.why, word) == NULL)
        fail_msg("'%s' does not say '%s'", fault.why, word);
    lpi_gpu_result_free(&result);
}

static void test_refusals(void **state)
{
    struct gpu_trace t;
    uint8_t *data = new_data();
    (void)state;
    arrivals_write(&t, ARRIVALS_STREAM, 1, data, 1);
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    ask.config.port_bytes = 64;
    check_refused(&ask, &t, "port_bytes");
    ask = gpu_ask("p100/8");
    ask.free_metadata = true;
    check_refused(&ask, &t, "--metadata");
    ask = gpu_ask("p100/8");
    ask.config.misses = 5;
    check_refused(&ask, &t, "misses");
    remove(t.path);
    free(data);
}

static void test_codecs(void **state)
{
    struct lpi_gpu_sample sample;
    (void)state;
    for (unsigned codec = LP_PAGE_ZVC; codec <= LP_PAGE_BPC; codec++)
        for (unsigned s = 0; s < LPI_GPU_STATES; s++)
            assert_true(lpi_gpu_sample((enum lp_page_codec)codec, s, &sample));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay),  cmocka_unit_test(test_arrivals),
        cmocka_unit_test(test_answers), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_host),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_codecs)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
