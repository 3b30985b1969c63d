/* SPDX-License-Identifier: Apache-2.0 */
/* lp_gbbr_split: any input; its output is checked against the slow functional twin. */
#include <stdlib.h>

#include "units/gbbr/gbbr_ports.h"
#include "reference/gbbr_slow.h"
#include "units/cosim/registry.h"

struct splits {
    struct lp_traffic base;
    unsigned mixed;
};

static const char *split_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                               const void *out_ports)
{
    const struct lp_gbbr_split_in *in = in_ports;
    const struct lp_gbbr_split_out *out = out_ports;
    struct lp_gbbr_split split = {0};

    (void)cycle;
    unsigned mixed = ((const struct splits *)self)->mixed;
    if (out->bad != (lpi_gbbr_slow_split(mixed, in->state, in->target, &split) != LP_ANSWER_OK))
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
    struct splits *splits = calloc(1, sizeof *splits);

    (void)seed;
    if (!splits)
        return NULL;
    splits->base = (struct lp_traffic){
        .check = split_check, .reset = split_reset, .close = lp_traffic_free};
    splits->mixed = (unsigned)values[0];
    return &splits->base;
}

extern const struct lp_hooks lp_gbbr_split_hooks;
const struct lp_hooks lp_gbbr_split_hooks = {.random = split_random};
