/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EBD-16: every path against the slow twin, limits of the forms, and malformed records. LP_LINES
 * sets how many random lines are tried.
 */
#include "ebd_lines.h"

#include "../../cmodel/lib/ebd/ebd_kernel.h"
#include "../reference/ebd_slow.h"
#include "paths.h"

#define FOR_EACH_PATH                                                                              \
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++)
#define GUARD 0xc3

static size_t lines_to_try(void)
{
    const char *text = getenv("LP_LINES");
    return text != NULL ? strtoull(text, NULL, 0) : 40000;
}

static void put(uint8_t *line, unsigned i, unsigned x)
{
    line[2 * i] = (uint8_t)x;
    line[2 * i + 1] = (uint8_t)(x >> 8);
}

/* The line's record, which must be the same in all paths; its length; 128: no record. */
static size_t encode_everywhere(const uint8_t *line, uint8_t *record)
{
    size_t expected = lpi_ebd_slow_encode(line, record);
    expected = expected == 0 ? 128 : expected;
    FOR_EACH_PATH {
        uint8_t got[128 + 1], back[128];
        size_t bytes;
        got[expected] = GUARD;
        assert_int_equal(lp_ebd_size(line), expected);
        assert_int_equal(lp_ebd_encode_line(line, got, expected, &bytes), LP_OK);
        assert_int_equal(bytes, expected);
        assert_int_equal(got[expected], GUARD);
        assert_memory_equal(got, expected == 128 ? line : record, expected);
        assert_int_equal(lp_ebd_decode_line(got, bytes, back), LP_OK);
        assert_memory_equal(back, line, 128);
    }
    return expected;
}

/* Every path and the twin must give the same result for any bytes. */
static int decode_everywhere(const uint8_t *bytes, size_t count, uint8_t *line)
{
    uint8_t back[128], *exact = malloc(count + (count == 0));
    int first = LP_OK, good = lpi_ebd_slow_decode(bytes, count, line);
    memcpy(exact, bytes, count);
    FOR_EACH_PATH {
        int error = lp_ebd_decode_line(exact, count, back);
        assert_int_equal(error == LP_OK, good);
        assert_true(path == 0 || error == first);
        first = error;
        if (good)
            assert_memory_equal(back, line, 128);
    }
    free(exact);
    return first;
}

static unsigned form_of(const uint8_t *record, size_t bytes)
{
    return bytes == 128 ? 3 : bytes <= 32 ? 0 : record[25] & 1 ? 2 : 1;
}

static void lines_equal_slow_twin(void **state)
{
    (void)state;
    uint8_t line[128], record[128], back[128];
    size_t seen[4] = {0}, good = 0, lines = lines_to_try();
    for (size_t i = 0; i < lines; i++) {
        ebd_line(line);
        size_t bytes = encode_everywhere(line, record);
        seen[form_of(record, bytes)]++;
        if (bytes == 128)
            continue;
        assert_true(lpi_ebd_slow_decode(record, bytes, back));
        assert_memory_equal(back, line, 128);
        /* A few wrong bits: either another record or an error, and the same in all. */
        for (unsigned flips = 1 + ebd_below(3); flips != 0; flips--)
            record[ebd_below((unsigned)bytes)] ^= (uint8_t)(1u << ebd_below(8));
        good += decode_everywhere(record, bytes, back) == LP_OK;
    }
    printf("# %zu mask, %zu code, %zu full, %zu raw; %zu damaged ones well-formed\n", seen[0],
           seen[1], seen[2], seen[3], good);
    for (unsigned form = 0; form < 4; form++)
        assert_true(seen[form] > 0);
}

static void lines_of_other_classes(void **state)
{
    (void)state;
    uint8_t line[128], record[128];
    for (unsigned i = 0; i < 200 * UNIT_LINE_CLASSES; i++) {
        unit_line(i % UNIT_LINE_CLASSES, line);
        encode_everywhere(line, record);
    }
}

static void random_bytes_as_records(void **state)
{
    (void)state;
    uint8_t bytes[96], line[128];
    for (size_t i = 0; i < 40000; i++) {
        size_t count = i % 97;
        for (size_t b = 0; b < count; b++)
            bytes[b] = (uint8_t)unit_random();
        if (count > 8 && count <= 32) /* a mask of few bits */
            for (size_t b = 1; b < 9; b++)
                bytes[b] &= (uint8_t)(unit_random() & unit_random());
        decode_everywhere(bytes, count, line);
    }
}

/* The example of the format's table. */
static void worked_example(void **state)
{
    (void)state;
    static const uint8_t expected[] = {0x7f, 0x08, 0x04, 0, 0, 0,    0, 0,    0x80, 0xc8,
                                       0x01, 0,    0,    0, 0, 0x04, 0, 0x80, 0x12};
    uint8_t line[128] = {0}, record[128];
    put(line, 3, 0x3f80);
    put(line, 10, 0xbf00);
    put(line, 63, 0x3a12);
    assert_int_equal(encode_everywhere(line, record), sizeof expected);
    assert_memory_equal(record, expected, sizeof expected);
}

/* Lines at which a form just fits, and the next that does not. */
static void limits_of_forms(void **state)
{
    (void)state;
    static const struct {
        unsigned count, far; /* non-zero elements, of which this many have an escape */
        size_t bytes;
    } cases[] = {
        {0, 0, 15},   {16, 0, 31},   {16, 1, 32}, {16, 2, 32},  {16, 3, 43},
        {17, 0, 43},  {12, 10, 32},  {13, 8, 32}, {13, 9, 43},  {64, 0, 90},
        {64, 13, 96}, {64, 14, 128}, {63, 0, 89}, {63, 15, 96}, {63, 16, 128},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        uint8_t line[128] = {0}, record[128];
        /* Ten octaves below, so that every base needs an escape. */
        for (unsigned i = 0; i < cases[c].count; i++)
            put(line, i, (i < cases[c].far ? 117 : 127) << 7 | (i & 127));
        assert_int_equal(encode_everywhere(line, record), cases[c].bytes);
    }
}

static void special_values_come_back(void **state)
{
    (void)state;
    static const unsigned values[] = {0x8000, 0x0001, 0x807f, 0x7f80, 0xff80, 0x7fc1,
                                      0xff81, 0x7f7f, 0x0080, 0x3f80, 0};
    enum { VALUES = sizeof values / sizeof values[0] };
    uint8_t line[128], record[128];
    for (unsigned a = 0; a < VALUES; a++)
        for (unsigned b = 0; b < VALUES; b++)
            for (unsigned every = 1; every < 12; every++) {
                for (unsigned i = 0; i < 64; i++)
                    put(line, i, values[i % every == 0 ? a : b]);
                encode_everywhere(line, record);
            }
}

/* ---- malformed records, class by class ---- */

static void refused(const uint8_t *record, size_t bytes, int error)
{
    uint8_t line[128];
    assert_int_equal(decode_everywhere(record, bytes, line), error);
}

/* Three elements in mask form, as in the worked example, but any base and codes. */
static size_t mask_record(uint8_t *record, unsigned base, unsigned codes, unsigned nibble)
{
    static const uint8_t start[] = {0, 8, 4, 0, 0, 0, 0, 0, 0x80};
    memset(record, 0, 128);
    memcpy(record, start, sizeof start);
    record[0] = (uint8_t)base;
    record[9] = (uint8_t)codes;
    record[10] = (uint8_t)(codes >> 8);
    record[15] = (uint8_t)nibble;
    return 19;
}

static void malformed_masks(void **state)
{
    (void)state;
    uint8_t r[128];
    size_t n = mask_record(r, 127, 0x1c8, 4);
    for (size_t bytes = 0; bytes < n; bytes++)
        refused(r, bytes, LP_ERR_SHORT);
    refused(r, n, LP_OK);
    for (size_t bytes = n + 1; bytes <= 32; bytes++)
        refused(r, bytes, LP_ERR_LONG);
    for (unsigned bit = 72 + 9; bit < 120; bit++) { /* places without an element */
        mask_record(r, 127, 0x1c8, 4);
        r[bit / 8] |= (uint8_t)(1u << bit % 8);
        refused(r, n, LP_ERR_CORRUPT);
    }
    for (unsigned bit = 4; bit < 8; bit++) { /* beside the only nibble */
        mask_record(r, 127, 0x1c8, 4 | 1u << bit);
        refused(r, n, LP_ERR_CORRUPT);
    }
    n = mask_record(r, 127, 0, 0) - 1;
    memset(r + 1, 0xff, 2);
    r[3] = 0;
    refused(r, 15 + 17, LP_ERR_CORRUPT); /* 17 elements */
    memset(r + 1, 0xff, 8);
    refused(r, 32, LP_ERR_CORRUPT); /* 64 */
    /* 16 elements, of which three escape: 33 bytes. */
    memset(r, 0, sizeof r);
    r[0] = 127;
    r[1] = r[2] = 0xff;
    r[9] = 0xff;
    r[10] = 1;
    refused(r, 32, LP_ERR_CORRUPT);
}

/* Bases from which an exponent can be reached. */
static void exponents_outside(void **state)
{
    (void)state;
    uint8_t r[128];
    for (unsigned base = 0; base < 256; base++)
        for (unsigned nibble = 0; nibble < 16; nibble++) {
            int d = nibble <= 12 ? 7 + (int)nibble : nibble == 13 ? -1 : nibble == 14 ? -2 : 0;
            int e = (int)base - d, good = nibble == 15 || (e >= 0 && e <= 255);
            size_t n = mask_record(r, base, 7u << 6, nibble);
            refused(r, n, good ? LP_OK : LP_ERR_CORRUPT);
        }
    for (unsigned base = 0; base < 8; base++)
        for (unsigned code = 0; code < 7; code++) {
            size_t n = mask_record(r, base, code << 3, 0) - 1;
            refused(r, n, code > base ? LP_ERR_CORRUPT : LP_OK);
        }
}

/* 20 elements in code form, `far` of which escape. */
static size_t code_record(uint8_t *line, uint8_t *r, unsigned far)
{
    memset(line, 0, 128);
    for (unsigned i = 0; i < 20; i++)
        put(line, 3 * i, (i < far ? 117 : 127) << 7 | 5);
    return encode_everywhere(line, r);
}

static void malformed_codes(void **state)
{
    (void)state;
    uint8_t line[128], r[128] = {0};
    for (unsigned far = 0; far < 4; far++) {
        size_t n = code_record(line, r, far);
        assert_int_equal(n, 20 + (51 + far + 1) / 2);
        for (size_t bytes = 33; bytes < n; bytes++)
            refused(r, bytes, LP_ERR_SHORT);
        memset(r + n, 0, sizeof r - n);
        for (size_t bytes = n + 1; bytes <= 96; bytes++)
            refused(r, bytes, LP_ERR_LONG);
        for (unsigned bit = 201; bit < 204; bit++) {
            r[25] ^= (uint8_t)(1u << bit % 8);
            refused(r, n, LP_ERR_CORRUPT);
            r[25] ^= (uint8_t)(1u << bit % 8);
        }
        for (unsigned bit = 4; bit < 8 && far % 2 == 0; bit++) { /* after the last nibble */
            r[25 + far / 2] ^= (uint8_t)(1u << bit);
            refused(r, n, LP_ERR_CORRUPT);
            r[25 + far / 2] ^= (uint8_t)(1u << bit);
        }
        refused(r, 97, LP_ERR_ARG);
    }
    /* All zero in code form has 26 bytes, and all escapes in full form have 122. */
    memset(r, 0, sizeof r);
    memset(r + 1, 0xff, 24);
    refused(r, 33, LP_ERR_CORRUPT);
    r[25] = 1;
    refused(r, 96, LP_ERR_CORRUPT);
}

static void wrong_lengths(void **state)
{
    (void)state;
    uint8_t line[128] = {1}, r[256], back[128];
    size_t bytes;
    for (size_t n = 97; n < 200; n++)
        assert_int_equal(lp_ebd_decode_line(r, n, back), n == 128 ? LP_OK : LP_ERR_ARG);
    for (size_t room = 0; room < 16; room++)
        assert_int_equal(lp_ebd_encode_line(line, r, room, &bytes), LP_ERR_SPACE);
    assert_int_equal(lp_ebd_encode_line(line, r, 16, &bytes), LP_OK);
}

/* ---- entries ---- */

static void entries(void **state)
{
    (void)state;
    uint8_t line[128], record[128], entry[128], back[128];
    unsigned sectors, seen[5] = {0};
    for (size_t i = 0; i < 6000; i++) {
        ebd_line(line);
        size_t bytes = encode_everywhere(line, record);
        FOR_EACH_PATH {
            memset(entry, GUARD, 128);
            assert_int_equal(lp_ebd_encode_entry(line, entry, &sectors), LP_OK);
            assert_int_equal(sectors, lp_line_is_zero(line) ? 0 : (bytes + 31) / 32);
            for (size_t b = 32 * sectors; b < 128; b++)
                assert_int_equal(entry[b], GUARD);
            for (size_t b = bytes; b < 32 * sectors; b++)
                assert_int_equal(entry[b], 0);
            assert_int_equal(lp_ebd_decode_entry(entry, sectors, back), LP_OK);
            assert_memory_equal(back, line, 128);
        }
        seen[sectors]++;
        /* With another number of sectors the same form is not an entry. */
        memset(entry + 32 * sectors, 0, 128 - 32 * sectors);
        if (sectors == 2 || sectors == 3)
            assert_int_equal(lp_ebd_decode_entry(entry, 5 - sectors, back),
                             sectors == 2 ? LP_ERR_LONG : LP_ERR_SHORT);
        if (sectors != 0 && bytes % 32 != 0) {
            entry[bytes + unit_random() % (32 * sectors - bytes)] = 1;
            assert_int_equal(lp_ebd_decode_entry(entry, sectors, back), LP_ERR_CORRUPT);
        }
    }
    for (unsigned s = 0; s < 5; s++)
        assert_true(seen[s] > 0);
    assert_int_equal(lp_ebd_decode_entry(entry, 5, back), LP_ERR_ARG);
}

static int usable(enum lp_cpu path)
{
#ifdef __x86_64__
    return path == LP_CPU_PORTABLE ||
           (path == LP_CPU_AVX2 ? lpi_ebd_avx2_usable() : lpi_ebd_avx512_usable());
#else
    return path == LP_CPU_PORTABLE;
#endif
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example),
        cmocka_unit_test(lines_equal_slow_twin),
        cmocka_unit_test(lines_of_other_classes),
        cmocka_unit_test(random_bytes_as_records),
        cmocka_unit_test(limits_of_forms),
        cmocka_unit_test(special_values_come_back),
        cmocka_unit_test(malformed_masks),
        cmocka_unit_test(exponents_outside),
        cmocka_unit_test(malformed_codes),
        cmocka_unit_test(wrong_lengths),
        cmocka_unit_test(entries),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    paths_say_skipped(usable);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
