/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces as they are found, before it is known which points and allocations there are. */
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
    int numbers;                 /* points go by number, not by name */
    int by_address;              /* so do allocations go by address */
    unsigned machine;            /* of the cores */
    struct lpi_strings *strings; /* where the texts of the finds are */
};

/* Takes copies of all texts, those of the piece too. */
int lpi_finds_add(struct lpi_finds *finds, const char *point, uint64_t number,
                  const char *allocation, uint64_t address, const struct lpi_piece *piece,
                  struct lpi_fault *fault);

/* A file's identity, and its size as the piece's, which tells folder and file. */
int lpi_piece_of_file(int fd, struct lpi_piece *piece, struct lpi_fault *fault);
/* LP_ERR_ARG: the path is too long. */
int lpi_piece_at(const char *folder, const char *file, struct lpi_piece *piece,
                 struct lpi_fault *fault);

int lpi_find_folder(const char *path, const char *split, struct lpi_finds *finds,
                    struct lpi_fault *fault);
int lpi_find_core(const char *path, uint64_t point, struct lpi_finds *finds,
                  struct lpi_fault *fault);

/* A name's number if it is nothing but digits, at most 18. */
int lpi_point_number(const char *text, size_t length, uint64_t *number);

/*
 * What the folder's snapshots.json adds to the set: the points' order and fractions, the
 * allocations' addresses and sites. It may be missing.
 */
int lpi_set_describe(const char *folder, struct lpi_set *set, int numbered,
                     struct lpi_fault *fault);

/* Puts the set's rows and columns in this order: place i gets what was at order[i]. */
int lpi_set_reorder(struct lpi_set *set, const size_t *allocations, const size_t *points);

#endif
