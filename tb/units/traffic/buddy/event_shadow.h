/* SPDX-License-Identifier: Apache-2.0 */
/* Expected registers of a slice: those of translation as written, events and counters as seen at
 * the ports. */
#ifndef LP_EVENT_SHADOW_H
#define LP_EVENT_SHADOW_H

#include "units/buddy/buddy_ports.h"
#include "buddy_shadow.h"

struct lp_event_shadow {
    uint32_t seen, enable, next; /* next: causes that become visible one cycle later */
    uint32_t strays;             /* width of the counter */
};

/* A cycle of the slice; metadata ids at the device port have the bit meta set. NULL, or what is
 * wrong. */
const char *lp_event_shadow_check(struct lp_event_shadow *events, const struct lp_shadow *shadow,
                                  uint32_t meta, const struct lp_buddy_slice_in *in,
                                  const struct lp_buddy_slice_out *out);

#endif
