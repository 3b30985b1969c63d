/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs cut to the widths of their ports. LPI_CUT(foo, LP_FOO_PORTS) defines
 *
 *     struct lp_foo_in lpi_foo_cut(const struct lp_foo_in *in)
 *
 * which clears the bits above the widths of the port list; ports that a parameter makes narrower
 * are cut by the model. Where the copy is too expensive, a model masks bits where it uses them.
 * tb/units/models/test_units.c finds missing masks. Not installed.
 */
#ifndef LPI_CUT_H
#define LPI_CUT_H

#include <stdint.h>

#include "../../base/inline.h"
#include "unit.h"

/* The bits that a port of this width, 1 or more, has in its last word. */
#define LPI_ONES(width) (UINT32_MAX >> (31 - ((width)-1) % 32))

#define LPI_CUT_IN_(name, width) own.name &= LPI_ONES(width);
#define LPI_CUT_INV_(name, width) own.name[LP_PORT_WORDS(width) - 1] &= LPI_ONES(width);
#define LPI_CUT_NONE_(name, width)
#define LPI_CUT(unit, PORTS)                                                                       \
    LPI_INLINE struct lp_##unit##_in lpi_##unit##_cut(const struct lp_##unit##_in *in)             \
    {                                                                                              \
        struct lp_##unit##_in own = *in;                                                           \
        PORTS(LPI_CUT_IN_, LPI_CUT_NONE_, LPI_CUT_INV_, LPI_CUT_NONE_)                             \
        return own;                                                                                \
    }

/* mask: ones for the bits of a port of this width in `words` words. */
static inline void lpi_wide_mask(uint32_t *mask, unsigned words, unsigned width)
{
    for (unsigned i = 0; i < words; i++)
        mask[i] = i >= LP_PORT_WORDS(width)       ? 0
                  : i == LP_PORT_WORDS(width) - 1 ? LPI_ONES(width)
                                                  : UINT32_MAX;
}

/* Copies those bits. */
LPI_INLINE void lpi_wide_copy(uint32_t *to, const uint32_t *from, const uint32_t *mask,
                              unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        to[i] = from[i] & mask[i];
}

#endif
