/* SPDX-License-Identifier: Apache-2.0 */
/* The virtual clock a second time, for tests: the rules of huvm.md over plain tables that are
   searched again for every event, around the reference of the policy. Allocates; not for use. */
#ifndef LPI_HUVM_CLOCK_SLOW_H
#define LPI_HUVM_CLOCK_SLOW_H

#include "../../cmodel/systems/huvm/clock/clock.h"

/* As huvm_clock_run, of a configuration that is good; waits are left 0. */
enum huvm_end huvm_clock_slow(const struct huvm_clock *clock, struct huvm_result *result);

#endif
