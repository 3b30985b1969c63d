/* SPDX-License-Identifier: Apache-2.0 */
#include "sweep.h"
#include <string.h>

#define MIB 1048576u
static const double spares[] = {5, 10, 20, 30, 40, 50, 60};

/* Keeps only the first `count` harvesters. */
static void keep_harvesters(struct huvm_scenario *s, unsigned count)
{
    unsigned kept = 0, seen = 0;
    for (unsigned i = 0; i < s->apps; i++) {
        if (s->app[i].harvests && seen++ >= count) {
            huvm_app_close(&s->app[i]);
            continue;
        }
        s->app[kept++] = s->app[i];
    }
    s->apps = kept;
}

static int count_harvesters(const struct huvm_settings *o, unsigned *count, struct lpi_fault *fault)
{
    struct huvm_scenario s;
    int code = huvm_scenario_open(o, &s, fault);
    if (code != 0)
        return code;
    *count = 0;
    for (unsigned i = 0; i < s.apps; i++)
        *count += s.app[i].harvests;
    huvm_scenario_close(&s);
    if (*count == 0)
        return lpi_fault_set(fault, LPI_BAD, "huvm: there is no harvester to vary the number of");
    return 0;
}

/* Sets the swept setting to its value number i; returns the value. */
static double vary(struct huvm_settings *o, enum huvm_sweep sweep, unsigned i)
{
    switch (sweep) {
    case HUVM_SWEEP_PREFETCH: o->prefetch = (uint64_t)(2 * MIB) << i; return (double)o->prefetch;
    case HUVM_SWEEP_SPARE: return o->spare = spares[i];
    case HUVM_SWEEP_HARVESTERS: return i + 1;
    case HUVM_SWEEP_IN_FLIGHT: return o->in_flight = 1u << i;
    default: o->policy = i; return i;
    }
}

int huvm_sweep_count(const struct huvm_settings *o, enum huvm_sweep sweep, unsigned *count,
                     struct lpi_fault *fault)
{
    static const unsigned counts[HUVM_SWEEPS] = {[HUVM_SWEEP_PREFETCH] = 5,
                                                 [HUVM_SWEEP_SPARE] = sizeof spares /
                                                                      sizeof spares[0],
                                                 [HUVM_SWEEP_POLICY] = HUVM_POLICIES,
                                                 [HUVM_SWEEP_IN_FLIGHT] = 6};
    *count = counts[sweep];
    if (sweep == HUVM_SWEEP_HARVESTERS && count_harvesters(o, count, fault) != 0)
        return fault->code;
    if (strcmp(o->scenario, "-") == 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: --sweep reads the scenario several times, so it is no \"-\"");
    return 0;
}

int huvm_sweep_step(const struct huvm_settings *settings, enum huvm_sweep sweep, unsigned i,
                    struct huvm_step *step, struct lpi_fault *fault)
{
    step->settings = *settings;
    step->value = vary(&step->settings, sweep, i);
    int code = huvm_scenario_open(&step->settings, &step->scenario, fault);
    if (code != 0)
        return code;
    if (sweep == HUVM_SWEEP_HARVESTERS)
        keep_harvesters(&step->scenario, i + 1);
    code = huvm_sizes_open(&step->settings, &step->scenario, &step->sizes, fault);
    step->outcome.has_base = i > 0 && (sweep == HUVM_SWEEP_POLICY || sweep == HUVM_SWEEP_PREFETCH);
    if (code == 0)
        code = huvm_virtual_run(&step->settings, &step->scenario, &step->sizes, NULL, NULL,
                                &step->outcome, fault);
    if (code != 0)
        huvm_step_close(step);
    return code;
}

void huvm_step_close(struct huvm_step *step)
{
    huvm_sizes_close(&step->sizes);
    huvm_scenario_close(&step->scenario);
}
