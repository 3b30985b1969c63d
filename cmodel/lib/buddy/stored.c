/* SPDX-License-Identifier: Apache-2.0 */
#include "stored.h"

#include "../../base/codec.h"
#include "../gbbr/gbbr_state.h"

#include <string.h>

#define SAME(n, N, number)                                                                         \
    _Static_assert((int)LP_PAGE_##N == number, "lp_page_codec has the table's numbers");
LPI_PAGE_CODECS(SAME)
_Static_assert(LP_PAGE_CODECS == (unsigned)LPI_PAGE_COUNT, "lp_page_codec has the table's codecs");
/* The numbers of the two enums must agree, since store_given and load convert between them. */
#define SAME_LINE(n, N, number)                                                                    \
    _Static_assert((int)LP_PAGE_##N == number, "pages and mixed lines number codecs alike");
LPI_LINE_CODECS(SAME_LINE)

/* ZVC's element width, alone and among mixed codecs. */
#define ELEM LP_ELEM_32
#define MIXED_ELEM LP_ELEM_16

#define ROW(n, N, number) [LP_PAGE_##N] = &lpi_codec_##n,
const struct lpi_codec *const lpi_page_codecs[LP_PAGE_CODECS] = {LPI_PAGE_CODECS(ROW)};

static const struct lpi_codec *row_of(unsigned codec)
{
    return lpi_page_codecs[codec < LP_PAGE_CODECS ? codec : 0];
}

/* Encodes with the codec that the line is given. */
static unsigned store_given(unsigned mixed, enum lp_elem elem, unsigned codec, unsigned target,
                            const void *line, void *entry)
{
    unsigned sectors = 0;
    size_t bits = SIZE_MAX;
    row_of(codec)->encode_entry(elem, line, entry, &sectors);
    if (lpi_gbbr_state_asks(target, sectors))
        bits = row_of(codec)->line_bits(elem, line);
    return lpi_gbbr_state(mixed, target, codec, sectors, bits);
}

unsigned lpi_store_mixed(unsigned mixed, enum lp_elem elem, enum lp_page_codec codec,
                         unsigned target, const void *line, void *entry)
{
    enum lp_auto_codec best = LP_AUTO_NONE;
    size_t bits = 0;
    if (codec != LP_PAGE_AUTO)
        return store_given(mixed, elem, codec, target, line, entry);
    (void)lp_auto_choose(elem, mixed, line, &best, &bits);
    if (best != LP_AUTO_NONE)
        return store_given(mixed, elem, best, target, line, entry);
    if (bits == 0)
        return LP_STATE_ZERO;
    memcpy(entry, line, LP_LINE_BYTES);
    return LP_STATE_RAW;
}

unsigned lpi_store_line(enum lp_page_codec codec, unsigned target, const void *line, void *entry)
{
    if (codec == LP_PAGE_AUTO)
        return lpi_store_mixed(LP_AUTO_ALL, MIXED_ELEM, codec, target, line, entry);
    return store_given(0, ELEM, codec, target, line, entry);
}

static int load(unsigned mixed, enum lp_elem elem, unsigned codec, unsigned state,
                const void *entry, void *line)
{
    uint8_t sector[LP_SECTOR_BYTES] = {0};
    struct lpi_gbbr_entry as;
    if (!lpi_gbbr_entry(mixed, state, codec, &as))
        return LP_ERR_CORRUPT;
    if (as.eight) {
        /* A record shorter than its 8 bytes is padded as in a sector. */
        memcpy(sector, entry, LP_EIGHT_BYTES);
        entry = sector;
    }
    int error = row_of(as.codec)->decode_entry(elem, entry, as.sectors, line);
    return error == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}

int lpi_load_mixed(unsigned mixed, enum lp_elem elem, unsigned state, const void *entry, void *line)
{
    return load(mixed, elem, LP_AUTO_ZVC, state, entry, line);
}

int lpi_load_line(enum lp_page_codec codec, unsigned state, const void *entry, void *line)
{
    if (codec == LP_PAGE_AUTO)
        return lpi_load_mixed(LP_AUTO_ALL, MIXED_ELEM, state, entry, line);
    return load(0, ELEM, codec, state, entry, line);
}
