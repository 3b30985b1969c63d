/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The decisions of a memory manager that lends GPUs' idle memory to their neighbours (Choi et al.,
 * memHarvester, ATC 2022, sections 4 and 5). Events go in, actions come out; there is no clock, no
 * thread and no allocation. Whoever drives it copies the data, and says when a copy is done.
 *
 * Memory is counted in granules; a chunk in the memory of its own GPU takes chunk_granules of them,
 * and what a neighbour holds of it may take fewer.
 *
 * After each event, until nothing can be done any more, the policy does what it can in this order,
 * and among GPUs in the order in which their fault batches came: memory that an owner takes back,
 * faults of lenders, faults of others from the head of a batch, eviction ahead, faults from the
 * tail, write-back, prefetch.
 */
#ifndef LPI_HUVM_POLICY_H
#define LPI_HUVM_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HUVM_GPUS_MAX = 16, HUVM_BATCH_MAX = 128, HUVM_AHEAD_MAX = 256 };

/* A place that is no GPU. */
enum { HUVM_HOST = 0xff };

/* Copies that one thread has on their way at once, so that a link does not wait for the driver. */
enum { HUVM_WINDOW = 2 };

/* A chunk is in exactly one of these. */
enum huvm_state {
    HUVM_AT_HOST,   /* only in host memory */
    HUVM_COMING,    /* on its way to its own GPU */
    HUVM_RESIDENT,  /* in the memory of its own GPU */
    HUVM_LEAVING,   /* on its way from there */
    HUVM_PARKING,   /* on its way from the host to a neighbour */
    HUVM_EVICTED,   /* only at a neighbour */
    HUVM_WRITING,   /* the same, and on its way to the host as well */
    HUVM_REMOVABLE, /* at a neighbour and in host memory */
    HUVM_STATES
};

/* Why a chunk moves. */
enum huvm_why {
    HUVM_FAULT,      /* from the head of a batch, to the GPU */
    HUVM_EVICT,      /* a fault waits for the room */
    HUVM_PRE_EVICT,  /* so that no fault has to */
    HUVM_WRITE_BACK, /* so that the neighbour can have its memory back */
    HUVM_PARALLEL,   /* from the tail of a batch, to a neighbour */
    HUVM_PREFETCH,
    HUVM_WHYS
};

enum huvm_prefetch {
    HUVM_NO_PREFETCH,
    HUVM_PREFETCH_LOCAL, /* to the GPU itself */
    HUVM_PREFETCH_PATHS  /* from the host to neighbours that have no other harvester's chunk, while
                            there are such, and from neighbours to the GPU */
};

/* The mechanisms; figure 7 of the paper is a row of these. */
struct huvm_switches {
    bool harvest;     /* evict to neighbours, write back behind */
    bool pre_evict;   /* evict before a fault needs the room */
    bool large_pages; /* one host page a chunk, else base_pages */
    bool parallel;    /* serve batches from both ends */
    enum huvm_prefetch prefetch;
};

struct huvm_gpu_config {
    uint32_t granules; /* of its memory, at least one chunk */
    bool lends;        /* its own chunks fit, so neighbours get what it leaves */
};

struct huvm_config {
    unsigned gpus;           /* 1..HUVM_GPUS_MAX */
    uint32_t chunks;         /* 1..2^26 */
    const uint8_t *home;     /* of each chunk, the GPU it belongs to; read at the start alone */
    unsigned chunk_granules; /* 1..64 */
    unsigned threshold;      /* chunks that eviction ahead keeps free; at most a quarter of what the
                                owner leaves counts */
    unsigned prefetch;       /* chunks at a time, up to HUVM_AHEAD_MAX */
    unsigned stride;         /* chunks that a prefetch leaves out behind the last fault */
    unsigned base_pages;     /* of the host in a chunk: 512 of 4 KiB in 2 MiB */
    struct huvm_switches on;
    struct huvm_gpu_config gpu[HUVM_GPUS_MAX];
};

enum huvm_kind {
    HUVM_COPY,    /* the chunk, from a place to a place; huvm_done tells its end */
    HUVM_DROP,    /* what `from` holds of the chunk goes; the host has it, or nobody needs it */
    HUVM_SERVED,  /* the batch of `gpu` is done; what is not resident faults again */
    HUVM_RETURNED /* `gpu` has all that it took */
};

struct huvm_action {
    enum huvm_kind kind;
    enum huvm_why why; /* of a copy */
    uint8_t gpu;       /* whose chunk it is, or see kind */
    uint8_t from, to;  /* of a copy or drop; HUVM_HOST */
    uint32_t pages;    /* host pages that a copy to the host has to populate, else 0 */
    uint32_t chunk;
};

/* Of the chunks of one GPU, since the start. */
struct huvm_counts {
    uint64_t faults, batches;
    uint64_t evict_neighbour, evict_host, fetch_neighbour, fetch_host; /* copies begun */
    uint64_t written_back, parked, reclaimed;
    uint64_t prefetch_issued, prefetch_used, prefetch_dropped;
};

/* What the head of a GPU's batch does. */
enum huvm_head { HUVM_HEAD_IDLE, HUVM_HEAD_FETCH, HUVM_HEAD_EVICT, HUVM_HEAD_LENT, HUVM_HEAD_LAST };

struct huvm_policy;

/* Bytes that a policy takes; 0 if the configuration is none. */
size_t huvm_policy_bytes(const struct huvm_config *config);

/* Makes a policy in `memory` of that many bytes, aligned as malloc does. All chunks are at the
   host. */
struct huvm_policy *huvm_policy_init(void *memory, const struct huvm_config *config);

/*
 * Events. Each is refused, and changes nothing, with false: when actions of the event before have
 * not been taken with huvm_next, or as said below.
 */

/* A batch of faults, in the order in which they came. Refused: none or more than HUVM_BATCH_MAX, a
   chunk of another GPU or twice, or the GPU's last batch is not served. */
bool huvm_faults(struct huvm_policy *p, unsigned gpu, const uint32_t *chunks, unsigned count);

/* The chunk's copy is done. Refused: it has none. */
bool huvm_done(struct huvm_policy *p, uint32_t chunk);

/* The GPU's owner takes memory for what is not managed here, or gives it back. Refused: what it
   takes would leave less than one chunk; what it gives it has not. */
bool huvm_take(struct huvm_policy *p, unsigned gpu, uint32_t granules);
bool huvm_give(struct huvm_policy *p, unsigned gpu, uint32_t granules);

/* The granules that a neighbour needs for the chunk from its next move on, 1..chunk_granules.
   Refused: a neighbour has it, or it is on its way. */
bool huvm_size(struct huvm_policy *p, uint32_t chunk, unsigned granules);

/* The chunk, which is on its way to a neighbour, needs no more than these granules there, from 1 to
   what was set aside for it; the next time as many are set aside as before. Refused: it is not on
   its way to one. */
bool huvm_shrunk(struct huvm_policy *p, uint32_t chunk, unsigned granules);

/* What the chunk holds is needed no longer: it is at the host, and nothing is copied for that. What
   the GPU's prefetches have not begun is dropped. Refused: it is on its way, or in a batch. */
bool huvm_forget(struct huvm_policy *p, uint32_t chunk);

/* The chunk was used: what was prefetched was so to some purpose. Refused: it is not resident. */
bool huvm_touch(struct huvm_policy *p, uint32_t chunk);

/* The next action of the last event; false: no more. */
bool huvm_next(struct huvm_policy *p, struct huvm_action *action);

enum huvm_state huvm_state(const struct huvm_policy *p, uint32_t chunk);
const struct huvm_counts *huvm_counts(const struct huvm_policy *p, unsigned gpu);
enum huvm_head huvm_head(const struct huvm_policy *p, unsigned gpu);
/* The chunk at the head of the batch; only while huvm_head is HUVM_HEAD_FETCH. */
uint32_t huvm_head_chunk(const struct huvm_policy *p, unsigned gpu);

/* Granules of the GPU that are free, and that its neighbours' chunks hold; those chunks. */
uint32_t huvm_free(const struct huvm_policy *p, unsigned gpu);
uint32_t huvm_lent(const struct huvm_policy *p, unsigned gpu);
uint32_t huvm_guests(const struct huvm_policy *p, unsigned gpu);

/* What is broken, in words; NULL: every invariant holds. Takes time with the number of chunks. */
const char *huvm_check(const struct huvm_policy *p);

#endif
