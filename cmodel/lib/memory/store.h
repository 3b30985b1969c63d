/* SPDX-License-Identifier: Apache-2.0 */
/* A large, sparsely written memory: bytes that were never written are zero. Not installed. */
#ifndef LPI_STORE_H
#define LPI_STORE_H

#include <stddef.h>
#include <stdint.h>

#define LPI_STORE_BLOCK 4096u

struct lpi_store {
    struct lpi_store_block **blocks; /* open addressing, a power of two of places */
    size_t places, count;
};

/* A store of all zeros is {0}. */
void lpi_store_close(struct lpi_store *store);
void lpi_store_read(const struct lpi_store *store, uint64_t addr, void *bytes, size_t count);

/* Allocates room for a write to these bytes, which a write requires; 0: no memory. */
int lpi_store_reserve(struct lpi_store *store, uint64_t addr, size_t count);
void lpi_store_write(struct lpi_store *store, uint64_t addr, const void *bytes, size_t count);

/* Makes these bytes zero; needs no room. */
void lpi_store_clear(struct lpi_store *store, uint64_t addr, size_t count);

#endif
