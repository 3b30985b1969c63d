/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the kernels of GRP-16. Addresses are device addresses. */
#ifndef LPC_GRP_JOB_H
#define LPC_GRP_JOB_H

#include <linepress/grp.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lpc_grp_job {
    struct lp_grp grp;
    uint8_t *groups;  /* at a multiple of 16 */
    uint8_t *entries; /* at a multiple of LP_SECTOR_BYTES */
    uint8_t *states;
    uint64_t count;              /* of groups */
    const uint32_t *places;      /* of each entry and the last one's end, in sectors; may be NULL */
    uint32_t sectors;            /* room of `entries`; unused without places */
    unsigned long long *trouble; /* the least of group << 8 | -(enum lp_error); all ones: none */
};

enum lpc_grp_kernel { LPC_GRP_STATES, LPC_GRP_ENCODE, LPC_GRP_DECODE };

/* In any number of blocks, whose warps take groups in turn. Returns cudaError_t. */
int lpc_grp_launch(enum lpc_grp_kernel kernel, const struct lpc_grp_job *job, unsigned blocks,
                   unsigned threads, void *stream);

#ifdef __cplusplus
}
#endif

#endif
