/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_beats.h"

#include <string.h>

#include "lib/variants/variant.h"
#include "reference/bpc_slow.h"
#include "kit/bpc_stream.h"

#define SECTOR_BITS (8u * LP_SECTOR_BYTES)
#define ENTRY_BITS (3 * SECTOR_BITS)

unsigned lp_bpc_entry_make(const uint8_t line[LP_LINE_BYTES], struct lp_entry *entry)
{
    uint8_t room[(LPI_BPC_SLOW_MAX_BITS + 7) / 8];
    unsigned bits = (unsigned)lp_bpc_size_bits(line);

    memset(entry, 0, sizeof *entry);
    lp_bpc_encode_entry(line, entry->bytes, &entry->sectors);
    entry->beats = entry->sectors > 0 ? entry->sectors : 1;
    if (entry->sectors > 0 && entry->sectors < LP_LINE_SECTORS)
        entry->bits = bits;
    /* The library does not return the length of a stream that is not stored. */
    return bits < LP_BPC_RAW_BITS ? bits : (unsigned)lpi_bpc_slow_encode(line, room);
}

/* Stores a stream of at most LP_ENTRY_MAX beats, zeros after it, as if it were a good entry. */
static void store(const uint8_t *stream, unsigned bits, struct lp_entry *entry)
{
    memset(entry, 0, sizeof *entry);
    memcpy(entry->bytes, stream, (bits + 7) / 8);
    entry->bits = bits;
    entry->beats = (bits + SECTOR_BITS - 1) / SECTOR_BITS;
    entry->sectors = entry->beats < LP_LINE_SECTORS ? entry->beats : LP_LINE_SECTORS - 1;
}

/*
 * The line as stored by an encoder that reads words as unsigned, or tests for single and adjacent
 * ones first, or both; only if that encoder does not store the line raw.
 */
static void make_other(struct lp_rng *rng, const uint8_t *line, struct lp_entry *entry)
{
    unsigned habits = 1 + lp_below(rng, 3);
    struct variant other = {
        .width = 32,
        .words = 32,
        .code = {CODE_ONES, CODE_FLAT, CODE_PAIR, CODE_SINGLE},
        .reading = habits & 1 ? WORDS_UNSIGNED : WORDS_SIGNED,
        .places_first = habits >> 1,
    };
    uint8_t stream[VARIANT_STREAM_MAX];
    size_t bits = variant_encode(&other, line, stream);

    if (bits <= ENTRY_BITS)
        store(stream, (unsigned)bits, entry);
}

static void make_random(struct lp_rng *rng, bool hostile, struct lp_entry *entry)
{
    struct lp_bpc_stream stream;
    unsigned limit = lp_below(rng, 2) ? ENTRY_BITS : 64 + lp_below(rng, ENTRY_BITS - 63);
    bool broken = hostile && lp_below(rng, 2);

    if (hostile && !broken)
        limit = 8 * LP_BPC_STREAM_BYTES;
    lp_bpc_stream_random(rng, limit, broken, &stream);
    store(stream.bytes, stream.bits, entry);
    /* A stream that is too long continues in more than three further beats, or is cut off there. */
    if (entry->beats > 3 && lp_below(rng, 2))
        entry->beats = 3;
}

bool lp_bpc_entry_vary(struct lp_rng *rng, const uint8_t line[LP_LINE_BYTES], bool hostile,
                       struct lp_entry *entry)
{
    static const uint8_t zero_stream[2] = {0x0f, 0xc0}; /* 000 01 11111 */
    unsigned way = lp_below(rng, 8);

    if (way < 3 && hostile)
        make_random(rng, true, entry);
    else if (way == 0)
        make_random(rng, false, entry);
    else if (way < 4)
        make_other(rng, line, entry);
    else if (way == 7 && !hostile)
        lp_entry_waste(line, zero_stream, entry);
    if (entry->sectors == 0)
        for (unsigned i = 0; i < LP_SECTOR_BYTES; i++)
            entry->bytes[i] = (uint8_t)lp_random(rng);
    if (hostile && way > 1)
        lp_entry_damage(rng, entry, entry->bits ? (entry->bits + 7) / 8 : LP_SECTOR_BYTES);
    return !hostile && way > 0;
}

bool lp_bpc_entry_line(const struct lp_entry *entry, uint8_t line[LP_LINE_BYTES])
{
    memset(line, 0, LP_LINE_BYTES);
    if (entry->sectors == 0)
        return entry->beats == 1;
    if (entry->sectors == LP_LINE_SECTORS)
        memcpy(line, entry->bytes, LP_LINE_BYTES);
    if (entry->sectors >= LP_LINE_SECTORS)
        return entry->sectors == LP_LINE_SECTORS && entry->beats == LP_LINE_SECTORS;
    return entry->beats < LP_LINE_SECTORS &&
           lp_bpc_decode_entry(entry->bytes, entry->beats, line) == LP_OK;
}
