/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files of a vector pack (vectors.md). The fault passed to vectors_open is set by the first
 * function that fails; functions return its code or 0.
 */
#ifndef LPI_KIT_VECTORS_PACK_H
#define LPI_KIT_VECTORS_PACK_H

#include "../base/fault.h"
#include "pack.h"
#include <jansson.h>
#include <stdio.h>

#define VECTORS_FILES 32 /* of a pack at most */
#define VECTORS_NAME 40  /* room for a file's name */

#define VECTORS_JSON "pack.json"
#define VECTORS_SVH "pack.svh"
#define VECTORS_FORMAT "linepress-vectors" /* format name in pack.json */

/* The folder that a pack is written to. */
struct vectors_place {
    /* Creates a file, which the caller closes; NULL: *fault is set. */
    FILE *(*open)(void *context, const char *name, struct lpi_fault *fault);
    void *context;
    const char *name; /* of the folder, in messages */
};

struct vectors_file;

/* The files of one pack. */
struct vectors {
    struct lpi_case_head head;
    const struct vectors_place *place;
    struct lpi_fault *fault;
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

/* Begins a pack of cases with this head. If it fails there is nothing to close. */
int vectors_open(struct vectors *q, const struct lpi_case_head *head,
                 const struct vectors_place *place, struct lpi_fault *fault);
void vectors_close(struct vectors *q);

/*
 * After lpi_pack_put: fails unless everything was written and the cycle model agrees with the
 * functional model.
 */
int vectors_check(const struct vectors *q);

/* Records the source of the cases: a seed or, if `seed` is NULL, an array. */
int vectors_source(struct vectors *q, const uint64_t *seed, uint64_t cases);

/* Plays to the end, and writes the files that describe the others. */
int vectors_end(struct vectors *q);

/* The text that a bench includes: the pack's streams and the unit's instance. */
void vectors_write_svh(const struct vectors *q, struct vectors_file *file);

void vectors_print(struct vectors_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* For a kind whose cases are words of fields: calls `each` for each field, lowest first. */
void vectors_each_field(const struct vectors *q,
                        void (*each)(void *context, const char *name, unsigned at, unsigned width),
                        void *context);

#endif
