/* SPDX-License-Identifier: Apache-2.0 */
#include "lane.h"
#include "trouble.h"
#include <linepress/linepress.h>
#include <stddef.h>

static unsigned place(uint64_t number)
{
    return (unsigned)(number % LPC_LANE_EVENTS);
}

int lpc_lane_open(struct lpc_lane *lane)
{
    int error = lpc_checked((int)cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking));
    for (unsigned i = 0; i < LPC_LANE_EVENTS && error == LP_OK; i++) {
        error = lpc_checked((int)cudaEventCreate(&lane->begin[i]));
        if (error == LP_OK)
            error = lpc_checked((int)cudaEventCreate(&lane->end[i]));
    }
    return error;
}

void lpc_lane_close(struct lpc_lane *lane)
{
    if (lane->stream == NULL)
        return;
    cudaStreamSynchronize(lane->stream);
    for (unsigned i = 0; i < LPC_LANE_EVENTS; i++) {
        if (lane->begin[i] != NULL)
            cudaEventDestroy(lane->begin[i]);
        if (lane->end[i] != NULL)
            cudaEventDestroy(lane->end[i]);
    }
    cudaStreamDestroy(lane->stream);
    *lane = (struct lpc_lane){0};
}

int lpc_lane_begin(const struct lpc_lane *lane, cudaStream_t stream)
{
    return lpc_checked((int)cudaEventRecord(lane->begin[place(lane->asked + 1)], stream));
}

int lpc_lane_end(struct lpc_lane *lane, uint64_t *number)
{
    int error = lpc_checked((int)cudaEventRecord(lane->end[place(lane->asked + 1)], lane->stream));
    if (error == LP_OK)
        *number = ++lane->asked;
    return error;
}

/* If a work's event has been reused, waits for the oldest kept one, which is later. */
int lpc_lane_let_wait(const struct lpc_lane *lane, cudaStream_t stream, uint64_t number)
{
    if (number <= lane->seen)
        return LP_OK;
    if (number + LPC_LANE_EVENTS <= lane->asked)
        number = lane->asked - LPC_LANE_EVENTS + 1;
    return lpc_checked((int)cudaStreamWaitEvent(stream, lane->end[place(number)], 0));
}

/* The first work not known to be complete, or the first after it whose events are kept. */
static uint64_t next_to_see(const struct lpc_lane *lane)
{
    uint64_t next = lane->seen + 1;
    return next + LPC_LANE_EVENTS <= lane->asked ? lane->asked - LPC_LANE_EVENTS + 1 : next;
}

int lpc_lane_look(struct lpc_lane *lane)
{
    while (lane->seen < lane->asked) {
        uint64_t number = next_to_see(lane);
        unsigned i = place(number);
        float ms = 0;
        cudaError_t state = cudaEventQuery(lane->end[i]);
        if (state == cudaErrorNotReady)
            return LP_OK;
        if (state == cudaSuccess)
            state = cudaEventElapsedTime(&ms, lane->begin[i], lane->end[i]);
        if (state != cudaSuccess)
            return lpc_checked((int)state);
        lane->seconds[i] = (double)ms / 1e3;
        lane->busy += lane->seconds[i];
        lane->seen = number;
    }
    return LP_OK;
}

int lpc_lane_wait(struct lpc_lane *lane)
{
    cudaEvent_t end = lane->end[place(next_to_see(lane))];
    int error = lpc_checked((int)cudaEventSynchronize(end));
    return error == LP_OK ? lpc_lane_look(lane) : error;
}

double lpc_lane_seconds(const struct lpc_lane *lane, uint64_t number)
{
    int kept = number > 0 && number <= lane->seen && number + LPC_LANE_EVENTS > lane->asked;
    return kept ? lane->seconds[place(number)] : 0;
}

int lpc_lane_span(const struct lpc_lane *lane, uint64_t number, cudaEvent_t since, double span[2])
{
    float ms[2] = {0, 0};
    if (number == 0 || number > lane->seen || number + LPC_LANE_EVENTS <= lane->asked)
        return LP_ERR_ARG;
    int error = lpc_checked((int)cudaEventElapsedTime(&ms[0], since, lane->begin[place(number)]));
    if (error == LP_OK)
        error = lpc_checked((int)cudaEventElapsedTime(&ms[1], since, lane->end[place(number)]));
    span[0] = (double)ms[0] / 1e3;
    span[1] = (double)ms[1] / 1e3;
    return error;
}
