/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors of a GPU that leave for pinned host memory and come back, all in stream order: no call
 * waits for the GPU but lpi_flow_open, lpi_flow_wait and lpi_flow_close. Called by linepress.swap
 * through liblinepress_cuda.so.
 *
 *     out: what `stream` was asked for so far → the tensor is copied or sent
 *     release: the tensor has left → what `stream` is asked for next, which may write its memory
 *     in: what `stream` was asked for so far, and the way out → the tensor is copied or received
 *     use: the tensor is back → what `stream` is asked for next
 *
 * A raw tensor goes by the copy engine. Others are parts, whose kernels write pinned memory and read
 * it (format.md, section 21.1), or device memory from where a kernel sends them, and where the
 * copy engine brings them.
 *
 * Units    Bytes, seconds. `stream` is a cudaStream_t of the flow's device; NULL is the default one.
 * Errors   enum lp_error. LP_ERR_SYSTEM: CUDA refused, and lpi_cuda_trouble says why.
 * Threads  One at a time.
 */
#ifndef LPC_FLOW_H
#define LPC_FLOW_H

#include <linepress/swap.h>

struct lpi_flow;

enum lpi_flow_verify {
    LPI_FLOW_OFF,
    LPI_FLOW_DEVICE, /* what a codec expands, and that a tensor is as it left when it is released */
    LPI_FLOW_FULL    /* also what came back raw */
};

struct lpi_flow_config {
    int device;
    uint64_t host_bytes; /* of pinned memory, at most */
    uint64_t slab_bytes; /* of it that is taken at a time, at least */
    unsigned blocks; /* of threads of a kernel that uses the link, at most; 0: 8 a multiprocessor */
    int staged_out, staged_in; /* 1: by device memory */
    int verify;
};

int lpi_flow_open(const struct lpi_flow_config *config, struct lpi_flow **flow);

/* Waits for all that is under way, and frees all. */
void lpi_flow_close(struct lpi_flow *flow);

/*
 * `tensor` is device memory at a multiple of 4, which stays as it is until a release; *id names the
 * copy until lpi_flow_end. `tag`, below 2^56, is what lpi_flow_wrong calls the tensor. Of a raw
 * setting the grid is that of its sums. LP_ERR_ARG; LP_ERR_CODEC; LP_ERR_HOST_FULL; LP_ERR_SYSTEM.
 */
int lpi_flow_out(struct lpi_flow *flow, const struct lp_swap_setting *setting, const void *tensor,
                 size_t bytes, uint64_t tag, void *stream, unsigned *id);

/* With `tensor`, which may be NULL, its memory is compared with what left. */
int lpi_flow_release(struct lpi_flow *flow, unsigned id, const void *tensor, void *stream);

/* A tensor comes back once between two releases. */
int lpi_flow_in(struct lpi_flow *flow, unsigned id, void *tensor, void *stream);
int lpi_flow_use(struct lpi_flow *flow, unsigned id, void *stream);

/* The host's copy is not needed any more. */
int lpi_flow_end(struct lpi_flow *flow, unsigned id);

/* The stream of works that leave, for allocators that ask who still reads a tensor. */
void *lpi_flow_out_stream(struct lpi_flow *flow);

/*
 * What is known without a wait. *wrong = 0, or the tag of a tensor that is not as it was, << 8, and
 * -(enum lp_error). LP_ERR_SYSTEM.
 */
int lpi_flow_look(struct lpi_flow *flow, uint64_t *wrong);

/* The same once all that is under way is over. */
int lpi_flow_wait(struct lpi_flow *flow, uint64_t *wrong);

/* Of ways that are known to be over; what is not is 0. */
struct lpi_flow_facts {
    uint64_t bytes, stored; /* stored: on the link, one way */
    double leave, come;
    void *table, *content; /* pinned: of the copy; `content` is parts, or the raw bytes */
};
int lpi_flow_facts(struct lpi_flow *flow, unsigned id, struct lpi_flow_facts *facts);

struct lpi_flow_stats {
    uint64_t host, host_peak, pinned; /* bytes of copies; of slabs */
    uint64_t slabs, staged;           /* staged: device memory of streams under way */
    uint64_t moved_out, moved_in;     /* bytes of tensors */
    uint64_t link_out, link_in;       /* on the links, of tensors that are known to have left */
    double busy_out, busy_in;         /* seconds of ways that are known to be over */
    uint64_t tensors;                 /* that left */
    uint64_t waits;                   /* of the host for the GPU */
};
void lpi_flow_stats(struct lpi_flow *flow, struct lpi_flow_stats *stats);

#endif
