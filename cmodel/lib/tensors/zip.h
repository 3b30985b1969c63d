/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The directory of a zip archive (PKWARE APPNOTE 6.3): stored and deflated members in one file, also
 * with 64-bit sizes. Not installed.
 */
#ifndef LPI_ZIP_H
#define LPI_ZIP_H

#include "reader.h"

struct lpi_zip_member {
    const char *name; /* not ended by a NUL */
    size_t name_bytes;
    struct lpi_part part; /* without a path */
};

/*
 * Calls `member` for each, in the directory's order, until it returns other than 0, which is the
 * result. Otherwise 0, or the code of a fault: a damaged directory, a member that is encrypted, or
 * packed by another method, whose two headers differ, or that claims more bytes than DEFLATE can
 * make of its own.
 */
int lpi_zip_members(const struct lpi_tensor_file *file,
                    int (*member)(void *context, const struct lpi_zip_member *member),
                    void *context);

/* The archive's kind, by its members' names: LPI_LOOK_NPZ, LPI_LOOK_TORCH, or LPI_LOOK_PLAIN. */
enum lpi_look lpi_zip_looks(const struct lpi_tensor_file *file);

#endif
