/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forms that format.md allows to a writer and requires of a reader, but that Linepress itself does
 * not write. The RTL meets the same entries in lock-step (lp_entry_waste, unit_buddy_read.c).
 */
#include "unit.h"

#include "../reference/bpc_slow.h"
#include "../../cmodel/lib/buddy/stored.h"
#include "../dma/memory_file.h"
#include <linepress/frame.h>

static const enum lp_elem widths[] = {LP_ELEM_8, LP_ELEM_16, LP_ELEM_32};

/* Sections 4 and 5: in more room than needed. */
static void entries_may_be_larger_than_needed(void **state)
{
    (void)state;
    uint8_t zero[128] = {0}, sevens[128], entry[128] = {0}, back[128];
    memset(sevens, 0, sizeof sevens);
    sevens[64] = 7;
    for (size_t w = 0; w < 3; w++) {
        assert_int_equal(lp_zvc_decode_entry(widths[w], entry, 1, back), LP_OK);
        assert_memory_equal(back, zero, 128);
        assert_int_equal(lp_zvc_decode_entry(widths[w], sevens, 4, back), LP_OK);
        assert_memory_equal(back, sevens, 128);
    }
    entry[0] = 0x0f; /* 000 01 11111 */
    entry[1] = 0xc0;
    assert_int_equal(lp_bpc_decode_entry(entry, 1, back), LP_OK);
    assert_memory_equal(back, zero, 128);
    assert_int_equal(lp_bpc_decode_entry(sevens, 4, back), LP_OK);
    assert_memory_equal(back, sevens, 128);
}

/* Section 5: values that the byte before a line's stream may announce. */
static void records_may_be_larger_than_needed(void **state)
{
    (void)state;
    uint8_t zero[128] = {0}, raw[129] = {255}, back[128];
    static const uint8_t stream[] = {2, 0x0f, 0xc0};
    raw[33] = 9;
    assert_int_equal(lp_bpc_decompress(stream, sizeof stream, back, 128), LP_OK);
    assert_memory_equal(back, zero, 128);
    assert_int_equal(lp_bpc_decompress(raw, sizeof raw, back, 128), LP_OK);
    assert_memory_equal(back, raw + 1, 128);
}

static void put(uint8_t *stream, size_t *at, uint32_t value, unsigned bits)
{
    for (unsigned i = bits; i-- > 0; ++*at)
        stream[*at / 8] |= (uint8_t)((value >> i & 1) << (7 - *at % 8));
}

/* A base of 16 bits, 31 planes bit by bit, a single one and a zero plane: 19 + 992 + 10 + 3. */
static void a_record_may_have_1024_bits(void **state)
{
    (void)state;
    uint8_t record[129] = {128}, slow[128], back[128];
    size_t at = 0;
    put(record + 1, &at, 3, 3);
    put(record + 1, &at, 0x1234, 16);
    for (unsigned plane = 0; plane < 31; plane++)
        put(record + 1, &at, 0x80000000u | (uint32_t)unit_random(), 32);
    put(record + 1, &at, 0x3 << 5 | 17, 10);
    put(record + 1, &at, 1, 3);
    assert_int_equal(at, 1024);
    assert_int_equal(lp_bpc_decompress(record, sizeof record, back, 128), LP_OK);
    assert_int_equal(lpi_bpc_slow_decode(record + 1, 1024, slow), 1024);
    assert_memory_equal(back, slow, 128);
}

/* Section 9.1: state 1 where 5 would do. */
static void a_short_record_may_take_a_sector(void **state)
{
    (void)state;
    for (unsigned codec = LP_PAGE_ZVC; codec <= LP_PAGE_BPC; codec++) {
        uint8_t line[128] = {[4] = 1}, entry[128] = {0}, back[128];
        assert_int_equal(lpi_store_line((enum lp_page_codec)codec, LP_TARGET_16, line, entry),
                         LP_STATE_EIGHT);
        assert_int_equal(lpi_load_line((enum lp_page_codec)codec, 1, entry, back), LP_OK);
        assert_memory_equal(back, line, 128);
        assert_int_equal(lpi_load_line((enum lp_page_codec)codec, LP_STATE_RAW, line, back), LP_OK);
        assert_memory_equal(back, line, 128);
    }
}

/* Section 7: 500 bytes of data in blocks of these sizes. */
static int frame_comes_back(const struct lp_frame_info *info, const size_t *blocks)
{
    uint8_t data[500], stored[1024], bytes[4096], back[500];
    struct memory_file file = {.bytes = bytes, .size = sizeof bytes};
    struct memory_file out = {.bytes = back, .size = sizeof back};
    struct lp_frame_writer *writer;
    struct lp_frame_reader *reader;
    unit_fill(data, sizeof data);
    assert_int_equal(lp_frame_write_open(info, NULL, memory_write, &file, &writer), LP_OK);
    for (size_t at = 0, n; at < sizeof data; at += *blocks++) {
        if (info->codec == LP_CODEC_ZVC)
            assert_int_equal(lp_zvc_compress((enum lp_elem)info->elem, data + at, *blocks, stored,
                                             sizeof stored, &n),
                             LP_OK);
        else
            assert_int_equal(lp_bpc_compress(data + at, *blocks, stored, sizeof stored, &n), LP_OK);
        assert_int_equal(lp_frame_write_block(writer, data + at, *blocks, stored, n), LP_OK);
    }
    assert_int_equal(lp_frame_write_end(writer), LP_OK);
    lp_frame_writer_free(writer);
    file.size = file.at;
    file.at = 0;
    assert_int_equal(lp_frame_read_open(memory_read, &file, &reader), LP_OK);
    int error = lp_frame_decompress(reader, memory_write, &out, NULL, NULL);
    lp_frame_reader_free(reader);
    if (error == LP_OK)
        assert_memory_equal(back, data, sizeof data);
    return error;
}

static void blocks_may_end_within_a_line(void **state)
{
    (void)state;
    static const size_t blocks[] = {1, 127, 130, 5, 237};
    struct lp_frame_info info = {.codec = LP_CODEC_ZVC, .elem = 32, .window = 128};
    assert_int_equal(frame_comes_back(&info, blocks), LP_OK);
    info.codec = LP_CODEC_BPC;
    assert_int_equal(frame_comes_back(&info, blocks), LP_OK);
}

static void windows_and_widths_are_those_of_the_page(void **state)
{
    (void)state;
    static const size_t blocks[] = {500};
    static const struct {
        enum lp_codec codec;
        uint8_t elem;
        uint32_t window;
        int error;
    } rows[] = {
        {LP_CODEC_ZVC, 8, 128, LP_OK},
        {LP_CODEC_ZVC, 16, 4096, LP_OK},
        {LP_CODEC_ZVC, 32, 65536, LP_OK},
        {LP_CODEC_ZVC, 32, 127, LP_ERR_CORRUPT},
        {LP_CODEC_ZVC, 32, 0, LP_ERR_CORRUPT},
        {LP_CODEC_BPC, 32, 4096, LP_OK},
        {LP_CODEC_BPC, 16, 128, LP_ERR_CORRUPT},
        {LP_CODEC_BPC, 0, 128, LP_ERR_CORRUPT},
        {LP_CODEC_BPC, 32, 131072, LP_ERR_CORRUPT},
    };
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct lp_frame_info info = {
            .codec = (uint8_t)rows[r].codec, .elem = rows[r].elem, .window = rows[r].window};
        assert_int_equal(frame_comes_back(&info, blocks), rows[r].error);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_may_be_larger_than_needed),
        cmocka_unit_test(records_may_be_larger_than_needed),
        cmocka_unit_test(a_record_may_have_1024_bits),
        cmocka_unit_test(a_short_record_may_take_a_sector),
        cmocka_unit_test(blocks_may_end_within_a_line),
        cmocka_unit_test(windows_and_widths_are_those_of_the_page),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
