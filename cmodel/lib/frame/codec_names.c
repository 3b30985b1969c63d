/* SPDX-License-Identifier: Apache-2.0 */
#include "../compare/compare.h"
#include "../../base/null.h"

#include <linepress/frame.h>

const char *lp_codec_name(int codec)
{
    if (codec < 0 || codec > UINT8_MAX)
        return NULL;
    const struct lpi_codec *row = lpi_codec_by_id((uint8_t)codec);
    return row != NULL ? row->name : NULL;
}

int lp_codec_named(const char *name, enum lp_codec *codec)
{
    if (LPI_ANY_NULL(name, codec))
        return LP_ERR_ARG;
    const struct lpi_codec *row = lpi_codec_by_name(name);
    if (row == NULL)
        return LP_ERR_CODEC;
    *codec = (enum lp_codec)row->id;
    return LP_OK;
}
