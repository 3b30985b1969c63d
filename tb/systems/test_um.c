/* SPDX-License-Identifier: Apache-2.0 */
/* Managed memory: the L2 against a list, pages by hand, times, targets of buddy memory. */
#include "../lib/unit.h"

#include "../../cmodel/systems/um/um.h"
#include "../../cmodel/systems/um/um_buddy.h"
#include "../../cmodel/systems/um/um_l2.h"
#include <linepress/buddy.h>
#include <math.h>

static double constants[LPI_UM_CONSTANTS];

static void near(double got, double due)
{
    if (!(fabs(got - due) <= 1e-9 * fabs(due)))
        fail_msg("%.17g is not %.17g", got, due);
}

/* ---- L2 ---- */

struct miss {
    uint64_t line;
    unsigned mask;
    int write;
};

struct misses {
    struct miss list[64];
    unsigned count;
};

static void note(void *owner, uint64_t line, unsigned mask, int write)
{
    struct misses *m = owner;
    assert_true(m->count < 64);
    m->list[m->count++] = (struct miss){line, mask, write};
}

static void expect(struct misses *m, const struct miss *due, unsigned count)
{
    assert_int_equal(m->count, count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(m->list[i].line, due[i].line);
        assert_int_equal(m->list[i].mask, due[i].mask);
        assert_int_equal(m->list[i].write, due[i].write);
    }
    m->count = 0;
}

/* Two sets of two ways. */
static void test_l2(void **state)
{
    (void)state;
    struct misses m = {.count = 0};
    struct lpi_um_l2 *l2 = lpi_um_l2_open(512, 2, note, &m);
    assert_non_null(l2);
    lpi_um_l2_load(l2, 0, 3);
    lpi_um_l2_load(l2, 0, 6);
    lpi_um_l2_load(l2, 0, 7);
    expect(&m, (struct miss[]){{0, 3, 0}, {0, 4, 0}}, 2);
    lpi_um_l2_store(l2, 2, 5, 4);
    lpi_um_l2_store(l2, 2, 8, 8);
    expect(&m, (struct miss[]){{2, 1, 0}}, 1);
    lpi_um_l2_load(l2, 0, 1);
    lpi_um_l2_load(l2, 1, 1);
    lpi_um_l2_load(l2, 4, 1);
    expect(&m, (struct miss[]){{1, 1, 0}, {2, 13, 1}, {4, 1, 0}}, 3);
    lpi_um_l2_load(l2, 0, 1);
    expect(&m, NULL, 0);
    lpi_um_l2_store(l2, 0, 2, 2);
    lpi_um_l2_flush(l2);
    expect(&m, (struct miss[]){{0, 2, 1}}, 1);
    lpi_um_l2_load(l2, 0, 1);
    expect(&m, (struct miss[]){{0, 1, 0}}, 1);
    /* A store of whole sectors reads nothing, and is an access all the same. */
    lpi_um_l2_store(l2, 7, 15, 15);
    expect(&m, (struct miss[]){{7, 0, 0}}, 1);
    lpi_um_l2_close(l2);
}

/* ---- pages ---- */

enum { PAGES = 8 };

/* Pages 0 to 7 in blocks of `block`, touched one by one. */
static void fill_stream(struct lpi_um_stream *s, uint64_t block, uint64_t *pages,
                        struct lpi_um_touch *touches)
{
    for (unsigned i = 0; i < PAGES; i++) {
        pages[i] = i;
        touches[i] = (struct lpi_um_touch){i, 100};
    }
    *s = (struct lpi_um_stream){.touches = touches,
                                .touch_count = PAGES,
                                .pages = pages,
                                .page_count = PAGES,
                                .page_bytes = 65536,
                                .block_pages = block};
}

static struct lpi_um_moves moves_at(const struct lpi_um_stream *s, double ratio, double window)
{
    struct lpi_um_moves moves;
    struct lpi_fault fault = {0};
    assert_int_equal(lpi_um_pages(s, ratio, window, constants, &moves, &fault), 0);
    return moves;
}

static void test_pages(void **state)
{
    (void)state;
    uint64_t pages[PAGES];
    struct lpi_um_touch touches[PAGES];
    struct lpi_um_stream s;
    fill_stream(&s, 1, pages, touches);
    struct lpi_um_moves m = moves_at(&s, 1, 0);
    assert_true(m.device_pages == 8 && m.faults == 0 && m.batches == 0 && m.in == 0 && m.out == 0);
    /* Blocks of one page: LRU over a cycle misses each time. */
    m = moves_at(&s, 1.1, 0);
    assert_true(m.device_pages == 7 && m.faults == 8 && m.batches == 8 && m.in == 8 && m.out == 8);
    /* 100 requests apart: two faults in a window of 100, four in one of 300. */
    assert_true(moves_at(&s, 1.1, 100).batches == 4);
    assert_true(moves_at(&s, 1.1, 300).batches == 2);
    /* Blocks of two pages: one page is not more than half of them. */
    fill_stream(&s, 2, pages, touches);
    m = moves_at(&s, 2, 0);
    assert_true(m.device_pages == 4 && m.faults == 8 && m.in == 8 && m.out == 8);
    constants[LPI_UM_PREFETCH] = 0.4;
    m = moves_at(&s, 2, 0);
    assert_true(m.faults == 4 && m.prefetched == 4 && m.in == 8 && m.out == 8);
    constants[LPI_UM_PREFETCH] = lpi_um_constants[LPI_UM_PREFETCH].value;
}

/* From an empty block of 32 pages in order, faults are on pages 0, 1, 2, 4, 8 and 16. */
static void test_prefetch(void **state)
{
    (void)state;
    static uint64_t pages[96];
    static struct lpi_um_touch touches[96];
    for (unsigned i = 0; i < 96; i++) {
        pages[i] = i;
        touches[i] = (struct lpi_um_touch){i, 1};
    }
    struct lpi_um_stream s = {.touches = touches,
                              .touch_count = 96,
                              .pages = pages,
                              .page_count = 96,
                              .page_bytes = 65536,
                              .block_pages = 32};
    struct lpi_um_moves m = moves_at(&s, 1.5, 0);
    assert_int_equal(m.device_pages, 64);
    assert_true(m.faults == 18 && m.prefetched == 78 && m.in == 96 && m.out == 96);
    constants[LPI_UM_BATCH] = 4;
    near(moves_at(&s, 1.5, 1e9).batches, 14.0 / 3) /* of 54 faults in three passes */;
    constants[LPI_UM_BATCH] = lpi_um_constants[LPI_UM_BATCH].value;
}

static void test_times(void **state)
{
    (void)state;
    struct lpi_um_moves m = {.batches = 3, .in = 10, .out = 4};
    near(lpi_um_time(&m, 7, 20, 65536, 75), 7 + 60 + 10 * 65536 / 75e3);
    near(lpi_um_link_time(1000, 4000, 1, 50), 4000 * 32 / 50e3);
    near(lpi_um_link_time(1000, 400, 100, 50), 100);
}

/* ---- targets ---- */

static void test_targets(void **state)
{
    (void)state;
    struct lpi_um_buffer buffers[2] = {
        {.name = "small", .bytes = 4096, .lines = {{0, 32, 0, 0, 0}, {0}}},
        {.name = "raw", .bytes = 4096, .lines = {{0, 0, 0, 0, 32}, {0, 0, 0, 0, 16}}}};
    struct lpi_um_stream s = {.buffers = buffers, .buffer_count = 2};
    struct lpi_um_plan plan;
    struct lpi_fault fault = {0};
    double before = 0;
    for (double ratio = 1; ratio <= 4; ratio += 0.125) {
        assert_int_equal(lpi_um_plan(&s, ratio, &plan, &fault), 0);
        assert_true(plan.fits);
        assert_true(plan.device_bytes <= 8192 / ratio);
        assert_true(plan.sectors[LPI_UM_READ] >= before);
        before = plan.sectors[LPI_UM_READ];
        if (ratio == 1.5)
            assert_true(plan.targets[0] == LP_TARGET_4 && plan.targets[1] == 8 && before == 0);
        if (ratio == 2)
            assert_true(plan.targets[1] == LP_TARGET_1_33 && before == 32 &&
                        plan.sectors[LPI_UM_WRITE] == 16);
        lpi_um_plan_close(&plan);
    }
    near(before, 96);
    assert_int_equal(lpi_um_plan(&s, 4.01, &plan, &fault), 0);
    assert_false(plan.fits);
    lpi_um_plan_close(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_l2),       cmocka_unit_test(test_pages),
        cmocka_unit_test(test_prefetch), cmocka_unit_test(test_times),
        cmocka_unit_test(test_targets),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    for (unsigned i = 0; i < LPI_UM_CONSTANTS; i++)
        constants[i] = lpi_um_constants[i].value;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
