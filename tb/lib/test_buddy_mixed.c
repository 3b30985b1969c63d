/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buddy memory whose lines name their codecs: a slice with each combination of state and record,
 * whichever codec its pages have, compared with the format's text; and lines that are lost.
 */
#include "ebd_lines.h"

#include "../../cmodel/lib/buddy/slice.h"
#include "../../cmodel/lib/buddy/stored.h"
#include "../../cmodel/base/codec.h"

enum { LINES = 64, NEIGHBOUR = 1 };

static const struct lp_gbbr_geometry geometry = {13, 3, 0};
static const struct lp_gbbr_regs regs = {0x10000, 0x100000, 4, 64};

/* By enum lp_page_codec, without what is under test. */
#define ROW(n, N, number) [number] = &lpi_codec_##n,
static const struct lpi_codec *const rows[] = {LPI_PAGE_CODECS(ROW)};
/* Section 15: the codec and the sectors that a state names; codec 4: none. */
static const uint8_t named[16][2] = {{4, 0}, {1, 1}, {1, 2}, {1, 3}, {4, 4}, {1, 1},
                                     {0, 1}, {0, 2}, {0, 3}, {2, 1}, {2, 2}, {2, 3},
                                     {3, 1}, {3, 2}, {3, 3}, {4, 0}};

static struct lp_buddy_place place_of(unsigned codec, unsigned target, uint32_t index)
{
    struct lp_gbbr_page page = {
        .compressed = 1, .target = (uint8_t)target, .slot = 1, .frame = 16, .codec = (uint8_t)codec};
    return (struct lp_buddy_place){.page = page, .index = index};
}

static void open_slice(struct lpi_slice *slice)
{
    memset(slice, 0, sizeof *slice);
    assert_int_equal(lpi_slice_open(slice, &geometry, &regs, 1, 1), LP_OK);
}

/* Writes a state directly to memory, without the slice. */
static void put_state(struct lpi_slice *slice, const struct lp_buddy_place *place, unsigned state)
{
    struct lp_gbbr_line at;
    assert_int_equal(lp_gbbr_translate(&geometry, &regs, &place->page, place->index, &at), LP_OK);
    assert_int_equal(lp_mdcache_write(slice->cache, at.meta_addr, state), LP_OK);
}

/* Lines that each of the codecs stores best, raw ones, and ones in 8 bytes of BPC. */
static void any_line(uint8_t *line)
{
    unsigned class = ebd_below(5), noise = ebd_below(40);
    uint64_t word = unit_random() << 12;
    if (class == 0) {
        ebd_line(line);
    } else if (class == 1) {
        unit_line(ebd_below(UNIT_LINE_CLASSES), line);
    } else if (class == 2) {
        for (unsigned i = 0; i < 16; i++, word ^= unit_random() & ((UINT64_C(1) << noise) - 1))
            memcpy(line + 8 * i, &word, 8);
    } else {
        uint32_t w = (uint32_t)word, step = ebd_below(3);
        uint32_t rough = class == 3 ? 0 : ~0u >> noise % 32;
        for (unsigned i = 0; i < 32; i++, w += step + (uint32_t)(unit_random() & rough))
            memcpy(line + 4 * i, &w, 4);
    }
}

static enum lp_elem zvc_elem(unsigned page_codec)
{
    return page_codec == LP_PAGE_AUTO ? LP_ELEM_16 : LP_ELEM_32;
}

/* A line of a mixed page by the format: its state, and sectors of its record. */
static unsigned expected_state(unsigned target, const uint8_t *line)
{
    static const unsigned order[] = {LP_AUTO_ZVC, LP_AUTO_XZVC, LP_AUTO_EBD, LP_AUTO_BPC};
    static const unsigned first[] = {6, 1, 9, 12};
    unsigned best = 4, state = LP_STATE_RAW, sectors;
    uint8_t entry[128];
    for (unsigned i = 0; i < 4; i++) {
        rows[order[i]]->encode_entry(LP_ELEM_16, line, entry, &sectors);
        if (sectors == 0)
            return LP_STATE_ZERO;
        if (sectors < best) {
            best = sectors;
            state = first[order[i]] + sectors - 1;
        }
    }
    /* BPC's lines that take 8 bytes. */
    int small = target == LP_TARGET_16 && state == 1 && lp_bpc_size_bits(line) <= 64;
    return small ? LP_STATE_EIGHT : state;
}

/* ---- writes choose, and reads follow ---- */

static void check_traffic(const struct lp_buddy_traffic *before,
                          const struct lp_buddy_traffic *after, unsigned target, unsigned state)
{
    unsigned sectors = named[state][1], room = 4 - target, dev = sectors < room ? sectors : room;
    unsigned spill = state == LP_STATE_EIGHT ? 0 : sectors - dev;
    assert_int_equal(after->lines - before->lines, 1);
    assert_int_equal(after->device_sectors - before->device_sectors,
                     state == LP_STATE_EIGHT ? 1 : dev);
    assert_int_equal(after->buddy_sectors - before->buddy_sectors, spill);
    assert_int_equal(after->buddy_lines - before->buddy_lines, spill > 0);
}

static void each_line_has_its_codec(void **state)
{
    (void)state;
    unsigned seen[LP_TARGETS][16] = {{0}};
    struct lpi_slice slice;
    open_slice(&slice);
    struct lp_buddy_counts counts = {0}, was;
    uint64_t chosen[LP_AUTO_CODECS + 1] = {0};
    uint8_t lines[LP_TARGETS][LINES][128] = {{{0}}}, back[128];
    for (unsigned i = 0; i < 60000; i++) {
        unsigned target = i / 12000, index = ebd_below(LINES), stored;
        struct lp_buddy_place place = place_of(LP_PAGE_AUTO, target, index);
        uint8_t *line = lines[target][index], entry[128];
        any_line(line);
        was = counts;
        assert_int_equal(lpi_slice_write(&slice, &place, line, &counts), LP_OK);
        stored = lpi_store_line(LP_PAGE_AUTO, target, line, entry);
        assert_int_equal(stored, expected_state(target, line));
        check_traffic(&was.write, &counts.write, target, stored);
        chosen[named[stored][0]]++;
        seen[target][stored]++;
        place.index = ebd_below(LINES);
        was = counts;
        assert_int_equal(lpi_slice_read(&slice, &place, back, &counts.read), LP_OK);
        assert_memory_equal(back, lines[target][place.index], 128);
        check_traffic(&was.read, &counts.read, target,
                      expected_state(target, lines[target][place.index]));
        if (i % 12000 == 11999) {
            lpi_slice_forget(&slice);
            lpi_slice_wipe(&slice, &place.page);
        }
    }
    assert_memory_equal(chosen, counts.chosen, sizeof counts.chosen);
    for (unsigned target = 0; target < LP_TARGETS; target++)
        for (unsigned s = 0; s < 15; s++)
            assert_true((seen[target][s] > 0) == (s != LP_STATE_EIGHT || target == LP_TARGET_16));
    lpi_slice_close(&slice);
}

/* ---- states and records that do not belong together ---- */

/* A read of an entry under a state; the neighbouring line is still right. */
static void check_read(struct lpi_slice *slice, unsigned codec, unsigned target, unsigned state,
                       const uint8_t *entry)
{
    struct lp_buddy_place place = place_of(codec, target, NEIGHBOUR);
    struct lp_buddy_counts counts = {0};
    uint8_t beside[128], back[128] = {0}, expected[128] = {0}, eight[128] = {0};
    any_line(beside);
    assert_int_equal(lpi_slice_write(slice, &place, beside, &counts), LP_OK);
    place.index = 0;
    /* As a raw line the entry occupies every sector that is read. */
    assert_int_equal(lpi_slice_write(slice, &place, entry, &counts), LP_OK);
    put_state(slice, &place, state);
    int given = lpi_slice_read(slice, &place, back, &counts.read), good = 0;
    unsigned who = codec == LP_PAGE_AUTO ? named[state][0] : codec, sectors = named[state][1];
    if (codec != LP_PAGE_AUTO)
        sectors = state == 5 ? 1 : state;
    int there = state != LP_STATE_POISON && (codec == LP_PAGE_AUTO || state <= LP_STATE_EIGHT) &&
                (state != LP_STATE_EIGHT || target == LP_TARGET_16);
    memcpy(eight, entry, state == LP_STATE_EIGHT ? 8 : 128);
    if (there && state != LP_STATE_EIGHT)
        good = rows[who == LP_PAGE_AUTO ? 0 : who]->decode_entry(zvc_elem(codec), eight, sectors,
                                                                 expected) == LP_OK;
    if (state != LP_STATE_EIGHT || !there)
        assert_int_equal(given, good ? LP_OK : LP_ERR_CORRUPT);
    if (good)
        assert_memory_equal(back, expected, 128);
    place.index = NEIGHBOUR;
    assert_int_equal(lpi_slice_read(slice, &place, back, &counts.read), LP_OK);
    assert_memory_equal(back, beside, 128);
}

/* Entries that are raw, so that all their bytes are at the places that a state gives. */
static int is_raw(unsigned codec, unsigned target, const uint8_t *line)
{
    uint8_t entry[128];
    return lpi_store_line((enum lp_page_codec)codec, target, line, entry) == LP_STATE_RAW;
}

static void every_state_under_every_record(void **state)
{
    (void)state;
    struct lpi_slice slice;
    open_slice(&slice);
    unsigned tried = 0;
    for (unsigned i = 0; i < 6000; i++) {
        unsigned codec = i % LP_PAGE_CODECS, target = ebd_below(LP_TARGETS), sectors;
        uint8_t line[128], entry[128];
        any_line(line);
        unit_fill(entry, sizeof entry);
        rows[ebd_below(4)]->encode_entry(ebd_below(2) ? LP_ELEM_16 : LP_ELEM_32, line, entry,
                                         &sectors);
        memset(entry + 32 * sectors, 0, sectors < 4 && ebd_below(2) ? 128 - 32 * sectors : 0);
        if (!is_raw(codec, target, entry))
            continue;
        for (unsigned s = 0; s < 16; s++, tried++)
            check_read(&slice, codec, target, s, entry);
    }
    assert_true(tried > 1000);
    lpi_slice_close(&slice);
}

/* ---- lines that are lost ---- */

/* Accesses other lines' metadata until the only way of the cache is replaced. */
static void evict(struct lpi_slice *slice)
{
    for (unsigned index = 0; index < 2; index++) {
        struct lp_buddy_place place = place_of(LP_PAGE_BPC, LP_TARGET_2, index);
        struct lp_buddy_traffic traffic = {0};
        uint8_t line[128];
        place.page.slot = 2;
        place.page.frame = 48;
        assert_int_equal(lpi_slice_read(slice, &place, line, &traffic), LP_OK);
    }
}

static void lost_lines_are_healed(void **state)
{
    (void)state;
    for (unsigned n = 0; n < LP_PAGE_CODECS * LP_TARGETS; n++) {
        struct lpi_slice slice;
        open_slice(&slice);
        unsigned codec = n % LP_PAGE_CODECS, target = n / LP_PAGE_CODECS;
        struct lp_buddy_place place = place_of(codec, target, 7);
        struct lp_buddy_place beside = place_of(codec, target, 6);
        struct lp_buddy_counts counts = {0}, was;
        uint8_t line[128], other[128], back[128];
        for (unsigned round = 0; round < 40; round++) {
            any_line(line);
            any_line(other);
            assert_int_equal(lpi_slice_write(&slice, &place, line, &counts), LP_OK);
            assert_int_equal(lpi_slice_write(&slice, &beside, other, &counts), LP_OK);
            assert_int_equal(lpi_slice_poison(&slice, &place), LP_OK);
            if (round & 1)
                evict(&slice);
            was = counts;
            assert_int_equal(lpi_slice_read(&slice, &place, back, &counts.read), LP_ERR_CORRUPT);
            assert_memory_equal(&was, &counts, sizeof was);
            assert_int_equal(lpi_slice_read(&slice, &beside, back, &counts.read), LP_OK);
            assert_memory_equal(back, other, 128);
            if (round & 2)
                lpi_slice_forget(&slice);
            assert_int_equal(lpi_slice_read(&slice, &place, back, &counts.read), LP_ERR_CORRUPT);
            assert_int_equal(lpi_slice_write(&slice, &place, line, &counts), LP_OK);
            if (round & 4)
                evict(&slice);
            assert_int_equal(lpi_slice_read(&slice, &place, back, &counts.read), LP_OK);
            assert_memory_equal(back, line, 128);
        }
        lpi_slice_close(&slice);
    }
}

static void a_handle_loses_lines(void **state)
{
    (void)state;
    struct lp_buddy_config config;
    struct lp_buddy *buddy;
    uint64_t at, plain;
    uint8_t line[128] = {1, 2, 3}, back[128];
    lp_buddy_defaults(&config, 1 << 20);
    memset(config.codec, LP_PAGE_AUTO, sizeof config.codec);
    assert_int_equal(lp_buddy_open(&config, &buddy), LP_OK);
    assert_int_equal(lp_buddy_malloc(buddy, 65536, LP_TARGET_2, &at), LP_OK);
    assert_int_equal(lp_buddy_malloc(buddy, 65536, LP_BUDDY_UNCOMPRESSED, &plain), LP_OK);
    assert_int_equal(lp_buddy_poison(buddy, plain), LP_ERR_ADDRESS);
    assert_int_equal(lp_buddy_poison(buddy, at + 1), LP_ERR_ADDRESS);
    assert_int_equal(lp_buddy_poison(buddy, at + 128), LP_OK);
    assert_int_equal(lp_buddy_read(buddy, at + 128, back), LP_ERR_CORRUPT);
    assert_int_equal(lp_buddy_read(buddy, at, back), LP_OK);
    assert_int_equal(lp_buddy_write(buddy, at + 128, line), LP_OK);
    assert_int_equal(lp_buddy_read(buddy, at + 128, back), LP_OK);
    assert_memory_equal(back, line, 128);
    /* Freed pages are not lost to their next owner. */
    assert_int_equal(lp_buddy_poison(buddy, at + 128), LP_OK);
    assert_int_equal(lp_buddy_free(buddy, at), LP_OK);
    assert_int_equal(lp_buddy_malloc(buddy, 65536, LP_TARGET_2, &at), LP_OK);
    assert_int_equal(lp_buddy_read(buddy, at + 128, back), LP_OK);
    lp_buddy_close(buddy);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_has_its_codec),
        cmocka_unit_test(every_state_under_every_record),
        cmocka_unit_test(lost_lines_are_healed),
        cmocka_unit_test(a_handle_loses_lines),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
