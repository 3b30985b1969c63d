/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The variants' encoder against the library: with the format's settings, they are the same; and
 * streams of encoders that read words as unsigned, or test for single and two ones first, are read.
 */
#include "../unit.h"

#include <linepress/linepress.h>

#include "variant.h"

enum { CLASSES = UNIT_LINE_CLASSES + 6 };

static void put_words(uint8_t *line, const uint32_t word[32])
{
    for (unsigned i = 0; i < 128; i++)
        line[i] = (uint8_t)(word[i / 4] >> (i % 4 * 8));
}

static void any_line(unsigned class, uint8_t *line)
{
    uint32_t word[32], base = (uint32_t)unit_random(), step = (uint32_t)unit_random() % 2000;
    if (class < UNIT_LINE_CLASSES) {
        unit_line(class, line);
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        uint32_t any = (uint32_t)unit_random();
        switch (class - UNIT_LINE_CLASSES) {
        case 0: /* ramps, with a step now and then */
            word[i] = base + i * step + (any % 16 == 0);
            break;
        case 1: /* around the sign */ word[i] = 0x80000000u + any % 16 - 8; break;
        case 2: /* small numbers of both signs */ word[i] = any % 256 - 128; break;
        case 3: /* one value but for a bit */
            word[i] = base ^ (any % 24 == 0 ? UINT32_C(1) << (any >> 8 & 31) : 0);
            break;
        case 4: /* floats of both signs */ word[i] = 0x3f000000u + (any >> 9) + (any << 31); break;
        default: /* two plateaus: single and two ones where DBP is 0 */
            word[i] = base + (i > step % 32 ? 3 * step : 0);
        }
    }
    put_words(line, word);
}

static size_t capped(size_t bits)
{
    return bits < LP_BPC_RAW_BITS ? bits : LP_BPC_RAW_BITS;
}

static const struct variant *named(const char *name)
{
    const struct variant *v = variant_by_name(name);
    assert_non_null(v);
    return v;
}

static void as_the_format(void **state)
{
    (void)state;
    const struct variant *v = named("the format");
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t line[128], theirs[VARIANT_STREAM_MAX], ours[128];
        any_line(n % CLASSES, line);
        size_t bits = variant_encode(v, line, theirs);
        assert_int_equal(lp_bpc_size_bits(line), capped(bits));
        size_t own;
        assert_int_equal(lp_bpc_encode_line(line, ours, sizeof ours, &own), LP_OK);
        if (bits < LP_BPC_RAW_BITS)
            assert_memory_equal(ours, theirs, (bits + 7) / 8);
    }
}

/* Returns how many streams differ from the library's own. */
static unsigned read_streams(const struct variant *v)
{
    unsigned different = 0;
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t line[128], theirs[VARIANT_STREAM_MAX], ours[128], back[128], entry[128] = {0};
        any_line(n % CLASSES, line);
        size_t bits = variant_encode(v, line, theirs), own;
        assert_int_equal(lp_bpc_encode_line(line, ours, sizeof ours, &own), LP_OK);
        different += capped(bits) != own ||
                     (bits < LP_BPC_RAW_BITS && memcmp(ours, theirs, (bits + 7) / 8) != 0);
        unsigned sectors = (unsigned)(bits + 255) / 256;
        if (sectors < 4)
            memcpy(entry, theirs, (bits + 7) / 8);
        for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++) {
            if (bits < LP_BPC_RAW_BITS) {
                assert_int_equal(lp_bpc_decode_line(theirs, bits, back), LP_OK);
                assert_memory_equal(back, line, 128);
            }
            if (sectors < 4) {
                assert_int_equal(lp_bpc_decode_entry(entry, sectors, back), LP_OK);
                assert_memory_equal(back, line, 128);
            }
        }
    }
    return different;
}

static void foreign_streams(void **state)
{
    (void)state;
    struct variant both = *named("words unsigned");
    both.places_first = 1;
    assert_true(read_streams(named("words unsigned")) > 2000);
    assert_true(read_streams(named("single, two ones before DBP = 0")) > 200);
    assert_true(read_streams(named("no code for single, two ones")) > 2000);
    assert_true(read_streams(&both) > 2000);
}

/* Variants that only move bits: their rows in the table must show the format's ratios. */
static void same_sizes(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 5000; n++) {
        uint8_t line[128], stream[VARIANT_STREAM_MAX];
        any_line(n % CLASSES, line);
        size_t bits = variant_encode(named("the format"), line, stream);
        assert_int_equal(variant_encode(named("plane 0 first"), line, stream), bits);
        assert_int_equal(variant_encode(named("code numbers 2, 3, 1, 0"), line, stream), bits);
        assert_int_equal(variant_encode(named("gpgpusim_comp"), line, stream), bits);
    }
}

/* Blocks of other shapes, worked by hand. */
static void worked_blocks(void **state)
{
    (void)state;
    uint8_t line[128] = {0}, stream[VARIANT_STREAM_MAX];
    /* 16 blocks of 8 zero bytes: base 8, and one run of 9 planes, 001 + 3 bits. */
    assert_int_equal(variant_encode(named("stream-ebpc's BPC, 8 x 8"), line, stream), 16 * 14);
    /* Four blocks: base 000 and one run of 17 planes, 01 + 4 bits. */
    assert_int_equal(variant_encode(named("16-bit words, 16 a block"), line, stream), 4 * 9);
    assert_int_equal(variant_encode(named("Compresso, transformed"), line, stream), 2 * 10);
    /* Words of 64 bits 0, 1, 0, 0 ...: deltas 1, -1, 0 ... Planes 64 to 1 have a one at 1, so DBX
     * is that one and then a run of 63; plane 0 has ones at 0 and 1, so DBX is the one at 0. */
    line[8] = 1;
    assert_int_equal(variant_encode(named("64-bit words, 16 a block"), line, stream),
                     3 + 9 + (2 + 6) + 9);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_format),
        cmocka_unit_test(foreign_streams),
        cmocka_unit_test(same_sizes),
        cmocka_unit_test(worked_blocks),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
