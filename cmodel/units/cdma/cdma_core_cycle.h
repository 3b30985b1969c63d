/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_cdma_core. */
#ifndef LP_CDMA_CORE_CYCLE_H
#define LP_CDMA_CORE_CYCLE_H

#include "cdma_buf_cycle.h"
#include "cdma_codecs.h"
#include "cdma_core_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CDMA_CORE_STATE 652000

extern const struct lp_unit lp_cdma_core_unit; /* CHANNELS, FLITS, CODECS, ELEM */

/* Values of the parameters, shared by units that contain a core. */
#define LP_CDMA_CORE_PARAMS(CHANNELS, FLITS, CODECS, ELEM)                                         \
    [CHANNELS] = LP_PARAM("CHANNELS", 6, 1, 2, 3, 4, 5, 7, 8),                                     \
    [FLITS] = LP_PARAM_RANGE("FLITS", 18, LP_CDMA_BUF_FLITS, 426, 364, 384, 320, 40),              \
    [CODECS] = LP_CDMA_CODECS_PARAM, [ELEM] = LP_PARAM("ELEM", 32, 16, 8)

#endif
