/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scenario on the real clock: its applications are concurrent processes, whose memory a
 * coordinator (huvm/real.h) manages.
 */
#ifndef LPI_HUVM_TOGETHER_H
#define LPI_HUVM_TOGETHER_H

#include "scenario.h"

struct huvm_together {
    struct huvm_outcome *outcome;
    bool ended_well; /* all programs did; failures are reported, and the outcome is incomplete */
    uint64_t wrong;  /* chunks of players with wrong contents, which are reported */
    int signal;      /* the signal to this process that ended the programs; 0: none */
};

/* Runs it with base, and with the policy of the settings. Returns 0 or the fault's code. */
int huvm_together_run(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                      struct huvm_together *together, struct lpi_fault *fault);

#endif
