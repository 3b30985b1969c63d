/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of a unit in a lock-step run, and the check of its outputs. A unit that needs more than
 * random payloads has its own; it embeds this struct as its first member.
 */
#ifndef LP_TRAFFIC_H
#define LP_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Raw lines of a file, padded to whole lines, and the form in which a unit with a choice must store
 * them. */
struct lp_lines {
    const uint8_t *bytes;
    size_t count;
    bool stream; /* a packed stream; else memory entries */
    /* For a unit with several codecs: 1 + the number of the codec of every line; 0: the file's own
     * choice. */
    unsigned codec;
    bool quick; /* for a unit that has the option: spare BPC lines */
};

/* Counts from a run, printed in a table; what == NULL: no count. */
#define LP_TALLY_ROWS 32
#define LP_TALLY_COLUMNS 6
struct lp_tally {
    const char *what;
    const char *const *row, *const *column; /* names */
    unsigned rows, columns;
    uint64_t count[LP_TALLY_ROWS][LP_TALLY_COLUMNS];
};

#define LP_TRAFFIC_LINES 128 /* lines; more than any unit holds */

struct lp_traffic {
    /*
     * Fills the payload of the next beat of an input stream (numbered in the order of the port
     * list) in the unit's in struct; the beat then stays until it is taken.  False: none left, or,
     * of reactive traffic, none now.
     */
    bool (*beat)(struct lp_traffic *self, unsigned stream, void *in);
    /* Sets the inputs that belong to no stream, random by default, after the streams. NULL:
     * none. */
    void (*drive)(struct lp_traffic *self, void *in);
    /* Beats answer requests of the unit (as a memory does), so there may be more later. */
    bool reactive;
    /* Beats are far apart, so a long time without a beat does not mean that the unit hangs. */
    bool patient;
    /* Output streams, one bit each, whose stalled beat the unit may withdraw in this cycle. */
    uint32_t forgets;
    /*
     * Sees the settled ports of each cycle outside reset. Returns NULL if they are right, else a
     * short message that stays valid. May be NULL itself.
     */
    const char *(*check)(struct lp_traffic *self, uint64_t cycle, const void *in, const void *out);
    /* Whether all expected output was seen. NULL: never. */
    bool (*done)(const struct lp_traffic *self);
    /* The unit was reset and has lost its contents. */
    void (*reset)(struct lp_traffic *self);
    void (*close)(struct lp_traffic *self);

    /* Cycles from a line's first beat in to its first beat out; max = 0: none measured. */
    uint64_t latency_min, latency_max;
    uint64_t lines;               /* lines that came out in full */
    const struct lp_tally *tally; /* or NULL */

    /* Lines between input and output: the cycle in which the first beat of each was taken. */
    uint64_t taken_at[LP_TRAFFIC_LINES];
    uint64_t lines_in, lines_out;
};

/* `close` of traffic that is one block from malloc. */
static inline void lp_traffic_free(struct lp_traffic *self)
{
    free(self);
}

/* The first beat of the next line is taken. */
static inline void lp_traffic_line_in(struct lp_traffic *self, uint64_t cycle)
{
    self->taken_at[self->lines_in++ % LP_TRAFFIC_LINES] = cycle;
}

/* The first beat of the oldest line is offered. */
static inline void lp_traffic_line_out(struct lp_traffic *self, uint64_t cycle)
{
    uint64_t cycles = cycle - self->taken_at[self->lines_out++ % LP_TRAFFIC_LINES];

    if (self->latency_max == 0 || cycles < self->latency_min)
        self->latency_min = cycles;
    if (cycles > self->latency_max)
        self->latency_max = cycles;
}

#endif
