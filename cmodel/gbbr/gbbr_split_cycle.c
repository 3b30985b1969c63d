/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_gbbr_split (rtl/gbbr/lp_gbbr_split.sv). */
#include <linepress/gbbr.h>

#include "gbbr_cycle.h"

typedef struct lp_gbbr_split_in LP_IN_T;
typedef struct lp_gbbr_split_out LP_OUT_T;

static void init(void *state, const int *values)
{
    (void)state;
    (void)values;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    struct lp_gbbr_split split = {0};

    (void)state;
    out->bad = lp_gbbr_split(in->state & 15, in->target & 7, &split) != LP_ANSWER_OK;
    out->dev = split.dev_sectors;
    out->eight = split.eight;
    out->spill = split.spill_sectors;
}

static const struct lp_port split_ports[] = LP_UNIT_TABLE(LP_GBBR_SPLIT_PORTS);

const struct lp_unit lp_gbbr_split_unit = {
    .name = "lp_gbbr_split",
    .ports = split_ports,
    .nports = sizeof split_ports / sizeof *split_ports,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = 1,
    .set_up = init,
    .eval = eval,
};
