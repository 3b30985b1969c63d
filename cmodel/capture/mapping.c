/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Anonymous memory that the program maps itself. The table changes together with the mapping, under
 * its lock, so a picture finds all that is in it.
 */
#define _GNU_SOURCE
#include "malloc.h"
#include "site.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void *map_function(void *, size_t, int, int, int, off_t);
typedef int unmap_function(void *, size_t);
typedef void *remap_function(void *, size_t, size_t, int, ...);

static struct {
    map_function *map;
    unmap_function *unmap;
    remap_function *remap;
} next;

static void find(const char *name, void *pointer)
{
    void *found = lpi_next(name);
    memcpy(pointer, &found, sizeof found);
}

static uint64_t whole_pages(uint64_t bytes)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

static void check(bool good)
{
    if (!good)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, ENOMEM, NULL);
}

/* Whether a call of this size may change the table: a large part of it may be of one block. */
static bool watched(void)
{
    return lpi_is_kept(SIZE_MAX - 1);
}

static void *map(void *address, size_t bytes, int access, int flags, int fd, off_t offset,
                 void *caller)
{
    struct lpi_frames frames;
    bool keeps = (flags & MAP_ANONYMOUS) != 0 && (access & PROT_WRITE) != 0 && lpi_is_kept(bytes) &&
                 !lpi_is_allocator(caller);
    if (next.map == NULL)
        find("mmap", &next.map);
    if (!watched() || (!keeps && (flags & MAP_FIXED) == 0))
        return next.map(address, bytes, access, flags, fd, offset);
    lpi_depth++;
    lpi_site(&frames, caller);
    lpi_lock_take(&lpi_table_lock);
    void *mapped = next.map(address, bytes, access, flags, fd, offset);
    int error = errno;
    if (mapped != MAP_FAILED) {
        uint64_t size = whole_pages(bytes);
        check(lpi_table_unmap((uintptr_t)mapped, size));
        enum lpi_kind kind = (flags & MAP_TYPE) == MAP_PRIVATE ? LPI_MAPPED : LPI_SHARED;
        check(!keeps || lpi_table_add((uintptr_t)mapped, size, kind, &frames));
    }
    lpi_lock_give(&lpi_table_lock);
    lpi_depth--;
    errno = error;
    return mapped;
}

LPI_EXPORT void *mmap(void *address, size_t bytes, int access, int flags, int fd, off_t offset)
{
    return map(address, bytes, access, flags, fd, offset, __builtin_return_address(0));
}

LPI_EXPORT void *mmap64(void *address, size_t bytes, int access, int flags, int fd, off64_t offset)
{
    return map(address, bytes, access, flags, fd, offset, __builtin_return_address(0));
}

LPI_EXPORT int munmap(void *address, size_t bytes)
{
    if (next.unmap == NULL)
        find("munmap", &next.unmap);
    if (!watched())
        return next.unmap(address, bytes);
    lpi_lock_take(&lpi_table_lock);
    int answer = next.unmap(address, bytes), error = errno;
    if (answer == 0)
        check(lpi_table_unmap((uintptr_t)address, whole_pages(bytes)));
    lpi_lock_give(&lpi_table_lock);
    errno = error;
    return answer;
}

/* Of a part of a mapping, what moves is a block of its own. */
static void moved(void *from, size_t old, void *to, size_t bytes)
{
    struct lpi_block *block = lpi_table_find((uintptr_t)from);
    uint64_t size = whole_pages(bytes);
    if (from != to)
        check(lpi_table_unmap((uintptr_t)to, size));
    block = lpi_table_find((uintptr_t)from);
    if (block != NULL && block->bytes == whole_pages(old))
        check(lpi_table_move((uintptr_t)from, (uintptr_t)to, size));
    else
        check(lpi_table_unmap((uintptr_t)from, whole_pages(old)));
}

LPI_EXPORT void *mremap(void *address, size_t old, size_t bytes, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    void *wish = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void *) : NULL;
    va_end(arguments);
    if (next.remap == NULL)
        find("mremap", &next.remap);
    if (!watched())
        return next.remap(address, old, bytes, flags, wish);
    lpi_lock_take(&lpi_table_lock);
    void *mapped = next.remap(address, old, bytes, flags, wish);
    int error = errno;
    if (mapped != MAP_FAILED)
        moved(address, old, mapped, bytes);
    lpi_lock_give(&lpi_table_lock);
    errno = error;
    return mapped;
}
