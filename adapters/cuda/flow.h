/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves tensors of a GPU to pinned host memory and back, in stream order: no call waits for the GPU
 * except lpi_flow_open, lpi_flow_wait and lpi_flow_close, unless memory is short (lpi_flow_use_file). Called by linepress.swap through
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
    uint64_t host_bytes; /* largest amount of pinned memory; tables of parts take an eighth more */
    uint64_t slab_bytes; /* smallest amount allocated at a time */
    unsigned blocks;     /* most blocks of a kernel that uses the link; 0: 8 per multiprocessor */
    int staged_out, staged_in; /* 1: through device memory */
    int verify;
};

int lpi_flow_open(const struct lpi_flow_config *config, struct lpi_flow **flow);

/*
 * Before the first tensor: makes a file of `bytes` bytes at most. Contents of copies that have left
 * move to it, those first that left first, so that half of the pinned memory is free or has contents
 * that the file has too. They are read back when they are expected, or come. `verify` above
 * LPI_FLOW_OFF also compares CRCs of what was written and read. Several flows need files of their own.
 *
 * A call that needs pinned memory of which nothing is free waits for the file, or for a tensor that
 * leaves. Once the file has failed (it is full, has changed or was removed), LP_ERR_HOST_FULL,
 * LP_ERR_CORRUPT or LP_ERR_SYSTEM is returned by each call that uses it, and lpi_flow_trouble says
 * why.
 */
int lpi_flow_use_file(struct lpi_flow *flow, const char *path, uint64_t bytes);

/* Why the file failed, in one line that begins with its name; "": it has not. */
const char *lpi_flow_trouble(const struct lpi_flow *flow);

/* Waits for all work in flight, frees everything, and removes the file. */
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

/*
 * The tensor will come soon: its copy is read back from the file, in place of copies that left before
 * it. LP_ERR_HOST_FULL: that takes a wait, and may be asked for again.
 */
int lpi_flow_expect(struct lpi_flow *flow, unsigned id);

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
    void *table,
        *content;     /* pinned, of the copy; `content` is the parts, or the raw bytes; NULL: it
                              is in the file alone, or empty */
    uint64_t out, in; /* numbers of its transfers; 0: not asked for */
    uint64_t parts;
};
int lpi_flow_facts(struct lpi_flow *flow, unsigned id, struct lpi_flow_facts *facts);

/*
 * Begin and end of transfer `number` out, or in, in seconds since the cudaEvent_t `since`, which has
 * completed. LP_ERR_ARG: the transfer is not known to be complete, or is one of the oldest.
 */
int lpi_flow_span(struct lpi_flow *flow, int in, uint64_t number, void *since, double span[2]);

struct lpi_flow_stats {
    uint64_t host, host_peak, pinned; /* bytes of copies, also in the file; of slabs */
    uint64_t slabs, staged;           /* staged: device memory of streams in flight */
    uint64_t moved_out, moved_in;     /* bytes of tensors */
    uint64_t link_out, link_in;       /* on the links, of tensors known to have left */
    double busy_out, busy_in;         /* seconds of transfers known to be complete */
    uint64_t tensors;                 /* that left */
    uint64_t waits, file_waits;       /* waits of the host for the GPU; for the file */
    uint64_t file, file_peak;         /* bytes in the file */
    uint64_t written, read;           /* bytes, by the file's threads */
};
void lpi_flow_stats(struct lpi_flow *flow, struct lpi_flow_stats *stats);

#endif
