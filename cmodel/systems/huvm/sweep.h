/* SPDX-License-Identifier: Apache-2.0 */
/* A scenario on the virtual clock, run once for each value of a swept setting. */
#ifndef LPI_HUVM_SWEEP_H
#define LPI_HUVM_SWEEP_H

#include "virtual.h"

enum huvm_sweep {
    HUVM_NO_SWEEP,
    HUVM_SWEEP_PREFETCH,
    HUVM_SWEEP_SPARE,
    HUVM_SWEEP_HARVESTERS,
    HUVM_SWEEP_POLICY,
    HUVM_SWEEP_IN_FLIGHT, /* 1 to 32 */
    HUVM_SWEEPS
};

struct huvm_step {
    struct huvm_settings settings; /* with the swept value */
    double value;
    struct huvm_scenario scenario;
    struct huvm_sizes sizes;
    struct huvm_outcome outcome;
};

/* Sets the number of values. Returns 0 or the fault's code. */
int huvm_sweep_count(const struct huvm_settings *settings, enum huvm_sweep sweep, unsigned *count,
                     struct lpi_fault *fault);

/*
 * Runs the scenario with value number i, in order from 0, each in the same step, so that base is
 * run once if it is the same for all values; the caller closes the step. Returns 0, or the fault's
 * code: then there is nothing to close.
 */
int huvm_sweep_step(const struct huvm_settings *settings, enum huvm_sweep sweep, unsigned i,
                    struct huvm_step *step, struct lpi_fault *fault);
void huvm_step_close(struct huvm_step *step);

#endif
