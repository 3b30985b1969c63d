/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The virtual clock of HUVM: GPUs that use their chunks in some order, links, and the driver, all
 * servers, around the policy of policy.h. One event after the other in whole nanoseconds, so that
 * the same input gives the same output everywhere.
 */
#ifndef LPI_HUVM_CLOCK_H
#define LPI_HUVM_CLOCK_H

#include "../policy/policy.h"

/* How a GPU goes over its chunks, one pass after the other. */
enum huvm_pattern {
    HUVM_SCAN,   /* from the first to the last */
    HUVM_SWEEP,  /* forth, and back in the next pass, as a training step does */
    HUVM_RANDOM, /* any, as many as there are */
    HUVM_TRACE   /* as a trace has them */
};

enum { HUVM_WIDTH_MAX = 64 };

/* What one GPU runs; it has the chunks from `first` on. */
struct huvm_task {
    uint32_t first, chunks;
    enum huvm_pattern pattern;
    const uint32_t *trace; /* chunks from 0 on; one pass */
    uint64_t trace_length;
    unsigned passes;
    unsigned width;   /* uses in flight, which fault together; 1..HUVM_WIDTH_MAX */
    uint64_t compute; /* ns a use */
    unsigned app;     /* the GPUs of one app wait for each other between passes */
    bool repeats;     /* goes on until all that do not repeat have ended */
    bool loaded;      /* its chunks, which fit, are in the GPU's memory when the run begins */
    uint64_t seed;
};

/* An owner takes memory (granules > 0) or gives it back. */
struct huvm_turn {
    uint64_t at; /* ns */
    unsigned gpu;
    int64_t granules;
};

struct huvm_rate {
    double bytes; /* a second */
    uint64_t latency; /* ns, in which the link is busy too */
};

enum huvm_compress {
    HUVM_RAW,
    HUVM_LINK,   /* chunks cross links compressed */
    HUVM_VICTIM, /* and lie so at neighbours */
    HUVM_TIERS   /* and in host memory */
};

/* A chunk compressed. */
struct huvm_stored {
    uint32_t bytes;          /* those of a raw chunk: it does not get shorter */
    uint32_t shrink, expand; /* ns that the units take for it */
    uint8_t granules;        /* at a neighbour; not looked at below HUVM_VICTIM */
};

/* A copy, for whoever draws it. Times in ns. */
struct huvm_span {
    struct huvm_action action;
    uint64_t asked, driver, link, end; /* driver: it began with it; link: the copy began */
};

struct huvm_clock {
    struct huvm_config policy;
    struct huvm_task task[HUVM_GPUS_MAX]; /* passes 0: the GPU runs nothing */
    unsigned apps;
    const struct huvm_turn *turns; /* in order of time */
    size_t turn_count;
    uint64_t chunk_bytes;
    struct huvm_rate pcie, nvlink;
    uint64_t leaves; /* ns that a link takes longer for a chunk that leaves its own GPU */
    double memory_rate;  /* of a GPU's memory; a copy takes its bytes of it from the computation */
    double served, page; /* ns of the driver: a chunk, a host page populated */
    enum huvm_compress compress;
    const struct huvm_stored *stored; /* of each chunk; NULL with HUVM_RAW alone */
    void (*span)(void *context, const struct huvm_span *span); /* NULL: nobody looks */
    void *context;
};

struct huvm_waits {
    uint64_t evict, fetch, driver, write_back, others; /* ns; others: of the app at a pass's end */
};

struct huvm_gpu_result {
    uint64_t time; /* ns for all passes; of what repeats, at the rate at which it ran */
    uint64_t uses, compute;
    struct huvm_counts counts;
    struct huvm_waits waits;
    uint32_t peak_guests, peak_lent; /* granules, when the guests were most */
};

struct huvm_link_result {
    uint64_t raw, bytes, busy; /* busy: ns */
};

struct huvm_result {
    uint64_t time, events;
    struct huvm_gpu_result gpu[HUVM_GPUS_MAX];
    struct huvm_link_result pcie_in[HUVM_GPUS_MAX], pcie_out[HUVM_GPUS_MAX];
    struct huvm_link_result nvlink[HUVM_GPUS_MAX][HUVM_GPUS_MAX]; /* from, to */
    uint64_t host_bytes; /* that the host holds of all chunks, at the end */
    uint64_t mismatches; /* chunks that did not come back as they were; on a real clock alone */
};

/* Why a run stopped. */
enum huvm_end {
    HUVM_ENDED,
    HUVM_NO_MEMORY, /* of the machine that runs this */
    HUVM_BAD,       /* a configuration or task that is none, or a turn that cannot be taken */
    HUVM_TOO_LONG   /* more than `limit` events */
};

/* Runs all tasks to their end. */
enum huvm_end huvm_clock_run(const struct huvm_clock *clock, uint64_t limit,
                             struct huvm_result *result);

#endif
