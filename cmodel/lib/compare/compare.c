/* SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <string.h>

#include "../codec/codec_rows.h"
#include "../codec/mixed_codec.h"

#define ROW(name, NAME) &lpi_codec_##name,
const struct lpi_codec *const lpi_codecs[] = {
    LP_CODECS(ROW) &lpi_codec_xzvc, &lpi_codec_ebd,  &lpi_codec_auto, &lpi_codec_rle,
    &lpi_codec_csr, &lpi_codec_lz4, &lpi_codec_zlib, &lpi_codec_bdi, &lpi_codec_fpc,
    &lpi_codec_bdi_fpc, &lpi_codec_cpack, &lpi_codec_fibonacci, &lpi_codec_mpc, &lpi_codec_mpc64,
};
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
