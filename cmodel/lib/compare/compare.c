/* SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <string.h>

#define ROW(n, N, number) &lpi_codec_##n,
const struct lpi_codec *const lpi_codecs[] = {LPI_FRAME_CODECS(ROW)};
const size_t lpi_codec_count = sizeof lpi_codecs / sizeof lpi_codecs[0];

const struct lpi_codec *lpi_codec_by_name(const char *name)
{
    for (size_t i = 0; i < lpi_codec_count; i++)
        if (strcmp(lpi_codecs[i]->name, name) == 0)
            return lpi_codecs[i];
    return NULL;
}

const struct lpi_codec *lpi_codec_by_id(uint8_t id)
{
    for (size_t i = 0; i < lpi_codec_count; i++)
        if (lpi_codecs[i]->id == id)
            return lpi_codecs[i];
    return NULL;
}
