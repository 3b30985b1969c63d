/* SPDX-License-Identifier: Apache-2.0 */
/* From a network's layers to shapes, bytes and operations. */
#include "../../base/null.h"
#include <linepress/vdnn.h>
#include <stdbool.h>
#include <string.h>

#define ELEM_BYTES 4u
#define ELEMENTS_MAX (UINT64_C(1) << 40) /* limit of an output, and of weights */
#define AXIS_MAX (UINT64_C(1) << 20)     /* limit for channels, height and width */
#define IMAGE (-1)

/* A layer's output, and the name by which later layers refer to it. */
struct output {
    uint64_t channels, height, width;
    int dense;
};

struct build {
    const struct lp_vdnn_network *network;
    struct output image, outputs[LP_VDNN_LAYERS_MAX];
    struct lp_vdnn_fault fault;
};

static const char image_name[] = "data";

static int wrong(struct build *b, size_t layer, const char *why)
{
    b->fault = (struct lp_vdnn_fault){layer, why};
    return LP_ERR_ARG;
}

static bool is_large(const struct output *o)
{
    return o->channels > AXIS_MAX || o->height > AXIS_MAX || o->width > AXIS_MAX ||
           o->channels * o->height * o->width > ELEMENTS_MAX;
}

static uint64_t elements(const struct output *o)
{
    return o->channels * o->height * o->width;
}

/* Finds the latest layer with this name before `layer`; for the first layer, the image. */
static int find(const struct lp_vdnn_network *net, size_t layer, const char *name, int *found)
{
    *found = IMAGE;
    if (name == NULL) {
        *found = (int)layer - 1;
        return 1;
    }
    if (strcmp(name, image_name) == 0)
        return 1;
    for (size_t i = 0; i < layer; i++)
        if (strcmp(net->layers[i].name, name) == 0) {
            *found = (int)i;
            return 1;
        }
    return 0;
}

static const struct output *output_of(const struct build *b, int layer)
{
    return layer == IMAGE ? &b->image : &b->outputs[layer];
}

static const char *name_of(const struct build *b, int layer)
{
    return layer == IMAGE ? image_name : b->network->layers[layer].name;
}

static bool is_size(uint32_t value)
{
    return value >= 1 && value <= LP_VDNN_SIZE_MAX;
}

/* Checks a layer's parameters, independent of its input. */
static int check_layer(struct build *b, size_t i)
{
    const struct lp_vdnn_layer *l = &b->network->layers[i];
    int from;
    if (l->name == NULL || l->name[0] == '\0')
        return wrong(b, i, "a layer has no name");
    if (find(b->network, i, l->name, &from))
        return wrong(b, i, "its name is taken");
    if ((unsigned)l->kind > LP_VDNN_CONCAT)
        return wrong(b, i, "unknown kind of layer");
    if ((l->kind == LP_VDNN_CONV || l->kind == LP_VDNN_FC) && !is_size(l->channels))
        return wrong(b, i, "channels are not 1 to 65536");
    if (l->kind != LP_VDNN_CONV && l->kind != LP_VDNN_POOL)
        return LP_OK;
    if (!is_size(l->kernel))
        return wrong(b, i, "kernel is not 1 to 65536");
    if (l->stride > LP_VDNN_SIZE_MAX)
        return wrong(b, i, "stride is not 1 to 65536");
    if (l->pad >= l->kernel)
        return wrong(b, i, "pad is not less than kernel");
    return LP_OK;
}

/*
 * The output size on one axis. Caffe rounds convolutions down and pools up; no pool window is
 * entirely in the padding.
 */
static int slide(const struct lp_vdnn_layer *l, uint64_t in, uint64_t *out)
{
    uint64_t stride = l->stride ? l->stride : 1, padded = in + 2 * (uint64_t)l->pad;
    if (padded < l->kernel)
        return 0;
    uint64_t rest = padded - l->kernel;
    if (l->kind == LP_VDNN_CONV) {
        *out = rest / stride + 1;
        return 1;
    }
    *out = (rest + stride - 1) / stride + 1;
    if ((*out - 1) * stride >= in + l->pad)
        --*out;
    return 1;
}

static int join(struct build *b, size_t i, struct output *y)
{
    const struct lp_vdnn_layer *l = &b->network->layers[i];
    *y = (struct output){0, 0, 0, 0};
    for (size_t k = 0; k < LP_VDNN_FROM_MAX && l->from[k] != NULL; k++) {
        int from;
        if (!find(b->network, i, l->from[k], &from))
            return wrong(b, i, "what it takes is no earlier layer");
        const struct output *x = output_of(b, from);
        if (k > 0 && (x->height != y->height || x->width != y->width))
            return wrong(b, i, "what it joins differs in height or width");
        *y = (struct output){y->channels + x->channels, x->height, x->width, y->dense || x->dense};
    }
    return y->channels > 0 ? LP_OK : wrong(b, i, "it joins nothing");
}

/* The output, weights (elements) and flops per image of a layer that computes. */
static int compute(struct build *b, size_t i, const struct output *x, struct output *y,
                   uint64_t *weights, double *flops)
{
    const struct lp_vdnn_layer *l = &b->network->layers[i];
    uint64_t groups = l->kind == LP_VDNN_CONV && l->groups ? l->groups : 1, ins = elements(x);
    *y = (struct output){l->channels, 1, 1, !l->relu};
    *weights = 0;
    if (l->kind == LP_VDNN_POOL)
        *y = (struct output){x->channels, 1, 1, x->dense};
    if (l->kind != LP_VDNN_FC &&
        (!slide(l, x->height, &y->height) || !slide(l, x->width, &y->width)))
        return wrong(b, i, "its kernel is larger than its input");
    if (x->channels % groups != 0 || y->channels % groups != 0)
        return wrong(b, i, "its groups do not divide the channels");
    if (is_large(y))
        return wrong(b, i, "its output is too large");
    uint64_t window = (uint64_t)l->kernel * l->kernel;
    if (l->kind == LP_VDNN_POOL) {
        *flops = (double)elements(y) * (double)window;
        return LP_OK;
    }
    if (l->kind == LP_VDNN_CONV)
        ins = window * (x->channels / groups);
    if (ins > ELEMENTS_MAX / y->channels)
        return wrong(b, i, "its weights are too many");
    *weights = ins * y->channels;
    *flops = 2.0 * (double)ins * (double)elements(y);
    return LP_OK;
}

static int add_step(struct build *b, size_t i, struct lp_vdnn_step *steps, size_t count)
{
    const struct lp_vdnn_layer *l = &b->network->layers[i];
    uint64_t batch = b->network->batch, weights;
    struct output *y = &b->outputs[i];
    double flops;
    int from;
    if (l->from[0] != NULL && l->from[1] != NULL)
        return wrong(b, i, "it takes several outputs and is no concat");
    if (!find(b->network, i, l->from[0], &from))
        return wrong(b, i, "what it takes is no earlier layer");
    const struct output *x = output_of(b, from);
    int error = compute(b, i, x, y, &weights, &flops);
    if (error != LP_OK)
        return error;
    const char *name = name_of(b, from);
    uint64_t moved = batch * elements(x) * ELEM_BYTES;
    for (size_t k = 0; k < count; k++)
        if (strcmp(steps[k].x, name) == 0)
            moved = 0;
    steps[count] = (struct lp_vdnn_step){
        .name = l->name,
        .kind = l->kind,
        .x = name,
        .x_bytes = batch * elements(x) * ELEM_BYTES,
        .moved_bytes = moved,
        .y_bytes = batch * elements(y) * ELEM_BYTES,
        .weight_bytes = weights * ELEM_BYTES,
        .flops = flops * (double)batch,
        .channels = (uint32_t)y->channels,
        .height = (uint32_t)y->height,
        .width = (uint32_t)y->width,
        .relu = l->kind != LP_VDNN_POOL && l->relu,
        .dense = x->dense,
    };
    return LP_OK;
}

static int check_network(struct build *b)
{
    const struct lp_vdnn_network *n = b->network;
    if (n->count == 0)
        return wrong(b, n->count, "there is no layer");
    if (n->count > LP_VDNN_LAYERS_MAX)
        return wrong(b, n->count, "there are more than 1024 layers");
    if (!is_size(n->batch))
        return wrong(b, n->count, "batch is not 1 to 65536");
    if (!is_size(n->channels) || !is_size(n->height) || !is_size(n->width))
        return wrong(b, n->count, "the image's sizes are not 1 to 65536");
    b->image = (struct output){n->channels, n->height, n->width, 1};
    if (is_large(&b->image))
        return wrong(b, n->count, "the image is too large");
    return LP_OK;
}

static int build_steps(struct build *b, struct lp_vdnn_step *steps, size_t room, size_t *count)
{
    int error = check_network(b);
    *count = 0;
    for (size_t i = 0; error == LP_OK && i < b->network->count; i++) {
        error = check_layer(b, i);
        if (error != LP_OK)
            return error;
        if (b->network->layers[i].kind == LP_VDNN_CONCAT) {
            error = join(b, i, &b->outputs[i]);
            if (error == LP_OK && is_large(&b->outputs[i]))
                error = wrong(b, i, "its output is too large");
            continue;
        }
        if (*count == room)
            return LP_ERR_SPACE;
        error = add_step(b, i, steps, *count);
        *count += error == LP_OK;
    }
    if (error == LP_OK && *count == 0)
        return wrong(b, b->network->count, "no layer computes anything");
    return error;
}

int lp_vdnn_steps(const struct lp_vdnn_network *network, struct lp_vdnn_step *steps, size_t room,
                  size_t *count, struct lp_vdnn_fault *fault)
{
    struct build b = {.network = network, .fault = {0, "a pointer is null"}};
    size_t made = 0;
    int error = LP_ERR_ARG;
    if (!LPI_ANY_NULL(network, steps, count) && network->layers != NULL)
        error = build_steps(&b, steps, room, &made);
    if (error == LP_OK)
        *count = made;
    else if (fault != NULL)
        *fault = b.fault;
    return error;
}
