/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_l1.h"

#include <stdlib.h>
#include <string.h>

bool lpi_gpu_l1_open(struct lpi_gpu_l1 *l1, const struct lpi_gpu_config *config)
{
    *l1 = (struct lpi_gpu_l1){.sets = config->l1_bytes / 128 / config->l1_ways,
                              .ways = config->l1_ways,
                              .misses = config->l1_mshrs};
    l1->lines = calloc((size_t)l1->sets * l1->ways + 1, sizeof *l1->lines);
    l1->miss = calloc(l1->misses, sizeof *l1->miss);
    return l1->lines != NULL && l1->miss != NULL;
}

void lpi_gpu_l1_close(struct lpi_gpu_l1 *l1)
{
    free(l1->lines);
    free(l1->miss);
}

/* The ways of the line's set; NULL: there is no L1. */
static struct lpi_gpu_l1_line *set_of(const struct lpi_gpu_l1 *l1, uint64_t address)
{
    uint64_t line = address / 128;
    return l1->sets == 0 ? NULL : &l1->lines[(line ^ line / l1->sets) % l1->sets * l1->ways];
}

static struct lpi_gpu_l1_line *find(const struct lpi_gpu_l1 *l1, uint64_t address)
{
    struct lpi_gpu_l1_line *set = set_of(l1, address);
    for (uint32_t w = 0; set != NULL && w < l1->ways; w++)
        if (set[w].tag == address + 1)
            return &set[w];
    return NULL;
}

uint8_t lpi_gpu_l1_look(struct lpi_gpu_l1 *l1, uint64_t address)
{
    struct lpi_gpu_l1_line *line = find(l1, address);
    if (line == NULL)
        return 0;
    line->used = ++l1->clock;
    return line->valid;
}

void lpi_gpu_l1_fill(struct lpi_gpu_l1 *l1, uint64_t address, uint8_t mask)
{
    struct lpi_gpu_l1_line *line = find(l1, address), *set = set_of(l1, address);
    if (set == NULL)
        return;
    if (line == NULL) {
        line = set;
        for (uint32_t w = 1; w < l1->ways; w++)
            line = set[w].used < line->used ? &set[w] : line;
        *line = (struct lpi_gpu_l1_line){.tag = address + 1};
    }
    line->valid |= mask;
    line->used = ++l1->clock;
}

void lpi_gpu_l1_drop(struct lpi_gpu_l1 *l1, uint64_t address, uint8_t mask)
{
    struct lpi_gpu_l1_line *line = find(l1, address);
    if (line != NULL)
        line->valid &= (uint8_t)~mask;
}

void lpi_gpu_l1_empty(struct lpi_gpu_l1 *l1)
{
    memset(l1->lines, 0, (size_t)l1->sets * l1->ways * sizeof *l1->lines);
}

struct lpi_gpu_miss *lpi_gpu_l1_miss(struct lpi_gpu_l1 *l1, uint64_t address)
{
    struct lpi_gpu_miss *unused = NULL;
    for (uint32_t i = 0; i < l1->misses; i++) {
        if (l1->miss[i].asked != 0 && l1->miss[i].address == address)
            return &l1->miss[i];
        if (l1->miss[i].asked == 0 && unused == NULL)
            unused = &l1->miss[i];
    }
    return unused;
}
