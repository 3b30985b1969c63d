/* SPDX-License-Identifier: Apache-2.0 */
#include "um_l2.h"
#include <linepress/linepress.h>
#include <stdlib.h>

struct tag {
    uint64_t line, used; /* used 0: empty */
    uint8_t valid, dirty;
};

struct lpi_um_l2 {
    uint64_t sets, clock;
    unsigned ways;
    lpi_um_miss *miss;
    void *owner;
    struct tag tags[];
};

struct lpi_um_l2 *lpi_um_l2_open(uint64_t bytes, unsigned ways, lpi_um_miss *miss, void *owner)
{
    uint64_t sets = bytes / LP_LINE_BYTES / ways;
    sets = sets > 0 ? sets : 1;
    struct lpi_um_l2 *l2 = calloc(1, sizeof *l2 + sets * ways * sizeof(struct tag));
    if (l2 == NULL)
        return NULL;
    l2->sets = sets;
    l2->ways = ways;
    l2->miss = miss;
    l2->owner = owner;
    return l2;
}

void lpi_um_l2_close(struct lpi_um_l2 *l2)
{
    free(l2);
}

static void evict(struct lpi_um_l2 *l2, struct tag *tag)
{
    if (tag->used > 0 && tag->dirty != 0)
        l2->miss(l2->owner, tag->line, tag->dirty, 1);
    *tag = (struct tag){.used = 0};
}

/* The line's tag; a new one has no valid sector. */
static struct tag *take(struct lpi_um_l2 *l2, uint64_t line, int *is_new)
{
    struct tag *set = &l2->tags[line % l2->sets * l2->ways], *oldest = set;
    *is_new = 0;
    for (struct tag *tag = set; tag < set + l2->ways; tag++) {
        if (tag->used > 0 && tag->line == line) {
            tag->used = ++l2->clock;
            return tag;
        }
        if (tag->used < oldest->used)
            oldest = tag;
    }
    evict(l2, oldest);
    *oldest = (struct tag){.line = line, .used = ++l2->clock};
    *is_new = 1;
    return oldest;
}

void lpi_um_l2_load(struct lpi_um_l2 *l2, uint64_t line, unsigned mask)
{
    int is_new;
    struct tag *tag = take(l2, line, &is_new);
    unsigned missing = mask & ~(unsigned)tag->valid;
    tag->valid |= (uint8_t)mask;
    if (missing != 0)
        l2->miss(l2->owner, line, missing, 0);
}

void lpi_um_l2_store(struct lpi_um_l2 *l2, uint64_t line, unsigned mask, unsigned whole)
{
    int is_new;
    struct tag *tag = take(l2, line, &is_new);
    unsigned missing = mask & ~whole & ~(unsigned)tag->valid;
    tag->valid |= (uint8_t)mask;
    tag->dirty |= (uint8_t)mask;
    if (is_new || missing != 0)
        l2->miss(l2->owner, line, missing, 0);
}

void lpi_um_l2_flush(struct lpi_um_l2 *l2)
{
    for (uint64_t i = 0; i < l2->sets * l2->ways; i++)
        evict(l2, &l2->tags[i]);
}
