/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory model (memory/memory.h) behind an AXI4 port whose readies the bench drives: what the
 * memory is not ready for waits in between.
 */
#ifndef LP_SLICE_MEMORY_H
#define LP_SLICE_MEMORY_H

#include <stdbool.h>

#include "memory/memory.h"

#define LP_SLICE_WAITING 256 /* more than a slice can have under way */

struct lp_slice_memory {
    struct lpi_memory *memory;
    struct lpi_axi_request ar[LP_SLICE_WAITING], aw[LP_SLICE_WAITING];
    struct lpi_axi_data w[LP_SLICE_WAITING];
    unsigned ar_in, ar_out, aw_in, aw_out, w_in, w_out;
};

/* False: no memory. */
bool lp_slice_memory_open(struct lp_slice_memory *m, const struct lpi_memory_config *config);
void lp_slice_memory_close(struct lp_slice_memory *m);

/* What the unit under test hands over. */
void lp_slice_memory_ar(struct lp_slice_memory *m, uint32_t id, const uint32_t addr[2],
                          uint32_t len);
void lp_slice_memory_aw(struct lp_slice_memory *m, uint32_t id, const uint32_t addr[2],
                          uint32_t len);
void lp_slice_memory_w(struct lp_slice_memory *m, const uint32_t data[8], uint32_t strb,
                     uint32_t last);

/* The next answer of a channel, which is then given; NULL: none now. */
const struct lpi_axi_answer *lp_slice_memory_r(struct lp_slice_memory *m);
const struct lpi_axi_answer *lp_slice_memory_b(struct lp_slice_memory *m);

/* A clock edge; NULL, or the rule that was broken. */
const char *lp_slice_memory_tick(struct lp_slice_memory *m);

#endif
