/* SPDX-License-Identifier: Apache-2.0 */
/* The units of the codecs that the hardware has (LP_CODECS). Not installed. */
#ifndef LPI_CODEC_UNIT_ROWS_H
#define LPI_CODEC_UNIT_ROWS_H

#include "../../base/codecs.h"
#include "../common/codec_units.h"
#include "codec_ports.h"

#define LPI_CODEC_UNITS_(name, NAME) extern const struct lpi_codec_units lpi_##name##_units;
LP_CODECS(LPI_CODEC_UNITS_)
#undef LPI_CODEC_UNITS_

/* By their numbers at the ports. */
extern const struct lpi_codec_units *const lpi_codec_unit_rows[LP_CODEC_PORTS];

#endif
