/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include <string.h>

#include "bpc_classes.h"
#include "fill.h"
#include "zvc_classes.h"

#define CLASSES (LP_ZVC_CLASSES + LP_BPC_CLASSES)
#define EACH 8 /* lines of a class */
#define COUNTS (LP_LINE_BYTES + 1)
_Static_assert(LPI_KIT_LINES_ONCE == EACH * CLASSES + COUNTS + 2 * LP_LINE_BYTES,
               "classes have come or gone");

static uint8_t not_zero(struct lp_rng *rng)
{
    return (uint8_t)(1 + lp_below(rng, 255));
}

static void of_class(struct lp_rng *rng, unsigned class, unsigned elem, uint8_t *line)
{
    memset(line, 0, LP_LINE_BYTES);
    if (class < LP_ZVC_CLASSES)
        lp_zvc_class_line(rng, class, elem / 8, line);
    else
        lp_bpc_class_line(rng, class - LP_ZVC_CLASSES, line);
}

/* For elements wider than a byte each number occurs more than once. */
static void of_count(struct lp_rng *rng, unsigned count, unsigned elem, uint8_t *line)
{
    memset(line, 0, LP_LINE_BYTES);
    lp_fill_count(rng, line, elem / 8, count % (1024 / elem + 1));
}

static void one_byte(struct lp_rng *rng, unsigned at, uint8_t *line)
{
    memset(line, 0, LP_LINE_BYTES);
    line[at] = not_zero(rng);
}

static void one_hole(struct lp_rng *rng, unsigned at, unsigned elem, uint8_t *line)
{
    unsigned bytes = elem / 8;

    for (unsigned i = 0; i < LP_LINE_BYTES; i++)
        line[i] = not_zero(rng);
    memset(line + at / bytes * bytes, 0, bytes);
}

static void one_bit(unsigned at, uint8_t *line)
{
    memset(line, 0, LP_LINE_BYTES);
    line[at / 8] = (uint8_t)(1u << at % 8);
}

/* Two classes that meet at a random position, or, half of the time, a single class. */
static void any(struct lp_rng *rng, unsigned elem, uint8_t *line)
{
    uint8_t behind[LP_LINE_BYTES];

    of_class(rng, lp_below(rng, CLASSES), elem, line);
    if (lp_below(rng, 2))
        return;
    unsigned at = lp_below(rng, LP_LINE_BYTES);
    of_class(rng, lp_below(rng, CLASSES), elem, behind);
    memcpy(line + at, behind + at, LP_LINE_BYTES - at);
}

void lpi_kit_line(struct lpi_kit_maker *maker, unsigned elem, uint8_t line[LP_LINE_BYTES])
{
    struct lp_rng *rng = &maker->rng;
    uint64_t at = maker->index;

    if (at < EACH * CLASSES)
        of_class(rng, (unsigned)at % CLASSES, elem, line);
    else if ((at -= EACH * CLASSES) < COUNTS)
        of_count(rng, (unsigned)at, elem, line);
    else if ((at -= COUNTS) < LP_LINE_BYTES)
        one_byte(rng, (unsigned)at, line);
    else if ((at -= LP_LINE_BYTES) < LP_LINE_BYTES)
        one_hole(rng, (unsigned)at, elem, line);
    else if ((at -= LP_LINE_BYTES) < 8 * LP_LINE_BYTES && maker->level > 1)
        one_bit((unsigned)at, line);
    else
        any(rng, elem, line);
}
