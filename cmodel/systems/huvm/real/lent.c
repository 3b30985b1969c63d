/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "lent.h"
#include "run.h"
#include <stdlib.h>
#include <string.h>

bool real_lent_open(struct real_lent *lent, unsigned gpu, uint32_t local)
{
    struct real_lender *g = &lent->gpu[gpu];
    uint32_t count = local * lent->granules;
    lent->local[gpu] = local;
    g->bytes = real_map(local * lent->chunk_bytes);
    g->next = malloc(count * sizeof *g->next);
    if (g->bytes == NULL || g->next == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        g->next[i] = i + 1;
    g->free = 0;
    g->free_count = count;
    return true;
}

void real_lent_close(struct real_lent *lent)
{
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++) {
        real_unmap(lent->gpu[i].bytes, lent->local[i] * lent->chunk_bytes);
        free(lent->gpu[i].next);
    }
}

unsigned real_lent_granules(const struct real_lent *lent, uint64_t bytes)
{
    return (unsigned)((bytes + lent->granule_bytes - 1) / lent->granule_bytes);
}

void real_lent_take(struct real_lent *lent, struct real_place *place, unsigned gpu, uint64_t bytes)
{
    struct real_lender *g = &lent->gpu[gpu];
    unsigned count = real_lent_granules(lent, bytes);
    if (count > g->free_count)
        abort();
    place->at = (uint8_t)gpu;
    place->bytes = bytes;
    place->granule = g->free;
    for (unsigned i = 0; i < count; i++)
        g->free = g->next[g->free];
    g->free_count -= count;
}

void real_lent_give(struct real_lent *lent, struct real_place *place)
{
    struct real_lender *g = &lent->gpu[place->at];
    unsigned count = real_lent_granules(lent, place->bytes);
    uint32_t last = place->granule;
    for (unsigned i = 1; i < count; i++)
        last = g->next[last];
    g->next[last] = g->free;
    g->free = place->granule;
    g->free_count += count;
    place->at = HUVM_HOST;
}

/* Other threads take and return granules meanwhile, but these belong to the chunk. */
static size_t piece(const struct real_lent *lent, const struct real_place *place, uint64_t done)
{
    uint64_t left = place->bytes - done;
    return left < lent->granule_bytes ? left : lent->granule_bytes;
}

void real_lent_write(const struct real_lent *lent, const struct real_place *place,
                     const uint8_t *from)
{
    const struct real_lender *g = &lent->gpu[place->at];
    uint32_t at = place->granule;
    for (uint64_t done = 0; done < place->bytes; done += lent->granule_bytes, at = g->next[at])
        memcpy(g->bytes + at * lent->granule_bytes, from + done, piece(lent, place, done));
}

void real_lent_read(const struct real_lent *lent, const struct real_place *place, uint8_t *to)
{
    const struct real_lender *g = &lent->gpu[place->at];
    uint32_t at = place->granule;
    for (uint64_t done = 0; done < place->bytes; done += lent->granule_bytes, at = g->next[at])
        memcpy(to + done, g->bytes + at * lent->granule_bytes, piece(lent, place, done));
}
