/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_kernel.h"
#include <string.h>

#define ENTRY_BITS (3 * 8 * LP_SECTOR_BYTES)
/* First byte of a record: bytes of the stream behind it, or one of these. */
#define RECORD_ZERO 0u
#define RECORD_RAW 255u

static size_t whole_bytes(size_t bits)
{
    return (bits + 7) / 8;
}

size_t lp_bpc_size_bits(const void *line)
{
    size_t bits = lpi_bpc_portable.size_bits(line);
    return bits < LP_BPC_RAW_BITS ? bits : LP_BPC_RAW_BITS;
}

size_t lp_bpc_encode_line(const void *line, void *stream)
{
    uint8_t room[LPI_BPC_ROOM];
    size_t bits = lpi_bpc_portable.encode(line, room);
    if (bits >= LP_BPC_RAW_BITS) {
        memcpy(stream, line, LP_LINE_BYTES);
        return LP_BPC_RAW_BITS;
    }
    memcpy(stream, room, whole_bytes(bits));
    return bits;
}

/* Decodes the stream at the beginning of `bytes` bytes; *used = its bits. */
static int decode_some(const uint8_t *stream, size_t bits, void *line, size_t *used)
{
    uint8_t padded[LP_LINE_BYTES + LPI_BPC_SLACK] = {0};
    memcpy(padded, stream, whole_bytes(bits));
    return lpi_bpc_portable.decode(padded, bits, line, used);
}

int lp_bpc_decode_line(const void *stream, size_t bits, void *line)
{
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

/* The stream ends in the last of `bytes` bytes, and only zeros follow it there. */
static int decode_padded(const uint8_t *stream, size_t bytes, size_t grain, void *line)
{
    size_t used;
    int error = decode_some(stream, 8 * bytes, line, &used);
    if (error != LP_OK)
        return error;
    if (whole_bytes(used) + grain <= bytes)
        return LP_ERR_LONG;
    if (used % 8 != 0 && (stream[used / 8] & (0xff >> used % 8)) != 0)
        return LP_ERR_CORRUPT;
    for (size_t i = whole_bytes(used); i < bytes; i++)
        if (stream[i] != 0)
            return LP_ERR_CORRUPT;
    return LP_OK;
}

size_t lp_bpc_bound(size_t bytes)
{
    return lp_lines(bytes) > SIZE_MAX / (LP_LINE_BYTES + 1) ? 0
                                                            : lp_lines(bytes) * (LP_LINE_BYTES + 1);
}

/* Writes one record; returns its length, 1 to 129. */
static size_t put_record(const uint8_t *line, uint8_t *record)
{
    if (lp_line_is_zero(line)) {
        record[0] = RECORD_ZERO;
        return 1;
    }
    size_t bits = lp_bpc_encode_line(line, record + 1);
    record[0] = (uint8_t)(bits == LP_BPC_RAW_BITS ? RECORD_RAW : whole_bytes(bits));
    return 1 + whole_bytes(bits);
}

int lp_bpc_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                    size_t *dst_bytes)
{
    const uint8_t *in = src;
    size_t out = 0;
    for (size_t at = 0; at < src_bytes; at += LP_LINE_BYTES) {
        uint8_t line[LP_LINE_BYTES] = {0}, record[LP_LINE_BYTES + 1];
        size_t rest = src_bytes - at;
        memcpy(line, in + at, rest < LP_LINE_BYTES ? rest : LP_LINE_BYTES);
        size_t bytes = put_record(line, record);
        if (bytes > capacity - out)
            return LP_ERR_SPACE;
        memcpy((uint8_t *)dst + out, record, bytes);
        out += bytes;
    }
    *dst_bytes = out;
    return LP_OK;
}

/* Reads one record from `bytes` bytes; *used = its length. */
static int get_record(const uint8_t *record, size_t bytes, uint8_t *line, size_t *used)
{
    if (bytes == 0)
        return LP_ERR_SHORT;
    size_t length = record[0] == RECORD_RAW ? LP_LINE_BYTES : record[0];
    if (length > LP_LINE_BYTES)
        return LP_ERR_CORRUPT;
    if (length > bytes - 1)
        return LP_ERR_SHORT;
    *used = 1 + length;
    if (record[0] == RECORD_RAW) {
        memcpy(line, record + 1, LP_LINE_BYTES);
        return LP_OK;
    }
    if (record[0] == RECORD_ZERO) {
        memset(line, 0, LP_LINE_BYTES);
        return LP_OK;
    }
    /* A record that contradicts its own length is corrupt, whatever follows. */
    return decode_padded(record + 1, length, 1, line) == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}

int lp_bpc_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes)
{
    const uint8_t *in = src;
    uint8_t line[LP_LINE_BYTES];
    for (size_t at = 0; at < dst_bytes; at += LP_LINE_BYTES) {
        size_t used, rest = dst_bytes - at < LP_LINE_BYTES ? dst_bytes - at : LP_LINE_BYTES;
        int error = get_record(in, src_bytes, line, &used);
        if (error != LP_OK)
            return error;
        for (size_t i = rest; i < LP_LINE_BYTES; i++)
            if (line[i] != 0)
                return LP_ERR_CORRUPT;
        memcpy((uint8_t *)dst + at, line, rest);
        in += used;
        src_bytes -= used;
    }
    return src_bytes == 0 ? LP_OK : LP_ERR_LONG;
}

void lp_bpc_encode_entry(const void *line, void *entry, unsigned *sectors)
{
    if (lp_line_is_zero(line)) {
        *sectors = 0;
        return;
    }
    uint8_t stream[LP_LINE_BYTES];
    size_t bits = lp_bpc_encode_line(line, stream), bytes = whole_bytes(bits);
    if (bits > ENTRY_BITS) {
        memcpy(entry, line, LP_LINE_BYTES);
        *sectors = LP_LINE_SECTORS;
        return;
    }
    *sectors = (unsigned)((bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
    memset(entry, 0, *sectors * LP_SECTOR_BYTES);
    memcpy(entry, stream, bytes);
}

int lp_bpc_decode_entry(const void *entry, unsigned sectors, void *line)
{
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
    return decode_padded(entry, sectors * LP_SECTOR_BYTES, LP_SECTOR_BYTES, line);
}
