/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index of a memory snapshot, and its files under their final names. Functions that return an
 * int return 0 or the code of a fault.
 */
#ifndef LPI_CAPTURE_INDEX_H
#define LPI_CAPTURE_INDEX_H

#include "../../lib/profile/set.h"
#include "job.h"
#include "names.h"

struct capture_block {
    struct lpi_capture_entry entry;
    size_t file; /* its file name is this number */
    char name[LPI_SET_NAME_MAX + 1];
};

struct capture_index {
    struct capture_block *blocks; /* sorted by address */
    size_t count;
};

/* The image number in the first block of the snapshot in this folder; 0: it has no block. */
int capture_index_image(const char *folder, uint32_t *image, struct lpi_fault *fault);

/* Reads index and maps of the snapshot in this folder, and names its blocks. */
int capture_index_open(struct capture_names *names, const char *folder, struct capture_index *index,
                       struct lpi_fault *fault);
void capture_index_close(struct capture_index *index);

/* Moves the files in folder `from` to NAME.bin in folder `to`, which may be the same. */
int capture_index_rename(const struct capture_index *index, const char *from, const char *to,
                         struct lpi_fault *fault);

/* Joins folder and name. */
int capture_path(char path[PATH_MAX + 256], const char *folder, const char *name,
                 struct lpi_fault *fault);

/* Writes copies.csv if the program copied anything. */
int capture_write_copies(const struct capture_job *job, struct capture_names *names);

#endif
