/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GBBR translation against its slow twin, its faults, and by brute force that no two lines of a
 * packed memory share a byte or a nibble.
 */
#include "unit.h"

#include "../../cmodel/units/codec/codec_ports.h"
#include "../reference/gbbr_slow.h"
#include "../../cmodel/lib/gbbr/gbbr_state.h"
#include "slice_windows.h"

#define EVERY_BIT UINT64_MAX
#define SMALLEST 11u
#define LARGEST 24u

static uint64_t below(uint64_t n)
{
    return unit_random() % n;
}

/* A number near `limit`, or anything below 2^bits. */
static uint32_t near(uint64_t limit, unsigned bits)
{
    uint64_t value = below(2) == 0 ? limit + below(36) - 18 : unit_random();
    return (uint32_t)(value & ((UINT64_C(1) << bits) - 1));
}

static void expect_same_line(const struct lp_gbbr_line *a, const struct lp_gbbr_line *b)
{
    assert_int_equal(a->dev_addr, b->dev_addr);
    assert_int_equal(a->dev_sectors, b->dev_sectors);
    assert_int_equal(a->eight, b->eight);
    assert_int_equal(a->spill_addr, b->spill_addr);
    assert_int_equal(a->spill_sectors, b->spill_sectors);
    assert_int_equal(a->meta, b->meta);
    assert_int_equal(a->meta_addr, b->meta_addr);
}

static void translate_equals_slow(void **state)
{
    (void)state;
    unsigned seen[4] = {0};
    for (unsigned i = 0; i < 400000; i++) {
        struct lp_gbbr_geometry g = {SMALLEST + (unsigned)below(LARGEST - SMALLEST + 1), 3,
                                     EVERY_BIT};
        struct lp_gbbr_regs regs = {below(UINT64_C(1) << 40), below(UINT64_C(1) << 40),
                                    below(UINT64_C(1) << (below(24) + 1)),
                                    below(UINT64_C(1) << (below(24) + 1))};
        struct lp_gbbr_page page = {(uint8_t)(below(4) != 0), (uint8_t)below(below(4) ? 5 : 8),
                                    near(regs.slots, 24), near(regs.frames, 24), 0};
        uint32_t index = (uint32_t)below(lp_gbbr_lines(&g));
        struct lp_gbbr_line fast = {0}, slow = {0};
        if (page.compressed == 0 && below(4) != 0)
            page.target = 0;
        int code = lp_gbbr_translate(&g, &regs, &page, index, &fast);
        assert_int_equal(code, lpi_gbbr_slow_translate(&g, &regs, &page, index, &slow));
        expect_same_line(&fast, &slow);
        seen[code]++;
    }
    for (unsigned code = 0; code < 4; code++)
        assert_true(seen[code] > 1000);
}

/* For each target, the last page that fits is translated and the first that does not fit faults. */
static void faults_are_exact(void **state)
{
    (void)state;
    const struct lp_gbbr_geometry g = {13, 3, EVERY_BIT};
    const struct lp_gbbr_regs regs = {0, 0, 100, 200};
    struct lp_gbbr_line line;
    for (uint8_t t = 0; t < LP_TARGETS; t++) {
        struct lp_gbbr_page page = {1, t, 100 - lp_gbbr_slots(t), 200 - lp_gbbr_frames(t), 0};
        assert_int_equal(lp_gbbr_translate(&g, &regs, &page, 63, &line), LP_ANSWER_OK);
        page.slot++;
        assert_int_equal(lp_gbbr_translate(&g, &regs, &page, 0, &line), LP_ANSWER_SLOT);
        page.slot--;
        page.frame++;
        assert_int_equal(lp_gbbr_translate(&g, &regs, &page, 0, &line), LP_ANSWER_FRAME);
        page.compressed = 0;
        assert_int_equal(lp_gbbr_translate(&g, &regs, &page, 0, &line),
                         t == 0 ? LP_ANSWER_FRAME : LP_ANSWER_TARGET);
    }
    for (uint8_t t = LP_TARGETS; t < 8; t++) {
        const struct lp_gbbr_page page = {1, t, 0, 0, 0};
        assert_int_equal(lp_gbbr_translate(&g, &regs, &page, 0, &line), LP_ANSWER_TARGET);
    }
    const struct lp_gbbr_page bypass = {0, 0, UINT32_MAX, 184, 0};
    assert_int_equal(lp_gbbr_translate(&g, &regs, &bypass, 0, &line), LP_ANSWER_OK);
    const struct lp_gbbr_regs reset = {0, 0, 0, 0};
    const struct lp_gbbr_page first = {1, LP_TARGET_16, 0, 0, 0};
    assert_int_equal(lp_gbbr_translate(&g, &reset, &first, 0, &line), LP_ANSWER_SLOT);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    const struct lp_gbbr_regs regs = {0, 0, 100, 200};
    const struct lp_gbbr_page page = {1, 0, 0, 0, 0};
    const struct lp_gbbr_geometry bad[] = {{10, 3, 0}, {25, 3, 0}, {13, 6, 0}};
    const struct lp_gbbr_geometry good = {13, 3, 0}, least = {11, 0, 0}, most = {24, 5, 0};
    struct lp_gbbr_line line = {.dev_addr = 77};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(lp_gbbr_translate(&bad[i], &regs, &page, 0, &line), LP_ERR_ARG);
    assert_int_equal(lp_gbbr_translate(&good, &regs, &page, 64, &line), LP_ERR_ARG);
    assert_int_equal(line.dev_addr, 77);
    assert_int_equal(lp_gbbr_translate(&least, &regs, &page, 15, &line), LP_ANSWER_OK);
    assert_int_equal(lp_gbbr_translate(&least, &regs, &page, 16, &line), LP_ERR_ARG);
    assert_int_equal(lp_gbbr_translate(&most, &regs, &page, 131071, &line), LP_ANSWER_OK);
}

static void split_equals_slow(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16 * 16 * 8; i++) {
        unsigned mixed = i / 128, s = i % 16, t = i / 16 % 8;
        struct lp_gbbr_split fast = {9, 9, 9}, slow = {9, 9, 9};
        int code = lpi_gbbr_split(mixed, s, t, &fast);
        assert_int_equal(code, lpi_gbbr_slow_split(mixed, s, t, &slow));
        assert_memory_equal(&fast, &slow, sizeof fast);
        if (mixed == 0)
            assert_int_equal(lp_gbbr_split(s, t, &fast), code);
        if (code == LP_ANSWER_OK && s < LP_STATE_EIGHT)
            assert_int_equal(fast.dev_sectors + fast.spill_sectors, s);
    }
}

static void state_of_an_entry(void **state)
{
    (void)state;
    for (unsigned t = 0; t < LP_TARGETS; t++) {
        unsigned eight = t == LP_TARGET_16 ? LP_STATE_EIGHT : 1;
        assert_int_equal(lp_gbbr_state(t, 0, 10), LP_STATE_ZERO);
        assert_int_equal(lp_gbbr_state(t, 1, 64), eight);
        assert_int_equal(lp_gbbr_state(t, 1, 65), 1);
        assert_int_equal(lp_gbbr_state(t, 3, 700), 3);
        assert_int_equal(lp_gbbr_state(t, 4, 0), LP_STATE_RAW);
    }
}

/* The decoder of zero and raw lines if states name codecs. */
static unsigned first_of(unsigned mixed)
{
    return mixed & 1 ? 0 : mixed & 2 ? 1 : mixed & 4 ? 2 : 3;
}

/* The stored state of a line gives its codec, and everything that its decoder needs. */
static void check_state(unsigned mixed, unsigned target, unsigned codec, unsigned sectors,
                        size_t bits)
{
    unsigned s = lpi_gbbr_state(mixed, target, codec, sectors, bits);
    /* A state that names its codec needs no codec of the page. */
    unsigned told = mixed != 0 ? 77 : codec;
    struct lpi_gbbr_entry entry = {99, 99, false};
    struct lp_gbbr_split split;
    assert_true(lpi_gbbr_entry(mixed, s, told, &entry));
    unsigned stored = sectors == 0 || sectors == 4 ? first_of(mixed) : codec;
    assert_int_equal(entry.codec, mixed != 0 ? stored : codec);
    assert_int_equal(entry.sectors, sectors);
    assert_int_equal(lpi_gbbr_split(mixed, s, target, &split), LP_ANSWER_OK);
    assert_int_equal(split.eight, entry.eight);
    assert_int_equal(entry.eight ? 1 : split.dev_sectors + split.spill_sectors, sectors);
    if (!lpi_gbbr_state_asks(target, sectors))
        assert_int_equal(s, lpi_gbbr_state(mixed, target, codec, sectors, SIZE_MAX));
}

static void entry_of_a_state(void **state)
{
    (void)state;
    for (unsigned t = 0; t < LP_TARGETS; t++)
        for (unsigned c = 0; c < LP_AUTO_CODECS; c++)
            for (unsigned mixed = 0; mixed <= LP_AUTO_ALL; mixed += mixed == 0 ? 1u << c : 1) {
                if (mixed != 0 && !(mixed >> c & 1))
                    continue;
                check_state(mixed, t, c, 0, 10);
                check_state(mixed, t, c, 4, 1024);
                for (unsigned bits = 10; bits <= 768; bits++)
                    check_state(mixed, t, c, (bits + 255) / 256, bits);
            }
}

/* Section 15 of the format, as it is written there: the state's codec and sectors. */
static const struct {
    int codec; /* -1: no codec */
    unsigned sectors;
} named[16] = {{-1, 0}, {1, 1}, {1, 2}, {1, 3}, {-1, 4}, {1, 1}, {0, 1}, {0, 2},
               {0, 3},  {2, 1}, {2, 2}, {2, 3}, {3, 1},  {3, 2}, {3, 3}, {-1, 0}};

/* Every state on every target, for every choice of codecs. */
static void mixed_states(void **state)
{
    (void)state;
    for (unsigned codecs = 1; codecs <= LP_AUTO_ALL; codecs++)
        for (unsigned t = 0; t < 8; t++)
            for (unsigned s = 0; s < 16; s++) {
                struct lp_gbbr_split split = {9, 9, 9}, same = {9, 9, 9};
                struct lpi_gbbr_entry entry;
                int code = lp_gbbr_split_mixed(codecs, s, t, &split);
                int there = named[s].codec < 0 || codecs >> named[s].codec & 1;
                int expected = t >= LP_TARGETS                           ? LP_ANSWER_STATE
                               : s == 15                                 ? LP_ANSWER_MEMORY
                               : !there || (s == 5 && t != LP_TARGET_16) ? LP_ANSWER_STATE
                                                                         : LP_ANSWER_OK;
                assert_int_equal(code, expected);
                assert_int_equal(lpi_gbbr_entry(codecs, s, 9, &entry), s != 15 && there);
                if (code != LP_ANSWER_OK) {
                    assert_int_equal(split.dev_sectors, 9);
                    continue;
                }
                assert_int_equal(entry.codec,
                                 named[s].codec < 0 ? (int)first_of(codecs) : named[s].codec);
                assert_int_equal(entry.sectors, named[s].sectors);
                /* Where a line is depends on its sectors alone, as with one codec. */
                assert_int_equal(lp_gbbr_split(s == 5 ? 5 : named[s].sectors, t, &same),
                                 LP_ANSWER_OK);
                assert_memory_equal(&split, &same, sizeof split);
            }
    struct lp_gbbr_split split;
    assert_int_equal(lp_gbbr_split_mixed(0, 1, 0, &split), LP_ERR_ARG);
    assert_int_equal(lp_gbbr_split_mixed(LP_AUTO_ALL + 1, 1, 0, &split), LP_ERR_ARG);
}

/* A byte (or nibble) map in which each place can be taken once. */
struct map {
    uint8_t *taken;
    uint64_t size, count;
};

static void take(struct map *map, uint64_t from, uint64_t length)
{
    assert_true(from + length <= map->size);
    for (uint64_t i = from; i < from + length; i++, map->count++) {
        assert_int_equal(map->taken[i], 0);
        map->taken[i] = 1;
    }
}

/* Pages of random targets one after the other until memory is full: everything is taken once. */
static void fill_memory(const struct lp_gbbr_geometry *g, uint32_t frames, uint32_t slots,
                        unsigned only)
{
    uint64_t share = UINT64_C(1) << g->share_log2;
    struct lp_gbbr_regs regs = {0x7000, 0x3000, slots, frames};
    struct map dev = {calloc(1, frames * share / 16), frames * share / 16, 0};
    struct map bud = {calloc(1, slots * share), slots * share * 3 / 4, 0};
    struct map meta = {calloc(1, slots * share), (uint64_t)slots * lp_gbbr_lines(g), 0};
    uint64_t dev_bytes = 0, bud_bytes = 0, nibbles = 0;
    struct lp_gbbr_page page = {1, 0, 0, 0, 0};
    for (;;) {
        page.target = (uint8_t)(only < LP_TARGETS ? only : below(LP_TARGETS));
        page.compressed = page.target != 0 || only == 0 || below(2);
        struct lp_gbbr_line line;
        if (lp_gbbr_translate(g, &regs, &page, 0, &line) != LP_ANSWER_OK)
            break;
        for (uint32_t i = 0; i < lp_gbbr_lines(g); i++) {
            assert_int_equal(lp_gbbr_translate(g, &regs, &page, i, &line), LP_ANSWER_OK);
            take(&dev, line.dev_addr, line.eight ? 8 : 32u * line.dev_sectors);
            if (line.spill_sectors > 0)
                take(&bud, line.spill_addr - regs.gbbr, 32u * line.spill_sectors);
            if (line.meta)
                take(&meta, line.meta_addr - 2 * regs.mdbase, 1);
        }
        dev_bytes += lp_gbbr_frames(page.target) * share / 16;
        bud_bytes += (uint64_t)lp_gbbr_spill_bytes(page.target) * lp_gbbr_lines(g);
        nibbles += page.compressed ? lp_gbbr_lines(g) : 0;
        page.frame += lp_gbbr_frames(page.target);
        page.slot += page.compressed ? lp_gbbr_slots(page.target) : 0;
    }
    assert_true(page.frame > 0);
    assert_int_equal(dev.count, dev_bytes);
    assert_int_equal(bud.count, bud_bytes);
    assert_int_equal(meta.count, nibbles);
    free(dev.taken);
    free(bud.taken);
    free(meta.taken);
}

static void no_two_lines_share(void **state)
{
    (void)state;
    for (unsigned log2 = SMALLEST; log2 <= 18; log2++) {
        const struct lp_gbbr_geometry g = {log2, 3, EVERY_BIT};
        for (unsigned only = 0; only <= LP_TARGETS; only++)
            fill_memory(&g, 67, 12, only);
    }
    for (unsigned i = 0; i < 200; i++) {
        const struct lp_gbbr_geometry g = {SMALLEST + (unsigned)below(2), 3, EVERY_BIT};
        fill_memory(&g, (uint32_t)(16 + below(400)), (uint32_t)(2 + below(40)), LP_TARGETS);
    }
}

/* Each local line of each slice comes from one line of the page; shares are equal. */
static void slices_are_a_permutation(void **state)
{
    (void)state;
    for (unsigned slices = 0; slices <= 5; slices++)
        for (unsigned i = 0; i < 60; i++) {
            const struct lp_gbbr_geometry g = {11 + i % 2, slices,
                                               below(4) ? EVERY_BIT : unit_random()};
            uint32_t frame = (uint32_t)unit_random(), lines = lp_gbbr_lines(&g) << slices;
            uint8_t *taken = calloc(1, lines);
            for (uint32_t index = 0; index < lines; index++) {
                unsigned slice;
                uint32_t local;
                uint64_t slow_slice, slow_local;
                lp_gbbr_slice(&g, frame, index, &slice, &local);
                lpi_gbbr_slow_slice(&g, frame, index, &slow_slice, &slow_local);
                assert_int_equal(slice, slow_slice);
                assert_int_equal(local, slow_local);
                assert_true(slice < 1u << slices && local < lp_gbbr_lines(&g));
                assert_int_equal(taken[local << slices | slice]++, 0);
                assert_int_equal(lp_gbbr_index(&g, frame, slice, local), index);
            }
            free(taken);
        }
}

/* As many neighbouring pages as slices, of a target that takes a power of two of frames, start in
 * all slices. */
static void pages_start_in_all_slices(void **state)
{
    (void)state;
    for (unsigned slices = 1; slices <= 5; slices++) {
        const struct lp_gbbr_geometry g = {13, slices, EVERY_BIT};
        for (unsigned t = 0; t < LP_TARGETS; t++) {
            uint64_t starts = 0;
            for (uint32_t page = 0; page < 1u << slices && t != LP_TARGET_1_33; page++) {
                unsigned slice;
                uint32_t local;
                lp_gbbr_slice(&g, page * lp_gbbr_frames(t), 0, &slice, &local);
                starts |= UINT64_C(1) << slice;
            }
            assert_true(starts == (t != LP_TARGET_1_33 ? (UINT64_C(1) << (1 << slices)) - 1 : 0));
        }
    }
}

/* Without a bit to fold, groups take turns. */
static void nothing_folded_takes_turns(void **state)
{
    (void)state;
    const struct lp_gbbr_geometry g = {11, 5, 0};
    for (uint32_t index = 0; index < 512; index++) {
        unsigned slice;
        uint32_t local;
        lp_gbbr_slice(&g, (uint32_t)unit_random(), index, &slice, &local);
        assert_int_equal(slice, index / 4 % 32);
        assert_int_equal(local, index / 128 * 4 + index % 4);
    }
}

static unsigned slice_now(unsigned slices_log2, uint32_t frame, uint32_t index)
{
    const struct lp_gbbr_geometry g = {.slices_log2 = slices_log2, .fold = EVERY_BIT};
    unsigned slice;
    uint32_t local;
    lp_gbbr_slice(&g, frame, index, &slice, &local);
    return slice;
}

/*
 * Steps of a power of two within a page: of any 64 accesses in a row, and of any two per slice, no
 * slice gets more than twice its even share. Steps of one line visit groups of four, and two groups
 * in a row may be in one slice if a multiple of the slices is between them. In that case the bound
 * holds for windows that begin at a multiple of their length; other windows may get two groups.
 */
static void check_windows(unsigned page_log2, unsigned slices_log2, unsigned window)
{
    for (unsigned stride = 7; stride < page_log2; stride++) {
        struct walk walk = {.page_log2 = page_log2,
                            .slices_log2 = slices_log2,
                            .stride_log2 = stride,
                            .window = window,
                            .apart = 1,
                            .pages = 1};
        unsigned most = 2 * walk_share(&walk);
        if (stride == 7 && most < 8)
            most = 8;
        assert_in_range(walk_worst(&walk, slice_now), 1, most);
        walk.apart = walk_window(&walk);
        assert_in_range(walk_worst(&walk, slice_now), 1, 2 * walk_share(&walk));
    }
}

static void steps_go_to_all_slices(void **state)
{
    (void)state;
    for (unsigned page_log2 = 16; page_log2 <= 21; page_log2 += 5)
        for (unsigned slices_log2 = 1; slices_log2 <= 5; slices_log2++) {
            check_windows(page_log2, slices_log2, 2u << slices_log2);
            check_windows(page_log2, slices_log2, 64);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(translate_equals_slow),
        cmocka_unit_test(faults_are_exact),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(split_equals_slow),
        cmocka_unit_test(state_of_an_entry),
        cmocka_unit_test(entry_of_a_state),
        cmocka_unit_test(mixed_states),
        cmocka_unit_test(no_two_lines_share),
        cmocka_unit_test(slices_are_a_permutation),
        cmocka_unit_test(pages_start_in_all_slices),
        cmocka_unit_test(nothing_folded_takes_turns),
        cmocka_unit_test(steps_go_to_all_slices),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
