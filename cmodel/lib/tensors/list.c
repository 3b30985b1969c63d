/* SPDX-License-Identifier: Apache-2.0 */
#include "list.h"

#include <stdlib.h>
#include <string.h>

struct lpi_tensors_shapes {
    struct lpi_tensors_shapes *next;
    size_t used;
    uint64_t axes[4096];
};

const uint64_t *lpi_tensors_keep_shape(struct lpi_tensors *tensors, const uint64_t *shape,
                                       unsigned axes)
{
    struct lpi_tensors_shapes *block = tensors->shapes;
    if (block == NULL || axes > sizeof block->axes / sizeof *block->axes - block->used) {
        block = malloc(sizeof *block);
        if (block == NULL)
            return NULL;
        block->next = tensors->shapes;
        block->used = 0;
        tensors->shapes = block;
    }
    uint64_t *kept = block->axes + block->used;
    if (axes > 0)
        memcpy(kept, shape, axes * sizeof *kept);
    block->used += axes;
    return kept;
}

void lpi_tensors_close(struct lpi_tensors *tensors)
{
    if (tensors == NULL)
        return;
    for (struct lpi_tensors_shapes *block = tensors->shapes, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    lpi_strings_free(&tensors->strings);
    free(tensors->list);
    free(tensors);
}
