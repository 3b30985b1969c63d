/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define MAGIC "\x89LPR\r\n\x1a\n"
#define MAGIC_BYTES 8
#define HEADER_BYTES 20
#define BLOCK_HEAD_BYTES 8
#define TRAILER_BYTES 20
#define CRC_BYTES 4

struct lp_frame_writer {
    lp_write_fn *write;
    void *context;
    uint64_t data_bytes;
    uint32_t data_crc;
};

struct lp_frame_reader {
    lp_read_fn *read;
    void *context;
    struct lp_frame_info info;
    uint64_t data_bytes;
    uint32_t data_crc;
    size_t raw_bytes; /* of the block just read */
    uint8_t prologue[LP_FRAME_PROLOGUE_MAX];
    uint8_t *block; /* grows to the largest block */
    size_t block_room;
};

static uint32_t crc(uint32_t so_far, const void *data, size_t bytes)
{
    /* zlib takes a null pointer, which may come with 0 bytes, as a request to start afresh. */
    return bytes == 0 ? so_far : (uint32_t)crc32_z(so_far, data, bytes);
}

static void put32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ---- writing ---- */

int lp_frame_write_open(const struct lp_frame_info *info, const void *prologue, lp_write_fn *write,
                        void *context, struct lp_frame_writer **writer)
{
    if (info->prologue_bytes > LP_FRAME_PROLOGUE_MAX)
        return LP_ERR_ARG;
    uint8_t header[HEADER_BYTES] = MAGIC, check[CRC_BYTES];
    header[8] = LP_FRAME_VERSION;
    header[9] = info->codec;
    header[10] = info->elem;
    put32(header + 12, info->window);
    put32(header + 16, info->prologue_bytes);
    put32(check, crc(crc(0, header, sizeof header), prologue, info->prologue_bytes));
    int error = write(context, header, sizeof header);
    if (error == LP_OK && info->prologue_bytes != 0)
        error = write(context, prologue, info->prologue_bytes);
    if (error == LP_OK)
        error = write(context, check, sizeof check);
    if (error != LP_OK)
        return error;
    struct lp_frame_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return LP_ERR_SYSTEM;
    w->write = write;
    w->context = context;
    w->data_crc = crc(0, prologue, info->prologue_bytes);
    *writer = w;
    return LP_OK;
}

int lp_frame_write_block(struct lp_frame_writer *w, const void *raw, size_t raw_bytes,
                         const void *stored, size_t stored_bytes)
{
    if (raw_bytes == 0 || raw_bytes > LP_FRAME_BLOCK_MAX || stored_bytes > LP_FRAME_STORED_MAX)
        return LP_ERR_ARG;
    uint8_t head[BLOCK_HEAD_BYTES], check[CRC_BYTES];
    put32(head, (uint32_t)raw_bytes);
    put32(head + 4, (uint32_t)stored_bytes);
    put32(check, crc(crc(0, head, sizeof head), stored, stored_bytes));
    w->data_bytes += raw_bytes;
    w->data_crc = crc(w->data_crc, raw, raw_bytes);
    int error = w->write(w->context, head, sizeof head);
    if (error == LP_OK)
        error = w->write(w->context, stored, stored_bytes);
    return error != LP_OK ? error : w->write(w->context, check, sizeof check);
}

int lp_frame_write_end(struct lp_frame_writer *w)
{
    uint8_t trailer[TRAILER_BYTES] = {0};
    put32(trailer + 4, (uint32_t)w->data_bytes);
    put32(trailer + 8, (uint32_t)(w->data_bytes >> 32));
    put32(trailer + 12, w->data_crc);
    put32(trailer + 16, crc(0, trailer, 16));
    return w->write(w->context, trailer, sizeof trailer);
}

void lp_frame_writer_free(struct lp_frame_writer *w)
{
    free(w);
}

/* ---- reading ---- */

static int read_all(struct lp_frame_reader *r, void *buffer, size_t bytes)
{
    uint8_t *p = buffer;
    for (size_t got, done = 0; done < bytes; done += got) {
        int error = r->read(r->context, p + done, bytes - done, &got);
        if (error != LP_OK)
            return error;
        if (got == 0)
            return LP_ERR_SHORT;
    }
    return LP_OK;
}

static int read_header(struct lp_frame_reader *r)
{
    uint8_t header[HEADER_BYTES], check[CRC_BYTES];
    int error = read_all(r, header, MAGIC_BYTES);
    if (error == LP_ERR_SHORT || (error == LP_OK && memcmp(header, MAGIC, MAGIC_BYTES) != 0))
        return LP_ERR_FRAME_MAGIC;
    if (error == LP_OK)
        error = read_all(r, header + MAGIC_BYTES, HEADER_BYTES - MAGIC_BYTES);
    if (error != LP_OK)
        return error;
    if (header[8] != LP_FRAME_VERSION)
        return LP_ERR_FRAME_VERSION;
    r->info.codec = header[9];
    r->info.elem = header[10];
    r->info.window = get32(header + 12);
    r->info.prologue_bytes = get32(header + 16);
    if (header[11] != 0 || r->info.prologue_bytes > LP_FRAME_PROLOGUE_MAX)
        return LP_ERR_CORRUPT;
    error = read_all(r, r->prologue, r->info.prologue_bytes);
    if (error == LP_OK)
        error = read_all(r, check, sizeof check);
    if (error != LP_OK)
        return error;
    uint32_t seen = crc(crc(0, header, sizeof header), r->prologue, r->info.prologue_bytes);
    r->data_crc = crc(0, r->prologue, r->info.prologue_bytes);
    return seen == get32(check) ? LP_OK : LP_ERR_FRAME_CRC;
}

int lp_frame_read_open(lp_read_fn *read, void *context, struct lp_frame_reader **reader)
{
    struct lp_frame_reader *r = calloc(1, sizeof *r);
    if (r == NULL)
        return LP_ERR_SYSTEM;
    r->read = read;
    r->context = context;
    int error = read_header(r);
    if (error == LP_OK)
        *reader = r;
    else
        lp_frame_reader_free(r);
    return error;
}

const struct lp_frame_info *lp_frame_read_info(const struct lp_frame_reader *r)
{
    return &r->info;
}

const void *lp_frame_read_prologue(const struct lp_frame_reader *r)
{
    return r->prologue;
}

/* The block head just read had no data in it, so it is the first eight bytes of the trailer. */
static int read_trailer(struct lp_frame_reader *r, const uint8_t *head)
{
    uint8_t trailer[TRAILER_BYTES], extra;
    size_t got;
    memcpy(trailer, head, BLOCK_HEAD_BYTES);
    int error = read_all(r, trailer + BLOCK_HEAD_BYTES, TRAILER_BYTES - BLOCK_HEAD_BYTES);
    if (error != LP_OK)
        return error;
    if (get32(trailer + 16) != crc(0, trailer, 16))
        return LP_ERR_FRAME_CRC;
    if ((get32(trailer + 4) | (uint64_t)get32(trailer + 8) << 32) != r->data_bytes)
        return LP_ERR_CORRUPT;
    if (get32(trailer + 12) != r->data_crc)
        return LP_ERR_FRAME_CRC;
    error = r->read(r->context, &extra, 1, &got);
    return error != LP_OK ? error : got != 0 ? LP_ERR_LONG : LP_OK;
}

static int reserve(struct lp_frame_reader *r, size_t bytes)
{
    if (bytes <= r->block_room)
        return LP_OK;
    uint8_t *block = realloc(r->block, bytes);
    if (block == NULL)
        return LP_ERR_SYSTEM;
    r->block = block;
    r->block_room = bytes;
    return LP_OK;
}

int lp_frame_read_block(struct lp_frame_reader *r, const void **stored, size_t *stored_bytes,
                        size_t *raw_bytes)
{
    uint8_t head[BLOCK_HEAD_BYTES];
    int error = read_all(r, head, sizeof head);
    if (error != LP_OK)
        return error;
    size_t raw = get32(head), length = get32(head + 4);
    if (raw == 0) {
        *raw_bytes = r->raw_bytes = 0;
        return read_trailer(r, head);
    }
    if (raw > LP_FRAME_BLOCK_MAX || length > LP_FRAME_STORED_MAX)
        return LP_ERR_CORRUPT;
    error = reserve(r, length + CRC_BYTES);
    if (error == LP_OK)
        error = read_all(r, r->block, length + CRC_BYTES);
    if (error != LP_OK)
        return error;
    if (get32(r->block + length) != crc(crc(0, head, sizeof head), r->block, length))
        return LP_ERR_FRAME_CRC;
    *stored = r->block;
    *stored_bytes = length;
    *raw_bytes = r->raw_bytes = raw;
    return LP_OK;
}

int lp_frame_read_check(struct lp_frame_reader *r, const void *raw, size_t raw_bytes)
{
    if (raw_bytes != r->raw_bytes || raw_bytes == 0)
        return LP_ERR_ARG;
    r->data_bytes += raw_bytes;
    r->data_crc = crc(r->data_crc, raw, raw_bytes);
    return LP_OK;
}

void lp_frame_reader_free(struct lp_frame_reader *r)
{
    if (r != NULL)
        free(r->block);
    free(r);
}
