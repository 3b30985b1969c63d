/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The units that can be run in lock-step.  The rows come from rtl/units.txt; synth/units.py makes
 * the C table from it.
 */
#ifndef LP_REGISTRY_H
#define LP_REGISTRY_H

#include "units/common/instance.h"
#include "units/common/params.h"
#include "traffic.h"

/* One Verilated parameter set: "NAME=value,..."; parameters not named have their defaults; "-": all
 * defaults. */
struct lp_variant {
    const char *text;
    const struct lp_instance_kind *rtl;
};

/* Each may be NULL. No traffic: random payloads come from the runner. No lines: the unit takes no
 * file. */
struct lp_hooks {
    struct lp_traffic *(*random)(const int *values, uint64_t seed);
    struct lp_traffic *(*lines)(const int *values, const struct lp_lines *lines);
    bool streams;              /* its lines may be packed streams */
    unsigned calm;             /* resets come this many times less often; 0: as often */
    const char *const *codecs; /* codecs that its lines may choose, by number, then NULL; NULL:
                                * none */
    bool quick;                /* its lines may choose this */
};

struct lp_cosim_unit {
    const struct lp_unit *unit;
    const struct lp_hooks *hooks;
    const struct lp_variant *variants;
    size_t nvariants;
};

extern const struct lp_cosim_unit lp_cosim_units[];
extern const size_t lp_cosim_nunits;

/* Finds a unit by module name, with or without "lp_"; NULL if there is none. */
const struct lp_cosim_unit *lp_cosim_find(const char *name);

/* Whether all these names are units; if not, the program reports the unknown one on stderr. */
bool lp_cosim_known(const char *program, char *const *names);
/* Whether the unit is named; if there are no names, every unit is. */
bool lp_cosim_chosen(const struct lp_cosim_unit *unit, char *const *names);

/*
 * The values of a variant in the order of unit->params.  False if it names a parameter or a value
 * that the cycle model does not have.
 */
bool lp_variant_values(const struct lp_unit *unit, const char *text, int values[LP_MAX_PARAMS]);

/* An lp_open_fn: the variant with these values, of a unit in the table. LP_ERR_ARG: none was
 * built. */
int lp_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance);

#endif
