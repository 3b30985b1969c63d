/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields of an entry of GRP-16 (format.md, section 23), a line of 64 elements at a time, for all
 * code paths. The includer defines TARGET, the attribute under which its functions are compiled,
 * and before including this
 *
 *     uint64_t take_bits(uint64_t bits, uint64_t mask)    the bits at the mask's ones, packed
 *     uint64_t place_bits(uint64_t bits, uint64_t mask)   the inverse
 *     void classify(grp, line, planes)                    the planes of a line's codes
 *     void split(line, payload)                           its payload bytes
 *     void restore(grp, planes, payload, line)            the line, escapes with any exponent
 *
 * A code has four bits: 0 to 3 for classes 0 and 1, 8 and the number for class 2, so that 15 is the
 * escape. Plane k has bit k of each element's code. Not installed.
 */
#ifndef LPI_GRP_FORM_H
#define LPI_GRP_FORM_H

#include "../../base/bytes.h"
#include "grp_kernel.h"

#define LINES LP_GRP_LINES
#define EVEN UINT64_C(0x5555555555555555)
#define FIELDS_MOST 4u /* sectors */
#define PLANES_BITS 512u
#define BEAT_MOST 4u /* escapes among 16 elements */
/* Words of fields before it is known whether they fit: 512 bits of planes, 256 of B, 512 of P. */
#define WORDS 22u

struct lpi_grp_planes {
    uint64_t a, l, c, p1, p2, escapes;
};

struct lpi_grp_counts {
    unsigned a, b, c; /* elements of class 1 or 2, of class 2, escapes */
};

LPI_INLINE unsigned ones(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}

/* Whether at most BEAT_MOST bits are set in each 16. */
LPI_INLINE int beats_fit(uint64_t escapes)
{
    if (ones(escapes) <= BEAT_MOST)
        return 1;
    int fit = 1;
    for (unsigned at = 0; at < 64; at += 16)
        fit &= ones(escapes >> at & 0xffff) <= BEAT_MOST;
    return fit;
}

LPI_INLINE unsigned fields_bits(const struct lpi_grp_counts *n)
{
    return n->a + 2 * n->b + 8 * n->c;
}

/* 5 or more: they do not fit. */
LPI_INLINE unsigned fields_sectors(const struct lpi_grp_counts *n)
{
    return 2 + (fields_bits(n) + 255) / 256;
}

/* Adds a line to the counts; 0: it has too many escapes among 16 elements. */
LPI_INLINE int count(struct lpi_grp_counts *n, const struct lpi_grp_planes *line)
{
    n->a += ones(line->a);
    n->b += ones(line->c);
    n->c += ones(line->escapes);
    return beats_fit(line->escapes);
}

LPI_INLINE void from_codes(const uint64_t *planes, struct lpi_grp_planes *line)
{
    line->c = planes[3];
    line->a = planes[3] | planes[1];
    line->l = planes[0];
    line->p1 = planes[1] & planes[3];
    line->p2 = planes[2];
    line->escapes = planes[0] & line->p1 & planes[2];
}

LPI_INLINE void put_bits(uint64_t *words, unsigned *at, uint64_t bits, unsigned width)
{
    words[*at / 64] |= bits << *at % 64;
    words[*at / 64 + 1] |= *at % 64 != 0 ? bits >> (64 - *at % 64) : 0;
    *at += width;
}

/* The bits from `at` on, of which the caller uses the lowest `width`. */
LPI_INLINE uint64_t get_bits(const uint64_t *words, unsigned *at, unsigned width)
{
    uint64_t bits = words[*at / 64] >> *at % 64;
    bits |= *at % 64 != 0 ? words[*at / 64 + 1] << (64 - *at % 64) : 0;
    *at += width;
    return bits;
}

TARGET LPI_INLINE void put_pairs(uint64_t *words, unsigned *at, const struct lpi_grp_planes *line)
{
    uint64_t low = take_bits(line->p1, line->c), high = take_bits(line->p2, line->c);
    unsigned left = ones(line->c);
    for (; left != 0; low >>= 32, high >>= 32) {
        unsigned now = left < 32 ? left : 32;
        uint64_t pairs = place_bits(low, EVEN) | place_bits(high, EVEN) << 1;
        put_bits(words, at, pairs, 2 * now);
        left -= now;
    }
}

TARGET LPI_INLINE void get_pairs(const uint64_t *words, unsigned *at, struct lpi_grp_planes *line)
{
    uint64_t low = 0, high = 0;
    unsigned pairs = ones(line->c);
    for (unsigned done = 0; done < pairs; done += 32) {
        unsigned now = pairs - done < 32 ? pairs - done : 32;
        uint64_t bits = get_bits(words, at, 2 * now);
        low |= take_bits(bits, EVEN) << done;
        high |= take_bits(bits >> 1, EVEN) << done;
    }
    line->p1 = place_bits(low, line->c);
    line->p2 = place_bits(high, line->c);
    line->escapes = line->c & line->l & line->p1 & line->p2;
}

/* Counts and planes of a group; returns its state. */
TARGET LPI_INLINE unsigned plan(const struct lp_grp *grp, const uint8_t *group,
                                struct lpi_grp_planes *lines, struct lpi_grp_counts *n)
{
    int fit = 1;
    *n = (struct lpi_grp_counts){0};
    for (unsigned k = 0; k < LINES; k++) {
        uint64_t planes[4];
        classify(grp, group + k * LP_LINE_BYTES, planes);
        from_codes(planes, &lines[k]);
        fit &= count(n, &lines[k]);
    }
    return fit && fields_sectors(n) <= FIELDS_MOST ? fields_sectors(n) - 1 : LP_GRP_RAW;
}

TARGET LPI_INLINE void put_escapes(const uint8_t *line, uint64_t escapes, uint8_t **end)
{
    for (; escapes != 0; escapes &= escapes - 1) {
        const uint8_t *x = line + 2 * __builtin_ctzll(escapes);
        *--*end = (uint8_t)(x[1] << 1 | x[0] >> 7);
    }
}

TARGET static unsigned encode(const struct lp_grp *grp, const uint8_t *group, uint8_t *entry)
{
    struct lpi_grp_planes lines[LINES];
    struct lpi_grp_counts n;
    unsigned state = plan(grp, group, lines, &n), at = PLANES_BITS;
    if (state == LP_GRP_RAW)
        return state;
    uint64_t words[WORDS] = {0};
    for (unsigned k = 0; k < LINES; k++) {
        words[k] = lines[k].a;
        words[LINES + k] = lines[k].l;
        put_bits(words, &at, take_bits(lines[k].c, lines[k].a), ones(lines[k].a));
    }
    for (unsigned k = 0; k < LINES; k++)
        put_pairs(words, &at, &lines[k]);
    uint8_t *end = entry + (state + 1) * LP_SECTOR_BYTES, *payload = end;
    for (unsigned i = 0; i < (state + 1) * LP_SECTOR_BYTES / 8; i++)
        lpi_put_le64(entry + 8 * i, words[i]);
    for (unsigned k = 0; k < LINES; k++) {
        put_escapes(group + k * LP_LINE_BYTES, lines[k].escapes, &end);
        split(group + k * LP_LINE_BYTES, payload + k * (LP_LINE_BYTES / 2));
    }
    return state;
}

TARGET static unsigned state_of(const struct lp_grp *grp, const uint8_t *group)
{
    struct lpi_grp_planes lines[LINES];
    struct lpi_grp_counts n;
    return plan(grp, group, lines, &n);
}

/* Reads the planes of all lines; an enum lp_error. */
TARGET LPI_INLINE int read_fields(const uint64_t *words, unsigned sectors,
                                  struct lpi_grp_planes *lines)
{
    struct lpi_grp_counts n = {0};
    unsigned at = PLANES_BITS, end;
    int fit = 1;
    for (unsigned k = 0; k < LINES; k++) {
        lines[k].a = words[k];
        lines[k].l = words[LINES + k];
        lines[k].c = place_bits(get_bits(words, &at, ones(lines[k].a)), lines[k].a);
    }
    for (unsigned k = 0; k < LINES; k++) {
        get_pairs(words, &at, &lines[k]);
        fit &= count(&n, &lines[k]);
    }
    if (fields_sectors(&n) != sectors)
        return fields_sectors(&n) > sectors ? LP_ERR_SHORT : LP_ERR_LONG;
    end = 256 * sectors - 8 * n.c;
    uint64_t rest = 0;
    while (at < end) {
        unsigned now = end - at < 64 ? end - at : 64;
        uint64_t bits = get_bits(words, &at, now);
        rest |= now < 64 ? bits & ((UINT64_C(1) << now) - 1) : bits;
    }
    return fit && rest == 0 ? LP_OK : LP_ERR_CORRUPT;
}

/* Puts the exponents of escapes into a line that is decoded otherwise. */
LPI_INLINE void patch(uint64_t escapes, const uint8_t **end, uint8_t *line)
{
    for (; escapes != 0; escapes &= escapes - 1) {
        uint8_t *x = line + 2 * __builtin_ctzll(escapes), e = *--*end;
        x[0] = (uint8_t)((x[0] & 127) | e << 7);
        x[1] = (uint8_t)((x[1] & 128) | e >> 1);
    }
}

TARGET static int decode(const struct lp_grp *grp, const uint8_t *entry, unsigned sectors,
                         uint8_t *group)
{
    struct lpi_grp_planes lines[LINES];
    uint64_t words[WORDS] = {0};
    for (unsigned i = 0; i < sectors * LP_SECTOR_BYTES / 8; i++)
        words[i] = lpi_get_le64(entry + 8 * i);
    int error = read_fields(words, sectors, lines);
    if (error != LP_OK)
        return error;
    const uint8_t *payload = entry + sectors * LP_SECTOR_BYTES, *end = payload;
    for (unsigned k = 0; k < LINES; k++) {
        uint64_t planes[4] = {lines[k].l, (lines[k].a & ~lines[k].c) | lines[k].p1, lines[k].p2,
                              lines[k].c};
        restore(grp, planes, payload + k * (LP_LINE_BYTES / 2), group + k * LP_LINE_BYTES);
        patch(lines[k].escapes, &end, group + k * LP_LINE_BYTES);
    }
    return LP_OK;
}

#endif
