/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host tier: a file with a fixed place for each chunk, in memory if no file is given. Functions
 * that return an int return 0, an errno, or -1: the file ends too early.
 */
#ifndef LPI_HUVM_REAL_TIER_H
#define LPI_HUVM_REAL_TIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct real_tier {
    int file;
    bool own;
    size_t chunk_bytes;
    uint64_t *has;        /* bytes stored for each chunk; 0: it is zero */
    uint64_t bytes, peak; /* of all chunks */
};

/* `file` -1: memory. false: errno is set. */
bool real_tier_open(struct real_tier *tier, int file, uint32_t chunks, size_t chunk_bytes);
void real_tier_close(struct real_tier *tier);

int real_tier_read(const struct real_tier *tier, uint32_t chunk, uint8_t *to, uint64_t bytes);
int real_tier_write(const struct real_tier *tier, uint32_t chunk, const uint8_t *from,
                    uint64_t bytes);

/* Called by one thread at a time: records the bytes stored for a chunk; frees a chunk. */
void real_tier_note(struct real_tier *tier, uint32_t chunk, uint64_t bytes);
void real_tier_clear(struct real_tier *tier, uint32_t chunk);

#endif
