/* SPDX-License-Identifier: Apache-2.0 */
#include "codec_rows.h"

#define ROW(name, NAME) &lpi_codec_##name,
const struct lpi_codec *const lpi_codec_rows[LP_CODEC_PORTS] = {LP_CODECS(ROW)};
