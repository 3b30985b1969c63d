/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the codecs that the hardware has (LP_CODECS). Not installed. */
#ifndef LPI_CODEC_ROWS_H
#define LPI_CODEC_ROWS_H

#include "../../base/codec.h"
#include "../../units/codec/codec_ports.h"

#define LPI_CODEC_ROW_(name, NAME) extern const struct lpi_codec lpi_codec_##name;
LP_CODECS(LPI_CODEC_ROW_)
#undef LPI_CODEC_ROW_

/* By their numbers at the ports. */
extern const struct lpi_codec *const lpi_codec_rows[LP_CODEC_PORTS];

#endif
