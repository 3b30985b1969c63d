/* SPDX-License-Identifier: Apache-2.0 */
/* The table of codecs: round trips through every row, and malformed input of RLE and CSR. */
#include "unit.h"

#include "../../cmodel/lib/codec/coder.h"
#include "../../cmodel/lib/compare/compare.h"

static const size_t windows[] = {128, 4096, 65536};
static const enum lp_elem widths[] = {LP_ELEM_8, LP_ELEM_16, LP_ELEM_32};

static int open_coder(struct lpi_coder *coder, const struct lpi_codec *codec, size_t window)
{
    return lpi_coder_open(coder, codec, codec->elem, window);
}

static void round_trip(const struct lpi_coder *coder, const uint8_t *data, size_t bytes)
{
    size_t bound = lpi_coder_bound(coder, bytes), length;
    uint8_t *packed = malloc(bound + 1), *back = malloc(bytes + 1);
    back[bytes] = 0xc3;
    assert_int_equal(lpi_coder_compress(coder, data, bytes, packed, bound, &length), LP_OK);
    assert_true(length <= bound);
    assert_int_equal(lpi_coder_decompress(coder, packed, length, back, bytes), LP_OK);
    assert_memory_equal(back, data, bytes);
    assert_int_equal(back[bytes], 0xc3);
    /* One byte less, one more, or another length of data: never accepted. */
    packed[length] = 0;
    assert_int_not_equal(lpi_coder_decompress(coder, packed, length - 1, back, bytes), LP_OK);
    assert_int_not_equal(lpi_coder_decompress(coder, packed, length + 1, back, bytes), LP_OK);
    free(packed);
    free(back);
}

static void every_codec_round_trips(void **state)
{
    (void)state;
    enum { MOST = 140000 };
    uint8_t *data = malloc(MOST);
    for (size_t c = 0; c < lpi_codec_count; c++)
        for (size_t i = 0; i < 9; i++) {
            struct lpi_coder coder;
            const struct lpi_codec *codec = lpi_codecs[c];
            if (!(codec->elems & widths[i % 3]))
                continue;
            assert_int_equal(lpi_coder_open(&coder, codec, widths[i % 3], windows[i / 3]), LP_OK);
            for (size_t n = 0; n < 12; n++) {
                size_t bytes = n < 4 ? n * 127 + 1 : unit_random() % MOST + 1;
                unit_fill(data, bytes);
                round_trip(&coder, data, bytes);
            }
            lpi_coder_close(&coder);
        }
    free(data);
}

/* bits() must match encode(); for BPC, EBD and the best codec it gives only the bits of their
 * records (test_bpc.c, test_ebd.c, test_auto.c). A codec of groups takes its table from the bytes
 * without the zeros that complete a line, and its sectors are counted (test_grp.c). */
static int tells_the_bytes(const struct lpi_codec *codec)
{
    return codec != &lpi_codec_bpc && codec != &lpi_codec_ebd && codec != &lpi_codec_auto &&
           codec->group == 0;
}

static void bits_are_eight_times_the_bytes(void **state)
{
    (void)state;
    uint8_t data[4096], packed[8192];
    for (size_t c = 0; c < lpi_codec_count; c++)
        for (unsigned i = 0; tells_the_bytes(lpi_codecs[c]) && i < 20 * UNIT_LINE_CLASSES; i++) {
            struct lpi_coder coder;
            size_t window = windows[i % 2], bits, length, prefix = lpi_codecs[c]->packed ? 0 : 4;
            size_t bytes = i % 3 == 0 ? window : unit_random() % window + 1;
            unit_fill(data, bytes);
            assert_int_equal(open_coder(&coder, lpi_codecs[c], window), LP_OK);
            assert_int_equal(
                lpi_coder_compress(&coder, data, bytes, packed, sizeof packed, &length), LP_OK);
            assert_int_equal(lpi_coder_bits(&coder, data, bytes, &bits), LP_OK);
            assert_int_equal((bits + 7) / 8, length - prefix);
            lpi_coder_close(&coder);
        }
}

/* line_bits determines the number of sectors of the entry, which must decode to the line. */
static void check_entry(const struct lpi_codec *codec, enum lp_elem elem, const uint8_t *line)
{
    uint8_t entry[LP_LINE_BYTES], back[LP_LINE_BYTES];
    size_t bits = codec->line_bits(elem, line), sectors = (bits + 255) / 256;
    unsigned told = 9;
    codec->encode_entry(elem, line, entry, &told);
    assert_int_equal(told, lp_line_is_zero(line) ? 0 : sectors > 3 ? 4 : sectors);
    assert_int_equal(codec->decode_entry(elem, entry, told, back), LP_OK);
    assert_memory_equal(back, line, LP_LINE_BYTES);
    if (told == 4)
        assert_memory_equal(entry, line, LP_LINE_BYTES);
}

static void every_row_has_entries(void **state)
{
    (void)state;
    uint8_t line[LP_LINE_BYTES];
    unsigned checked = 0;
    for (size_t c = 0; c < lpi_codec_count; c++) {
        const struct lpi_codec *codec = lpi_codecs[c];
        if (codec->encode_entry == NULL || codec == &lpi_codec_auto)
            continue;
        checked++;
        for (unsigned i = 0; i < 60 * UNIT_LINE_CLASSES; i++) {
            unit_line(i % UNIT_LINE_CLASSES, line);
            if (codec->elems & widths[i % 3])
                check_entry(codec, widths[i % 3], line);
        }
    }
    assert_int_equal(checked, LPI_PAGE_COUNT - 1);
}

static void too_little_room(void **state)
{
    (void)state;
    uint8_t data[1000];
    size_t length, unused;
    for (size_t c = 0; c < lpi_codec_count; c++) {
        struct lpi_coder coder;
        unit_fill(data, sizeof data);
        assert_int_equal(open_coder(&coder, lpi_codecs[c], 128), LP_OK);
        size_t bound = lpi_coder_bound(&coder, sizeof data);
        uint8_t *packed = malloc(bound);
        assert_int_equal(lpi_coder_compress(&coder, data, sizeof data, packed, bound, &length),
                         LP_OK);
        for (size_t room = 0; room < length; room++) {
            uint8_t *exact = malloc(room + (room == 0));
            assert_int_equal(lpi_coder_compress(&coder, data, sizeof data, exact, room, &unused),
                             LP_ERR_SPACE);
            free(exact);
        }
        free(packed);
        lpi_coder_close(&coder);
    }
}

static void names_and_numbers_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        assert_ptr_equal(lpi_codec_by_name(lpi_codecs[i]->name), lpi_codecs[i]);
        assert_ptr_equal(lpi_codec_by_id(lpi_codecs[i]->id), lpi_codecs[i]);
    }
    assert_null(lpi_codec_by_name("no such codec"));
    assert_null(lpi_codec_by_id(0));
}

static void settings_that_do_not_exist(void **state)
{
    (void)state;
    struct lpi_coder coder;
    const struct lpi_codec *zvc = &lpi_codec_zvc, *rle = &lpi_codec_rle;
    assert_int_equal(lpi_coder_open(&coder, zvc, LP_ELEM_32, 127), LP_ERR_ARG);
    assert_int_equal(lpi_coder_open(&coder, zvc, LP_ELEM_32, 0), LP_ERR_ARG);
    assert_int_equal(lpi_coder_open(&coder, zvc, (enum lp_elem)24, 128), LP_ERR_ARG);
    assert_int_equal(lpi_coder_open(&coder, rle, LP_ELEM_8, 128), LP_ERR_ARG);
}

struct malformed {
    int error;
    size_t bytes;
    uint8_t stored[12];
};

static void check_malformed(const struct lpi_codec *codec, const struct malformed *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t *line = malloc(128), *stored = malloc(cases[i].bytes + 1);
        memcpy(stored, cases[i].stored, cases[i].bytes);
        assert_int_equal(codec->decode(NULL, LP_ELEM_32, stored, cases[i].bytes, line, 128),
                         cases[i].error);
        free(line);
        free(stored);
    }
}

static void malformed_rle(void **state)
{
    (void)state;
    static const struct malformed cases[] = {
        {LP_OK, 1, {0x1f}},                 /* 32 zero words */
        {LP_ERR_SHORT, 0, {0}},             /* nothing */
        {LP_ERR_SHORT, 1, {0x1e}},          /* 31 words */
        {LP_ERR_LONG, 1, {0x20}},           /* 33 words */
        {LP_ERR_LONG, 1, {0x7f}},           /* 128 words */
        {LP_ERR_LONG, 2, {0x1f, 0}},        /* a run too many */
        {LP_ERR_SHORT, 4, {0x80, 1, 1, 1}}, /* a word cut short */
        {LP_ERR_SHORT, 1, {0x9f}},          /* 32 words announced, none there */
        {LP_ERR_LONG, 2, {0x9f + 1, 1}},    /* 33 words announced */
    };
    check_malformed(&lpi_codec_rle, cases, sizeof cases / sizeof cases[0]);
}

static void malformed_csr(void **state)
{
    (void)state;
    static const struct malformed cases[] = {
        {LP_OK, 1, {0}},                                         /* a row of zeros */
        {LP_OK, 6, {1, 31, 1, 2, 3, 4}},                         /* the last column */
        {LP_ERR_SHORT, 0, {0}},                                  /* no count */
        {LP_ERR_LONG, 2, {0, 0}},                                /* a byte too many */
        {LP_ERR_SHORT, 5, {1, 31, 1, 2, 3}},                     /* a word cut short */
        {LP_ERR_CORRUPT, 6, {1, 32, 1, 2, 3, 4}},                /* column above 31 */
        {LP_ERR_CORRUPT, 11, {2, 5, 5, 1, 2, 3, 4, 1, 2, 3, 4}}, /* a column twice */
        {LP_ERR_CORRUPT, 11, {2, 6, 5, 1, 2, 3, 4, 1, 2, 3, 4}}, /* columns descend */
        {LP_ERR_SHORT, 1, {255}},                                /* more words than columns */
    };
    check_malformed(&lpi_codec_csr, cases, sizeof cases / sizeof cases[0]);
}

/* A window's length field may announce anything. */
static void malformed_window_lengths(void **state)
{
    (void)state;
    uint8_t data[128], stored[] = {2, 0, 0, 0, 0x1f};
    struct lpi_coder coder;
    assert_int_equal(lpi_coder_open(&coder, &lpi_codec_rle, LP_ELEM_32, 128), LP_OK);
    assert_int_equal(lpi_coder_decompress(&coder, stored, 5, data, 128), LP_ERR_SHORT);
    stored[0] = 1;
    assert_int_equal(lpi_coder_decompress(&coder, stored, 5, data, 128), LP_OK);
    stored[3] = 0xff;
    assert_int_equal(lpi_coder_decompress(&coder, stored, 5, data, 128), LP_ERR_SHORT);
    assert_int_equal(lpi_coder_decompress(&coder, stored, 3, data, 128), LP_ERR_SHORT);
    lpi_coder_close(&coder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_codec_round_trips),
        cmocka_unit_test(every_row_has_entries),
        cmocka_unit_test(bits_are_eight_times_the_bytes),
        cmocka_unit_test(too_little_room),
        cmocka_unit_test(names_and_numbers_are_unique),
        cmocka_unit_test(settings_that_do_not_exist),
        cmocka_unit_test(malformed_rle),
        cmocka_unit_test(malformed_csr),
        cmocka_unit_test(malformed_window_lengths),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
