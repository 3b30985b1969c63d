/* SPDX-License-Identifier: Apache-2.0 */
/* BPC: the library against the slow twin, worked streams, and every malformed class. */
#include "unit.h"

#include <linepress/linepress.h>

#include "../../cmodel/bpc/bpc_slow.h"

enum { CLASSES = 10 };

/* A line of one of the classes that BPC is about; most draw random words as well. */
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

static void same_as_slow_twin(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 40000; n++) {
        uint8_t line[128], slow[144] = {0}, stream[128], back[128];
        bpc_line(n % CLASSES, line);
        size_t bits = lpi_bpc_slow_encode(line, slow), capped = bits < 1024 ? bits : 1024;
        assert_int_equal(lpi_bpc_slow_decode(slow, bits, back), bits);
        assert_memory_equal(back, line, 128);
        assert_int_equal(lp_bpc_size_bits(line), capped);
        assert_int_equal(lp_bpc_encode_line(line, stream), capped);
        assert_memory_equal(stream, bits < 1024 ? slow : line, (capped + 7) / 8);
        assert_int_equal(lp_bpc_decode_line(stream, capped, back), LP_OK);
        assert_memory_equal(back, line, 128);
    }
}

/* What the slow twin makes of damaged streams, the library does; never more than the bits given. */
static void damaged_streams(void **state)
{
    (void)state;
    unsigned refused = 0;
    for (unsigned n = 0; n < 40000; n++) {
        uint8_t line[128], stream[144] = {0}, slow[128], back[128];
        bpc_line(n % CLASSES, line);
        size_t bits = lp_bpc_encode_line(line, stream);
        if (bits == LP_BPC_RAW_BITS)
            continue;
        for (unsigned flips = 1 + (unsigned)(unit_random() % 3); flips > 0; flips--) {
            size_t at = unit_random() % bits;
            stream[at / 8] ^= (uint8_t)(0x80 >> at % 8);
        }
        size_t used = lpi_bpc_slow_decode(stream, bits, slow);
        int error = lp_bpc_decode_line(stream, bits, back);
        refused += error != LP_OK;
        if (used == 0)
            assert_true(error == LP_ERR_SHORT || error == LP_ERR_CORRUPT);
        else
            assert_int_equal(error, used == bits ? LP_OK : LP_ERR_LONG);
        if (error == LP_OK)
            assert_memory_equal(back, slow, 128);
    }
    assert_true(refused > 1000);
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
    assert_int_equal(lp_bpc_decode_line(stream, bits, got), LP_OK);
    assert_memory_equal(got, line, 128);
}

static void expect_error(const char *text, int error)
{
    uint8_t stream[128], line[128];
    size_t bits = from_text(text, stream);
    assert_int_equal(lp_bpc_decode_line(stream, bits, line), error);
}

#define BASE_MAX "1 01111111111111111111111111111111 "

/* 7fffffff, then 80000000: the one delta is -(2^32 - 1), in 33 bits 1 0...0 1. */
static void worked_streams(void **state)
{
    (void)state;
    static const char signed_words[] =
        BASE_MAX "00011 00000  00001  01 11100  00011 00000";
    uint8_t line[128], stream[128], expected[128];
    expect_words(signed_words, 0x7fffffffu, 0x80000000u);
    for (unsigned i = 0; i < 128; i++)
        line[i] = i < 3 ? 0xff : i == 3 ? 0x7f : i % 4 == 3 ? 0x80 : 0;
    size_t bits = from_text(signed_words, expected);
    assert_int_equal(bits, 65);
    assert_int_equal(lp_bpc_encode_line(line, stream), bits);
    assert_memory_equal(stream, expected, 9);
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

static void entries(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t line[128], entry[128], back[128];
        unsigned sectors;
        bpc_line(n % CLASSES, line);
        size_t bits = lp_bpc_size_bits(line);
        lp_bpc_encode_entry(line, entry, &sectors);
        assert_int_equal(sectors, lp_line_is_zero(line) ? 0 : bits > 768 ? 4 : (bits + 255) / 256);
        seen |= 1u << sectors;
        assert_int_equal(lp_bpc_decode_entry(entry, sectors, back), LP_OK);
        assert_memory_equal(back, line, 128);
        if (sectors < 1 || sectors > 3)
            continue;
        if (sectors > 1)
            assert_int_not_equal(lp_bpc_decode_entry(entry, sectors - 1, back), LP_OK);
        if (sectors < 3) {
            memset(entry + 32 * sectors, 0, 32);
            assert_int_equal(lp_bpc_decode_entry(entry, sectors + 1, back), LP_ERR_LONG);
        }
        if (bits < 256 * sectors) {
            entry[32 * sectors - 1] ^= 1;
            assert_int_equal(lp_bpc_decode_entry(entry, sectors, back), LP_ERR_CORRUPT);
        }
    }
    assert_int_equal(seen, 0x1f);
    assert_int_equal(lp_bpc_decode_entry("", 5, NULL), LP_ERR_ARG);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_slow_twin), cmocka_unit_test(damaged_streams),
        cmocka_unit_test(worked_streams),    cmocka_unit_test(malformed_streams),
        cmocka_unit_test(entries),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
