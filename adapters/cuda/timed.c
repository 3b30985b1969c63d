/* SPDX-License-Identifier: Apache-2.0 */
#include "timed.h"
#include "trouble.h"
#include <linepress/linepress.h>

int lpc_timed(cudaStream_t stream, cudaEvent_t begin, cudaEvent_t end, double *seconds)
{
    float ms = 0;
    int error = lpc_checked((int)cudaEventRecord(end, stream));
    if (error == LP_OK)
        error = lpc_checked((int)cudaStreamSynchronize(stream));
    if (error == LP_OK)
        error = lpc_checked((int)cudaEventElapsedTime(&ms, begin, end));
    *seconds = (double)ms / 1e3;
    return error;
}
