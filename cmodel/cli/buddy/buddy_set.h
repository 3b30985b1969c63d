/* SPDX-License-Identifier: Apache-2.0 */
/* A snapshot set at one point, with the targets of a file, as what the command `buddy` runs. */
#ifndef LPI_CLI_BUDDY_SET_H
#define LPI_CLI_BUDDY_SET_H

#include "buddy_options.h"
#include "buddy_state.h"

/* Reads targets and set, and sets the options' page size. Does not fail. */
void buddy_set_open(struct buddy_options *options, struct buddy_job *job);

#endif
