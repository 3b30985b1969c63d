/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of DMA streams: every codec against the slow twin, and every malformed input. */
#include "paths.h"
#include "unit.h"

#include "../reference/cdma_slow.h"

#define GUARD 0xc3

/* Codecs and widths of elements. */
static const struct form {
    enum lp_dma_codec codec;
    unsigned elem;
} forms[] = {{LP_DMA_ZVC, 32}, {LP_DMA_ZVC, 16},  {LP_DMA_ZVC, 8},  {LP_DMA_BPC, 32},
             {LP_DMA_RAW, 32}, {LP_DMA_XZVC, 32}, {LP_DMA_EBD, 16}, {LP_DMA_AUTO, 32}};
enum { FORMS = sizeof forms / sizeof forms[0] };

static void channels_equal_slow_twin(void **state)
{
    (void)state;
    for (unsigned channels = 2; channels <= LP_DMA_CHANNELS; channels++) {
        unsigned seen[LP_DMA_CHANNELS] = {0};
        for (uint64_t group = 0; group < 4096; group++) {
            uint64_t any = group < 2048 ? group : unit_random() & 0x7fffffff;
            unsigned channel = lp_dma_channel(any, channels);
            assert_true(channel < channels);
            assert_int_equal(channel, lpi_cdma_slow_channel(any, channels));
            seen[channel] += group < channels;
        }
        /* Neighbours go to different channels. */
        for (unsigned channel = 0; channel < channels; channel++)
            assert_int_equal(seen[channel], 1);
    }
    assert_int_equal(lp_dma_channel(5, 1), 0);
    assert_int_equal(lp_dma_channel(5, 0), 0);
}

/* Half of the bytes, by 64-bit words, near the ones before or with exponents near each other. */
static void fill(uint8_t *raw, size_t bytes)
{
    unit_fill(raw, bytes);
    for (size_t at = 8; at < bytes; at += 8) {
        unsigned how = at % 1024 < 512 ? unit_random() % 8 : 7;
        if (how < 3)
            memcpy(raw + at, raw + at - 8, 8 - 2 * how);
        for (size_t i = at; how >= 3 && how < 7 && i < at + 8; i += 2)
            raw[i + 1] = (uint8_t)(0x3c + unit_random() % 4);
    }
}

static void check_group(const struct form *form, const uint8_t *raw, size_t sectors)
{
    uint8_t stored[LP_DMA_GROUP_BOUND + 1], expected[LP_DMA_GROUP_BOUND], back[LP_DMA_GROUP + 1];
    size_t bytes, bad;
    size_t length = lpi_cdma_slow_shrink(form->codec, form->elem, raw, sectors, expected);
    memset(stored, GUARD, sizeof stored);
    assert_int_equal(lp_dma_shrink(form->codec, form->elem, raw, sectors, stored, &bytes), LP_OK);
    assert_int_equal(bytes, length);
    assert_memory_equal(stored, expected, length);
    assert_int_equal(stored[LP_DMA_GROUP_BOUND], GUARD);
    memset(back, GUARD, sizeof back);
    assert_int_equal(lp_dma_expand(form->codec, form->elem, stored, bytes, sectors, back, &bad),
                     LP_OK);
    assert_memory_equal(back, raw, 32 * sectors);
    assert_int_equal(back[32 * sectors], GUARD);
    assert_int_equal(lp_dma_zeros(raw, sectors), lpi_cdma_slow_zeros(raw, sectors));
}

static void groups_equal_slow_twin(void **state)
{
    (void)state;
    uint8_t raw[LP_DMA_GROUP];
    for (int path = 0; path < LP_CPU_COUNT; path++)
        for (size_t i = 0; lp_cpu_use((enum lp_cpu)path) == LP_OK && i < 4000; i++) {
            fill(raw, sizeof raw);
            check_group(&forms[i % FORMS], raw, i / FORMS % 16 + 1);
        }
}

/* The results of both for the same bytes. */
static void check_verdict(const struct form *form, const uint8_t *stored, size_t bytes,
                          size_t sectors)
{
    uint8_t back[2048], expected[2048];
    size_t bad = ~(size_t)0, slow_bad;
    int good = lpi_cdma_slow_expand(form->codec, form->elem, stored, bytes, sectors, expected,
                                    &slow_bad);
    int error = lp_dma_expand(form->codec, form->elem, stored, bytes, sectors, back, &bad);
    if (good) {
        assert_int_equal(error, LP_OK);
        assert_memory_equal(back, expected, 32 * sectors);
        return;
    }
    assert_true(error == LP_ERR_SHORT || error == LP_ERR_LONG || error == LP_ERR_CORRUPT);
    assert_int_equal(bad, slow_bad);
    assert_memory_equal(back, expected, 32 * bad);
}

static void bad_groups_are_found(void **state)
{
    (void)state;
    uint8_t raw[LP_DMA_GROUP], stored[LP_DMA_GROUP_BOUND + 1];
    for (size_t i = 0; i < 60000; i++) {
        const struct form *form = &forms[i % FORMS];
        size_t bytes, sectors = unit_random() % 16 + 1, other = sectors;
        fill(raw, sizeof raw);
        assert_int_equal(lp_dma_shrink(form->codec, form->elem, raw, sectors, stored, &bytes),
                         LP_OK);
        stored[bytes] = 0;
        switch (unit_random() % 4) {
        case 0: /* cut off, or more than it should be */
            bytes = unit_random() % 2 ? unit_random() % bytes : bytes + 1;
            break;
        case 1: stored[unit_random() % bytes] ^= (uint8_t)(1u << unit_random() % 8); break;
        case 2: stored[unit_random() % (bytes < 20 ? bytes : 20)] = (uint8_t)unit_random(); break;
        default: other = unit_random() % 16 + 1;
        }
        check_verdict(form, stored, bytes, other);
    }
}

/* Many groups in a row are a stream, whose lines are passed on unchanged. */
static void streams_of_groups(void **state)
{
    (void)state;
    uint8_t raw[4 * LP_DMA_GROUP], stored[4 * LP_DMA_GROUP_BOUND];
    for (size_t i = 0; i < 200 * FORMS; i++) {
        const struct form *form = &forms[i % FORMS];
        size_t sectors = unit_random() % 64 + 1, bytes = 0;
        fill(raw, sizeof raw);
        for (size_t sector = 0; sector < sectors; sector += 16) {
            size_t some = sectors - sector < 16 ? sectors - sector : 16, length;
            assert_int_equal(lp_dma_shrink(form->codec, form->elem, raw + 32 * sector, some,
                                           stored + bytes, &length),
                             LP_OK);
            bytes += length;
        }
        check_verdict(form, stored, bytes, sectors);
        if (form->codec == LP_DMA_ZVC) {
            uint8_t packed[4 * LP_DMA_GROUP_BOUND];
            size_t length;
            assert_int_equal(lp_zvc_compress((enum lp_elem)form->elem, raw, 32 * sectors, packed,
                                             sizeof packed, &length),
                             LP_OK);
            assert_int_equal(length, bytes);
            assert_memory_equal(packed, stored, bytes);
        }
    }
}

/* 97 to 128 bytes are a record of section 5 that a DMA stream may not have. */
static void profile_of_bpc(void **state)
{
    (void)state;
    uint8_t line[128], record[144], back[128];
    size_t bytes, bad;
    unsigned refused = 0;
    for (unsigned i = 0; i < 20000; i++) {
        unit_line(i % UNIT_LINE_CLASSES, line);
        assert_int_equal(lp_bpc_compress(line, 128, record, sizeof record, &bytes), LP_OK);
        if (record[0] > 96 && record[0] != 255) {
            assert_int_equal(lp_dma_expand(LP_DMA_BPC, 32, record, bytes, 4, back, &bad),
                             LP_ERR_CORRUPT);
            assert_int_equal(bad, 0);
            refused++;
            assert_int_equal(lp_dma_shrink(LP_DMA_BPC, 32, line, 4, record, &bytes), LP_OK);
            assert_int_equal(bytes, 129);
            assert_int_equal(record[0], 255);
        }
    }
    assert_true(refused > 100);
}

/* A stream is one of section 15; what that allows and the engine does not is refused. */
static void profile_of_kinds(void **state)
{
    static const unsigned codecs[] = {1u << LP_AUTO_XZVC, 1u << LP_AUTO_EBD, LP_AUTO_ALL};
    (void)state;
    uint8_t line[128], record[160], back[128];
    size_t bytes, bad;
    unsigned refused = 0, taken = 0;
    for (unsigned i = 0; i < 20000; i++) {
        enum lp_dma_codec codec = (enum lp_dma_codec)(LP_DMA_XZVC + i % 3);
        fill(line, sizeof line);
        assert_int_equal(lp_dma_shrink(codec, 32, line, 4, record, &bytes), LP_OK);
        assert_int_equal(lp_auto_decompress(LP_ELEM_16, codecs[i % 3], record, bytes, back, 128),
                         LP_OK);
        assert_memory_equal(back, line, 128);
        assert_int_equal(
            lp_auto_compress(LP_ELEM_16, codecs[i % 3], line, 128, record, sizeof record, &bytes),
            LP_OK);
        int longer = bytes - (record[0] == 1 ? 2 : 1) > 96 && record[0] != 255;
        assert_int_equal(lp_dma_expand(codec, 32, record, bytes, 4, back, &bad),
                         longer ? LP_ERR_CORRUPT : LP_OK);
        *(longer ? &refused : &taken) += 1;
    }
    assert_true(refused > 100 && taken > 100);
}

static void arguments(void **state)
{
    (void)state;
    uint8_t raw[LP_DMA_GROUP] = {0}, stored[LP_DMA_GROUP_BOUND] = {0};
    size_t bytes, bad;
    assert_int_equal(lp_dma_shrink(LP_DMA_ZVC, 32, raw, 0, stored, &bytes), LP_ERR_ARG);
    assert_int_equal(lp_dma_shrink(LP_DMA_ZVC, 32, raw, 17, stored, &bytes), LP_ERR_ARG);
    assert_int_equal(lp_dma_shrink(LP_DMA_ZVC, 24, raw, 1, stored, &bytes), LP_ERR_ARG);
    assert_int_equal(lp_dma_shrink((enum lp_dma_codec)5, 32, raw, 1, stored, &bytes), LP_ERR_CODEC);
    assert_int_equal(lp_dma_expand(LP_DMA_ZVC, 32, stored, 4, 0, raw, &bad), LP_ERR_ARG);
    assert_int_equal(lp_dma_expand(LP_DMA_ZVC, 24, stored, 4, 1, raw, &bad), LP_ERR_ARG);
    assert_int_equal(lp_dma_expand((enum lp_dma_codec)5, 32, stored, 4, 1, raw, &bad),
                     LP_ERR_CODEC);
    assert_int_equal(lp_dma_expand(LP_DMA_BPC, 32, stored, 0, 1, raw, &bad), LP_ERR_SHORT);
    assert_int_equal(lp_dma_expand(LP_DMA_RAW, 32, stored, 0, 1, raw, &bad), LP_ERR_SHORT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_equal_slow_twin),
        cmocka_unit_test(groups_equal_slow_twin),
        cmocka_unit_test(bad_groups_are_found),
        cmocka_unit_test(streams_of_groups),
        cmocka_unit_test(profile_of_bpc),
        cmocka_unit_test(profile_of_kinds),
        cmocka_unit_test(arguments),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
