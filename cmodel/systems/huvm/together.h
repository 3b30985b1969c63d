/* SPDX-License-Identifier: Apache-2.0 */
/* A scenario on the real clock: its applications are processes beside each other, whose memory a
   coordinator (huvm/real.h) manages. */
#ifndef LPI_HUVM_TOGETHER_H
#define LPI_HUVM_TOGETHER_H

#include "scenario.h"

struct huvm_together {
    struct huvm_outcome *outcome;
    bool ended_well; /* all programs did; what did not is noted, and the outcome is not whole */
    uint64_t wrong;  /* chunks of players that did not hold what was written, which is noted */
    int signal;      /* that was sent to this process, which ended the programs; 0: none */
};

/* Runs it with base, and with the policy of the settings. 0, or the fault's code. */
int huvm_together_run(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                      struct huvm_together *together, struct lpi_fault *fault);

#endif
