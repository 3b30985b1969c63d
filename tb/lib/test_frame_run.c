/* SPDX-License-Identifier: Apache-2.0 */
/* Whole frames: any number of threads gives the same bytes, and the index gives the positions of
 * blocks. */
#include "unit.h"

#include "../../cmodel/base/codecs.h"
#include "../dma/memory_file.h"
#include <linepress/frame.h>

enum { DATA = 3 * LP_FRAME_BLOCK_MAX + 77777, ROOM = 2 * DATA + 65536, PROLOGUE = 16 };

static const uint8_t prologue[PROLOGUE] = "a short prologue";
static const unsigned thread_counts[] = {1, 2, 3, 7, 0};
#define COUNTS (sizeof thread_counts / sizeof thread_counts[0])

static uint8_t data[DATA], frames[2][ROOM], back[PROLOGUE + DATA];

static void make_data(void)
{
    for (size_t at = 0; at + 128 <= DATA; at += 128)
        unit_line((unsigned)(unit_random() % UNIT_LINE_CLASSES), data + at);
    memcpy(data + DATA / 128 * 128, "the last line is short", 22);
}

static struct lp_frame_info info_of(int codec, int index)
{
    uint8_t elem = (codec >= LP_CODEC_EBD && codec <= LP_CODEC_AUTO) || codec == LP_CODEC_GRP16
                       ? 16
                       : 32;
    return (struct lp_frame_info){.codec = (uint8_t)codec,
                                  .elem = elem,
                                  .window = 4096,
                                  .prologue_bytes = PROLOGUE,
                                  .index = (uint8_t)index};
}

/* Compresses `bytes` bytes of data into a frame; *size = its length. */
static int compress(const struct lp_frame_info *info, unsigned threads, size_t bytes,
                    uint8_t *frame, size_t *size)
{
    struct memory_file in = {.bytes = data, .size = bytes, .most_at_once = 300001};
    struct memory_file out = {.bytes = frame, .size = ROOM};
    struct lp_frame_run run = {.threads = threads};
    struct lp_frame_totals totals = {0};
    struct lp_frame_writer *writer;
    int error = lp_frame_write_open(info, prologue, memory_write, &out, &writer);
    if (error != LP_OK)
        return error;
    error = lp_frame_compress(writer, memory_read, &in, &run, &totals);
    if (error == LP_OK) {
        assert_int_equal(totals.raw_bytes, bytes);
        assert_int_equal(totals.blocks, (bytes + LP_FRAME_BLOCK_MAX - 1) / LP_FRAME_BLOCK_MAX);
    }
    lp_frame_writer_free(writer);
    *size = out.at;
    return error;
}

/* Decompresses to `back`; *bytes = number of bytes written, also after an error. */
static int decompress(const uint8_t *frame, size_t size, unsigned threads, size_t *bytes)
{
    uint8_t *copy = malloc(size + 1); /* so that a sanitizer sees reads past the end */
    memcpy(copy, frame, size);
    struct memory_file in = {.bytes = copy, .size = size};
    struct memory_file out = {.bytes = back, .size = sizeof back};
    struct lp_frame_run run = {.threads = threads};
    struct lp_frame_reader *reader;
    int error = lp_frame_read_open(memory_read, &in, &reader);
    if (error == LP_OK) {
        error = lp_frame_decompress(reader, memory_write, &out, &run, NULL);
        lp_frame_reader_free(reader);
    }
    *bytes = out.at;
    free(copy);
    return error;
}

static void threads_give_the_same_bytes(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, LP_FRAME_BLOCK_MAX, LP_FRAME_BLOCK_MAX + 1, DATA};
    for (int codec = LP_CODEC_ZVC; codec < LPI_CODEC_ID_END; codec++) {
        size_t bytes = sizes[(unsigned)codec % 5], size[2], n;
        for (int pass = 0; pass < 2; pass++, bytes = DATA) {
            struct lp_frame_info info = info_of(codec, pass);
            for (size_t t = 0; t < COUNTS; t++) {
                int own = t != 0;
                assert_int_equal(compress(&info, thread_counts[t], bytes, frames[own], &size[own]),
                                 LP_OK);
                assert_int_equal(size[own], size[0]);
                assert_memory_equal(frames[own], frames[0], size[0]);
                assert_int_equal(decompress(frames[own], size[own], thread_counts[t], &n), LP_OK);
                assert_int_equal(n, PROLOGUE + bytes);
                assert_memory_equal(back, prologue, PROLOGUE);
                assert_memory_equal(back + PROLOGUE, data, bytes);
            }
        }
    }
}

/* Whatever the fault, the data written before it is right. */
static void damage_is_detected(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 60; n++) {
        struct lp_frame_info info = info_of(n % 2 ? LP_CODEC_ZVC : LP_CODEC_BPC, n / 2 % 2);
        size_t size = 0, bytes, cut;
        assert_int_equal(compress(&info, 2, DATA, frames[0], &size), LP_OK);
        cut = n % 3 == 0 ? size - 1 - n : unit_random() % size;
        if (n % 5 < 2)
            size = cut;
        else
            frames[0][cut] ^= (uint8_t)(1u << unit_random() % 8);
        assert_true(decompress(frames[0], size, thread_counts[n % COUNTS], &bytes) < 0);
        if (bytes > PROLOGUE && n % 5 < 2)
            assert_memory_equal(back + PROLOGUE, data, bytes - PROLOGUE);
    }
}

static uint64_t get(const uint8_t *at, size_t bytes)
{
    uint64_t value = 0;
    while (bytes-- > 0)
        value = value << 8 | at[bytes];
    return value;
}

/* By format.md: a reader finds the index from the file's end, and each entry is a block's head. */
static void the_index_says_where_blocks_begin(void **state)
{
    (void)state;
    struct lp_frame_info info = info_of(LP_CODEC_ZVC, 1);
    size_t size, plain, bytes;
    assert_int_equal(compress(&info, 3, DATA, frames[0], &size), LP_OK);
    assert_memory_equal(frames[0] + size - 8, "\x89LPI\r\n\x1a\n", 8);
    uint64_t blocks = get(frames[0] + size - 20, 8), at = 20 + PROLOGUE + 4;
    assert_int_equal(blocks, 4);
    for (uint64_t b = 0; b < blocks; b++) {
        assert_int_equal(get(frames[0] + size - 20 - 8 * (blocks - b), 8), at);
        assert_int_equal(get(frames[0] + at, 4),
                         b < 3 ? LP_FRAME_BLOCK_MAX : DATA - 3 * LP_FRAME_BLOCK_MAX);
        at += 8 + get(frames[0] + at + 4, 4) + 4;
    }
    /* Without the index, and except for the version and its checksum, the frame is a plain one. */
    info.index = 0;
    assert_int_equal(compress(&info, 3, DATA, frames[1], &plain), LP_OK);
    assert_int_equal(plain, size - 20 - 8 * blocks);
    assert_memory_equal(frames[0] + 40, frames[1] + 40, plain - 40);
    assert_int_equal(decompress(frames[0], plain, 1, &bytes), LP_ERR_SHORT);
    memcpy(frames[1] + plain, frames[0] + plain, size - plain);
    assert_int_equal(decompress(frames[1], size, 1, &bytes), LP_ERR_LONG);
}

static int progress_until(void *context, const struct lp_frame_totals *totals)
{
    uint64_t *last = context;
    assert_int_equal(totals->blocks, *last + 1);
    *last = totals->blocks;
    return totals->blocks == 2 ? LP_ERR_SPACE : LP_OK;
}

static void callers_errors_end_the_run(void **state)
{
    (void)state;
    struct lp_frame_info info = info_of(LP_CODEC_ZVC, 0);
    for (size_t t = 0; t < COUNTS; t++) {
        uint64_t last = 0;
        struct memory_file in = {.bytes = data, .size = DATA};
        struct memory_file out = {.bytes = frames[0], .size = ROOM};
        struct lp_frame_run run = {
            .threads = thread_counts[t], .progress = progress_until, .context = &last};
        struct lp_frame_totals totals;
        struct lp_frame_writer *writer;
        assert_int_equal(lp_frame_write_open(&info, prologue, memory_write, &out, &writer), LP_OK);
        assert_int_equal(lp_frame_compress(writer, memory_read, &in, &run, &totals), LP_ERR_SPACE);
        assert_int_equal(totals.blocks, 2);
        lp_frame_writer_free(writer);
        size_t size = LP_FRAME_BLOCK_MAX / 2; /* no room for the first block */
        struct memory_file small = {.bytes = frames[0], .size = size};
        run.progress = NULL;
        assert_int_equal(lp_frame_write_open(&info, prologue, memory_write, &small, &writer),
                         LP_OK);
        in.at = 0;
        assert_int_equal(lp_frame_compress(writer, memory_read, &in, &run, NULL), LP_ERR_SPACE);
        lp_frame_writer_free(writer);
    }
}

static void settings_are_checked(void **state)
{
    (void)state;
    struct lp_frame_info info = info_of(LP_CODEC_ZVC, 0);
    size_t size;
    assert_int_equal(compress(&info, LP_FRAME_THREADS_MAX + 1, DATA, frames[0], &size), LP_ERR_ARG);
    info.codec = 99;
    assert_int_equal(compress(&info, 1, DATA, frames[0], &size), LP_ERR_CODEC);
    info = info_of(LP_CODEC_BPC, 0);
    info.elem = 8;
    assert_int_equal(compress(&info, 1, DATA, frames[0], &size), LP_ERR_CORRUPT);
    info = info_of(LP_CODEC_BPC, 2);
    assert_int_equal(compress(&info, 1, DATA, frames[0], &size), LP_ERR_ARG);
    info = info_of(LP_CODEC_BPC, 0);
    info.reserved[6] = 1;
    assert_int_equal(compress(&info, 1, DATA, frames[0], &size), LP_ERR_ARG);
}

static void codecs_have_names(void **state)
{
    (void)state;
    static const struct {
        enum lp_codec codec;
        const char *name;
    } codecs[] = {{LP_CODEC_ZVC, "zvc"},     {LP_CODEC_RLE, "rle"},
                  {LP_CODEC_CSR, "csr"},     {LP_CODEC_LZ4, "lz4"},
                  {LP_CODEC_ZLIB, "zlib"},   {LP_CODEC_BPC, "bpc"},
                  {LP_CODEC_EBD, "ebd"},     {LP_CODEC_XZVC, "xzvc"},
                  {LP_CODEC_AUTO, "auto"},   {LP_CODEC_BDI, "bdi"},
                  {LP_CODEC_FPC, "fpc"},     {LP_CODEC_BDI_FPC, "bdi+fpc"},
                  {LP_CODEC_CPACK, "cpack"}, {LP_CODEC_FIBONACCI, "fibonacci"},
                  {LP_CODEC_MPC, "mpc"},     {LP_CODEC_MPC64, "mpc64"}};
    for (size_t c = 0; c < sizeof codecs / sizeof codecs[0]; c++) {
        enum lp_codec codec;
        assert_string_equal(lp_codec_name(codecs[c].codec), codecs[c].name);
        assert_int_equal(lp_codec_named(codecs[c].name, &codec), LP_OK);
        assert_int_equal(codec, codecs[c].codec);
    }
    enum lp_codec none;
    assert_int_equal(lp_codec_named("ZVC", &none), LP_ERR_CODEC);
    assert_null(lp_codec_name(0));
    assert_null(lp_codec_name(LPI_CODEC_ID_END));
    assert_null(lp_codec_name(-1));
    assert_null(lp_codec_name(257));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_give_the_same_bytes),
        cmocka_unit_test(damage_is_detected),
        cmocka_unit_test(the_index_says_where_blocks_begin),
        cmocka_unit_test(callers_errors_end_the_run),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(codecs_have_names),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    make_data();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
