/* SPDX-License-Identifier: Apache-2.0 */
/* FPC (Alameldeen and Wood, TR-1500): three bits per word name one of eight patterns. */
#include "fpc.h"

enum { RUN, EXTEND_4, EXTEND_8, EXTEND_16, PADDED, HALVES, REPEATED, RAW };
#define PREFIX 3u
#define RUN_MOST 8u

static void put(struct lpi_bits_out *out, unsigned pattern, uint64_t value, unsigned width)
{
    lpi_bits_write(out, pattern, PREFIX);
    lpi_bits_write(out, value, width);
}

/* Takes the shortest pattern that fits; of equally short ones, the first. */
static void put_word(struct lpi_bits_out *out, uint32_t word)
{
    uint32_t low = word & 0xffff, high = word >> 16;
    if (lpi_bits_fit(word, 4, 32))
        put(out, EXTEND_4, word, 4);
    else if (lpi_bits_fit(word, 8, 32))
        put(out, EXTEND_8, word, 8);
    else if (word == (word & 0xff) * 0x01010101u)
        put(out, REPEATED, word, 8);
    else if (lpi_bits_fit(word, 16, 32))
        put(out, EXTEND_16, word, 16);
    else if (low == 0)
        put(out, PADDED, high, 16);
    else if (lpi_bits_fit(low, 8, 16) && lpi_bits_fit(high, 8, 16))
        put(out, HALVES, (high & 0xff) << 8 | (low & 0xff), 16);
    else
        put(out, RAW, word, 32);
}

void lpi_fpc_put(struct lpi_bits_out *out, const uint32_t *words)
{
    for (unsigned i = 0, run; i < LPI_LINE_WORDS; i += run) {
        for (run = 0; run < RUN_MOST && i + run < LPI_LINE_WORDS && words[i + run] == 0;)
            run++;
        if (run > 0) {
            put(out, RUN, run - 1, 3);
        } else {
            put_word(out, words[i]);
            run = 1;
        }
    }
}

static uint32_t get_word(struct lpi_bits_in *in, unsigned pattern)
{
    uint64_t halves;
    switch (pattern) {
    case EXTEND_4: return (uint32_t)lpi_bits_extend(lpi_bits_read(in, 4), 4);
    case EXTEND_8: return (uint32_t)lpi_bits_extend(lpi_bits_read(in, 8), 8);
    case EXTEND_16: return (uint32_t)lpi_bits_extend(lpi_bits_read(in, 16), 16);
    case PADDED: return (uint32_t)(lpi_bits_read(in, 16) << 16);
    case HALVES:
        halves = lpi_bits_read(in, 16);
        return (uint32_t)(lpi_bits_extend(halves >> 8, 8) << 16) |
               ((uint32_t)lpi_bits_extend(halves, 8) & 0xffff);
    case REPEATED: return (uint32_t)lpi_bits_read(in, 8) * 0x01010101u;
    }
    return (uint32_t)lpi_bits_read(in, 32);
}

int lpi_fpc_get(struct lpi_bits_in *in, uint32_t *words)
{
    for (unsigned i = 0; i < LPI_LINE_WORDS;) {
        unsigned pattern = (unsigned)lpi_bits_read(in, PREFIX);
        if (pattern != RUN) {
            words[i++] = get_word(in, pattern);
            continue;
        }
        unsigned run = (unsigned)lpi_bits_read(in, 3) + 1;
        if (run > LPI_LINE_WORDS - i)
            return LP_ERR_CORRUPT;
        for (; run > 0; run--)
            words[i++] = 0;
    }
    return LP_OK;
}

static const struct lpi_line_code fpc_code = {lpi_fpc_put, lpi_fpc_get, LPI_FPC_MOST_BITS};
LPI_LINE_CODEC(fpc);
