/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GRP-16: every path against the slow twin, limits of the fields, all patterns of an element, flips
 * of valid entries, tables that are refused, streams. LP_LINES sets how many random groups are
 * tried.
 */
#include "../../cmodel/kit/grp_groups.h"
#include "unit.h"

#include "../../cmodel/lib/grp/grp_kernel.h"
#include "../reference/grp_slow.h"
#include "paths.h"

#define FOR_EACH_PATH                                                                              \
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++)
#define GUARD 0xc3
#define STREAM_MOST 1700

static struct lp_rng rng;

static size_t groups_to_try(void)
{
    const char *text = getenv("LP_LINES");
    return text != NULL ? strtoull(text, NULL, 0) : 6000;
}

static size_t stored(unsigned state)
{
    unsigned sectors;
    assert_int_equal(lp_grp_state_sectors(state, &sectors), LP_OK);
    return sectors * LP_SECTOR_BYTES;
}

/* The group's entry, the same in all paths; its state. */
static unsigned encode_everywhere(const uint8_t *table, const uint8_t *group, uint8_t *entry)
{
    struct lp_grp grp;
    unsigned expected = lpi_grp_slow_encode(table, group, entry);
    assert_int_equal(lp_grp_load(table, &grp), LP_OK);
    FOR_EACH_PATH {
        uint8_t got[GRP_GROUP + 1], back[GRP_GROUP], counted;
        unsigned state;
        memset(got, GUARD, sizeof got);
        assert_int_equal(lp_grp_encode_entry(&grp, group, got, &state), LP_OK);
        assert_int_equal(state, expected);
        assert_memory_equal(got, entry, stored(state));
        assert_int_equal(got[stored(state)], GUARD);
        assert_int_equal(lp_grp_states(&grp, group, 1, &counted), LP_OK);
        assert_int_equal(counted, expected);
        assert_int_equal(lp_grp_decode_entry(&grp, got, state, back), LP_OK);
        assert_memory_equal(back, group, GRP_GROUP);
    }
    return expected;
}

/* Every path and the twin must give the same result for any bytes; whether they are well-formed. */
static int decode_everywhere(const uint8_t *table, unsigned state, const uint8_t *entry)
{
    struct lp_grp grp;
    uint8_t group[GRP_GROUP], back[GRP_GROUP];
    int first = LP_OK, good = lpi_grp_slow_decode(table, state, entry, group);
    assert_int_equal(lp_grp_load(table, &grp), LP_OK);
    FOR_EACH_PATH {
        int error = lp_grp_decode_entry(&grp, entry, state, back);
        assert_int_equal(error == LP_OK, good);
        assert_true(path == 0 || error == first);
        first = error;
        if (good)
            assert_memory_equal(back, group, GRP_GROUP);
    }
    return good;
}

static void groups_equal_slow_twin(void **unused)
{
    (void)unused;
    uint8_t table[GRP_TABLE], group[GRP_GROUP], entry[GRP_GROUP];
    size_t seen[5] = {0}, groups = groups_to_try();
    for (size_t i = 0; i < groups; i++) {
        grp_table(&rng, table);
        grp_group(&rng, table, group);
        seen[encode_everywhere(table, group, entry)]++;
    }
    print_message("# states of random groups: 10 sectors %zu, 11 %zu, 12 %zu, raw %zu\n", seen[1],
                  seen[2], seen[3], seen[4]);
    assert_true(groups < 1000 || (seen[1] && seen[2] && seen[3] && seen[4]));
    memset(group, 0, sizeof group);
    assert_int_equal(encode_everywhere(table, group, entry), LP_GRP_ZERO);
    group[511] = 0x80;
    assert_int_not_equal(encode_everywhere(table, group, entry), LP_GRP_ZERO);
}

/* v = 0, 256 and 257, 512 and 513 bits; four and five escapes in a beat. */
static void limits_of_fields(void **unused)
{
    (void)unused;
    static const struct {
        unsigned ones, twos, escapes, state;
    } rows[] = {{0, 0, 0, 1},   {1, 0, 0, 2},  {256, 0, 0, 2}, {1, 85, 0, 2}, {2, 85, 0, 3},
                {85, 57, 0, 2}, {0, 0, 23, 2}, {3, 0, 23, 2},  {4, 0, 23, 3}, {2, 170, 0, 3},
                {3, 170, 0, 4}, {0, 0, 46, 3}, {6, 0, 46, 3},  {7, 0, 46, 4}, {0, 0, 47, 4}};
    uint8_t table[GRP_TABLE], group[GRP_GROUP], entry[GRP_GROUP];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        grp_table(&rng, table);
        grp_counted(&rng, table, rows[i].ones, rows[i].twos, rows[i].escapes, group);
        assert_int_equal(encode_everywhere(table, group, entry), rows[i].state);
    }
    for (unsigned beat = 0; beat < 16; beat++)
        for (unsigned escapes = 4; escapes <= 5; escapes++) {
            grp_counted(&rng, table, 0, 0, 0, group);
            for (unsigned k = 0; k < escapes; k++)
                grp_put(&rng, group, 16 * beat + (k * 3 + beat) % 16, grp_exponent(&rng, table, 3));
            assert_int_equal(encode_everywhere(table, group, entry), escapes == 4 ? 2 : 4);
        }
}

/* Each pattern at some place of a group that is stored, and 256 patterns in a row, mostly raw. */
static void all_patterns(void **unused)
{
    (void)unused;
    uint8_t table[GRP_TABLE], group[GRP_GROUP], entry[GRP_GROUP];
    for (unsigned pattern = 0; pattern < 65536; pattern += 16) {
        grp_table(&rng, table);
        grp_counted(&rng, table, 9, 3, 0, group);
        for (unsigned k = 0; k < 16; k++) {
            unsigned at = 16 * k + (pattern / 16 + k) % 16;
            group[2 * at] = (uint8_t)(pattern + k);
            group[2 * at + 1] = (uint8_t)((pattern + k) >> 8);
        }
        assert_int_not_equal(encode_everywhere(table, group, entry), LP_GRP_RAW);
    }
    for (unsigned pattern = 0; pattern < 65536; pattern += 256) {
        for (unsigned k = 0; k < 256; k++) {
            group[2 * k] = (uint8_t)k;
            group[2 * k + 1] = (uint8_t)(pattern >> 8);
        }
        encode_everywhere(table, group, entry);
    }
}

static void flip(uint8_t *entry, size_t bit)
{
    entry[bit / 8] = (uint8_t)(entry[bit / 8] ^ 1u << bit % 8);
}

/* Each bit and pairs of bits of valid entries, and each other state. */
static void flips(void **unused)
{
    (void)unused;
    uint8_t table[GRP_TABLE], group[GRP_GROUP], entry[GRP_GROUP], flipped[GRP_GROUP];
    size_t refused = 0, tried = 0;
    for (unsigned i = 0; i < 12; i++) {
        unsigned state;
        do {
            grp_table(&rng, table);
            grp_group(&rng, table, group);
            state = encode_everywhere(table, group, entry);
        } while (state != 1 + i % 3);
        size_t fields = 256 * (state + 1), bits = 8 * stored(state);
        memset(flipped, 0, sizeof flipped);
        memcpy(flipped, entry, stored(state));
        for (size_t bit = 0; bit < bits; bit++, flip(flipped, bit - 1)) {
            flip(flipped, bit);
            int good = decode_everywhere(table, state, flipped);
            assert_true(good || bit < fields);
            refused += !good;
            tried++;
            size_t other = unit_random() % (bit % 2 ? fields : bits);
            if (other == bit)
                continue;
            flip(flipped, other);
            refused += !decode_everywhere(table, state, flipped);
            flip(flipped, other);
            tried++;
        }
        for (unsigned other = 0; other < 16; other++)
            assert_int_equal(decode_everywhere(table, other, flipped),
                             other == state || other == 0 || other == 4);
    }
    print_message("# %zu of %zu flips refused\n", refused, tried);
    assert_true(refused > 0 && refused < tried);
}

/* Entries with a sector of zeros too many after the fields, or with one too few. */
static void wrong_sectors(void **unused)
{
    (void)unused;
    uint8_t table[GRP_TABLE], group[GRP_GROUP], entry[GRP_GROUP], wrong[GRP_GROUP] = {0};
    uint8_t back[GRP_GROUP];
    struct lp_grp grp;
    for (unsigned twos = 0; twos <= 85; twos += 85) {
        grp_table(&rng, table);
        grp_counted(&rng, table, 0, twos, 0, group);
        unsigned state = encode_everywhere(table, group, entry);
        size_t fields = 32 * (state + 1);
        assert_int_equal(state, twos == 0 ? 1 : 2);
        memcpy(wrong, entry, fields);
        memset(wrong + fields, 0, 32);
        memcpy(wrong + fields + 32, entry + fields, 256);
        assert_false(decode_everywhere(table, state + 1, wrong));
        assert_int_equal(lp_grp_load(table, &grp), LP_OK);
        assert_int_equal(lp_grp_decode_entry(&grp, wrong, state + 1, back), LP_ERR_LONG);
    }
    memmove(entry + 64, entry + 96, 256);
    assert_false(decode_everywhere(table, 1, entry));
    assert_int_equal(lp_grp_decode_entry(&grp, entry, 1, back), LP_ERR_SHORT);
}

static void tables(void **unused)
{
    (void)unused;
    uint8_t table[GRP_TABLE] = {0}, good[GRP_TABLE];
    struct lp_grp grp;
    assert_int_equal(lp_grp_load(table, &grp), LP_ERR_CORRUPT);
    assert_false(lpi_grp_slow_table(table));
    for (unsigned i = 0; i < 100; i++) {
        grp_table(&rng, good);
        assert_int_equal(lp_grp_load(good, &grp), LP_OK);
        for (unsigned k = 0; k < GRP_TABLE; k++) {
            memcpy(table, good, sizeof table);
            table[k] = k < 11 ? good[(k + 1 + lp_below(&rng, 10)) % 11]
                              : (uint8_t)(1 + lp_below(&rng, 255));
            assert_int_equal(lp_grp_load(table, &grp), LP_ERR_CORRUPT);
            assert_false(lpi_grp_slow_table(table));
        }
        for (unsigned k = 0; k < GRP_TABLE; k++)
            table[k] = (uint8_t)(k < 11 ? lp_below(&rng, 64) : 0);
        assert_int_equal(lp_grp_load(table, &grp) == LP_OK, lpi_grp_slow_table(table));
    }
}

/* The most frequent exponents, smaller ones first among equals. */
static void chosen_tables(void **unused)
{
    (void)unused;
    uint8_t sample[4001], table[GRP_TABLE];
    for (unsigned i = 0; i < 50; i++) {
        unsigned counts[256] = {0}, below = 1 + lp_below(&rng, 256);
        size_t bytes = lp_below(&rng, sizeof sample + 1);
        for (unsigned k = 0; k < sizeof sample / 2; k++)
            grp_put(&rng, sample, k, lp_below(&rng, below));
        assert_int_equal(lp_grp_choose(sample, bytes, table), LP_OK);
        assert_true(lpi_grp_slow_table(table));
        for (size_t k = 0; k < bytes / 2; k++)
            counts[(sample[2 * k] | sample[2 * k + 1] << 8) >> 7 & 255]++;
        for (unsigned k = 0; k < 11; k++)
            for (unsigned e = 0; e < 256; e++)
                assert_true(memchr(table, (int)e, k + 1) != NULL || counts[e] < counts[table[k]] ||
                            (counts[e] == counts[table[k]] && e > table[k]));
    }
}

static void streams(void **unused)
{
    (void)unused;
    uint8_t table[GRP_TABLE], data[STREAM_MOST + GRP_GROUP], back[STREAM_MOST];
    for (unsigned i = 0; i < 300; i++) {
        size_t bytes = i < 20 ? i : lp_below(&rng, STREAM_MOST), length,
               bound = lp_grp_bound(bytes);
        uint8_t *stream = malloc(bound + 1), *first = malloc(bound + 1);
        grp_table(&rng, table);
        for (size_t at = 0; at < bytes; at += GRP_GROUP)
            if (lp_below(&rng, 5) == 0)
                memset(data + at, 0, GRP_GROUP);
            else
                grp_group(&rng, table, data + at);
        FOR_EACH_PATH {
            assert_int_equal(lp_grp_compress(data, bytes, stream, bound, &length), LP_OK);
            assert_true(length <= bound);
            if (path == 0)
                memcpy(first, stream, length);
            assert_memory_equal(first, stream, length);
            uint8_t *exact = malloc(length);
            size_t again;
            assert_int_equal(lp_grp_compress(data, bytes, exact, length, &again), LP_OK);
            assert_int_equal(again, length);
            assert_memory_equal(exact, stream, length);
            assert_int_equal(lp_grp_compress(data, bytes, exact, length - 1, &again), LP_ERR_SPACE);
            memcpy(exact, stream, length);
            assert_int_equal(lp_grp_decompress(exact, length, back, bytes), LP_OK);
            assert_memory_equal(back, data, bytes);
            assert_int_equal(lp_grp_decompress(exact, length - 1, back, bytes), LP_ERR_SHORT);
            free(exact);
            assert_int_equal(lp_grp_decompress(stream, length + 1, back, bytes), LP_ERR_LONG);
        }
        free(stream);
        free(first);
    }
}

static void malformed_streams(void **unused)
{
    (void)unused;
    uint8_t data[GRP_GROUP], stream[2 * GRP_GROUP], back[GRP_GROUP];
    size_t length;
    memset(data, 0x3f, sizeof data);
    assert_int_equal(lp_grp_compress(data, sizeof data, stream, sizeof stream, &length), LP_OK);
    assert_int_equal(stream[GRP_TABLE], LP_GRP_10_SECTORS);
    assert_int_equal(lp_grp_decompress(stream, length, back, 100), LP_ERR_CORRUPT);
    for (unsigned state = 5; state < 256; state++) {
        stream[GRP_TABLE] = (uint8_t)state;
        assert_int_equal(lp_grp_decompress(stream, length, back, sizeof back), LP_ERR_CORRUPT);
    }
    stream[GRP_TABLE] = LP_GRP_11_SECTORS;
    assert_int_equal(lp_grp_decompress(stream, length + 32, back, sizeof back), LP_ERR_CORRUPT);
    stream[GRP_TABLE] = LP_GRP_10_SECTORS;
    stream[1] = stream[0];
    assert_int_equal(lp_grp_decompress(stream, length, back, sizeof back), LP_ERR_CORRUPT);
    assert_int_equal(lp_grp_decompress(stream, 15, back, 0), LP_ERR_SHORT);
}

static void bad_arguments(void **unused)
{
    (void)unused;
    uint8_t bytes[GRP_GROUP] = {0}, table[GRP_TABLE];
    struct lp_grp grp;
    unsigned state;
    size_t length;
    grp_table(&rng, table);
    assert_int_equal(lp_grp_load(NULL, &grp), LP_ERR_ARG);
    assert_int_equal(lp_grp_load(table, NULL), LP_ERR_ARG);
    assert_int_equal(lp_grp_load(table, &grp), LP_OK);
    assert_int_equal(lp_grp_choose(NULL, 2, table), LP_ERR_ARG);
    assert_int_equal(lp_grp_choose(bytes, 2, NULL), LP_ERR_ARG);
    assert_int_equal(lp_grp_choose(NULL, 0, table), LP_OK);
    assert_int_equal(lp_grp_state_sectors(5, &state), LP_ERR_ARG);
    assert_int_equal(lp_grp_state_sectors(LP_GRP_POISON, &state), LP_ERR_ARG);
    assert_int_equal(lp_grp_states(NULL, bytes, 1, bytes), LP_ERR_ARG);
    assert_int_equal(lp_grp_states(&grp, NULL, 0, NULL), LP_OK);
    assert_int_equal(lp_grp_encode_entry(&grp, NULL, bytes, &state), LP_ERR_ARG);
    assert_int_equal(lp_grp_decode_entry(&grp, NULL, 1, bytes), LP_ERR_ARG);
    assert_int_equal(lp_grp_decode_entry(&grp, bytes, 16, bytes), LP_ERR_ARG);
    assert_int_equal(lp_grp_decode_entry(&grp, NULL, LP_GRP_ZERO, bytes), LP_OK);
    assert_int_equal(lp_grp_decode_entry(&grp, bytes, LP_GRP_POISON, bytes), LP_ERR_CORRUPT);
    assert_int_equal(lp_grp_compress(NULL, 1, bytes, sizeof bytes, &length), LP_ERR_ARG);
    assert_int_equal(lp_grp_decompress(NULL, 1, bytes, 1), LP_ERR_ARG);
    assert_int_equal(lp_grp_bound(SIZE_MAX), 0);
}

static int usable(enum lp_cpu path)
{
#ifdef __x86_64__
    return path == LP_CPU_PORTABLE ||
           (path == LP_CPU_AVX2 ? lpi_grp_avx2_usable() : lpi_grp_avx512_usable());
#else
    return path == LP_CPU_PORTABLE;
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_equal_slow_twin),
        cmocka_unit_test(limits_of_fields),
        cmocka_unit_test(all_patterns),
        cmocka_unit_test(flips),
        cmocka_unit_test(tables),
        cmocka_unit_test(chosen_tables),
        cmocka_unit_test(streams),
        cmocka_unit_test(malformed_streams),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(wrong_sectors),
    };
    unit_seed();
    rng.state = unit_random();
    paths_say_skipped(usable);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("grp", tests, NULL, NULL);
}
