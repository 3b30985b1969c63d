/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory of a program that runs on one GPU, and the order in which it uses its chunks. Under
 * `linepress huvm run --explicit` only this memory is managed. Arrays begin at chunk boundaries,
 * like allocations of managed memory. Repeated uses of one chunk by an array are recorded once.
 */
#ifndef TB_HUVM_MEMORY_H
#define TB_HUVM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

enum { ARRAYS_MAX = 16 };

struct array {
    size_t at, bytes; /* at: from the beginning of memory */
    uint32_t last;
};

struct memory {
    uint8_t *bytes;
    size_t chunk, used, room;
    struct array array[ARRAYS_MAX];
    unsigned arrays;
    uint32_t *uses;
    size_t use_count, use_room;
};

/* Exits with status 2 and a line if there is no memory. */
void memory_open(struct memory *m, size_t chunk, size_t room);
void memory_close(struct memory *m);

/* An array of zeros; its number. */
unsigned memory_array(struct memory *m, size_t bytes);

void memory_note(struct memory *m, uint32_t chunk);

/* The element; its use is recorded. */
static inline void *memory_use(struct memory *m, unsigned array, size_t index, size_t size)
{
    struct array *a = &m->array[array];
    size_t at = a->at + index * size;
    uint32_t chunk = (uint32_t)(at / m->chunk);
    if (chunk != a->last) {
        a->last = chunk;
        memory_note(m, chunk);
    }
    return m->bytes + at;
}

#define USE(memory, type, array, index)                                                            \
    (*(type *)memory_use((memory), (array), (size_t)(index), sizeof(type)))

#endif
