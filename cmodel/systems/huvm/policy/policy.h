/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The decisions of a memory manager that lends GPUs' idle memory to their neighbours (Choi et al.,
 * memHarvester, ATC 2022, sections 4 and 5). Input events result in output actions; there is no
 * clock, no thread and no allocation. The caller copies the data, and reports when a copy is done.
 *
 * Memory is counted in granules; a chunk in the memory of its own GPU takes chunk_granules of them,
 * and possibly fewer at a neighbour.
 *
 * After each event, the policy repeats the following steps in this order until none makes progress.
 * Among GPUs, the order is that of the arrival of their fault batches: memory taken back by an
 * owner, faults of lenders, faults of others from the head of a batch, pre-eviction, faults from
 * the tail, write-back, prefetch.
 */
#ifndef LPI_HUVM_POLICY_H
#define LPI_HUVM_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HUVM_GPUS_MAX = 16, HUVM_BATCH_MAX = 128, HUVM_AHEAD_MAX = 256 };

/* The host, in place of a GPU's number. */
enum { HUVM_HOST = 0xff };

/* Copies that one thread keeps in flight, so that a link does not wait for the driver. */
enum { HUVM_WINDOW = 2 };

/* A chunk is in exactly one of these states. */
enum huvm_state {
    HUVM_AT_HOST,   /* only in host memory */
    HUVM_COMING,    /* being copied to its own GPU */
    HUVM_RESIDENT,  /* in the memory of its own GPU */
    HUVM_LEAVING,   /* being copied from its own GPU */
    HUVM_PARKING,   /* being copied from the host to a neighbour */
    HUVM_EVICTED,   /* only at a neighbour */
    HUVM_WRITING,   /* at a neighbour, and being copied to the host */
    HUVM_REMOVABLE, /* at a neighbour and in host memory */
    HUVM_STATES
};

/* Reasons for a move. */
enum huvm_why {
    HUVM_FAULT,      /* from the head of a batch, to the GPU */
    HUVM_EVICT,      /* a fault waits for the room */
    HUVM_PRE_EVICT,  /* in advance, so that no fault has to wait */
    HUVM_WRITE_BACK, /* so that the neighbour can take its memory back */
    HUVM_PARALLEL,   /* from the tail of a batch, to a neighbour */
    HUVM_PREFETCH,
    HUVM_WHYS
};

enum huvm_prefetch {
    HUVM_NO_PREFETCH,
    HUVM_PREFETCH_LOCAL, /* to the GPU itself */
    HUVM_PREFETCH_PATHS  /* from neighbours to the GPU, and from the host to neighbours while there
                            are no more harvesters with chunks at neighbours than neighbours */
};

/* The mechanisms; the columns of figure 7 are combinations of them. */
struct huvm_switches {
    bool harvest;     /* evict to neighbours, then write back to the host */
    bool pre_evict;   /* evict before a fault needs the room */
    bool large_pages; /* one host page per chunk, else base_pages */
    bool parallel;    /* serve batches from both ends */
    enum huvm_prefetch prefetch;
};

struct huvm_gpu_config {
    uint32_t granules; /* of its memory; at least one chunk */
    bool lends;        /* its own chunks fit, so its remaining memory is lent to neighbours */
};

struct huvm_config {
    unsigned gpus;           /* 1..HUVM_GPUS_MAX */
    uint32_t chunks;         /* 1..2^26 */
    const uint8_t *home;     /* the GPU that each chunk belongs to; read by huvm_policy_init only */
    unsigned chunk_granules; /* 1..64 */
    unsigned threshold;      /* chunks that pre-eviction keeps free; limited to a quarter of the
                                memory that the owner has not taken */
    unsigned prefetch;       /* chunks per prefetch, up to HUVM_AHEAD_MAX */
    unsigned stride;         /* chunks that a prefetch skips after the last fault */
    unsigned base_pages;     /* host pages in a chunk: 512 of 4 KiB in 2 MiB */
    struct huvm_switches on;
    struct huvm_gpu_config gpu[HUVM_GPUS_MAX];
};

enum huvm_kind {
    HUVM_COPY,    /* copy the chunk from `from` to `to`; huvm_done reports its end */
    HUVM_DROP,    /* discard the copy at `from`: the host has one, or none is needed */
    HUVM_SERVED,  /* the batch of `gpu` is done; chunks that are not resident fault again */
    HUVM_RETURNED /* `gpu` has all the memory that it took */
};

struct huvm_action {
    enum huvm_kind kind;
    enum huvm_why why; /* of a copy */
    uint8_t gpu;       /* the chunk's owner, or see kind */
    uint8_t from, to;  /* of a copy or drop: a GPU or HUVM_HOST */
    uint32_t pages;    /* host pages that a copy to the host must populate, else 0 */
    uint32_t chunk;
};

/* Counts of the chunks of one GPU, since the start. */
struct huvm_counts {
    uint64_t faults, batches;
    uint64_t evict_neighbour, evict_host, fetch_neighbour, fetch_host; /* copies begun */
    uint64_t written_back, parked, reclaimed;
    uint64_t prefetch_issued, prefetch_used, prefetch_dropped;
};

/* State of the head of a GPU's batch. */
enum huvm_head { HUVM_HEAD_IDLE, HUVM_HEAD_FETCH, HUVM_HEAD_EVICT, HUVM_HEAD_LENT, HUVM_HEAD_LAST };

struct huvm_policy;

/* Size of a policy; 0 if the configuration is invalid. */
size_t huvm_policy_bytes(const struct huvm_config *config);

/*
 * Initializes a policy in `memory`, which has that size and the alignment of malloc. All chunks
 * start at the host.
 */
struct huvm_policy *huvm_policy_init(void *memory, const struct huvm_config *config);

/*
 * Events. Each returns false, and changes nothing, if it is refused: when actions of the previous
 * event have not all been taken with huvm_next, or under the condition given below.
 */

/*
 * A batch of faults, in order of arrival. Refused: none or more than HUVM_BATCH_MAX, a chunk of
 * another GPU, a duplicate chunk, or the GPU's last batch is not served.
 */
bool huvm_faults(struct huvm_policy *p, unsigned gpu, const uint32_t *chunks, unsigned count);

/* The chunk's copy is done. Refused: no copy was in flight. */
bool huvm_done(struct huvm_policy *p, uint32_t chunk);

/*
 * The GPU's owner takes memory for its own use, or returns it. Refused: less than one chunk would
 * remain; more is returned than was taken.
 */
bool huvm_take(struct huvm_policy *p, unsigned gpu, uint32_t granules);
bool huvm_give(struct huvm_policy *p, unsigned gpu, uint32_t granules);

/*
 * Granules that the chunk needs at a neighbour from its next move on, 1..chunk_granules. Refused:
 * it is at a neighbour, or being copied.
 */
bool huvm_size(struct huvm_policy *p, uint32_t chunk, unsigned granules);

/*
 * The chunk, which is being copied to a neighbour, needs only this number of granules there, from 1
 * to the number reserved for it; the next move reserves as many as before. Refused: it is not being
 * copied to a neighbour.
 */
bool huvm_shrunk(struct huvm_policy *p, uint32_t chunk, unsigned granules);

/*
 * The chunk's contents are no longer needed: its state becomes HUVM_AT_HOST without a copy. The
 * GPU's queued prefetches are dropped. Refused: it is being copied, or in a batch.
 */
bool huvm_forget(struct huvm_policy *p, uint32_t chunk);

/* The chunk was used, so its prefetch was useful. Refused: it is not resident. */
bool huvm_touch(struct huvm_policy *p, uint32_t chunk);

/* Takes the next action of the last event; false: no more. */
bool huvm_next(struct huvm_policy *p, struct huvm_action *action);

enum huvm_state huvm_state(const struct huvm_policy *p, uint32_t chunk);
const struct huvm_counts *huvm_counts(const struct huvm_policy *p, unsigned gpu);
enum huvm_head huvm_head(const struct huvm_policy *p, unsigned gpu);
/* The chunk at the head of the batch; valid only while huvm_head is HUVM_HEAD_FETCH. */
uint32_t huvm_head_chunk(const struct huvm_policy *p, unsigned gpu);

/* The GPU's granules that neighbours' chunks occupy, and the number of those chunks. */
uint32_t huvm_lent(const struct huvm_policy *p, unsigned gpu);
uint32_t huvm_guests(const struct huvm_policy *p, unsigned gpu);

/* A message about a violated invariant; NULL: all hold. Takes time proportional to the chunks. */
const char *huvm_check(const struct huvm_policy *p);

#endif
