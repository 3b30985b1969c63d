/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole GPU on traces whose time is known: latencies add up, bandwidths are those of the
 * configuration, launches and barriers separate what they have to.
 */
#include "../lib/unit.h"

#include "../../cmodel/lib/buddy/stored.h"
#include "../../cmodel/systems/gpu/engine/gpu_costs.h"
#include "gpu/trace.h"
#include <math.h>

static uint64_t line_at(uint64_t number)
{
    return GPU_BASE + number * 128;
}

/* ---- chase ---- */

/* One warp: loads of one sector of each `step`-th line, of which each waits for the one before. */
static void write_chase(struct gpu_trace *t, unsigned lines, unsigned step, unsigned rounds,
                        unsigned use)
{
    gpu_trace_begin(t);
    gpu_trace_buffer(t, "a", GPU_BASE, (uint64_t)lines * step * 128, NULL);
    gpu_trace_launch(t, 1, 1);
    gpu_trace_warp(t, 0, 0);
    for (unsigned i = 0; i < lines * rounds; i++)
        gpu_trace_access(t, LP_WARP_LOAD, line_at(i % lines * step), 0, 0, use, NULL);
    gpu_trace_end_warp(t, use);
    gpu_trace_end_launch(t);
    gpu_trace_end(t);
}

static uint64_t chase(struct lpi_gpu_ask *ask, unsigned lines, unsigned rounds, unsigned use)
{
    struct gpu_trace t;
    write_chase(&t, lines, 1, rounds, use);
    uint64_t cycles = gpu_cycles(ask, &t);
    remove(t.path);
    return cycles - use; /* instructions at the end */
}

static uint64_t slice_latency(const struct lpi_gpu_config *c, bool compressed)
{
    const struct lpi_gpu_costs *k = &lpi_gpu_costs;
    uint64_t asked = compressed ? k->translate + k->hit + k->known : k->direct;
    return asked + c->device_latency + k->read_port + 1 + k->come + k->joined +
           k->decode[compressed ? LPI_GPU_BPC : LPI_GPU_ZVC];
}

static void test_chase(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask_even();
    const struct lpi_gpu_config *c = &ask.config;
    uint64_t l1 = 1 + c->l1_latency, l2 = l1 + c->l2_latency + 2 * c->crossbar_latency + 4;
    uint64_t memory = l2 + slice_latency(c, false);
    (void)state;
    /* 64 lines fit in the L1, 1024 in the L2 alone. */
    assert_int_equal(chase(&ask, 64, 1, 1), 64 * memory);
    assert_int_equal(chase(&ask, 64, 4, 1), 64 * memory + 192 * l1);
    assert_int_equal(chase(&ask, 1024, 1, 1), 1024 * memory);
    assert_int_equal(chase(&ask, 1024, 3, 1), 1024 * memory + 2048 * l2);
    /* A value that is used two instructions later lets two loads be on their way. */
    uint64_t pairs = chase(&ask, 64, 1, 2);
    assert_in_range(pairs, 32 * memory, 33 * memory);
    /* One that is never used lets as many as a warp may have. */
    assert_true(chase(&ask, 64, 1, 0) < 64 * memory / (ask.config.loads - 1));
}

/* Compressed lines: metadata hit, then device memory. */
static void test_compressed_chase(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask_even();
    const struct lpi_gpu_config *c = &ask.config;
    uint64_t l2 = 1 + c->l1_latency + c->l2_latency + 2 * c->crossbar_latency + 4;
    (void)state;
    ask.image.mode = LPI_GPU_BUDDY;
    ask.image.spill = (struct lpi_gpu_spill){.share = 1e-12, .run = 1, .sectors = 2};
    ask.free_metadata = true;
    /* Two sectors move in place of one. */
    assert_int_equal(chase(&ask, 64, 1, 1), 64 * (l2 + slice_latency(c, true) + 1));
    ask.free_metadata = false;
    assert_true(chase(&ask, 64, 1, 1) > 64 * (l2 + slice_latency(c, true) + 1));
    /* All lines spill: the link's latency is in place of the device's. */
    ask.free_metadata = true;
    ask.image.spill.share = 0.999999999;
    uint64_t spilled = chase(&ask, 64, 1, 1);
    assert_true(spilled >=
                64 * (l2 + slice_latency(c, true) + c->link_latency - c->device_latency));
    ask.config.link_latency += 50;
    assert_int_equal(chase(&ask, 64, 1, 1), spilled + 64 * 50);
}

/* ---- streams ---- */

/* Groups of 8 warps read their lines in turn, `rounds` times all of them. */
static void write_stream(struct gpu_trace *t, unsigned groups, unsigned loads, unsigned lines,
                         enum lp_warp_kind kind)
{
    static uint8_t bytes[128];
    gpu_trace_begin(t);
    gpu_trace_buffer(t, "a", GPU_BASE, lines * 128u, NULL);
    gpu_trace_launch(t, groups, 8);
    memset(bytes, 0x5a, sizeof bytes);
    for (unsigned g = 0; g < groups; g++)
        for (unsigned w = 0; w < 8; w++) {
            gpu_trace_warp(t, g, w);
            for (unsigned i = 0; i < loads; i++)
                gpu_trace_access(t, kind, line_at(((g * 8 + w) * loads + i) % lines), 4, 0,
                                 kind == LP_WARP_LOAD ? 12 : 0,
                                 kind == LP_WARP_LOAD ? NULL : bytes);
            gpu_trace_end_warp(t, kind == LP_WARP_LOAD ? 12 : 0);
        }
    gpu_trace_end_launch(t);
    gpu_trace_end(t);
}

static void ignore_answer(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    uint64_t *end = owner;
    (void)tag, (void)first;
    *end = last > *end ? last : *end;
}

/* Sectors a tick that a slice's memory gives for a stream of lines, if it is asked for all. */
static double best(const struct lpi_gpu_ask *ask)
{
    enum { LINES = 4000 };
    uint64_t end = 0;
    struct lpi_gpu_clock clock = lpi_gpu_clock(&ask->config);
    struct lpi_gpu_events *events = lpi_gpu_events_open();
    struct lpi_gpu_device *device = lpi_gpu_device_open(ask->tier, ask->map, &ask->config, events,
                                                        ignore_answer, &end);
    for (unsigned i = 0; i < LINES; i++)
        lpi_gpu_device_read(device, 0, i * 128, 15, i);
    while (lpi_gpu_step(events))
        ;
    lpi_gpu_device_close(device);
    lpi_gpu_events_close(events);
    double port = 1.0 / (double)clock.memory, memory = 4.0 * LINES / (double)end;
    return port < memory ? port : memory;
}

static void check_stream(enum lpi_gpu_tier tier)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct lpi_gpu_clock clock = lpi_gpu_clock(&ask.config);
    struct gpu_trace t;
    ask.tier = tier;
    write_stream(&t, 96, 32, 96 * 8 * 32, LP_WARP_LOAD);
    double ticks = (double)gpu_cycles(&ask, &t) * (double)clock.core;
    double rate = 96.0 * 8 * 32 * 4 / ticks / ask.config.slices;
    remove(t.path);
    printf("# stream, %s: %.3f of the memory's best\n", lpi_gpu_tiers[tier], rate / best(&ask));
    assert_true(rate >= 0.93 * best(&ask));
    assert_true(rate <= 1.01 * best(&ask));
}

static void test_stream(void **state)
{
    (void)state;
    check_stream(LPI_GPU_FIXED);
    check_stream(LPI_GPU_DRAM);
}

/* Lines that the L2 holds, without an L1: 32 bytes a cycle and bank. */
static void test_l2_stream(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct gpu_trace few, many;
    (void)state;
    write_stream(&few, 64, 16, 2048, LP_WARP_LOAD);
    write_stream(&many, 64, 80, 2048, LP_WARP_LOAD);
    ask.config.l1_bytes = 0;
    uint64_t cycles = gpu_cycles(&ask, &many) - gpu_cycles(&ask, &few);
    double rate = 64.0 * 8 * 64 * 4 / (double)cycles / ask.config.slices;
    remove(few.path);
    remove(many.path);
    printf("# L2-resident stream: %.3f sectors a cycle and bank\n", rate);
    assert_true(fabs(rate - 1) <= 0.03);
}

/* ---- latency and warps ---- */

static struct lpi_gpu_result with_warps(struct lpi_gpu_ask *ask, unsigned warps)
{
    struct gpu_trace t;
    gpu_trace_begin(&t);
    gpu_trace_buffer(&t, "a", GPU_BASE, 64 * 64 * 128, NULL);
    gpu_trace_launch(&t, 1, warps);
    for (unsigned w = 0; w < warps; w++) {
        gpu_trace_warp(&t, 0, w);
        for (unsigned i = 0; i < 64; i++)
            gpu_trace_access(&t, LP_WARP_LOAD, line_at(w * 64 + i), 0, 0, 1, NULL);
        gpu_trace_end_warp(&t, 1);
    }
    gpu_trace_end_launch(&t);
    gpu_trace_end(&t);
    struct lpi_gpu_result result = gpu_run(ask, &t);
    lpi_gpu_result_free(&result);
    remove(t.path);
    return result;
}

/* Until a server is full, N warps do N times as much in the same time; then all that they do takes
 * the server's time. Returns whether it was full. */
static bool check_warps(struct lpi_gpu_ask *ask, unsigned warps, uint64_t alone)
{
    struct lpi_gpu_result r = with_warps(ask, warps);
    uint64_t full = r.bound[LPI_GPU_BOUND_DEVICE], due = full > alone ? full : alone;
    double longer = (double)r.cycles / (double)due;
    printf("# %u warps: %.3f of the time of one, %.3f of the device's\n", warps,
           (double)r.cycles / (double)alone, (double)r.cycles / (double)full);
    if (longer > 1.05 || longer < 0.95)
        fail_msg("%u warps take %.3f of the time of one or of the device", warps, longer);
    return full > alone;
}

static void test_warps(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    uint64_t alone = with_warps(&ask, 1).cycles;
    (void)state;
    for (unsigned warps = 2; warps <= 64; warps *= 2)
        assert_false(check_warps(&ask, warps, alone));
    /* A memory that 64 warps fill. */
    ask.config.device_gbs = 1.5;
    alone = with_warps(&ask, 1).cycles;
    assert_false(check_warps(&ask, 4, alone));
    assert_false(check_warps(&ask, 8, alone));
    assert_true(check_warps(&ask, 32, alone));
    assert_true(check_warps(&ask, 64, alone));
}

/* ---- links ---- */

static void test_links(void **state)
{
    static const double links[] = {200, 100, 50, 20};
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct gpu_trace t;
    uint64_t cycles[4];
    (void)state;
    write_stream(&t, 32, 16, 4096, LP_WARP_LOAD);
    ask.image.mode = LPI_GPU_BANDWIDTH;
    for (unsigned i = 0; i < 4; i++) {
        ask.config.link_gbs = links[i] / ask.config.scale;
        cycles[i] = gpu_cycles(&ask, &t);
        assert_int_equal(cycles[i], cycles[0]);
    }
    ask.image.mode = LPI_GPU_BUDDY;
    ask.image.spill = (struct lpi_gpu_spill){.share = 0.3, .run = 4, .sectors = 2};
    for (unsigned i = 0; i < 4; i++) {
        ask.config.link_gbs = links[i] / ask.config.scale;
        struct lpi_gpu_result r = gpu_run(&ask, &t);
        cycles[i] = r.cycles;
        assert_true(r.link.sectors[LPI_GPU_FROM] > 0);
        lpi_gpu_result_free(&r);
        assert_true(i == 0 || cycles[i] >= cycles[i - 1]);
    }
    assert_true(cycles[3] > cycles[0]);
    remove(t.path);
}

/* A run is never faster, and in the end slower, as a latency grows. */
static void check_latency(struct lpi_gpu_ask *ask, const struct gpu_trace *t, uint32_t *latency)
{
    uint32_t kept = *latency;
    uint64_t first = gpu_cycles(ask, t), last = first;
    for (unsigned i = 0; i < 4; i++) {
        *latency += 1 + *latency / 3;
        uint64_t cycles = gpu_cycles(ask, t);
        assert_true(cycles >= last);
        last = cycles;
    }
    assert_true(last > first);
    *latency = kept;
}

/* Nor as a cache shrinks to one way of each set, which under LRU holds no line that more ways do not. */
static void check_ways(struct lpi_gpu_ask *ask, const struct gpu_trace *t, uint32_t *ways,
                       uint32_t *bytes)
{
    uint32_t kept[] = {*ways, *bytes};
    uint64_t first = gpu_cycles(ask, t), last = first;
    for (; *ways > 1; *ways /= 2, *bytes /= 2) {
        uint64_t cycles = gpu_cycles(ask, t);
        assert_true(cycles >= last);
        last = cycles;
    }
    assert_true(gpu_cycles(ask, t) > first);
    *ways = kept[0], *bytes = kept[1];
}

static void test_monotone(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct lpi_gpu_config *c = &ask.config;
    struct gpu_trace t;
    (void)state;
    ask.image.mode = LPI_GPU_BUDDY;
    ask.image.spill = (struct lpi_gpu_spill){.share = 0.5, .run = 2, .sectors = 2};
    write_chase(&t, 600, 1, 2, 3);
    check_latency(&ask, &t, &c->l1_latency);
    check_latency(&ask, &t, &c->crossbar_latency);
    check_latency(&ask, &t, &c->l2_latency);
    check_latency(&ask, &t, &c->device_latency);
    check_latency(&ask, &t, &c->link_latency);
    remove(t.path);
    /* A few times as many lines as the smallest caches hold, and fewer than the largest. */
    write_chase(&t, 150, 1, 3, 1);
    c->l1_ways = 8, c->l1_bytes = 32 * 8 * 128;
    check_ways(&ask, &t, &c->l1_ways, &c->l1_bytes);
    c->l1_bytes = 0;
    c->l2_ways = 16, c->l2_bytes = c->slices * 4 * 16 * 128;
    check_ways(&ask, &t, &c->l2_ways, &c->l2_bytes);
    remove(t.path);
    write_chase(&t, 64, 512, 3, 1);
    c->l2_ways = 1, c->l2_bytes = c->slices * 128;
    c->metadata_ways = 8, c->metadata_bytes = c->slices * 4 * 8 * 128;
    check_ways(&ask, &t, &c->metadata_ways, &c->metadata_bytes);
    remove(t.path);
}

/* ---- launches, barriers, stores ---- */

/* The same lines in each of two launches: the L1 is empty in the second, the L2 is not. */
static void test_launches(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask_even();
    struct gpu_trace t;
    (void)state;
    ask.config.sms = 1;
    gpu_trace_begin(&t);
    gpu_trace_buffer(&t, "a", GPU_BASE, 64 * 128, NULL);
    for (unsigned launch = 0; launch < 2; launch++) {
        gpu_trace_launch(&t, 1, 1);
        gpu_trace_warp(&t, 0, 0);
        for (unsigned i = 0; i < 64; i++)
            gpu_trace_access(&t, LP_WARP_LOAD, line_at(i), 0, 0, 1, NULL);
        gpu_trace_end_warp(&t, 1);
        gpu_trace_end_launch(&t);
    }
    gpu_trace_end(&t);
    const struct lpi_gpu_config *c = &ask.config;
    uint64_t l2 = 1 + c->l1_latency + c->l2_latency + 2 * c->crossbar_latency + 4;
    ask.warm = 1;
    struct lpi_gpu_result r = gpu_run(&ask, &t);
    assert_int_equal(r.sm.l1_hits, 0);
    assert_int_equal(r.l2.hits, 64);
    assert_int_equal(r.cycles, 64 * l2 + 1);
    assert_int_equal(r.cycles_cold, 64 * l2 + 64 * (l2 + slice_latency(c, false)) + 2);
    lpi_gpu_result_free(&r);
    ask.warm = 0;
    ask.first = 2;
    assert_int_equal(gpu_cycles(&ask, &t), 64 * (l2 + slice_latency(c, false)) + 1);
    remove(t.path);
}

/* One warp of a group comes late to the barrier; what the others do next waits for it. */
static void test_barrier(void **state)
{
    enum { LATE = 5000, AFTER = 4000 };
    struct lpi_gpu_ask ask = gpu_ask_even();
    struct gpu_trace t;
    (void)state;
    gpu_trace_begin(&t);
    gpu_trace_buffer(&t, "a", GPU_BASE, 64 * 128, NULL);
    gpu_trace_launch(&t, 1, 4);
    for (unsigned w = 0; w < 4; w++) {
        gpu_trace_warp(&t, 0, w);
        gpu_trace_record(
            &t, &(struct lp_warp_record){.kind = LP_WARP_BARRIER, .gap = w == 2 ? LATE : 10});
        gpu_trace_end_warp(&t, w == 2 ? 0 : AFTER);
    }
    gpu_trace_end_launch(&t);
    gpu_trace_end(&t);
    uint64_t cycles = gpu_cycles(&ask, &t);
    remove(t.path);
    /* Two of the others share a scheduler, which takes their instructions in turn. */
    assert_in_range(cycles, LATE + 2 * AFTER, LATE + 2 * AFTER + 50);
}

/* Parts of lines of a compressed page are stored, and evicted by many others. */
static void write_partial_stores(struct gpu_trace *t, const uint8_t *bytes)
{
    gpu_trace_begin(t);
    gpu_trace_buffer(t, "a", GPU_BASE, 512 * 128, NULL);
    gpu_trace_launch(t, 1, 1);
    gpu_trace_warp(t, 0, 0);
    for (unsigned i = 0; i < 512; i++) {
        struct lp_warp_record record = {
            .kind = LP_WARP_STORE, .mask = 0xff, .width = 4, .bytes = bytes};
        for (unsigned lane = 0; lane < 8; lane++)
            record.address[lane] = line_at(i) + 4 * lane;
        gpu_trace_record(t, &record);
    }
    gpu_trace_end_warp(t, 0);
    gpu_trace_end_launch(t);
    gpu_trace_launch(t, 1, 1);
    gpu_trace_warp(t, 0, 0);
    for (unsigned i = 0; i < 512; i++)
        gpu_trace_access(t, LP_WARP_LOAD, line_at(i), 4, 0, 1, NULL);
    gpu_trace_end_warp(t, 1);
    gpu_trace_end_launch(t);
    gpu_trace_end(t);
}

static void test_stores(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct gpu_trace t;
    uint8_t bytes[32];
    (void)state;
    for (unsigned i = 0; i < 32; i++)
        bytes[i] = (uint8_t)(i * 41 + 7);
    write_partial_stores(&t, bytes);
    ask.config.l2_bytes = 4 * 2 * 128 * 16;
    struct lpi_gpu_result r = gpu_run(&ask, &t);
    /* Whole sectors are written without being fetched, and leave by sector. */
    assert_int_equal(r.l2.fills_before_evict, 0);
    assert_int_equal(r.device.write_sectors, r.slices.writes);
    assert_true(r.slices.writes >= 512 - 128);
    lpi_gpu_result_free(&r);
    ask.image.mode = LPI_GPU_BANDWIDTH;
    ask.free_metadata = true;
    r = gpu_run(&ask, &t);
    /* The class is that of the bytes after the store. */
    uint8_t line[128] = {0}, entry[128];
    struct lp_gbbr_split split;
    memcpy(line, bytes, sizeof bytes);
    assert_int_equal(
        lp_gbbr_split(lpi_store_line(LP_PAGE_BPC, LP_TARGET_1, line, entry), LP_TARGET_1, &split),
        LP_ANSWER_OK);
    assert_true(split.dev_sectors > 0);
    assert_true(r.l2.fills_before_evict > 512 - 128 - 64);
    assert_int_equal(r.device.write_sectors, split.dev_sectors * r.slices.writes);
    assert_true(r.device.read_sectors > 0);
    lpi_gpu_result_free(&r);
    remove(t.path);
}

/* 8 warps load sectors of 6 lines at random, each before what they loaded last is used. */
static void write_random(struct gpu_trace *t, uint32_t random, unsigned loads)
{
    gpu_trace_begin(t);
    gpu_trace_buffer(t, "a", GPU_BASE, 6 * 128, NULL);
    gpu_trace_launch(t, 1, 8);
    for (unsigned w = 0; w < 8; w++) {
        gpu_trace_warp(t, 0, w);
        for (unsigned i = 0; i < loads; i++) {
            random = random * 1664525 + 1013904223;
            uint64_t address = line_at((random >> 16) % 6) + (random >> 28) % 4 * 32;
            gpu_trace_access(t, LP_WARP_LOAD, address, 0, 0, 1 + i % 3, NULL);
        }
        gpu_trace_end_warp(t, 3);
    }
    gpu_trace_end_launch(t);
    gpu_trace_end(t);
}

/* A sector may leave an L1 of one line before the line's other sectors are there, and is fetched
 * again for the next load. */
static void test_small_l1(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    (void)state;
    ask.config.l1_ways = 1;
    ask.config.l1_bytes = 128;
    for (uint32_t seed = 1; seed <= 8; seed++) {
        struct gpu_trace t;
        write_random(&t, seed, 200);
        struct lpi_gpu_result r = gpu_run(&ask, &t);
        assert_int_equal(r.load.requests, 8 * 200);
        lpi_gpu_result_free(&r);
        remove(t.path);
    }
}

/* Half a sector of each line is stored: the rest of the sector is fetched. */
static void test_partial_sectors(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct gpu_trace t;
    static const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8};
    (void)state;
    gpu_trace_begin(&t);
    gpu_trace_buffer(&t, "a", GPU_BASE, 64 * 128, NULL);
    gpu_trace_launch(&t, 1, 1);
    gpu_trace_warp(&t, 0, 0);
    for (unsigned i = 0; i < 64; i++) {
        struct lp_warp_record record = {
            .kind = LP_WARP_STORE, .mask = 15, .width = 4, .bytes = bytes};
        for (unsigned lane = 0; lane < 4; lane++)
            record.address[lane] = line_at(i) + 4 * lane;
        gpu_trace_record(&t, &record);
    }
    gpu_trace_end_warp(&t, 0);
    gpu_trace_end_launch(&t);
    gpu_trace_end(&t);
    struct lpi_gpu_result r = gpu_run(&ask, &t);
    assert_int_equal(r.device.read_sectors, 64);
    assert_int_equal(r.l2.sector_misses, 64);
    lpi_gpu_result_free(&r);
    remove(t.path);
}

/* Every seed has other places of pages, and the same seed the same. */
static void test_seeds(void **state)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    struct gpu_trace t;
    uint64_t cycles[4];
    unsigned other = 0;
    (void)state;
    write_stream(&t, 24, 8, 24 * 8 * 8, LP_WARP_LOAD);
    ask.tier = LPI_GPU_DRAM;
    for (unsigned i = 0; i < 4; i++) {
        ask.image.seed = i + 1;
        cycles[i] = gpu_cycles(&ask, &t);
        assert_int_equal(gpu_cycles(&ask, &t), cycles[i]);
        other += cycles[i] != cycles[0];
    }
    assert_true(other > 0);
    remove(t.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chase),           cmocka_unit_test(test_compressed_chase),
        cmocka_unit_test(test_stream),          cmocka_unit_test(test_l2_stream),
        cmocka_unit_test(test_warps),           cmocka_unit_test(test_links),
        cmocka_unit_test(test_monotone),        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_barrier),         cmocka_unit_test(test_stores),
        cmocka_unit_test(test_partial_sectors), cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_small_l1)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
