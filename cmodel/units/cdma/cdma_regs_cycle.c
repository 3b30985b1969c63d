/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_regs (rtl/cdma/lp_cdma_regs.sv): the table, and cmodel/units/axi/axil.h. */
#include "cdma_regs_cycle.h"
#include "../axi/axil.h"
#include "cdma_regs_table.h"

typedef struct lp_cdma_regs_in LP_IN_T;
typedef struct lp_cdma_regs_out LP_OUT_T;

_Static_assert(sizeof(struct lpi_axil) <= LP_CDMA_REGS_STATE, "lp_cdma_regs's state");
_Static_assert(sizeof cdma_regs_fields / sizeof *cdma_regs_fields <= LPI_AXIL_FIELDS, "fields");
_Static_assert(sizeof(LP_OUT_T) / 4 <= LPI_AXIL_OUTS, "outputs");
_Static_assert(offsetof(LP_IN_T, rready) == offsetof(struct lpi_axil_in, rready), "AXI4-Lite");
_Static_assert(offsetof(LP_OUT_T, rresp) == offsetof(struct lpi_axil_out, rresp), "AXI4-Lite");

static void reset(void *state)
{
    lpi_axil_reset(&cdma_regs_map, state);
}

static void init(void *state, const int *values)
{
    lpi_axil_set_up(&cdma_regs_map, state, (unsigned)values[0]);
}

static void eval(const void *state, const void *in, void *out)
{
    (void)in;
    lpi_axil_eval(&cdma_regs_map, state, out);
}

static void tick(void *state, const void *in)
{
    lpi_axil_tick(&cdma_regs_map, state, in);
}

static const struct lp_param regs_params[] = {
    LP_PARAM_RANGE("COUNT_W", 8, 32, 32, 12, 8),
};

LP_UNIT_ROW(cdma_regs, LP_CDMA_REGS_PORTS, struct lpi_axil, LP_UNIT_PARAMS(regs_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick);
