/* SPDX-License-Identifier: Apache-2.0 */
/* Layout of EBD records (format.md), and the choice of form and base. Not installed. */
#ifndef LPI_EBD_FORM_H
#define LPI_EBD_FORM_H

#include "ebd_kernel.h"

#define LPI_EBD_ELEMENTS 64u
#define LPI_EBD_INFINITE 255u /* the exponent of Inf and NaN */

/* Codes below E are distances; E is the escape. */
#define LPI_EBD_E_MASK 7u
#define LPI_EBD_E_CODE 6u
#define LPI_EBD_E_FULL 7u
#define LPI_EBD_ZERO_CODE 7u

/* Nibbles up to this one are distances from E on; then come base + 1, base + 2 and exponent 0. */
#define LPI_EBD_FAR 12u
#define LPI_EBD_UP1 13u
#define LPI_EBD_UP2 14u
#define LPI_EBD_BOTTOM 15u

/*
 * Byte offsets. In the mask form nibbles begin here; in the other forms the first nibble is `full`.
 */
#define LPI_EBD_MASK_AT 1u
#define LPI_EBD_MASK_CODES 9u
#define LPI_EBD_MASK_NIBBLES 15u
#define LPI_EBD_CODES 1u
#define LPI_EBD_NIBBLES 25u
#define LPI_EBD_MASK_MOST 16u /* elements */
#define LPI_EBD_MASK_BYTES LP_SECTOR_BYTES
#define LPI_EBD_BYTES (3u * LP_SECTOR_BYTES)

enum lpi_ebd_form { LPI_EBD_MASK, LPI_EBD_CODE, LPI_EBD_FULL, LPI_EBD_NONE };

struct lpi_ebd_plan {
    enum lpi_ebd_form form;
    unsigned base, bytes;
};

/*
 * Counts for the choice of form and base. With q = M - e for non-zero elements, except Inf and NaN
 * if M is less: below[k] elements have q < k, from[k] have q >= 6 + k.
 */
struct lpi_ebd_counts {
    unsigned nonzero, infinite; /* infinite: Inf and NaN */
    int most;                   /* M */
    int least;                  /* the least exponent above 0; a value above M: there is none */
    unsigned below[3], from[4];
};

/* M, from the largest exponent below 255 and how many non-zero elements have 255. */
LPI_INLINE int lpi_ebd_most(unsigned largest, unsigned nonzero, unsigned infinite)
{
    return nonzero == infinite ? (int)LPI_EBD_INFINITE : (int)largest;
}

/*
 * The fewest escapes of a form; 1000 or more if no base reaches every element. `zeros`: number of
 * +0 elements that the form stores. *down: distance of the base below M.
 */
LPI_INLINE unsigned lpi_ebd_escapes(const struct lpi_ebd_counts *c, unsigned e, unsigned zeros,
                                    unsigned *down)
{
    unsigned fewest = 1000;
    *down = 0;
    for (unsigned k = 0; k < 3; k++) {
        int base = c->most - (int)k;
        unsigned escapes = c->below[k] + c->from[e - 6 + k] + c->infinite +
                           (base >= (int)e ? zeros : 0);
        int reaches = base >= 0 && base - c->least <= (int)(e + LPI_EBD_FAR) &&
                      (c->infinite == 0 || base >= (int)LPI_EBD_INFINITE - 2);
        escapes += reaches ? 0 : 1000;
        *down = escapes < fewest ? k : *down;
        fewest = escapes < fewest ? escapes : fewest;
    }
    return fewest;
}

LPI_INLINE unsigned lpi_ebd_payload_at(int masked, unsigned escapes)
{
    return masked ? LPI_EBD_MASK_NIBBLES + (escapes + 1) / 2 : LPI_EBD_NIBBLES + (escapes + 2) / 2;
}

LPI_INLINE struct lpi_ebd_plan lpi_ebd_plan(const struct lpi_ebd_counts *c)
{
    unsigned down, full_down;
    if (c->nonzero <= LPI_EBD_MASK_MOST) {
        unsigned bytes = c->nonzero +
                         lpi_ebd_payload_at(1, lpi_ebd_escapes(c, LPI_EBD_E_MASK, 0, &down));
        if (bytes <= LPI_EBD_MASK_BYTES)
            return (struct lpi_ebd_plan){LPI_EBD_MASK, (unsigned)c->most - down, bytes};
    }
    unsigned zeros = LPI_EBD_ELEMENTS - c->nonzero;
    unsigned code = c->nonzero +
                    lpi_ebd_payload_at(0, lpi_ebd_escapes(c, LPI_EBD_E_CODE, 0, &down));
    unsigned full = LPI_EBD_ELEMENTS +
                    lpi_ebd_payload_at(0, lpi_ebd_escapes(c, LPI_EBD_E_FULL, zeros, &full_down));
    unsigned bytes = full < code ? full : code;
    if (bytes > LPI_EBD_BYTES)
        return (struct lpi_ebd_plan){LPI_EBD_NONE, 0, LP_LINE_BYTES};
    return full < code ? (struct lpi_ebd_plan){LPI_EBD_FULL, (unsigned)c->most - full_down, bytes}
                       : (struct lpi_ebd_plan){LPI_EBD_CODE, (unsigned)c->most - down, bytes};
}

#endif
