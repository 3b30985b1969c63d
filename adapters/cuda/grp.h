/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GRP-16 (format.md, section 23) in a GPU's memory: groups to entries and back, in stream order.
 * Exported by liblinepress_cuda.so. The entries and errors are those of lp_grp_encode_entry and
 * lp_grp_decode_entry.
 *
 * Shape    `count` groups of LP_GRP_BYTES bytes at a multiple of 16, a state each, and entries at a
 *          multiple of LP_SECTOR_BYTES. Entry i begins at sector places[i] and has room until
 *          places[i + 1]: count + 1 places, the last one at most `sectors`. With `places` NULL each
 *          entry has LP_GRP_SECTORS sectors. All of it is device memory, and `trouble` a word of it.
 * Errors   Calls: LP_ERR_ARG; LP_ERR_SYSTEM: CUDA refused, and lpi_cuda_trouble says why. Groups:
 *          lpi_grp_cuda_wait gives the first one's error. Other groups are not affected; the group
 *          or entry with an error is not written.
 * Threads  Any number; calls whose `trouble` is the same must be in the same stream.
 */
#ifndef LPC_GRP_H
#define LPC_GRP_H

#include <linepress/grp.h>

/* Device memory of a call. */
struct lpi_grp_cuda {
    void *groups, *entries;
    uint8_t *states;
    size_t count;
    const uint32_t *places;
    uint32_t sectors;
    unsigned long long *trouble;
    unsigned
        blocks; /* most thread blocks of a kernel, each of which takes 4 groups at a time; 0: 8192 */
};

/* Writes the states alone, from whose sectors (lp_grp_state_sectors) places follow. */
int lpi_grp_cuda_states(const struct lp_grp *grp, const struct lpi_grp_cuda *call, void *stream);

/* Writes states and entries. A group's LP_ERR_SPACE: its places leave too little room. */
int lpi_grp_cuda_encode(const struct lp_grp *grp, const struct lpi_grp_cuda *call, void *stream);

/* Reads states and entries. A group's LP_ERR_SHORT: also an entry longer than its room. */
int lpi_grp_cuda_decode(const struct lp_grp *grp, const struct lpi_grp_cuda *call, void *stream);

/* Waits for the stream. LP_OK, or the error of the first bad group of the last call, *group. */
int lpi_grp_cuda_wait(const struct lpi_grp_cuda *call, void *stream, size_t *group);

#endif
