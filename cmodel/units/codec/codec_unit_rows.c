/* SPDX-License-Identifier: Apache-2.0 */
#include "codec_unit_rows.h"

/* The installed header of the ports has its own enumerations, with the table's numbers. */
#define SAME_PORT(n, N, number)                                                                    \
    _Static_assert((int)LP_CODEC_PORT_##N == number, "lp_codec_port has the table's numbers");
LPI_PORT_CODECS(SAME_PORT)
_Static_assert((int)LP_CODEC_PORTS == (int)LPI_PORT_COUNT, "lp_codec_port has the table's codecs");
#define SAME_LINE(n, N, number)                                                                    \
    _Static_assert((int)LP_MIXED_##N == number, "lp_mixed_port has the table's numbers");
LPI_LINE_CODECS(SAME_LINE)
_Static_assert((int)LP_MIXED_CODECS == (int)LPI_LINE_COUNT, "lp_mixed_port has the table's codecs");

#define ROW(name, NAME) &lpi_##name##_units,
const struct lpi_codec_units *const lpi_codec_unit_rows[LP_CODEC_PORTS] = {LP_CODECS(ROW)};
