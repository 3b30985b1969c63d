/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What both ZVC cycle models do with one sector, and the geometry that follows from the element
 * width. A sector is 32 bytes, lane 0 first. Written without data-dependent branches: these loops
 * take most of a model's time.
 */
#ifndef LP_ZVC_SECTOR_H
#define LP_ZVC_SECTOR_H

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../common/inline.h"
#include "zvc_cycle.h"

#define LP_SECTOR 32

/* What follows from the element width alone (the RTL's localparams). */
struct lp_zvc_geometry {
    unsigned elem;     /* element width in bits: 8, 16 or 32 */
    unsigned lanes;    /* elements in a sector */
    unsigned lanes_lg; /* its logarithm */
    unsigned mask;     /* lanes that a line's mask takes */
    unsigned raw_from; /* non-zero elements from which an entry is stored raw */
};

LPI_INLINE struct lp_zvc_geometry lp_zvc_geometry(unsigned elem)
{
    unsigned lanes = 256 / elem, mask = 4 * lanes / elem;
    return (struct lp_zvc_geometry){.elem = elem,
                                    .lanes = lanes,
                                    .lanes_lg = elem == 32 ? 3 : elem == 16 ? 4 : 5,
                                    .mask = mask,
                                    .raw_from = 3 * lanes - mask + 1};
}

LPI_INLINE void lp_sector_from_words(uint8_t sector[LP_SECTOR], const uint32_t words[8])
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(sector, words, LP_SECTOR);
#else
    for (unsigned i = 0; i < LP_SECTOR; i++)
        sector[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
#endif
}

LPI_INLINE void lp_words_from_sector(uint32_t words[8], const uint8_t sector[LP_SECTOR])
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(words, sector, LP_SECTOR);
#else
    for (unsigned i = 0; i < 8; i++)
        words[i] = (uint32_t)sector[4 * i] | (uint32_t)sector[4 * i + 1] << 8 |
                   (uint32_t)sector[4 * i + 2] << 16 | (uint32_t)sector[4 * i + 3] << 24;
#endif
}

/* Byte i of the result: ones in bits 0..i of `bits`, all eight at once. */
LPI_INLINE uint64_t lp_prefix_ones(uint32_t bits)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t spread = (bits & 0xff) * ones & 0x8040201008040201u;
    return ((spread + 0x7f7f7f7f7f7f7f7fu) >> 7 & ones) * ones;
}

LPI_INLINE unsigned lp_count_ones(uint32_t bits, unsigned lanes)
{
    unsigned n = 0;
    for (unsigned i = 0; i < lanes; i += 8)
        n += (unsigned)(lp_prefix_ones(bits >> i) >> 56);
    return n;
}

/* Bit i of the result: lane i is not zero. */
LPI_INLINE uint32_t lp_sector_flags(const uint8_t sector[LP_SECTOR], unsigned elem)
{
    uint32_t flags = 0;
#ifdef __SSE2__
    __m128i lo = _mm_loadu_si128((const __m128i *)sector);
    __m128i hi = _mm_loadu_si128((const __m128i *)sector + 1);
    __m128i zero = _mm_setzero_si128();
    if (elem == 8) {
        flags = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(lo, zero)) |
                (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(hi, zero)) << 16;
        return ~flags;
    }
    if (elem == 32) {
        lo = _mm_packs_epi32(_mm_cmpeq_epi32(lo, zero), _mm_cmpeq_epi32(hi, zero));
        return ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(lo, lo)) & 0xff;
    }
    lo = _mm_packs_epi16(_mm_cmpeq_epi16(lo, zero), _mm_cmpeq_epi16(hi, zero));
    return ~(uint32_t)_mm_movemask_epi8(lo) & 0xffff;
#else
    unsigned bytes = elem / 8;
    for (unsigned i = 0; i < LP_SECTOR / bytes; i++) {
        uint8_t any = 0;
        for (unsigned j = 0; j < bytes; j++)
            any |= sector[i * bytes + j];
        flags |= (uint32_t)(any != 0) << i;
    }
    return flags;
#endif
}

/*
 * Moves the flagged lanes of `in` to consecutive lanes of `ring` from `at` on, modulo `ring_lanes`
 * (a power of two); returns the lane after the last flagged one. A lane without a flag is zero and
 * is written where the next flagged one, or nothing, goes.
 */
LPI_INLINE unsigned lp_sector_append(uint8_t *ring, unsigned ring_lanes, unsigned at,
                                     const uint8_t in[LP_SECTOR], uint32_t flags, unsigned elem)
{
    unsigned bytes = elem / 8;
    for (unsigned i = 0; i < LP_SECTOR / bytes; i += 8) {
        uint64_t below = lp_prefix_ones(flags >> i);
        for (unsigned j = 0; j < 8; j++) {
            unsigned to = at + (j ? (unsigned)(below >> (8 * j - 8)) & 0xff : 0);
            memcpy(ring + (to & (ring_lanes - 1)) * bytes, in + (i + j) * bytes, bytes);
        }
        at += (unsigned)(below >> 56);
    }
    return at;
}

/* The inverse: consecutive lanes of `ring` from `at` on to the flagged lanes; others are zero. */
LPI_INLINE void lp_sector_expand(uint8_t out[LP_SECTOR], const uint8_t *ring, unsigned ring_lanes,
                                 unsigned at, uint32_t flags, unsigned elem)
{
    unsigned bytes = elem / 8;
    for (unsigned i = 0; i < LP_SECTOR / bytes; i += 8) {
        uint64_t below = lp_prefix_ones(flags >> i);
        for (unsigned j = 0; j < 8; j++) {
            unsigned from = at + (j ? (unsigned)(below >> (8 * j - 8)) & 0xff : 0);
            uint32_t lane = 0;
            memcpy(&lane, ring + (from & (ring_lanes - 1)) * bytes, bytes);
            lane &= 0 - (flags >> (i + j) & 1);
            memcpy(out + (i + j) * bytes, &lane, bytes);
        }
        at += (unsigned)(below >> 56);
    }
}

/* Runs `call` with `g` a constant, so that each element width gets code of its own. */
#define LP_ZVC_WITH_GEOMETRY(elem, call)                                                           \
    do {                                                                                           \
        if ((elem) == 32) {                                                                        \
            const struct lp_zvc_geometry g = lp_zvc_geometry(32);                                  \
            call;                                                                                  \
        } else if ((elem) == 16) {                                                                 \
            const struct lp_zvc_geometry g = lp_zvc_geometry(16);                                  \
            call;                                                                                  \
        } else {                                                                                   \
            const struct lp_zvc_geometry g = lp_zvc_geometry(8);                                   \
            call;                                                                                  \
        }                                                                                          \
    } while (0)

/*
 * eval and tick of a model from its eval_one and tick_one, one function for each element width:
 * all widths in one function cost it registers.
 */
#define LP_ZVC_WIDTH_(unit, width)                                                                 \
    static __attribute__((noinline)) void eval_##width(                                            \
        const struct unit *q, const struct lp_##unit##_in *in, struct lp_##unit##_out *out)        \
    {                                                                                              \
        eval_one(lp_zvc_geometry(width), q, in, out);                                              \
    }                                                                                              \
    static __attribute__((noinline)) void tick_##width(struct unit *q,                             \
                                                       const struct lp_##unit##_in *in)            \
    {                                                                                              \
        tick_one(lp_zvc_geometry(width), q, in);                                                   \
    }
#define LP_ZVC_EVAL_AND_TICK(unit)                                                                 \
    LP_ZVC_WIDTH_(unit, 32)                                                                        \
    LP_ZVC_WIDTH_(unit, 16)                                                                        \
    LP_ZVC_WIDTH_(unit, 8)                                                                         \
    static void eval(const void *state, const void *in, void *out)                                 \
    {                                                                                              \
        const struct unit *q = state;                                                              \
        if (q->elem == 32)                                                                         \
            eval_32(q, in, out);                                                                   \
        else if (q->elem == 16)                                                                    \
            eval_16(q, in, out);                                                                   \
        else                                                                                       \
            eval_8(q, in, out);                                                                    \
    }                                                                                              \
    static void tick(void *state, const void *in)                                                  \
    {                                                                                              \
        struct unit *q = state;                                                                    \
        if (q->elem == 32)                                                                         \
            tick_32(q, in);                                                                        \
        else if (q->elem == 16)                                                                    \
            tick_16(q, in);                                                                        \
        else                                                                                       \
            tick_8(q, in);                                                                         \
    }

#endif
