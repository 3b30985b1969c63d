/* SPDX-License-Identifier: Apache-2.0 */
/* A copy over a link, piece by piece. Not installed. */
#ifndef LPI_SWAP_MOVE_H
#define LPI_SWAP_MOVE_H

#include "swap_exec.h"

struct lpi_copy {
    struct lp_swap *swap;
    struct lpi_tensor *tensor;
    struct lpi_link *link;
    int to_host;
    uint8_t *memory; /* in host memory; NULL: in the host pool */
    uint64_t at;     /* the offset there */
    int callers;     /* the other end is the caller's memory */
    int on_device;   /* the other end is the link's GPU */
    int refused;     /* and it reported an error */
    int why;         /* errno of what failed */
};

/*
 * Moves bytes over the link, without the lock, and continues *crc, which may be NULL, over them.
 * LP_ERR_ABORTED: the tensor is doomed; LP_ERR_ADDRESS: the caller's memory is gone; else errors of
 * lpi_host_write and lpi_host_read.
 */
int lpi_move(struct lpi_copy *copy, uint8_t *data, size_t bytes, uint32_t *crc);

#endif
