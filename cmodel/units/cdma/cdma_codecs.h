/* SPDX-License-Identifier: Apache-2.0 */
/* The parameter CODECS of the engine's units. */
#ifndef LP_CDMA_CODECS_H
#define LP_CDMA_CODECS_H

#include "../../lib/cdma/built.h"

/* 1: ZVC; 2: and BPC; LPI_CDMA_SERIAL: with its serial units; LPI_CDMA_KINDS: all. */
#define LP_CDMA_CODECS_PARAM LP_PARAM("CODECS", 2, 1, LPI_CDMA_SERIAL, LPI_CDMA_KINDS)

#endif
