/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A network as a table of layers, from a JSON file (docs/use/batch.md), with its shapes. Not
 * installed.
 *
 * Units    Elements of one item: an image, or a sequence.
 */
#ifndef LPI_NET_H
#define LPI_NET_H

#include "../../base/fault.h"
#include <jansson.h>
#include <stdint.h>

#define LPI_NET_VERSION 1
#define LPI_NET_LAYERS_MAX 4096u
#define LPI_NET_SIZE_MAX (1 << 20) /* of a shape's axis */
#define LPI_NET_ROWS_MAX (1 << 24) /* words of a vocabulary */
#define LPI_NET_ELEMENTS_MAX 1e15  /* of a layer: sums stay exact */

enum lpi_net_kind {
    LPI_NET_CONV,
    LPI_NET_FC,
    LPI_NET_POOL,
    LPI_NET_NORM, /* batch normalisation: two parameters a channel */
    LPI_NET_DROPOUT,
    LPI_NET_ADD,
    LPI_NET_CONCAT,
    LPI_NET_EMBED,   /* a row of `rows` for each of the steps */
    LPI_NET_LSTM,    /* with a projection of its output */
    LPI_NET_SOFTMAX, /* `samples` of `rows` words, for each step */
    LPI_NET_KINDS
};
extern const char *const lpi_net_kinds[LPI_NET_KINDS];

struct lpi_net_shape {
    double channels, height, width; /* of a sequence: features, steps, 1 */
};

/* Matrix products of `items` items: (rows * items) x inner by inner x columns. */
struct lpi_net_product {
    double rows, columns, inner, groups;
    double times; /* one after the other: the steps of a sequence; 0: there is no such product */
};

struct lpi_net_layer {
    const char *name;
    enum lpi_net_kind kind;
    struct lpi_net_shape out;
    double parameters;
    int host;                           /* its parameters are in host memory */
    double inputs;                      /* elements that it reads */
    double activations;                 /* elements that it keeps for the backward pass */
    struct lpi_net_product products[2]; /* of an LSTM: gates, projection */
};

struct lpi_net {
    json_t *file; /* owns the strings */
    const char *name, *title, *items, *source, *parameters_source;
    double published; /* parameters by that source; 0: not given */
    struct lpi_net_shape input;
    struct lpi_net_layer *layers;
    size_t count;
    double parameters, device_parameters, activations; /* sums */
};

/* Reads and checks a file. Returns 0 or the code that it sets in *fault, which must be 0. */
int lpi_net_read(const char *path, struct lpi_net *net, struct lpi_fault *fault);
void lpi_net_close(struct lpi_net *net);

#endif
