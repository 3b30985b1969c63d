/* SPDX-License-Identifier: Apache-2.0 */
/* The executor's state, which its calls and its threads share. Not installed. */
#ifndef LPI_SWAP_EXEC_H
#define LPI_SWAP_EXEC_H

#include "swap_cuda.h"
#include "swap_host.h"
#include "swap_parts.h"
#include <pthread.h>
#include <stdatomic.h>

/* An added tensor. The lock protects everything except what its transfer's thread works on. */
struct lpi_tensor {
    enum lp_swap_state state;
    int error;         /* of its last transfer */
    atomic_int doomed; /* it is being removed: its transfer ends early */
    int queued;        /* in a link's queue */
    int held;          /* counted as device memory */
    uint8_t *data;
    uint64_t arena_at;
    size_t bytes;
    int on_device;       /* data is in the GPU's memory: */
    void *device_stream; /* its stream there, during a transfer, */
    size_t device_room;  /* and the bytes of that buffer */
    int behind;          /* the host's codec compresses it after the link */
    uint8_t *bounce;     /* then: the raw tensor in host memory, during a transfer */
    struct lpi_parts parts;
    uint8_t *staging; /* out: slots of parts.room bytes each; in: a stream */
    size_t staging_bytes;
    size_t *sizes;  /* of each part's stream */
    uint32_t *crcs; /* of each part of the tensor */
    int *errors;    /* of each part */
    int in_host;    /* has room in the host pool: */
    uint64_t host_at, stored;
    struct lpi_batch batch;
    struct lp_swap *swap;
    struct lpi_tensor *next; /* in a link's queue */
    double begin;            /* of the current step */
    struct lp_swap_facts facts;
};

#define LPI_PIECE ((size_t)256 * 1024) /* the most bytes of a copy in flight */

/* A direction of the link: its thread, its queue, and its token bucket. */
struct lpi_link {
    pthread_t thread;
    int runs;
    pthread_cond_t more;
    struct lpi_tensor *first, *last;
    double rate;           /* bytes per second; 0: unlimited */
    double ready;          /* the earliest time for the next piece */
    struct lpi_cuda *cuda; /* this direction's, if there is a GPU; NULL */
    void *piece;           /* a piece that comes from it or goes to it */
    uint8_t *copy;         /* a piece of the caller's memory */
};

/* Spare buffers in GPU memory, since allocating and freeing make the GPU wait until it is idle. */
#define LPI_SPARES 8u
struct lpi_spare {
    void *at; /* NULL: none */
    size_t room;
};

struct lp_swap {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* some tensor's state */
    struct lp_swap_config config;
    struct lpi_host host;
    uint8_t *arena;
    struct lpi_space arena_space;
    struct lp_swap_threads *threads;
    struct lpi_link out, in;
    const struct lp_swap_device *device; /* NULL: none */
    struct lpi_cuda *codecs;             /* with the lock: */
    pthread_mutex_t codecs_lock;
    struct lpi_spare spares[LPI_SPARES]; /* with a lock of their own, which is taken last: */
    pthread_mutex_t spares_lock;
    int quit;
    int failed; /* the first error of any transfer */
    char trouble[256];
    struct lpi_tensor **tensors; /* by id; NULL: free */
    unsigned count, room;
    unsigned lowest; /* no id below it is free */
    uint64_t staging;
    struct lp_swap_stats stats;
};

/*
 * Steps of a batch: compress part i of the tensor to its slot; expand part i from the staged
 * stream.
 */
void lpi_swap_compress_part(void *tensor, size_t i);
void lpi_swap_expand_part(void *tensor, size_t i);

/* Threads of the link; the argument is the executor. */
void *lpi_swap_out(void *swap);
void *lpi_swap_in(void *swap);

/* The functions below, up to those of a GPU, are called with the lock held. */

void lpi_swap_enqueue(struct lpi_link *link, struct lpi_tensor *tensor);
void lpi_swap_to_front(struct lpi_link *link, struct lpi_tensor *tensor);
void lpi_swap_unqueue(struct lpi_link *link, struct lpi_tensor *tensor);

/* Keeps the first error and its text, formatted as by printf. */
void lpi_swap_fail(struct lp_swap *swap, struct lpi_tensor *tensor, int error, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

/*
 * Decides whether the tensor is offloaded compressed or raw, whichever is shorter; sets the stored
 * size.
 */
void lpi_swap_choose_form(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Queues a tensor whose form is chosen for offload, or keeps it if it is doomed; under the lock. */
void lpi_swap_compressed(struct lp_swap *swap, struct lpi_tensor *tensor);

int lpi_swap_stage(struct lp_swap *swap, struct lpi_tensor *tensor, size_t bytes);
void lpi_swap_unstage(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_hold(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_let_go(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_leave_host(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_settle(struct lp_swap *swap, struct lpi_tensor *tensor, enum lp_swap_state state);

/* ---- tensors in a GPU's memory ---- */

/* Also safe if nothing is open. */
void lpi_gpu_close(struct lp_swap *swap);

/* Submits compression on the GPU, after which the tensor is offloaded; the lock is held. */
void lpi_gpu_submit_compress(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Allocates room for an incoming stream, without the lock. LP_ERR_SYSTEM. */
int lpi_gpu_stage(struct lp_swap *swap, struct lpi_tensor *tensor, size_t bytes);
void lpi_gpu_unstage(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Expands the stream that arrived; 0 or an error of lp_swap_expand; without the lock. */
int lpi_gpu_expand(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Reports this thread's last CUDA error; the lock is held. */
void lpi_gpu_fail(struct lp_swap *swap, struct lpi_tensor *tensor);

#endif
