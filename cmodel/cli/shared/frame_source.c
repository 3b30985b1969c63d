/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_source.h"
#include "../../lib/codec/coder.h"
#include "../../lib/frame/frame_format.h"
#include "fail.h"
#include "input.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int read_source(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct cli_frame_source *source = context;
    int error = lp_input_read(source->input, buffer, bytes, got);
    if (error == LP_OK)
        source->bytes += *got;
    return error;
}

/* For a part that is truncated, or longer than that, the position is the end of the file. */
static void complain(const struct cli_frame_source *source, const char *part, uint64_t begin,
                     int whole, int error)
{
    uint64_t byte = whole                   ? begin
                    : error == LP_ERR_SHORT ? source->bytes
                    : error == LP_ERR_LONG  ? source->bytes - 1
                                            : begin;
    if (error == LP_ERR_SYSTEM)
        cli_input_complain(source->path, error, &(struct lpi_input_fault){0});
    else if (error == LP_ERR_FRAME_MAGIC || error == LP_ERR_FRAME_VERSION)
        cli_complain("%s: %s", source->path, lp_strerror(error));
    else
        cli_complain("%s: %s (%s, byte %" PRIu64 ")", source->path, lp_strerror(error), part, byte);
}

int cli_frame_open(const char *path, struct cli_frame_source *source)
{
    struct lpi_input_fault fault;
    *source = (struct cli_frame_source){.path = path};
    int error = lpi_input_open(path, 1, &source->input, &fault);
    if (error != LP_OK) {
        cli_input_complain(path, error, &fault);
        return 0;
    }
    error = lp_frame_read_open(read_source, source, &source->reader);
    if (error != LP_OK) {
        complain(source, "header", 0, 0, error);
        cli_frame_close(source);
    }
    return error == LP_OK;
}

void cli_frame_close(struct cli_frame_source *source)
{
    lp_frame_reader_free(source->reader);
    lp_input_close(source->input);
}

void cli_frame_complain(const struct cli_frame_source *source, const struct lp_frame_totals *totals,
                        int error)
{
    const struct lp_frame_info *info = lp_frame_read_info(source->reader);
    uint64_t begin = HEADER_BYTES + info->prologue_bytes + CRC_BYTES + totals->stored_bytes +
                     (BLOCK_HEAD_BYTES + CRC_BYTES) * totals->blocks;
    char part[40] = "trailer";
    if (!totals->in_trailer)
        snprintf(part, sizeof part, "block %" PRIu64, totals->blocks + 1);
    complain(source, part, begin, totals->in_block, error);
}

bool cli_frame_takes(const struct lp_frame_info *info, const struct lpi_codec *codec)
{
    struct lpi_coder coder;
    int error = lpi_coder_open(&coder, codec, (enum lp_elem)info->elem, info->window);
    if (error == LP_ERR_SYSTEM)
        cli_fail("no memory for codec %s", codec->name);
    if (error == LP_OK)
        lpi_coder_close(&coder);
    return error == LP_OK;
}
