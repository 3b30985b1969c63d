/* SPDX-License-Identifier: Apache-2.0 */
#include "grp.h"

#include "grp_job.h"
#include "job.h"
#include "trouble.h"
#include <cuda_runtime_api.h>

/* Error codes of kernels (warp.h, grp.cu). */
_Static_assert(LP_ERR_SPACE == -2 && LP_ERR_SHORT == -3 && LP_ERR_LONG == -4 &&
                   LP_ERR_CORRUPT == -5,
               "codes");

#define THREADS 128u
#define WARPS (THREADS / 32)
#define BLOCKS 8192u /* several times what any GPU runs at once */
#define GROUP_ALIGNED 16u

static int is_aligned(const void *at, size_t to)
{
    return at != NULL && (uintptr_t)at % to == 0;
}

static int is_good(const struct lp_grp *grp, const struct lpi_grp_cuda *call, int with_entries)
{
    if (grp == NULL || call == NULL || call->trouble == NULL || call->count > UINT64_MAX >> 9)
        return 0;
    return call->count == 0 || (is_aligned(call->groups, GROUP_ALIGNED) && call->states != NULL &&
                                (!with_entries || is_aligned(call->entries, LP_SECTOR_BYTES)));
}

static int start(enum lpc_grp_kernel kernel, const struct lp_grp *grp,
                 const struct lpi_grp_cuda *call, void *stream)
{
    if (!is_good(grp, call, kernel != LPC_GRP_STATES))
        return LP_ERR_ARG;
    struct lpc_grp_job job = {*grp,        call->groups, call->entries, call->states,
                              call->count, call->places, call->sectors, call->trouble};
    size_t blocks = (call->count + WARPS - 1) / WARPS;
    size_t most = call->blocks > 0 ? call->blocks : BLOCKS;
    int error = lpc_checked(
        (int)cudaMemsetAsync(call->trouble, 0xff, sizeof *call->trouble, (cudaStream_t)stream));
    if (error == LP_OK && blocks > 0)
        error = lpc_checked(lpc_grp_launch(kernel, &job, (unsigned)(blocks < most ? blocks : most),
                                           THREADS, stream));
    return error;
}

int lpi_grp_cuda_states(const struct lp_grp *grp, const struct lpi_grp_cuda *call, void *stream)
{
    return start(LPC_GRP_STATES, grp, call, stream);
}

int lpi_grp_cuda_encode(const struct lp_grp *grp, const struct lpi_grp_cuda *call, void *stream)
{
    return start(LPC_GRP_ENCODE, grp, call, stream);
}

int lpi_grp_cuda_decode(const struct lp_grp *grp, const struct lpi_grp_cuda *call, void *stream)
{
    return start(LPC_GRP_DECODE, grp, call, stream);
}

int lpi_grp_cuda_wait(const struct lpi_grp_cuda *call, void *stream, size_t *group)
{
    unsigned long long found = 0;
    if (call == NULL || call->trouble == NULL || group == NULL)
        return LP_ERR_ARG;
    int error = lpc_checked((int)cudaMemcpyAsync(&found, call->trouble, sizeof found,
                                                 cudaMemcpyDeviceToHost, (cudaStream_t)stream));
    if (error == LP_OK)
        error = lpc_checked((int)cudaStreamSynchronize((cudaStream_t)stream));
    if (error != LP_OK || found == ~0ull)
        return error;
    *group = (size_t)(found >> 8);
    return -(int)(found & 255);
}
