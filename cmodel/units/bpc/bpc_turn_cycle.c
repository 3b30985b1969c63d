/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_bpc_turn (rtl/bpc/lp_bpc_turn.sv).
 *
 * RTL map of lp_bpc_turn:
 *   cell_q = row
 */
#include <string.h>

#include "bpc_cycle.h"

typedef struct lp_bpc_turn_in LP_IN_T;
typedef struct lp_bpc_turn_out LP_OUT_T;

struct turn {
    unsigned v, n;    /* vectors per beat, bits of one */
    uint32_t row[32]; /* bit c of row r: cell (r, c) */
};

/* Position of bit i of a vector: the first to leave do so from 3 v. */
static unsigned position(const struct turn *q, unsigned i)
{
    return q->v * (3 - i / q->v) + i % q->v;
}

/* Bit of the vector at position `at` along its axis. */
static uint32_t cell(const struct turn *q, unsigned axis, unsigned at, unsigned bit)
{
    unsigned other = position(q, bit);
    return (axis ? q->row[at] >> other : q->row[other] >> at) & 1;
}

static void turn_eval(const void *state, const void *in, void *out)
{
    const struct turn *q = state;
    const LP_IN_T *i = in;
    LP_OUT_T *o = out;

    memset(o, 0, sizeof *o);
    for (unsigned v = 0; v < q->v; v++)
        for (unsigned bit = 0; bit < q->n; bit++) {
            unsigned axis = i->out_axis >> v & 1;
            o->data[v] |= cell(q, axis, 3 * q->v + v, bit) << bit;
            o->behind[v] |= cell(q, axis, 2 * q->v + v, bit) << bit;
        }
    for (unsigned bit = 0; bit < q->n; bit++)
        o->other |= cell(q, !(i->out_axis >> (q->v - 1) & 1), 3 * q->v, bit) << bit;
}

/* Bits that enter row r when vectors move along rows (axis 1) or along columns. */
static uint32_t entering(const struct turn *q, const LP_IN_T *i, unsigned r)
{
    uint32_t bits = 0;

    if (i->axis & 1)
        for (unsigned c = 0; c < q->n; c++)
            bits |= (i->data[r] >> position(q, c) & 1) << c;
    else
        for (unsigned v = 0; v < q->v; v++)
            bits |= (i->data[v] >> position(q, r) & 1) << v;
    return bits;
}

static void turn_tick(void *state, const void *in)
{
    struct turn *q = state;
    const LP_IN_T *i = in;
    uint32_t moving = 0; /* rows or columns whose block moves */

    for (unsigned at = 0; at < q->n; at++)
        moving |= (i->move >> at / q->v & 1) << at;
    for (unsigned r = q->n; r-- > 0;)
        if (!(i->axis & 1))
            q->row[r] = (q->row[r] & ~moving) | ((q->row[r] << q->v | entering(q, i, r)) & moving);
        else if (moving >> r & 1)
            q->row[r] = r < q->v ? entering(q, i, r) : q->row[r - q->v];
}

/* The RTL's cells have no reset; the bench starts both from zero. */
static void turn_reset(void *state)
{
    (void)state;
}

static void turn_init(void *state, const int *values)
{
    struct turn *q = state;

    memset(q, 0, sizeof *q);
    q->v = (unsigned)values[0];
    q->n = 4 * q->v;
}

static unsigned turn_width(const struct lp_port *port, const int *values)
{
    unsigned v = (unsigned)values[0];

    if (strcmp(port->name, "out_axis") == 0)
        return v;
    if (strcmp(port->name, "other") == 0)
        return 4 * v;
    return port->width == 256 ? 4 * v * v : port->width;
}

static const struct lp_param turn_params[] = {LP_PARAM("V", 8, 1)};

LP_UNIT_ROW(bpc_turn, LP_BPC_TURN_PORTS, struct turn, LP_UNIT_PARAMS(turn_params),
            .set_up = turn_init, .reset = turn_reset, .eval = turn_eval, .tick = turn_tick,
            .width = turn_width);
