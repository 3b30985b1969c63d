/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of named tensors: a list of the tensors of one file, or of the files that an index names,
 * and where the bytes of each are. Opening reads names, types, shapes and offsets, and checks them;
 * the bytes are read by lpi_input_open_part. Not installed.
 */
#ifndef LPI_TENSORS_H
#define LPI_TENSORS_H

#include "../../base/fault.h"
#include "../io/input.h"
#include "../io/strings.h"

#include <linepress/linepress.h>
#include <stdbool.h>

#define LPI_TENSORS_MAX 131072u
#define LPI_TENSOR_AXES_MAX LP_NPY_AXES_MAX
#define LPI_TENSOR_NAME_MAX 1024u /* bytes */
/* Limit of a file's list of its tensors, in bytes. */
#define LPI_TENSORS_HEADER_MAX UINT64_C(100000000)

struct lpi_tensor {
    const char *name;
    const char *dtype; /* as the file names it: "BF16", "Q4_0", "<f4"; "" if it has none */
    enum lp_elem elem; /* the width by which ZVC reads the type; 0: it has none of its own */
    bool bfloat16;
    unsigned axes;
    const uint64_t *shape; /* outermost axis first */
    uint64_t bytes;        /* of data: those of the part after an .npy header */
    uint64_t header_bytes; /* of the .npy header in the part, or 0 */
    struct lpi_part part;
};

struct lpi_tensors {
    enum lpi_look look;      /* the kind of file */
    struct lpi_tensor *list; /* by place in the file; of several files, in the index's order */
    size_t count, room;
    struct lpi_strings strings;        /* names and paths */
    struct lpi_tensors_shapes *shapes; /* memory of the shapes */
};

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
/* Whether a name matches the pattern of a shell; NULL: every name does. */
bool lpi_tensor_wanted(const char *name, const char *pattern);

/* NULL is fine. */
void lpi_tensors_close(struct lpi_tensors *tensors);

#endif
