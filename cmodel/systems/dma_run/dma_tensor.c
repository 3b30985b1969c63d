/* SPDX-License-Identifier: Apache-2.0 */
#include "dma_tensor.h"
#include "../../lib/io/input_all.h"
#include <stdlib.h>
#include <string.h>

/* Four axes, outermost first: number of steps, and bytes from one step to the next. */
struct axes {
    uint64_t count[4], stride[4];
};

static struct axes axes_of(const struct lp_npy *npy)
{
    struct axes axes;
    uint64_t stride = npy->item_bytes;
    for (unsigned i = 0; i < 4; i++) {
        unsigned axis = npy->fortran_order ? i : 3 - i;
        axes.count[axis] = npy->shape[axis];
        axes.stride[axis] = stride;
        stride *= npy->shape[axis];
    }
    return axes;
}

/* Copies items so that the axes have this order, the last one varying fastest. */
static void reorder(const struct axes *axes, const unsigned *order, size_t item,
                    const uint8_t *from, uint8_t *to)
{
    uint64_t at[4];
#define EACH(level) for (at[level] = 0; at[level] < axes->count[order[level]]; at[level]++)
    EACH(0) EACH(1) EACH(2) EACH(3)
    {
        uint64_t offset = 0;
        for (unsigned level = 0; level < 4; level++)
            offset += at[level] * axes->stride[order[level]];
        memcpy(to, from + offset, item);
        to += item;
    }
#undef EACH
}

static int lay_out(enum dma_layout layout, const struct lp_npy *npy, struct dma_tensor *tensor,
                   struct lpi_fault *fault)
{
    static const unsigned orders[][4] = {
        [DMA_NCHW] = {0, 1, 2, 3}, [DMA_NHWC] = {0, 2, 3, 1}, [DMA_CHWN] = {1, 2, 3, 0}};
    if (npy == NULL || npy->axes != 4)
        return lpi_fault_set(fault, LPI_BAD, "%s: --layout needs an .npy array of 4 axes",
                             tensor->file);
    struct axes axes = axes_of(npy);
    uint8_t *to = lpi_fault_alloc(fault, tensor->bytes);
    if (to == NULL)
        return fault->code;
    reorder(&axes, orders[layout], npy->item_bytes, tensor->data, to);
    free(tensor->data);
    tensor->data = to;
    return 0;
}

/* Pads with zeros to a whole sector. */
static int pad(struct dma_tensor *tensor, struct lpi_fault *fault)
{
    tensor->padded = (tensor->bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES * LP_SECTOR_BYTES;
    uint8_t *data = lpi_fault_resize(fault, tensor->data, tensor->padded);
    if (data == NULL)
        return fault->code;
    tensor->data = data;
    memset(data + tensor->bytes, 0, tensor->padded - tensor->bytes);
    return 0;
}

int dma_tensor_open(const struct dma_ask *o, const char *file, const struct lpi_part *part,
                    struct dma_tensor *tensor, struct lpi_fault *fault)
{
    size_t bytes;
    *tensor = (struct dma_tensor){.file = file};
    int how = o->raw ? LPI_INPUT_RAW : LPI_INPUT_PLAIN;
    struct lp_input *input = part != NULL ? lpi_input_begin_part(part, file, how, fault)
                                          : lpi_input_begin(file, how, fault);
    if (input == NULL)
        return fault->code;
    tensor->data = lpi_input_all(input, file, 0, &bytes, fault);
    tensor->bytes = bytes;
    if (fault->code == 0 && o->layout != DMA_AS_STORED)
        lay_out(o->layout, lp_input_npy(input), tensor, fault);
    lp_input_close(input);
    if (fault->code == 0)
        pad(tensor, fault);
    if (fault->code != 0)
        dma_tensor_close(tensor);
    return fault->code;
}

void dma_tensor_close(struct dma_tensor *tensor)
{
    free(tensor->data);
    tensor->data = NULL;
}
