/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors in a GPU's memory: what differs for the executor. Not installed. */
#ifndef LPI_SWAP_GPU_H
#define LPI_SWAP_GPU_H

#include "swap_exec.h"

/* Also where nothing is open. */
void lpi_gpu_close(struct lp_swap *swap);

/* Lets a codec of the GPU make the tensor's stream, and the tensor leave; the lock is held. */
void lpi_gpu_submit_compress(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Room for a stream that comes, without the lock. LP_ERR_SYSTEM */
int lpi_gpu_stage(struct lp_swap *swap, struct lpi_tensor *tensor, size_t bytes);
void lpi_gpu_unstage(struct lp_swap *swap, struct lpi_tensor *tensor);

/* Expands the stream that came; 0 or an error of lp_swap_expand, without the lock. */
int lpi_gpu_expand(struct lp_swap *swap, struct lpi_tensor *tensor);

/* The words for what the GPU refused in this thread; the lock is held. */
void lpi_gpu_fail(struct lp_swap *swap, struct lpi_tensor *tensor);

#endif
