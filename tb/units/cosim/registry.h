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

/* One Verilated parameter set: "NAME=value,...", what is not named has its default; "-": all. */
struct lp_variant {
    const char *text;
    const struct lp_instance_kind *rtl;
};

/* Each may be NULL: random payloads come from the runner; the unit takes no file. */
struct lp_hooks {
    struct lp_traffic *(*random)(const int *values, uint64_t seed);
    struct lp_traffic *(*lines)(const int *values, const struct lp_lines *lines);
    bool streams; /* its lines may be packed streams */
    unsigned calm; /* resets come this many times less often; 0: as often */
    const char *const *codecs; /* that its lines may ask for, by number, then NULL; NULL: none */
    bool quick;                /* its lines may ask for that */
};

struct lp_cosim_unit {
    const struct lp_unit *unit;
    const struct lp_hooks *hooks;
    const struct lp_variant *variants;
    size_t nvariants;
};

extern const struct lp_cosim_unit lp_cosim_units[];
extern const size_t lp_cosim_nunits;

/* By module name, with or without "lp_"; NULL if there is none. */
const struct lp_cosim_unit *lp_cosim_find(const char *name);

/* Whether all of these name units; the program says on stderr which one does not. */
bool lp_cosim_known(const char *program, char *const *names);
/* Whether it is named; without names every unit is. */
bool lp_cosim_chosen(const struct lp_cosim_unit *unit, char *const *names);

/*
 * The values of a variant in the order of unit->params.  False if it names a parameter or a value
 * that the cycle model does not have.
 */
bool lp_variant_values(const struct lp_unit *unit, const char *text, int values[LP_MAX_PARAMS]);

/* An lp_open_fn: the variant with these values, of the unit's row. LP_ERR_ARG: none was built. */
int lp_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance);

#endif
