/* SPDX-License-Identifier: Apache-2.0 */
#include "codec_rows.h"

#include <linepress/buddy.h>

#define ROW(name, NAME) &lpi_codec_##name,
const struct lpi_codec *const lpi_codec_rows[LP_CODEC_PORTS] = {LP_CODECS(ROW)};

/* The public numbers of codecs are those at the ports. */
#define SAME(name, NAME)                                                                           \
    _Static_assert((int)LP_BUDDY_##NAME == (int)LP_CODEC_PORT_##NAME,                              \
                   "enum lp_buddy_codec numbers codecs as LP_CODECS does");
LP_CODECS(SAME)
