/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A direction of the link: a stream whose works are numbered from 1 on, in order. Other streams wait
 * for a work by its number; the host only looks which are over.
 */
#ifndef LPC_LANE_H
#define LPC_LANE_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#define LPC_LANE_EVENTS 1024u /* works whose events are kept */

struct lpc_lane {
    cudaStream_t stream;
    cudaEvent_t begin[LPC_LANE_EVENTS], end[LPC_LANE_EVENTS];
    double seconds[LPC_LANE_EVENTS]; /* of works that were seen to be over */
    uint64_t asked, seen;            /* works; those up to `seen` are over */
    double busy;                     /* seconds */
};

/* LP_ERR_SYSTEM, also of the others. */
int lpc_lane_open(struct lpc_lane *lane);

/* Waits for all of them. Also of a lane that is zero. */
void lpc_lane_close(struct lpc_lane *lane);

/* A work is what the stream is asked for between both; *number is its own. */
int lpc_lane_begin(struct lpc_lane *lane);
int lpc_lane_end(struct lpc_lane *lane, uint64_t *number);

/* The stream goes on once work `number` is over; 0 is none. */
int lpc_lane_let_wait(const struct lpc_lane *lane, cudaStream_t stream, uint64_t number);

/* Looks which works are over, without a wait. */
int lpc_lane_look(struct lpc_lane *lane);

/* Seconds of a work that is over; 0 if they are not kept any more. */
double lpc_lane_seconds(const struct lpc_lane *lane, uint64_t number);

#endif
