/* SPDX-License-Identifier: Apache-2.0 */
#include "codec_unit_rows.h"

#define ROW(name, NAME) &lpi_##name##_units,
const struct lpi_codec_units *const lpi_codec_unit_rows[LP_CODEC_PORTS] = {LP_CODECS(ROW)};
