/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a picture, and its files under their final names. */
#ifndef LPI_CLI_CAPTURE_INDEX_H
#define LPI_CLI_CAPTURE_INDEX_H

#include "../../lib/profile/set.h"
#include "capture_job.h"
#include "capture_names.h"

struct capture_block {
    struct lpi_capture_entry entry;
    size_t file; /* its name, a number */
    char name[LPI_SET_NAME_MAX + 1];
};

struct capture_index {
    struct capture_block *blocks; /* by address */
    size_t count;
};

/* The program that a picture in this folder is of: image of its first block; 0: it has none. */
uint32_t capture_index_image(const char *folder);

/* Reads index and maps of a picture in this folder, and names its blocks. */
void capture_index_open(struct capture_names *names, const char *folder,
                        struct capture_index *index);
void capture_index_close(struct capture_index *index);

/* Renames the files in the folder to NAME.bin in another, which may be the same. */
void capture_index_rename(const struct capture_index *index, const char *from, const char *to);

/* Joins folder and name, or fails. */
void capture_path(char path[PATH_MAX + 256], const char *folder, const char *name);

/* Writes copies.csv, if the program copied anything. */
void capture_write_copies(const struct capture_job *job, struct capture_names *names);

#endif
