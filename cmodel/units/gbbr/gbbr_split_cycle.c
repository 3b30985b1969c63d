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

static const struct lp_param params[] = {LP_PARAM_RANGE("MIXED", 0, 15, 0, 15)};

LP_UNIT_ROW(gbbr_split, LP_GBBR_SPLIT_PORTS, int, LP_UNIT_PARAMS(params), .set_up = init,
            .eval = eval);
