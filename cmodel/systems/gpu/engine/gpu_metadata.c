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
                           unsigned misses, uint64_t cycle)
{
    *m = (struct lpi_gpu_metadata){.sets = sets, .ways = ways, .misses = misses, .cycle = cycle};
    m->tags = calloc((size_t)sets * ways, sizeof *m->tags);
    return m->tags != NULL;
}

void lpi_gpu_metadata_close(struct lpi_gpu_metadata *m)
{
    free(m->tags);
}

static struct lpi_gpu_tag *set_of(struct lpi_gpu_metadata *m, uint64_t line)
{
    /* Most caches have a power of two of them. */
    uint64_t rest = (m->sets & (m->sets - 1)) == 0 ? line & (m->sets - 1) : line % m->sets;
    return &m->tags[rest * m->ways];
}

static struct lpi_gpu_tag *find(struct lpi_gpu_metadata *m, uint64_t line)
{
    struct lpi_gpu_tag *set = set_of(m, line);
    for (unsigned w = 0; w < m->ways; w++)
        if (set[w].line == line + 1)
            return &set[w];
    return NULL;
}

/*
 * A sector that has come is taken in one cycle, and each of its waiters in one; meanwhile nothing is
 * looked up, and the fetch holds its way. Returns when that ends; `time`: nothing is taken.
 */
static uint64_t take_fetched(struct lpi_gpu_metadata *m, uint64_t time)
{
    uint64_t free = time;
    for (unsigned i = 0; m->on > 0 && i < m->misses; i++) {
        struct lpi_gpu_fetch *fetch = &m->fetches[i];
        if (!fetch->on || fetch->came > time)
            continue;
        uint64_t end = fetch->came + (fetch->waiters + 1) * m->cycle;
        if (end > time) {
            free = end > free ? end : free;
            continue;
        }
        fetch->on = false;
        m->on--;
        struct lpi_gpu_tag *tag = find(m, fetch->sector / SECTORS);
        if (tag != NULL)
            tag->fetching--;
    }
    return free;
}

/* When a sector comes that is being fetched; of a set, or of all (set == m->sets). */
static uint64_t soonest(const struct lpi_gpu_metadata *m, uint64_t set)
{
    uint64_t soon = LPI_GPU_NOT_YET;
    for (unsigned i = 0; i < m->misses; i++) {
        const struct lpi_gpu_fetch *fetch = &m->fetches[i];
        if (fetch->on && fetch->came < soon &&
            (set == m->sets || fetch->sector / SECTORS % m->sets == set))
            soon = fetch->came;
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

/* A dirty sector of the line leaves, as soon as there is a write-back for it. */
static struct lpi_gpu_look evict(struct lpi_gpu_metadata *m, uint64_t time, struct lpi_gpu_tag *tag)
{
    unsigned sector = (unsigned)__builtin_ctz(tag->dirty), number = 0;
    for (unsigned i = 1; i < m->misses; i++)
        number = m->written[i] < m->written[number] ? i : number;
    if (m->written[number] > time)
        return (struct lpi_gpu_look){.what = LPI_GPU_HELD, .again = m->written[number]};
    m->written[number] = LPI_GPU_NOT_YET;
    tag->dirty &= (uint8_t) ~(1u << sector);
    m->writebacks++;
    return (struct lpi_gpu_look){
        .what = LPI_GPU_EVICTED, .number = number, .sector = (tag->line - 1) * SECTORS + sector};
}

static struct lpi_gpu_look hold(uint64_t again)
{
    return (struct lpi_gpu_look){.what = LPI_GPU_HELD, .again = again};
}

static struct lpi_gpu_look miss(struct lpi_gpu_metadata *m, uint64_t time, uint64_t sector,
                                bool write)
{
    uint64_t line = sector / SECTORS;
    unsigned fetch = 0, bit = 1u << sector % SECTORS;
    struct lpi_gpu_tag *tag = find(m, line), *old = tag != NULL ? NULL : victim(m, line);
    if (tag == NULL && old == NULL)
        return hold(soonest(m, line % m->sets));
    if (old != NULL && old->dirty != 0)
        return evict(m, time, old);
    while (fetch < m->misses && m->fetches[fetch].on)
        fetch++;
    if (fetch == m->misses)
        return hold(soonest(m, m->sets));
    if (old != NULL) {
        tag = old;
        *tag = (struct lpi_gpu_tag){.line = line + 1};
    }
    tag->valid |= (uint8_t)bit;
    tag->dirty = (uint8_t)(write ? tag->dirty | bit : tag->dirty & ~bit);
    tag->used = ++m->clock;
    tag->fetching++;
    m->fills++;
    m->on++;
    m->fetches[fetch] = (struct lpi_gpu_fetch){
        .on = true, .sector = sector, .came = LPI_GPU_NOT_YET};
    return (struct lpi_gpu_look){.what = LPI_GPU_MISSED, .number = fetch, .sector = sector};
}

struct lpi_gpu_look lpi_gpu_metadata_look(struct lpi_gpu_metadata *m, uint64_t time,
                                          uint64_t nibble, bool write)
{
    uint64_t sector = nibble / NIBBLES, free = take_fetched(m, time);
    unsigned bit = 1u << sector % SECTORS;
    struct lpi_gpu_look look = {.what = LPI_GPU_HIT, .sector = sector};
    if (free > time)
        return hold(free);
    struct lpi_gpu_tag *tag = find(m, sector / SECTORS);
    if (tag == NULL || !(tag->valid & bit)) {
        look = miss(m, time, sector, write);
        m->accesses += look.what == LPI_GPU_MISSED;
        return look;
    }
    m->accesses++;
    m->hits++;
    tag->used = ++m->clock;
    tag->dirty |= (uint8_t)(write ? bit : 0);
    for (unsigned i = 0; m->on > 0 && i < m->misses; i++)
        if (m->fetches[i].on && m->fetches[i].sector == sector) {
            look.what = LPI_GPU_MERGED;
            look.number = i;
        }
    return look;
}
