/* SPDX-License-Identifier: Apache-2.0 */
/* Copies along wires. */
#include "wires.h"

#include <string.h>

#include "../../base/inline.h"

LPI_INLINE void copy_words(const struct lpi_copy *copy, unsigned count, unsigned words,
                           uint32_t *to, const uint32_t *from)
{
    for (unsigned i = 0; i < count; i++)
        memcpy(to + copy[i].to, from + copy[i].from, words * sizeof *to);
}

LPI_INLINE uint32_t turned(uint32_t word, unsigned left)
{
    return word << left | word >> (-left & 31);
}

LPI_INLINE void copy_copies(const struct lpi_copy *copy, const struct lpi_copies *list,
                            uint32_t *to, const uint32_t *from)
{
    copy_words(copy, list->copies[0], 8, to, from);
    copy += list->copies[0];
    copy_words(copy, list->copies[1], 4, to, from);
    copy += list->copies[1];
    copy_words(copy, list->copies[2], 2, to, from);
    copy += list->copies[2];
    copy_words(copy, list->copies[3], 1, to, from);
}

LPI_INLINE void copy_pieces(const struct lpi_piece *piece, unsigned count, uint32_t *to,
                            const uint32_t *from)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < count; i++, piece++) {
        word &= (uint32_t)piece->first - 1;
        word |= turned(from[piece->from], piece->turn) & piece->mask;
        to[piece->to] = word;
    }
}

LPI_INLINE void gather(const struct lpi_lanes *lanes, unsigned count, unsigned instances,
                       uint32_t *to, const uint32_t *from)
{
    for (unsigned i = 0; i < count; i++, lanes++) {
        const uint32_t *at = from + lanes->from + (instances - 1) * lanes->stride;
        uint32_t word = *at & lanes->mask;

        for (unsigned left = 1; left < instances; left++)
            word = word << lanes->width | (*(at -= lanes->stride) & lanes->mask);
        to[lanes->to] = word;
    }
}

LPI_INLINE void scatter(const struct lpi_lanes *lanes, unsigned count, unsigned instances,
                        uint32_t *to, const uint32_t *from)
{
    for (unsigned i = 0; i < count; i++, lanes++) {
        uint32_t word = from[lanes->from], *at = to + lanes->to;

        *at = word & lanes->mask;
        for (unsigned left = 1; left < instances; left++)
            *(at += lanes->stride) = (word >>= lanes->width) & lanes->mask;
    }
}

LPI_INLINE void copy_lanes(const struct lpi_wires *wires, const struct lpi_copies *list,
                           unsigned instances, uint32_t *to, const uint32_t *from)
{
    gather(wires->lane + list->gather, list->gathers, instances, to, from);
    scatter(wires->lane + list->scatter, list->scatters, instances, to, from);
}

/* The usual numbers of instances have their own loops, which the compiler unrolls. */
static void copy_all(const struct lpi_wires *wires, const struct lpi_copies *list, void *to,
                     const void *from)
{
    copy_copies(wires->copy + list->copy, list, to, from);
    if (list->gathers + list->scatters != 0)
        switch (wires->instances) {
        case 2: copy_lanes(wires, list, 2, to, from); break;
        case 3: copy_lanes(wires, list, 3, to, from); break;
        case 6: copy_lanes(wires, list, 6, to, from); break;
        default: copy_lanes(wires, list, wires->instances, to, from);
        }
    copy_pieces(wires->piece + list->piece, list->pieces, to, from);
}

void lpi_wires_run(const struct lpi_wires *wires, unsigned step, void *base)
{
    copy_all(wires, &wires->step[step].inside, base, base);
}

void lpi_wires_take(const struct lpi_wires *wires, unsigned step, void *base, const void *in)
{
    copy_all(wires, &wires->step[step].in, base, in);
}

void lpi_wires_give(const struct lpi_wires *wires, unsigned step, const void *base, void *out)
{
    copy_all(wires, &wires->step[step].out, out, base);
}
