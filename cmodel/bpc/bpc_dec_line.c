/* SPDX-License-Identifier: Apache-2.0 */
#include "bpc_dec_line.h"

#define STREAM_WORDS 24u
#define ALL_ONES 0x7fffffffu

/* 32 bits from a bit on, zeros behind the stream. */
static inline uint32_t bits_at(const uint32_t *stream, unsigned at)
{
    unsigned word = at / 32 < STREAM_WORDS ? at / 32 : STREAM_WORDS;
    uint64_t pair = (uint64_t)stream[word] << 32 | stream[word + 1];
    return (uint32_t)(pair << at % 32 >> 32);
}

static inline uint32_t sign_extend(uint32_t field, unsigned bits)
{
    uint32_t sign = 1u << (bits - 1);
    return (field ^ sign) - sign;
}

/* The base word; returns the bits it took. */
static unsigned base_of(const uint32_t *stream, uint32_t *base)
{
    uint32_t head = stream[0];
    unsigned code = head >> 29, bits = code == 0 ? 0 : code == 1 ? 4 : code == 2 ? 8 : 16;

    if (code >= 4) {
        *base = bits_at(stream, 1);
        return 33;
    }
    *base = bits ? sign_extend(head << 3 >> (32 - bits), bits) : 0;
    return 3 + bits;
}

/* What one plane symbol says. */
struct symbol {
    uint32_t dbx;
    unsigned bits, planes;
    bool clear, bad;
};

static struct symbol symbol_of(uint32_t bits)
{
    unsigned k = bits >> 22 & 31;

    if (bits >> 31)
        return (struct symbol){bits & ALL_ONES, 32, 1, false, false};
    if (bits >> 30)
        return (struct symbol){0, 7, (bits >> 25 & 31) + 2, false, false};
    if (bits >> 29)
        return (struct symbol){0, 3, 1, false, false};
    if (bits >> 28 && bits >> 27 & 1)
        return (struct symbol){1u << k & ALL_ONES, 10, 1, false, k > 30};
    if (bits >> 28)
        return (struct symbol){(uint32_t)(3ull << k) & ALL_ONES, 10, 1, false, k > 29};
    return bits >> 27 ? (struct symbol){0, 5, 1, true, false}
                      : (struct symbol){ALL_ONES, 5, 1, false, false};
}

/* Bit i of row j and bit j of row i change places. */
static void transpose(uint32_t a[32])
{
    uint32_t keep = 0x0000ffff;

    for (unsigned by = 16; by > 0; by /= 2, keep ^= keep << by)
        for (unsigned i = 0; i < 32; i = (i + by + 1) & ~by) {
            uint32_t moved = (a[i] >> by ^ a[i + by]) & keep;
            a[i] ^= moved << by;
            a[i + by] ^= moved;
        }
}

/* From `at` on all is zero, and the stream's last bit lies in the last sector. */
static bool ends_well(const uint32_t *stream, unsigned at, unsigned sectors)
{
    uint32_t rest = bits_at(stream, at);

    for (unsigned word = at / 32 + 1; word < STREAM_WORDS; word++)
        rest |= stream[word];
    return rest == 0 && (at - 1) / 256 + 1 == sectors;
}

bool lpi_bpc_dec_line(const uint32_t stream[35], unsigned sectors, uint32_t words[LPI_BPC_WORDS])
{
    uint32_t base, dbp = 0;
    unsigned at = base_of(stream, &base), run = 0;
    bool good = true;

    for (int plane = 32; plane >= 0; plane--) {
        if (run > 0) {
            run--;
        } else {
            struct symbol s = symbol_of(bits_at(stream, at));
            dbp = s.clear ? 0 : dbp ^ s.dbx;
            at += s.bits;
            run = s.planes - 1;
            good = good && !s.bad;
        }
        if (plane < 32)
            words[plane] = dbp << 1 | (base >> plane & 1);
    }
    good = good && run == 0 && ends_well(stream, at, sectors);
    transpose(words);
    for (unsigned i = 1; i < LPI_BPC_WORDS; i++)
        words[i] += words[i - 1];
    return good;
}
