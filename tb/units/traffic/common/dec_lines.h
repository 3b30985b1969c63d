/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the decoders' traffic: lines that are due, and the sectors that come out. */
#ifndef LP_DEC_LINES_H
#define LP_DEC_LINES_H

#include <linepress/linepress.h>

#include "units/cosim/traffic.h"

struct lp_due {
    uint8_t bytes[LP_LINE_BYTES];
    bool bad;     /* its data may be anything */
    unsigned end; /* specific to the unit: other signals of its fourth sector */
};

struct lp_dec_lines {
    struct lp_due due[LP_TRAFFIC_LINES];
    uint64_t lines_due, lines_out;
    unsigned sector_out;
    bool seen; /* the sector now offered was checked before */

    unsigned starts[LP_TRAFFIC_LINES]; /* lines that begin in a beat that is offered or taken */
    uint64_t beats_in, beats_taken;
};

/* The m side of a decoder in one cycle. */
struct lp_dec_sector {
    bool valid, ready, last, err;
    const uint32_t *data;
};

/* Resets: no line is due and none is in progress. */
void lp_dec_lines_start(struct lp_dec_lines *self, struct lp_traffic *base);

/* The next line that must come out, to be filled by the caller. */
struct lp_due *lp_dec_lines_due(struct lp_dec_lines *self);

/* The line whose sectors come out now. */
const struct lp_due *lp_dec_lines_now(const struct lp_dec_lines *self);

/* offer: a beat in which `starts` lines begin is offered. taken: called in each cycle after
 * that. */
void lp_dec_lines_offer(struct lp_dec_lines *self, unsigned starts);
void lp_dec_lines_taken(struct lp_dec_lines *self, struct lp_traffic *base, uint64_t cycle);

/* NULL, or what is wrong with this cycle's sector. */
const char *lp_dec_lines_check(struct lp_dec_lines *self, struct lp_traffic *base, uint64_t cycle,
                               const struct lp_dec_sector *sector);

#endif
