/* SPDX-License-Identifier: Apache-2.0 */
/* All codecs of the command line: those of the hardware, and those for comparison only. */
#ifndef LPI_COMPARE_H
#define LPI_COMPARE_H

#include "../../base/codec.h"

/* The codecs of framed files, in display order. */
extern const struct lpi_codec *const lpi_codecs[];
extern const size_t lpi_codec_count;

/* NULL if there is none. */
const struct lpi_codec *lpi_codec_by_name(const char *name);
const struct lpi_codec *lpi_codec_by_id(uint8_t id);

#endif
