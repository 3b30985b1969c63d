/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BPC on every code path: the library against the slow twin, worked streams, and every malformed
 * class.
 */
#include "paths.h"
#include "unit.h"

#include <linepress/linepress.h>

#include "../../cmodel/lib/bpc/bpc_kernel.h"
#include "../reference/bpc_slow.h"

enum { CLASSES = 10, GUARD = 0xa7 };

/* Runs the body on every code path that this CPU has. */
#define FOR_EACH_PATH                                                                              \
    for (int path_ = 0; path_ < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path_) == LP_OK; path_++)

/* A line of one of the classes that matter to BPC; most draw random words as well. */
static void bpc_line(unsigned class, uint8_t *line)
{
    uint32_t base = (uint32_t)unit_random(), step = (uint32_t)unit_random() % 1000;
    for (unsigned i = 0; i < 32; i++) {
        uint32_t any = (uint32_t)unit_random(), w = any;
        float f = (float)(any % 2000) / 7;
        if (class == 0)
            w = 0;
        else if (class == 1)
            w = base;
        else if (class == 2)
            w = base + i * step;
        else if (class == 3)
            w = any & 1 ? 0 : any;
        else if (class == 4)
            w = (base & 0xffff0000u) + (any & 0xff);
        else if (class == 5)
            memcpy(&w, &f, sizeof w);
        else if (class == 6)
            w = any & 7 ? 0 : UINT32_C(1) << (any >> 8 & 31);
        else if (class == 7)
            w = i % 2 ? 0x80000000u : 0x7fffffffu;
        else if (class == 8)
            w = any & 8 ? base : 0 - base;
        for (unsigned b = 0; b < 4; b++)
            line[4 * i + b] = (uint8_t)(w >> (8 * b));
    }
}

static void check_line(const uint8_t *line)
{
    uint8_t slow[144] = {0}, stream[129], back[129];
    size_t bits = lpi_bpc_slow_encode(line, slow), capped = bits < 1024 ? bits : 1024;
    size_t bytes = (capped + 7) / 8;
    assert_int_equal(lpi_bpc_slow_decode(slow, bits, back), bits);
    assert_memory_equal(back, line, 128);
    FOR_EACH_PATH {
        memset(stream, GUARD, sizeof stream);
        memset(back, GUARD, sizeof back);
        assert_int_equal(lp_bpc_size_bits(line), capped);
        size_t own;
        assert_int_equal(lp_bpc_encode_line(line, stream, bytes, &own), LP_OK);
        assert_int_equal(own, capped);
        assert_memory_equal(stream, bits < 1024 ? slow : line, bytes);
        assert_int_equal(stream[bytes], GUARD);
        assert_int_equal(lp_bpc_decode_line(stream, capped, back), LP_OK);
        assert_memory_equal(back, line, 128);
        assert_int_equal(back[128], GUARD);
    }
}

static void same_as_slow_twin(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 40000; n++) {
        uint8_t line[128];
        bpc_line(n % CLASSES, line);
        check_line(line);
    }
}

static unsigned next_bit(const uint8_t *stream, size_t bits, size_t *at)
{
    unsigned bit = *at < bits ? stream[*at / 8] >> (7 - *at % 8) & 1 : 0;
    ++*at;
    return bit;
}

static unsigned next_bits(const uint8_t *stream, size_t bits, size_t *at, unsigned count)
{
    unsigned value = 0;
    while (count-- > 0)
        value = value << 1 | next_bit(stream, bits, at);
    return value;
}

/* The fault of a stream, symbol by symbol: a symbol cut off by the end counts as truncated. */
static int judge(const uint8_t *stream, size_t bits)
{
    static const unsigned number[] = {0, 4, 8, 16};
    size_t at = 0;
    unsigned planes = 0;
    if (next_bit(stream, bits, &at))
        at += 32;
    else
        at += number[next_bits(stream, bits, &at, 2)];
    while (planes < 33) {
        unsigned count = 1, bad = 0;
        if (next_bit(stream, bits, &at)) {
            at += 31;
        } else if (next_bit(stream, bits, &at)) {
            count = next_bits(stream, bits, &at, 5) + 2;
        } else if (!next_bit(stream, bits, &at)) {
            unsigned kind = next_bits(stream, bits, &at, 2);
            unsigned k = kind >= 2 ? next_bits(stream, bits, &at, 5) : 0;
            bad = kind == 2 ? k > 29 : k > 30;
        }
        planes += count;
        if (at > bits)
            return LP_ERR_SHORT;
        if (bad || planes > 33)
            return LP_ERR_CORRUPT;
    }
    return at == bits ? LP_OK : LP_ERR_LONG;
}

static void check_damaged(const uint8_t *stream, size_t bits, unsigned seen[4])
{
    uint8_t slow[128], back[129], exact[128];
    size_t used = lpi_bpc_slow_decode(stream, bits, slow);
    int expected = judge(stream, bits);
    assert_int_equal(used == bits && used != 0, expected == LP_OK);
    memset(exact, GUARD, sizeof exact);
    memcpy(exact, stream, (bits + 7) / 8);
    FOR_EACH_PATH {
        back[128] = GUARD;
        int error = lp_bpc_decode_line(exact, bits, back);
        assert_int_equal(error, expected);
        assert_int_equal(back[128], GUARD);
        if (error == LP_OK)
            assert_memory_equal(back, slow, 128);
    }
    seen[expected == LP_OK ? 0 : expected == LP_ERR_SHORT ? 1 : expected == LP_ERR_LONG ? 2 : 3]++;
}

/* Streams with flipped bits, streams cut off, and bits that never were a stream. */
static void damaged_streams(void **state)
{
    (void)state;
    unsigned seen[4] = {0};
    for (unsigned n = 0; n < 40000; n++) {
        uint8_t line[128], stream[144] = {0};
        bpc_line(n % CLASSES, line);
        size_t bits;
        assert_int_equal(lp_bpc_encode_line(line, stream, 128, &bits), LP_OK);
        if (bits == LP_BPC_RAW_BITS || n % 8 == 0) {
            bits = unit_random() % 1024;
            for (size_t i = 0; i < 128; i++)
                stream[i] = (uint8_t)(unit_random() & (n % 16 == 0 ? 0xff : 0x37));
        }
        for (unsigned flips = (unsigned)(unit_random() % 4); flips > 0 && bits > 0; flips--) {
            size_t at = unit_random() % bits;
            stream[at / 8] ^= (uint8_t)(0x80 >> at % 8);
        }
        if (n % 5 == 0)
            bits = unit_random() % (bits + 1);
        check_damaged(stream, bits, seen);
    }
    for (unsigned kind = 0; kind < 4; kind++)
        assert_true(seen[kind] > 500);
}

/* ---- buffers ---- */

enum { LINES = 150 };

struct buffer {
    uint8_t data[LINES * 128], records[LINES * 129 + 1], got[LINES * 129 + 1];
    size_t bytes, stored, at[LINES + 1];
};

/* Data of all classes, its records by the slow twin, and where each begins. */
static void fill_buffer(struct buffer *b)
{
    static const uint8_t zeros[128];
    b->bytes = unit_random() % 3 == 0 ? unit_random() % sizeof b->data
                                      : unit_random() % (LINES + 1) * 128;
    b->stored = 0;
    memset(b->records, 0, sizeof b->records);
    unsigned only = (unsigned)(unit_random() % (3 * CLASSES)), n = 0;
    for (size_t at = 0; at < b->bytes; at += 128, n++) {
        uint8_t line[128], stream[144] = {0}, *record = b->records + b->stored;
        bpc_line(only < CLASSES ? only : (unsigned)(unit_random() % CLASSES), line);
        if (b->bytes - at < 128)
            memset(line + (b->bytes - at), 0, 128 - (b->bytes - at));
        size_t bits = lpi_bpc_slow_encode(line, stream);
        size_t bytes = bits < 1024 ? (bits + 7) / 8 : 128;
        record[0] = (uint8_t)(bits < 1024 ? bytes : 255);
        memcpy(record + 1, bits < 1024 ? stream : line, bytes);
        if (memcmp(line, zeros, 128) == 0)
            record[0] = 0, bytes = 0;
        memcpy(b->data + at, line, b->bytes - at < 128 ? b->bytes - at : 128);
        b->at[n] = b->stored;
        b->stored += 1 + bytes;
    }
    b->at[n] = b->stored;
}

static void check_buffer(struct buffer *b)
{
    size_t n = 0, room = unit_random() % 2 ? b->stored : lp_bpc_bound(b->bytes);
    memset(b->got, GUARD, sizeof b->got);
    assert_int_equal(lp_bpc_compress(b->data, b->bytes, b->got, room, &n), LP_OK);
    assert_int_equal(n, b->stored);
    assert_memory_equal(b->got, b->records, n);
    assert_int_equal(b->got[room], GUARD);
    if (n > 0) {
        room = unit_random() % n;
        memset(b->got, GUARD, sizeof b->got);
        assert_int_equal(lp_bpc_compress(b->data, b->bytes, b->got, room, &n), LP_ERR_SPACE);
        assert_int_equal(b->got[room], GUARD);
    }
    memset(b->got, GUARD, sizeof b->got);
    assert_int_equal(lp_bpc_decompress(b->records, b->stored, b->got, b->bytes), LP_OK);
    assert_memory_equal(b->got, b->data, b->bytes);
    assert_int_equal(b->got[b->bytes], GUARD);
    assert_int_equal(lp_bpc_decompress(b->records, b->stored + 1, b->got, b->bytes), LP_ERR_LONG);
    if (b->stored > 0) {
        size_t cut = unit_random() % b->stored;
        assert_int_equal(lp_bpc_decompress(b->records, cut, b->got, b->bytes), LP_ERR_SHORT);
    }
    uint16_t bits[LINES];
    size_t lines = b->bytes / 128;
    lp_bpc_sizes(b->data, lines, bits);
    for (size_t i = 0; i < lines; i++)
        assert_int_equal(bits[i], lp_bpc_size_bits(b->data + 128 * i));
}

static void buffers(void **state)
{
    (void)state;
    static struct buffer b;
    for (unsigned n = 0; n < 300; n++) {
        fill_buffer(&b);
        FOR_EACH_PATH
            check_buffer(&b);
    }
    assert_int_equal(lp_bpc_bound(256), 258);
    assert_int_equal(lp_bpc_bound(SIZE_MAX), 0);
}

/* One bad record among good ones: the error is that of the record alone. */
static void damaged_records(void **state)
{
    (void)state;
    static struct buffer b;
    unsigned refused = 0;
    for (unsigned n = 0; n < 3000; n++) {
        fill_buffer(&b);
        if (b.bytes < 128)
            continue;
        size_t hit = unit_random() % (b.bytes / 128), at = b.at[hit], bytes = b.at[hit + 1] - at;
        b.records[at + unit_random() % bytes] ^= (uint8_t)(1 + unit_random() % 255);
        uint8_t *record = b.records + at, line[128];
        /* Its length still gives the start of the next record, or it is refused. */
        int moved = record[0] != 255 && record[0] <= 128 && record[0] + 1u != bytes;
        moved |= record[0] == 255 && bytes != 129;
        if (moved)
            continue;
        int expected = lp_bpc_decompress(record, bytes, line, 128);
        refused += expected != LP_OK;
        FOR_EACH_PATH {
            int error = lp_bpc_decompress(b.records, b.stored, b.got, b.bytes);
            assert_int_equal(error, expected);
            if (error != LP_OK)
                continue;
            memcpy(b.data + 128 * hit, line, 128);
            assert_memory_equal(b.got, b.data, b.bytes);
        }
    }
    assert_true(refused > 300);
}

static void short_last_line(void **state)
{
    (void)state;
    uint8_t data[128] = {0}, records[129], back[128];
    size_t n;
    data[100] = 1;
    FOR_EACH_PATH {
        assert_int_equal(lp_bpc_compress(data, 128, records, sizeof records, &n), LP_OK);
        assert_int_equal(lp_bpc_decompress(records, n, back, 101), LP_OK);
        assert_memory_equal(back, data, 101);
        assert_int_equal(lp_bpc_decompress(records, n, back, 100), LP_ERR_CORRUPT);
        assert_int_equal(lp_bpc_compress(data, 0, records, 0, &n), LP_OK);
        assert_int_equal(n, 0);
        assert_int_equal(lp_bpc_decompress(records, 0, back, 0), LP_OK);
        assert_int_equal(lp_bpc_decompress(records, 1, back, 0), LP_ERR_LONG);
        assert_int_equal(lp_bpc_decompress(records, 0, back, 1), LP_ERR_SHORT);
    }
}

/* Bits written as text, blanks between the symbols. Returns their number. */
static size_t from_text(const char *text, uint8_t *stream)
{
    size_t bits = 0;
    memset(stream, 0, 128);
    for (; *text != '\0'; text++)
        if (*text != ' ') {
            stream[bits / 8] |= (uint8_t)((*text == '1' ? 0x80 : 0) >> bits % 8);
            bits++;
        }
    return bits;
}

static void expect_words(const char *text, uint32_t first, uint32_t others)
{
    uint8_t stream[128], line[128], got[128];
    size_t bits = from_text(text, stream);
    for (unsigned i = 0; i < 32; i++)
        for (unsigned b = 0; b < 4; b++)
            line[4 * i + b] = (uint8_t)((i == 0 ? first : others) >> (8 * b));
    FOR_EACH_PATH {
        assert_int_equal(lp_bpc_decode_line(stream, bits, got), LP_OK);
        assert_memory_equal(got, line, 128);
    }
}

static void expect_error(const char *text, int error)
{
    uint8_t stream[128], line[128];
    size_t bits = from_text(text, stream);
    FOR_EACH_PATH
        assert_int_equal(lp_bpc_decode_line(stream, bits, line), error);
    assert_int_equal(judge(stream, bits), error);
}

#define BASE_MAX "1 01111111111111111111111111111111 "

/* 7fffffff, then 80000000: the one delta is -(2^32 - 1), in 33 bits 1 0...0 1. */
static void worked_streams(void **state)
{
    (void)state;
    static const char signed_words[] = BASE_MAX "00011 00000  00001  01 11100  00011 00000";
    uint8_t line[128], stream[128], expected[128];
    expect_words(signed_words, 0x7fffffffu, 0x80000000u);
    for (unsigned i = 0; i < 128; i++)
        line[i] = i < 3 ? 0xff : i == 3 ? 0x7f : i % 4 == 3 ? 0x80 : 0;
    size_t bits = from_text(signed_words, expected);
    assert_int_equal(bits, 65);
    FOR_EACH_PATH {
        size_t own;
        assert_int_equal(lp_bpc_encode_line(line, stream, 8, &own), LP_ERR_SPACE);
        assert_int_equal(lp_bpc_encode_line(line, stream, 9, &own), LP_OK);
        assert_int_equal(own, bits);
        assert_memory_equal(stream, expected, 9);
    }
    /* Read as unsigned the delta is +1: 33 bits 0...0 1. */
    expect_words(BASE_MAX "01 11110  00011 00000", 0x7fffffffu, 0x80000000u);
    /* A single one where DBP = 0 would have been shorter. */
    expect_words("000  01 11101  00011 00000  00011 00000", 0, 2);
    expect_words("000  01 11101  00011 00000  00001", 0, 2);
}

static void malformed_streams(void **state)
{
    (void)state;
    expect_error("", LP_ERR_SHORT);
    expect_error("001 01", LP_ERR_SHORT);
    expect_error("000", LP_ERR_SHORT);
    expect_error("000 01 1111", LP_ERR_SHORT);
    expect_error("000 01 11110", LP_ERR_SHORT);
    expect_error("000 01 11110 1 0000000000", LP_ERR_SHORT);
    expect_error("000 01 11111", LP_OK);
    expect_error("000 01 11111 0", LP_ERR_LONG);
    expect_error("000 001 01 11111", LP_ERR_CORRUPT);
    expect_error("000 01 11110 01 00000", LP_ERR_CORRUPT);
    expect_error("000 01 11110 00010 11101", LP_OK);
    expect_error("000 01 11110 00010 11110", LP_ERR_CORRUPT);
    expect_error("000 01 11110 00011 11110", LP_OK);
    expect_error("000 01 11110 00011 11111", LP_ERR_CORRUPT);
    uint8_t line[128] = {0};
    assert_int_equal(lp_bpc_decode_line(line, 1025, line), LP_ERR_ARG);
}

static unsigned check_entry(const uint8_t *line)
{
    uint8_t entry[129], back[128];
    unsigned sectors;
    size_t bits = lp_bpc_size_bits(line);
    memset(entry, GUARD, sizeof entry);
    assert_int_equal(lp_bpc_encode_entry(line, entry, &sectors), LP_OK);
    assert_int_equal(sectors, lp_line_is_zero(line) ? 0 : bits > 768 ? 4 : (bits + 255) / 256);
    assert_int_equal(entry[32 * sectors], GUARD);
    assert_int_equal(lp_bpc_decode_entry(entry, sectors, back), LP_OK);
    assert_memory_equal(back, line, 128);
    if (sectors < 1 || sectors > 3)
        return sectors;
    if (sectors > 1)
        assert_int_equal(lp_bpc_decode_entry(entry, sectors - 1, back),
                         judge(entry, 256 * (sectors - 1)));
    if (sectors < 3) {
        memset(entry + 32 * sectors, 0, 32);
        assert_int_equal(lp_bpc_decode_entry(entry, sectors + 1, back), LP_ERR_LONG);
    }
    if (bits < 256 * sectors) {
        entry[32 * sectors - 1] ^= 1;
        assert_int_equal(lp_bpc_decode_entry(entry, sectors, back), LP_ERR_CORRUPT);
    }
    return sectors;
}

static void entries(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (unsigned n = 0; n < 10000; n++) {
        uint8_t line[128];
        bpc_line(n % CLASSES, line);
        FOR_EACH_PATH
            seen |= 1u << check_entry(line);
    }
    assert_int_equal(seen, 0x1f);
    assert_int_equal(lp_bpc_decode_entry("", 5, NULL), LP_ERR_ARG);
}

static int usable(enum lp_cpu path)
{
#ifdef __x86_64__
    if (path == LP_CPU_AVX512)
        return lpi_bpc_avx512_usable();
    if (path == LP_CPU_AVX2)
        return lpi_bpc_avx2_usable();
#endif
    return path == LP_CPU_PORTABLE;
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_slow_twin), cmocka_unit_test(damaged_streams),
        cmocka_unit_test(worked_streams),    cmocka_unit_test(malformed_streams),
        cmocka_unit_test(entries),           cmocka_unit_test(buffers),
        cmocka_unit_test(damaged_records),   cmocka_unit_test(short_last_line),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    paths_say_skipped(usable);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
