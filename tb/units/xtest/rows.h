/* SPDX-License-Identifier: Apache-2.0 */
/* A row of ports: their bits put together from the highest on, and printed as one number. */
#ifndef LP_XTEST_ROWS_H
#define LP_XTEST_ROWS_H

#include <stdint.h>
#include <stdio.h>

#define LP_ROW_BITS 65536

struct lp_row {
    char bits[LP_ROW_BITS];
    size_t count;
};

static inline void lp_row_add(struct lp_row *row, const uint32_t *words, unsigned width)
{
    while (width-- > 0 && row->count < LP_ROW_BITS)
        row->bits[row->count++] = (char)(words[width / 32] >> width % 32 & 1);
}

/* Hexadecimal, on one line; the row is then empty. */
static inline void lp_row_print(struct lp_row *row)
{
    for (size_t i = 0, lead = (4 - row->count % 4) % 4; i < row->count; lead = 0) {
        unsigned digit = 0;
        for (size_t n = lead; n < 4; n++)
            digit = digit * 2 + (unsigned)row->bits[i++];
        putchar("0123456789abcdef"[digit]);
    }
    putchar('\n');
    row->count = 0;
}

#endif
