/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scenarios: several GPUs and the applications that they run, by name or from a file (huvm.md), and
 * the settings of a run. Functions that return an int return 0, or the code of the fault.
 */
#ifndef LPI_HUVM_SCENARIO_H
#define LPI_HUVM_SCENARIO_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include "policy/chunk_size.h"
#include "clock/presets.h"
#include "wire/wire.h"
#include <stdbool.h>

enum { HUVM_NAME_BYTES = 64 };

struct huvm_settings {
    const char *scenario; /* case1 to case4, or a file; "-" is standard input */
    unsigned policy;      /* index in huvm_policies */
    enum huvm_compress compress;
    enum huvm_codec codec;
    const char *data;          /* contents of chunks, unless the scenario sets them; or NULL */
    uint64_t prefetch, stride; /* bytes; UINT64_MAX: not given */
    double spare;              /* percentage of each lender's memory; < 0: as in the scenario */
    unsigned scale;            /* 0: not given */
    double served, page;       /* of the driver, us */
    unsigned in_flight, burst; /* of each application; 0: as in the scenario */
    double compute;            /* us per use; < 0: as in the scenario */
    uint64_t seed;
    bool real;        /* use the real clock; the next two fields apply to it */
    const char *host; /* a file for the host tier, or NULL */
    enum huvm_faults faults;
    const struct lpi_tell *tell; /* or NULL */
};

/* No scenario, and the defaults of all other settings. */
extern const struct huvm_settings huvm_usual;

struct huvm_app {
    char name[HUVM_NAME_BYTES + 1];
    unsigned gpu[HUVM_GPUS_MAX], gpus;
    uint32_t chunks[HUVM_GPUS_MAX]; /* on each of its GPUs, in the order of `gpu` */
    enum huvm_pattern pattern;
    unsigned passes, width, burst;
    uint64_t compute; /* ns per use */
    uint32_t *trace;  /* NULL: none; shared by the app's GPUs */
    uint64_t trace_length;
    char *data;     /* the file with the contents of its chunks; NULL: none */
    char **program; /* for the real clock, ended by NULL; or NULL */
    bool asks;      /* only memory from lp_huvm_alloc is managed */
    bool harvests;  /* its chunks exceed the memory of one of its GPUs */
};

struct huvm_scenario {
    char name[HUVM_NAME_BYTES + 1];
    unsigned gpus;
    uint32_t memory[HUVM_GPUS_MAX]; /* chunks */
    uint64_t chunk_bytes;
    struct huvm_rate pcie, nvlink;
    uint64_t leaves;    /* additional link time, in ns, for a chunk that leaves its own GPU */
    unsigned threshold; /* chunks */
    struct huvm_app app[HUVM_GPUS_MAX];
    unsigned apps;
    struct huvm_turn *turns;
    size_t turn_count;
};

/* Results of a run with one policy, and of the same run with the policy base. */
struct huvm_outcome {
    const struct huvm_policy_row *policy;
    struct huvm_result base, result;
    bool has_base; /* `base` is known from an earlier run, and is not run again */
};

int huvm_scenario_open(const struct huvm_settings *settings, struct huvm_scenario *scenario,
                       struct lpi_fault *fault);
void huvm_scenario_close(struct huvm_scenario *scenario);
/* Frees an application's own memory, after it was removed from a scenario. */
void huvm_app_close(struct huvm_app *app);

/*
 * scenario_file.c: reads a scenario file into a zeroed scenario, which must be closed even after an
 * error.
 */
int huvm_scenario_read(const char *path, struct huvm_scenario *scenario, struct lpi_fault *fault);

/* Spare chunks of the lenders, and chunks by which harvesters exceed their GPUs' memory. */
uint64_t huvm_scenario_spare_chunks(const struct huvm_scenario *scenario);
uint64_t huvm_scenario_over_chunks(const struct huvm_scenario *scenario);

/*
 * Converts the bytes of an option into whole chunks, at most HUVM_AHEAD_MAX; UINT64_MAX gives
 * `if_none` chunks.
 */
int huvm_ahead(const char *option, uint64_t bytes, uint64_t chunk_bytes, unsigned if_none,
               unsigned *chunks, struct lpi_fault *fault);

#endif
