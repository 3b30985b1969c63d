/* SPDX-License-Identifier: Apache-2.0 */
#include "batch.h"
#include <math.h>

#define TITAN_V "NVIDIA's data sheet of the TITAN V (not checked)"

const struct lpi_constant lpi_batch_constants[LPI_BATCH_CONSTANTS] = {
    [LPI_BATCH_PEAK] = {"peak", "TFLOP/s", "arithmetic in fp32", 14.9, 1e-3, 1e6, TITAN_V},
    [LPI_BATCH_BANDWIDTH] = {"bandwidth", "GB/s", "device memory", 652.8, 0.01, 1e6, TITAN_V},
    [LPI_BATCH_SMS] = {"sms", "", "tiles that run at a time", 80, 1, 1e6, TITAN_V},
    [LPI_BATCH_TILE] = {"tile", "", "rows and columns of a tile of a matrix product", 128, 1, 65536,
                        "assumed; a usual tile of cuBLAS"},
    [LPI_BATCH_LAUNCH] = {"launch-us", "us", "of each kernel", 5, 0, 1e6, "assumed"},
    [LPI_BATCH_ELEMENT] = {"element", "bytes", "of an element", 4, 1, 8, "fp32, as in PyTorch"},
    [LPI_BATCH_STATES] = {"states", "", "elements of a parameter: weight, gradient, momentum", 3, 1,
                          16, "SGD with momentum"},
    [LPI_BATCH_GRADIENTS] = {"gradients", "", "gradients of each activation that are kept", 1, 0, 1,
                             "assumed; frameworks free them in the backward pass"},
    [LPI_BATCH_WORKSPACE] = {"workspace", "bytes", "for any batch", 0, 0, 1e12,
                             "assumed; not in the paper"},
    [LPI_BATCH_PASSES] = {"passes", "", "of a layer: forward, gradient of input, of weights", 3, 1,
                          16, "back propagation"},
    [LPI_BATCH_UPDATE] = {"update", "", "elements moved for the update of a parameter", 5, 0, 64,
                          "reads weight, gradient, momentum; writes weight, momentum"},
};

struct lpi_batch_memory lpi_batch_memory(const struct lpi_net *net,
                                         const double c[LPI_BATCH_CONSTANTS])
{
    return (struct lpi_batch_memory){
        .fixed = net->device_parameters * c[LPI_BATCH_STATES] * c[LPI_BATCH_ELEMENT] +
                 c[LPI_BATCH_WORKSPACE],
        .item = net->activations * (1 + c[LPI_BATCH_GRADIENTS]) * c[LPI_BATCH_ELEMENT]};
}

double lpi_batch_most(const struct lpi_batch_memory *memory, double bytes)
{
    double items = floor((bytes - memory->fixed) / memory->item);
    return items > 0 ? items : 0;
}

double lpi_batch_fill(const struct lpi_net_product *p, double items,
                      const double c[LPI_BATCH_CONSTANTS])
{
    double rows = p->rows * items, tile = c[LPI_BATCH_TILE], sms = c[LPI_BATCH_SMS];
    double tiles = ceil(rows / tile) * ceil(p->columns / tile) * p->groups;
    return rows * p->columns * p->groups / (ceil(tiles / sms) * sms * tile * tile);
}

/* us of a pass: arithmetic, or the traffic of its operands. */
static double product_time(const struct lpi_net_product *p, double items, double bytes,
                           const double c[LPI_BATCH_CONSTANTS])
{
    double flops = 2 * p->rows * items * p->columns * p->inner * p->groups;
    double computed = flops / (1e6 * c[LPI_BATCH_PEAK] * lpi_batch_fill(p, items, c));
    double moved = bytes / (1e3 * c[LPI_BATCH_BANDWIDTH]);
    return computed > moved ? computed : moved;
}

static double product_bytes(const struct lpi_net_product *p, double items,
                            const double c[LPI_BATCH_CONSTANTS])
{
    return c[LPI_BATCH_ELEMENT] * p->groups *
           (p->rows * items * (p->inner + p->columns) + p->inner * p->columns);
}

/* A convolution reads its input once, not once for each place of the kernel. */
static double layer_bytes(const struct lpi_net_layer *l, double items,
                          const double c[LPI_BATCH_CONSTANTS])
{
    double weights = l->kind == LPI_NET_EMBED ? 0 : l->parameters;
    double out = l->out.channels * l->out.height * l->out.width;
    return c[LPI_BATCH_ELEMENT] * (items * (l->inputs + out) + weights);
}

static void add_layer(struct lpi_batch_time *t, const struct lpi_net_layer *l, double items,
                      const double c[LPI_BATCH_CONSTANTS])
{
    double bytes = layer_bytes(l, items, c), passes = c[LPI_BATCH_PASSES];
    if (l->products[0].times == 0) {
        /* Without weights there are a forward and a backward kernel. */
        double kernels = passes > 1 ? 2 : 1;
        t->layers += kernels * bytes / (1e3 * c[LPI_BATCH_BANDWIDTH]);
        t->launch += kernels * c[LPI_BATCH_LAUNCH];
        return;
    }
    for (unsigned i = 0; i < 2 && l->products[i].times > 0; i++) {
        const struct lpi_net_product *p = &l->products[i];
        int once = l->kind == LPI_NET_CONV || l->kind == LPI_NET_FC;
        double moved = once ? bytes : product_bytes(p, items, c);
        t->layers += passes * p->times * product_time(p, items, moved, c);
        t->launch += passes * p->times * c[LPI_BATCH_LAUNCH];
    }
}

struct lpi_batch_time lpi_batch_time(const struct lpi_net *net, double items,
                                     const double c[LPI_BATCH_CONSTANTS])
{
    struct lpi_batch_time t = {0};
    for (size_t i = 0; i < net->count; i++)
        add_layer(&t, &net->layers[i], items, c);
    t.update = net->device_parameters * c[LPI_BATCH_UPDATE] * c[LPI_BATCH_ELEMENT] /
               (1e3 * c[LPI_BATCH_BANDWIDTH]);
    t.us = t.layers + t.launch + t.update;
    return t;
}
