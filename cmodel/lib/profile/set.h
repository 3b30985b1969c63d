/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Snapshot sets (format.md, "Snapshot sets"): the contents of a program's allocations at some
 * points of its run. A set is a folder of folders, a folder of flat files, or files: ELF cores and
 * files of tensors. Opening reads only names, sizes and headers, and unpacks deflated arrays to a
 * temporary file; the bytes are read piece by piece. Not installed.
 */
#ifndef LPI_SET_H
#define LPI_SET_H

#include "../../base/fault.h"
#include "../io/spill.h"
#include "../io/strings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most pieces of a set; live or not, each has a cell in the tables of a profile. */
#define LPI_SET_CELLS_MAX ((size_t)1 << 17)
#define LPI_SET_POINTS_MAX 2048u
#define LPI_SET_ALLOCATIONS_MAX 16384u
#define LPI_PATH_MAX 4096u                    /* Linux's limit, including the NUL */
#define LPI_SET_JSON_MAX (8 << 20)            /* limit of snapshots.json, in bytes */
#define LPI_SET_NAME_MAX 128u                 /* bytes of an allocation's or a point's name */
#define LPI_SET_BYTES_MAX ((uint64_t)1 << 48) /* limit of a piece: sums stay exact */
#define LPI_SET_SPLIT "{allocation}.p{point}"

/* An allocation at a point: bytes of a file, which must not change after it was found. */
struct lpi_piece {
    /* The file is folder/file, or file if folder is empty; NULL: not live there. */
    const char *folder, *file;
    const char *dtype; /* of the elements, such as "<f4"; NULL: unknown */
    uint64_t begin, bytes;
    const struct lpi_spill *unpacked; /* `begin` is a place in it; NULL: in the file */
    uint64_t device, inode, file_bytes;
    int64_t changed; /* nanoseconds since 1970 */
};

struct lpi_point {
    const char *name;
    double fraction; /* of the run; negative: unknown */
};

struct lpi_allocation {
    const char *name, *site; /* site: where it was allocated, or NULL */
    uint64_t address;        /* 0: unknown; the list is in address order in any case */
    uint64_t bytes;          /* its largest size at any point */
};

struct lpi_set {
    struct lpi_point *points; /* in order */
    size_t point_count;
    struct lpi_allocation *allocations; /* by address */
    size_t allocation_count;
    struct lpi_piece *pieces;   /* of the first allocation at each point, of the second, ... */
    struct lpi_strings strings; /* all names and paths */
    struct lpi_spill unpacked;  /* the bytes of pieces that their files have deflated */
};

/*
 * Opens one folder, or any number of cores and files of tensors, one a point. `split` is the pattern
 * of a flat file's name, with {allocation} and {point}; NULL: LPI_SET_SPLIT. LP_ERR_SYSTEM, LP_ERR_EMPTY (no file,
 * or a file without bytes), LP_ERR_SHORT, LP_ERR_CORRUPT, LP_ERR_ARG, LP_ERR_NPY_*; *fault says
 * more.
 */
int lpi_set_open(char *const *operands, size_t count, const char *split, struct lpi_set **set,
                 struct lpi_fault *fault);
/* The same with only those names of files' segments and tensors that match the pattern `wanted`. */
int lpi_set_open_some(char *const *operands, size_t count, const char *split, const char *wanted,
                      struct lpi_set **set, struct lpi_fault *fault);
/* NULL is fine. */
void lpi_set_close(struct lpi_set *set);

const struct lpi_piece *lpi_set_piece(const struct lpi_set *set, size_t allocation, size_t point);

/* Reads bytes of a piece, within its size. LP_ERR_SYSTEM, LP_ERR_CORRUPT: the file has changed. */
int lpi_piece_read(const struct lpi_piece *piece, uint64_t at, void *buffer, size_t bytes,
                   struct lpi_fault *fault);

/* The path of a live piece's file. */
void lpi_piece_path(const struct lpi_piece *piece, char path[LPI_PATH_MAX]);

/* Records the file's identity: device, inode number, size, last change. */
struct stat;
void lpi_piece_identify(const struct stat *st, struct lpi_piece *piece);

/* LP_ERR_CORRUPT: one of the files has changed since the set was opened. */
int lpi_set_check(const struct lpi_set *set, struct lpi_fault *fault);

/*
 * Whether a name is valid for an allocation or a point: printable, without blanks and slashes, no
 * dot first.
 */
bool lpi_set_name_valid(const char *name);

#endif
