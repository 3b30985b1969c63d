/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of ZVC (docs/reference/format.md, section 2) of 32-bit and of 16-bit elements. A warp
 * takes a line, and a lane a word of it: an element, or two. Lengths are in units, which have an
 * element's size; `units` of a function gives the unit at a position.
 */
#ifndef LPC_ZVC_H
#define LPC_ZVC_H

#include "warp.h"

#define ZVC_EACH 4u                          /* lines that a warp takes at a time */
#define ZVC_ROUND (ZVC_EACH * LPC_WARPS_MAX) /* lines that a block takes at a time */

struct zvc32 {
    typedef uint32_t unit;
    static constexpr uint32_t MASK = 1;                    /* units */
    static constexpr uint32_t RECORD = MASK + LINE / WORD; /* at most */
    /* Elements that are not zero, of all lanes. */
    struct set {
        uint32_t lanes;
    };

    DEVICE struct set set_of(uint32_t word) { return {__ballot_sync(ALL, word != 0)}; }

    DEVICE uint32_t elements(struct set set) { return count(set.lanes); }

    /* Of a word. */
    DEVICE uint32_t elements(uint32_t word) { return word != 0; }

    /* Writes the line's record; `word` is the word of the calling lane. */
    DEVICE void put(unit *record, struct set set, uint32_t word)
    {
        if (lane() == 0)
            record[0] = set.lanes;
        if (word != 0)
            record[1 + count(set.lanes & below(lane()))] = word;
    }

    /* The elements of the record at `at`, whose mask is there. */
    template <class units> DEVICE uint32_t elements_at(const units &of, uint32_t at)
    {
        return count(of(at));
    }

    /* The lane's word of the record at `at`. */
    template <class units> DEVICE uint32_t word_at(const units &of, uint32_t at)
    {
        uint32_t mask = of(at);
        return mask >> lane() & 1 ? of(at + 1 + count(mask & below(lane()))) : 0;
    }
};

struct zvc16 {
    typedef uint16_t unit;
    static constexpr uint32_t MASK = 4;
    static constexpr uint32_t RECORD = MASK + LINE / 2;
    /* Of the lanes' first and second elements. */
    struct set {
        uint32_t first, second;
    };

    DEVICE struct set set_of(uint32_t word)
    {
        return {__ballot_sync(ALL, (word & 0xffff) != 0), __ballot_sync(ALL, word >> 16 != 0)};
    }

    DEVICE uint32_t elements(struct set set) { return count(set.first) + count(set.second); }

    DEVICE uint32_t elements(uint32_t word) { return ((word & 0xffff) != 0) + (word >> 16 != 0); }

    DEVICE void put(unit *record, struct set set, uint32_t word)
    {
        uint32_t lower = below(lane());
        unit *own = record + MASK + count(set.first & lower) + count(set.second & lower);
        if (lane() < MASK)
            record[lane()] = (unit)interleave(set.first >> 8 * lane() & 255,
                                              set.second >> 8 * lane() & 255);
        if ((word & 0xffff) != 0)
            *own++ = (unit)word;
        if (word >> 16 != 0)
            *own = (unit)(word >> 16);
    }

    /* 32 elements' part of the mask. */
    template <class units> DEVICE uint32_t half_of(const units &of, uint32_t at)
    {
        return of(at) | (uint32_t)of(at + 1) << 16;
    }

    template <class units> DEVICE uint32_t elements_at(const units &of, uint32_t at)
    {
        return count(half_of(of, at)) + count(half_of(of, at + 2));
    }

    template <class units> DEVICE uint32_t word_at(const units &of, uint32_t at)
    {
        uint32_t low = half_of(of, at), high = half_of(of, at + 2);
        uint32_t mask = lane() < WARP / 2 ? low : high, place = 2 * lane() % WARP;
        uint32_t own = mask >> place & 3;
        at += MASK + count(mask & below(place)) + (lane() < WARP / 2 ? 0 : count(low));
        uint32_t first = own & 1 ? of(at) : 0;
        return first | (own & 2 ? (uint32_t)of(at + (own & 1)) << 16 : 0);
    }
};

/*
 * Finds where each of `lines` records begins, in sequence from `at` on, of which there are units up
 * to `have`: from[0] to from[the result], which is the number of whole records.
 */
template <class E, class units>
DEVICE uint32_t zvc_walk(const units &of, uint32_t at, uint32_t have, uint32_t lines,
                         uint32_t *from)
{
    uint32_t whole = 0;
    from[0] = at;
    while (whole < lines && have - at >= E::MASK && E::MASK + E::elements_at(of, at) <= have - at) {
        at += E::MASK + E::elements_at(of, at);
        from[++whole] = at;
    }
    return whole;
}

#endif
