/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a cycle model and its Verilated RTL side by side and compares every output port on every
 * cycle, after the logic has settled and before the clock edge.
 *
 * Streams are found by name: X_valid and X_ready of opposite directions, and the payload X_*.  The
 * runner offers and takes beats under stall patterns, holds a stalled payload stable, checks that
 * the unit does so too, and drives every other input with random bits unless the traffic does.
 * Under reset all inputs are 0. Cycle 0 is the first one after the first reset.
 */
#ifndef LP_LOCKSTEP_H
#define LP_LOCKSTEP_H

#include "flow.h"
#include "registry.h"

#define LP_MAX_PORT_WORDS 256

/* Inputs of a run, to be replayed on one engine alone. */
struct lp_record {
    uint8_t *reset; /* 1: a reset cycle */
    void *in;       /* array of the unit's input structs */
    size_t cycles, capacity;
};

struct lp_run {
    const struct lp_unit *unit;
    const struct lp_instance_kind *rtl;
    int values[LP_MAX_PARAMS];

    /* Creates new traffic for each pass; NULL: random payloads. */
    struct lp_traffic *(*traffic)(const struct lp_run *run);
    const void *traffic_arg; /* argument of that function */

    uint64_t seed;
    struct lp_flow source, sink;
    uint64_t max_cycles;
    uint32_t reset_mean; /* cycles between resets on average; 0: none */
    bool lawless;        /* inputs obey only the stream rules, so the unit may withdraw a beat */

    const char *trace;        /* waveform of the whole run, or NULL */
    const char *wave;         /* waveform around a fault, or NULL */
    struct lp_record *record; /* filled up to its capacity, or NULL */
    void (*progress)(const struct lp_run *run, uint64_t cycle, const struct lp_traffic *traffic);
};

enum lp_fault {
    LP_FAULT_NONE,
    LP_FAULT_PORT,     /* model and RTL differ */
    LP_FAULT_PROTOCOL, /* a stalled beat changed or went away */
    LP_FAULT_DATA,     /* the traffic's check failed */
    LP_FAULT_STUCK     /* no beat moves although nothing is stalled */
};

struct lp_result {
    enum lp_fault fault;
    uint64_t cycles; /* cycles run; on a fault, the number of the faulty cycle */
    uint64_t beats;  /* beats taken on all streams */
    const struct lp_port *port;
    uint32_t model[LP_MAX_PORT_WORDS], rtl[LP_MAX_PORT_WORDS];
    const char *what;
    bool wave; /* the waveform was written */
    uint64_t lines, latency_min, latency_max;
    struct lp_tally tally;
};

/* Sets a run's traffic to the unit's own random traffic, if the unit has any. */
void lp_run_random(struct lp_run *run, const struct lp_cosim_unit *unit);

/*
 * Runs until the traffic is done, max_cycles, or a fault.  After a fault a second pass from the
 * same seed writes run.wave, which ends with the faulty cycle.  False with errno if run.trace
 * cannot be written or memory is short; if run.wave cannot be written, result.wave is false.
 */
bool lp_lockstep(const struct lp_run *run, struct lp_result *result);

/* Writes one line about a fault: cycle, port and both values. */
void lp_result_text(const struct lp_run *run, const struct lp_result *result, char *text,
                    size_t size);

/* Makes an empty record with room for this many cycles; false: no memory.  Close it in any case. */
bool lp_record_open(struct lp_record *record, const struct lp_unit *unit, size_t cycles);
void lp_record_close(struct lp_record *record);

/* Returns clock cycles per second of one engine alone over the recorded inputs, in processor
 * time. */
double lp_replay_model(const struct lp_run *run, const struct lp_record *record, double seconds);
double lp_replay_rtl(const struct lp_run *run, const struct lp_record *record, double seconds);

#endif
