/* SPDX-License-Identifier: Apache-2.0 */
/* Every codec of the command line: those of the hardware, and those that are only compared. */
#ifndef LPI_COMPARE_H
#define LPI_COMPARE_H

#include "../../base/codec.h"

extern const struct lpi_codec lpi_codec_rle, lpi_codec_csr, lpi_codec_lz4, lpi_codec_zlib;
extern const struct lpi_codec lpi_codec_bdi, lpi_codec_fpc, lpi_codec_bdi_fpc, lpi_codec_cpack,
    lpi_codec_fibonacci, lpi_codec_mpc, lpi_codec_mpc64;

/*
 * In the order in which they are shown: by their numbers at the ports, then those that may share a
 * stream with them, then those only compared.
 */
extern const struct lpi_codec *const lpi_codecs[];
extern const size_t lpi_codec_count;

/* NULL if there is none. */
const struct lpi_codec *lpi_codec_by_name(const char *name);
const struct lpi_codec *lpi_codec_by_id(uint8_t id);

#endif
