/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Temporary memory for one call: a small part on its stack, more from the kernel, all freed
 * together.
 */
#ifndef LPI_HUVM_ROOM_H
#define LPI_HUVM_ROOM_H

#include <stddef.h>
#include <stdint.h>

struct room {
    uint8_t *at;
    size_t left;
    struct room_block *blocks;
    _Alignas(16) uint8_t small[2048];
};

void lpi_room_open(struct room *room);

/*
 * `like`: an address whose offset within a page the memory gets; NULL: any. NULL and ENOMEM: no
 * memory.
 */
void *lpi_room_take(struct room *room, size_t bytes, const void *like);

/* The same in pages of its own, whose access rights may be changed. */
uint8_t *lpi_room_take_pages(struct room *room, size_t bytes, const void *like);

/* Preserves errno. */
void lpi_room_close(void *room);

#endif
