/* SPDX-License-Identifier: Apache-2.0 */
#include "frame_format.h"
#include "../../base/bytes.h"
#include "../../base/null.h"

#include <stdlib.h>
#include <string.h>

struct lp_frame_reader {
    lp_read_fn *read;
    void *context;
    struct lp_frame_info info;
    uint64_t at; /* bytes read */
    uint64_t data_bytes;
    uint32_t data_crc;
    size_t raw_bytes; /* of the block just read */
    int skipped;      /* the data's checksum is not known */
    uint8_t trailer[TRAILER_BYTES];
    struct lpi_offsets offsets;
    uint8_t prologue[LP_FRAME_PROLOGUE_MAX];
    uint8_t *block; /* grows to the largest block */
    size_t block_room;
};

static int read_all(struct lp_frame_reader *r, void *buffer, size_t bytes)
{
    uint8_t *p = buffer;
    for (size_t got, done = 0; done < bytes; done += got) {
        int error = r->read(r->context, p + done, bytes - done, &got);
        if (error != LP_OK)
            return error;
        if (got == 0)
            return LP_ERR_SHORT;
        r->at += got;
    }
    return LP_OK;
}

/* ---- header ---- */

static int read_fields(struct lp_frame_reader *r, uint8_t *header)
{
    int error = read_all(r, header, MAGIC_BYTES);
    if (error == LP_ERR_SHORT || (error == LP_OK && memcmp(header, FRAME_MAGIC, MAGIC_BYTES) != 0))
        return LP_ERR_FRAME_MAGIC;
    if (error == LP_OK)
        error = read_all(r, header + MAGIC_BYTES, HEADER_BYTES - MAGIC_BYTES);
    if (error != LP_OK)
        return error;
    if (header[8] != LP_FRAME_VERSION && header[8] != LP_FRAME_VERSION_INDEX)
        return LP_ERR_FRAME_VERSION;
    r->info.index = header[8] == LP_FRAME_VERSION_INDEX;
    r->info.codec = header[9];
    r->info.elem = header[10];
    r->info.window = lpi_get_le32(header + 12);
    r->info.prologue_bytes = lpi_get_le32(header + 16);
    return header[11] != 0 || r->info.prologue_bytes > LP_FRAME_PROLOGUE_MAX ? LP_ERR_CORRUPT
                                                                             : LP_OK;
}

static int read_header(struct lp_frame_reader *r)
{
    uint8_t header[HEADER_BYTES], check[CRC_BYTES];
    int error = read_fields(r, header);
    if (error == LP_OK)
        error = read_all(r, r->prologue, r->info.prologue_bytes);
    if (error == LP_OK)
        error = read_all(r, check, sizeof check);
    if (error != LP_OK)
        return error;
    uint32_t seen = lpi_crc(lpi_crc(0, header, sizeof header), r->prologue, r->info.prologue_bytes);
    r->data_crc = lpi_crc(0, r->prologue, r->info.prologue_bytes);
    return seen == lpi_get_le32(check) ? LP_OK : LP_ERR_FRAME_CRC;
}

int lp_frame_read_open(lp_read_fn *read, void *context, struct lp_frame_reader **reader)
{
    if (read == NULL || reader == NULL)
        return LP_ERR_ARG;
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

/* ---- trailer and index ---- */

/* The index must agree with the blocks that were read. */
static int read_index(struct lp_frame_reader *r)
{
    uint8_t entry[INDEX_ENTRY_BYTES], end[INDEX_END_BYTES];
    uint32_t crc = 0;
    int same = 1;
    for (size_t i = 0; i < r->offsets.count; i++) {
        int error = read_all(r, entry, sizeof entry);
        if (error != LP_OK)
            return error;
        crc = lpi_crc(crc, entry, sizeof entry);
        same &= lpi_get_le64(entry) == r->offsets.at[i];
    }
    int error = read_all(r, end, sizeof end);
    if (error != LP_OK)
        return error;
    if (memcmp(end + 12, INDEX_MAGIC, MAGIC_BYTES) != 0)
        return LP_ERR_CORRUPT;
    if (lpi_get_le32(end + 8) != lpi_crc(crc, end, 8))
        return LP_ERR_FRAME_CRC;
    return same && lpi_get_le64(end) == r->offsets.count ? LP_OK : LP_ERR_CORRUPT;
}

/* The block head just read announced no data, so it is the first eight bytes of the trailer. */
static int read_trailer(struct lp_frame_reader *r, const uint8_t *head)
{
    uint8_t extra;
    size_t got;
    memcpy(r->trailer, head, BLOCK_HEAD_BYTES);
    int error = read_all(r, r->trailer + BLOCK_HEAD_BYTES, TRAILER_BYTES - BLOCK_HEAD_BYTES);
    if (error == LP_OK && lpi_get_le32(r->trailer + 16) != lpi_crc(0, r->trailer, 16))
        error = LP_ERR_FRAME_CRC;
    if (error == LP_OK && r->info.index)
        error = read_index(r);
    if (error == LP_OK)
        error = r->read(r->context, &extra, 1, &got);
    return error != LP_OK ? error : got != 0 ? LP_ERR_LONG : LP_OK;
}

int lpi_frame_check_end(const struct lp_frame_reader *r)
{
    if (lpi_get_le64(r->trailer + 4) != r->data_bytes)
        return LP_ERR_CORRUPT;
    return r->skipped || lpi_get_le32(r->trailer + 12) == r->data_crc ? LP_OK : LP_ERR_FRAME_CRC;
}

/* ---- blocks ---- */

static int reserve(uint8_t **block, size_t *room, size_t bytes)
{
    if (bytes <= *room)
        return LP_OK;
    uint8_t *larger = realloc(*block, bytes);
    if (larger == NULL)
        return LP_ERR_SYSTEM;
    *block = larger;
    *room = bytes;
    return LP_OK;
}

int lpi_frame_fetch(struct lp_frame_reader *r, uint8_t **block, size_t *room, size_t *raw_bytes,
                    size_t *stored_bytes)
{
    uint8_t head[BLOCK_HEAD_BYTES] = {0};
    uint64_t begin = r->at;
    int error = read_all(r, head, sizeof head);
    size_t raw = r->at - begin >= 4 ? lpi_get_le32(head) : 1, stored = lpi_get_le32(head + 4);
    *raw_bytes = raw;
    if (error != LP_OK)
        return error;
    if (raw == 0)
        return read_trailer(r, head);
    if (raw > LP_FRAME_BLOCK_MAX || stored > LP_FRAME_STORED_MAX)
        return LP_ERR_CORRUPT;
    *stored_bytes = stored;
    error = reserve(block, room, BLOCK_HEAD_BYTES + stored + CRC_BYTES);
    if (error == LP_OK && r->info.index)
        error = lpi_offsets_add(&r->offsets, begin);
    if (error != LP_OK)
        return error;
    memcpy(*block, head, sizeof head);
    return read_all(r, *block + BLOCK_HEAD_BYTES, stored + CRC_BYTES);
}

int lpi_frame_check_block(const uint8_t *block, size_t stored_bytes)
{
    size_t bytes = BLOCK_HEAD_BYTES + stored_bytes;
    return lpi_get_le32(block + bytes) == lpi_crc(0, block, bytes) ? LP_OK : LP_ERR_FRAME_CRC;
}

void lpi_frame_count(struct lp_frame_reader *r, uint32_t crc, size_t raw_bytes)
{
    r->data_crc = lpi_crc_join(r->data_crc, crc, raw_bytes);
    r->data_bytes += raw_bytes;
}

int lp_frame_read_block(struct lp_frame_reader *r, const void **stored, size_t *stored_bytes,
                        size_t *raw_bytes)
{
    if (LPI_ANY_NULL(r, stored, stored_bytes, raw_bytes))
        return LP_ERR_ARG;
    size_t raw = 1, bytes;
    int error = lpi_frame_fetch(r, &r->block, &r->block_room, &raw, &bytes);
    *raw_bytes = r->raw_bytes = raw;
    if (error == LP_OK)
        error = raw == 0 ? lpi_frame_check_end(r) : lpi_frame_check_block(r->block, bytes);
    if (error != LP_OK)
        return error;
    if (raw != 0) {
        *stored = r->block + BLOCK_HEAD_BYTES;
        *stored_bytes = bytes;
    }
    return LP_OK;
}

int lp_frame_skip_block(struct lp_frame_reader *r, size_t *stored_bytes, size_t *raw_bytes)
{
    if (LPI_ANY_NULL(r, stored_bytes, raw_bytes))
        return LP_ERR_ARG;
    const void *stored;
    r->skipped = 1;
    int error = lp_frame_read_block(r, &stored, stored_bytes, raw_bytes);
    if (error == LP_OK)
        r->data_bytes += *raw_bytes;
    return error;
}

int lp_frame_read_check(struct lp_frame_reader *r, const void *raw, size_t raw_bytes)
{
    if (LPI_ANY_NULL(r, raw))
        return LP_ERR_ARG;
    if (raw_bytes != r->raw_bytes || raw_bytes == 0)
        return LP_ERR_ARG;
    lpi_frame_count(r, lpi_crc(0, raw, raw_bytes), raw_bytes);
    return LP_OK;
}

void lp_frame_reader_free(struct lp_frame_reader *r)
{
    if (r == NULL)
        return;
    lpi_offsets_free(&r->offsets);
    free(r->block);
    free(r);
}
