/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A direction of the link: a stream whose works are numbered from 1 on, in order. Other streams
 * wait for a work by its number; the host only polls completion.
 */
#ifndef LPC_LANE_H
#define LPC_LANE_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#define LPC_LANE_EVENTS 1024u /* works whose events are kept */

struct lpc_lane {
    cudaStream_t stream;
    cudaEvent_t begin[LPC_LANE_EVENTS], end[LPC_LANE_EVENTS];
    double seconds[LPC_LANE_EVENTS]; /* of works seen to be complete */
    uint64_t asked, seen;            /* works; those up to `seen` are complete */
    double busy;                     /* seconds */
};

/* LP_ERR_SYSTEM, also for the other functions. */
int lpc_lane_open(struct lpc_lane *lane);

/* Waits for all works. A zeroed lane is allowed. */
void lpc_lane_close(struct lpc_lane *lane);

/* A work ends with everything queued on the lane's stream before the second call; *number is its
 * number. Its seconds count from where `stream` is at the first: the lane's, or that of an earlier
 * step of this work, which the lane waits for. */
int lpc_lane_begin(const struct lpc_lane *lane, cudaStream_t stream);
int lpc_lane_end(struct lpc_lane *lane, uint64_t *number);

/* Makes the stream wait for work `number`; 0: none. */
int lpc_lane_let_wait(const struct lpc_lane *lane, cudaStream_t stream, uint64_t number);

/* Polls completion of works, without waiting. */
int lpc_lane_look(struct lpc_lane *lane);

/* Waits for the first work that is not known to be complete; there must be one. */
int lpc_lane_wait(struct lpc_lane *lane);

/* Seconds of a completed work; 0 if they are no longer kept. */
double lpc_lane_seconds(const struct lpc_lane *lane, uint64_t number);

/* Begin and end of a completed work, in seconds since this event. LP_ERR_ARG: no longer kept. */
int lpc_lane_span(const struct lpc_lane *lane, uint64_t number, cudaEvent_t since, double span[2]);

#endif
