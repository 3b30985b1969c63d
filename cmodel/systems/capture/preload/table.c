/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "table.h"
#include <string.h>

#define CHUNK ((size_t)1 << 20)

/* The blocks of one call site. */
struct place {
    struct lpi_frames frames;
    uint64_t *taken;     /* one bit for each number */
    size_t words, first; /* words before the first are full */
};

lpi_lock lpi_table_lock;

/* Open addressing; a slot whose key is 0 is empty. */
static struct {
    struct lpi_block *blocks;
    size_t slots, used;
    struct place *places;
    uint32_t *by_frame; /* index: a place's first frame; value: the place's number plus 1, or 0 */
    size_t place_slots, place_count;
    size_t lifted;
    _Atomic size_t mapped;
    _Atomic uint64_t order;
} table;

static struct {
    uint8_t *at;
    size_t left;
} arena;

/* Zeroed memory that is never freed: arrays grow by doubling. */
static void *take(size_t bytes)
{
    bytes = (bytes + 63) & ~(size_t)63;
    if (bytes >= CHUNK / 2)
        return lpi_raw_memory(bytes);
    if (bytes > arena.left) {
        arena.at = lpi_raw_memory(CHUNK);
        arena.left = arena.at != NULL ? CHUNK : 0;
        if (arena.at == NULL)
            return NULL;
    }
    void *taken = arena.at;
    arena.at += bytes;
    arena.left -= bytes;
    return taken;
}

static size_t mix(uint64_t key)
{
    return (size_t)((key ^ key >> 29) * 0x9e3779b97f4a7c15u >> 20);
}

/* ---- numbers ---- */

static uint32_t take_number(struct place *place)
{
    while (place->first < place->words && place->taken[place->first] == UINT64_MAX)
        place->first++;
    if (place->first == place->words) {
        size_t words = place->words > 0 ? 2 * place->words : 1;
        uint64_t *grown = take(words * sizeof *grown);
        if (grown == NULL)
            return 0;
        if (place->words > 0)
            memcpy(grown, place->taken, place->words * sizeof *grown);
        place->taken = grown;
        place->words = words;
    }
    unsigned bit = (unsigned)__builtin_ctzll(~place->taken[place->first]);
    place->taken[place->first] |= (uint64_t)1 << bit;
    return (uint32_t)(64 * place->first + bit + 1);
}

static void give_number(struct place *place, uint32_t number)
{
    size_t word = (number - 1) / 64;
    place->taken[word] &= ~((uint64_t)1 << (number - 1) % 64);
    if (word < place->first)
        place->first = word;
}

/* ---- places ---- */

static bool grow_places(void)
{
    size_t slots = table.place_slots > 0 ? 2 * table.place_slots : 512;
    struct place *places = take(slots / 2 * sizeof *places);
    uint32_t *by_frame = take(slots * sizeof *by_frame);
    if (places == NULL || by_frame == NULL)
        return false;
    if (table.place_count > 0)
        memcpy(places, table.places, table.place_count * sizeof *places);
    for (size_t i = 0; i < table.place_count; i++) {
        size_t slot = mix(places[i].frames.frame[0]) % slots;
        while (by_frame[slot] != 0)
            slot = (slot + 1) % slots;
        by_frame[slot] = (uint32_t)i + 1;
    }
    table.places = places;
    table.by_frame = by_frame;
    table.place_slots = slots;
    return true;
}

/* The number of the place; UINT32_MAX: no memory. Places differ in their first frame only. */
static uint32_t find_place(const struct lpi_frames *frames)
{
    if (2 * table.place_count >= table.place_slots && !grow_places())
        return UINT32_MAX;
    size_t slot = mix(frames->frame[0]) % table.place_slots;
    while (table.by_frame[slot] != 0) {
        uint32_t found = table.by_frame[slot] - 1;
        if (table.places[found].frames.frame[0] == frames->frame[0])
            return found;
        slot = (slot + 1) % table.place_slots;
    }
    table.places[table.place_count] = (struct place){.frames = *frames};
    table.by_frame[slot] = (uint32_t)++table.place_count;
    return (uint32_t)table.place_count - 1;
}

/* ---- blocks ---- */

static size_t slot_of(uint64_t key)
{
    size_t slot = mix(key) & (table.slots - 1);
    while (table.blocks[slot].key != 0 && table.blocks[slot].key != key)
        slot = (slot + 1) & (table.slots - 1);
    return slot;
}

static bool grow_blocks(void)
{
    size_t old = table.slots, slots = old > 0 ? 2 * old : 1024;
    struct lpi_block *before = table.blocks, *blocks = take(slots * sizeof *blocks);
    if (blocks == NULL)
        return false;
    table.blocks = blocks;
    table.slots = slots;
    for (size_t i = 0; i < old; i++)
        if (before[i].key != 0)
            blocks[slot_of(before[i].key)] = before[i];
    return true;
}

static bool is_mapped(const struct lpi_block *block)
{
    return block->kind == LPI_MAPPED || block->kind == LPI_SHARED;
}

static bool put(const struct lpi_block *block)
{
    if (2 * table.used >= table.slots && !grow_blocks())
        return false;
    table.blocks[slot_of(block->key)] = *block;
    table.used++;
    table.mapped += is_mapped(block);
    return true;
}

/* Empties the slot, and moves later blocks of the probe sequence so that they are still found. */
static void drop(size_t slot)
{
    size_t mask = table.slots - 1;
    table.mapped -= is_mapped(&table.blocks[slot]);
    for (size_t next = (slot + 1) & mask; table.blocks[next].key != 0; next = (next + 1) & mask) {
        size_t home = mix(table.blocks[next].key) & mask;
        if (((next - home) & mask) >= ((next - slot) & mask)) {
            table.blocks[slot] = table.blocks[next];
            slot = next;
        }
    }
    table.blocks[slot].key = 0;
    table.used--;
}

struct lpi_block *lpi_table_find(uint64_t key)
{
    if (table.used == 0)
        return NULL;
    struct lpi_block *block = &table.blocks[slot_of(key)];
    return block->key != 0 ? block : NULL;
}

void lpi_table_remove(uint64_t key)
{
    struct lpi_block *block = lpi_table_find(key);
    if (block == NULL)
        return;
    give_number(&table.places[block->place], block->number);
    drop((size_t)(block - table.blocks));
}

/* Inserts the block under its own number. */
static bool insert(struct lpi_block block)
{
    lpi_table_remove(block.key);
    block.number = take_number(&table.places[block.place]);
    return block.number != 0 && put(&block);
}

static bool add(struct lpi_block block)
{
    block.order = atomic_fetch_add(&table.order, 1);
    return insert(block);
}

bool lpi_table_add(uint64_t key, uint64_t bytes, enum lpi_kind kind,
                   const struct lpi_frames *frames)
{
    struct lpi_block block = {.key = key, .bytes = bytes, .kind = (uint8_t)kind};
    block.place = find_place(frames);
    return block.place != UINT32_MAX && add(block);
}

bool lpi_table_add_like(const struct lpi_block *block, uint64_t key, uint64_t bytes)
{
    struct lpi_block other = *block;
    other.key = key;
    other.bytes = bytes;
    return add(other);
}

bool lpi_table_lift(uint64_t key, struct lpi_block *block)
{
    struct lpi_block *found = lpi_table_find(key);
    if (found == NULL)
        return false;
    *block = *found;
    drop((size_t)(found - table.blocks));
    table.lifted++;
    return true;
}

void lpi_table_drop(const struct lpi_block *block)
{
    give_number(&table.places[block->place], block->number);
    table.lifted--;
}

bool lpi_table_land(const struct lpi_block *block)
{
    struct lpi_block landed = *block;
    lpi_table_remove(landed.key);
    landed.order = atomic_fetch_add(&table.order, 1);
    table.lifted--;
    return put(&landed);
}

size_t lpi_table_lifted(void)
{
    return table.lifted;
}

const struct lpi_block *lpi_table_next(size_t *at)
{
    while (*at < table.slots)
        if (table.blocks[(*at)++].key != 0)
            return &table.blocks[*at - 1];
    return NULL;
}

size_t lpi_table_count(void)
{
    return table.used;
}

const struct lpi_frames *lpi_table_frames(const struct lpi_block *block)
{
    return &table.places[block->place].frames;
}

uint64_t lpi_table_time(void)
{
    return atomic_load(&table.order);
}

bool lpi_table_has_mapped(void)
{
    return atomic_load(&table.mapped) > 0;
}

/* A mapping that overlaps the range; NULL: none. */
static struct lpi_block *touched(uint64_t address, uint64_t bytes, uint64_t before)
{
    size_t at = 0;
    if (!lpi_table_has_mapped())
        return NULL;
    for (const struct lpi_block *block; (block = lpi_table_next(&at)) != NULL;)
        if (is_mapped(block) && block->order < before && block->key < address + bytes &&
            address < block->key + block->bytes)
            return &table.blocks[at - 1];
    return NULL;
}

struct lpi_block *lpi_table_mapped_at(uint64_t address, uint64_t before)
{
    struct lpi_block *exact = lpi_table_find(address);
    if (exact != NULL && is_mapped(exact) && exact->order < before)
        return exact;
    return touched(address, 1, before);
}

/* Mappings do not overlap, so a mapping that contains the whole range is the only one. */
static bool cut(struct lpi_block *found, uint64_t address, uint64_t bytes)
{
    struct lpi_block block = *found, rest = *found;
    uint64_t end = block.key + block.bytes;
    rest.key = address + bytes;
    rest.bytes = end > rest.key ? end - rest.key : 0;
    if (block.key < address)
        found->bytes = address - block.key;
    else
        lpi_table_remove(block.key);
    return rest.bytes == 0 || insert(rest);
}

bool lpi_table_unmap(uint64_t address, uint64_t bytes, uint64_t before)
{
    struct lpi_block *found = lpi_table_mapped_at(address, before);
    if (found != NULL && found->key + found->bytes >= address + bytes)
        return cut(found, address, bytes);
    while ((found = touched(address, bytes, before)) != NULL)
        if (!cut(found, address, bytes))
            return false;
    return true;
}
