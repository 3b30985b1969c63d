/* SPDX-License-Identifier: Apache-2.0 */
/* A list of tensors, and its memory. Not installed. */
#ifndef LPI_TENSORS_LIST_H
#define LPI_TENSORS_LIST_H

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

/* A copy of the shape that lives as long as the list; NULL: no memory. */
const uint64_t *lpi_tensors_keep_shape(struct lpi_tensors *tensors, const uint64_t *shape,
                                       unsigned axes);

/* NULL is fine. */
void lpi_tensors_close(struct lpi_tensors *tensors);

#endif
