/* SPDX-License-Identifier: Apache-2.0 */
#include "../codec/coder.h"
#include "../compare/compare.h"
#include "cli.h"
#include "fail.h"
#include "input.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "transfer.h"
#include <inttypes.h>
#include <linepress/frame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress decompress [OPTION]... IN OUT\n"
    "\n"
    "Writes the data of the framed file IN to OUT. An error in IN names the block, counted from\n"
    "1, and a byte of IN: where it ends too early or too late, else where the block begins.\n"
    CLI_OUTPUT_HELP
    "\n"
    "  --codec C, --elem N, --window N\n"
    "               refuse a file that was compressed otherwise\n"
    CLI_OUTPUT_OPTIONS_HELP;

struct source {
    struct lp_input *input;
    uint64_t bytes; /* read so far */
    uint64_t begin; /* of the block or the trailer that is being read */
    uint64_t block; /* its number, from 1 on; 0: the header */
    uint8_t head[4]; /* its first bytes, which are 0 in a trailer */
};

static int read_source(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct source *source = context;
    const uint8_t *p = buffer;
    int error = lp_input_read(source->input, buffer, bytes, got);
    if (error != LP_OK)
        return error;
    for (size_t i = 0, at = (size_t)(source->bytes - source->begin); i < *got && at < 4; i++, at++)
        source->head[at] = p[i];
    source->bytes += *got;
    return LP_OK;
}

static void begin_block(struct source *source)
{
    source->begin = source->bytes;
    source->block++;
}

/* Fails with the part of the file that is bad, and this byte of it. */
noreturn static void fail_at(const char *path, const struct source *source, uint64_t byte,
                             int error)
{
    static const uint8_t zeros[4];
    char part[40] = "header";
    if (source->block > 0 && source->bytes - source->begin >= 4 &&
        memcmp(source->head, zeros, 4) == 0)
        strcpy(part, "trailer");
    else if (source->block > 0)
        snprintf(part, sizeof part, "block %" PRIu64, source->block);
    if (error == LP_ERR_SYSTEM || error == LP_ERR_FRAME_MAGIC || error == LP_ERR_FRAME_VERSION)
        cli_fail_file(path, error);
    cli_fail("%s: %s (%s, byte %" PRIu64 ")", path, lp_strerror(error), part, byte);
}

/* The same of the frame: the byte where it ends, where it should end, or where the part begins. */
noreturn static void fail_frame(const char *path, const struct source *source, int error)
{
    uint64_t byte = error == LP_ERR_SHORT  ? source->bytes
                    : error == LP_ERR_LONG ? source->bytes - 1
                                           : source->begin;
    fail_at(path, source, byte, error);
}

static void open_coder(const struct lp_frame_info *info, const struct cli_options *wanted,
                       const char *path, struct lpi_coder *coder)
{
    const struct lpi_codec *codec = lpi_codec_by_id(info->codec);
    if (codec == NULL)
        cli_fail_file(path, LP_ERR_CODEC);
    if (wanted->codec != NULL && wanted->codec != codec)
        cli_fail("%s: the file's codec is %s, not %s", path, codec->name, wanted->codec->name);
    if ((wanted->given & CLI_ELEM) && wanted->elem != info->elem)
        cli_fail("%s: its elements have %d bits, not %d", path, info->elem, (int)wanted->elem);
    if ((wanted->given & CLI_WINDOW) && wanted->window != info->window)
        cli_fail("%s: its window is %u bytes, not %zu", path, (unsigned)info->window,
                 wanted->window);
    int error = lpi_coder_open(coder, codec, (enum lp_elem)info->elem, info->window);
    if (error != LP_OK)
        cli_fail_file(path, error == LP_ERR_ARG ? LP_ERR_CORRUPT : error);
}

/* Returns the bytes of data; they are written block by block. */
static uint64_t decompress_blocks(struct lp_frame_reader *reader, const struct lpi_coder *coder,
                                  struct source *source, const char *path)
{
    uint8_t *raw = cli_alloc(LP_FRAME_BLOCK_MAX);
    uint64_t total = 0;
    for (size_t raw_bytes = 1; raw_bytes != 0; total += raw_bytes) {
        const void *stored;
        size_t stored_bytes;
        begin_block(source);
        int error = lp_frame_read_block(reader, &stored, &stored_bytes, &raw_bytes);
        if (error != LP_OK)
            fail_frame(path, source, error);
        if (raw_bytes != 0)
            error = lpi_coder_decompress(coder, stored, stored_bytes, raw, raw_bytes);
        if (error == LP_OK && raw_bytes != 0)
            error = lp_frame_read_check(reader, raw, raw_bytes);
        if (error != LP_OK)
            fail_at(path, source, source->begin, error);
        cli_output_write(NULL, raw, raw_bytes);
        cli_progress(path, source->bytes, lp_input_bytes(source->input));
    }
    cli_progress_end();
    free(raw);
    return total;
}

int cli_decompress(int argc, char **argv)
{
    struct cli_options options;
    cli_parse(argc, argv, CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_FORCE, help, &options);
    if (options.file_count != 2)
        cli_fail("decompress: takes IN and OUT; try 'linepress decompress --help'");
    const char *in = options.files[0], *out = options.files[1];
    struct source source = {0};
    struct lp_frame_reader *reader = NULL;
    struct lpi_coder coder;
    source.input = cli_input_open(in, 1);
    int error = lp_frame_read_open(read_source, &source, &reader);
    if (error != LP_OK)
        fail_frame(in, &source, error);
    const struct lp_frame_info *info = lp_frame_read_info(reader);
    open_coder(info, &options, in, &coder);
    cli_output_open(out, options.force);
    cli_output_write(NULL, lp_frame_read_prologue(reader), info->prologue_bytes);
    uint64_t bytes = info->prologue_bytes + decompress_blocks(reader, &coder, &source, in);
    cli_report_transfer(&options, coder.codec, bytes, source.bytes);
    lpi_coder_close(&coder);
    lp_frame_reader_free(reader);
    lp_input_close(source.input);
    return EXIT_GOOD;
}
