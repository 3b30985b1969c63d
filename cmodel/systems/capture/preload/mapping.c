/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Anonymous memory that the program maps itself. No lock is held while the mapping changes; the
 * table is updated after the call succeeds, and a failed call changes nothing in it. A snapshot
 * leaves out blocks of the table that are no longer mapped.
 */
#define _GNU_SOURCE
#include "malloc.h"
#include "site.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The kernel's values: some C libraries lack them. */
#define REMAP_KEEPS 4  /* MREMAP_DONTUNMAP */
#define ADVICE_HIDE 10 /* MADV_DONTFORK */
#define ADVICE_WIPE 18 /* MADV_WIPEONFORK */

typedef void *map_function(void *, size_t, int, int, int, off_t);
typedef int unmap_function(void *, size_t);
typedef void *remap_function(void *, size_t, size_t, int, ...);
typedef int advise_function(void *, size_t, int);

static struct {
    map_function *map;
    unmap_function *unmap;
    remap_function *remap;
    advise_function *advise;
} next;

static void find(const char *name, void *pointer)
{
    void *found = lpi_next(name);
    memcpy(pointer, &found, sizeof found);
}

/* At program start: a signal handler may map memory, and must not look up symbols then. */
__attribute__((constructor)) static void find_all(void)
{
    find("mmap", &next.map);
    find("munmap", &next.unmap);
    find("mremap", &next.remap);
    find("madvise", &next.advise);
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

/* Whether unmapping memory may change the table. */
static bool watches(void)
{
    return lpi_table_has_mapped() && lpi_is_kept_map(SIZE_MAX - 1);
}

/* ---- mapping ---- */

static void note_map(void *mapped, size_t bytes, int flags, uint64_t before, bool keeps,
                     const void *caller)
{
    struct lpi_frames frames;
    uint64_t size = whole_pages(bytes);
    enum lpi_kind kind = (flags & MAP_TYPE) == MAP_PRIVATE ? LPI_MAPPED : LPI_SHARED;
    if (keeps)
        lpi_site(&frames, caller);
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    bool good = (flags & MAP_FIXED) == 0 || lpi_table_unmap((uintptr_t)mapped, size, before);
    good = good && (!keeps || lpi_table_add((uintptr_t)mapped, size, kind, &frames));
    lpi_lock_leave(&lpi_table_lock, signals);
    check(good);
}

static void *map(void *address, size_t bytes, int access, int flags, int fd, off_t offset,
                 void *caller)
{
    if (next.map == NULL)
        find("mmap", &next.map);
    bool keeps = (flags & MAP_ANONYMOUS) != 0 && (access & PROT_WRITE) != 0 &&
                 lpi_is_kept_map(bytes) && !lpi_is_allocator(caller);
    uint64_t before = lpi_table_time();
    void *mapped = next.map(address, bytes, access, flags, fd, offset);
    int error = errno;
    if (mapped != MAP_FAILED && (keeps || ((flags & MAP_FIXED) != 0 && watches())))
        note_map(mapped, bytes, flags, before, keeps, caller);
    errno = error;
    return mapped;
}

LPI_EXPORT void *mmap(void *address, size_t bytes, int access, int flags, int fd, off_t offset)
{
    return map(address, bytes, access, flags, fd, offset, __builtin_return_address(0));
}

/* On these machines both have 64-bit offsets; some C libraries do not declare the second. */
LPI_EXPORT void *lpi_mmap64(void *address, size_t bytes, int access, int flags, int fd,
                            off_t offset) __asm__("mmap64");

void *lpi_mmap64(void *address, size_t bytes, int access, int flags, int fd, off_t offset)
{
    return map(address, bytes, access, flags, fd, offset, __builtin_return_address(0));
}

/* ---- unmapping ---- */

static void note_unmap(uint64_t address, uint64_t bytes, uint64_t before)
{
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    bool good = lpi_table_unmap(address, bytes, before);
    lpi_lock_leave(&lpi_table_lock, signals);
    check(good);
}

LPI_EXPORT int munmap(void *address, size_t bytes)
{
    if (next.unmap == NULL)
        find("munmap", &next.unmap);
    uint64_t before = lpi_table_time();
    int answer = next.unmap(address, bytes), error = errno;
    if (answer == 0 && watches())
        note_unmap((uintptr_t)address, whole_pages(bytes), before);
    errno = error;
    return answer;
}

/* ---- moving ---- */

/* A moved part of a block becomes a block of its own; otherwise the block shrinks or grows. */
static bool part_moved(const struct lpi_block *block, uint64_t from, uint64_t old, uint64_t to,
                       uint64_t bytes, uint64_t before)
{
    uint64_t end = block->key + block->bytes;
    if (from != to)
        return lpi_table_unmap(from, old, before) && lpi_table_add_like(block, to, bytes);
    if (bytes < old)
        return lpi_table_unmap(from + bytes, old - bytes, before);
    if (from + old >= end && from + bytes > end)
        lpi_table_find(block->key)->bytes = from + bytes - block->key;
    return true;
}

/* A mapping that is not exactly one block has moved. */
static bool moved(uint64_t from, uint64_t old, uint64_t to, uint64_t bytes, int flags,
                  uint64_t before)
{
    struct lpi_block *found = lpi_table_mapped_at(from, before), block;
    if (found == NULL)
        return true;
    block = *found;
    if (old == 0 || (flags & REMAP_KEEPS) != 0)
        return lpi_table_add_like(&block, to, bytes);
    return part_moved(&block, from, old, to, bytes, before);
}

struct move {
    uint64_t from, old, before;
    bool whole; /* a whole block moves, and is not in the table meanwhile */
    struct lpi_block block;
};

/* Another thread may get the old addresses before the call returns. */
static void begin_move(struct move *move, int flags)
{
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    struct lpi_block *found = lpi_table_find(move->from);
    move->before = lpi_table_time();
    move->whole = found != NULL && found->kind != LPI_HEAP && found->bytes == move->old &&
                  (flags & REMAP_KEEPS) == 0 && lpi_table_lift(move->from, &move->block);
    lpi_lock_leave(&lpi_table_lock, signals);
}

static void end_move(struct move *move, void *mapped, uint64_t bytes, int flags)
{
    uint64_t to = (uintptr_t)mapped;
    bool good = true, failed = mapped == MAP_FAILED;
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    if (!failed && (flags & MREMAP_FIXED) != 0)
        good = lpi_table_unmap(to, bytes, move->before);
    if (!failed) {
        move->block.key = to;
        move->block.bytes = bytes;
    }
    if (move->whole)
        good = lpi_table_land(&move->block) && good;
    else if (!failed)
        good = moved(move->from, move->old, to, bytes, flags, move->before) && good;
    lpi_lock_leave(&lpi_table_lock, signals);
    check(good);
}

LPI_EXPORT void *mremap(void *address, size_t old, size_t bytes, int flags, ...)
{
    struct move move = {.from = (uintptr_t)address, .old = whole_pages(old)};
    va_list arguments;
    va_start(arguments, flags);
    /* Only the next function knows which flags use the argument; otherwise it is not read. */
    void *wish = va_arg(arguments, void *);
    va_end(arguments);
    if (next.remap == NULL)
        find("mremap", &next.remap);
    bool noted = watches();
    if (noted)
        begin_move(&move, flags);
    void *mapped = next.remap(address, old, bytes, flags, wish);
    int error = errno;
    if (noted)
        end_move(&move, mapped, whole_pages(bytes), flags);
    errno = error;
    return mapped;
}

/* ---- memory that a fork does not copy ---- */

LPI_EXPORT int madvise(void *address, size_t bytes, int advice)
{
    if (next.advise == NULL)
        find("madvise", &next.advise);
    if (advice == ADVICE_HIDE || advice == ADVICE_WIPE)
        lpi_capture_hides();
    return next.advise(address, bytes, advice);
}
