/* SPDX-License-Identifier: Apache-2.0 */
/* Mappings of this process that are not managed, as the kernel lists them. */
#define _GNU_SOURCE
#include "kernel_maps.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- /proc/self/maps, without the C library's functions: these may be the program's ---- */

struct reader {
    int fd;
    char text[1024];
    long used, count;
};

/* The next character; 0: the end. */
static char next_of(struct reader *r)
{
    if (r->used == r->count) {
        do
            r->count = syscall(SYS_read, r->fd, r->text, sizeof r->text);
        while (r->count < 0 && errno == EINTR);
        r->used = 0;
        if (r->count <= 0) {
            r->count = 0;
            return 0;
        }
    }
    return r->text[r->used++];
}

/* A hexadecimal number and the character that ends it. */
static uintptr_t number_of(struct reader *r, char *end)
{
    uintptr_t value = 0;
    for (;;) {
        char c = next_of(r);
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                                                : 16;
        if (digit == 16) {
            *end = c;
            return value;
        }
        value = value << 4 | digit;
    }
}

/* A line: begin-end rwxp, and more. false: the end of the list. */
static bool line_of(struct reader *r, struct lpi_kernel_map *map)
{
    char c;
    map->begin = number_of(r, &c);
    if (c != '-')
        return false;
    map->end = number_of(r, &c);
    map->access = PROT_NONE;
    map->access |= next_of(r) == 'r' ? PROT_READ : 0;
    map->access |= next_of(r) == 'w' ? PROT_WRITE : 0;
    map->access |= next_of(r) == 'x' ? PROT_EXEC : 0;
    map->shared = next_of(r) == 's';
    do
        c = next_of(r);
    while (c != '\n' && c != 0);
    return true;
}

bool lpi_kernel_map_of(const void *at, struct lpi_kernel_map *map)
{
    int error = errno;
    struct reader r = {
        .fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    bool found = false;
    if (r.fd < 0)
        return false;
    while (!found && line_of(&r, map))
        found = (uintptr_t)at >= map->begin && (uintptr_t)at < map->end;
    syscall(SYS_close, r.fd);
    errno = error;
    return found;
}
