/* SPDX-License-Identifier: Apache-2.0 */
/*
 * liblinepress_capture_malloc.so, preloaded: the malloc family called by the program. Recorded
 * blocks enter the table after their allocation and leave it before they are freed, so that every
 * block in the table is readable at any time. Small blocks cost one comparison.
 */
#define _GNU_SOURCE
#include "malloc.h"
#include "../../../base/next_malloc.h"
#include "../../../base/early.h"
#include "site.h"
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

/* 0 until the first call, so that the first call is never treated as a small block. */
static _Atomic size_t least;
static lpi_lock starting, marking;

/* usable is NULL if it belongs to another allocator than the others. */
static struct lpi_next_malloc next;

/* ---- initialization ---- */

void *lpi_next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

#define FIND(member, name)                                                                         \
    do {                                                                                           \
        void *found = lpi_next(name);                                                              \
        memcpy(&next.member, &found, sizeof found);                                                \
    } while (0)

static void find_next(void)
{
    FIND(malloc, "malloc");
    FIND(calloc, "calloc");
    FIND(realloc, "realloc");
    FIND(free, "free");
    FIND(memalign, "memalign");
    FIND(posix_memalign, "posix_memalign");
    FIND(aligned_alloc, "aligned_alloc");
    FIND(valloc, "valloc");
    FIND(pvalloc, "pvalloc");
    FIND(usable, "malloc_usable_size");
    void *usable;
    memcpy(&usable, &next.usable, sizeof usable);
    if (!lpi_is_allocator(usable))
        next.usable = NULL;
}

/* The first call, which may come from any constructor, looks up the next functions and the page. */
static void begin(void)
{
    lpi_depth++;
    lpi_lock_take(&starting);
    if (atomic_load(&least) == 0) {
        find_next();
        lpi_capture_attach();
        bool watches = lpi_capture != NULL && lpi_capture->pass != LPI_CAPTURE_MEASURE;
        atomic_store(&least, watches ? lpi_capture->least : SIZE_MAX);
    }
    lpi_lock_give(&starting);
    lpi_depth--;
}

__attribute__((constructor)) static void start(void)
{
    if (atomic_load(&least) == 0)
        begin();
    if (lpi_capture != NULL && lpi_capture->pass == LPI_CAPTURE_TIMED)
        lpi_timer_start();
}

bool lpi_is_kept_map(size_t bytes)
{
    if (atomic_load_explicit(&least, memory_order_relaxed) == 0 && lpi_depth == 0)
        begin();
    size_t limit = atomic_load_explicit(&least, memory_order_relaxed);
    return limit != 0 && bytes >= limit && lpi_capture_here();
}

bool lpi_is_kept(size_t bytes)
{
    return lpi_is_kept_map(bytes) && lpi_depth == 0;
}

bool lpi_is_allocator(void *caller)
{
    void *allocator;
    memcpy(&allocator, &next.malloc, sizeof allocator);
    return lpi_is_one_file(caller, allocator);
}

/* Whether a block is too small to be recorded; false as well before the page is known. */
static inline bool is_small(size_t bytes)
{
    return bytes < atomic_load_explicit(&least, memory_order_relaxed);
}

/* ---- recording ---- */

static void *keep(void *block, size_t bytes, const void *caller)
{
    struct lpi_frames frames;
    int error = errno;
    if (block == NULL)
        return NULL;
    lpi_depth++;
    lpi_site(&frames, caller);
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    bool good = lpi_table_add((uintptr_t)block, bytes, LPI_HEAP, &frames);
    lpi_lock_leave(&lpi_table_lock, signals);
    if (!good)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, ENOMEM, NULL);
    lpi_depth--;
    errno = error;
    return block;
}

/* A recorded block has at least this usable size, if the allocator reports one. */
static bool may_be_kept(void *block)
{
    if (block == NULL || !lpi_capture_here() || is_small(SIZE_MAX - 1))
        return false;
    return next.usable == NULL || !is_small(next.usable(block));
}

#define MAKE(call, bytes)                                                                          \
    do {                                                                                           \
        if (is_small(bytes) || !lpi_is_kept(bytes))                                                \
            return next.call;                                                                      \
        lpi_depth++;                                                                               \
        void *block = next.call;                                                                   \
        lpi_depth--;                                                                               \
        return keep(block, bytes, __builtin_return_address(0));                                    \
    } while (0)

LPI_EXPORT void *malloc(size_t bytes)
{
    if (is_small(bytes))
        return next.malloc(bytes);
    if (next.malloc == NULL && lpi_depth > 0)
        return lpi_early_take(1, bytes);
    MAKE(malloc(bytes), bytes);
}

LPI_EXPORT void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (next.calloc == NULL && lpi_depth > 0)
        return lpi_early_take(count, size);
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = 0;
    MAKE(calloc(count, size), bytes);
}

LPI_EXPORT void *memalign(size_t alignment, size_t bytes)
{
    MAKE(memalign(alignment, bytes), bytes);
}

LPI_EXPORT void *aligned_alloc(size_t alignment, size_t bytes)
{
    MAKE(aligned_alloc(alignment, bytes), bytes);
}

LPI_EXPORT void *valloc(size_t bytes)
{
    MAKE(valloc(bytes), bytes);
}

LPI_EXPORT void *pvalloc(size_t bytes)
{
    MAKE(pvalloc(bytes), bytes);
}

LPI_EXPORT int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    if (!lpi_is_kept(bytes))
        return next.posix_memalign(block, alignment, bytes);
    lpi_depth++;
    int error = next.posix_memalign(block, alignment, bytes);
    lpi_depth--;
    if (error == 0)
        keep(*block, bytes, __builtin_return_address(0));
    return error;
}

void lpi_keep_if_new(void *block, size_t bytes, const void *caller)
{
    if (is_small(bytes) || block == NULL || !lpi_is_kept(bytes))
        return;
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    bool known = lpi_table_find((uintptr_t)block) != NULL;
    lpi_lock_leave(&lpi_table_lock, signals);
    if (!known)
        keep(block, bytes, caller);
}

/* ---- freeing, and changing the size ---- */

void lpi_forget(void *block)
{
    if (!may_be_kept(block))
        return;
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    lpi_table_remove((uintptr_t)block);
    lpi_lock_leave(&lpi_table_lock, signals);
}

LPI_EXPORT void free(void *block)
{
    if (block == NULL || lpi_is_early(block))
        return;
    /* The block may have been allocated by a function that is not intercepted here. */
    if (next.free == NULL)
        begin();
    lpi_forget(block);
    next.free(block);
}

/* Lands the lifted block `was` at its new address and size; false: no memory for the table. */
static bool became(struct lpi_block *was, void *changed, size_t bytes)
{
    if (changed == NULL && bytes > 0)
        return lpi_table_land(was);
    if (changed == NULL || is_small(bytes)) {
        lpi_table_drop(was);
        return true;
    }
    was->key = (uintptr_t)changed;
    was->bytes = bytes;
    return lpi_table_land(was);
}

/* The allocator may take locks of its own, so the table's lock is not held meanwhile. */
static void *change(void *block, size_t bytes, const struct lpi_frames *frames)
{
    struct lpi_block was;
    uint64_t signals = lpi_lock_enter(&lpi_table_lock);
    bool good = true, was_kept = lpi_table_lift((uintptr_t)block, &was);
    lpi_lock_leave(&lpi_table_lock, signals);
    void *changed = next.realloc(block, bytes);
    int error = errno;
    signals = lpi_lock_enter(&lpi_table_lock);
    if (was_kept)
        good = became(&was, changed, bytes);
    else if (changed != NULL && !is_small(bytes))
        good = lpi_table_add((uintptr_t)changed, bytes, LPI_HEAP, frames);
    lpi_lock_leave(&lpi_table_lock, signals);
    if (!good)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, ENOMEM, NULL);
    errno = error;
    return changed;
}

LPI_EXPORT void *realloc(void *block, size_t bytes)
{
    struct lpi_frames frames = {{0}};
    if (lpi_is_early(block) || (next.realloc == NULL && lpi_depth > 0)) {
        void *moved = malloc(bytes);
        size_t old = block != NULL ? lpi_early_size(block) : 0;
        return moved != NULL && old > 0 ? memcpy(moved, block, old < bytes ? old : bytes) : moved;
    }
    bool kept = lpi_is_kept(bytes);
    if (block == NULL && kept)
        return malloc(bytes);
    if (lpi_depth > 0 || (!kept && !may_be_kept(block)))
        return next.realloc(block, bytes);
    lpi_depth++;
    if (kept)
        lpi_site(&frames, __builtin_return_address(0));
    void *changed = change(block, bytes, &frames);
    lpi_depth--;
    return changed;
}

LPI_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

/* ---- the public interface (linepress/capture.h) ---- */

LPI_EXPORT void lp_capture_mark(void);

void lp_capture_mark(void)
{
    /* A process made without the library's fork is detected only by its process id. */
    if (lpi_capture == NULL || lpi_capture->pid != lpi_raw_pid())
        return;
    uint64_t signals = lpi_lock_enter(&marking);
    if (lpi_capture_due())
        lpi_snapshot_fork(0, false);
    lpi_lock_leave(&marking, signals);
}
