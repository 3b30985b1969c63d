/* SPDX-License-Identifier: Apache-2.0 */
#include "cdma_slow.h"

#include "bpc_slow.h"
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
        length += codec == LP_DMA_ZVC ? lpi_zvc_slow_encode(elem, line, stored + length)
                                      : bpc_record(line, stored + length);
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
                      : codec == LP_DMA_BPC
                          ? bpc_line(stored + at, bytes - at, line)
                          : raw_line(stored + at, bytes - at, sectors - sector, line);
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
