/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc.h"

#include "../../base/kernel_choice.h"
#include "../../base/line_stream.h"
#include "../../base/null.h"
#include "bpc_code.h"

LPI_KERNEL_CHOICE(bpc)

size_t lp_bpc_size_bits(const void *line)
{
    uint16_t bits;
    lp_bpc_sizes(line, 1, &bits);
    return bits;
}

void lp_bpc_sizes(const void *src, size_t lines, uint16_t *bits)
{
    kernel()->sizes(src, lines, bits);
    for (size_t i = 0; i < lines; i++)
        bits[i] = bits[i] < LP_BPC_RAW_BITS ? bits[i] : LP_BPC_RAW_BITS;
}

int lp_bpc_encode_line(const void *line, void *stream, size_t capacity, size_t *bits)
{
    if (LPI_ANY_NULL(line, bits) || (stream == NULL && capacity != 0))
        return LP_ERR_ARG;
    uint8_t room[LPI_BPC_ROOM];
    size_t own = kernel()->encode(line, room);
    int raw = own >= LP_BPC_RAW_BITS;
    size_t bytes = raw ? LP_LINE_BYTES : whole_bytes(own);
    if (bytes > capacity)
        return LP_ERR_SPACE;
    memcpy(stream, raw ? line : room, bytes);
    *bits = raw ? LP_BPC_RAW_BITS : own;
    return LP_OK;
}

/*
 * Classifies the fault of a stream of `bits` bits. A bad symbol that the end cuts counts as cut
 * off.
 */
static int fault_of(const uint8_t *stream, size_t bits)
{
    size_t at = 0;
    get_base(stream, &at);
    for (unsigned planes = 0; planes < PLANES;) {
        if (at >= bits)
            return LP_ERR_SHORT;
        struct lpi_bpc_symbol s = symbol_of(peek(stream, at), 1);
        at += s.bits;
        planes += s.count;
        if (at > bits)
            return LP_ERR_SHORT;
        if (planes > PLANES)
            return LP_ERR_CORRUPT;
    }
    return LP_OK;
}

/* Decodes the stream at the beginning of `bits` bits; *used = its length. */
static int decode_some(const uint8_t *stream, size_t bits, void *line, size_t *used)
{
    uint8_t padded[LPI_BPC_ROOM] = {0};
    memcpy(padded, stream, whole_bytes(bits));
    *used = kernel()->decode(padded, line);
    return *used != 0 && *used <= bits ? LP_OK : fault_of(padded, bits);
}

int lp_bpc_decode_line(const void *stream, size_t bits, void *line)
{
    if (line == NULL || (stream == NULL && bits != 0))
        return LP_ERR_ARG;
    size_t used;
    if (bits > LP_BPC_RAW_BITS)
        return LP_ERR_ARG;
    if (bits == LP_BPC_RAW_BITS) {
        memcpy(line, stream, LP_LINE_BYTES);
        return LP_OK;
    }
    int error = decode_some(stream, bits, line, &used);
    return error != LP_OK ? error : used == bits ? LP_OK : LP_ERR_LONG;
}

int lpi_bpc_decode_padded(const uint8_t *stream, size_t bytes, size_t grain, void *line)
{
    size_t used;
    int error = decode_some(stream, 8 * bytes, line, &used);
    if (error != LP_OK)
        return error;
    if (whole_bytes(used) + grain <= bytes)
        return LP_ERR_LONG;
    return zeros_behind(stream, used, bytes) ? LP_OK : LP_ERR_CORRUPT;
}

size_t lp_bpc_bound(size_t bytes)
{
    return lp_lines(bytes) > SIZE_MAX / (LP_LINE_BYTES + 1) ? 0
                                                            : lp_lines(bytes) * (LP_LINE_BYTES + 1);
}

_Static_assert(1 + LPI_BPC_ROOM <= LPI_LINE_ROOM, "raise LPI_LINE_ROOM");

int lp_bpc_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                    size_t *dst_bytes)
{
    return lpi_encode_stream(kernel()->compress, src, src_bytes, dst, capacity, dst_bytes);
}

/* Reads one record that ends at or before src_end, and nothing after it. */
static int decompress_exact(const uint8_t **src, const uint8_t *src_end, uint8_t *line)
{
    const uint8_t *record = *src;
    if (record == src_end)
        return LP_ERR_SHORT;
    size_t length = record[0] == LPI_BPC_RECORD_RAW ? LP_LINE_BYTES : record[0];
    if (length > LP_LINE_BYTES)
        return LP_ERR_CORRUPT;
    if (length > (size_t)(src_end - record) - 1)
        return LP_ERR_SHORT;
    *src += 1 + length;
    if (record[0] == LPI_BPC_RECORD_RAW) {
        memcpy(line, record + 1, LP_LINE_BYTES);
        return LP_OK;
    }
    if (record[0] == LPI_BPC_RECORD_ZERO) {
        memset(line, 0, LP_LINE_BYTES);
        return LP_OK;
    }
    /* A record that contradicts its own length is corrupt, no matter what follows. */
    return lpi_bpc_decode_padded(record + 1, length, 1, line) == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}

static int decode_lines(const void *codec, const uint8_t **src, const uint8_t *src_end,
                        uint8_t *dst, size_t lines)
{
    (void)codec;
    size_t done = kernel()->decompress(src, src_end, dst, lines);
    int error = LP_OK;
    for (; done < lines && error == LP_OK; done++)
        error = decompress_exact(src, src_end, dst + done * LP_LINE_BYTES);
    return error;
}

int lp_bpc_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes)
{
    return lpi_decode_stream(decode_lines, NULL, src, src_bytes, dst, dst_bytes);
}

int lp_bpc_encode_entry(const void *line, void *entry, unsigned *sectors)
{
    if (LPI_ANY_NULL(line, entry, sectors))
        return LP_ERR_ARG;
    if (lp_line_is_zero(line)) {
        *sectors = 0;
        return LP_OK;
    }
    uint8_t stream[LPI_BPC_ROOM];
    size_t bits = kernel()->encode(line, stream), bytes = whole_bytes(bits);
    if (bits > 8 * LPI_BPC_ENTRY_BYTES) {
        memcpy(entry, line, LP_LINE_BYTES);
        *sectors = LP_LINE_SECTORS;
        return LP_OK;
    }
    *sectors = (unsigned)((bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
    memset(entry, 0, *sectors * LP_SECTOR_BYTES);
    memcpy(entry, stream, bytes);
    return LP_OK;
}

int lp_bpc_decode_entry(const void *entry, unsigned sectors, void *line)
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
    return lpi_bpc_decode_padded(entry, sectors * LP_SECTOR_BYTES, LP_SECTOR_BYTES, line);
}
