/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd.h"

#include <stdbool.h>
#include <string.h>

#include "../../base/kernel_choice.h"
#include "../../base/null.h"
#include "ebd_form.h"

LPI_KERNEL_CHOICE(ebd)

void lp_ebd_sizes(const void *src, size_t lines, uint8_t *bytes)
{
    kernel()->sizes(src, lines, bytes);
}

size_t lp_ebd_size(const void *line)
{
    uint8_t bytes;
    lp_ebd_sizes(line, 1, &bytes);
    return bytes;
}

int lp_ebd_encode_line(const void *line, void *record, size_t capacity, size_t *record_bytes)
{
    if (LPI_ANY_NULL(line, record_bytes) || (record == NULL && capacity != 0))
        return LP_ERR_ARG;
    uint8_t room[LPI_EBD_ROOM];
    size_t bytes = kernel()->encode(line, room);
    if (bytes > capacity)
        return LP_ERR_SPACE;
    memcpy(record, bytes == LP_LINE_BYTES ? line : room, bytes);
    *record_bytes = bytes;
    return LP_OK;
}

/* ---- decoding: kernels only detect errors; a record with an error is examined here ---- */

static unsigned bits_at(const uint8_t *record, unsigned at, unsigned width)
{
    unsigned pair = record[at / 8] | (unsigned)record[at / 8 + 1] << 8;
    return pair >> at % 8 & ((1u << width) - 1);
}

/* The length that a record's mask and codes imply; 0: more elements than a mask may have. */
static size_t announced(const uint8_t *record, int masked)
{
    unsigned stored = LPI_EBD_ELEMENTS, places = LPI_EBD_ELEMENTS, escapes = 0;
    unsigned codes_at = 8 * LPI_EBD_CODES, e = LPI_EBD_E_MASK;
    if (masked) {
        stored = 0;
        for (unsigned i = 0; i < LPI_EBD_ELEMENTS / 8; i++)
            stored += (unsigned)__builtin_popcount(record[LPI_EBD_MASK_AT + i]);
        if (stored > LPI_EBD_MASK_MOST)
            return 0;
        places = stored;
        codes_at = 8 * LPI_EBD_MASK_CODES;
    } else {
        e = record[LPI_EBD_NIBBLES] & 1 ? LPI_EBD_E_FULL : LPI_EBD_E_CODE;
    }
    for (unsigned i = 0; i < places; i++) {
        unsigned code = bits_at(record, codes_at + 3 * i, 3);
        escapes += code == e;
        stored -= code > e;
    }
    return lpi_ebd_payload_at(masked, escapes) + stored;
}

static size_t fixed_bytes(int masked)
{
    return masked ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES + 1;
}

/* Whether a record of this form may have this length. */
static bool length_fits(int masked, size_t bytes)
{
    return masked ? bytes <= LPI_EBD_MASK_BYTES
                  : bytes > LPI_EBD_MASK_BYTES && bytes <= LPI_EBD_BYTES;
}

/* Classifies the fault of a record of which `bytes` bytes are there, followed by zeros. */
static int fault_of(const uint8_t *record, int masked, size_t bytes)
{
    if (bytes < fixed_bytes(masked))
        return LP_ERR_SHORT;
    size_t length = announced(record, masked);
    if (length == 0 || !length_fits(masked, length))
        return LP_ERR_CORRUPT;
    return length > bytes ? LP_ERR_SHORT : LP_ERR_CORRUPT;
}

int lpi_ebd_next(int masked, const uint8_t **src, const uint8_t *src_end, uint8_t *line)
{
    size_t have = (size_t)(src_end - *src);
    const uint8_t *record = *src;
    uint8_t padded[LPI_EBD_ROOM] = {0};
    if (have < LPI_EBD_ROOM) {
        memcpy(padded, record, have);
        record = padded;
    }
    size_t length = kernel()->decode(record, masked, line);
    if (length == 0 || length > have || !length_fits(masked, length))
        return fault_of(record, masked, have);
    *src += length;
    return LP_OK;
}

int lp_ebd_decode_line(const void *record, size_t record_bytes, void *line)
{
    if (line == NULL || (record == NULL && record_bytes != 0))
        return LP_ERR_ARG;
    if (record_bytes > LPI_EBD_BYTES && record_bytes != LP_LINE_BYTES)
        return LP_ERR_ARG;
    if (record_bytes == LP_LINE_BYTES) {
        memcpy(line, record, LP_LINE_BYTES);
        return LP_OK;
    }
    uint8_t padded[LPI_EBD_ROOM] = {0};
    const uint8_t *at = padded;
    int masked = record_bytes <= LPI_EBD_MASK_BYTES;
    if (record_bytes != 0)
        memcpy(padded, record, record_bytes);
    int error = lpi_ebd_next(masked, &at, padded + record_bytes, line);
    return error != LP_OK ? error : at != padded + record_bytes ? LP_ERR_LONG : LP_OK;
}

int lp_ebd_encode_entry(const void *line, void *entry, unsigned *sectors)
{
    if (LPI_ANY_NULL(line, entry, sectors))
        return LP_ERR_ARG;
    if (lp_line_is_zero(line)) {
        *sectors = 0;
        return LP_OK;
    }
    uint8_t record[LPI_EBD_ROOM];
    size_t bytes = kernel()->encode(line, record);
    *sectors = (unsigned)((bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
    if (bytes == LP_LINE_BYTES) {
        memcpy(entry, line, LP_LINE_BYTES);
        return LP_OK;
    }
    memset(record + bytes, 0, *sectors * LP_SECTOR_BYTES - bytes);
    memcpy(entry, record, *sectors * LP_SECTOR_BYTES);
    return LP_OK;
}

int lp_ebd_decode_entry(const void *entry, unsigned sectors, void *line)
{
    if (line == NULL || (entry == NULL && sectors != 0))
        return LP_ERR_ARG;
    if (sectors > LP_LINE_SECTORS)
        return LP_ERR_ARG;
    if (sectors == 0) {
        memset(line, 0, LP_LINE_BYTES);
        return LP_OK;
    }
    if (sectors == LP_LINE_SECTORS) {
        memcpy(line, entry, LP_LINE_BYTES);
        return LP_OK;
    }
    const uint8_t *at = entry, *end = at + sectors * LP_SECTOR_BYTES;
    int error = lpi_ebd_next(sectors == 1, &at, end, line);
    if (error != LP_OK)
        return error;
    if (end - at >= (ptrdiff_t)LP_SECTOR_BYTES)
        return LP_ERR_LONG;
    for (; at < end; at++)
        if (*at != 0)
            return LP_ERR_CORRUPT;
    return LP_OK;
}
