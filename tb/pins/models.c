/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints a line for each cycle model and set of parameters: hashes of its ports and of its outputs
 * in each of CYCLES cycles of random inputs. Inputs, parameters and hash depend on nothing but
 * this file, so that a line changes only if the model's behaviour or its port list does.
 */
#include "../../cmodel/units/common/instance.h"
#include "../../cmodel/units/common/params.h"
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 1500, SETS = 3 };

struct random {
    uint64_t state;
};

/* SplitMix64. */
static uint64_t next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* FNV-1a. */
static uint64_t hash(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return sum;
}

static const uint64_t START = 0xcbf29ce484222325u;

static uint64_t number(uint64_t sum, uint64_t value)
{
    return hash(sum, &value, sizeof value);
}

/* Set 0 is the defaults; each other parameter set is of listed values that go together. */
static void choose(const struct lp_unit *unit, unsigned set, struct random *random, int *values)
{
    lp_unit_defaults(unit, values);
    do
        for (size_t p = 0; set > 0 && p < unit->nparams; p++)
            values[p] = unit->params[p].values[next(random) % unit->params[p].nvalues];
    while (lp_unit_check(unit, values) != LP_OK);
}

static uint64_t ports(const struct lp_unit *unit, const int *values)
{
    uint64_t sum = START;
    for (size_t p = 0; p < unit->nports; p++) {
        const struct lp_port *port = &unit->ports[p];
        sum = hash(sum, port->name, strlen(port->name) + 1);
        sum = number(sum, lp_unit_width(unit, port, values));
        sum = number(number(sum, port->dir), port->offset);
    }
    return sum;
}

/* Words of inputs; `calm` of 8 keep theirs, as a stalled stream does. */
static void draw(const struct lp_unit *unit, unsigned calm, struct random *random, uint32_t *in)
{
    for (size_t p = 0; p < unit->nports; p++) {
        const struct lp_port *port = &unit->ports[p];
        if (port->dir == LP_OUT || next(random) % 8 < calm)
            continue;
        for (unsigned w = 0; w < LP_PORT_WORDS(port->width); w++)
            in[port->offset / sizeof *in + w] = (uint32_t)next(random);
    }
}

static uint64_t outputs(const struct lp_unit *unit, const int *values, struct random *random)
{
    struct lp_instance model;
    uint32_t *in = calloc(1, unit->in_size + 1), *out = calloc(1, unit->out_size + 1);
    uint64_t sum = START;
    if (in == NULL || out == NULL || lp_model_open(unit, values, &model) != LP_OK)
        exit(2);
    lp_instance_reset(&model);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        int rst_n = next(random) % 512 != 0;
        draw(unit, cycle / 64 % 8, random, in);
        lp_instance_eval(&model, rst_n, in, out);
        sum = hash(sum, out, unit->out_size);
        lp_instance_tick(&model);
    }
    lp_instance_close(&model);
    free(in);
    free(out);
    return sum;
}

int main(void)
{
    const struct lp_unit *unit;
    for (size_t u = 0; (unit = lp_unit_at(u)) != NULL; u++)
        for (unsigned set = 0; set < (unit->nparams > 0 ? SETS : 1); set++) {
            struct random random = {hash(START, unit->name, strlen(unit->name)) + set};
            int values[LP_MAX_PARAMS];
            choose(unit, set, &random, values);
            printf("%s", unit->name);
            for (size_t p = 0; p < unit->nparams; p++)
                printf(" %s=%d", unit->params[p].name, values[p]);
            printf(": ports %016llx", (unsigned long long)ports(unit, values));
            printf(" outputs %016llx\n", (unsigned long long)outputs(unit, values, &random));
        }
    return 0;
}
