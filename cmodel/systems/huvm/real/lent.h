/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory that GPUs lend, in granules of a chunk or a 32nd of it, with a list of free granules.
 * Granules are taken and returned by one thread at a time; they are read and written by any thread
 * that owns the place.
 */
#ifndef LPI_HUVM_REAL_LENT_H
#define LPI_HUVM_REAL_LENT_H

#include "../policy/policy.h"
#include <stddef.h>

struct real_lender {
    uint8_t *bytes;                   /* the granules; NULL: the GPU lends none */
    uint32_t *next, free, free_count; /* next: the next granule of the same chunk, or of the free
                                         list */
};

struct real_lent {
    size_t chunk_bytes, granule_bytes;
    unsigned granules; /* per chunk */
    uint32_t local[HUVM_GPUS_MAX];
    struct real_lender gpu[HUVM_GPUS_MAX];
};

/* Location of a chunk's data. */
struct real_place {
    uint8_t at;       /* the GPU; HUVM_HOST: none */
    uint32_t granule; /* its first granule */
    uint64_t bytes;
};

/* Memory lent by GPU `gpu`: `local` chunks. false: no memory. */
bool real_lent_open(struct real_lent *lent, unsigned gpu, uint32_t local);
void real_lent_close(struct real_lent *lent);

unsigned real_lent_granules(const struct real_lent *lent, uint64_t bytes);

/* The policy has counted the granules before, so there are always enough. */
void real_lent_take(struct real_lent *lent, struct real_place *place, unsigned gpu, uint64_t bytes);
void real_lent_give(struct real_lent *lent, struct real_place *place);

void real_lent_write(const struct real_lent *lent, const struct real_place *place,
                     const uint8_t *from);
void real_lent_read(const struct real_lent *lent, const struct real_place *place, uint8_t *to);

#endif
