/* SPDX-License-Identifier: Apache-2.0 */
#include "store.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_PLACES 64u

struct lpi_store_block {
    uint64_t number;
    uint8_t bytes[LPI_STORE_BLOCK];
};

void lpi_store_close(struct lpi_store *store)
{
    for (size_t i = 0; i < store->places; i++)
        free(store->blocks[i]);
    free(store->blocks);
    *store = (struct lpi_store){0};
}

/* The block's slot, or the empty slot where it belongs. */
static struct lpi_store_block **place_of(const struct lpi_store *store, uint64_t number)
{
    size_t at = (size_t)(number * 0x9e3779b97f4a7c15u >> 20);
    for (;; at++) {
        struct lpi_store_block **place = &store->blocks[at & (store->places - 1)];
        if (*place == NULL || (*place)->number == number)
            return place;
    }
}

static struct lpi_store_block *find(const struct lpi_store *store, uint64_t number)
{
    return store->places > 0 ? *place_of(store, number) : NULL;
}

static int grow(struct lpi_store *store)
{
    struct lpi_store larger = {.places = store->places ? 2 * store->places : FIRST_PLACES,
                               .count = store->count};
    larger.blocks = calloc(larger.places, sizeof *larger.blocks);
    if (larger.blocks == NULL)
        return 0;
    for (size_t i = 0; i < store->places; i++)
        if (store->blocks[i] != NULL)
            *place_of(&larger, store->blocks[i]->number) = store->blocks[i];
    free(store->blocks);
    *store = larger;
    return 1;
}

static int reserve_block(struct lpi_store *store, uint64_t number)
{
    if (find(store, number) != NULL)
        return 1;
    if (2 * (store->count + 1) > store->places && !grow(store))
        return 0;
    struct lpi_store_block *block = calloc(1, sizeof *block);
    if (block == NULL)
        return 0;
    block->number = number;
    *place_of(store, number) = block;
    store->count++;
    return 1;
}

int lpi_store_reserve(struct lpi_store *store, uint64_t addr, size_t count)
{
    if (count == 0)
        return 1;
    for (uint64_t n = addr / LPI_STORE_BLOCK; n <= (addr + count - 1) / LPI_STORE_BLOCK; n++)
        if (!reserve_block(store, n))
            return 0;
    return 1;
}

/* Number of bytes from `addr` to the end of its block, at most `count`. */
static size_t part(uint64_t addr, size_t count)
{
    size_t rest = LPI_STORE_BLOCK - (size_t)(addr % LPI_STORE_BLOCK);
    return count < rest ? count : rest;
}

void lpi_store_read(const struct lpi_store *store, uint64_t addr, void *bytes, size_t count)
{
    uint8_t *to = bytes;
    for (size_t n; count > 0; addr += n, to += n, count -= n) {
        const struct lpi_store_block *block = find(store, addr / LPI_STORE_BLOCK);
        n = part(addr, count);
        if (block != NULL)
            memcpy(to, block->bytes + addr % LPI_STORE_BLOCK, n);
        else
            memset(to, 0, n);
    }
}

void lpi_store_write(struct lpi_store *store, uint64_t addr, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    for (size_t n; count > 0; addr += n, from += n, count -= n) {
        n = part(addr, count);
        memcpy(find(store, addr / LPI_STORE_BLOCK)->bytes + addr % LPI_STORE_BLOCK, from, n);
    }
}

void lpi_store_clear(struct lpi_store *store, uint64_t addr, size_t count)
{
    for (size_t n; count > 0; addr += n, count -= n) {
        struct lpi_store_block *block = find(store, addr / LPI_STORE_BLOCK);
        n = part(addr, count);
        if (block != NULL)
            memset(block->bytes + addr % LPI_STORE_BLOCK, 0, n);
    }
}
