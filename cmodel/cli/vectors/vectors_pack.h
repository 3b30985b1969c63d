/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a vector pack (docs/use/vectors.md). */
#ifndef LPI_CLI_VECTORS_PACK_H
#define LPI_CLI_VECTORS_PACK_H

#include "../../kit/pack.h"
#include "../shared/folder.h"
#include <jansson.h>

#define VECTORS_JSON "pack.json"
#define VECTORS_SVH "pack.svh"
#define VECTORS_FORMAT "linepress-vectors" /* what pack.json says that it is of */

struct vectors_file;

/* The files of one pack. */
struct vectors {
    struct lpi_case_head head;
    struct lpi_pack *pack;
    const struct lp_unit *unit;
    const int *values; /* of the unit */
    const struct lp_streams *streams;
    struct vectors_file *files;
    size_t file_count;
    struct vectors_file *words[LP_MAX_STREAMS], *cares[LP_MAX_STREAMS], *order, *cases, *evicted;
    uint64_t beats[LP_MAX_STREAMS], case_count, evicted_count;
    unsigned case_width;
    json_t *sources;
};

/* Begins a pack in the folder that is open, of cases with this head. */
void vectors_open(struct vectors *q, const struct lpi_case_head *head);

/* After lpi_pack_put. Fails if the cycle model is not what the functional model says. */
void vectors_check(const struct vectors *q);

/* Says where cases came from: a seed or, if `seed` is NULL, an array. */
void vectors_source(struct vectors *q, const uint64_t *seed, uint64_t cases);

/* Plays to the end, and writes the files that say what is in the others. */
void vectors_close(struct vectors *q);

/* The text that a bench includes: the pack's streams and the unit's instance. */
void vectors_write_svh(const struct vectors *q, struct vectors_file *file);

void vectors_print(struct vectors_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Of a kind whose cases are words of fields: calls `each` for each field from the low end on. */
void vectors_each_field(const struct vectors *q,
                        void (*each)(void *context, const char *name, unsigned at, unsigned width),
                        void *context);

#endif
