/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow engine beside the cycle model of lp_buddy_slice: cycles from stage to stage, for which
 * each constant is read off the cycle model, and settings that were not used to find them.
 */
#include "../lib/unit.h"

#include "gpu/calibrate.h"
#include <linepress/targets.h>
#include <math.h>

enum { IDLE_LINES = 192, IDLE_READS = 200, SETTING_LINES = 3000 };

static void both(const struct calibrate_case *c, const uint8_t *data, uint64_t lines,
                 uint64_t reads, struct calibrate_result *cycle, struct calibrate_result *flow)
{
    struct calibrate_job job = {.of = c, .data = data, .lines = lines};
    assert_int_equal(calibrate_open(&job, reads, 11), 0);
    assert_int_equal(calibrate_cycle(&job, cycle), 0);
    assert_int_equal(calibrate_run(&job, &lpi_gpu_flow, flow), 0);
    calibrate_close(&job);
}

/* Lines with so many words that are not zero. */
static void fill(uint8_t *data, unsigned words)
{
    for (unsigned line = 0; line < IDLE_LINES; line++) {
        uint32_t of[32] = {0};
        for (unsigned w = 0; w < words; w++)
            of[w] = 0x1234567 + w;
        memcpy(data + line * 128, of, sizeof of);
    }
}

/* How long an entry is taken, with so few that nothing else limits: 2 * cycles / requests. */
static void check_lifetime(unsigned target, unsigned words, unsigned lanes, unsigned latency,
                           enum lp_page_codec codec)
{
    static uint8_t data[IDLE_LINES * 128];
    struct calibrate_case c = {.target = target,
                               .link = 150,
                               .entries = 2,
                               .lanes = lanes,
                               .latency = latency,
                               .misses = 2,
                               .cache = 4096,
                               .codec = codec};
    struct calibrate_result cycle[3], flow[3];
    fill(data, words);
    both(&c, data, 64, 1, &cycle[0], &flow[0]);
    both(&c, data, 64, 1 + IDLE_READS, &cycle[1], &flow[1]);
    both(&c, data, IDLE_LINES, 1, &cycle[2], &flow[2]);
    long reads = (long)(flow[1].cycles - flow[0].cycles) -
                 (long)(cycle[1].cycles - cycle[0].cycles);
    long writes = (long)(flow[2].cycles - flow[0].cycles) -
                  (long)(cycle[2].cycles - cycle[0].cycles);
    if (labs(reads) > 1 || labs(writes) > 8 || labs((long)(flow[0].cycles - cycle[0].cycles)) > 12)
        fail_msg("target %s, %u words, %u lanes, latency %u: %d reads take %ld cycles more than "
                 "in the cycle model, %d writes %ld, the first 65 requests %ld",
                 lp_target_name(target), words, lanes, latency, IDLE_READS, reads, IDLE_LINES - 64,
                 writes, (long)(flow[0].cycles - cycle[0].cycles));
}

static void test_stages(void **state)
{
    static const unsigned targets[] = {LP_TARGET_1, LP_TARGET_1_33, LP_TARGET_2,
                                       LP_TARGET_4, LP_TARGET_16,   LP_BUDDY_UNCOMPRESSED};
    static const unsigned words[] = {0, 1, 8, 16, 32};
    (void)state;
    for (unsigned t = 0; t < 6; t++)
        for (unsigned w = 0; w < 5; w++)
            for (unsigned codec = LP_PAGE_ZVC; codec <= LP_PAGE_BPC; codec++)
                check_lifetime(targets[t], words[w], 1u << (t + w) % 3, w % 2 ? 40 : 60,
                               (enum lp_page_codec)codec);
}

/* A write, then a read of the same line: from the first request to the last response. */
static void test_responses(void **state)
{
    static const unsigned words[] = {0, 1, 8, 16, 32};
    static uint8_t data[IDLE_LINES * 128];
    (void)state;
    for (unsigned codec = LP_PAGE_ZVC; codec <= LP_PAGE_BPC; codec++)
        for (unsigned w = 0; w < 5; w++)
            for (unsigned lanes = 1; lanes <= 4; lanes *= 2) {
                struct calibrate_case c = {.target = LP_TARGET_1_33,
                                           .link = 150,
                                           .entries = 16,
                                           .lanes = lanes,
                                           .latency = 40,
                                           .misses = 4,
                                           .cache = 4096,
                                           .codec = (enum lp_page_codec)codec};
                struct calibrate_result cycle, flow;
                fill(data, words[w]);
                both(&c, data, 1, 1, &cycle, &flow);
                /* The cycle model counts the cycle of the last response too. */
                if (labs((long)(flow.cycles - cycle.cycles) + 1) > 1)
                    fail_msg("codec %u, %u words, %u lanes: %llu cycles, not %llu", codec, words[w],
                             lanes, (unsigned long long)flow.cycles,
                             (unsigned long long)cycle.cycles - 1);
            }
}

/* None of these has been used to choose a constant. */
static const struct calibrate_case settings[] = {
    {LP_TARGET_1, 16, 1, 70, 150, 4, 2048, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_1_33, 32, 2, 120, 80, 8, 4096, 0, LP_TRACE_STREAM, LP_PAGE_BPC},
    {LP_TARGET_2, 64, 4, 100, 50, 8, 2048, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_4, 16, 2, 150, 120, 2, 1024, 0, LP_TRACE_STRIDED, LP_PAGE_BPC},
    {LP_TARGET_16, 64, 1, 60, 175, 16, 4096, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_2, 32, 1, 100, 150, 4, 512, 0, LP_TRACE_STRIDED, LP_PAGE_BPC},
    {LP_TARGET_1_33, 64, 4, 180, 200, 16, 8192, 0, LP_TRACE_RANDOM, LP_PAGE_ZVC},
    {LP_TARGET_4, 32, 4, 50, 60, 8, 2048, 0, LP_TRACE_STREAM, LP_PAGE_BPC},
    {LP_TARGET_1, 64, 2, 110, 100, 16, 1024, 0, LP_TRACE_STRIDED, LP_PAGE_ZVC},
    {LP_TARGET_16, 16, 4, 90, 130, 4, 2048, 0, LP_TRACE_STREAM, LP_PAGE_BPC},
    {LP_TARGET_2, 16, 2, 45, 190, 8, 4096, 0, LP_TRACE_STREAM, LP_PAGE_ZVC},
    {LP_TARGET_1_33, 16, 1, 140, 70, 2, 512, 0, LP_TRACE_RANDOM, LP_PAGE_BPC},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void test_settings(void **state)
{
    static uint8_t data[SETTING_LINES * 128];
    double sum = 0;
    (void)state;
    calibrate_fill(data, SETTING_LINES, 3);
    for (unsigned i = 0; i < SETTINGS; i++) {
        struct calibrate_result cycle, flow;
        both(&settings[i], data, SETTING_LINES, SETTING_LINES, &cycle, &flow);
        double error = (double)flow.cycles / (double)cycle.cycles - 1;
        printf("# setting %u: %+.2f %%\n", i, 100 * error);
        assert_true(fabs(error) <= 0.05);
        sum += fabs(error);
        double hits = (double)flow.hits / (double)flow.accesses -
                      (double)cycle.hits / (double)cycle.accesses;
        assert_true(fabs(hits) <= 0.001);
        assert_int_equal(flow.buddy_sectors, cycle.buddy_sectors);
        assert_int_equal(flow.device_sectors, cycle.device_sectors);
    }
    printf("# mean %.2f %%\n", 100 * sum / SETTINGS);
    assert_true(sum / SETTINGS <= 0.02);
}

/*
 * Lines at random, with a metadata cache that is far too small: fetches and write-backs of metadata
 * bound the time.
 */
static void check_misses(unsigned misses, unsigned cache, bool write, double bound)
{
    static uint8_t data[SETTING_LINES * 128];
    struct calibrate_case c = {LP_TARGET_1,     64,         4, 100, 150, misses, cache, !write,
                               LP_TRACE_RANDOM, LP_PAGE_BPC};
    struct calibrate_job job = {.of = &c, .data = data, .lines = SETTING_LINES};
    struct calibrate_result cycle = {0}, flow = {0};
    uint64_t random = 77;
    calibrate_fill(data, SETTING_LINES, 3);
    assert_int_equal(calibrate_open(&job, SETTING_LINES, 11), 0);
    for (size_t i = 0; i < job.trace.count; i++) {
        uint64_t line = calibrate_random(&random) % SETTING_LINES;
        job.trace.accesses[i] = (struct lp_access){
            .address = line * LP_LINE_BYTES, .data = line, .write = write};
    }
    assert_int_equal(calibrate_cycle(&job, &cycle), 0);
    assert_int_equal(calibrate_run(&job, &lpi_gpu_flow, &flow), 0);
    calibrate_close(&job);
    double error = (double)flow.cycles / (double)cycle.cycles - 1;
    printf("# %u misses, %u bytes, %s: %+.2f %%\n", misses, cache, write ? "writes" : "early reads",
           100 * error);
    assert_true(fabs(error) <= bound);
}

static void test_misses(void **state)
{
    (void)state;
    check_misses(4, 1024, true, 0.01);
    check_misses(8, 1024, true, 0.03);
    check_misses(8, 512, false, 0.025);
    check_misses(8, 1024, false, 0.025);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages), cmocka_unit_test(test_responses),
        cmocka_unit_test(test_settings), cmocka_unit_test(test_misses)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
