/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plays cases through a unit with Linepress's ports, a cycle model or Verilated RTL: inputs
 * become beats, and the beats that come out become outputs. Both sides stall at random, and inputs
 * that are not valid are random bits. Outputs are also checked to stay valid and stable until they
 * are taken.
 */
#ifndef LPI_KIT_PLAY_H
#define LPI_KIT_PLAY_H

#include "../units/common/instance.h"
#include "run.h"
#include "streams.h"

#define LPI_KIT_FLIGHT 8       /* largest number of cases in flight */
#define LPI_KIT_PATIENCE 50000 /* cycles without a beat after which a unit hangs */

/*
 * Transfer of the cases of a kind through the ports of its module. `own` is zeros when a case
 * begins.
 */
struct lpi_kit_ports {
    unsigned flight; /* cases that may be in flight */
    /*
     * Beat `number` of a case, in the order of sending: sets one X_valid and its payload in the
     * unit's zeroed in struct. False: there are no more.
     */
    bool (*give)(const int *values, const struct lpi_kit_side *in, size_t number, void *ports);
    /* A beat that answers the unit, for the input stream of this valid port. NULL: none do. */
    bool (*react)(void *own, const struct lpi_kit_side *in, const char *valid, void *ports);
    /*
     * Sees the settled ports of a cycle; `in` is the oldest case. True: all its outputs are in
     * `got`. *wrong: an error of the unit at ports that are not part of the case.
     */
    bool (*take)(void *own, const int *values, const struct lpi_kit_side *in, const void *in_ports,
                 const void *out_ports, struct lpi_kit_side *got, const char **wrong);
};

/* Room for what take and react keep of a case. */
#define LPI_KIT_PORTS_OWN 8192

struct lpi_kit_play;

/*
 * Begins to play cases of the head's kind through an instance of its module, which the caller owns
 * and which is reset first. `stall` is the probability of a pause in a cycle. NULL: no memory.
 */
struct lpi_kit_play *lpi_kit_play_open(const struct lpi_case_head *head, const struct lp_unit *unit,
                                       const int *unit_values, const struct lp_instance *instance,
                                       double stall, uint64_t seed);
void lpi_kit_play_close(struct lpi_kit_play *play);

/* Whether another case may be put. */
bool lpi_kit_play_room(const struct lpi_kit_play *play);

/* Puts one in; its fields are copied. */
void lpi_kit_play_put(struct lpi_kit_play *play, const struct lpi_kit_side *in);

/*
 * Runs a clock cycle. *done is the outputs of the oldest case if they are complete, else NULL; they
 * stay until the next call. NULL, or the unit's protocol error.
 */
const char *lpi_kit_play_cycle(struct lpi_kit_play *play, const struct lpi_kit_side **done);

/* Called for each beat that is taken, in and out, with the struct that holds its payload. */
typedef void lpi_kit_seen_fn(void *context, const struct lp_stream *stream,
                             const struct lp_streams *streams, const void *ports);
void lpi_kit_play_watch(struct lpi_kit_play *play, lpi_kit_seen_fn *seen, void *context);

/*
 * The values of the module's parameters for those of a kind: those of the same name, and the
 * defaults of all others.
 */
void lpi_kit_unit_values(const struct lpi_case_head *head, const struct lp_unit *unit,
                         int *unit_values);

#endif
