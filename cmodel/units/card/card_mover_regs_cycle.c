/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_card_mover_regs (rtl/card/lp_card_mover_regs.sv): the table, and
 * cmodel/units/axi/axil.h.
 */
#include "card_mover_cycle.h"
#include "../axi/axil.h"
#include "card_mover_regs_table.h"

typedef struct lp_card_mover_regs_in LP_IN_T;
typedef struct lp_card_mover_regs_out LP_OUT_T;

_Static_assert(sizeof(struct lpi_axil) <= LP_CARD_MOVER_REGS_STATE, "lp_card_mover_regs's state");
_Static_assert(sizeof card_mover_regs_fields / sizeof *card_mover_regs_fields <= LPI_AXIL_FIELDS,
               "fields");
_Static_assert(sizeof(LP_OUT_T) / 4 <= LPI_AXIL_OUTS, "outputs");
_Static_assert(offsetof(LP_IN_T, rready) == offsetof(struct lpi_axil_in, rready), "AXI4-Lite");
_Static_assert(offsetof(LP_OUT_T, rresp) == offsetof(struct lpi_axil_out, rresp), "AXI4-Lite");

static void reset(void *state)
{
    lpi_axil_reset(&card_mover_regs_map, state);
}

static void init(void *state, const int *values)
{
    (void)values;
    lpi_axil_set_up(&card_mover_regs_map, state, 32);
}

static void eval(const void *state, const void *in, void *out)
{
    (void)in;
    lpi_axil_eval(&card_mover_regs_map, state, out);
}

static void tick(void *state, const void *in)
{
    lpi_axil_tick(&card_mover_regs_map, state, in);
}

LP_UNIT_ROW(card_mover_regs, LP_CARD_MOVER_REGS_PORTS, struct lpi_axil, .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
