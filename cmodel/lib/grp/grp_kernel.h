/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of a code path of GRP-16. Kernels take whole groups; grp.c checks arguments. Not
 * installed.
 */
#ifndef LPI_GRP_KERNEL_H
#define LPI_GRP_KERNEL_H

#include <linepress/grp.h>
#include <linepress/linepress.h>

#include "../../base/inline.h"

struct lpi_grp_kernel {
    /* Encodes a group that is not all zero; returns its state. A raw group is not copied. */
    unsigned (*encode)(const struct lp_grp *grp, const uint8_t *group, uint8_t *entry);
    /* The state of a group that is not all zero. */
    unsigned (*state)(const struct lp_grp *grp, const uint8_t *group);
    /* Decodes an entry with `sectors` sectors of fields; an enum lp_error. */
    int (*decode)(const struct lp_grp *grp, const uint8_t *entry, unsigned sectors, uint8_t *group);
};

extern const struct lpi_grp_kernel lpi_grp_portable;
#ifdef __x86_64__
extern const struct lpi_grp_kernel lpi_grp_avx2, lpi_grp_avx512;
/* The kernels need a little more of the CPU than their path promises; 1 if it has that. */
int lpi_grp_avx2_usable(void);
int lpi_grp_avx512_usable(void);
#endif

#endif
