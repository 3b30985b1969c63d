/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warps put together from lanes, whose steps come one work-item after the other, as from a tracer.
 * Records are counted by hand, and against a slow table for random programs.
 */
#include "warp_steps.h"

enum { MOST = 4096 };

static struct lp_warp_record records[MOST];

static void expect(const struct lp_warp_record *r, enum lp_warp_kind kind, uint32_t mask,
                   uint64_t gap, uint64_t use)
{
    assert_int_equal(r->kind, kind);
    assert_int_equal(r->mask, mask);
    assert_int_equal(r->gap, gap);
    assert_int_equal(r->use, use);
}

/* b[i] = a[i - 1] + a[i] + a[i + 1] on 70 points: warps of 32, 32 and 6 lanes. */
static void stencil(void **state)
{
    (void)state;
    enum { INDEX, LEFT, MIDDLE, RIGHT, SUM, STORE, RETURN, POINTS = 70, B = 4096 };
    struct steps s;
    steps_begin(&s, POINTS, 128);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, POINTS), LP_OK);
    for (uint32_t i = 0; i < POINTS; i++) {
        steps_plain(&s, i, INDEX);
        steps_load(&s, i, LEFT, 4 * i);
        steps_load(&s, i, MIDDLE, 4 * i + 4);
        steps_load(&s, i, RIGHT, 4 * i + 8);
        steps_use(&s, i, SUM, LEFT);
        steps_store(&s, i, STORE, B + 4 * i, i, MIDDLE);
        steps_plain(&s, i, RETURN);
    }
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    assert_int_equal(lp_warp_count(s.trace), 3);
    for (uint32_t w = 0; w < 3; w++) {
        uint32_t mask = w < 2 ? UINT32_MAX : 0x3f;
        assert_int_equal(steps_records(&s, w, records, MOST), 4);
        expect(&records[0], LP_WARP_LOAD, mask, 1, 3);
        expect(&records[1], LP_WARP_LOAD, mask, 0, 3);
        expect(&records[2], LP_WARP_LOAD, mask, 0, 0);
        expect(&records[3], LP_WARP_STORE, mask, 1, 0);
        assert_int_equal(records[4].gap, 1);
        for (uint32_t l = 0; l < 32 && mask >> l & 1; l++) {
            uint32_t i = 32 * w + l;
            for (uint32_t n = 0; n < 3; n++)
                assert_int_equal(records[n].address[l], STEPS_BUFFER + 4 * (i + n));
            assert_int_equal(records[3].address[l], STEPS_BUFFER + B + 4 * i);
            assert_int_equal(records[3].bytes[4 * l], i);
        }
    }
    steps_free(&s);
}

/* Lanes with odd numbers load and store elsewhere: two loads, two stores, half the lanes each. */
static void divergent_branch(void **state)
{
    (void)state;
    enum { TEST, EVEN_LOAD, EVEN_STORE, ODD_LOAD, ODD_TWICE, ODD_STORE, RETURN };
    struct steps s;
    steps_begin(&s, 32, 32);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 32), LP_OK);
    for (uint32_t i = 0; i < 32; i++) {
        steps_plain(&s, i, TEST);
        steps_load(&s, i, i % 2 ? ODD_LOAD : EVEN_LOAD, (i % 2 ? 1024 : 0) + 4 * i);
        if (i % 2)
            steps_use(&s, i, ODD_TWICE, ODD_LOAD);
        steps_store(&s, i, i % 2 ? ODD_STORE : EVEN_STORE, 4096 + 4 * i, i,
                    i % 2 ? ODD_LOAD : EVEN_LOAD);
        steps_plain(&s, i, RETURN);
    }
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    assert_int_equal(steps_records(&s, 0, records, MOST), 4);
    /* The second path to be seen precedes the steps that followed the branch in the first. */
    expect(&records[0], LP_WARP_LOAD, 0xaaaaaaaa, 1, 1);
    expect(&records[1], LP_WARP_STORE, 0xaaaaaaaa, 1, 0);
    expect(&records[2], LP_WARP_LOAD, 0x55555555, 0, 1);
    expect(&records[3], LP_WARP_STORE, 0x55555555, 0, 0);
    assert_int_equal(records[4].gap, 1);
    assert_int_equal(records[0].address[5], STEPS_BUFFER + 1024 + 20);
    assert_int_equal(records[2].address[4], STEPS_BUFFER + 16);
    steps_free(&s);
}

/* Sums of rows of a CSR matrix: lane i has i % 5 values, so the k-th load has fewer lanes. */
static void csr_rows(void **state)
{
    (void)state;
    enum { BEGIN, VALUE, ADD, STORE };
    static const uint32_t first[32] = {0,  0,  1,  3,  6,  10, 10, 11, 13, 16, 20,
                                       20, 21, 23, 26, 30, 30, 31, 33, 36, 40, 40,
                                       41, 43, 46, 50, 50, 51, 53, 56, 60, 60};
    struct steps s;
    steps_begin(&s, 32, 32);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 32), LP_OK);
    for (uint32_t i = 0; i < 32; i++) {
        steps_load(&s, i, BEGIN, 4 * i);
        for (uint32_t k = 0; k < i % 5; k++) {
            steps_load(&s, i, VALUE, 4096 + 4 * (first[i] + k));
            steps_use(&s, i, ADD, VALUE);
        }
        steps_store(&s, i, STORE, 8192 + 4 * i, i, BEGIN);
    }
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    assert_int_equal(steps_records(&s, 0, records, MOST), 6);
    expect(&records[0], LP_WARP_LOAD, UINT32_MAX, 0, 9);
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < 32; i++)
            if (i % 5 > k) {
                mask |= UINT32_C(1) << i;
                assert_int_equal(records[1 + k].address[i],
                                 STEPS_BUFFER + 4096 + 4 * (first[i] + k));
            }
        expect(&records[1 + k], LP_WARP_LOAD, mask, k > 0, 1);
    }
    expect(&records[5], LP_WARP_STORE, UINT32_MAX, 1, 0);
    steps_free(&s);
}

/*
 * Two groups of 64 work-items each add up what they load, in local memory: a barrier after the load
 * and one in each round, in which ever fewer lanes work. Work-item 0 stores the sum.
 */
static void reduction(void **state)
{
    (void)state;
    enum { LOAD, KEEP, ADD, STORE, RETURN, ITEMS = 64 };
    struct steps s;
    steps_begin(&s, 2 * ITEMS, ITEMS);
    for (uint32_t group = 0; group < 2; group++) {
        assert_int_equal(lpi_lanes_group(s.lanes, group, ITEMS), LP_OK);
        for (uint32_t i = 0; i < ITEMS; i++) {
            steps_load(&s, i, LOAD, 4 * (ITEMS * group + i));
            steps_use(&s, i, KEEP, LOAD);
        }
        for (uint32_t half = ITEMS / 2; half > 0; half /= 2) {
            assert_int_equal(lpi_lanes_barrier(s.lanes), LP_OK);
            for (uint32_t i = 0; i < half; i++)
                steps_plain(&s, i, ADD);
        }
        for (uint32_t i = 0; i < ITEMS; i++) {
            if (i == 0)
                steps_store(&s, i, STORE, 4096 + 4 * group, 7, KEEP);
            steps_plain(&s, i, RETURN);
        }
        assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    }
    steps_end(&s);
    assert_int_equal(lp_warp_count(s.trace), 4);
    for (uint32_t w = 0; w < 4; w++) {
        int first = w % 2 == 0;
        assert_int_equal(lp_warp(s.trace, w)->group, w / 2);
        assert_int_equal(steps_records(&s, w, records, MOST), first ? 8 : 7);
        expect(&records[0], LP_WARP_LOAD, UINT32_MAX, 0, 1);
        assert_int_equal(records[0].address[3], STEPS_BUFFER + 4 * (32 * w + 3));
        expect(&records[1], LP_WARP_BARRIER, 0, 1, 0);
        for (uint32_t b = 2; b < 7; b++)
            expect(&records[b], LP_WARP_BARRIER, 0, first, 0);
        if (first)
            expect(&records[7], LP_WARP_STORE, 1, 1, 0);
    }
    steps_free(&s);
}

/* Counting restarts at a barrier, so lanes that ran a loop unequally often meet again. */
static void barrier_realigns_lanes(void **state)
{
    (void)state;
    struct steps s;
    steps_begin(&s, 32, 32);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 32), LP_OK);
    for (uint32_t i = 0; i < 32; i++)
        for (uint32_t k = 0; k <= i; k++)
            steps_load(&s, i, 0, 4 * k);
    assert_int_equal(lpi_lanes_barrier(s.lanes), LP_OK);
    for (uint32_t i = 0; i < 32; i++)
        steps_load(&s, i, 0, 4 * i);
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    assert_int_equal(steps_records(&s, 0, records, MOST), 32 + 1 + 1);
    for (uint32_t k = 0; k < 32; k++)
        assert_int_equal(records[k].mask, UINT32_MAX << k);
    assert_int_equal(records[33].mask, UINT32_MAX);
    steps_free(&s);
}

/* A value that is loaded before a barrier and used after it; two uses, of which one is first. */
static void first_use_is_the_earliest(void **state)
{
    (void)state;
    struct steps s;
    steps_begin(&s, 32, 32);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 32), LP_OK);
    for (uint32_t i = 0; i < 32; i++) {
        steps_load(&s, i, 0, 4 * i);
        steps_load(&s, i, 1, 4 * i);
        steps_plain(&s, i, 2);
        if (i == 9)
            steps_use(&s, i, 3, 1);
        steps_plain(&s, i, 4);
        steps_use(&s, i, 5, 1);
    }
    assert_int_equal(lpi_lanes_barrier(s.lanes), LP_OK);
    for (uint32_t i = 0; i < 32; i++)
        steps_use(&s, i, 6, 0);
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    assert_int_equal(steps_records(&s, 0, records, MOST), 3);
    expect(&records[0], LP_WARP_LOAD, UINT32_MAX, 0, 7);
    expect(&records[1], LP_WARP_LOAD, UINT32_MAX, 0, 2);
    expect(&records[2], LP_WARP_BARRIER, 0, 4, 0);
    steps_free(&s);
}

static void bad_steps_are_refused(void **state)
{
    (void)state;
    const uint8_t bytes[16] = {0};
    const struct lpi_lane_step good = {.item = 3,
                                       .instruction = 1,
                                       .counted = 1,
                                       .kind = LP_WARP_STORE,
                                       .width = 4,
                                       .address = STEPS_BUFFER,
                                       .bytes = bytes};
    struct lpi_lane_step bad[7];
    struct steps s;
    for (size_t i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].item = 32;
    bad[1].width = 0;
    bad[2].width = 17;
    bad[3].bytes = NULL;
    bad[4].kind = LP_WARP_BARRIER;
    bad[5].kind = LP_WARP_LOAD;
    bad[6].counted = 0;
    steps_begin(&s, 32, 32);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 0), LP_ERR_ARG);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, LP_WARP_BLOCK_MAX + 1), LP_ERR_ARG);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 32), LP_OK);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(lpi_lanes_step(s.lanes, &bad[i]), LP_ERR_ARG);
    assert_int_equal(lpi_lanes_step(s.lanes, &good), LP_OK);
    bad[0] = good;
    bad[0].width = 8;
    bad[0].item = 4;
    assert_int_equal(lpi_lanes_step(s.lanes, &bad[0]), LP_ERR_ARG);
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    steps_free(&s);
}

/* ---- random programs ---- */

enum { ITEMS = 96, LEAVES = 40, DEPTH = 4, LIST = 2000 };

/* The loads of each work-item, in order: the instruction, and how often it had been executed. */
struct pair {
    uint32_t instruction, count, address;
};
static struct pair lists[ITEMS][LIST];
static size_t lengths[ITEMS];

static void note(uint32_t item, uint32_t instruction)
{
    struct pair *list = lists[item];
    size_t n = lengths[item]++;
    assert_true(n < LIST);
    list[n] = (struct pair){instruction, 1, (uint32_t)(unit_random() % (STEPS_BYTES / 4)) * 4};
    for (size_t i = 0; i < n; i++)
        list[n].count += list[i].instruction == instruction;
}

/*
 * Runs a random tree of sequences, branches and innermost loops, the same for all work-items but
 * for the paths that they take. Each leaf is a load of its own; so are the tests of branches and
 * loops, where all lanes that come there meet.
 */
static void run_program(uint64_t seed, uint32_t item, unsigned depth, uint32_t *leaf)
{
    uint64_t draw = (seed + *leaf * 0x9e3779b97f4a7c15u) >> 7;
    if (depth == 0 || *leaf >= LEAVES - 1) {
        uint32_t times = draw % 3 == 0 ? (uint32_t)(unit_random() % 5) : 1;
        for (uint32_t t = 0; t < times; t++) {
            note(item, LEAVES + *leaf);
            note(item, *leaf);
        }
        note(item, LEAVES + *leaf);
        ++*leaf;
        return;
    }
    if (draw % 2 == 0) { /* a branch: the path not taken has leaves too */
        uint32_t before = *leaf;
        note(item, (2 + depth) * LEAVES + before);
        size_t length = lengths[item];
        int second = unit_random() % 2 != 0;
        run_program(seed, item, depth - 1, leaf);
        if (second)
            lengths[item] = length;
        size_t kept = lengths[item];
        run_program(seed ^ before, item, depth - 1, leaf);
        if (!second)
            lengths[item] = kept;
        return;
    }
    run_program(seed, item, depth - 1, leaf);
    run_program(seed * 5 + 1, item, depth - 1, leaf);
}

static const struct pair *find_pair(uint32_t item, const struct pair *pair)
{
    for (size_t i = 0; i < lengths[item]; i++)
        if (lists[item][i].instruction == pair->instruction && lists[item][i].count == pair->count)
            return &lists[item][i];
    return NULL;
}

/* Each record is one pair, with all lanes that have it, and each lane's come in its own order. */
static void check_warp(const struct steps *s, uint32_t warp)
{
    size_t count = steps_records(s, warp, records, MOST), at[LP_WARP_LANES] = {0};
    for (size_t n = 0; n < count; n++) {
        const struct lp_warp_record *r = &records[n];
        unsigned first = 0;
        while (!(r->mask >> first & 1))
            first++;
        assert_true(at[first] < lengths[32 * warp + first]);
        struct pair pair = lists[32 * warp + first][at[first]];
        for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
            uint32_t item = 32 * warp + lane;
            const struct pair *has = find_pair(item, &pair);
            assert_int_equal(r->mask >> lane & 1, has != NULL);
            if (has == NULL)
                continue;
            assert_ptr_equal(has, &lists[item][at[lane]++]);
            assert_int_equal(r->address[lane], STEPS_BUFFER + has->address);
        }
    }
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        assert_int_equal(at[lane], lengths[32 * warp + lane]);
}

static void random_programs(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        struct steps s;
        uint64_t seed = unit_random();
        steps_begin(&s, ITEMS, ITEMS);
        assert_int_equal(lpi_lanes_group(s.lanes, 0, ITEMS), LP_OK);
        for (uint32_t item = 0; item < ITEMS; item++) {
            uint32_t leaf = 0;
            lengths[item] = 0;
            run_program(seed, item, DEPTH, &leaf);
            for (size_t i = 0; i < lengths[item]; i++)
                steps_load(&s, item, lists[item][i].instruction, lists[item][i].address);
        }
        assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
        steps_end(&s);
        for (uint32_t warp = 0; warp < ITEMS / 32; warp++)
            check_warp(&s, warp);
        steps_free(&s);
    }
}

/* Pairs go in front of one another more often than labels have room between them. */
static void many_insertions(void **state)
{
    (void)state;
    enum { TIMES = 100000 };
    struct steps s;
    struct lp_warp_cursor cursor;
    struct lp_warp_record r;
    uint64_t instructions = 0;
    steps_begin(&s, 32, 32);
    assert_int_equal(lpi_lanes_group(s.lanes, 0, 32), LP_OK);
    for (uint32_t i = 0; i < 32; i++) {
        steps_plain(&s, i, 0);
        for (uint32_t k = 0; i > 0 && k < TIMES / 32; k++)
            steps_plain(&s, i, 2 + i);
        steps_load(&s, i, 1, 4 * i);
    }
    assert_int_equal(lpi_lanes_end(s.lanes), LP_OK);
    steps_end(&s);
    assert_int_equal(lp_warp_start(s.trace, 0, &cursor), LP_OK);
    lp_warp_next(&cursor, &r);
    instructions = r.gap;
    assert_int_equal(r.mask, UINT32_MAX);
    assert_int_equal(instructions, 1 + 31 * (TIMES / 32));
    steps_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stencil),
        cmocka_unit_test(divergent_branch),
        cmocka_unit_test(csr_rows),
        cmocka_unit_test(reduction),
        cmocka_unit_test(barrier_realigns_lanes),
        cmocka_unit_test(first_use_is_the_earliest),
        cmocka_unit_test(bad_steps_are_refused),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(many_insertions),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
