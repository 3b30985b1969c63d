/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of a case of the metadata cache, and its requests and memory as given by them. */
#ifndef LPI_KIT_MDCACHE_FIELDS_H
#define LPI_KIT_MDCACHE_FIELDS_H

#include <linepress/linepress.h>

#include "kit.h"

enum { OP, ADDR, STATE, FILL, FILL_ERR, MORE, STEP, OTHERS, EVICT_ERR, STRAY, INS };
enum { GOT_STATE, ERR, HIT, FETCH, EVICTED, STATES, FETCHED, STRAYED, COUNTS, OUTS };
/* Values of OP; bits of STRAY and STRAYED. */
enum { READ, WRITE, FLUSH, INVALIDATE };
enum { STRAY_FILL = 1, STRAY_ACK = 2 };

enum {
    REQUESTS = 8, /* of a case, at most */
    COUNTERS = 6,
    LINE_ENTRIES = 2 * LP_LINE_BYTES,
    SECTOR_ENTRIES = 2 * LP_SECTOR_BYTES
};

static inline unsigned lpi_mdcache_value(const struct lpi_kit_side *in, size_t field)
{
    return (unsigned)in->field[field].number;
}

/* Nibble address of request `number`, and the state that it writes. */
static inline uint64_t lpi_mdcache_addr(const struct lpi_kit_side *in, size_t number)
{
    uint64_t addr = in->field[ADDR].number, line = addr / LINE_ENTRIES * LINE_ENTRIES;
    return line + (addr + number * lpi_mdcache_value(in, STEP)) % LINE_ENTRIES;
}

static inline unsigned lpi_mdcache_state(const struct lpi_kit_side *in, size_t number)
{
    return (unsigned)(lpi_mdcache_value(in, STATE) + number * lpi_mdcache_value(in, STEP)) % 16;
}

/* The 32 bytes in memory of a sector, 0 to 3, of the line; with BURST=0 all are the same. */
static inline const uint8_t *lpi_mdcache_sector(const struct lpi_kit_side *in, unsigned sector)
{
    unsigned own = in->field[ADDR].number / SECTOR_ENTRIES % LP_LINE_SECTORS;

    if (sector == own || in->field[OTHERS].bytes == 0)
        return in->field[FILL].data;
    return in->field[OTHERS].data + (size_t)(sector < own ? sector : sector - 1) * LP_SECTOR_BYTES;
}

#endif
