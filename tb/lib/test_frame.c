/* SPDX-License-Identifier: Apache-2.0 */
/* The framed file: written data is read back, and no other file is accepted. */
#include "unit.h"

#include "../../cmodel/lib/codec/coder.h"
#include "../../cmodel/lib/compare/compare.h"
#include "../dma/memory_file.h"
#include <linepress/frame.h>
#include <zlib.h>

enum { BLOCK = 200, DATA = 3 * BLOCK + 44, ROOM = 4096, PROLOGUE = 16 };

static const uint8_t prologue[PROLOGUE] = "a short prologue";

/* Compresses data to file in blocks of BLOCK bytes. */
static void write_file(const struct lpi_codec *codec, const uint8_t *data, struct memory_file *file)
{
    struct lpi_coder coder;
    struct lp_frame_writer *writer;
    struct lp_frame_info info = {.codec = codec->id,
                                 .elem = (uint8_t)codec->elem,
                                 .window = 128,
                                 .prologue_bytes = PROLOGUE};
    uint8_t stored[ROOM];
    assert_int_equal(lpi_coder_open(&coder, codec, codec->elem, 128), LP_OK);
    assert_int_equal(lp_frame_write_open(&info, prologue, memory_write, file, &writer), LP_OK);
    for (size_t at = 0, n; at < DATA; at += BLOCK) {
        size_t bytes = DATA - at < BLOCK ? DATA - at : BLOCK;
        assert_int_equal(lpi_coder_compress(&coder, data + at, bytes, stored, ROOM, &n), LP_OK);
        assert_int_equal(lp_frame_write_block(writer, data + at, bytes, stored, n), LP_OK);
    }
    assert_int_equal(lp_frame_write_end(writer), LP_OK);
    lp_frame_writer_free(writer);
    lpi_coder_close(&coder);
    file->size = file->at;
    file->at = 0;
}

static int decode_block(const struct lp_frame_info *info, const void *stored, size_t stored_bytes,
                        uint8_t *raw, size_t raw_bytes)
{
    struct lpi_coder coder;
    const struct lpi_codec *codec = lpi_codec_by_id(info->codec);
    if (codec == NULL)
        return LP_ERR_CODEC;
    int error = lpi_coder_open(&coder, codec, (enum lp_elem)info->elem, info->window);
    if (error != LP_OK)
        return error;
    error = lpi_coder_decompress(&coder, stored, stored_bytes, raw, raw_bytes);
    lpi_coder_close(&coder);
    return error;
}

/* Reads a whole file; data has room for LP_FRAME_BLOCK_MAX more bytes than are stored. */
static int read_blocks(struct lp_frame_reader *reader, uint8_t *data, size_t *data_bytes)
{
    uint8_t *raw = malloc(LP_FRAME_BLOCK_MAX);
    int error = LP_OK;
    for (size_t raw_bytes = 1, stored_bytes; error == LP_OK && raw_bytes != 0;) {
        const void *stored;
        error = lp_frame_read_block(reader, &stored, &stored_bytes, &raw_bytes);
        if (error != LP_OK || raw_bytes == 0)
            break;
        error = decode_block(lp_frame_read_info(reader), stored, stored_bytes, raw, raw_bytes);
        if (error == LP_OK)
            error = lp_frame_read_check(reader, raw, raw_bytes);
        if (error == LP_OK && raw_bytes <= DATA - *data_bytes) {
            memcpy(data + *data_bytes, raw, raw_bytes);
            *data_bytes += raw_bytes;
        }
    }
    free(raw);
    return error;
}

/* The first error of reading the file, else its contents. */
static int read_file(struct memory_file *file, uint8_t *data, size_t *data_bytes)
{
    struct lp_frame_reader *reader;
    file->at = 0;
    *data_bytes = 0;
    int error = lp_frame_read_open(memory_read, file, &reader);
    if (error != LP_OK)
        return error;
    assert_int_equal(lp_frame_read_info(reader)->prologue_bytes, PROLOGUE);
    assert_memory_equal(lp_frame_read_prologue(reader), prologue, PROLOGUE);
    error = read_blocks(reader, data, data_bytes);
    lp_frame_reader_free(reader);
    return error;
}

struct sample {
    uint8_t data[DATA], bytes[ROOM];
    struct memory_file file;
};

static void make_sample(const struct lpi_codec *codec, struct sample *sample)
{
    unit_fill(sample->data, DATA);
    sample->file = (struct memory_file){.bytes = sample->bytes, .size = ROOM};
    write_file(codec, sample->data, &sample->file);
}

static void files_come_back(void **state)
{
    (void)state;
    struct sample sample;
    uint8_t back[DATA];
    size_t bytes;
    for (size_t c = 0; c < lpi_codec_count; c++) {
        make_sample(lpi_codecs[c], &sample);
        for (size_t most = 0; most < 3; most++) {
            sample.file.most_at_once = most;
            assert_int_equal(read_file(&sample.file, back, &bytes), LP_OK);
            assert_int_equal(bytes, DATA);
            assert_memory_equal(back, sample.data, DATA);
        }
    }
}

static void every_bit_flip_is_detected(void **state)
{
    (void)state;
    struct sample sample;
    uint8_t back[DATA];
    size_t bytes, flips = 0;
    for (size_t c = 0; c < lpi_codec_count; c++) {
        make_sample(lpi_codecs[c], &sample);
        for (size_t bit = 0; bit < 8 * sample.file.size; bit++, flips++) {
            sample.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            int error = read_file(&sample.file, back, &bytes);
            if (error == LP_OK)
                fail_msg("%s: flip of bit %zu was not seen", lpi_codecs[c]->name, bit);
            sample.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    printf("# %zu flips\n", flips);
}

static void every_truncation_is_detected(void **state)
{
    (void)state;
    struct sample sample;
    uint8_t back[DATA];
    size_t bytes;
    make_sample(&lpi_codec_zvc, &sample);
    for (size_t whole = sample.file.size; sample.file.size-- > 0;) {
        int error = read_file(&sample.file, back, &bytes);
        assert_int_equal(error, sample.file.size < 8 ? LP_ERR_FRAME_MAGIC : LP_ERR_SHORT);
        assert_true(sample.file.size < whole);
    }
}

static void trailing_byte_is_detected(void **state)
{
    (void)state;
    struct sample sample;
    uint8_t back[DATA];
    size_t bytes;
    make_sample(&lpi_codec_zvc, &sample);
    sample.bytes[sample.file.size++] = 0;
    assert_int_equal(read_file(&sample.file, back, &bytes), LP_ERR_LONG);
}

/* Blocks that are valid by themselves, but not those that were written. */
static void swapped_and_dropped_blocks_are_detected(void **state)
{
    (void)state;
    struct sample sample;
    uint8_t back[DATA];
    size_t bytes, header = 20 + PROLOGUE + 4;
    unit_fill(sample.data, DATA);
    /* Two lines without zeros per block: all blocks but the last are equally long. */
    memset(sample.data, 1, DATA);
    memset(sample.data, 2, BLOCK);
    sample.file = (struct memory_file){.bytes = sample.bytes, .size = ROOM};
    write_file(&lpi_codec_zvc, sample.data, &sample.file);
    size_t stored = sample.bytes[header + 4] | (size_t)sample.bytes[header + 5] << 8;
    size_t block = 8 + stored + 4;
    uint8_t first[ROOM];
    memcpy(first, sample.bytes + header, block);
    memcpy(sample.bytes + header, sample.bytes + header + block, block);
    memcpy(sample.bytes + header + block, first, block);
    assert_int_equal(read_file(&sample.file, back, &bytes), LP_ERR_FRAME_CRC);
    sample.file.size -= block;
    memmove(sample.bytes + header, sample.bytes + header + block, sample.file.size - header);
    assert_int_equal(read_file(&sample.file, back, &bytes), LP_ERR_CORRUPT);
}

static void another_version_is_refused(void **state)
{
    (void)state;
    struct sample sample;
    uint8_t back[DATA];
    size_t bytes;
    make_sample(&lpi_codec_zvc, &sample);
    sample.bytes[8] = LP_FRAME_VERSION_INDEX + 1;
    assert_int_equal(read_file(&sample.file, back, &bytes), LP_ERR_FRAME_VERSION);
}

/* Fields outside their range are refused even where the checksum is right. */
static void impossible_header_is_refused(void **state)
{
    (void)state;
    struct lp_frame_reader *reader;
    for (size_t field = 0; field < 2; field++) {
        uint8_t header[24] = "\x89LPR\r\n\x1a\n\x01\x01\x20";
        struct memory_file file = {.bytes = header, .size = sizeof header};
        header[field == 0 ? 11 : 18] = 2; /* the reserved byte; a prologue of 128 KiB */
        uint32_t crc = (uint32_t)crc32(0, header, 20);
        memcpy(header + 20, &crc, 4);
        assert_int_equal(lp_frame_read_open(memory_read, &file, &reader), LP_ERR_CORRUPT);
    }
}

static void impossible_arguments_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[ROOM], *large = calloc(1, LP_FRAME_STORED_MAX + 1);
    struct memory_file file = {.bytes = bytes, .size = ROOM};
    struct lp_frame_info info = {
        .codec = 1, .elem = 32, .window = 128, .prologue_bytes = LP_FRAME_PROLOGUE_MAX + 1};
    struct lp_frame_writer *writer;
    assert_int_equal(lp_frame_write_open(&info, large, memory_write, &file, &writer), LP_ERR_ARG);
    info.prologue_bytes = 0;
    assert_int_equal(lp_frame_write_open(&info, NULL, memory_write, &file, &writer), LP_OK);
    assert_int_equal(lp_frame_write_block(writer, large, 0, large, 4), LP_ERR_ARG);
    assert_int_equal(lp_frame_write_block(writer, large, LP_FRAME_BLOCK_MAX + 1, large, 4),
                     LP_ERR_ARG);
    assert_int_equal(lp_frame_write_block(writer, large, 128, large, LP_FRAME_STORED_MAX + 1),
                     LP_ERR_ARG);
    lp_frame_writer_free(writer);
    free(large);
}

static void errors_of_the_medium_are_passed_on(void **state)
{
    (void)state;
    uint8_t bytes[ROOM], raw[4] = {1}, stored[8] = {1, 0, 0, 0, 1};
    struct lp_frame_info info = {.codec = 1, .elem = 32, .window = 128, .prologue_bytes = PROLOGUE};
    struct lp_frame_writer *writer;
    for (size_t room = 0; room < 20 + PROLOGUE + 4; room++) {
        struct memory_file file = {.bytes = bytes, .size = room};
        assert_int_equal(lp_frame_write_open(&info, prologue, memory_write, &file, &writer),
                         LP_ERR_SPACE);
    }
    for (size_t room = 0; room < 8 + 8 + 4 + 20; room++) {
        struct memory_file file = {.bytes = bytes, .size = 20 + PROLOGUE + 4 + room};
        assert_int_equal(lp_frame_write_open(&info, prologue, memory_write, &file, &writer), LP_OK);
        int error = lp_frame_write_block(writer, raw, 4, stored, 8);
        assert_int_equal(error, room < 20 ? LP_ERR_SPACE : LP_OK);
        assert_int_equal(error != LP_OK ? error : lp_frame_write_end(writer), LP_ERR_SPACE);
        lp_frame_writer_free(writer);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(every_bit_flip_is_detected),
        cmocka_unit_test(every_truncation_is_detected),
        cmocka_unit_test(trailing_byte_is_detected),
        cmocka_unit_test(swapped_and_dropped_blocks_are_detected),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(impossible_header_is_refused),
        cmocka_unit_test(impossible_arguments_are_refused),
        cmocka_unit_test(errors_of_the_medium_are_passed_on),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
