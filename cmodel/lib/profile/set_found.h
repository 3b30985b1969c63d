/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces as they are found, before points and allocations are known. */
#ifndef LPI_SET_FOUND_H
#define LPI_SET_FOUND_H

#include "set.h"

struct lpi_found {
    const char *point, *allocation;
    uint64_t number;  /* of the point, if its name is one */
    uint64_t address; /* of the allocation, or 0 */
    struct lpi_piece piece;
};

struct lpi_finds {
    struct lpi_found *list;
    size_t count, room;
    int numbers;                 /* points are ordered by number, not by name */
    int by_address;              /* allocations are ordered by address */
    unsigned machine;            /* of the cores */
    const char *wanted;          /* pattern of the names in a file; NULL: all */
    struct lpi_strings *strings; /* the texts of the finds */
    struct lpi_spill *unpacked;  /* takes bytes of deflated pieces */
};

/* Copies all texts, including those of the piece. */
int lpi_finds_add(struct lpi_finds *finds, const char *point, uint64_t number,
                  const char *allocation, uint64_t address, const struct lpi_piece *piece,
                  struct lpi_fault *fault);

/* Sets the piece's identity and size from the open file; folder and file are already set. */
int lpi_piece_of_file(int fd, struct lpi_piece *piece, struct lpi_fault *fault);
/* LP_ERR_ARG: the path is too long. */
int lpi_piece_at(const char *folder, const char *file, struct lpi_piece *piece,
                 struct lpi_fault *fault);

int lpi_find_folder(const char *path, const char *split, struct lpi_finds *finds,
                    struct lpi_fault *fault);
int lpi_find_core(const char *path, uint64_t point, struct lpi_finds *finds,
                  struct lpi_fault *fault);

int lpi_find_tensors(const char *path, uint64_t point, struct lpi_finds *finds,
                     struct lpi_fault *fault);

/* The number of a name that consists of at most 18 digits. */
int lpi_point_number(const char *text, size_t length, uint64_t *number);

/*
 * Adds the contents of the folder's snapshots.json to the set: order and fractions of the points,
 * addresses, sites and types of the allocations. The file may be missing.
 */
int lpi_set_describe(const char *folder, struct lpi_set *set, int numbered,
                     struct lpi_fault *fault);

/* Reorders the set's rows and columns: position i gets the one from order[i]. */
int lpi_set_reorder(struct lpi_set *set, const size_t *allocations, const size_t *points);

#endif
