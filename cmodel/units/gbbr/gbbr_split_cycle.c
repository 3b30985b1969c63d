/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_gbbr_split (rtl/gbbr/lp_gbbr_split.sv). */
#include "gbbr_cycle.h"
#include "../../lib/gbbr/gbbr_state.h"

typedef struct lp_gbbr_split_in LP_IN_T;
typedef struct lp_gbbr_split_out LP_OUT_T;

static void init(void *state, const int *values)
{
    *(int *)state = values[0];
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    struct lp_gbbr_split split = {0};

    unsigned mixed = (unsigned)*(const int *)state;
    out->bad = lpi_gbbr_split(mixed, in->state & 15, in->target & 7, &split) != LP_ANSWER_OK;
    out->dev = split.dev_sectors;
    out->eight = split.eight;
    out->spill = split.spill_sectors;
}

static const struct lp_port split_ports[] = LP_UNIT_TABLE(LP_GBBR_SPLIT_PORTS);

static const struct lp_param params[] = {LP_PARAM_RANGE("MIXED", 0, 15, 0, 15)};

const struct lp_unit lp_gbbr_split_unit = {
    .name = "lp_gbbr_split",
    .ports = split_ports,
    .nports = sizeof split_ports / sizeof *split_ports,
    .params = params,
    .nparams = 1,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = sizeof(int),
    .set_up = init,
    .eval = eval,
};
