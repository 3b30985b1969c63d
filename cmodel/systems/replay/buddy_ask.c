/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_ask.h"
#include "../../lib/buddy/stored.h"
#include "../../units/codec/codec_ports.h"

#define MOST_WAYS 4u

/* The slices' units have one codec of LP_CODECS at a time, or the best of all for each line. */
int buddy_set_engine(struct buddy_ask *o, struct lpi_fault *fault)
{
    int has_units = (unsigned)o->codec < LP_CODEC_PORTS || o->codec == LP_PAGE_AUTO;
    if (o->engine == BUDDY_ENGINES)
        o->engine = has_units ? BUDDY_MODEL : BUDDY_FUNCTION;
    if (o->engine == BUDDY_FUNCTION || has_units)
        return 0;
    return lpi_fault_set(fault, LPI_BAD,
                         "buddy: the slice has %s only among others (auto); --engine function has "
                         "it alone",
                         lpi_page_codecs[o->codec]->name);
}

int buddy_cache(uint64_t bytes, unsigned slices_log2, unsigned *sets, unsigned *ways)
{
    uint64_t lines = bytes / LP_LINE_BYTES >> slices_log2;
    if (lines == 0 || (bytes & (bytes - 1)) != 0)
        return 0;
    *ways = lines < MOST_WAYS ? (unsigned)lines : MOST_WAYS;
    *sets = (unsigned)(lines / *ways);
    return 1;
}
