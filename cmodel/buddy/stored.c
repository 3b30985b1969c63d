/* SPDX-License-Identifier: Apache-2.0 */
#include "stored.h"

#include <string.h>

/* The width that the units' codecs have here. */
#define ELEM LP_ELEM_32

static size_t zvc_bits(const void *line)
{
    uint8_t record[LP_ZVC_RECORD_MAX(ELEM)];
    size_t bytes;
    return lp_zvc_encode_line(ELEM, line, record, sizeof record, &bytes) == LP_OK ? 8 * bytes : 0;
}

unsigned lpi_store_line(enum lp_buddy_codec codec, unsigned target, const void *line, void *entry)
{
    unsigned sectors = 0;
    size_t bits = SIZE_MAX;
    if (codec == LP_BUDDY_BPC)
        lp_bpc_encode_entry(line, entry, &sectors);
    else
        lp_zvc_encode_entry(ELEM, line, entry, &sectors);
    /* Only on 16x pages does it matter how long a record of one sector is. */
    if (target == LP_TARGET_16 && sectors == 1)
        bits = codec == LP_BUDDY_BPC ? lp_bpc_size_bits(line) : zvc_bits(line);
    return lp_gbbr_state(target, sectors, bits);
}

int lpi_load_line(enum lp_buddy_codec codec, unsigned state, const void *entry, void *line)
{
    uint8_t sector[LP_SECTOR_BYTES] = {0};
    unsigned sectors = state;
    if (state == LP_STATE_EIGHT) {
        /* A record that ends within its 8 bytes is padded like one in a sector. */
        memcpy(sector, entry, LP_EIGHT_BYTES);
        entry = sector;
        sectors = 1;
    }
    int error = codec == LP_BUDDY_BPC ? lp_bpc_decode_entry(entry, sectors, line)
                                      : lp_zvc_decode_entry(ELEM, entry, sectors, line);
    return error == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}
