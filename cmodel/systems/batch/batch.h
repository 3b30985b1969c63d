/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory and time of a training step over its batch size. Not installed.
 *
 * Units    Bytes; us. Items are images or sequences.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section IV-D and Fig. 15, whose model
 *          is "very similar to" two others and is not given.
 */
#ifndef LPI_BATCH_H
#define LPI_BATCH_H

#include "../../base/constant.h"
#include "net.h"

enum lpi_batch_constant {
    LPI_BATCH_PEAK,
    LPI_BATCH_BANDWIDTH,
    LPI_BATCH_SMS,
    LPI_BATCH_TILE,
    LPI_BATCH_LAUNCH,
    LPI_BATCH_ELEMENT,
    LPI_BATCH_STATES,
    LPI_BATCH_GRADIENTS,
    LPI_BATCH_WORKSPACE,
    LPI_BATCH_PASSES,
    LPI_BATCH_UPDATE,
    LPI_BATCH_CONSTANTS
};
extern const struct lpi_constant lpi_batch_constants[LPI_BATCH_CONSTANTS];

struct lpi_batch_memory {
    double fixed; /* weights, gradients, momentum; workspace */
    double item;  /* activations and their gradients of an item */
};
struct lpi_batch_memory lpi_batch_memory(const struct lpi_net *net,
                                         const double constants[LPI_BATCH_CONSTANTS]);

/* Items that fit in so many bytes; 0: none. */
double lpi_batch_most(const struct lpi_batch_memory *memory, double bytes);

struct lpi_batch_time {
    double layers; /* the larger of arithmetic and memory traffic, each layer and pass */
    double launch;
    double update; /* of the weights on the device */
    double us;
};
struct lpi_batch_time lpi_batch_time(const struct lpi_net *net, double items,
                                     const double constants[LPI_BATCH_CONSTANTS]);

/* The share of whole waves of tiles that a product of so many items fills. */
double lpi_batch_fill(const struct lpi_net_product *product, double items,
                      const double constants[LPI_BATCH_CONSTANTS]);

#endif
