/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "linepress/mdcache.h"
#include "../../base/null.h"

#define SECTOR_ENTRIES (LP_SECTOR_BYTES * 2)

struct line {
    uint64_t number;                   /* address / 128 */
    uint64_t used_at;                  /* time of the last access */
    uint8_t live, valid, dirty, fresh; /* one bit per sector, except live */
    uint8_t first[LP_LINE_SECTORS];    /* the entry for which the sector was fetched */
    uint8_t bytes[LP_LINE_BYTES];
};

struct lp_mdcache {
    struct lp_mdcache_memory memory;
    struct lp_mdcache_counters count;
    uint64_t now;
    unsigned sets, ways;
    struct line line[];
};

size_t lp_mdcache_bytes(unsigned sets, unsigned ways)
{
    size_t most = (SIZE_MAX - sizeof(struct lp_mdcache)) / sizeof(struct line);

    if (sets == 0 || ways == 0 || (sets & (sets - 1)) != 0 || most / sets < ways)
        return 0;
    return sizeof(struct lp_mdcache) + (size_t)sets * ways * sizeof(struct line);
}

int lp_mdcache_init(void *storage, size_t bytes, unsigned sets, unsigned ways,
                    const struct lp_mdcache_memory *memory, struct lp_mdcache **cache)
{
    if (LPI_ANY_NULL(storage, memory, cache) || memory->read == NULL || memory->write == NULL)
        return LP_ERR_ARG;
    size_t needed = lp_mdcache_bytes(sets, ways);
    struct lp_mdcache *made = storage;

    if (!storage || !memory || !memory->read || !memory->write || !cache || needed == 0)
        return LP_ERR_ARG;
    if (bytes < needed)
        return LP_ERR_SPACE;
    memset(made, 0, needed);
    made->memory = *memory;
    made->sets = sets;
    made->ways = ways;
    *cache = made;
    return LP_OK;
}

/* Writes back a dirty sector; it stays dirty if memory reports an error. */
static int write_back(struct lp_mdcache *cache, struct line *line, unsigned sector)
{
    size_t at = sector * LP_SECTOR_BYTES;
    int error = cache->memory.write(cache->memory.arg, line->number * LP_LINE_BYTES + at,
                                    line->bytes + at);

    if (error == LP_OK)
        line->dirty &= (uint8_t) ~(1u << sector);
    cache->count.writebacks++;
    cache->count.wb_err += error != LP_OK;
    return error;
}

/* Writes back the line's dirty sectors; returns the first error. */
static int clean(struct lp_mdcache *cache, struct line *line)
{
    int first = LP_OK;

    for (unsigned s = 0; s < LP_LINE_SECTORS; s++) {
        if (line->dirty >> s & 1) {
            int error = write_back(cache, line, s);
            if (first == LP_OK)
                first = error;
        }
    }
    return first;
}

/*
 * *found = the line of this number; on a miss it replaces the set's oldest line, unless memory
 * reports an error.
 */
static int find_line(struct lp_mdcache *cache, uint64_t number, struct line **found)
{
    struct line *set = &cache->line[(number & (cache->sets - 1)) * cache->ways], *oldest = set;

    for (unsigned w = 0; w < cache->ways; w++) {
        if (set[w].live && set[w].number == number) {
            *found = &set[w];
            return LP_OK;
        }
        if (set[w].used_at < oldest->used_at)
            oldest = &set[w];
    }
    int error = clean(cache, oldest);
    if (error != LP_OK)
        return error;
    oldest->number = number;
    oldest->live = 1;
    oldest->valid = 0;
    *found = oldest;
    return LP_OK;
}

/* *byte = the entry's position in a sector of *found, which is now valid. */
static int find_entry(struct lp_mdcache *cache, uint64_t nibble, struct line **found,
                      uint8_t **byte)
{
    int error = find_line(cache, nibble / 2 / LP_LINE_BYTES, found);
    if (error != LP_OK)
        return error;
    struct line *line = *found;
    unsigned sector = nibble / SECTOR_ENTRIES % LP_LINE_SECTORS, entry = nibble % SECTOR_ENTRIES;
    size_t at = sector * LP_SECTOR_BYTES;

    cache->count.accesses++;
    line->used_at = ++cache->now;
    if (line->valid >> sector & 1) {
        cache->count.hits++;
        if (line->fresh >> sector & 1 && line->first[sector] != entry) {
            line->fresh &= (uint8_t) ~(1u << sector);
            cache->count.used++;
        }
    } else {
        error = cache->memory.read(cache->memory.arg, line->number * LP_LINE_BYTES + at,
                                   line->bytes + at);
        cache->count.fills++;
        if (error != LP_OK)
            return error;
        line->valid |= (uint8_t)(1u << sector);
        line->fresh |= (uint8_t)(1u << sector);
        line->first[sector] = (uint8_t)entry;
    }
    *byte = line->bytes + at + entry / 2;
    return LP_OK;
}

int lp_mdcache_read(struct lp_mdcache *cache, uint64_t nibble, unsigned *state)
{
    if (LPI_ANY_NULL(cache, state))
        return LP_ERR_ARG;
    struct line *line;
    uint8_t *byte;
    int error = find_entry(cache, nibble, &line, &byte);

    if (error == LP_OK)
        *state = *byte >> nibble % 2 * 4 & 15;
    return error;
}

int lp_mdcache_write(struct lp_mdcache *cache, uint64_t nibble, unsigned state)
{
    if (cache == NULL)
        return LP_ERR_ARG;
    unsigned shift = nibble % 2 * 4, sector = nibble / SECTOR_ENTRIES % LP_LINE_SECTORS;
    struct line *line;
    uint8_t *byte;
    int error;

    if (state > 15)
        return LP_ERR_ARG;
    error = find_entry(cache, nibble, &line, &byte);
    if (error != LP_OK)
        return error;
    *byte = (uint8_t)((*byte & ~(15u << shift)) | state << shift);
    line->dirty |= (uint8_t)(1u << sector);
    return LP_OK;
}

int lp_mdcache_flush(struct lp_mdcache *cache)
{
    if (cache == NULL)
        return LP_ERR_ARG;
    int first = LP_OK;

    for (size_t i = 0; i < (size_t)cache->sets * cache->ways; i++) {
        int error = clean(cache, &cache->line[i]);
        if (first == LP_OK)
            first = error;
    }
    return first;
}

void lp_mdcache_invalidate(struct lp_mdcache *cache)
{
    for (size_t i = 0; i < (size_t)cache->sets * cache->ways; i++)
        cache->line[i].live = cache->line[i].valid = cache->line[i].dirty = 0;
}

void lp_mdcache_count(const struct lp_mdcache *cache, struct lp_mdcache_counters *counters)
{
    *counters = cache->count;
}
