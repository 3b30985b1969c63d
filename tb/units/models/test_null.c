/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A null pointer that a function needs gives LP_ERR_ARG. With a length of 0 no pointer is needed.
 */
#include "../../lib/unit.h"

#include "../../dma/memory_file.h"
#include <linepress/buddy.h>
#include <linepress/cdma.h>
#include <linepress/frame.h>
#include <linepress/mdcache.h>
#include <linepress/trace.h>

#define REFUSED(call) assert_int_equal(call, LP_ERR_ARG)
#define TAKEN(call) assert_int_equal(call, LP_OK)

static uint8_t line[128], room[256];
static size_t bytes;
static unsigned sectors;

static void codecs(void **state)
{
    (void)state;
    REFUSED(lp_zvc_encode_line(32, NULL, room, 256, &bytes));
    REFUSED(lp_zvc_encode_line(32, line, NULL, 256, &bytes));
    REFUSED(lp_zvc_encode_line(32, line, room, 256, NULL));
    REFUSED(lp_zvc_decode_line(32, NULL, 4, line));
    REFUSED(lp_zvc_decode_line(32, room, 4, NULL));
    REFUSED(lp_zvc_compress(32, NULL, 128, room, 256, &bytes));
    REFUSED(lp_zvc_compress(32, line, 128, NULL, 256, &bytes));
    REFUSED(lp_zvc_compress(32, line, 128, room, 256, NULL));
    TAKEN(lp_zvc_compress(32, NULL, 0, NULL, 0, &bytes));
    REFUSED(lp_zvc_decompress(32, NULL, 4, line, 128));
    REFUSED(lp_zvc_decompress(32, room, 4, NULL, 128));
    TAKEN(lp_zvc_decompress(32, NULL, 0, NULL, 0));
    REFUSED(lp_zvc_size(32, NULL, 128, &bytes));
    REFUSED(lp_zvc_size(32, line, 128, NULL));
    TAKEN(lp_zvc_size(32, NULL, 0, &bytes));
    REFUSED(lp_zvc_encode_entry(32, NULL, room, &sectors));
    REFUSED(lp_zvc_encode_entry(32, line, NULL, &sectors));
    REFUSED(lp_zvc_encode_entry(32, line, room, NULL));
    REFUSED(lp_zvc_decode_entry(32, NULL, 1, line));
    REFUSED(lp_zvc_decode_entry(32, room, 1, NULL));
    TAKEN(lp_zvc_decode_entry(32, NULL, 0, line));
    REFUSED(lp_bpc_encode_line(NULL, room, 256, &bytes));
    REFUSED(lp_bpc_encode_line(line, NULL, 256, &bytes));
    REFUSED(lp_bpc_encode_line(line, room, 256, NULL));
    REFUSED(lp_bpc_decode_line(NULL, 10, line));
    REFUSED(lp_bpc_decode_line(room, 10, NULL));
    REFUSED(lp_bpc_compress(NULL, 128, room, 256, &bytes));
    REFUSED(lp_bpc_compress(line, 128, NULL, 256, &bytes));
    REFUSED(lp_bpc_compress(line, 128, room, 256, NULL));
    TAKEN(lp_bpc_compress(NULL, 0, NULL, 0, &bytes));
    REFUSED(lp_bpc_decompress(NULL, 1, line, 128));
    REFUSED(lp_bpc_decompress(room, 1, NULL, 128));
    TAKEN(lp_bpc_decompress(NULL, 0, NULL, 0));
    REFUSED(lp_bpc_encode_entry(NULL, room, &sectors));
    REFUSED(lp_bpc_encode_entry(line, NULL, &sectors));
    REFUSED(lp_bpc_encode_entry(line, room, NULL));
    REFUSED(lp_bpc_decode_entry(NULL, 1, line));
    REFUSED(lp_bpc_decode_entry(room, 1, NULL));
    TAKEN(lp_bpc_decode_entry(NULL, 0, line));
}

static void ebd_and_xzvc(void **state)
{
    (void)state;
    REFUSED(lp_ebd_encode_line(NULL, room, 256, &bytes));
    REFUSED(lp_ebd_encode_line(line, NULL, 256, &bytes));
    REFUSED(lp_ebd_encode_line(line, room, 256, NULL));
    REFUSED(lp_ebd_decode_line(NULL, 15, line));
    REFUSED(lp_ebd_decode_line(room, 15, NULL));
    REFUSED(lp_ebd_encode_entry(NULL, room, &sectors));
    REFUSED(lp_ebd_encode_entry(line, NULL, &sectors));
    REFUSED(lp_ebd_encode_entry(line, room, NULL));
    REFUSED(lp_ebd_decode_entry(NULL, 1, line));
    REFUSED(lp_ebd_decode_entry(room, 1, NULL));
    TAKEN(lp_ebd_decode_entry(NULL, 0, line));
    REFUSED(lp_xzvc_encode_line(NULL, room, 256, &bytes));
    REFUSED(lp_xzvc_encode_line(line, NULL, 256, &bytes));
    REFUSED(lp_xzvc_encode_line(line, room, 256, NULL));
    REFUSED(lp_xzvc_decode_line(NULL, 8, line));
    REFUSED(lp_xzvc_decode_line(room, 8, NULL));
    REFUSED(lp_xzvc_compress(NULL, 128, room, 256, &bytes));
    REFUSED(lp_xzvc_compress(line, 128, NULL, 256, &bytes));
    REFUSED(lp_xzvc_compress(line, 128, room, 256, NULL));
    TAKEN(lp_xzvc_compress(NULL, 0, NULL, 0, &bytes));
    REFUSED(lp_xzvc_decompress(NULL, 4, line, 128));
    REFUSED(lp_xzvc_decompress(room, 4, NULL, 128));
    TAKEN(lp_xzvc_decompress(NULL, 0, NULL, 0));
    REFUSED(lp_xzvc_size(NULL, 128, &bytes));
    REFUSED(lp_xzvc_size(line, 128, NULL));
    TAKEN(lp_xzvc_size(NULL, 0, &bytes));
    REFUSED(lp_xzvc_encode_entry(NULL, room, &sectors));
    REFUSED(lp_xzvc_encode_entry(line, NULL, &sectors));
    REFUSED(lp_xzvc_encode_entry(line, room, NULL));
    REFUSED(lp_xzvc_decode_entry(NULL, 1, line));
    REFUSED(lp_xzvc_decode_entry(room, 1, NULL));
    TAKEN(lp_xzvc_decode_entry(NULL, 0, line));
}

static void best_of_all(void **state)
{
    (void)state;
    enum lp_auto_codec codec;
    unsigned all = LP_AUTO_ALL;
    REFUSED(lp_auto_choose(16, all, NULL, &codec, &bytes));
    REFUSED(lp_auto_choose(16, all, line, NULL, &bytes));
    REFUSED(lp_auto_choose(16, all, line, &codec, NULL));
    REFUSED(lp_auto_encode_entry(16, all, NULL, room, &sectors));
    REFUSED(lp_auto_encode_entry(16, all, line, NULL, &sectors));
    REFUSED(lp_auto_encode_entry(16, all, line, room, NULL));
    REFUSED(lp_auto_state(1, NULL, &sectors));
    REFUSED(lp_auto_state(1, &codec, NULL));
    REFUSED(lp_auto_decode_entry(16, all, NULL, 1, line));
    REFUSED(lp_auto_decode_entry(16, all, room, 1, NULL));
    TAKEN(lp_auto_decode_entry(16, all, NULL, 0, line));
    REFUSED(lp_auto_compress(16, all, NULL, 128, room, 256, &bytes));
    REFUSED(lp_auto_compress(16, all, line, 128, NULL, 256, &bytes));
    REFUSED(lp_auto_compress(16, all, line, 128, room, 256, NULL));
    TAKEN(lp_auto_compress(16, all, NULL, 0, NULL, 0, &bytes));
    REFUSED(lp_auto_decompress(16, all, NULL, 1, line, 128));
    REFUSED(lp_auto_decompress(16, all, room, 1, NULL, 128));
    TAKEN(lp_auto_decompress(16, all, NULL, 0, NULL, 0));
    REFUSED(lp_auto_size(16, all, NULL, 128, &bytes));
    REFUSED(lp_auto_size(16, all, line, 128, NULL));
    TAKEN(lp_auto_size(16, all, NULL, 0, &bytes));
}

static void dma_groups(void **state)
{
    (void)state;
    size_t bad;
    REFUSED(lp_dma_shrink(LP_DMA_RAW, 32, NULL, 1, room, &bytes));
    REFUSED(lp_dma_shrink(LP_DMA_RAW, 32, line, 1, NULL, &bytes));
    REFUSED(lp_dma_shrink(LP_DMA_RAW, 32, line, 1, room, NULL));
    REFUSED(lp_dma_expand(LP_DMA_RAW, 32, NULL, 32, 1, line, &bad));
    REFUSED(lp_dma_expand(LP_DMA_RAW, 32, room, 32, 1, NULL, &bad));
    REFUSED(lp_dma_expand(LP_DMA_RAW, 32, room, 32, 1, line, NULL));
    struct lp_dma_setup setup = {.codecs = 1, .elem = 32};
    struct lp_dma_descriptor descriptor = {0};
    struct lp_dma_memory none = {0};
    struct lp_dma_completion completion;
    TAKEN(lp_dma_run(&setup, LP_DMA_OUT, &descriptor, &none, &completion));
    REFUSED(lp_dma_run(NULL, LP_DMA_OUT, &descriptor, &none, &completion));
    REFUSED(lp_dma_run(&setup, LP_DMA_OUT, NULL, &none, &completion));
    REFUSED(lp_dma_run(&setup, LP_DMA_OUT, &descriptor, NULL, &completion));
    REFUSED(lp_dma_run(&setup, LP_DMA_OUT, &descriptor, &none, NULL));
}

static int memory(void *arg, uint64_t address, void *sector)
{
    (void)arg, (void)address, (void)sector;
    return 0;
}

static int memory_put(void *arg, uint64_t address, const void *sector)
{
    (void)arg, (void)address, (void)sector;
    return 0;
}

static void translation_and_metadata(void **state)
{
    (void)state;
    static _Alignas(16) uint8_t storage[65536];
    struct lp_gbbr_geometry geometry = {.share_log2 = 13, .slices_log2 = 3};
    struct lp_gbbr_regs regs = {.slots = 1, .frames = 16};
    struct lp_gbbr_page page = {0};
    struct lp_gbbr_line at;
    struct lp_mdcache_memory behind = {NULL, memory, memory_put}, deaf = {NULL, NULL, memory_put};
    struct lp_mdcache *cache;
    unsigned entry;
    TAKEN(lp_gbbr_translate(&geometry, &regs, &page, 0, &at));
    REFUSED(lp_gbbr_translate(NULL, &regs, &page, 0, &at));
    REFUSED(lp_gbbr_translate(&geometry, NULL, &page, 0, &at));
    REFUSED(lp_gbbr_translate(&geometry, &regs, NULL, 0, &at));
    REFUSED(lp_gbbr_translate(&geometry, &regs, &page, 0, NULL));
    REFUSED(lp_gbbr_split(0, 0, NULL));
    REFUSED(lp_gbbr_split_mixed(LP_AUTO_ALL, 0, 0, NULL));
    TAKEN(lp_mdcache_init(storage, sizeof storage, 8, 4, &behind, &cache));
    REFUSED(lp_mdcache_init(NULL, sizeof storage, 8, 4, &behind, &cache));
    REFUSED(lp_mdcache_init(storage, sizeof storage, 8, 4, NULL, &cache));
    REFUSED(lp_mdcache_init(storage, sizeof storage, 8, 4, &deaf, &cache));
    REFUSED(lp_mdcache_init(storage, sizeof storage, 8, 4, &behind, NULL));
    REFUSED(lp_mdcache_read(NULL, 0, &entry));
    REFUSED(lp_mdcache_read(cache, 0, NULL));
    REFUSED(lp_mdcache_write(NULL, 0, 0));
    REFUSED(lp_mdcache_flush(NULL));
}

static void buddy_memory(void **state)
{
    (void)state;
    struct lp_buddy_config config;
    struct lp_buddy *buddy;
    struct lp_buddy_place place;
    uint64_t address;
    lp_buddy_defaults(&config, 1 << 20);
    REFUSED(lp_buddy_open(NULL, &buddy));
    REFUSED(lp_buddy_open(&config, NULL));
    TAKEN(lp_buddy_open(&config, &buddy));
    REFUSED(lp_buddy_malloc(NULL, 1, LP_TARGET_2, &address));
    REFUSED(lp_buddy_malloc(buddy, 1, LP_TARGET_2, NULL));
    TAKEN(lp_buddy_malloc(buddy, 1, LP_TARGET_2, &address));
    REFUSED(lp_buddy_free(NULL, address));
    REFUSED(lp_buddy_find(NULL, address, &place));
    REFUSED(lp_buddy_find(buddy, address, NULL));
    REFUSED(lp_buddy_read(NULL, address, line));
    REFUSED(lp_buddy_read(buddy, address, NULL));
    REFUSED(lp_buddy_write(NULL, address, line));
    REFUSED(lp_buddy_write(buddy, address, NULL));
    REFUSED(lp_buddy_poison(NULL, address));
    lp_buddy_close(buddy);
    lp_buddy_close(NULL);
}

static void files(void **state)
{
    (void)state;
    struct lp_input *input;
    struct lp_npy npy;
    REFUSED(lp_input_open(NULL, &input));
    REFUSED(lp_input_open("/dev/null", NULL));
    REFUSED(lp_input_open_raw(NULL, &input));
    TAKEN(lp_input_open_raw("/dev/zero", &input));
    REFUSED(lp_input_read(NULL, room, 1, &bytes));
    REFUSED(lp_input_read(input, NULL, 1, &bytes));
    REFUSED(lp_input_read(input, room, 1, NULL));
    TAKEN(lp_input_read(input, NULL, 0, &bytes));
    lp_input_close(input);
    lp_input_close(NULL);
    REFUSED(lp_npy_header_bytes(NULL, 12, &bytes));
    REFUSED(lp_npy_header_bytes(room, 12, NULL));
    REFUSED(lp_npy_parse(NULL, 80, &npy));
    REFUSED(lp_npy_parse(room, 80, NULL));
}

static void frames(void **state)
{
    (void)state;
    static const uint8_t stored[4];
    uint8_t frame[1024];
    struct memory_file file = {.bytes = frame, .size = sizeof frame};
    struct lp_frame_info info = {.codec = LP_CODEC_ZVC, .elem = 32, .window = 128}, more = info;
    struct lp_frame_writer *writer;
    struct lp_frame_reader *reader;
    const void *block;
    size_t raw;
    enum lp_codec codec;
    more.prologue_bytes = 1;
    REFUSED(lp_codec_named(NULL, &codec));
    REFUSED(lp_codec_named("zvc", NULL));
    REFUSED(lp_frame_write_open(NULL, NULL, memory_write, &file, &writer));
    REFUSED(lp_frame_write_open(&more, NULL, memory_write, &file, &writer));
    REFUSED(lp_frame_write_open(&info, NULL, NULL, &file, &writer));
    REFUSED(lp_frame_write_open(&info, NULL, memory_write, &file, NULL));
    TAKEN(lp_frame_write_open(&info, NULL, memory_write, &file, &writer));
    REFUSED(lp_frame_write_block(NULL, line, 128, stored, 4));
    REFUSED(lp_frame_write_block(writer, NULL, 128, stored, 4));
    REFUSED(lp_frame_write_block(writer, line, 128, NULL, 4));
    REFUSED(lp_frame_compress(NULL, memory_read, &file, NULL, NULL));
    REFUSED(lp_frame_compress(writer, NULL, &file, NULL, NULL));
    REFUSED(lp_frame_write_end(NULL));
    TAKEN(lp_frame_write_block(writer, line, 128, stored, 4));
    TAKEN(lp_frame_write_end(writer));
    lp_frame_writer_free(writer);
    lp_frame_writer_free(NULL);
    file.size = file.at;
    file.at = 0;
    REFUSED(lp_frame_read_open(NULL, &file, &reader));
    REFUSED(lp_frame_read_open(memory_read, &file, NULL));
    TAKEN(lp_frame_read_open(memory_read, &file, &reader));
    REFUSED(lp_frame_read_block(NULL, &block, &bytes, &raw));
    REFUSED(lp_frame_read_block(reader, NULL, &bytes, &raw));
    REFUSED(lp_frame_read_block(reader, &block, NULL, &raw));
    REFUSED(lp_frame_read_block(reader, &block, &bytes, NULL));
    REFUSED(lp_frame_skip_block(NULL, &bytes, &raw));
    REFUSED(lp_frame_skip_block(reader, NULL, &raw));
    REFUSED(lp_frame_skip_block(reader, &bytes, NULL));
    TAKEN(lp_frame_read_block(reader, &block, &bytes, &raw));
    REFUSED(lp_frame_read_check(NULL, line, 128));
    REFUSED(lp_frame_read_check(reader, NULL, 128));
    REFUSED(lp_frame_decompress(NULL, memory_write, &file, NULL, NULL));
    REFUSED(lp_frame_decompress(reader, NULL, &file, NULL, NULL));
    lp_frame_reader_free(reader);
    lp_frame_reader_free(NULL);
}

static void traces(void **state)
{
    (void)state;
    struct memory_file file = {.bytes = room, .size = sizeof room};
    struct lp_trace_pattern pattern = {.order = LP_TRACE_STREAM, .lines = 1, .stride = 1};
    struct lp_trace trace;
    uint64_t where;
    REFUSED(lp_trace_read(NULL, &file, &trace, &where));
    REFUSED(lp_trace_read(memory_read, &file, NULL, &where));
    REFUSED(lp_trace_read(memory_read, &file, &trace, NULL));
    REFUSED(lp_trace_generate(NULL, &trace));
    REFUSED(lp_trace_generate(&pattern, NULL));
    TAKEN(lp_trace_generate(&pattern, &trace));
    REFUSED(lp_trace_write_text(NULL, memory_write, &file));
    REFUSED(lp_trace_write_text(&trace, NULL, &file));
    REFUSED(lp_trace_write_binary(NULL, memory_write, &file));
    REFUSED(lp_trace_write_binary(&trace, NULL, &file));
    lp_trace_free(&trace);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(codecs),       cmocka_unit_test(ebd_and_xzvc),
        cmocka_unit_test(best_of_all),  cmocka_unit_test(translation_and_metadata),
        cmocka_unit_test(buddy_memory), cmocka_unit_test(files),
        cmocka_unit_test(frames),       cmocka_unit_test(traces),
        cmocka_unit_test(dma_groups),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
