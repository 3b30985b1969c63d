/* SPDX-License-Identifier: Apache-2.0 */
#include "fill.h"
#include "../base/bytes.h"

void lp_random_element(struct lp_rng *rng, uint8_t *element, unsigned elem_bytes)
{
    uint64_t value = lp_random(rng);

    lpi_put_le(element, value, elem_bytes);
    if (lp_below(rng, 4) == 0)
        element[lp_below(rng, elem_bytes)] = 0;
    uint8_t bit = (uint8_t)(1u << lp_below(rng, 8));
    element[lp_below(rng, elem_bytes)] |= bit;
}

void lp_fill_count(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes, unsigned count)
{
    unsigned total = LP_LINE_BYTES / elem_bytes;

    for (unsigned i = 0; i < total; i++)
        if (lp_below(rng, total - i) < count) {
            lp_random_element(rng, bytes + i * elem_bytes, elem_bytes);
            count--;
        }
}

void lp_fill_sectors(struct lp_rng *rng, uint8_t *bytes, unsigned elem_bytes)
{
    for (unsigned s = 0; s < LP_LINE_SECTORS; s++)
        if (lp_below(rng, 2))
            for (unsigned i = 0; i < LP_SECTOR_BYTES; i += elem_bytes)
                lp_random_element(rng, bytes + s * LP_SECTOR_BYTES + i, elem_bytes);
}
