/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_ram. */
#include <string.h>

#include "common_cycle.h"

typedef struct lp_ram_in LP_IN_T;
typedef struct lp_ram_out LP_OUT_T;

#define WORDS LP_PORT_WORDS(LP_STREAM_MAX_WIDTH)

struct ram {
    unsigned width, depth, grain, addr_mask;
    uint32_t data[WORDS];
    uint32_t mem[LP_RAM_MAX_DEPTH][WORDS];
};

static void ram_init(void *state, const int *values)
{
    struct ram *q = state;
    memset(q, 0, sizeof *q);
    q->width = (unsigned)values[0];
    q->depth = (unsigned)values[1];
    q->grain = (unsigned)values[2];
    q->addr_mask = (1u << lp_count_width(q->depth - 1)) - 1;
}

static void ram_eval(const void *state, const void *in, void *out)
{
    const struct ram *q = state;
    (void)in;
    memcpy(((LP_OUT_T *)out)->r_data, q->data, sizeof q->data);
}

static void ram_tick(void *state, const void *in)
{
    struct ram *q = state;
    const LP_IN_T *i = in;
    unsigned r_addr = i->r_addr & q->addr_mask, w_addr = i->w_addr & q->addr_mask;

    if ((i->r_en & 1) && r_addr < q->depth)
        memcpy(q->data, q->mem[r_addr], sizeof q->data);
    for (unsigned bit = 0; (i->w_en & 1) && w_addr < q->depth && bit < q->width; bit++) {
        unsigned grain = bit / q->grain;
        if (i->w_mask[grain / 32] >> grain % 32 & 1) {
            uint32_t *word = &q->mem[w_addr][bit / 32];
            uint32_t mask = UINT32_C(1) << bit % 32;
            *word = (*word & ~mask) | (i->w_data[bit / 32] & mask);
        }
    }
}

static unsigned ram_width(const struct lp_port *port, const int *values)
{
    if (strcmp(port->name, "w_addr") == 0 || strcmp(port->name, "r_addr") == 0)
        return lp_count_width((unsigned)values[1] - 1);
    if (strcmp(port->name, "w_mask") == 0)
        return (unsigned)(values[0] / values[2]);
    return port->width == LP_STREAM_MAX_WIDTH ? (unsigned)values[0] : port->width;
}

static int ram_fits(const int *values)
{
    return values[0] % values[2] == 0 && values[0] / values[2] <= LP_RAM_MAX_GRAINS;
}

static const struct lp_param ram_params[] = {
    LP_PARAM_RANGE("WIDTH", 1, LP_STREAM_MAX_WIDTH, 256, 40, 6),
    LP_PARAM_RANGE("DEPTH", 2, LP_RAM_MAX_DEPTH, 128, 8, 2, 13),
    LP_PARAM_RANGE("GRAIN", 1, LP_STREAM_MAX_WIDTH, 4, 8, 6),
};

LP_UNIT_ROW(ram, LP_RAM_PORTS, struct ram, LP_UNIT_PARAMS(ram_params), .set_up = ram_init,
            .eval = ram_eval, .tick = ram_tick, .width = ram_width, .fits = ram_fits);
