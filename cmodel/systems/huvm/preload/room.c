/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "room.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, BLOCK = 65536, LARGE = 512 };

struct room_block {
    struct room_block *next;
    size_t bytes;
};

void lpi_room_open(struct room *room)
{
    room->at = room->small;
    room->left = sizeof room->small;
    room->blocks = NULL;
}

/* Raw system calls, which a program's own mmap and munmap do not intercept. NULL and ENOMEM. */
static struct room_block *add_block(struct room *room, size_t bytes)
{
    long at = syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, (off_t)0);
    if (at == -1) {
        errno = ENOMEM;
        return NULL;
    }
    struct room_block *block = (struct room_block *)at;
    *block = (struct room_block){room->blocks, bytes};
    room->blocks = block;
    return block;
}

void *lpi_room_take(struct room *room, size_t bytes, const void *like)
{
    size_t place = like == NULL ? 0 : (uintptr_t)like % (bytes >= LARGE ? PAGE : 16);
    size_t grain = bytes >= LARGE && like != NULL ? PAGE : 16;
    size_t skip = (place - (uintptr_t)room->at) % grain;
    if (bytes > room->left || skip > room->left - bytes) {
        size_t wants = bytes + 2 * PAGE + sizeof(struct room_block);
        wants = wants < BLOCK ? BLOCK : (wants + PAGE - 1) / PAGE * PAGE;
        struct room_block *block = add_block(room, wants);
        if (block == NULL)
            return NULL;
        room->at = (uint8_t *)(block + 1);
        room->left = wants - sizeof *block;
        skip = (place - (uintptr_t)room->at) % grain;
    }
    uint8_t *found = room->at + skip;
    room->at = found + bytes;
    room->left -= skip + bytes;
    return found;
}

uint8_t *lpi_room_take_pages(struct room *room, size_t bytes, const void *like)
{
    size_t place = (uintptr_t)like % PAGE, wants = PAGE + (place + bytes + PAGE - 1) / PAGE * PAGE;
    struct room_block *block = add_block(room, wants);
    return block != NULL ? (uint8_t *)block + PAGE + place : NULL;
}

void lpi_room_close(void *context)
{
    struct room *room = context;
    int error = errno;
    for (struct room_block *block = room->blocks, *next; block != NULL; block = next) {
        next = block->next;
        syscall(SYS_munmap, block, block->bytes);
    }
    errno = error;
}
