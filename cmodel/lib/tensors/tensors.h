/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of named tensors: a list of the tensors of one file, or of the files that an index names,
 * and where the bytes of each are. Opening reads names, types, shapes and offsets, and checks them;
 * the bytes are read by lpi_input_open_part. Not installed.
 */
#ifndef LPI_TENSORS_H
#define LPI_TENSORS_H

#include "../../base/fault.h"
#include "list.h"

/*
 * The kind of a file that lpi_tensors_open takes, or refuses with a line of its own. Otherwise
 * LPI_LOOK_PLAIN; so are a pipe, a folder, and a file that cannot be read: the error is that of
 * reading it.
 */
enum lpi_look lpi_tensors_look(const char *path);

/*
 * Lists the tensors. Returns 0, or the code that it sets in *fault: a file cut short, ranges of
 * bytes that overlap or are outside the file, a name that occurs twice, is empty, is longer than
 * LPI_TENSOR_NAME_MAX, has control characters or ".." as a part, more than LPI_TENSORS_MAX tensors,
 * types of unknown size, and whatever else the format forbids.
 */
int lpi_tensors_open(const char *path, struct lpi_tensors **tensors, struct lpi_fault *fault);
/* lpi_tensors_open of a file that must be of this kind. */
int lpi_tensors_open_as(const char *path, enum lpi_look look, struct lpi_tensors **tensors,
                        struct lpi_fault *fault);

/* Whether a name matches the pattern of a shell; NULL: every name does. */
bool lpi_tensor_wanted(const char *name, const char *pattern);

#endif
