/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Registers and descriptors that software writes for lp_cdma_ring's bench, with descriptors at the
 * limits that the registers allow.
 */
#ifndef LP_RING_SETUP_H
#define LP_RING_SETUP_H

#include <linepress/cdma.h>

#include "base/rng.h"

/* Rings, and windows of any size around each other and at the end of the address space. */
void lp_ring_setup(struct lp_rng *rng, unsigned codecs, struct lp_dma_setup *setup);

/* Descriptor number `n` of a ring: most are good or some, the others are bad in any way. */
void lp_ring_descriptor(uint64_t seed, const struct lp_dma_setup *setup,
                        enum lp_dma_direction direction, uint16_t n,
                        struct lp_dma_descriptor *descriptor);

#endif
