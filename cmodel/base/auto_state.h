/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Codecs mixed line by line: their metadata states, and their order of preference (format.md,
 * section 15). Not installed.
 */
#ifndef LPI_AUTO_STATE_H
#define LPI_AUTO_STATE_H

#include <linepress/linepress.h>

#include "codecs.h"

/* The state of an entry of one sector; two more follow it. */
#define LPI_FIRST_STATE_(n, N, number) [LP_AUTO_##N] = number,
static const uint8_t lpi_first_state[LP_AUTO_CODECS] = {LPI_STATE_CODECS(LPI_FIRST_STATE_)};
#undef LPI_FIRST_STATE_

/* Order of preference between entries of equal size. */
static const enum lp_auto_codec lpi_auto_order[LP_AUTO_CODECS] = {LP_AUTO_ZVC, LP_AUTO_XZVC,
                                                                  LP_AUTO_EBD, LP_AUTO_BPC};

#endif
