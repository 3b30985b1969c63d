/* SPDX-License-Identifier: Apache-2.0 */
#include "stored.h"

#include "../codec/codec_rows.h"
#include "../gbbr/gbbr_state.h"

#include <string.h>

/* The public numbers of codecs are those at the ports. */
#define SAME(name, NAME)                                                                           \
    _Static_assert((int)LP_PAGE_##NAME == (int)LP_CODEC_PORT_##NAME,                              \
                   "enum lp_page_codec numbers codecs as LP_CODECS does");
LP_CODECS(SAME)

/* The element width of the units' codecs here. */
#define ELEM LP_ELEM_32

unsigned lpi_store_line(enum lp_page_codec codec, unsigned target, const void *line, void *entry)
{
    const struct lpi_codec *row = lpi_codec_rows[lp_codec_of(codec)];
    unsigned sectors = 0;
    size_t bits = SIZE_MAX;
    row->encode_entry(ELEM, line, entry, &sectors);
    if (lpi_gbbr_state_asks(target, sectors))
        bits = row->line_bits(ELEM, line);
    return lpi_gbbr_state(target, codec, sectors, bits);
}

int lpi_load_line(enum lp_page_codec codec, unsigned state, const void *entry, void *line)
{
    uint8_t sector[LP_SECTOR_BYTES] = {0};
    struct lpi_gbbr_entry as;
    if (!lpi_gbbr_entry(state, codec, &as))
        return LP_ERR_CORRUPT;
    if (as.eight) {
        /* A record that ends within its 8 bytes is padded like one in a sector. */
        memcpy(sector, entry, LP_EIGHT_BYTES);
        entry = sector;
    }
    int error = lpi_codec_rows[lp_codec_of(as.codec)]->decode_entry(ELEM, entry, as.sectors, line);
    return error == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}
