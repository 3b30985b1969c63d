/* SPDX-License-Identifier: Apache-2.0 */
#include "codec.h"
#include "memory.h"
#include <string.h>

int lpp_compress(const char *word, unsigned elem, unsigned window, unsigned threads,
                 const void *prologue, size_t prologue_bytes, const void *data, size_t bytes,
                 struct lpp_bytes *out)
{
    const struct lpi_codec *codec = codec_worded(word);
    if (codec == NULL)
        return LP_ERR_CODEC;
    if (elem > UINT8_MAX || prologue_bytes > LP_FRAME_PROLOGUE_MAX)
        return LP_ERR_ARG;
    struct lp_frame_info info = {.codec = codec->id,
                                 .elem = elem != 0 ? (uint8_t)elem : (uint8_t)codec->elem,
                                 .window = window,
                                 .prologue_bytes = (uint32_t)prologue_bytes};
    struct lp_frame_run run = {.threads = threads};
    struct source source = {data, bytes};
    struct sink sink = {0};
    struct lp_frame_writer *writer = NULL;
    int error = lp_frame_write_open(&info, prologue, sink_write, &sink, &writer);
    if (error == LP_OK)
        error = lp_frame_compress(writer, source_read, &source, &run, NULL);
    lp_frame_writer_free(writer);
    return sink_take(&sink, error, out);
}

/* The prologue is the first part of what is written. */
static int split(struct lpp_bytes *all, size_t prologue_bytes, struct lpp_bytes *prologue)
{
    struct sink sink = {0};
    int error = prologue_bytes > 0 ? sink_write(&sink, all->data, prologue_bytes) : LP_OK;
    error = sink_take(&sink, error, prologue);
    if (error == LP_OK && prologue_bytes > 0) {
        all->bytes -= prologue_bytes;
        memmove(all->data, (uint8_t *)all->data + prologue_bytes, all->bytes);
    }
    return error;
}

int lpp_decompress(const void *frame, size_t bytes, unsigned threads, struct lpp_bytes *prologue,
                   struct lpp_bytes *out)
{
    struct lp_frame_run run = {.threads = threads};
    struct source source = {frame, bytes};
    struct sink sink = {0};
    struct lp_frame_reader *reader = NULL;
    *prologue = (struct lpp_bytes){NULL, 0};
    int error = lp_frame_read_open(source_read, &source, &reader);
    if (error == LP_OK)
        error = lp_frame_decompress(reader, sink_write, &sink, &run, NULL);
    if (error == LP_OK)
        error = split(&sink.out, lp_frame_read_info(reader)->prologue_bytes, prologue);
    lp_frame_reader_free(reader);
    return sink_take(&sink, error, out);
}

int lpp_blocks(const void *frame, size_t bytes, struct lp_frame_info *info, struct lpp_bytes *sizes)
{
    struct source source = {frame, bytes};
    struct sink sink = {0};
    struct lp_frame_reader *reader = NULL;
    size_t stored = 0, raw = 1;
    int error = lp_frame_read_open(source_read, &source, &reader);
    while (error == LP_OK && raw > 0) {
        error = lp_frame_skip_block(reader, &stored, &raw);
        uint64_t pair[2] = {raw, stored};
        if (error == LP_OK && raw > 0)
            error = sink_write(&sink, pair, sizeof pair);
    }
    if (error == LP_OK)
        *info = *lp_frame_read_info(reader);
    lp_frame_reader_free(reader);
    return sink_take(&sink, error, sizes);
}
