/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that are kept together, equal ones once. Not installed. */
#ifndef LPI_STRINGS_H
#define LPI_STRINGS_H

#include <stddef.h>
#include <stdint.h>

struct lpi_strings {
    struct lpi_strings_block *blocks; /* where the texts lie */
    const char **slots;               /* by hash; NULL: free */
    size_t count, room;               /* room is 0 or a power of two */
};

/* All 0 is an empty one. Returns the text's only copy, or NULL: there is no memory. */
const char *lpi_strings_keep(struct lpi_strings *strings, const char *text, size_t length);
/* Gives up what finds equal texts; no more can be kept. */
void lpi_strings_seal(struct lpi_strings *strings);
/* All texts are gone then. */
void lpi_strings_free(struct lpi_strings *strings);

#endif
