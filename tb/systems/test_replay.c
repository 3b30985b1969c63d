/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trace runner on a simple, correct slice, on the same slice with bugs, and on the cycle model.
 * The traffic at the memories' ports must equal the counts of the functional library.
 */
#include "../lib/unit.h"

#include "../../cmodel/systems/replay/replay.h"
#include "../lib/serial_slice.h"

enum { LINES = 700, MOST_LINES = 6000 };

struct setup {
    uint8_t data[MOST_LINES * 128];
    uint64_t lines;
    struct lp_trace trace;
    struct lp_buddy *buddy;
    struct lpi_replay job;
};

static void set_up(struct setup *setup, uint64_t lines, unsigned target, unsigned slices_log2,
                   enum lp_trace_order order)
{
    int small = lines > LINES;
    struct lp_buddy_config config;
    lp_buddy_defaults(&config, 2 << 20);
    struct lp_trace_pattern pattern = {order, lines, 2 * lines, 5, unit_random()};
    uint64_t draw = unit_random();
    setup->lines = lines;
    unit_fill(setup->data, (size_t)lines * 128);
    config.slices_log2 = slices_log2;
    config.cache_sets = small ? 1 : 8;
    config.cache_ways = small ? 2 : 4;
    config.gbbr = unit_random() % 4 * 4096;
    for (unsigned t = 0; t < LP_TARGETS; t++, draw /= LP_CODEC_PORTS)
        config.codec[t] = draw % LP_CODEC_PORTS;
    assert_int_equal(lp_buddy_open(&config, &setup->buddy), LP_OK);
    assert_int_equal(lp_trace_generate(&pattern, &setup->trace), LP_OK);
    setup->job = (struct lpi_replay){
        .trace = &setup->trace,
        .data = setup->data,
        .lines = lines,
        .buddy = setup->buddy,
        .shape = {.page = 16 - slices_log2,
                  .frame_w = 23,
                  .slot_w = 21,
                  .entries = 16,
                  .lanes = 1,
                  .misses = 4,
                  .sets = config.cache_sets,
                  .ways = config.cache_ways},
        .open = serial_open,
        .device = lpi_memory_hbm2(5),
        .link = lpi_memory_link(10, 150),
        .stall = unit_random() % 2 * 0.3,
        .seed = unit_random(),
    };
    /* An allocation before it, so that frames and slots are not 0. */
    uint64_t other;
    assert_int_equal(lp_buddy_malloc(setup->buddy, 70000, LP_TARGET_1_33, &other), LP_OK);
    assert_int_equal(lp_buddy_malloc(setup->buddy, lines * 128, target, &setup->job.address),
                     LP_OK);
}

static void tear_down(struct setup *setup, struct lpi_replay_result *result)
{
    lpi_replay_free(result);
    lp_trace_free(&setup->trace);
    lp_buddy_close(setup->buddy);
}

/* The same accesses with the functional model. */
static struct lp_buddy_counts counts_of_functions(const struct setup *setup)
{
    for (size_t n = 0; n < setup->trace.count; n++) {
        const struct lp_access *access = &setup->trace.accesses[n];
        uint64_t address = setup->job.address + access->address;
        uint8_t line[128];
        if (access->write)
            assert_int_equal(
                lp_buddy_write(setup->buddy, address, setup->data + access->data * 128), LP_OK);
        else
            assert_int_equal(lp_buddy_read(setup->buddy, address, line), LP_OK);
    }
    struct lp_buddy_counts counts;
    lp_buddy_counts(setup->buddy, &counts);
    return counts;
}

/* Turns some of the reads into writes, and lets all writes store any line's data. */
static void mix_data(struct setup *setup)
{
    struct lp_trace *trace = &setup->trace;
    for (size_t n = 0; n < trace->count; n++) {
        struct lp_access *access = &trace->accesses[n];
        if (!access->write && unit_random() % 3 == 0)
            access->write = 1;
        if (access->write)
            access->data = unit_random() % setup->lines;
    }
}

static const unsigned targets[] = {LP_TARGET_1, LP_TARGET_1_33, LP_TARGET_2,
                                   LP_TARGET_4, LP_TARGET_16,   LP_BUDDY_UNCOMPRESSED};

static void traffic_is_that_of_the_functions(void **state)
{
    (void)state;
    static struct setup setup;
    static const unsigned slices_log2[] = {0, 3, 5, 1};
    serial_bug = SERIAL_RIGHT;
    for (unsigned i = 0; i < 24; i++) {
        struct lpi_replay_result result;
        set_up(&setup, LINES, targets[i % 6], slices_log2[i / 6], (enum lp_trace_order)(i % 3));
        setup.job.device.shuffle = setup.job.link.shuffle = i % 2;
        setup.job.device.stall = setup.job.link.stall = i % 4 == 3 ? 0.3 : 0;
        if (i % 5)
            mix_data(&setup);
        assert_int_equal(lpi_replay_run(&setup.job, &result), LP_OK);
        assert_string_equal(result.fault, "");
        assert_int_equal(result.mismatches, 0);
        struct lp_buddy_counts expected = counts_of_functions(&setup);
        assert_memory_equal(&result.counts.read, &expected.read, sizeof expected.read);
        assert_memory_equal(&result.counts.write, &expected.write, sizeof expected.write);
        assert_true(result.counts.metadata.accesses == expected.metadata.accesses);
        assert_true(result.metadata_sectors[0] == expected.metadata.accesses);
        assert_true(result.reads + result.writes == setup.trace.count);
        assert_true(result.read.requests == result.reads);
        assert_true(result.write.requests == result.writes);
        assert_true(lpi_latency_percentile(&result.read, 100) == result.read.most);
        assert_true(lpi_latency_percentile(&result.read, 50) <= result.read.most);
        tear_down(&setup, &result);
    }
}

static void check_model(struct setup *setup, int exact)
{
    struct lpi_replay_result result;
    assert_int_equal(lpi_replay_run(&setup->job, &result), LP_OK);
    assert_string_equal(result.fault, "");
    assert_int_equal(result.mismatches, 0);
    assert_true(result.reads + result.writes == setup->trace.count);
    struct lp_buddy_counts expected = counts_of_functions(setup), *got = &result.counts;
    assert_memory_equal(&got->write, &expected.write, sizeof expected.write);
    /* For a read during a metadata miss, device memory gives the target's whole share. */
    if (setup->job.shape.parallel) {
        assert_true(got->read.device_sectors >= expected.read.device_sectors);
        got->read.device_sectors = expected.read.device_sectors;
    }
    assert_memory_equal(&got->read, &expected.read, sizeof expected.read);
    assert_true(got->metadata.accesses == expected.metadata.accesses);
    assert_true(got->metadata.hits + got->metadata.fills == got->metadata.accesses);
    assert_true(result.metadata_sectors[0] == got->metadata.fills);
    assert_true(result.metadata_sectors[1] == got->metadata.writebacks);
    assert_true(exact || got->metadata.writebacks > expected.metadata.writebacks / 2);
    if (exact)
        assert_memory_equal(&got->metadata, &expected.metadata, sizeof expected.metadata);
    tear_down(setup, &result);
}

/* All metadata fits in the cache, so even its counts are those of one access at a time. */
static void the_model_moves_what_the_functions_count(void **state)
{
    (void)state;
    static struct setup setup;
    static const unsigned entries[] = {8, 16, 32, 64};
    for (unsigned i = 0; i < 48; i++) {
        set_up(&setup, LINES, targets[i % 6], i < 24 ? 3 : 5,
               (enum lp_trace_order)(unit_random() % 3));
        setup.job.open = lp_model_open;
        setup.job.shape.entries = entries[unit_random() % 4];
        setup.job.shape.lanes = 1u << unit_random() % 3;
        setup.job.shape.parallel = i / 6 % 2;
        setup.job.device.shuffle = setup.job.link.shuffle = unit_random() % 2;
        setup.job.device.stall = setup.job.link.stall = unit_random() % 2 * 0.3;
        setup.job.device.latency = 1 + (unsigned)(unit_random() % 60);
        setup.job.link.latency = 1 + (unsigned)(unit_random() % 120);
        if (i / 12 % 2)
            mix_data(&setup);
        check_model(&setup, 1);
    }
}

/*
 * A cache of two lines per slice is written back all the time. A stream's accesses still come in
 * one order, but for the first reads, which overtake the last writes; that takes the second line.
 */
static void a_stream_has_the_functions_hits(void **state)
{
    (void)state;
    static struct setup setup;
    for (unsigned t = 0; t < 5; t++) {
        set_up(&setup, MOST_LINES, targets[t], 3, LP_TRACE_STREAM);
        setup.job.open = lp_model_open;
        check_model(&setup, 1);
    }
}

static void the_model_is_right_with_hardly_a_cache(void **state)
{
    (void)state;
    static struct setup setup;
    for (unsigned i = 0; i < 10; i++) {
        set_up(&setup, MOST_LINES, targets[i % 5], 3, LP_TRACE_RANDOM);
        setup.job.open = lp_model_open;
        setup.job.shape.parallel = i / 5;
        setup.job.device.shuffle = setup.job.link.shuffle = unit_random() % 2;
        mix_data(&setup);
        check_model(&setup, 0);
    }
}

/* No codec compresses these lines, so each takes all sectors of its place. */
static void make_raw(struct setup *setup)
{
    for (uint64_t i = 0; i < setup->lines * 128; i++)
        setup->data[i] = (uint8_t)(unit_random() | 1);
}

static void expect_bug(enum serial_bug bug, unsigned target, const char *fault)
{
    static struct setup setup;
    struct lpi_replay_result result;
    serial_bug = bug;
    set_up(&setup, LINES, target, 3, LP_TRACE_STREAM);
    /* Whether a burst crosses a boundary depends on the sectors' addresses, not on a random
     * number. */
    if (bug == SERIAL_LONG_BURST)
        make_raw(&setup);
    assert_int_equal(lpi_replay_run(&setup.job, &result), LP_OK);
    if (strstr(result.fault, fault) == NULL)
        fail_msg("bug %d: '%s' is not '%s'", bug, result.fault, fault);
    if (*fault == '\0')
        assert_true(result.mismatches > 0 && result.mismatches < result.reads);
    tear_down(&setup, &result);
}

static void bugs_are_found(void **state)
{
    (void)state;
    expect_bug(SERIAL_STALE_SPILL, LP_TARGET_2, "");
    expect_bug(SERIAL_STALE_SPILL, LP_TARGET_16, "");
    expect_bug(SERIAL_WRONG_BYTE, LP_TARGET_4, "");
    expect_bug(SERIAL_WRONG_ID, LP_TARGET_1, "an unexpected response");
    expect_bug(SERIAL_SHORT_LINE, LP_TARGET_1, "four sectors");
    expect_bug(SERIAL_LONG_BURST, LP_TARGET_1_33, "4 KiB");
    expect_bug(SERIAL_DEAF, LP_TARGET_1, "nothing moves");
}

static void wrong_traces_are_refused(void **state)
{
    (void)state;
    static struct setup setup;
    struct lpi_replay_result result;
    serial_bug = SERIAL_RIGHT;
    set_up(&setup, LINES, LP_TARGET_2, 3, LP_TRACE_STREAM);
    struct lp_access *access = &setup.trace.accesses[3];
    access->address = LINES * 128;
    assert_int_equal(lpi_replay_run(&setup.job, &result), LP_ERR_ADDRESS);
    lpi_replay_free(&result);
    *access = (struct lp_access){.data = LINES, .write = 1};
    assert_int_equal(lpi_replay_run(&setup.job, &result), LP_ERR_ARG);
    lpi_replay_free(&result);
    access->data = 0;
    setup.job.shape.lanes = 4;
    assert_int_equal(lpi_replay_run(&setup.job, &result), LP_ERR_ARG);
    tear_down(&setup, &result);
}

/* Reads of lines that were never written give zeros. */
static void unwritten_lines_are_zero(void **state)
{
    (void)state;
    static struct setup setup;
    struct lpi_replay_result result;
    serial_bug = SERIAL_RIGHT;
    for (unsigned t = 0; t < 6; t++) {
        set_up(&setup, LINES, targets[t], 3, LP_TRACE_RANDOM);
        struct lp_trace all = setup.trace;
        setup.trace = (struct lp_trace){all.accesses + LINES, LINES};
        assert_int_equal(lpi_replay_run(&setup.job, &result), LP_OK);
        assert_int_equal(result.mismatches, 0);
        assert_string_equal(result.fault, "");
        assert_int_equal(result.counts.read.device_sectors,
                         targets[t] == LP_BUDDY_UNCOMPRESSED ? 4 * LINES : 0);
        setup.trace = all;
        tear_down(&setup, &result);
    }
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traffic_is_that_of_the_functions),
        cmocka_unit_test(the_model_moves_what_the_functions_count),
        cmocka_unit_test(a_stream_has_the_functions_hits),
        cmocka_unit_test(the_model_is_right_with_hardly_a_cache),
        cmocka_unit_test(bugs_are_found),
        cmocka_unit_test(wrong_traces_are_refused),
        cmocka_unit_test(unwritten_lines_are_zero),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
