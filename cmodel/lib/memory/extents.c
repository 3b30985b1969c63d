/* SPDX-License-Identifier: Apache-2.0 */
#include "extents.h"

#define WORD 64u
#define NONE SIZE_MAX

size_t lpi_extents_words(size_t count)
{
    /* One word more than needed, since the search looks at two words at a time. */
    return count / WORD + 2;
}

void lpi_extents_init(struct lpi_extents *extents, uint64_t *used, size_t count)
{
    *extents = (struct lpi_extents){.used = used, .count = count, .free = count};
    for (size_t w = 0; w < lpi_extents_words(count); w++)
        used[w] = (w + 1) * WORD <= count ? 0
                  : w * WORD >= count     ? UINT64_MAX
                                          : UINT64_MAX << count % WORD;
}

/* Bit i: `length` free units start at unit i of this word. */
static uint64_t starts(const struct lpi_extents *extents, size_t word, unsigned length)
{
    uint64_t low = ~extents->used[word], high = ~extents->used[word + 1];
    /* Runs of n give runs of up to 2 n; bits shifted in at the top of `high` count as used. */
    for (unsigned have = 1; have < length;) {
        unsigned step = length - have < have ? length - have : have;
        low &= low >> step | high << (WORD - step);
        high &= high >> step;
        have += step;
    }
    return low;
}

static size_t find(const struct lpi_extents *extents, unsigned length)
{
    size_t from = extents->from[length];
    uint64_t mask = UINT64_MAX << from % WORD;
    for (size_t word = from / WORD; word * WORD < extents->count; word++, mask = UINT64_MAX) {
        uint64_t found = starts(extents, word, length) & mask;
        if (found != 0)
            return word * WORD + (size_t)__builtin_ctzll(found);
    }
    return NONE;
}

static void mark(struct lpi_extents *extents, unsigned length, size_t first, int taken)
{
    for (size_t unit = first; unit < first + length; unit++) {
        uint64_t bit = (uint64_t)1 << unit % WORD;
        extents->used[unit / WORD] = taken ? extents->used[unit / WORD] | bit
                                           : extents->used[unit / WORD] & ~bit;
    }
}

int lpi_extents_take(struct lpi_extents *extents, unsigned length, size_t *first)
{
    size_t place = length <= extents->free ? find(extents, length) : NONE;
    if (place == NONE) {
        if (length <= extents->free)
            extents->from[length] = extents->count;
        return 0;
    }
    extents->from[length] = place + length;
    extents->free -= length;
    mark(extents, length, place, 1);
    *first = place;
    return 1;
}

void lpi_extents_give(struct lpi_extents *extents, unsigned length, size_t first)
{
    mark(extents, length, first, 0);
    extents->free += length;
    for (unsigned n = 1; n <= LPI_EXTENT_MAX; n++) {
        /* A run may now begin before the units that became free. */
        size_t lowest = first >= n - 1 ? first - (n - 1) : 0;
        if (extents->from[n] > lowest)
            extents->from[n] = lowest;
    }
}
