/* SPDX-License-Identifier: Apache-2.0 */
#include "zvc_classes.h"

#include "fill.h"

void lp_zvc_class_line(struct lp_rng *rng, unsigned class, unsigned elem_bytes,
                       uint8_t bytes[LP_LINE_BYTES])
{
    unsigned total = LP_LINE_BYTES / elem_bytes;
    unsigned raw_from = (96 - 16 / elem_bytes) / elem_bytes + 1;

    switch (class) {
    case 0: break;
    case 1: lp_fill_count(rng, bytes, elem_bytes, total); break;
    case 2: lp_random_element(rng, bytes, elem_bytes); break;
    case 3: lp_random_element(rng, bytes + LP_LINE_BYTES - elem_bytes, elem_bytes); break;
    case 4: lp_fill_count(rng, bytes, elem_bytes, raw_from - 2 + lp_below(rng, 4)); break;
    case 5: lp_fill_sectors(rng, bytes, elem_bytes); break;
    case 6: lp_fill_count(rng, bytes, elem_bytes, lp_below(rng, 8)); break;
    default: lp_fill_count(rng, bytes, elem_bytes, lp_below(rng, total + 1)); break;
    }
}
