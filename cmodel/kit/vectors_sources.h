/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sources of a vector pack: files of cases, and arrays. All are opened before anything is written.
 * Functions return 0 or the code that they set in *fault, which was 0 before.
 */
#ifndef LPI_KIT_VECTORS_SOURCES_H
#define LPI_KIT_VECTORS_SOURCES_H

#include "vectors_pack.h"

struct vectors_source;

struct vectors_sources {
    struct lpi_case_head head; /* the first file's, if that holds cases; else the requested one */
    struct vectors_source *list;
    size_t count;
};

/*
 * At least one file; "-" is standard input. Cases must be those of the head's unit and, if `named`
 * is true, of its parameters.
 */
int vectors_sources_open(struct vectors_sources *sources, const struct lpi_case_head *asked,
                         const bool *named, char *const *files, size_t count,
                         struct lpi_fault *fault);
void vectors_sources_close(struct vectors_sources *sources);

/* Writes the pack of all of them. */
int vectors_write(struct vectors_sources *sources, const struct vectors_place *place,
                  struct lpi_fault *fault);

#endif
