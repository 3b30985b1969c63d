/* SPDX-License-Identifier: Apache-2.0 */
#include "array.h"

#include <linepress/cdma.h>
#include <linepress/grp.h>
#include <string.h>

enum { ELEM, STREAM };
#define LINES 4 /* of a stream */
#define GROUPS (LPI_KIT_ARRAY_MOST / LP_DMA_GROUP)

static bool is(const struct lpi_kit_unit *kind, const char *name)
{
    return strcmp(kind->name, name) == 0;
}

static bool is_stream(const struct lpi_kit_unit *kind, const int *values)
{
    return (is(kind, "zvc-enc") || is(kind, "zvc-dec")) && values[STREAM] == 1;
}

size_t lpi_kit_array_bytes(const struct lpi_kit_unit *kind, const int *values)
{
    if (is(kind, "cdma-pack"))
        return LPI_KIT_ARRAY_MOST;
    if (is_stream(kind, values))
        return LINES * LP_LINE_BYTES;
    if (is(kind, "grp-enc") || is(kind, "grp-dec"))
        return LP_GRP_BYTES;
    return is(kind, "gbbr") || is(kind, "mdcache") ? 0 : LP_LINE_BYTES;
}

static void put_stored(const struct lpi_kit_unit *kind, const int *values, const uint8_t *data,
                       size_t bytes, struct lpi_kit_side *in)
{
    uint8_t stored[LINES * LP_ZVC_RECORD_MAX(8)];
    size_t size = 0;
    unsigned sectors = 0;

    if (is_stream(kind, values)) {
        lp_zvc_compress((enum lp_elem)values[ELEM], data, bytes, stored, sizeof stored, &size);
    } else {
        if (is(kind, "zvc-dec"))
            lp_zvc_encode_entry((enum lp_elem)values[ELEM], data, stored, &sectors);
        else
            lp_bpc_encode_entry(data, stored, &sectors);
        size = sectors * LP_SECTOR_BYTES;
    }
    lpi_kit_bytes(in, 0, stored, size);
    lpi_kit_number(in, 1, sectors);
}

/* A group with the table that it chooses. */
static void put_group(const struct lpi_kit_unit *kind, const uint8_t *data, struct lpi_kit_side *in)
{
    uint8_t table[LP_GRP_TABLE_BYTES], entry[LP_GRP_BYTES];
    struct lp_grp grp;
    unsigned state, sectors;

    lp_grp_choose(data, LP_GRP_BYTES, table);
    lpi_kit_bytes(in, 0, table, sizeof table);
    if (is(kind, "grp-enc")) {
        lpi_kit_bytes(in, 1, data, LP_GRP_BYTES);
        return;
    }
    lp_grp_load(table, &grp);
    lp_grp_encode_entry(&grp, data, entry, &state);
    lp_grp_state_sectors(state, &sectors);
    lpi_kit_bytes(in, 1, entry, sectors * LP_SECTOR_BYTES);
    lpi_kit_number(in, 2, state);
}

/* A line for the best codec, or its entry. */
static void put_mixed(const struct lpi_kit_unit *kind, const uint8_t *data, struct lpi_kit_side *in)
{
    uint8_t entry[LP_LINE_BYTES];
    enum lp_auto_codec codec;
    unsigned state, sectors;

    if (is(kind, "mixed-enc")) {
        lpi_kit_bytes(in, 0, data, LP_LINE_BYTES);
        lpi_kit_number(in, 1, LP_AUTO_CODECS);
        return;
    }
    lp_auto_encode_entry(LP_ELEM_16, LP_AUTO_ALL, data, entry, &state);
    lp_auto_state(state, &codec, &sectors);
    lpi_kit_bytes(in, 0, entry, sectors * LP_SECTOR_BYTES);
    lpi_kit_number(in, 1, sectors);
    lpi_kit_number(in, 2, codec == LP_AUTO_NONE ? 0 : codec);
}

/* A job with a host buffer of exactly its size; fields are those of cdma_pack_cases.c. */
static void put_job(const uint8_t *data, size_t bytes, struct lpi_kit_side *in)
{
    uint8_t sizes[2 * GROUPS], zeros[GROUPS], stored[GROUPS * LP_DMA_GROUP_BOUND];
    const uint8_t errs[GROUPS] = {0};
    size_t groups = 0, total = 0;

    for (size_t at = 0; at < bytes; at += LP_DMA_GROUP, groups++) {
        size_t left = bytes - at < LP_DMA_GROUP ? bytes - at : LP_DMA_GROUP;
        size_t sectors = left / LP_SECTOR_BYTES, size = 0;
        lp_dma_shrink(LP_DMA_ZVC, LP_ELEM_32, data + at, sectors, stored + total, &size);
        zeros[groups] = (uint8_t)lp_dma_zeros(data + at, sectors);
        sizes[2 * groups] = (uint8_t)size;
        sizes[2 * groups + 1] = (uint8_t)(size >> 8);
        total += size;
    }
    lpi_kit_number(in, 0, (total + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES);
    lpi_kit_bytes(in, 1, sizes, 2 * groups);
    lpi_kit_bytes(in, 2, zeros, groups);
    lpi_kit_bytes(in, 3, errs, groups);
    lpi_kit_bytes(in, 4, stored, total);
}

void lpi_kit_array_case(const struct lpi_kit_unit *kind, const int *values, uint8_t *data,
                        size_t bytes, struct lpi_kit_side *in)
{
    bool groups = is(kind, "grp-enc") || is(kind, "grp-dec");
    size_t unit = groups ? LP_GRP_BYTES : LP_LINE_BYTES;
    size_t whole = (bytes + unit - 1) / unit * unit;

    memset(data + bytes, 0, whole - bytes);
    if (is(kind, "cdma-pack"))
        put_job(data, whole, in);
    else if (groups)
        put_group(kind, data, in);
    else if (is(kind, "mixed-enc") || is(kind, "mixed-dec"))
        put_mixed(kind, data, in);
    else if (is(kind, "zvc-enc") || is(kind, "bpc-enc"))
        lpi_kit_bytes(in, 0, data, whole);
    else
        put_stored(kind, values, data, whole, in);
}
