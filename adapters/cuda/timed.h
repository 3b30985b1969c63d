/* SPDX-License-Identifier: Apache-2.0 */
/* Time of a stream's work. */
#ifndef LPC_TIMED_H
#define LPC_TIMED_H

#include <cuda_runtime_api.h>

/*
 * Waits for the stream; *seconds = its time since `begin`, which was recorded there, or 0 after an
 * error. `end` is recorded. LP_ERR_SYSTEM.
 */
int lpc_timed(cudaStream_t stream, cudaEvent_t begin, cudaEvent_t end, double *seconds);

#endif
