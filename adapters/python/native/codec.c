/* SPDX-License-Identifier: Apache-2.0 */
#include "codec.h"
#include "../../../cmodel/lib/compare/compare.h"

const struct lpi_codec *codec_worded(const char *word)
{
    const struct lpi_codec_row *row = lpi_codec_worded(LPI_FRAME, word, false);
    if (row == NULL)
        row = lpi_codec_worded(LPI_FRAME, word, true);
    return row != NULL ? lpi_codec_by_id((uint8_t)row->number[LPI_FRAME]) : NULL;
}

unsigned lpp_codec_elems(const char *word)
{
    const struct lpi_codec *codec = codec_worded(word);
    return codec != NULL ? codec->elems : 0;
}

unsigned lpp_codec_elem(const char *word)
{
    const struct lpi_codec *codec = codec_worded(word);
    return codec != NULL ? (unsigned)codec->elem : 0;
}

const char *lpp_codec_word(int id)
{
    const struct lpi_codec_row *row = lpi_codec_numbered(LPI_FRAME, id);
    return row != NULL ? row->word : NULL;
}
