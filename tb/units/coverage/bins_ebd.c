/* SPDX-License-Identifier: Apache-2.0 */
#include "bins_ebd.h"

unsigned lp_ebd_field(const uint8_t *bytes, unsigned at, unsigned width)
{
    unsigned value = 0;

    for (unsigned i = 0; i < width; i++)
        value |= (unsigned)(bytes[(at + i) / 8] >> ((at + i) % 8) & 1) << i;
    return value;
}

/* First bit of the codes, and of the escapes. */
static unsigned codes_at(const struct lp_ebd_reading *r)
{
    return 8 * (r->form == LPI_EBD_MASK ? LPI_EBD_MASK_CODES : LPI_EBD_CODES);
}

static unsigned escapes_at(const struct lp_ebd_reading *r)
{
    return r->form == LPI_EBD_MASK ? 8 * LPI_EBD_MASK_NIBBLES : 8 * LPI_EBD_NIBBLES + 4;
}

static void read_code(struct lp_ebd_reading *r, unsigned code)
{
    unsigned e = r->form == LPI_EBD_CODE ? LPI_EBD_E_CODE : LPI_EBD_E_FULL;
    int x = (int)r->bytes[0] - (int)code;

    if (code == e) {
        unsigned nibble = lp_ebd_field(r->bytes, escapes_at(r) + 4 * r->escapes++, 4);
        x = nibble == LPI_EBD_BOTTOM ? 0
            : nibble > LPI_EBD_FAR   ? r->bytes[0] + (int)(nibble - LPI_EBD_FAR)
                                     : x - (int)nibble;
    }
    r->below = r->below || x < 0;
    r->above = r->above || x > 255;
}

struct lp_ebd_reading lp_ebd_bins_read(const uint8_t *bytes, bool masked)
{
    struct lp_ebd_reading r = {.bytes = bytes};

    r.form = masked                                        ? LPI_EBD_MASK
             : lp_ebd_field(bytes, 8 * LPI_EBD_NIBBLES, 1) ? LPI_EBD_FULL
                                                           : LPI_EBD_CODE;
    for (unsigned i = 0; i < LPI_EBD_ELEMENTS; i++) {
        unsigned place = masked ? r.stored % LPI_EBD_MASK_MOST : i;
        unsigned code = lp_ebd_field(bytes, codes_at(&r) + 3 * place, 3);
        if (masked ? lp_ebd_field(bytes, 8 * LPI_EBD_MASK_AT + i, 1) == 0
                   : r.form == LPI_EBD_CODE && code == LPI_EBD_ZERO_CODE)
            continue;
        read_code(&r, code);
        r.stored++;
        r.count[i / 16]++;
    }
    r.payload = lpi_ebd_payload_at(masked, r.escapes);
    r.end = r.payload + r.stored;
    return r;
}

static void count_lengths(struct lp_bins *groups, const struct lp_ebd_reading *r)
{
    static const unsigned lengths[] = {63, 64, 65, 66, 94, 95, 96, 33};

    if (r->form == LPI_EBD_MASK) {
        lp_bin(&groups[LP_EBD_MASK_STORED], r->stored);
        lp_bin(&groups[LP_EBD_MASK_ESCAPES], r->escapes);
        lp_bin(&groups[LP_EBD_MASK_BYTES], r->end);
        return;
    }
    if (r->form == LPI_EBD_CODE)
        lp_bin(&groups[LP_EBD_CODE_ESCAPES], r->escapes / 2);
    else
        lp_bin(&groups[LP_EBD_FULL_ESCAPES], r->escapes);
    for (unsigned i = 0; i < 8; i++)
        if (r->end == lengths[i])
            lp_bin(&groups[LP_EBD_BYTES], i);
}

static void count_codes(struct lp_bins *groups, const struct lp_ebd_reading *r)
{
    static const unsigned group[] = {[LPI_EBD_MASK] = LP_EBD_CODES_MASK,
                                     [LPI_EBD_CODE] = LP_EBD_CODES_CODE,
                                     [LPI_EBD_FULL] = LP_EBD_CODES_FULL};

    for (unsigned i = 0; i < (r->form == LPI_EBD_MASK ? r->stored : LPI_EBD_ELEMENTS); i++)
        lp_bin(&groups[group[r->form]], lp_ebd_field(r->bytes, codes_at(r) + 3 * i, 3));
    for (unsigned i = 0; i < r->escapes; i++)
        lp_bin(&groups[LP_EBD_ESCAPES], lp_ebd_field(r->bytes, escapes_at(r) + 4 * i, 4));
}

void lp_ebd_bins_count(struct lp_bins groups[LP_EBD_RECORD_GROUPS],
                       const struct lp_ebd_reading *record)
{
    static const uint8_t bases[] = {0, 1, 254, 255};
    static const unsigned from[] = {[LPI_EBD_MASK] = LP_EBD_MASK_FROM,
                                    [LPI_EBD_CODE] = LP_EBD_CODE_FROM,
                                    [LPI_EBD_FULL] = LP_EBD_FULL_FROM};
    unsigned at = record->payload, base = 0;

    count_lengths(groups, record);
    lp_bin(&groups[from[record->form]], record->payload);
    while (base < 4 && bases[base] != record->bytes[0])
        base++;
    lp_bin(&groups[LP_EBD_BASE], base);
    for (unsigned k = 0; k < 4; at += record->count[k++])
        if (record->count[k] == 16)
            lp_bin(&groups[LP_EBD_FULL_SECTOR], at % 16);
    count_codes(groups, record);
}
