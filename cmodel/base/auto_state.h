/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of metadata states that name a codec (docs/format.md, section 15). Not installed. */
#ifndef LPI_AUTO_STATE_H
#define LPI_AUTO_STATE_H

#include <linepress/linepress.h>

/* The state of an entry of one sector; two more follow it. */
static const uint8_t lpi_first_state[LP_AUTO_CODECS] = {
    [LP_AUTO_ZVC] = 6, [LP_AUTO_BPC] = 1, [LP_AUTO_XZVC] = 9, [LP_AUTO_EBD] = 12};

#endif
