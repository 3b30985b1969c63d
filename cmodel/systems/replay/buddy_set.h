/* SPDX-License-Identifier: Apache-2.0 */
/* A snapshot set at one point, with the targets of a file. */
#ifndef LPI_SYSTEMS_BUDDY_SET_H
#define LPI_SYSTEMS_BUDDY_SET_H

#include "buddy_ask.h"
#include "buddy_state.h"

/* The part of buddy_job_open for a set. After a failure too, buddy_job_close frees *job. */
int buddy_set_open(struct buddy_ask *ask, struct buddy_job *job, struct lpi_fault *fault);

#endif
