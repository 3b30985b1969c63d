/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for one call: a little on its stack, more from the kernel, all given back at once. */
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

/* `like`: the address whose place in a page it is to have, NULL: any. NULL and ENOMEM: there is
   none. */
void *lpi_room_take(struct room *room, size_t bytes, const void *like);

/* errno stays. */
void lpi_room_close(void *room);

#endif
