/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The six networks of cDMA's table II, as published in Caffe's model zoo and by the networks'
 * authors, with their layer names. Normalisation and dropout are left out; a ReLU belongs to its
 * layer.
 */
#include <linepress/vdnn.h>
#include <string.h>

/* clang-format off */
/* Columns: name, channels, kernel, stride, pad (pools: name, kernel, stride, pad). */
#define CONV_ROW(n, c, k, s, p) \
    .name = n, .kind = LP_VDNN_CONV, .channels = c, .kernel = k, .stride = s, .pad = p, .relu = 1
#define POOL_ROW(n, k, s, p) \
    .name = n, .kind = LP_VDNN_POOL, .kernel = k, .stride = s, .pad = p
#define CONV(n, c, k, s, p) {CONV_ROW(n, c, k, s, p)}
#define CONV_2(n, c, k, s, p) {CONV_ROW(n, c, k, s, p), .groups = 2}
#define CONV_OF(x, n, c, k, s, p) {CONV_ROW(n, c, k, s, p), .from = {x}} /* of layer x */
#define POOL(n, k, s, p) {POOL_ROW(n, k, s, p)}
#define POOL_OF(x, n, k, s, p) {POOL_ROW(n, k, s, p), .from = {x}}
#define FC(n, c) {.name = n, .kind = LP_VDNN_FC, .channels = c, .relu = 1}
#define LAST_FC(n, c) {.name = n, .kind = LP_VDNN_FC, .channels = c}
#define CONCAT(n, ...) {.name = n, .kind = LP_VDNN_CONCAT, .from = {__VA_ARGS__}}

static const struct lp_vdnn_layer alexnet[] = {
    CONV("conv1", 96, 11, 4, 0),
    POOL("pool1", 3, 2, 0),
    CONV_2("conv2", 256, 5, 1, 2),
    POOL("pool2", 3, 2, 0),
    CONV("conv3", 384, 3, 1, 1),
    CONV_2("conv4", 384, 3, 1, 1),
    CONV_2("conv5", 256, 3, 1, 1),
    POOL("pool5", 3, 2, 0),
    FC("fc6", 4096),
    FC("fc7", 4096),
    LAST_FC("fc8", 1000),
};

/* The fast model. */
static const struct lp_vdnn_layer overfeat[] = {
    CONV("conv1", 96, 11, 4, 0),
    POOL("pool1", 2, 2, 0),
    CONV("conv2", 256, 5, 1, 0),
    POOL("pool2", 2, 2, 0),
    CONV("conv3", 512, 3, 1, 1),
    CONV("conv4", 1024, 3, 1, 1),
    CONV("conv5", 1024, 3, 1, 1),
    POOL("pool5", 2, 2, 0),
    FC("fc6", 3072),
    FC("fc7", 4096),
    LAST_FC("fc8", 1000),
};

static const struct lp_vdnn_layer nin[] = {
    CONV("conv1", 96, 11, 4, 0),
    CONV("cccp1", 96, 1, 1, 0),
    CONV("cccp2", 96, 1, 1, 0),
    POOL("pool0", 3, 2, 0),
    CONV("conv2", 256, 5, 1, 2),
    CONV("cccp3", 256, 1, 1, 0),
    CONV("cccp4", 256, 1, 1, 0),
    POOL("pool2", 3, 2, 0),
    CONV("conv3", 384, 3, 1, 1),
    CONV("cccp5", 384, 1, 1, 0),
    CONV("cccp6", 384, 1, 1, 0),
    POOL("pool3", 3, 2, 0),
    CONV("conv4-1024", 1024, 3, 1, 1),
    CONV("cccp7-1024", 1024, 1, 1, 0),
    CONV("cccp8-1024", 1000, 1, 1, 0),
    POOL("pool4", 6, 1, 0),
};

static const struct lp_vdnn_layer vgg16[] = {
    CONV("conv1_1", 64, 3, 1, 1),
    CONV("conv1_2", 64, 3, 1, 1),
    POOL("pool1", 2, 2, 0),
    CONV("conv2_1", 128, 3, 1, 1),
    CONV("conv2_2", 128, 3, 1, 1),
    POOL("pool2", 2, 2, 0),
    CONV("conv3_1", 256, 3, 1, 1),
    CONV("conv3_2", 256, 3, 1, 1),
    CONV("conv3_3", 256, 3, 1, 1),
    POOL("pool3", 2, 2, 0),
    CONV("conv4_1", 512, 3, 1, 1),
    CONV("conv4_2", 512, 3, 1, 1),
    CONV("conv4_3", 512, 3, 1, 1),
    POOL("pool4", 2, 2, 0),
    CONV("conv5_1", 512, 3, 1, 1),
    CONV("conv5_2", 512, 3, 1, 1),
    CONV("conv5_3", 512, 3, 1, 1),
    POOL("pool5", 2, 2, 0),
    FC("fc6", 4096),
    FC("fc7", 4096),
    LAST_FC("fc8", 1000),
};

/* A fire module: s channels of 1x1, then e channels each of 1x1 and 3x3 in parallel. */
#define FIRE(n, s, e)                                                      \
    CONV(n "/squeeze1x1", s, 1, 1, 0),                                     \
    CONV_OF(n "/squeeze1x1", n "/expand1x1", e, 1, 1, 0),                  \
    CONV_OF(n "/squeeze1x1", n "/expand3x3", e, 3, 1, 1),                  \
    CONCAT(n "/concat", n "/expand1x1", n "/expand3x3")

/* Version 1.0. */
static const struct lp_vdnn_layer squeezenet[] = {
    CONV("conv1", 96, 7, 2, 0),
    POOL("pool1", 3, 2, 0),
    FIRE("fire2", 16, 64),
    FIRE("fire3", 16, 64),
    FIRE("fire4", 32, 128),
    POOL("pool4", 3, 2, 0),
    FIRE("fire5", 32, 128),
    FIRE("fire6", 48, 192),
    FIRE("fire7", 48, 192),
    FIRE("fire8", 64, 256),
    POOL("pool8", 3, 2, 0),
    FIRE("fire9", 64, 256),
    CONV("conv10", 1000, 1, 1, 0),
    POOL("pool10", 13, 1, 0),
};

/* An inception module on the output `x`; its arguments are a row of GoogLeNet's table 1. */
#define INCEPTION(n, x, c1, r3, c3, r5, c5, pp)                            \
    CONV_OF(x, n "/1x1", c1, 1, 1, 0),                                     \
    CONV_OF(x, n "/3x3_reduce", r3, 1, 1, 0),                              \
    CONV(n "/3x3", c3, 3, 1, 1),                                           \
    CONV_OF(x, n "/5x5_reduce", r5, 1, 1, 0),                              \
    CONV(n "/5x5", c5, 5, 1, 2),                                           \
    POOL_OF(x, n "/pool", 3, 1, 1),                                        \
    CONV(n "/pool_proj", pp, 1, 1, 0),                                     \
    CONCAT(n "/output", n "/1x1", n "/3x3", n "/5x5", n "/pool_proj")

static const struct lp_vdnn_layer googlenet[] = {
    CONV("conv1/7x7_s2", 64, 7, 2, 3),
    POOL("pool1/3x3_s2", 3, 2, 0),
    CONV("conv2/3x3_reduce", 64, 1, 1, 0),
    CONV("conv2/3x3", 192, 3, 1, 1),
    POOL("pool2/3x3_s2", 3, 2, 0),
    INCEPTION("inception_3a", "pool2/3x3_s2", 64, 96, 128, 16, 32, 32),
    INCEPTION("inception_3b", "inception_3a/output", 128, 128, 192, 32, 96, 64),
    POOL("pool3/3x3_s2", 3, 2, 0),
    INCEPTION("inception_4a", "pool3/3x3_s2", 192, 96, 208, 16, 48, 64),
    INCEPTION("inception_4b", "inception_4a/output", 160, 112, 224, 24, 64, 64),
    INCEPTION("inception_4c", "inception_4b/output", 128, 128, 256, 24, 64, 64),
    INCEPTION("inception_4d", "inception_4c/output", 112, 144, 288, 32, 64, 64),
    INCEPTION("inception_4e", "inception_4d/output", 256, 160, 320, 32, 128, 128),
    POOL("pool4/3x3_s2", 3, 2, 0),
    INCEPTION("inception_5a", "pool4/3x3_s2", 256, 160, 320, 32, 128, 128),
    INCEPTION("inception_5b", "inception_5a/output", 384, 192, 384, 48, 128, 128),
    POOL("pool5/7x7_s1", 7, 1, 0),
    LAST_FC("loss3/classifier", 1000),
};
/* clang-format on */

#define ROW(n, title, batch, size)                                                                 \
    {                                                                                              \
#n, title, batch, 3, size, size, n, sizeof n / sizeof n[0]                                 \
    }

static const struct lp_vdnn_network networks[] = {
    ROW(alexnet, "AlexNet", 256, 227),
    ROW(overfeat, "OverFeat", 256, 231),
    ROW(nin, "NiN", 128, 224),
    ROW(vgg16, "VGG-16", 128, 224),
    ROW(squeezenet, "SqueezeNet", 512, 227),
    ROW(googlenet, "GoogLeNet", 256, 224),
};
#define NETWORKS (sizeof networks / sizeof networks[0])

const struct lp_vdnn_network *lp_vdnn_network_at(size_t number)
{
    return number < NETWORKS ? &networks[number] : NULL;
}

const struct lp_vdnn_network *lp_vdnn_find_network(const char *name)
{
    for (size_t i = 0; name != NULL && i < NETWORKS; i++)
        if (strcmp(networks[i].name, name) == 0)
            return &networks[i];
    return NULL;
}
