/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The virtual clock of HUVM: GPUs that use their chunks in some order, links and the driver, all
 * modelled as servers, driven by the policy of policy.h. Events are processed one at a time with
 * times in whole nanoseconds, so that the same input gives the same output on every machine.
 */
#ifndef LPI_HUVM_CLOCK_H
#define LPI_HUVM_CLOCK_H

#include "../policy/policy.h"

/* Order in which a GPU uses its chunks in each pass. */
enum huvm_pattern {
    HUVM_SCAN,   /* first to last */
    HUVM_SWEEP,  /* alternating direction in each pass, as in a training step */
    HUVM_RANDOM, /* random chunks, as many uses as chunks */
    HUVM_TRACE   /* in the order of a trace */
};

enum { HUVM_WIDTH_MAX = HUVM_BATCH_MAX };

/* The work of one GPU; it owns the chunks from `first` on. */
struct huvm_task {
    uint32_t first, chunks;
    enum huvm_pattern pattern;
    const uint32_t *trace; /* chunks from 0 on; one pass */
    uint64_t trace_length;
    unsigned passes;
    unsigned width;   /* uses in flight, which fault together; 1..HUVM_WIDTH_MAX */
    unsigned burst;   /* page faults of one use before those of the next; 1..HUVM_BATCH_MAX */
    uint64_t compute; /* ns per use */
    unsigned app;     /* the GPUs of one app wait for each other between passes */
    bool repeats;     /* repeats until all tasks that do not repeat have ended */
    bool loaded;      /* its chunks, which fit, are resident in the GPU at the start */
    uint64_t seed;
};

/* An owner takes memory (granules > 0) or returns it. */
struct huvm_turn {
    uint64_t at; /* ns */
    unsigned gpu;
    int64_t granules;
};

struct huvm_rate {
    double bytes;     /* per second */
    uint64_t latency; /* ns, during which the link is busy too */
};

enum huvm_compress {
    HUVM_RAW,
    HUVM_LINK,   /* chunks are compressed on the links */
    HUVM_VICTIM, /* and also at neighbours */
    HUVM_TIERS   /* and also in host memory */
};

/* A compressed chunk. */
struct huvm_stored {
    uint32_t bytes;          /* the size of a raw chunk: it did not shrink */
    uint32_t shrink, expand; /* ns in the units */
    uint8_t granules;        /* at a neighbour; ignored below HUVM_VICTIM */
};

/* A copy, for timelines. Times in ns. */
struct huvm_span {
    struct huvm_action action;
    uint64_t asked, driver, link, end; /* driver: start of its part; link: start of the copy */
};

struct huvm_clock {
    struct huvm_config policy;
    struct huvm_task task[HUVM_GPUS_MAX]; /* passes 0: the GPU is idle */
    unsigned apps;
    const struct huvm_turn *turns; /* ordered by time */
    size_t turn_count;
    uint64_t chunk_bytes;
    struct huvm_rate pcie, nvlink;
    uint64_t leaves;     /* additional link time, in ns, for a chunk that leaves its own GPU */
    double memory_rate;  /* of a GPU's memory, in bytes/s; copies delay the computation there */
    double l2_rate;      /* the same for L2 and its crossbar to the SMs */
    double served, page; /* driver time in ns: per chunk, and per host page populated */
    enum huvm_compress compress;
    const struct huvm_stored *stored; /* one for each chunk; NULL with HUVM_RAW */
    void (*span)(void *context, const struct huvm_span *span); /* NULL: not called */
    void *context;
};

struct huvm_waits {
    uint64_t evict, fetch, driver, write_back, others; /* ns; others: waiting for the app's GPUs at
                                                          the end of a pass */
};

struct huvm_gpu_result {
    uint64_t time; /* ns for all passes; for repeating tasks, extrapolated from the run */
    uint64_t uses, compute;
    struct huvm_counts counts;
    struct huvm_waits waits;
    uint32_t peak_guests, peak_lent; /* granules, at the maximum of guests */
};

struct huvm_link_result {
    uint64_t raw, bytes, busy; /* busy: ns */
};

struct huvm_result {
    uint64_t time, events;
    struct huvm_gpu_result gpu[HUVM_GPUS_MAX];
    struct huvm_link_result pcie_in[HUVM_GPUS_MAX], pcie_out[HUVM_GPUS_MAX];
    struct huvm_link_result nvlink[HUVM_GPUS_MAX][HUVM_GPUS_MAX]; /* [from][to] */
    uint64_t host_bytes; /* stored at the host for all chunks, at the end */
    uint64_t mismatches; /* chunks with wrong contents after a copy; only on a real clock */
};

/* End of a run. */
enum huvm_end {
    HUVM_ENDED,
    HUVM_NO_MEMORY, /* the machine that runs the model is out of memory */
    HUVM_BAD,       /* invalid configuration or task, or a turn that is refused */
    HUVM_TOO_LONG   /* more than `limit` events */
};

/* Runs all tasks to their end. */
enum huvm_end huvm_clock_run(const struct huvm_clock *clock, uint64_t limit,
                             struct huvm_result *result);

#endif
