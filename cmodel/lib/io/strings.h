/* SPDX-License-Identifier: Apache-2.0 */
/* A pool of texts in which equal texts are stored once. Not installed. */
#ifndef LPI_STRINGS_H
#define LPI_STRINGS_H

#include <stddef.h>
#include <stdint.h>

struct lpi_strings {
    struct lpi_strings_block *blocks; /* blocks that hold the texts */
    const char **slots;               /* by hash; NULL: free */
    size_t count, room;               /* room is 0 or a power of two */
};

/* Returns the pool's only copy of the text, or NULL: no memory. A zeroed pool is empty. */
const char *lpi_strings_keep(struct lpi_strings *strings, const char *text, size_t length);
/* Frees the hash table; no more texts can be added. */
void lpi_strings_seal(struct lpi_strings *strings);
/* Frees all texts. */
void lpi_strings_free(struct lpi_strings *strings);

#endif
