/* SPDX-License-Identifier: Apache-2.0 */
/* Sectors that a metadata cache writes to memory during a case, and their field. */
#ifndef LPI_KIT_EVICTED_H
#define LPI_KIT_EVICTED_H

#include <linepress/linepress.h>
#include <string.h>

#include "kit.h"
#include "../base/bytes.h"

#define LPI_EVICTED_MOST 128u /* a cache of 8 sets and 4 ways */
#define LPI_EVICTED_BYTES (8 + LP_SECTOR_BYTES)

struct lpi_evicted {
    unsigned count;
    struct {
        uint64_t address;
        uint8_t bytes[LP_SECTOR_BYTES];
    } sector[LPI_EVICTED_MOST];
};

/* Inserts a sector after those of lower or equal address; a sector beyond the room is dropped. */
static inline void lpi_evicted_add(struct lpi_evicted *q, uint64_t address, const void *bytes)
{
    unsigned at = q->count;

    if (at == LPI_EVICTED_MOST)
        return;
    for (; at > 0 && q->sector[at - 1].address > address; at--)
        q->sector[at] = q->sector[at - 1];
    q->sector[at].address = address;
    memcpy(q->sector[at].bytes, bytes, LP_SECTOR_BYTES);
    q->count++;
}

/* Each as 8 bytes of address and 32 of data. */
static inline void lpi_evicted_put(const struct lpi_evicted *q, struct lpi_kit_side *out,
                                   size_t field)
{
    uint8_t *to = lpi_kit_bytes(out, field, NULL, q->count * LPI_EVICTED_BYTES);

    for (unsigned i = 0; i < q->count; i++, to += LPI_EVICTED_BYTES) {
        lpi_put_le64(to, q->sector[i].address);
        memcpy(to + 8, q->sector[i].bytes, LP_SECTOR_BYTES);
    }
}

#endif
