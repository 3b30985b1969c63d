/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_bpc_turn (rtl/bpc/lp_bpc_turn.sv). */
#include <string.h>

#include "bpc_cycle.h"

typedef struct lp_bpc_turn_in LP_IN_T;
typedef struct lp_bpc_turn_out LP_OUT_T;

struct turn {
    uint32_t row[32]; /* bit c of row r: cell (r, c) */
};

/* Where bit i of a vector lies: the first of eight leaves from 24. */
static unsigned position(unsigned i)
{
    return 8 * (3 - i / 8) + i % 8;
}

static void turn_eval(const void *state, const void *in, void *out)
{
    const struct turn *q = state;
    const LP_IN_T *i = in;
    LP_OUT_T *o = out;

    memset(o, 0, sizeof *o);
    for (unsigned v = 0; v < 8; v++)
        for (unsigned bit = 0; bit < 32; bit++) {
            unsigned at = position(bit);
            uint32_t cell = i->axis ? q->row[24 + v] >> at : q->row[at] >> (24 + v);
            o->data[v] |= (cell & 1) << bit;
        }
}

static void turn_tick(void *state, const void *in)
{
    struct turn *q = state;
    const LP_IN_T *i = in;

    if (!i->shift)
        return;
    for (unsigned r = 32; r-- > 0;)
        q->row[r] = !i->axis ? q->row[r] << 8 : r < 8 ? 0 : q->row[r - 8];
    for (unsigned v = 0; v < 8; v++)
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t cell = i->data[v] >> bit & 1;
            if (i->axis)
                q->row[v] |= cell << position(bit);
            else
                q->row[position(bit)] |= cell << v;
        }
}

/* The RTL's cells have no reset; the bench starts both from zero. */
static void turn_reset(void *state)
{
    (void)state;
}

static void turn_init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct turn));
}

static const struct lp_port turn_ports[] = LP_UNIT_TABLE(LP_BPC_TURN_PORTS);

const struct lp_unit lp_bpc_turn_unit = {
    .name = "lp_bpc_turn",
    .ports = turn_ports,
    .nports = sizeof turn_ports / sizeof *turn_ports,
    .in_size = sizeof(LP_IN_T),
    .out_size = sizeof(LP_OUT_T),
    .state_size = sizeof(struct turn),
    .init = turn_init,
    .reset = turn_reset,
    .eval = turn_eval,
    .tick = turn_tick,
};
