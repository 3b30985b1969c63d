/* SPDX-License-Identifier: Apache-2.0 */
/* The model of lp_buddy_events (rtl/buddy/lp_buddy_events.sv), a part of lp_buddy_slice's. */
#ifndef LPI_BUDDY_EVENTS_H
#define LPI_BUDDY_EVENTS_H

#include <stdbool.h>

#include "buddy_ports.h"

#define LPI_EVENTS_ENABLE 8u /* first bit of the interrupt enables in the register */

/* Events of a cycle; a code is used with its valid. */
struct lpi_events_in {
    bool lost, read_valid, write_valid, refused, stray, cfg_valid;
    unsigned read_code, write_code, cfg_data;
};

struct lpi_events {
    unsigned read_code, write_code;
    bool lost, refused, stray;
    unsigned seen, enable;
};

static inline unsigned lpi_events_value(const struct lpi_events *q)
{
    return q->enable << LPI_EVENTS_ENABLE | q->seen;
}

void lpi_events_tick(struct lpi_events *q, const struct lpi_events_in *in);
void lpi_events_reset(struct lpi_events *q);

#endif
