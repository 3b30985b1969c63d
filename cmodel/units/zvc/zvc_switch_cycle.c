/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_zvc_switch (combinational: the state is the parameter). */
#include <string.h>

#include "zvc_cycle.h"

typedef struct lp_zvc_switch_in LP_IN_T;
typedef struct lp_zvc_switch_out LP_OUT_T;

struct zvc_switch {
    unsigned lanes, levels;
};

static void zvc_switch_init(void *state, const int *values)
{
    struct zvc_switch *q = state;
    q->lanes = (unsigned)values[0];
    for (q->levels = 0; 1u << q->levels < q->lanes;)
        q->levels++;
}

/* Flags of lanes from..to-1. */
static unsigned flags_in(uint32_t flag, unsigned from, unsigned to)
{
    unsigned n = 0;
    for (unsigned i = from; i < to; i++)
        n += flag >> i & 1;
    return n;
}

/* The switch for low bits b in the block of 2^(level+1) lanes that begins at `block`. */
static unsigned crosses(const LP_IN_T *in, unsigned start, unsigned level, unsigned block,
                        unsigned b)
{
    unsigned half = 1u << level;
    unsigned first = start + flags_in(in->flag, 0, block);
    unsigned target = first + ((b - first) & (half - 1));
    unsigned in_first_half = target - first < flags_in(in->flag, block, block + half);
    return (target >> level & 1) == in_first_half;
}

static void zvc_switch_eval(const void *state, const void *inputs, void *outputs)
{
    const struct zvc_switch *q = state;
    const LP_IN_T *in = inputs;
    LP_OUT_T *out = outputs;
    unsigned start = in->start & (q->lanes - 1), at = 0;

    memset(out, 0, sizeof *out);
    for (unsigned level = 0; level < q->levels; level++)
        for (unsigned block = 0; block < q->lanes; block += 2u << level)
            for (unsigned b = 0; b < 1u << level; b++, at++)
                out->sw[at / 32] |= (uint32_t)crosses(in, start, level, block, b) << (at % 32);
    out->count = flags_in(in->flag, 0, q->lanes);
}

static unsigned zvc_switch_width(const struct lp_port *port, const int *values)
{
    unsigned lanes = (unsigned)values[0], levels = lanes == 8 ? 3 : lanes == 16 ? 4 : 5;
    if (strcmp(port->name, "flag") == 0)
        return lanes;
    if (strcmp(port->name, "start") == 0)
        return levels;
    return strcmp(port->name, "sw") == 0 ? levels * lanes / 2 : levels + 1;
}

static const struct lp_param zvc_switch_params[] = {LP_PARAM("LANES", 8, 16, 32)};

LP_UNIT_ROW(zvc_switch, LP_ZVC_SWITCH_PORTS, struct zvc_switch, LP_UNIT_PARAMS(zvc_switch_params),
            .set_up = zvc_switch_init, .eval = zvc_switch_eval, .width = zvc_switch_width);
