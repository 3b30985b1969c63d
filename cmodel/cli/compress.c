/* SPDX-License-Identifier: Apache-2.0 */
#include "../codec/coder.h"
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

static const char help[] =
    "Usage: linepress compress --codec C [OPTION]... IN OUT\n"
    "\n"
    "Writes IN, compressed, to the framed file OUT (docs/format.md). The header of an .npy file\n"
    "is kept, so that decompress gives back the very file. A file is .npy if it begins as one.\n"
    CLI_OUTPUT_HELP
    "\n"
    "  --codec C    zvc, bpc, rle, csr, lz4, zlib\n"
    "  --elem N     bits of an element: 8, 16, 32 (zvc only; default 32)\n"
    "  --window N   bytes that the codec sees at once: 128 (default), 4096, 65536\n"
    "  --raw        take IN as raw bytes even if it is an .npy file\n"
    CLI_OUTPUT_OPTIONS_HELP;

struct totals {
    uint64_t in, out;
};

static int count_and_write(void *context, const void *buffer, size_t bytes)
{
    struct totals *totals = context;
    totals->out += bytes;
    return cli_output_write(NULL, buffer, bytes);
}

static void compress_blocks(struct lp_input *input, const struct lpi_coder *coder,
                            struct lp_frame_writer *writer, const char *path, uint64_t *total)
{
    uint8_t *raw = cli_alloc(LP_FRAME_BLOCK_MAX), *stored = cli_alloc(LP_FRAME_STORED_MAX);
    for (size_t got = LP_FRAME_BLOCK_MAX, n; got == LP_FRAME_BLOCK_MAX; *total += got) {
        got = cli_input_read(input, path, raw, LP_FRAME_BLOCK_MAX);
        if (got == 0)
            break;
        int error = lpi_coder_compress(coder, raw, got, stored, LP_FRAME_STORED_MAX, &n);
        if (error == LP_OK)
            error = lp_frame_write_block(writer, raw, got, stored, n);
        if (error != LP_OK)
            cli_fail_file(path, error);
        cli_progress(path, *total + got, lp_input_bytes(input));
    }
    cli_progress_end();
    free(raw);
    free(stored);
}

static struct totals compress_file(struct lp_input *input, const struct lpi_coder *coder,
                                   const char *path)
{
    struct totals totals = {0};
    const struct lp_npy *npy = lp_input_npy(input);
    struct lp_frame_info info = {
        .codec = coder->codec->id,
        .elem = (uint8_t)coder->elem,
        .window = (uint32_t)coder->window,
        .prologue_bytes = npy != NULL ? (uint32_t)npy->header_bytes : 0,
    };
    struct lp_frame_writer *writer;
    int error =
        lp_frame_write_open(&info, lp_input_header(input), count_and_write, &totals, &writer);
    if (error != LP_OK)
        cli_fail_file(path, error);
    compress_blocks(input, coder, writer, path, &totals.in);
    error = lp_frame_write_end(writer);
    if (error != LP_OK)
        cli_fail_file(path, error);
    lp_frame_writer_free(writer);
    totals.in += info.prologue_bytes;
    return totals;
}

int cli_compress(int argc, char **argv)
{
    struct cli_options options;
    cli_parse(argc, argv, CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_FORCE | CLI_RAW, help,
              &options);
    if (options.codec == NULL)
        cli_fail("compress: --codec is missing");
    if (options.file_count != 2)
        cli_fail("compress: takes IN and OUT; try 'linepress compress --help'");
    const char *in = options.files[0], *out = options.files[1];
    struct lpi_coder coder;
    int error = lpi_coder_open(&coder, options.codec, options.elem, options.window);
    if (error != LP_OK)
        cli_fail_file(options.codec->name, error);
    struct lp_input *input = cli_input_open(in, options.raw);
    cli_output_open(out, options.force);
    struct totals totals = compress_file(input, &coder, in);
    lp_input_close(input);
    lpi_coder_close(&coder);
    cli_report_transfer(&options, options.codec, totals.in, totals.out);
    return EXIT_GOOD;
}
