/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two instances of the same cycle model: one is given inputs without any bit above the widths of
 * its ports, the other with all those bits set. For any inputs both must give the same outputs.
 */
#ifndef TB_TWINS_H
#define TB_TWINS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../../cmodel/units/common/params.h"
#include <linepress/linepress.h>

struct twin {
    void *state, *in, *out;
};

struct twins {
    const struct lp_unit *unit;
    uint32_t *in_bits, *out_bits; /* structs of the unit: the bits that its ports have */
    struct twin clean, wild;
};

/* Marks the bits that each port of this direction has with these values. */
static inline void twins_mark(const struct lp_unit *unit, const int *values, enum lp_dir dir,
                              uint32_t *bits)
{
    for (size_t p = 0; p < unit->nports; p++) {
        const struct lp_port *port = &unit->ports[p];
        unsigned width = lp_unit_width(unit, port, values);
        for (unsigned bit = 0; port->dir == dir && bit < width; bit++)
            bits[port->offset / 4 + bit / 32] |= UINT32_C(1) << bit % 32;
    }
}

/* A model in memory of exactly the needed size, which was filled with `fill` before. */
static inline int twins_make(const struct lp_unit *unit, const int *values, int fill,
                             struct twin *twin)
{
    *twin = (struct twin){malloc(unit->state_size), calloc(1, unit->in_size),
                          calloc(1, unit->out_size)};
    if (twin->state == NULL || twin->in == NULL || twin->out == NULL)
        abort();
    memset(twin->state, fill, unit->state_size);
    return lp_unit_init(unit, twin->state, values);
}

static inline void twins_close(struct twins *t)
{
    void *const all[] = {t->in_bits,   t->out_bits,   t->clean.state, t->clean.in,
                         t->clean.out, t->wild.state, t->wild.in,     t->wild.out};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* LP_OK; LP_ERR_ARG: the unit does not take the values. Close it in either case. */
static inline int twins_open(struct twins *t, const struct lp_unit *unit, const int *values)
{
    *t = (struct twins){
        .unit = unit, .in_bits = calloc(1, unit->in_size), .out_bits = calloc(1, unit->out_size)};
    int error = twins_make(unit, values, 0, &t->clean);
    if (twins_make(unit, values, 0xa5, &t->wild) != error || t->in_bits == NULL ||
        t->out_bits == NULL)
        abort();
    if (error != LP_OK)
        return error;
    twins_mark(unit, values, LP_IN, t->in_bits);
    twins_mark(unit, values, LP_OUT, t->out_bits);
    return LP_OK;
}

/* NULL: both give the same outputs, within the widths of the ports; else the fault. */
static inline const char *twins_differ(const struct twins *t)
{
    const uint32_t *out = t->clean.out;
    if (memcmp(t->clean.out, t->wild.out, t->unit->out_size) != 0)
        return "bits above a port's width are not ignored";
    for (size_t i = 0; i < t->unit->out_size / 4; i++)
        if ((out[i] & ~t->out_bits[i]) != 0)
            return "an output has bits above its port's width";
    return NULL;
}

static inline void twins_reset(struct twins *t)
{
    if (t->unit->reset != NULL) {
        t->unit->reset(t->clean.state);
        t->unit->reset(t->wild.state);
    }
}

/* A clock cycle with these inputs, of which only the bits within the port widths are used. */
static inline const char *twins_cycle(struct twins *t, const uint32_t *in)
{
    uint32_t *clean = t->clean.in, *wild = t->wild.in;
    for (size_t i = 0; i < t->unit->in_size / 4; i++) {
        clean[i] = in[i] & t->in_bits[i];
        wild[i] = clean[i] | ~t->in_bits[i];
    }
    memset(t->wild.out, 0x5a, t->unit->out_size);
    t->unit->eval(t->clean.state, clean, t->clean.out);
    t->unit->eval(t->wild.state, wild, t->wild.out);
    const char *wrong = twins_differ(t);
    if (t->unit->tick != NULL) {
        t->unit->tick(t->clean.state, clean);
        t->unit->tick(t->wild.state, wild);
    }
    return wrong;
}

#endif
