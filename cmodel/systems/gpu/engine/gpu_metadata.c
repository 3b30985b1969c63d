/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_metadata.h"

#include <stdlib.h>

#define NIBBLES 64u /* of a sector */
#define SECTORS 4u  /* of a line */

struct lpi_gpu_tag {
    uint64_t line; /* + 1; 0: empty */
    uint64_t used;
    uint8_t valid, dirty;
    unsigned fetching;
};

bool lpi_gpu_metadata_open(struct lpi_gpu_metadata *m, unsigned sets, unsigned ways,
                           unsigned misses)
{
    *m = (struct lpi_gpu_metadata){.sets = sets, .ways = ways, .misses = misses};
    m->tags = calloc((size_t)sets * ways, sizeof *m->tags);
    return m->tags != NULL;
}

void lpi_gpu_metadata_close(struct lpi_gpu_metadata *m)
{
    free(m->tags);
}

static struct lpi_gpu_tag *set_of(struct lpi_gpu_metadata *m, uint64_t line)
{
    return &m->tags[line % m->sets * m->ways];
}

static struct lpi_gpu_tag *find(struct lpi_gpu_metadata *m, uint64_t line)
{
    struct lpi_gpu_tag *set = set_of(m, line);
    for (unsigned w = 0; w < m->ways; w++)
        if (set[w].line == line + 1)
            return &set[w];
    return NULL;
}

/* Fetches that are back no longer hold their way. */
static void drop_finished(struct lpi_gpu_metadata *m, uint64_t time)
{
    for (unsigned i = 0; i < m->misses; i++) {
        struct lpi_gpu_fetch *fetch = &m->fetches[i];
        if (!fetch->on || fetch->ready > time)
            continue;
        fetch->on = false;
        struct lpi_gpu_tag *tag = find(m, fetch->sector / SECTORS);
        if (tag != NULL)
            tag->fetching--;
    }
}

/* When a fetch ends; of a set, or of all (set == m->sets). */
static uint64_t soonest(const struct lpi_gpu_metadata *m, uint64_t set)
{
    uint64_t soon = LPI_GPU_NOT_YET;
    for (unsigned i = 0; i < m->misses; i++) {
        const struct lpi_gpu_fetch *fetch = &m->fetches[i];
        if (fetch->on && fetch->ready < soon &&
            (set == m->sets || fetch->sector / SECTORS % m->sets == set))
            soon = fetch->ready;
    }
    return soon;
}

static struct lpi_gpu_tag *victim(struct lpi_gpu_metadata *m, uint64_t line)
{
    struct lpi_gpu_tag *set = set_of(m, line), *oldest = NULL;
    for (unsigned w = 0; w < m->ways; w++)
        if (set[w].fetching == 0 && (oldest == NULL || set[w].used < oldest->used))
            oldest = &set[w];
    return oldest;
}

static void evict(struct lpi_gpu_metadata *m, struct lpi_gpu_tag *tag, struct lpi_gpu_look *look)
{
    for (unsigned s = 0; s < SECTORS && tag->line != 0; s++)
        if (tag->valid & tag->dirty & 1u << s)
            look->victim[look->victims++] = (tag->line - 1) * SECTORS + s;
    m->writebacks += look->victims;
    *tag = (struct lpi_gpu_tag){.line = 0};
}

static void miss(struct lpi_gpu_metadata *m, uint64_t sector, bool write, struct lpi_gpu_look *look)
{
    uint64_t line = sector / SECTORS;
    unsigned fetch = 0, bit = 1u << sector % SECTORS;
    struct lpi_gpu_tag *tag = find(m, line);
    look->what = LPI_GPU_HELD;
    while (fetch < m->misses && m->fetches[fetch].on)
        fetch++;
    if (fetch == m->misses) {
        look->again = soonest(m, m->sets);
        return;
    }
    if (tag == NULL) {
        tag = victim(m, line);
        if (tag == NULL) {
            look->again = soonest(m, line % m->sets);
            return;
        }
        evict(m, tag, look);
        tag->line = line + 1;
    }
    tag->valid |= (uint8_t)bit;
    tag->dirty = (uint8_t)(write ? tag->dirty | bit : tag->dirty & ~bit);
    tag->used = ++m->clock;
    tag->fetching++;
    m->fills++;
    m->fetches[fetch] = (struct lpi_gpu_fetch){
        .on = true, .sector = sector, .ready = LPI_GPU_NOT_YET};
    look->what = LPI_GPU_MISSED;
    look->fetch = fetch;
}

struct lpi_gpu_look lpi_gpu_metadata_look(struct lpi_gpu_metadata *m, uint64_t time,
                                          uint64_t nibble, bool write)
{
    uint64_t sector = nibble / NIBBLES;
    unsigned bit = 1u << sector % SECTORS;
    struct lpi_gpu_look look = {.what = LPI_GPU_HIT};
    drop_finished(m, time);
    struct lpi_gpu_tag *tag = find(m, sector / SECTORS);
    if (tag == NULL || !(tag->valid & bit)) {
        miss(m, sector, write, &look);
        m->accesses += look.what == LPI_GPU_MISSED;
        return look;
    }
    m->accesses++;
    m->hits++;
    tag->used = ++m->clock;
    tag->dirty |= (uint8_t)(write ? bit : 0);
    for (unsigned i = 0; i < m->misses; i++)
        if (m->fetches[i].on && m->fetches[i].sector == sector) {
            look.what = LPI_GPU_MERGED;
            look.fetch = i;
        }
    return look;
}
