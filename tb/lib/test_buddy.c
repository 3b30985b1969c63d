/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buddy memory against a shadow that keeps each line's bytes in plain memory and counts traffic
 * from the format's text alone: lines change their compressibility at random, allocations come and
 * go, and no other byte may change.
 */
#include "unit.h"

#include "../../cmodel/lib/buddy/stored.h"
#include "../../cmodel/lib/memory/extents.h"
#include "../../cmodel/lib/buddy/pages.h"
#include <linepress/buddy.h>
#include <linepress/linepress.h>

enum { ALLOCATIONS = 12, KIB = 1024 };

static const unsigned targets[] = {LP_TARGET_1, LP_TARGET_1_33, LP_TARGET_2,
                                   LP_TARGET_4, LP_TARGET_16,   LP_BUDDY_UNCOMPRESSED};
enum { TARGETS = sizeof targets / sizeof *targets };

/* ---- the shadow ---- */

struct shadow_allocation {
    uint64_t address, lines;
    unsigned target;
    uint8_t *bytes; /* NULL: a free place */
};

struct shadow {
    struct lp_buddy *buddy;
    struct lp_buddy_config config;
    struct shadow_allocation of[ALLOCATIONS];
    struct lp_buddy_counts counts; /* without metadata's hits */
};

/* Sectors of a line in each memory, by section 9 of the format. */
static void shadow_sectors(const struct shadow *shadow, unsigned target, const uint8_t *line,
                           unsigned *device, unsigned *buddy)
{
    unsigned sectors;
    size_t bits;
    uint8_t entry[128];
    if (target == LP_BUDDY_UNCOMPRESSED) {
        *device = 4;
        *buddy = 0;
        return;
    }
    if (shadow->config.codec[target] == LP_PAGE_AUTO) {
        enum lp_auto_codec codec;
        assert_int_equal(lp_auto_choose(LP_ELEM_16, LP_AUTO_ALL, line, &codec, &bits), LP_OK);
        sectors = (unsigned)(bits + 255) / 256;
        bits = codec == LP_AUTO_BPC ? bits : 1024;
    } else {
        const struct lpi_codec *codec = lpi_page_codecs[shadow->config.codec[target]];
        codec->encode_entry(LP_ELEM_32, line, entry, &sectors);
        bits = codec->line_bits(LP_ELEM_32, line);
    }
    static const unsigned kept[] = {4, 3, 2, 1, 0};
    *device = sectors < kept[target] ? sectors : kept[target];
    *buddy = sectors - *device;
    if (target == LP_TARGET_16 && sectors > 0 && sectors < 4 && bits <= 64) {
        *device = 1;
        *buddy = 0;
    }
}

static void shadow_count(const struct shadow *shadow, struct lp_buddy_traffic *traffic,
                         unsigned target, const uint8_t *line)
{
    unsigned device, buddy;
    shadow_sectors(shadow, target, line, &device, &buddy);
    traffic->lines++;
    traffic->device_sectors += device;
    traffic->buddy_sectors += buddy;
    traffic->buddy_lines += buddy > 0;
}

/* Lines of all classes, and some that make short BPC streams and records of at most 8 bytes. */
static void any_line(uint8_t *line)
{
    unsigned class = (unsigned)(unit_random() % (UNIT_LINE_CLASSES + 4));
    uint32_t word = (uint32_t)unit_random() % 64, step = (uint32_t)unit_random() % 3;
    unit_line(class, line);
    for (uint32_t i = 0; i < 32 && class >= UNIT_LINE_CLASSES; i++, word += step)
        memcpy(line + 4 * i, &word, 4);
}

static void shadow_open(struct shadow *shadow, unsigned page_log2, unsigned slices_log2,
                        uint64_t device, uint64_t carve_out)
{
    *shadow = (struct shadow){0};
    lp_buddy_defaults(&shadow->config, device);
    shadow->config.page_log2 = page_log2;
    shadow->config.slices_log2 = slices_log2;
    shadow->config.carve_out_bytes = carve_out;
    shadow->config.gbbr = unit_random() % 8 * 4096;
    shadow->config.cache_sets = 1u << unit_random() % 4;
    shadow->config.cache_ways = 1u << unit_random() % 4;
    for (unsigned t = 0; t < LP_TARGETS; t++)
        shadow->config.codec[t] = unit_random() % LP_PAGE_CODECS;
    assert_int_equal(lp_buddy_open(&shadow->config, &shadow->buddy), LP_OK);
}

static void shadow_close(struct shadow *shadow)
{
    for (unsigned i = 0; i < ALLOCATIONS; i++)
        free(shadow->of[i].bytes);
    lp_buddy_close(shadow->buddy);
}

static void check_line(struct shadow *shadow, const struct shadow_allocation *a, uint64_t line)
{
    uint8_t back[128];
    assert_int_equal(lp_buddy_read(shadow->buddy, a->address + line * 128, back), LP_OK);
    assert_memory_equal(back, a->bytes + line * 128, 128);
    shadow_count(shadow, &shadow->counts.read, a->target, back);
    shadow->counts.metadata.accesses += a->target != LP_BUDDY_UNCOMPRESSED;
}

static void write_line(struct shadow *shadow, const struct shadow_allocation *a, uint64_t line)
{
    uint8_t *bytes = a->bytes + line * 128;
    any_line(bytes);
    assert_int_equal(lp_buddy_write(shadow->buddy, a->address + line * 128, bytes), LP_OK);
    shadow_count(shadow, &shadow->counts.write, a->target, bytes);
    shadow->counts.metadata.accesses += a->target != LP_BUDDY_UNCOMPRESSED;
}

static void check_all(struct shadow *shadow)
{
    for (unsigned i = 0; i < ALLOCATIONS; i++)
        for (uint64_t line = 0; shadow->of[i].bytes && line < shadow->of[i].lines; line++)
            check_line(shadow, &shadow->of[i], line);
}

static void check_counts(const struct shadow *shadow)
{
    struct lp_buddy_counts counts;
    lp_buddy_counts(shadow->buddy, &counts);
    assert_memory_equal(&counts.read, &shadow->counts.read, sizeof counts.read);
    assert_memory_equal(&counts.write, &shadow->counts.write, sizeof counts.write);
    assert_true(counts.metadata.accesses == shadow->counts.metadata.accesses);
    assert_true(counts.metadata.hits + counts.metadata.fills == counts.metadata.accesses);
    assert_true(counts.metadata.writebacks <= shadow->counts.write.lines);
}

static int allocate(struct shadow *shadow, struct shadow_allocation *a, uint64_t bytes,
                    unsigned target)
{
    int error = lp_buddy_malloc(shadow->buddy, bytes, target, &a->address);
    if (error != LP_OK)
        return error;
    a->lines = (bytes + 127) / 128;
    a->target = target;
    a->bytes = calloc(a->lines, 128);
    return LP_OK;
}

static void allocate_or_free(struct shadow *shadow, uint64_t most_bytes)
{
    struct shadow_allocation *a = &shadow->of[unit_random() % ALLOCATIONS];
    struct lp_buddy_room before, after;
    lp_buddy_room(shadow->buddy, &before);
    if (a->bytes != NULL) {
        assert_int_equal(lp_buddy_free(shadow->buddy, a->address), LP_OK);
        assert_int_equal(lp_buddy_free(shadow->buddy, a->address), LP_ERR_ADDRESS);
        free(a->bytes);
        a->bytes = NULL;
        return;
    }
    int error = allocate(shadow, a, 1 + unit_random() % most_bytes,
                         targets[unit_random() % TARGETS]);
    if (error != LP_OK) {
        assert_true(error == LP_ERR_DEVICE_FULL || error == LP_ERR_BUDDY_FULL);
        lp_buddy_room(shadow->buddy, &after);
        assert_memory_equal(&before, &after, sizeof before);
    }
}

static void run_at_random(unsigned page_log2, unsigned slices_log2, unsigned steps)
{
    struct shadow shadow;
    uint64_t page = (uint64_t)1 << page_log2;
    shadow_open(&shadow, page_log2, slices_log2, 9 * page + unit_random() % page, 14 * page);
    struct lp_buddy_room room, end;
    lp_buddy_room(shadow.buddy, &room);
    for (unsigned step = 0; step < steps; step++) {
        struct shadow_allocation *a = &shadow.of[unit_random() % ALLOCATIONS];
        if (step % (steps / 40) == 0)
            allocate_or_free(&shadow, 3 * page);
        if (a->bytes == NULL)
            continue;
        /* Sometimes random lines, sometimes consecutive ones. */
        uint64_t line = unit_random() % a->lines, run = unit_random() % 4 ? 1 : 100;
        for (uint64_t n = line; n < line + run && n < a->lines; n++)
            if (unit_random() % 2)
                write_line(&shadow, a, n);
            else
                check_line(&shadow, a, n);
    }
    check_all(&shadow);
    check_counts(&shadow);
    for (unsigned i = 0; i < ALLOCATIONS; i++)
        if (shadow.of[i].bytes != NULL)
            assert_int_equal(lp_buddy_free(shadow.buddy, shadow.of[i].address), LP_OK);
    lp_buddy_room(shadow.buddy, &end);
    assert_memory_equal(&room, &end, sizeof room);
    shadow_close(&shadow);
}

static void no_line_is_ever_lost(void **state)
{
    (void)state;
    for (unsigned slices_log2 = 0; slices_log2 <= 5; slices_log2++) {
        run_at_random(16, slices_log2, 20000);
        run_at_random(16, slices_log2, 20000);
    }
    run_at_random(21, 0, 20000);
    run_at_random(21, 3, 20000);
    run_at_random(21, 5, 20000);
}

/* ---- growing and shrinking in place ---- */

static void a_line_never_moves(void **state)
{
    (void)state;
    struct shadow shadow;
    shadow_open(&shadow, 16, 3, 512 * KIB, 1024 * KIB);
    for (unsigned t = 0; t < TARGETS; t++)
        assert_int_equal(allocate(&shadow, &shadow.of[t], 30000, targets[t]), LP_OK);
    for (unsigned t = 0; t < TARGETS; t++) {
        struct shadow_allocation *a = &shadow.of[t];
        struct lp_buddy_place before, after;
        uint64_t line = unit_random() % a->lines;
        assert_int_equal(lp_buddy_find(shadow.buddy, a->address + line * 128, &before), LP_OK);
        for (unsigned n = 0; n < 3000; n++) {
            write_line(&shadow, a, line);
            check_line(&shadow, a, line);
            check_line(&shadow, a, unit_random() % a->lines);
        }
        assert_int_equal(lp_buddy_find(shadow.buddy, a->address + line * 128, &after), LP_OK);
        assert_int_equal(before.page.frame, after.page.frame);
        assert_int_equal(before.page.slot, after.page.slot);
        assert_int_equal(before.slice, after.slice);
        assert_int_equal(before.index, after.index);
    }
    check_all(&shadow);
    check_counts(&shadow);
    shadow_close(&shadow);
}

/* ---- errors ---- */

static void sizes_of_pages_are_the_papers(void **state)
{
    (void)state;
    static const unsigned frames[] = {16, 12, 8, 4, 1, 16}, slots[] = {1, 1, 1, 1, 2, 0};
    for (unsigned t = 0; t < TARGETS; t++) {
        struct shadow shadow;
        uint64_t address;
        shadow_open(&shadow, 16, 3, 640 * KIB, 640 * KIB);
        struct lp_buddy_room before, after;
        lp_buddy_room(shadow.buddy, &before);
        assert_int_equal(before.frames, 160);
        assert_int_equal(before.slots, 13);
        assert_int_equal(lp_buddy_malloc(shadow.buddy, 64 * KIB + 1, targets[t], &address), LP_OK);
        lp_buddy_room(shadow.buddy, &after);
        assert_int_equal(before.frames - after.frames, 2 * frames[t]);
        assert_int_equal(before.slots - after.slots, 2 * slots[t]);
        assert_int_equal(after.pages, 2);
        shadow_close(&shadow);
    }
}

/* Allocates pages one by one until none is left, frees all, and repeats. */
static void fill_up(unsigned target, uint64_t device, uint64_t carve_out, uint64_t pages, int error)
{
    struct shadow shadow;
    uint64_t address[256], refused;
    shadow_open(&shadow, 16, 3, device, carve_out);
    struct lp_buddy_room all, now;
    lp_buddy_room(shadow.buddy, &all);
    for (unsigned round = 0; round < 3; round++) {
        for (uint64_t n = 0; n < pages; n++)
            assert_int_equal(lp_buddy_malloc(shadow.buddy, 1, target, &address[n]), LP_OK);
        struct lp_buddy_room full;
        lp_buddy_room(shadow.buddy, &full);
        assert_int_equal(lp_buddy_malloc(shadow.buddy, 1, target, &refused), error);
        lp_buddy_room(shadow.buddy, &now);
        assert_memory_equal(&full, &now, sizeof now);
        for (uint64_t n = 0; n < pages; n++)
            assert_int_equal(lp_buddy_free(shadow.buddy, address[(n * 5 + round) % pages]), LP_OK);
        lp_buddy_room(shadow.buddy, &now);
        assert_memory_equal(&all, &now, sizeof now);
        /* One page too many in one allocation, and just enough. */
        assert_int_equal(lp_buddy_malloc(shadow.buddy, pages * 65536 + 1, target, &refused), error);
        lp_buddy_room(shadow.buddy, &now);
        assert_memory_equal(&all, &now, sizeof now);
        assert_int_equal(lp_buddy_malloc(shadow.buddy, pages * 65536, target, &refused), LP_OK);
        assert_int_equal(lp_buddy_free(shadow.buddy, refused), LP_OK);
    }
    shadow_close(&shadow);
}

static void memories_run_out(void **state)
{
    (void)state;
    fill_up(LP_TARGET_1, 1024 * KIB, 8192 * KIB, 16, LP_ERR_DEVICE_FULL);
    fill_up(LP_BUDDY_UNCOMPRESSED, 1024 * KIB, 0, 16, LP_ERR_DEVICE_FULL);
    fill_up(LP_TARGET_1_33, 1024 * KIB, 8192 * KIB, 21, LP_ERR_DEVICE_FULL);
    fill_up(LP_TARGET_2, 1024 * KIB, 8192 * KIB, 32, LP_ERR_DEVICE_FULL);
    fill_up(LP_TARGET_4, 1024 * KIB, 48 * 64 * KIB, 64, LP_ERR_DEVICE_FULL);
    fill_up(LP_TARGET_4, 1024 * KIB, 48 * 63 * KIB, 63, LP_ERR_BUDDY_FULL);
    fill_up(LP_TARGET_16, 1024 * KIB, 48 * 65 * KIB, 32, LP_ERR_BUDDY_FULL);
    fill_up(LP_TARGET_16, 64 * KIB, 48 * 64 * KIB, 16, LP_ERR_DEVICE_FULL);
}

static void holes_are_no_room_for_larger_pages(void **state)
{
    (void)state;
    struct shadow shadow;
    uint64_t address[16], refused;
    shadow_open(&shadow, 16, 3, 64 * KIB, 48 * 64 * KIB);
    for (unsigned n = 0; n < 16; n++)
        assert_int_equal(lp_buddy_malloc(shadow.buddy, 9, LP_TARGET_16, &address[n]), LP_OK);
    for (unsigned n = 0; n < 16; n += 2)
        assert_int_equal(lp_buddy_free(shadow.buddy, address[n]), LP_OK);
    struct lp_buddy_room before, after;
    lp_buddy_room(shadow.buddy, &before);
    assert_int_equal(before.frames, 8);
    assert_int_equal(lp_buddy_malloc(shadow.buddy, 9, LP_TARGET_4, &refused), LP_ERR_DEVICE_FULL);
    lp_buddy_room(shadow.buddy, &after);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(lp_buddy_free(shadow.buddy, address[1]), LP_OK);
    assert_int_equal(lp_buddy_free(shadow.buddy, address[3]), LP_OK);
    assert_int_equal(lp_buddy_malloc(shadow.buddy, 9, LP_TARGET_4, &refused), LP_OK);
    shadow_close(&shadow);
}

static void what_is_wrong_changes_nothing(void **state)
{
    (void)state;
    struct shadow shadow;
    uint64_t refused;
    uint8_t line[128] = {1};
    shadow_open(&shadow, 16, 3, 512 * KIB, 1024 * KIB);
    struct shadow_allocation *a = &shadow.of[0];
    assert_int_equal(allocate(&shadow, a, 2 * 65536 + 300, LP_TARGET_2), LP_OK);
    /* After it, with a page between them that is not allocated. */
    assert_int_equal(allocate(&shadow, &shadow.of[1], 128, LP_TARGET_2), LP_OK);
    for (uint64_t n = 0; n < a->lines; n++)
        write_line(&shadow, a, n);
    struct lp_buddy_room before, after;
    lp_buddy_room(shadow.buddy, &before);
    const uint64_t strange[] = {0,
                                1,
                                128,
                                a->address - 128,
                                a->address + 1,
                                a->address + 64,
                                a->address + a->lines * 128,
                                a->address + 3 * 65536,
                                UINT64_MAX,
                                UINT64_MAX - 127};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        assert_int_equal(lp_buddy_read(shadow.buddy, strange[i], line), LP_ERR_ADDRESS);
        assert_int_equal(lp_buddy_write(shadow.buddy, strange[i], line), LP_ERR_ADDRESS);
        assert_int_equal(lp_buddy_free(shadow.buddy, strange[i]), LP_ERR_ADDRESS);
    }
    /* Within an allocation, but not its start. */
    assert_int_equal(lp_buddy_free(shadow.buddy, a->address + 128), LP_ERR_ADDRESS);
    assert_int_equal(lp_buddy_free(shadow.buddy, a->address + 65536), LP_ERR_ADDRESS);
    const unsigned no_targets[] = {5, 6, 7, 9, 255, 256, 65536 + 2};
    for (size_t i = 0; i < sizeof no_targets / sizeof *no_targets; i++)
        assert_int_equal(lp_buddy_malloc(shadow.buddy, 1, no_targets[i], &refused), LP_ERR_ARG);
    assert_int_equal(lp_buddy_malloc(shadow.buddy, 0, LP_TARGET_2, &refused), LP_ERR_ARG);
    for (unsigned bit = 20; bit < 64; bit++)
        for (unsigned t = 0; t < TARGETS; t++)
            assert_int_not_equal(
                lp_buddy_malloc(shadow.buddy, ((uint64_t)2 << bit) - 1, targets[t], &refused),
                LP_OK);
    lp_buddy_room(shadow.buddy, &after);
    assert_memory_equal(&before, &after, sizeof before);
    check_all(&shadow);
    check_counts(&shadow);
    shadow_close(&shadow);
}

static void an_old_address_is_never_a_new_one(void **state)
{
    (void)state;
    struct shadow shadow;
    uint64_t old, new;
    shadow_open(&shadow, 16, 3, 64 * KIB, 64 * KIB);
    for (unsigned n = 0; n < 1000; n++) {
        assert_int_equal(lp_buddy_malloc(shadow.buddy, 1, LP_TARGET_4, &old), LP_OK);
        assert_int_equal(lp_buddy_free(shadow.buddy, old), LP_OK);
        assert_int_equal(lp_buddy_malloc(shadow.buddy, 1, LP_TARGET_4, &new), LP_OK);
        assert_true(new > old);
        assert_int_equal(lp_buddy_free(shadow.buddy, old), LP_ERR_ADDRESS);
        assert_int_equal(lp_buddy_free(shadow.buddy, new), LP_OK);
    }
    shadow_close(&shadow);
}

static void what_comes_back_is_wiped(void **state)
{
    (void)state;
    for (unsigned t = 0; t < TARGETS * TARGETS; t++) {
        struct shadow shadow;
        /* One page of the largest kind: the second has the same place as the first. */
        shadow_open(&shadow, 16, 3, 64 * KIB, 96 * KIB);
        struct shadow_allocation *a = &shadow.of[0], *b = &shadow.of[1];
        assert_int_equal(allocate(&shadow, a, 65536, targets[t / TARGETS]), LP_OK);
        for (uint64_t n = 0; n < a->lines; n++)
            write_line(&shadow, a, n);
        assert_int_equal(lp_buddy_free(shadow.buddy, a->address), LP_OK);
        free(a->bytes);
        a->bytes = NULL;
        assert_int_equal(allocate(&shadow, b, 65536, targets[t % TARGETS]), LP_OK);
        check_all(&shadow);
        shadow_close(&shadow);
    }
}

static void bad_configurations_are_refused(void **state)
{
    (void)state;
    struct lp_buddy_config good, bad[13];
    lp_buddy_defaults(&good, 1 << 20);
    struct lp_buddy *buddy;
    for (size_t i = 0; i < 13; i++)
        bad[i] = good;
    bad[0].page_log2 = 17;
    bad[1].slices_log2 = 6;
    bad[2].gbbr = 2048;
    bad[3].codec[3] = LP_PAGE_CODECS;
    bad[4].device_bytes = 4095;
    bad[5].device_bytes = UINT64_MAX;
    bad[6].carve_out_bytes = UINT64_MAX;
    bad[7].cache_sets = 0;
    bad[8].cache_sets = 3;
    bad[9].cache_ways = 3;
    bad[10].cache_ways = 16;
    bad[11].cache_ways = 0;
    bad[12].reserved[3] = 1;
    for (size_t i = 0; i < 13; i++)
        assert_int_equal(lp_buddy_open(&bad[i], &buddy), LP_ERR_ARG);
    assert_int_equal(lp_buddy_open(&good, &buddy), LP_OK);
    lp_buddy_close(buddy);
    lp_buddy_close(NULL);
}

/* ---- the allocator's bitmap, against one byte per unit ---- */

static void extents_are_first_fit(void **state)
{
    (void)state;
    enum { MOST = 400 };
    for (unsigned round = 0; round < 200; round++) {
        size_t count = unit_random() % MOST, free_units = count, first;
        uint64_t words[MOST / 64 + 2];
        uint8_t taken[MOST + 16], length[MOST] = {0};
        struct lpi_extents extents;
        assert_true(lpi_extents_words(count) <= sizeof words / sizeof *words);
        memset(taken, 1, sizeof taken);
        memset(taken, 0, count);
        lpi_extents_init(&extents, words, count);
        for (unsigned step = 0; step < 500; step++) {
            unsigned n = 1 + (unsigned)(unit_random() % 16);
            size_t at = count > 0 ? unit_random() % count : 0, want = 0;
            if (unit_random() % 2 && count > 0 && length[at] > 0) {
                lpi_extents_give(&extents, length[at], at);
                memset(taken + at, 0, length[at]);
                free_units += length[at];
                length[at] = 0;
                continue;
            }
            while (want < count && memchr(taken + want, 1, n) != NULL)
                want++;
            int found = lpi_extents_take(&extents, n, &first);
            assert_int_equal(found, want < count);
            if (!found)
                continue;
            assert_int_equal(first, want);
            memset(taken + want, 1, n);
            length[want] = (uint8_t)n;
            free_units -= n;
            assert_int_equal(extents.free, free_units);
        }
    }
}

/* ---- the page table, at its fullest, against a plain array ---- */

static void pages_are_found_again(void **state)
{
    (void)state;
    enum { PAGES = 32, NUMBERS = 100 };
    for (unsigned round = 0; round < 200; round++) {
        struct lpi_page table[2 * PAGES] = {0};
        struct lpi_pages pages = {.table = table, .places = lpi_pages_places(PAGES)};
        uint32_t lines[NUMBERS] = {0};
        uint64_t base = unit_random() >> unit_random() % 60;
        assert_int_equal(pages.places, 2 * PAGES);
        for (unsigned step = 0; step < 2000; step++) {
            unsigned n = 1 + (unsigned)unit_random() % (NUMBERS - 1);
            struct lpi_page *page = lpi_pages_find(&pages, base + n);
            assert_int_equal(page != NULL ? page->lines : 0, lines[n]);
            if (page != NULL) {
                lpi_pages_remove(&pages, base + n);
                lines[n] = 0;
            } else if (pages.count < PAGES) {
                lines[n] = step + 1;
                lpi_pages_add(&pages, base + n)->lines = lines[n];
            }
        }
    }
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_is_ever_lost),
        cmocka_unit_test(a_line_never_moves),
        cmocka_unit_test(sizes_of_pages_are_the_papers),
        cmocka_unit_test(memories_run_out),
        cmocka_unit_test(holes_are_no_room_for_larger_pages),
        cmocka_unit_test(what_is_wrong_changes_nothing),
        cmocka_unit_test(an_old_address_is_never_a_new_one),
        cmocka_unit_test(what_comes_back_is_wiped),
        cmocka_unit_test(bad_configurations_are_refused),
        cmocka_unit_test(extents_are_first_fit),
        cmocka_unit_test(pages_are_found_again),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
