/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of GRP-16, and its row. */
#include <linepress/grp.h>

#include <string.h>

#include "../../base/codec.h"
#include "../../base/null.h"
#include "grp.h"

/* One group in so many is in the sample of a table. */
#define SAMPLED 16u

static size_t groups_of(size_t bytes)
{
    return bytes / LP_GRP_BYTES + (bytes % LP_GRP_BYTES != 0);
}

size_t lp_grp_bound(size_t bytes)
{
    size_t groups = groups_of(bytes), most = SIZE_MAX - LP_GRP_TABLE_BYTES;
    return groups > most / (1 + LP_GRP_BYTES) ? 0
                                              : LP_GRP_TABLE_BYTES + groups * (1 + LP_GRP_BYTES);
}

/*
 * Counts one group of each 16, or all if there are at most 64. Its place among the 16 changes by a
 * fixed sequence: rows of a matrix repeat with a step, and the sample must not keep to one column.
 */
static void table_of(const uint8_t *src, size_t bytes, uint8_t *table)
{
    uint32_t counts[256] = {0}, next = 1;
    size_t groups = groups_of(bytes), step = groups <= 64 ? 1 : SAMPLED;
    for (size_t from = 0; from < groups; from += step) {
        next = next * UINT32_C(1664525) + UINT32_C(1013904223);
        size_t at = (from + (step == 1 ? 0 : next >> 28)) * LP_GRP_BYTES;
        if (at < bytes)
            lpi_grp_count(src + at, bytes - at < LP_GRP_BYTES ? bytes - at : LP_GRP_BYTES, counts);
    }
    lpi_grp_table(counts, table);
}

/* The group at src, in place, or a copy in `room` that is completed with zeros. */
static const uint8_t *whole_group(const uint8_t *src, size_t left, uint8_t *room)
{
    if (left >= LP_GRP_BYTES)
        return src;
    memset(room, 0, LP_GRP_BYTES);
    memcpy(room, src, left);
    return room;
}

int lp_grp_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                    size_t *dst_bytes)
{
    if (LPI_ANY_NULL(dst, dst_bytes) || (src == NULL && src_bytes != 0))
        return LP_ERR_ARG;
    if (capacity < LP_GRP_TABLE_BYTES)
        return LP_ERR_SPACE;
    uint8_t *to = dst, room[LP_GRP_BYTES], entry[LP_GRP_BYTES];
    struct lp_grp grp;
    table_of(src, src_bytes, to);
    (void)lp_grp_load(to, &grp);
    size_t out = LP_GRP_TABLE_BYTES;
    for (size_t at = 0; at < src_bytes; at += LP_GRP_BYTES) {
        const uint8_t *group = whole_group((const uint8_t *)src + at, src_bytes - at, room);
        unsigned state, sectors;
        /* An entry goes through `entry` only where less than the longest fits. */
        int direct = capacity - out > LP_GRP_BYTES;
        (void)lp_grp_encode_entry(&grp, group, direct ? to + out + 1 : entry, &state);
        (void)lp_grp_state_sectors(state, &sectors);
        if (capacity - out < 1 + sectors * LP_SECTOR_BYTES)
            return LP_ERR_SPACE;
        if (!direct)
            memcpy(to + out + 1, entry, sectors * LP_SECTOR_BYTES);
        to[out] = (uint8_t)state;
        out += 1 + sectors * LP_SECTOR_BYTES;
    }
    *dst_bytes = out;
    return LP_OK;
}

static int decode_last(const struct lp_grp *grp, const uint8_t *entry, unsigned state, uint8_t *dst,
                       size_t bytes)
{
    uint8_t group[LP_GRP_BYTES];
    int error = lp_grp_decode_entry(grp, entry, state, group);
    if (error != LP_OK)
        return error;
    for (size_t i = bytes; i < LP_GRP_BYTES; i++)
        if (group[i] != 0)
            return LP_ERR_CORRUPT;
    memcpy(dst, group, bytes);
    return LP_OK;
}

/* In a stream, an entry has its own end: fields that need another length are corrupt. */
static int decode_next(const struct lp_grp *grp, const uint8_t *entry, unsigned state, uint8_t *dst,
                       size_t bytes)
{
    int error = bytes >= LP_GRP_BYTES ? lp_grp_decode_entry(grp, entry, state, dst)
                                      : decode_last(grp, entry, state, dst, bytes);
    return error == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}

int lp_grp_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes)
{
    struct lp_grp grp;
    const uint8_t *from = src;
    size_t in = LP_GRP_TABLE_BYTES;
    if ((src == NULL && src_bytes != 0) || (dst == NULL && dst_bytes != 0))
        return LP_ERR_ARG;
    if (src_bytes < in)
        return LP_ERR_SHORT;
    int error = lp_grp_load(from, &grp);
    for (size_t at = 0; error == LP_OK && at < dst_bytes; at += LP_GRP_BYTES) {
        unsigned sectors;
        if (in == src_bytes)
            return LP_ERR_SHORT;
        unsigned state = from[in++];
        if (lp_grp_state_sectors(state, &sectors) != LP_OK)
            return LP_ERR_CORRUPT;
        if (src_bytes - in < sectors * LP_SECTOR_BYTES)
            return LP_ERR_SHORT;
        error = decode_next(&grp, from + in, state, (uint8_t *)dst + at, dst_bytes - at);
        in += sectors * LP_SECTOR_BYTES;
    }
    return error != LP_OK ? error : in == src_bytes ? LP_OK : LP_ERR_LONG;
}

/* ---- the row ---- */

static size_t row_bound(enum lp_elem elem, size_t bytes)
{
    (void)elem;
    return lp_grp_bound(bytes);
}

static int row_encode(void *state, enum lp_elem elem, const uint8_t *src, size_t bytes,
                      uint8_t *dst, size_t capacity, size_t *dst_bytes)
{
    (void)state, (void)elem;
    return lp_grp_compress(src, bytes, dst, capacity, dst_bytes);
}

static int row_decode(void *state, enum lp_elem elem, const uint8_t *src, size_t src_bytes,
                      uint8_t *dst, size_t dst_bytes)
{
    (void)state, (void)elem;
    return lp_grp_decompress(src, src_bytes, dst, dst_bytes);
}

static int row_sectors(const uint8_t *src, size_t bytes, uint8_t *sectors)
{
    uint8_t table[LP_GRP_TABLE_BYTES], room[LP_GRP_BYTES], state;
    struct lp_grp grp;
    unsigned stored = 0;
    table_of(src, bytes, table);
    int error = lp_grp_load(table, &grp);
    for (size_t at = 0; at < bytes && error == LP_OK; at += LP_GRP_BYTES) {
        error = lp_grp_states(&grp, whole_group(src + at, bytes - at, room), 1, &state);
        if (error == LP_OK)
            error = lp_grp_state_sectors(state, &stored);
        *sectors++ = (uint8_t)stored;
    }
    return error;
}

const struct lpi_codec lpi_codec_grp16 = {
    LPI_CODEC_IS(grp16),
    .elems = LP_ELEM_16,
    .elem = LP_ELEM_16,
    .packed = 1,
    .paths = 1,
    .bound = row_bound,
    .encode = row_encode,
    .decode = row_decode,
    .group = LP_GRP_BYTES,
    .group_sectors = row_sectors,
};
