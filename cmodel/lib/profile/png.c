/* SPDX-License-Identifier: Apache-2.0 */
#include "png.h"

#include <linepress/linepress.h>

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PIECE 65536u /* of compressed data, each a chunk of its own */

struct png {
    lp_write_fn *write;
    void *context;
    z_stream z;
    uint8_t piece[PIECE];
};

static void put32(uint8_t *to, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

static int write_chunk(const struct png *png, const char *type, const uint8_t *data, uint32_t bytes)
{
    uint8_t head[8], end[4];
    put32(head, bytes);
    memcpy(head + 4, type, 4);
    uLong crc = crc32(crc32(0, NULL, 0), head + 4, 4);
    put32(end, (uint32_t)(bytes > 0 ? crc32(crc, data, bytes) : crc));
    int error = png->write(png->context, head, sizeof head);
    if (error == LP_OK && bytes > 0)
        error = png->write(png->context, data, bytes);
    return error == LP_OK ? png->write(png->context, end, sizeof end) : error;
}

static int write_head(const struct png *png, uint32_t width, uint32_t height)
{
    static const uint8_t magic[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t head[13] = {0};
    put32(head, width);
    put32(head + 4, height);
    head[8] = 8; /* bits */
    head[9] = 2; /* red, green, blue */
    int error = png->write(png->context, magic, sizeof magic);
    return error == LP_OK ? write_chunk(png, "IHDR", head, sizeof head) : error;
}

/* Compresses the stream's input; each full piece, and the last, becomes a chunk. */
static int pump(struct png *png, int flush)
{
    for (;;) {
        int state = deflate(&png->z, flush);
        uint32_t bytes = PIECE - png->z.avail_out;
        if (png->z.avail_out > 0 && flush != Z_FINISH)
            return LP_OK;
        int error = write_chunk(png, "IDAT", png->piece, bytes);
        png->z.next_out = png->piece;
        png->z.avail_out = PIECE;
        if (error != LP_OK || state == Z_STREAM_END)
            return error;
    }
}

static int write_rows(struct png *png, uint32_t width, uint32_t height, lpi_png_row_fn *row,
                      void *row_context)
{
    uint8_t *line = calloc(1, 1 + 3 * (size_t)width); /* the first byte: no filter */
    int error = line != NULL ? LP_OK : LP_ERR_SYSTEM;
    png->z.next_out = png->piece;
    png->z.avail_out = PIECE;
    for (uint32_t y = 0; y < height && error == LP_OK; y++) {
        row(row_context, y, line + 1);
        png->z.next_in = line;
        png->z.avail_in = (uInt)(1 + 3 * (size_t)width);
        error = pump(png, Z_NO_FLUSH);
    }
    if (error == LP_OK)
        error = pump(png, Z_FINISH);
    free(line);
    return error;
}

int lpi_png_write(uint32_t width, uint32_t height, lpi_png_row_fn *row, void *row_context,
                  lp_write_fn *write, void *write_context)
{
    struct png *png = calloc(1, sizeof *png);
    if (png == NULL)
        return LP_ERR_SYSTEM;
    png->write = write;
    png->context = write_context;
    int error = deflateInit(&png->z, 6) == Z_OK ? LP_OK : LP_ERR_SYSTEM;
    if (error == LP_OK) {
        error = write_head(png, width, height);
        if (error == LP_OK)
            error = write_rows(png, width, height, row, row_context);
        deflateEnd(&png->z);
    }
    if (error == LP_OK)
        error = write_chunk(png, "IEND", NULL, 0);
    free(png);
    return error;
}
