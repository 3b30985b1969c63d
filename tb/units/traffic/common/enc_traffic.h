/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of the encoders: raw lines go in sector by sector, the beats that come out are checked
 * against the functional codecs. A unit adds the mapping to its ports.
 */
#ifndef LP_ENC_TRAFFIC_H
#define LP_ENC_TRAFFIC_H

#include "units/cosim/traffic.h"
#include "enc_beats.h"

/* A sector on its way in, and the form requested with it. */
struct lp_enc_sector {
    const uint8_t *data;
    unsigned codec;
    bool mem, last;
};

/* Both sides in one cycle: a sector is taken; a beat is offered, and the sink is ready. */
struct lp_enc_cycle {
    bool taken, offered, ready;
    const uint32_t *data; /* of the beat */
};

struct lp_enc_traffic;

struct lp_enc_unit {
    void (*put)(void *in, const struct lp_enc_sector *sector);
    struct lp_enc_cycle (*look)(const void *in, const void *out);
    /* NULL, or what is wrong, other than the data, with a beat that should be q->beat. */
    const char *(*check)(const struct lp_enc_traffic *q, const void *out);
    bool choice; /* it has codec, mem or last as inputs, which random traffic may set to anything */
};

struct lp_enc_traffic {
    struct lp_traffic base;
    const struct lp_enc_unit *unit;
    struct lp_enc_lines lines;
    struct lp_rng rng;
    bool wild; /* codec, mem and last are random, so only model and RTL are compared */

    struct lp_enc_line line; /* going in */
    uint64_t line_in;
    unsigned sector_in, sectors_taken;

    struct lp_enc_beats beats;
    struct lp_enc_beat beat; /* the one due, if `due` */
    bool due, seen;          /* seen: it was offered before */
};

/* `q` holds zeros; the traffic begins with the first line. */
void lp_enc_traffic_init(struct lp_enc_traffic *q, const struct lp_enc_unit *unit,
                         struct lp_enc_lines lines);

/* Creates traffic that needs no more than this; NULL: no memory. */
struct lp_traffic *lp_enc_traffic_open(const struct lp_enc_unit *unit, struct lp_enc_lines lines);

/* Its base.check, base.done and base.reset, for a unit that extends them. */
const char *lp_enc_traffic_check(struct lp_traffic *self, uint64_t cycle, const void *in,
                                 const void *out);
bool lp_enc_traffic_done(const struct lp_traffic *self);
void lp_enc_traffic_reset(struct lp_traffic *self);

#endif
