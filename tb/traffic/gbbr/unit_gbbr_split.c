/* SPDX-License-Identifier: Apache-2.0 */
/* lp_gbbr_split: whatever it is asked, its answer is checked against the slow functional twin. */
#include <stdlib.h>

#include "gbbr/gbbr_ports.h"
#include "gbbr/gbbr_slow.h"
#include "cosim/registry.h"

static const char *split_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    const struct lp_gbbr_split_in *in = in_ports;
    const struct lp_gbbr_split_out *out = out_ports;
    struct lp_gbbr_split split = {0};

    (void)self, (void)cycle;
    if (out->bad != (lpi_gbbr_slow_split(in->state, in->target, &split) != LP_ANSWER_OK))
        return "bad_o is wrong about state and target";
    if (out->dev != split.dev_sectors || out->eight != split.eight ||
        out->spill != split.spill_sectors)
        return "the sectors are not those of the state";
    return NULL;
}

static void split_reset(struct lp_traffic *self)
{
    (void)self;
}

static struct lp_traffic *split_random(const int *values, uint64_t seed)
{
    struct lp_traffic *traffic = calloc(1, sizeof *traffic);

    (void)values, (void)seed;
    if (traffic)
        *traffic = (struct lp_traffic){
            .check = split_check, .reset = split_reset, .close = lp_traffic_free};
    return traffic;
}

extern const struct lp_hooks lp_gbbr_split_hooks;
const struct lp_hooks lp_gbbr_split_hooks = {.random = split_random};
