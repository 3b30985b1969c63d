/* SPDX-License-Identifier: Apache-2.0 */
/* All kernels. */
#ifndef LPC_KERNELS_H
#define LPC_KERNELS_H

#include "grp_job.h"
#include "job.h"
#include <cuda_runtime.h>

extern "C" {
__global__ void lpc_compress_zvc(struct lpc_job job);
__global__ void lpc_compress_rle(struct lpc_job job);
__global__ void lpc_compress_csr(struct lpc_job job);
__global__ void lpc_compress_lz4(struct lpc_job job);
__global__ void lpc_compress_zvc16(struct lpc_job job);
__global__ void lpc_compress_ebd16(struct lpc_job job);
__global__ void lpc_expand_zvc(struct lpc_job job);
__global__ void lpc_expand_rle(struct lpc_job job);
__global__ void lpc_expand_csr(struct lpc_job job);
__global__ void lpc_expand_lz4(struct lpc_job job);
__global__ void lpc_expand_zvc16(struct lpc_job job);
__global__ void lpc_expand_ebd16(struct lpc_job job);
__global__ void lpc_head(struct lpc_job job);
__global__ void lpc_gather(struct lpc_job job);
__global__ void lpc_send_zvc(struct lpc_job job);
__global__ void lpc_send_zvc16(struct lpc_job job);
__global__ void lpc_send_slots(struct lpc_job job);
__global__ void lpc_receive_zvc(struct lpc_job job);
__global__ void lpc_receive_zvc16(struct lpc_job job);
__global__ void lpc_sum(struct lpc_job job);
__global__ void lpc_check(struct lpc_job job);
__global__ void lpc_grp_states(struct lpc_grp_job job);
__global__ void lpc_grp_encode(struct lpc_grp_job job);
__global__ void lpc_grp_decode(struct lpc_grp_job job);
}

#endif
