/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/codecs.h"
#include "../../base/null.h"

#include <linepress/frame.h>

#define SAME(n, N, number)                                                                         \
    _Static_assert((int)LP_CODEC_##N == number, "lp_codec has the table's numbers");
LPI_FRAME_CODECS(SAME)

const char *lp_codec_name(int codec)
{
    const struct lpi_codec_row *row = lpi_codec_numbered(LPI_FRAME, codec);
    return row != NULL ? row->name : NULL;
}

int lp_codec_named(const char *name, enum lp_codec *codec)
{
    if (LPI_ANY_NULL(name, codec))
        return LP_ERR_ARG;
    const struct lpi_codec_row *row = lpi_codec_named(LPI_FRAME, name);
    if (row == NULL)
        return LP_ERR_CODEC;
    *codec = (enum lp_codec)row->number[LPI_FRAME];
    return LP_OK;
}
