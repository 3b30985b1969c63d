/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of the metadata cache, twin of rtl/mdcache/ (ports: mdcache_ports.h). */
#ifndef LP_MDCACHE_CYCLE_H
#define LP_MDCACHE_CYCLE_H

#include "mdcache_ports.h"

/* SETS, WAYS, MISSES, TARGETS, COUNT_W, COUNTERS, TAG; ADDR_W is 40 */
extern const struct lp_unit lp_mdcache_unit;

/* At least lp_mdcache_unit.state_size, for units that hold one in their own state. */
#define LP_MDCACHE_STATE 102400

#endif
