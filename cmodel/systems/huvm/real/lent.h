/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory that GPUs lend, in granules of a chunk's size or of a 32nd of it, by a list of those
 * that are free. Taken and given back by one thread at a time; read and written by any thread that
 * has the place.
 */
#ifndef LPI_HUVM_REAL_LENT_H
#define LPI_HUVM_REAL_LENT_H

#include "../policy/policy.h"
#include <stddef.h>

struct real_lender {
    uint8_t *bytes;                   /* in granules; NULL: it lends none */
    uint32_t *next, free, free_count; /* next: of a granule in its chunk, or among the free ones */
};

struct real_lent {
    size_t chunk_bytes, granule_bytes;
    unsigned granules; /* of a chunk */
    uint32_t local[HUVM_GPUS_MAX];
    struct real_lender gpu[HUVM_GPUS_MAX];
};

/* Where a chunk's bytes are. */
struct real_place {
    uint8_t at;       /* the GPU; HUVM_HOST: at none */
    uint32_t granule; /* the first one there */
    uint64_t bytes;
};

/* What GPU `gpu` lends: so many chunks. false: there is no memory. */
bool real_lent_open(struct real_lent *lent, unsigned gpu, uint32_t local);
void real_lent_close(struct real_lent *lent);

unsigned real_lent_granules(const struct real_lent *lent, uint64_t bytes);

/* The policy has counted the granules before, so there are always enough. */
void real_lent_take(struct real_lent *lent, struct real_place *place, unsigned gpu,
                    uint64_t bytes);
void real_lent_give(struct real_lent *lent, struct real_place *place);

void real_lent_write(const struct real_lent *lent, const struct real_place *place,
                     const uint8_t *from);
void real_lent_read(const struct real_lent *lent, const struct real_place *place, uint8_t *to);

#endif
