/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timeline of a training step whose activations are kept in host memory (vDNN, Rhu et al.,
 * MICRO 2016; cDMA, HPCA 2018, sections III, VI and VII): in the forward pass each layer's input X
 * is copied out of the GPU while the layer computes, and in the backward pass it is copied back
 * before the layer needs it. If a copy takes longer than a layer, the GPU waits. Formulas and
 * modelled quantities: docs/use/vdnn.md.
 *
 * Three steps; a caller may replace the first two by its own figures:
 *
 *   1 lp_vdnn_steps      layers -> bytes of X, Y and weights, and flops, of each
 *   2 lp_vdnn_model      these on a GPU -> seconds of each layer
 *   3 lp_vdnn_timeline   seconds, bytes and ratios, and a link -> when each copy and layer runs
 *
 * Units    Times are in seconds, rates in bytes (flop) per second; elements are 32 bits.
 * Errors   As in linepress.h. Memory: nothing is allocated, no state is kept, nothing is printed;
 *          every function may be called from any number of threads.
 *
 * Example: two layers that compute for 2 s each; X of the first has 16 GB and a ratio of 2.
 *
 *     struct lp_vdnn_task tasks[] = {{16000000000, 2.0, 2.0, 2.0}, {0, 1.0, 2.0, 2.0}};
 *     struct lp_vdnn_link link = {16e9, 16e9, 200e9, 236e9, LP_VDNN_AHEAD};
 *     struct lp_vdnn_total total;
 *     if (lp_vdnn_timeline(tasks, 2, &link, NULL, &total) != LP_OK)
 *         return 1;
 *     if (total.iteration != 8.0 || total.offloaded != 8e9)
 *         return 1;
 */
#ifndef LINEPRESS_VDNN_H
#define LINEPRESS_VDNN_H

#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- networks ---- */

#define LP_VDNN_LAYERS_MAX 1024u
#define LP_VDNN_FROM_MAX 8u
#define LP_VDNN_SIZE_MAX 65536u /* of a batch, of channels, of an axis, of a kernel */

enum lp_vdnn_kind {
    LP_VDNN_CONV,
    LP_VDNN_POOL,
    LP_VDNN_FC,
    LP_VDNN_CONCAT /* concatenates outputs along channels; takes no time, has no X */
};

/* Description of a layer. */
struct lp_vdnn_layer {
    const char *name; /* of the layer; "data" is the image */
    enum lp_vdnn_kind kind;
    uint32_t channels; /* conv, fc: of its output */
    uint32_t kernel;   /* conv, pool: of kernel * kernel elements */
    uint32_t stride;   /* conv, pool; 0: 1 */
    uint32_t pad;      /* conv, pool: elements on each side, fewer than kernel */
    uint32_t groups;   /* conv: 0 and 1: one */
    int relu;          /* conv, fc: its output passes a ReLU, in place */
    /* Producers of its inputs: earlier layers, or "data"; none: the one before. Several: concat. */
    const char *from[LP_VDNN_FROM_MAX];
};

struct lp_vdnn_network {
    const char *name, *title;
    uint32_t batch;                   /* images */
    uint32_t channels, height, width; /* of an image */
    const struct lp_vdnn_layer *layers;
    size_t count;
};

/* Networks of the paper: alexnet, overfeat, nin, vgg16, squeezenet, googlenet. NULL: not found. */
const struct lp_vdnn_network *lp_vdnn_find_network(const char *name);

/* The network of this number, from 0 on; NULL: no more. */
const struct lp_vdnn_network *lp_vdnn_network_at(size_t number);

/* Data read and written and flops of a layer other than a concat, for the whole batch. */
struct lp_vdnn_step {
    const char *name;
    enum lp_vdnn_kind kind;
    const char *x;         /* the layer that produces X, or "data" */
    uint64_t x_bytes;      /* X */
    uint64_t moved_bytes;  /* X, or 0 if an earlier layer has the same X, which is moved once */
    uint64_t y_bytes;      /* output */
    uint64_t weight_bytes; /* without biases */
    double flops;          /* forward, 2 per multiply-add; pools: 1 per element of a window */
    uint32_t channels, height, width; /* of the output */
    int relu;
    int dense; /* X is the image, or not from a ReLU: it has zeros only by chance */
};

/* Error in a network; layer is the layer's number, or `count` if it concerns no layer. */
struct lp_vdnn_fault {
    size_t layer;
    const char *why; /* static storage, no full stop */
};

/*
 * Writes a step for each layer but concats, in order; `room` >= network->count always suffices.
 * Outputs of convolutions are rounded down, those of pools up, as in Caffe; *count = the steps.
 * Names in steps are those of the network. LP_ERR_ARG: a null pointer, or the error in *fault
 * (which may be NULL); LP_ERR_SPACE.
 */
int lp_vdnn_steps(const struct lp_vdnn_network *network, struct lp_vdnn_step *steps, size_t room,
                  size_t *count, struct lp_vdnn_fault *fault);

/* ---- time on a GPU, a model ---- */

struct lp_vdnn_gpu {
    const char *name, *title;
    double flops;     /* per second, peak */
    double bandwidth; /* of its memory, bytes per second */
    double used;      /* part used by computing layers, at least 0; the copies have the rest */
};

#define LP_VDNN_USED 100e9 /* cDMA, section VI: less than this is measured for all six networks */

/* GPUs of the paper: titanx (Maxwell Titan X), titanxp (Pascal Titan Xp). NULL: not found. */
const struct lp_vdnn_gpu *lp_vdnn_find_gpu(const char *name);

/* The GPU of this number, from 0 on; NULL: no more. */
const struct lp_vdnn_gpu *lp_vdnn_gpu_at(size_t number);

/* A layer in the timeline. */
struct lp_vdnn_task {
    uint64_t bytes; /* of X to move, before compression */
    double ratio;   /* of X: bytes over compressed bytes; above 0 */
    double forward, backward;
};

/*
 * tasks[i] = bytes to move and times of steps[i]; ratios are 1. Forward is the longer of flops at
 * `efficiency` (above 0, at most 1) of the peak, and of X, Y and weights at three quarters of
 * memory's bandwidth; a ReLU reads and writes Y once more. Backward takes twice as long.
 * LP_ERR_ARG.
 */
int lp_vdnn_model(const struct lp_vdnn_step *steps, size_t count, const struct lp_vdnn_gpu *gpu,
                  double efficiency, struct lp_vdnn_task *tasks);

/* ---- timeline ---- */

/* cDMA, sections V-C and V-D: bytes of raw data per second that its engine reads or writes. */
#define LP_VDNN_COMP 200e9
#define LP_VDNN_COMP_AWARE 48e9 /* bandwidth-aware */

/* Ratio of ZVC for data without zeros: 32 words and a mask. */
#define LP_VDNN_DENSE_RATIO (32.0 / 33.0)

enum lp_vdnn_prefetch {
    LP_VDNN_AHEAD, /* X of a layer is copied back while the following layer computes */
    LP_VDNN_SAME   /* ... while the layer itself computes: impossible, but simple to sum up */
};

struct lp_vdnn_link {
    double out, in; /* bytes per second on the link: offload, prefetch */
    double comp;    /* raw bytes per second through the engine */
    double spare;   /* raw bytes per second of the GPU's memory not used by layers */
    enum lp_vdnn_prefetch prefetch;
};

/*
 * Times of a layer and its copies. Forward and offload begin together; the next layer waits for
 * both.
 */
struct lp_vdnn_slot {
    double forward_at, backward_at; /* from the beginning of the iteration */
    double offload, prefetch;       /* seconds that its X is on the link; prefetch 0: it stayed */
    double offload_at, prefetch_at;
    double forward_stall, backward_stall; /* seconds that the GPU waits before the next layer */
};

struct lp_vdnn_total {
    double oracle;    /* seconds of an iteration that waits for no copy */
    double iteration; /* seconds; iteration = oracle + stall */
    double forward;   /* of these, those of the forward pass */
    double stall;
    double offloaded, prefetched; /* bytes on the link */
    double link;                  /* seconds that the link is busy */
};

/*
 * Computes the forward and the backward pass. slots[i] = the times of tasks[i]; slots may be NULL.
 * LP_ERR_ARG: a null pointer, no task, a time that is negative or not finite, a ratio or a rate
 * that is not above 0 and finite, or a sum that is not finite.
 */
int lp_vdnn_timeline(const struct lp_vdnn_task *tasks, size_t count,
                     const struct lp_vdnn_link *link, struct lp_vdnn_slot *slots,
                     struct lp_vdnn_total *total);

#ifdef __cplusplus
}
#endif

#endif
