/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every cycle model under arbitrary parameters and inputs: values that it accepts or refuses, then
 * clock cycles and resets. A model that is given bits above the widths of its ports must give the
 * same outputs as without them (tb/units/models/twins.h). The first byte chooses the unit, further
 * ones the values; then each byte encodes the inputs of one or a few cycles.
 */
#include "../../units/models/twins.h"
#include "fuzz.h"

#define LISTED 224u              /* below: a listed value; else four bytes follow */
#define RESET 24u                /* below: a reset */
#define ONE_PORT 144u            /* below: new bits at one port; else at many */
#define WORK (UINT32_C(1) << 26) /* bytes of state times cycles: large units take no longer */

struct source {
    const uint8_t *at, *end;
};

static uint32_t next(struct source *source, unsigned bytes)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes && source->at < source->end; i++)
        value |= (uint32_t)*source->at++ << 8 * i;
    return value;
}

static void take_values(struct source *source, const struct lp_unit *unit, int *values)
{
    for (size_t p = 0; p < unit->nparams; p++) {
        uint32_t which = next(source, 1);
        values[p] = which < LISTED ? unit->params[p].values[which % unit->params[p].nvalues]
                                   : (int)(int32_t)next(source, 1 + which % 4);
    }
}

static void fill(uint32_t *words, const struct lp_port *port, uint32_t seed)
{
    for (unsigned w = 0; w < LP_PORT_WORDS(port->width); w++, seed = seed * 1664525u + 1013904223u)
        words[port->offset / 4 + w] = w == 0 ? seed : seed ^ seed >> 16;
}

/* New inputs: at one port four bytes of the source, or at many, random bits expanded from one of
 * its bytes. */
static void take_inputs(struct source *source, const struct lp_unit *unit, uint32_t what,
                        uint32_t *in)
{
    const struct lp_port *ports = unit->ports;
    if (what < ONE_PORT) {
        const struct lp_port *port = &ports[next(source, 1) % unit->nports];
        if (port->dir == LP_IN)
            fill(in, port, next(source, port->width > 8 ? 4 : 1));
        return;
    }
    uint32_t seed = next(source, 2) * 2654435761u + what;
    for (size_t p = 0; p < unit->nports; p++, seed = seed * 69069 + 1)
        if (ports[p].dir == LP_IN && seed >> 29 >= what % 8)
            fill(in, &ports[p], seed >> 7 ^ seed << 25);
}

static void run(struct source *source, struct twins *twins)
{
    const struct lp_unit *unit = twins->unit;
    uint32_t *in = calloc(1, unit->in_size);
    uint32_t left = WORK / (uint32_t)(unit->state_size + 8192);
    must(in != NULL);
    for (left += 64; left > 0 && source->at < source->end; left--) {
        uint32_t what = next(source, 1);
        if (what < RESET)
            twins_reset(twins);
        else
            take_inputs(source, unit, what, in);
        for (uint32_t cycles = what % 4 + 1; cycles > 0; cycles--)
            must(twins_cycle(twins, in) == NULL);
    }
    free(in);
}

static const struct lp_unit *unit_of(uint32_t number)
{
    size_t units = 0;
    while (lp_unit_at(units) != NULL)
        units++;
    return lp_unit_at(number % units);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct source source = {bytes, bytes + count};
    const struct lp_unit *unit = unit_of(next(&source, 1));
    int values[LP_MAX_PARAMS];
    struct twins twins;
    take_values(&source, unit, values);
    int error = twins_open(&twins, unit, values);
    must(error == lp_unit_check(unit, values));
    if (error == LP_OK)
        run(&source, &twins);
    twins_close(&twins);
    return 0;
}
