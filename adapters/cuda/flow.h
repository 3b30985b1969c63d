/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves tensors of a GPU to pinned host memory and back, in stream order: no call waits for the GPU
 * except lpi_flow_open, lpi_flow_wait and lpi_flow_close. Called by linepress.swap through
 * liblinepress_cuda.so.
 *
 *     out: what `stream` was asked for so far → the tensor is copied or sent
 *     release: the tensor has left → what `stream` is asked for next, which may write its memory
 *     in: what `stream` was asked for so far, and the way out → the tensor is copied or received
 *     use: the tensor is back → what `stream` is asked for next
 *
 * A raw tensor is moved by the copy engine. Others are parts, whose kernels access pinned memory
 * directly (format.md, section 21.1), or device memory, from which a kernel sends them and to which
 * the copy engine brings them back. In that case codec and link work on successive tensors at once.
 *
 * Units    Bytes, seconds. `stream` is a cudaStream_t of the flow's device; NULL is the default one.
 * Errors   enum lp_error. LP_ERR_SYSTEM: CUDA refused, and lpi_cuda_trouble says why.
 * Threads  One thread at a time.
 */
#ifndef LPC_FLOW_H
#define LPC_FLOW_H

#include <linepress/swap.h>

struct lpi_flow;

enum lpi_flow_verify {
    LPI_FLOW_OFF,
    LPI_FLOW_DEVICE, /* checks expanded data, and that a tensor is unchanged when it is released */
    LPI_FLOW_FULL    /* also data that came back raw */
};

struct lpi_flow_config {
    int device;
    uint64_t host_bytes; /* largest amount of pinned memory */
    uint64_t slab_bytes; /* smallest amount allocated at a time */
    unsigned blocks;     /* most blocks of a kernel that uses the link; 0: 8 per multiprocessor */
    int staged_out, staged_in; /* 1: through device memory */
    int verify;
};

int lpi_flow_open(const struct lpi_flow_config *config, struct lpi_flow **flow);

/* Waits for all work in flight, and frees everything. */
void lpi_flow_close(struct lpi_flow *flow);

/*
 * `tensor` is device memory at a multiple of 4, which must not change until its release; *id names
 * the copy until lpi_flow_end. `tag`, below 2^56, identifies the tensor in lpi_flow_look and
 * lpi_flow_wait. The grid of a raw setting is that of its sums. LP_ERR_ARG; LP_ERR_CODEC;
 * LP_ERR_HOST_FULL; LP_ERR_SYSTEM.
 */
int lpi_flow_out(struct lpi_flow *flow, const struct lp_swap_setting *setting, const void *tensor,
                 size_t bytes, uint64_t tag, void *stream, unsigned *id);

/* If `tensor` is not NULL, its memory is compared with the copy. */
int lpi_flow_release(struct lpi_flow *flow, unsigned id, const void *tensor, void *stream);

/* A tensor may come back once between two releases. */
int lpi_flow_in(struct lpi_flow *flow, unsigned id, void *tensor, void *stream);
int lpi_flow_use(struct lpi_flow *flow, unsigned id, void *stream);

/* The host's copy is no longer needed. */
int lpi_flow_end(struct lpi_flow *flow, unsigned id);

/* The stream of outgoing work, for allocators that track readers of a tensor. */
void *lpi_flow_out_stream(struct lpi_flow *flow);

/*
 * Polls without waiting. *wrong = 0, or the tag of a tensor that has changed, << 8, plus -(enum
 * lp_error). LP_ERR_SYSTEM.
 */
int lpi_flow_look(struct lpi_flow *flow, uint64_t *wrong);

/* The same after waiting for all work in flight. */
int lpi_flow_wait(struct lpi_flow *flow, uint64_t *wrong);

/* Facts of transfers that are known to be complete; the others are 0. */
struct lpi_flow_facts {
    uint64_t bytes, stored; /* stored: on the link, in one direction */
    double leave, come;
    void *table, *content; /* pinned, of the copy; `content` is the parts, or the raw bytes */
};
int lpi_flow_facts(struct lpi_flow *flow, unsigned id, struct lpi_flow_facts *facts);

struct lpi_flow_stats {
    uint64_t host, host_peak, pinned; /* bytes of copies; of slabs */
    uint64_t slabs, staged;           /* staged: device memory of streams in flight */
    uint64_t moved_out, moved_in;     /* bytes of tensors */
    uint64_t link_out, link_in;       /* on the links, of tensors known to have left */
    double busy_out, busy_in;         /* seconds of transfers known to be complete */
    uint64_t tensors;                 /* that left */
    uint64_t waits;                   /* waits of the host for the GPU */
};
void lpi_flow_stats(struct lpi_flow *flow, struct lpi_flow_stats *stats);

#endif
