/* SPDX-License-Identifier: Apache-2.0 */
#include "strings.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 65536u

struct lpi_strings_block {
    struct lpi_strings_block *next;
    size_t used, room;
    char text[];
};

/* FNV-1a. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* The text's slot, or the free slot for it. */
static const char **slot_of(const struct lpi_strings *strings, const char *text, size_t length)
{
    size_t at = (size_t)hash_of(text, length);
    for (;; at++) {
        const char **slot = &strings->slots[at & (strings->room - 1)];
        if (*slot == NULL || (strncmp(*slot, text, length) == 0 && (*slot)[length] == '\0'))
            return slot;
    }
}

/* Keeps at least half of the slots free. */
static int make_room(struct lpi_strings *strings)
{
    if (2 * strings->count < strings->room)
        return 1;
    struct lpi_strings larger = {.room = strings->room == 0 ? 64 : 2 * strings->room};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (larger.slots == NULL)
        return 0;
    for (size_t i = 0; i < strings->room; i++)
        if (strings->slots[i] != NULL)
            *slot_of(&larger, strings->slots[i], strlen(strings->slots[i])) = strings->slots[i];
    free(strings->slots);
    strings->slots = larger.slots;
    strings->room = larger.room;
    return 1;
}

static char *take(struct lpi_strings *strings, size_t bytes)
{
    struct lpi_strings_block *block = strings->blocks;
    if (block == NULL || bytes > block->room - block->used) {
        size_t room = bytes > BLOCK ? bytes : BLOCK;
        block = malloc(sizeof *block + room);
        if (block == NULL)
            return NULL;
        *block = (struct lpi_strings_block){.next = strings->blocks, .room = room};
        strings->blocks = block;
    }
    block->used += bytes;
    return block->text + block->used - bytes;
}

const char *lpi_strings_keep(struct lpi_strings *strings, const char *text, size_t length)
{
    if (!make_room(strings))
        return NULL;
    const char **slot = slot_of(strings, text, length);
    if (*slot != NULL)
        return *slot;
    char *copy = take(strings, length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    strings->count++;
    return *slot = copy;
}

void lpi_strings_seal(struct lpi_strings *strings)
{
    free(strings->slots);
    strings->slots = NULL;
    strings->count = strings->room = 0;
}

void lpi_strings_free(struct lpi_strings *strings)
{
    while (strings->blocks != NULL) {
        struct lpi_strings_block *next = strings->blocks->next;
        free(strings->blocks);
        strings->blocks = next;
    }
    lpi_strings_seal(strings);
}
