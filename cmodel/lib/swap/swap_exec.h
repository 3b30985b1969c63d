/* SPDX-License-Identifier: Apache-2.0 */
/* The executor's state, which its calls and its threads share. Not installed. */
#ifndef LPI_SWAP_EXEC_H
#define LPI_SWAP_EXEC_H

#include "swap_cuda.h"
#include "swap_host.h"
#include "swap_parts.h"
#include <pthread.h>
#include <stdatomic.h>

/* A tensor that was added. All but what its transfer's thread works on is under the lock. */
struct lpi_tensor {
    enum lp_swap_state state;
    int error;         /* of its last way */
    atomic_int doomed; /* it is being removed: what is under way ends early */
    int queued;        /* in a link's queue */
    int held;          /* counts as device memory */
    uint8_t *data;
    uint64_t arena_at;
    size_t bytes;
    int on_device;       /* data is the GPU's: */
    void *device_stream; /* and this its stream there, on its way, */
    size_t device_room;  /* in so many bytes */
    int behind;          /* the codec is the host's, behind the link */
    uint8_t *bounce;     /* with it: the raw tensor in host memory, on its way */
    struct lpi_parts parts;
    uint8_t *staging; /* slots of parts.room each on the way out, a stream on the way in */
    size_t staging_bytes;
    size_t *sizes;  /* of each part's stream */
    uint32_t *crcs; /* of each part of the tensor */
    int *errors;    /* of each part */
    int in_host;    /* has room in the host's pool: */
    uint64_t host_at, stored;
    struct lpi_batch batch;
    struct lp_swap *swap;
    struct lpi_tensor *next; /* in a link's queue */
    double begin;            /* of the step under way */
    struct lp_swap_facts facts;
};

#define LPI_PIECE ((size_t)256 * 1024) /* bytes of a copy that is under way at a time, at most */

/* A direction of the link: its thread, what waits for it, and its token bucket. */
struct lpi_link {
    pthread_t thread;
    int runs;
    pthread_cond_t more;
    struct lpi_tensor *first, *last;
    double rate;           /* bytes a second; 0: as fast as it goes */
    double ready;          /* when the next piece may begin */
    struct lpi_cuda *cuda; /* this direction's, if there is a GPU; NULL */
    void *piece;           /* a piece that comes from it or goes there */
    uint8_t *copy;         /* a piece of the caller's memory */
};

/* Memory of the GPU that no stream is in. A GPU takes and gives memory only when it stands still. */
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
    struct lpi_spare spares[LPI_SPARES]; /* with their own, which is taken last: */
    pthread_mutex_t spares_lock;
    int quit;
    int failed; /* the first error on any way */
    char trouble[256];
    struct lpi_tensor **tensors; /* by id; NULL: free */
    unsigned count, room;
    unsigned lowest; /* no id below it is free */
    uint64_t staging;
    struct lp_swap_stats stats;
};

/* Steps of a batch: part i of the tensor to its slot and size, and out of the staged stream. */
void lpi_swap_compress_part(void *tensor, size_t i);
void lpi_swap_expand_part(void *tensor, size_t i);

/* Threads of the link; the argument is the executor. */
void *lpi_swap_out(void *swap);
void *lpi_swap_in(void *swap);

/* All of these with the lock held, up to those of a GPU. */

void lpi_swap_enqueue(struct lpi_link *link, struct lpi_tensor *tensor);
void lpi_swap_to_front(struct lpi_link *link, struct lpi_tensor *tensor);
void lpi_swap_unqueue(struct lpi_link *link, struct lpi_tensor *tensor);

/* Keeps the first error and its words, printf's. */
void lpi_swap_fail(struct lp_swap *swap, struct lpi_tensor *tensor, int error, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

/* The tensor leaves by its codec if the stream is shorter, else raw; sets what is stored. */
void lpi_swap_choose_form(struct lp_swap *swap, struct lpi_tensor *tensor);

/* A tensor whose form is chosen is on its way out, or stays if it is doomed; under the lock. */
void lpi_swap_compressed(struct lp_swap *swap, struct lpi_tensor *tensor);

int lpi_swap_stage(struct lp_swap *swap, struct lpi_tensor *tensor, size_t bytes);
void lpi_swap_unstage(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_hold(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_let_go(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_leave_host(struct lp_swap *swap, struct lpi_tensor *tensor);
void lpi_swap_settle(struct lp_swap *swap, struct lpi_tensor *tensor, enum lp_swap_state state);

/* ---- tensors in a GPU's memory ---- */

/* Also where nothing is open. */
void lpi_gpu_close(struct lp_swap *swap);

/* Lets a codec of the GPU make the tensor's stream, and the tensor leave; the lock is held. */
void lpi_gpu_submit_compress(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Room for a stream that comes, without the lock. LP_ERR_SYSTEM */
int lpi_gpu_stage(struct lp_swap *swap, struct lpi_tensor *tensor, size_t bytes);
void lpi_gpu_unstage(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Expands the stream that came; 0 or an error of lp_swap_expand, without the lock. */
int lpi_gpu_expand(struct lp_swap *swap, struct lpi_tensor *tensor);

/* The words for what the GPU refused in this thread; the lock is held. */
void lpi_gpu_fail(struct lp_swap *swap, struct lpi_tensor *tensor);

#endif
