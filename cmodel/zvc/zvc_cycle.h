/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of lp_zvc_enc and lp_zvc_dec: what the RTL's ports show on every cycle.  No heap, no
 * globals: any number of instances, in any thread.  Stage and register names are those of the RTL.
 */
#ifndef LP_ZVC_CYCLE_H
#define LP_ZVC_CYCLE_H

#include <stdbool.h>

#include "zvc_ports.h"

/* What follows from the element width alone (the RTL's localparams). */
struct lp_zvc_geometry {
    uint8_t elem;     /* element width in bits: 8, 16 or 32 */
    uint8_t lanes;    /* elements in a sector */
    uint8_t mask;     /* lanes that a line's mask takes */
    uint8_t raw_from; /* non-zero elements from which an entry is stored raw */
};

/* elem: 8, 16 or 32. */
struct lp_zvc_geometry lp_zvc_geometry(unsigned elem);

extern const struct lp_unit lp_zvc_enc_unit;
extern const struct lp_unit lp_zvc_dec_unit;

#endif
