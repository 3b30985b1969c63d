/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of codecs beside those of LP_CODECS, which may share a stream. Not installed. */
#ifndef LPI_MIXED_CODEC_H
#define LPI_MIXED_CODEC_H

#include "../../base/codec.h"

extern const struct lpi_codec lpi_codec_xzvc, lpi_codec_ebd, lpi_codec_auto;

#endif
