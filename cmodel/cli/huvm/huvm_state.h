/* SPDX-License-Identifier: Apache-2.0 */
/* What `linepress huvm` works on: a scenario, the sizes of its chunks, and runs of it. */
#ifndef LPI_CLI_HUVM_STATE_H
#define LPI_CLI_HUVM_STATE_H

#include "../../systems/huvm/clock/presets.h"

enum { HUVM_NAME_BYTES = 64 };

struct huvm_app {
    char name[HUVM_NAME_BYTES + 1];
    unsigned gpu[HUVM_GPUS_MAX], gpus;
    uint32_t chunks[HUVM_GPUS_MAX]; /* on each of its GPUs, in the order of `gpu` */
    enum huvm_pattern pattern;
    unsigned passes, width;
    uint64_t compute; /* ns */
    uint32_t *trace;  /* NULL: none; shared by its GPUs */
    uint64_t trace_length;
    char *data;   /* the file whose bytes its chunks have; NULL: not said */
    char **program; /* for the real clock, ended by NULL; or NULL */
    bool asks;      /* of it, only what lp_huvm_alloc gives is managed */
    bool harvests; /* it does not fit into one of its GPUs */
};

struct huvm_scenario {
    char name[HUVM_NAME_BYTES + 1];
    unsigned gpus;
    uint32_t memory[HUVM_GPUS_MAX]; /* chunks */
    uint64_t chunk_bytes;
    struct huvm_rate pcie, nvlink;
    uint64_t leaves; /* ns that a link takes longer for a chunk that leaves its own GPU */
    unsigned threshold; /* chunks */
    struct huvm_app app[HUVM_GPUS_MAX];
    unsigned apps;
    struct huvm_turn *turns;
    size_t turn_count;
};

/* Of each chunk of a scenario, all GPUs' one after the other, as huvm_job_clock numbers them. */
struct huvm_sizes {
    struct huvm_stored *stored; /* NULL: nothing is compressed */
    uint64_t mismatches;
};

/* A run with one policy, and base beside it. */
struct huvm_outcome {
    const struct huvm_policy_row *policy;
    struct huvm_result base, result;
};

#endif
