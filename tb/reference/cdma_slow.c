/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_slow.h"

#include "bpc_slow.h"
#include "ebd_slow.h"
#include "zvc_slow.h"
#include <string.h>

unsigned lpi_cdma_slow_channel(uint64_t group, unsigned channels)
{
    const unsigned widths[] = {0, 0, 1, 0, 2, 0, 0, 0, 3};
    unsigned width = widths[channels], channel = 0;
    if (width == 0)
        return (unsigned)(group - group / channels * channels);
    for (unsigned bit = 0; bit < 64; bit++)
        channel ^= (unsigned)(group >> bit & 1) << bit % width;
    return channel;
}

unsigned lpi_cdma_slow_zeros(const uint8_t *raw, size_t sectors)
{
    unsigned zeros = 0;
    for (size_t word = 0; word < 8 * sectors; word++)
        zeros += !(raw[4 * word] | raw[4 * word + 1] | raw[4 * word + 2] | raw[4 * word + 3]);
    return zeros;
}

/* One announcing byte, and the size that it announces. */
static size_t bpc_record(const uint8_t *line, uint8_t *record)
{
    uint8_t stream[144] = {0};
    size_t bytes = (lpi_bpc_slow_encode(line, stream) + 7) / 8;
    if (lp_line_is_zero(line)) {
        record[0] = 0;
        return 1;
    }
    if (bytes > 96) {
        record[0] = 255;
        memcpy(record + 1, line, 128);
        return 129;
    }
    record[0] = (uint8_t)bytes;
    memcpy(record + 1, stream, bytes);
    return 1 + bytes;
}

/* ---- records with a kind byte (section 15, with the profile of section 11) ---- */

static void filter(const uint8_t *line, uint8_t *filtered)
{
    for (size_t i = 0; i < 128; i++)
        filtered[i] = i < 8 ? line[i] : line[i] ^ line[i - 8];
}

/* The kinds that a codec's streams may have besides 0 and 255. */
static int has_kind(enum lp_dma_codec codec, unsigned kind)
{
    return codec == LP_DMA_AUTO   ? kind >= 1 && kind <= 5
           : codec == LP_DMA_XZVC ? kind == 3
                                  : kind == 4 || kind == 5;
}

/* The record of this kind: its length with kind and length byte, 0 if the line has none. */
static size_t one_kind(unsigned kind, const uint8_t *line, uint8_t *record)
{
    uint8_t stream[144] = {0}, filtered[128];
    size_t bytes;
    record[0] = (uint8_t)kind;
    switch (kind) {
    case 1:
        bytes = (lpi_bpc_slow_encode(line, stream) + 7) / 8;
        record[1] = (uint8_t)bytes;
        memcpy(record + 2, stream, 128);
        return bytes > 96 ? 0 : 2 + bytes;
    case 2: bytes = lpi_zvc_slow_encode(16, line, stream); break;
    case 3:
        filter(line, filtered);
        bytes = lpi_zvc_slow_encode(16, filtered, stream);
        break;
    default:
        bytes = lpi_ebd_slow_encode(line, stream);
        if (bytes == 0 || (bytes <= 32) != (kind == 4))
            return 0;
    }
    memcpy(record + 1, stream, 128);
    return bytes > 96 ? 0 : 1 + bytes;
}

static size_t kind_record(enum lp_dma_codec codec, const uint8_t *line, uint8_t *record)
{
    static const unsigned order[] = {2, 3, 4, 5, 1};
    size_t length = 129, fewest = 4;
    if (lp_line_is_zero(line)) {
        record[0] = 0;
        return 1;
    }
    record[0] = 255;
    memcpy(record + 1, line, 128);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        uint8_t other[160];
        size_t bytes = has_kind(codec, order[i]) ? one_kind(order[i], line, other) : 0;
        size_t sectors = (bytes - (order[i] == 1 ? 2 : 1) + 31) / 32;
        if (bytes == 0 || sectors >= fewest)
            continue;
        fewest = sectors;
        length = bytes;
        memcpy(record, other, bytes);
    }
    return length;
}

size_t lpi_cdma_slow_shrink(enum lp_dma_codec codec, unsigned elem, const uint8_t *raw,
                            size_t sectors, uint8_t *stored)
{
    size_t length = 0;
    if (codec == LP_DMA_RAW) {
        memcpy(stored, raw, 32 * sectors);
        return 32 * sectors;
    }
    for (size_t sector = 0; sector < sectors; sector += 4) {
        uint8_t line[128] = {0};
        for (size_t i = sector; i < sectors && i < sector + 4; i++)
            memcpy(line + 32 * (i - sector), raw + 32 * i, 32);
        length += codec == LP_DMA_ZVC   ? lpi_zvc_slow_encode(elem, line, stored + length)
                  : codec == LP_DMA_BPC ? bpc_record(line, stored + length)
                                        : kind_record(codec, line, stored + length);
    }
    return length;
}

/* Returns the length of the record at the beginning of `bytes` bytes, 0 if there is none. */
static size_t bpc_line(const uint8_t *record, size_t bytes, uint8_t *line)
{
    if (bytes == 0 || (record[0] > 96 && record[0] != 255))
        return 0;
    size_t length = record[0] == 255 ? 128 : record[0];
    if (1 + length > bytes)
        return 0;
    memset(line, 0, 128);
    if (length == 128)
        memcpy(line, record + 1, 128);
    if (length == 0 || length == 128)
        return 1 + length;
    /* A stream ends in the last of its bytes, and zeros fill that up. */
    size_t bits = lpi_bpc_slow_decode(record + 1, 8 * length, line);
    if ((bits + 7) / 8 != length)
        return 0;
    for (size_t bit = bits; bit < 8 * length; bit++)
        if (record[1 + bit / 8] >> (7 - bit % 8) & 1)
            return 0;
    return 1 + length;
}

/* Like bpc_line, for records with a kind. */
static size_t kind_line(enum lp_dma_codec codec, const uint8_t *record, size_t bytes, uint8_t *line)
{
    unsigned kind = bytes == 0 ? 254 : record[0];
    size_t length;
    if (kind == 0 || kind == 255)
        return bpc_line(record, bytes, line);
    if (!has_kind(codec, kind) || bytes < 2)
        return 0;
    if (kind == 1) {
        /* After its kind a record is as without one, but neither empty nor raw. */
        length = record[1] == 0 || record[1] == 255 ? 0 : bpc_line(record + 1, bytes - 1, line);
        return length == 0 ? 0 : 1 + length;
    }
    if (kind <= 3) {
        length = lpi_zvc_slow_decode(16, record + 1, bytes - 1, line);
        for (size_t i = 8; kind == 3 && i < 128; i++)
            line[i] ^= line[i - 8];
        return length == 0 || length > 96 ? 0 : 1 + length;
    }
    for (length = kind == 4 ? 15 : 33; length <= (kind == 4 ? 32 : 96); length++)
        if (length < bytes && lpi_ebd_slow_decode(record + 1, length, line))
            return 1 + length;
    return 0;
}

static size_t raw_line(const uint8_t *stored, size_t bytes, size_t sectors, uint8_t *line)
{
    size_t length = 32 * (sectors < 4 ? sectors : 4);
    memset(line, 0, 128);
    if (length > bytes)
        return 0;
    memcpy(line, stored, length);
    return length;
}

int lpi_cdma_slow_expand(enum lp_dma_codec codec, unsigned elem, const uint8_t *stored,
                         size_t bytes, size_t sectors, uint8_t *raw, size_t *bad_sector)
{
    for (size_t sector = 0, at = 0; sector < sectors; sector += 4) {
        uint8_t line[128];
        size_t used = codec == LP_DMA_ZVC ? lpi_zvc_slow_decode(elem, stored + at, bytes - at, line)
                      : codec == LP_DMA_BPC ? bpc_line(stored + at, bytes - at, line)
                      : codec == LP_DMA_RAW
                          ? raw_line(stored + at, bytes - at, sectors - sector, line)
                          : kind_line(codec, stored + at, bytes - at, line);
        *bad_sector = sector;
        if (used == 0)
            return 0;
        at += used;
        for (size_t i = 0; i < 4; i++)
            if (sector + i < sectors)
                memcpy(raw + 32 * (sector + i), line + 32 * i, 32);
            else if (lpi_cdma_slow_zeros(line + 32 * i, 1) != 8)
                return 0;
        if (sector + 4 >= sectors && at != bytes)
            return 0;
    }
    return 1;
}
