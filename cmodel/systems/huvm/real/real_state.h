/* SPDX-License-Identifier: Apache-2.0 */
/* What a coordinator consists of, for the files named real_*.c. */
#ifndef LPI_HUVM_REAL_STATE_H
#define LPI_HUVM_REAL_STATE_H

#include "real.h"
#include <pthread.h>

enum {
    REAL_PCIE_IN = 0,
    REAL_PCIE_OUT = HUVM_GPUS_MAX,
    REAL_NVLINK = 2 * HUVM_GPUS_MAX, /* + from * HUVM_GPUS_MAX + to */
    REAL_LINKS = REAL_NVLINK + HUVM_GPUS_MAX * HUVM_GPUS_MAX,
    REAL_PEERS = 64, /* connections */
    REAL_PATIENCE_MS = 30000
};

struct real_link {
    struct huvm_real *real;
    pthread_t thread;
    pthread_cond_t wake;
    uint32_t first[3], last[3]; /* jobs by class, linked by chunk.next */
    const struct huvm_rate *rate;
    uint8_t *buffer; /* of a chunk */
    uint8_t *packed; /* of one that is compressed; NULL: none is */
    struct huvm_link_result result;
    uint64_t freed; /* when its last copy ended */
    bool started;
};

struct real_chunk {
    struct huvm_action action; /* of its copy that is under way */
    uint64_t asked;            /* when */
    uint32_t next;             /* job of the same link and class */
    uint8_t at;                /* the neighbour that has it; HUVM_HOST: none */
    uint32_t granule;          /* the first one there */
    uint64_t lent_bytes;       /* that lie there */
    uint64_t host_bytes;       /* that the host has of it; 0: it is zero there */
    uint32_t crc;              /* of what it holds where it is not resident (real_pack.c) */
    bool waiting, batched;     /* it is in its GPU's `waits`, or batch */
    bool came;                 /* it has come home since the batch began */
    bool forget;               /* it is to be forgotten as soon as it may be */
    bool obeyed;               /* the program has done what it was told last */
    bool pinned;               /* it is in the program's memory, whatever the policy thinks */
};

/* The memory of the program that uses a GPU. */
struct real_port {
    enum { REAL_NOBODY, REAL_GREETED, REAL_READY, REAL_LEAVING } state;
    int socket, memory, faults; /* faults: a userfaultfd, or -1 */
    uint64_t base;              /* its address in the program */
};

/* Messages that its socket has not taken yet, the oldest one first, in a ring. */
struct real_outbox {
    struct huvm_message *at;
    uint32_t first, count, room;
    bool released; /* one of them answers a release */
};

struct real_gpu {
    uint32_t first, chunks;
    struct real_port port;
    struct real_outbox out;
    bool dropped; /* its program is let go as soon as the thread that serves sees it */
    enum huvm_faults kind; /* of the last program, and why it has no userfaultfd */
    int reason;
    uint32_t *waits, wait_count; /* chunks that somebody waits for, as they came */
    uint32_t batch[HUVM_BATCH_MAX];
    unsigned batch_count;
    bool serving;
    unsigned copies;     /* of its chunks, under way */
    uint32_t forgetting; /* chunks that its program waits to be rid of */
    bool releases;       /* and is to be told */
    uint8_t *bytes;      /* what it lends, in granules; behind each in its chunk, or of the free */
    uint32_t *behind, free, free_count; /* ones, is another one */
    bool owes;                          /* its owner waits for memory that it took */
    enum huvm_head head;        /* since head_since; accounted for until `since` */
    uint32_t head_chunk;        /* that it fetches, else 0 */
    uint64_t head_since, since;
    struct huvm_waits wait;
    uint32_t peak_guests, peak_lent;
};

struct real_peer {
    int socket; /* -1: none */
    int gpu;    /* whose program it is; -1: not known yet */
    bool hello; /* it waits for that GPU to be free */
    uint64_t waited; /* ns that it has been waited for: for its hello, then until it is ready */
};

struct huvm_real {
    struct huvm_real_config config;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t obeyed;
    struct huvm_policy *policy;
    struct real_chunk *chunk;
    uint32_t chunks;
    struct real_gpu gpu[HUVM_GPUS_MAX];
    uint32_t *forgets, forget_count; /* chunks with `forget` */
    struct real_link link[REAL_LINKS];
    bool ending, failed;
    uint64_t begun, events; /* begun: ns of the monotonic clock, at the first event; 0: none */

    struct real_peer peer[REAL_PEERS]; /* the thread's that serves, and huvm_real_connect's */
    int listener, call[2];             /* call: a pipe that wakes that thread */
    bool no_files;                     /* nobody is accepted until a moment has passed */
    uint64_t looked;                   /* when that thread last looked at the clock */
    pthread_t server;
    bool server_started;
    int host;
    bool own_host;
    unsigned granules;     /* of a chunk */
    size_t granule_bytes;
    uint64_t mismatches;
    uint64_t host_bytes, host_peak; /* of all chunks */
    uint8_t *zeros; /* a chunk */
    uint32_t zeros_crc;
    uint8_t *home;  /* of each chunk */
};

/* What a copy needs, as it was when it began: nobody else touches a chunk that is under way. */
struct real_job {
    uint32_t chunk;
    struct real_chunk c;
    struct real_port port;
    const uint8_t *data;  /* that is carried; NULL: it cannot be */
    uint64_t bytes;       /* of it, on the link */
    uint64_t stored;      /* where it arrives */
};

/* real_copy.c */
void *real_link_run(void *link);
void real_copy_ask(struct huvm_real *r, const struct huvm_action *action);

/* real_lent.c: granules of what a GPU lends, a chain for each chunk; taken and given back with the
   lock. */
bool real_lent_open(struct huvm_real *r, struct real_gpu *g, uint32_t local);
void real_lent_close(struct huvm_real *r, struct real_gpu *g, uint32_t local);
unsigned real_lent_granules(const struct huvm_real *r, uint64_t bytes);
void real_lent_take(struct huvm_real *r, struct real_chunk *c, unsigned gpu, uint64_t bytes);
void real_lent_give(struct huvm_real *r, struct real_chunk *c);
void real_lent_write(const struct huvm_real *r, const struct real_chunk *c, const uint8_t *from);
void real_lent_read(const struct huvm_real *r, const struct real_chunk *c, uint8_t *to);

/* real_host.c: the host tier. What fails there is said and ends the run; false: it did. The last two
   are with the lock: it has so much of a chunk; it needs nothing of it any longer. */
bool real_host_open(struct huvm_real *r);
bool real_host_read(struct huvm_real *r, uint32_t chunk, uint8_t *to, uint64_t bytes);
void real_host_write(struct huvm_real *r, uint32_t chunk, const uint8_t *from, uint64_t bytes);
void real_host_has(struct huvm_real *r, uint32_t chunk, uint64_t bytes);
void real_host_clear(struct huvm_real *r, uint32_t chunk);

/* real_pack.c: whether a chunk is compressed at the place where its copy begins; compresses what
   leaves a place where it is not, and expands what comes to one. */
bool real_is_packed(const struct huvm_real *r, const struct real_job *job);
void real_pack(struct huvm_real *r, struct real_link *link, struct real_job *job);

/* real_port.c: what is done to a program's memory. Those without the lock may wait; where the
   program is gone, they do nothing. */
void real_port_guard(struct huvm_real *r, uint32_t chunk, const struct real_port *port);
void real_port_read(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                    uint8_t *to);
void real_port_drop(struct huvm_real *r, uint32_t chunk, const struct real_port *port);
void real_port_bring(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                     const uint8_t *from);
/* With the lock: drops without waiting; has whoever waits try again. */
void real_port_discard(struct huvm_real *r, uint32_t chunk);
void real_port_wake(struct huvm_real *r, uint32_t chunk);

/* real_send.c, with the lock held: tells the program of a GPU; sends what was kept of that, or
   forgets it; lets the program go, alone, `format` says what it does. The last one also without the
   lock, by `locked`. */
void real_send(struct huvm_real *r, struct real_gpu *g, const struct huvm_message *message);
void real_send_kept(struct real_gpu *g);
void real_send_nothing(struct real_gpu *g);
void real_drop(struct huvm_real *r, unsigned gpu, bool locked, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* real_faults.c, with the lock held. */
void real_wait_for(struct huvm_real *r, uint32_t chunk);
void real_forget(struct huvm_real *r, uint32_t chunk);
void real_follow(struct huvm_real *r);
void real_show(struct huvm_real *r, struct huvm_real_event event);

/* real_waits.c, with the lock held: time passes; and of a copy that ends, what the link did not
   take. */
void real_account(struct huvm_real *r);
void real_account_copy(struct huvm_real *r, uint32_t chunk, uint64_t driver);

/* real_serve.c */
void *real_serve_run(void *real);
void real_serve_call(struct huvm_real *r);

/* real_open.c: what cannot go on; with the lock or without, by `locked`. */
void real_fail(struct huvm_real *r, bool locked, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* How long a program is waited for, in ns. */
uint64_t real_patience(const struct huvm_real *r);

static inline struct real_gpu *real_home(struct huvm_real *r, uint32_t chunk)
{
    return &r->gpu[r->home[chunk]];
}

#endif
