/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations of both ZVC cycle models on one sector, and the geometry that follows from the element
 * width. A sector is 32 bytes, lane 0 first. There are no data-dependent branches, since these
 * loops take most of a model's time.
 */
#ifndef LP_ZVC_SECTOR_H
#define LP_ZVC_SECTOR_H

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "../../base/bytes.h"
#include "../../base/inline.h"
#include "zvc_cycle.h"

#define LP_SECTOR 32

/* Values that follow from the element width (the RTL's localparams). */
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
                                    .lanes_lg = elem == 32   ? 3
                                                : elem == 16 ? 4
                                                             : 5,
                                    .mask = mask,
                                    .raw_from = 3 * lanes - mask + 1};
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

/* Shifts a sector's flags into its line's mask from above; after four, bit 0 is the first lane. */
LPI_INLINE void lp_mask_push(uint64_t mask[2], uint32_t flags, unsigned elem)
{
    if (elem == 32) {
        mask[0] = mask[0] >> 8 | flags << 24;
    } else if (elem == 16) {
        mask[0] = mask[0] >> 16 | (uint64_t)flags << 48;
    } else {
        mask[0] = mask[0] >> 32 | mask[1] << 32;
        mask[1] = mask[1] >> 32 | (uint64_t)flags << 32;
    }
}

/* Byte i of the result: number of nonzero elements of sector i. */
LPI_INLINE uint32_t lp_mask_counts(const uint64_t mask[2], unsigned elem)
{
    uint64_t n[2];
    for (unsigned i = 0; i < 2; i++) {
        uint64_t x = mask[i] - (mask[i] >> 1 & 0x5555555555555555u);
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        n[i] = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        if (elem < 32)
            n[i] = (n[i] + (n[i] >> 8)) & 0x00ff00ff00ff00ffu;
        if (elem < 16)
            n[i] = (n[i] + (n[i] >> 16)) & 0x000000ff000000ffu;
    }
    if (elem == 32)
        return (uint32_t)n[0];
    if (elem == 16) {
        n[0] = (n[0] | n[0] >> 8) & 0x0000ffff0000ffffu;
        return (uint32_t)(n[0] | n[0] >> 16);
    }
    return (uint32_t)(n[0] | n[0] >> 24 | n[1] << 16 | n[1] >> 8);
}

/*
 * Moves the lanes of `in` that are not zero to consecutive lanes of `out` from `at` on. The lanes
 * after them, up to a sector from `at`, may also be written.
 */
LPI_INLINE void lp_sector_append(uint8_t *out, unsigned at, const uint8_t in[LP_SECTOR],
                                 unsigned elem)
{
    size_t bytes = elem / 8, to = at;
    for (size_t i = 0; i < LP_SECTOR; i += bytes) {
        uint32_t lane = 0;
        memcpy(&lane, in + i, bytes);
        memcpy(out + to * bytes, &lane, bytes);
        to += lane != 0;
    }
}

/* The inverse: consecutive lanes of `in` from `at` on to the flagged lanes; others are zero. */
LPI_INLINE void lp_sector_expand(uint8_t out[LP_SECTOR], const uint8_t *in, unsigned at,
                                 uint32_t flags, unsigned elem)
{
    size_t bytes = elem / 8, from = at;
    for (size_t i = 0; i < LP_SECTOR; i += bytes, flags >>= 1) {
        uint32_t lane = 0, flag = flags & 1;
        memcpy(&lane, in + from * bytes, bytes);
        lane &= 0 - flag;
        memcpy(out + i, &lane, bytes);
        from += flag;
    }
}

/* Runs `call` with `g` a constant, so that each element width gets its own code. */
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
 * eval and tick of a model from its eval_one and tick_one, one function for each element width,
 * since one function for all widths would need more registers.
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
