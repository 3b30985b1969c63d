/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_format.h"
#include "../../base/bytes.h"
#include "../../base/null.h"

#include <stdlib.h>
#include <string.h>

struct lp_frame_writer {
    lp_write_fn *write;
    void *context;
    struct lp_frame_info info;
    uint64_t at; /* bytes written */
    uint64_t data_bytes;
    uint32_t data_crc;
    struct lpi_offsets offsets;
};

static int put(struct lp_frame_writer *w, const void *bytes, size_t count)
{
    w->at += count;
    return w->write(w->context, bytes, count);
}

static int write_header(struct lp_frame_writer *w, const void *prologue)
{
    uint8_t header[HEADER_BYTES] = FRAME_MAGIC, check[CRC_BYTES];
    size_t bytes = w->info.prologue_bytes;
    header[8] = w->info.index ? LP_FRAME_VERSION_INDEX : LP_FRAME_VERSION;
    header[9] = w->info.codec;
    header[10] = w->info.elem;
    lpi_put_le32(header + 12, w->info.window);
    lpi_put_le32(header + 16, w->info.prologue_bytes);
    lpi_put_le32(check, lpi_crc(lpi_crc(0, header, sizeof header), prologue, bytes));
    int error = put(w, header, sizeof header);
    if (error == LP_OK && bytes != 0)
        error = put(w, prologue, bytes);
    return error == LP_OK ? put(w, check, sizeof check) : error;
}

int lp_frame_write_open(const struct lp_frame_info *info, const void *prologue, lp_write_fn *write,
                        void *context, struct lp_frame_writer **writer)
{
    if (LPI_ANY_NULL(info, writer) || write == NULL ||
        (prologue == NULL && info->prologue_bytes != 0))
        return LP_ERR_ARG;
    static const uint8_t zeros[sizeof info->reserved];
    if (info->prologue_bytes > LP_FRAME_PROLOGUE_MAX || info->index > 1 ||
        memcmp(info->reserved, zeros, sizeof zeros) != 0)
        return LP_ERR_ARG;
    struct lp_frame_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return LP_ERR_SYSTEM;
    w->write = write;
    w->context = context;
    w->info = *info;
    w->data_crc = lpi_crc(0, prologue, info->prologue_bytes);
    int error = write_header(w, prologue);
    if (error == LP_OK)
        *writer = w;
    else
        lp_frame_writer_free(w);
    return error;
}

const struct lp_frame_info *lpi_frame_write_info(const struct lp_frame_writer *w)
{
    return &w->info;
}

void lpi_frame_seal(uint8_t *block, size_t raw_bytes, size_t stored_bytes)
{
    size_t bytes = BLOCK_HEAD_BYTES + stored_bytes;
    lpi_put_le32(block, (uint32_t)raw_bytes);
    lpi_put_le32(block + 4, (uint32_t)stored_bytes);
    lpi_put_le32(block + bytes, lpi_crc(0, block, bytes));
}

static int count_block(struct lp_frame_writer *w, size_t raw_bytes, uint32_t crc)
{
    w->data_crc = lpi_crc_join(w->data_crc, crc, raw_bytes);
    w->data_bytes += raw_bytes;
    return w->info.index ? lpi_offsets_add(&w->offsets, w->at) : LP_OK;
}

int lpi_frame_write_sealed(struct lp_frame_writer *w, const uint8_t *block, uint32_t crc)
{
    int error = count_block(w, lpi_get_le32(block), crc);
    return error == LP_OK ? put(w, block, BLOCK_HEAD_BYTES + lpi_get_le32(block + 4) + CRC_BYTES)
                          : error;
}

int lp_frame_write_block(struct lp_frame_writer *w, const void *raw, size_t raw_bytes,
                         const void *stored, size_t stored_bytes)
{
    if (LPI_ANY_NULL(w, raw) || (stored == NULL && stored_bytes != 0))
        return LP_ERR_ARG;
    if (raw_bytes == 0 || raw_bytes > LP_FRAME_BLOCK_MAX || stored_bytes > LP_FRAME_STORED_MAX)
        return LP_ERR_ARG;
    uint8_t head[BLOCK_HEAD_BYTES], check[CRC_BYTES];
    lpi_put_le32(head, (uint32_t)raw_bytes);
    lpi_put_le32(head + 4, (uint32_t)stored_bytes);
    lpi_put_le32(check, lpi_crc(lpi_crc(0, head, sizeof head), stored, stored_bytes));
    int error = count_block(w, raw_bytes, lpi_crc(0, raw, raw_bytes));
    if (error == LP_OK)
        error = put(w, head, sizeof head);
    if (error == LP_OK)
        error = put(w, stored, stored_bytes);
    return error == LP_OK ? put(w, check, sizeof check) : error;
}

/*
 * Writes an offset per block, the number of blocks, the checksum of all that, and a magic number.
 */
static int write_index(struct lp_frame_writer *w)
{
    uint8_t end[INDEX_END_BYTES], entry[INDEX_ENTRY_BYTES];
    uint32_t crc = 0;
    int error = LP_OK;
    for (size_t i = 0; i < w->offsets.count && error == LP_OK; i++) {
        lpi_put_le64(entry, w->offsets.at[i]);
        crc = lpi_crc(crc, entry, sizeof entry);
        error = put(w, entry, sizeof entry);
    }
    if (error != LP_OK)
        return error;
    lpi_put_le64(end, w->offsets.count);
    lpi_put_le32(end + 8, lpi_crc(crc, end, 8));
    memcpy(end + 12, INDEX_MAGIC, MAGIC_BYTES);
    return put(w, end, sizeof end);
}

int lp_frame_write_end(struct lp_frame_writer *w)
{
    if (w == NULL)
        return LP_ERR_ARG;
    uint8_t trailer[TRAILER_BYTES] = {0};
    lpi_put_le64(trailer + 4, w->data_bytes);
    lpi_put_le32(trailer + 12, w->data_crc);
    lpi_put_le32(trailer + 16, lpi_crc(0, trailer, 16));
    int error = put(w, trailer, sizeof trailer);
    return error == LP_OK && w->info.index ? write_index(w) : error;
}

void lp_frame_writer_free(struct lp_frame_writer *w)
{
    if (w != NULL)
        lpi_offsets_free(&w->offsets);
    free(w);
}
