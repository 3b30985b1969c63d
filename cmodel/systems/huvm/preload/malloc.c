/* SPDX-License-Identifier: Apache-2.0 */
/* The malloc family called by the program; small blocks are passed to the C library. */
#define _GNU_SOURCE
#include "preload.h"
#include "../../../base/next_malloc.h"
#include "../../../base/early.h"
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static struct lpi_next_malloc next;

/* Mappings made by an allocator for its own blocks are not managed. */
#define CALL(type, call)                                                                           \
    __extension__({                                                                                \
        lpi_depth++;                                                                               \
        type answer_ = (call);                                                                     \
        lpi_depth--;                                                                               \
        answer_;                                                                                   \
    })

/* Takes a managed block; false: call the next allocator. */
static bool take(size_t bytes, void **block)
{
    bool alone;
    if (!lpi_takes(bytes))
        return false;
    *block = lpi_take(bytes, &alone);
    return !alone;
}

/* Address range of the object that contains the allocator. */
static uintptr_t allocator_begin, allocator_end;

static int find_allocator(struct dl_phdr_info *object, size_t size, void *context)
{
    uintptr_t at = *(uintptr_t *)context, begin = UINTPTR_MAX, end = 0;
    (void)size;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t from = object->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        begin = from < begin ? from : begin;
        end = from + part->p_memsz > end ? from + part->p_memsz : end;
    }
    if (at < begin || at >= end)
        return 0;
    allocator_begin = begin;
    allocator_end = end;
    return 1;
}

bool lpi_is_allocator(const void *caller)
{
    return (uintptr_t)caller >= allocator_begin && (uintptr_t)caller < allocator_end;
}

/* At program start: no other thread can wait yet for locks that the lookup takes. */
__attribute__((constructor)) static void find_all(void)
{
    uintptr_t at;
    LPI_FIND(next.malloc, "malloc");
    LPI_FIND(next.calloc, "calloc");
    LPI_FIND(next.realloc, "realloc");
    LPI_FIND(next.free, "free");
    LPI_FIND(next.usable, "malloc_usable_size");
    memcpy(&at, &next.malloc, sizeof at);
    dl_iterate_phdr(find_allocator, &at);
}

LPI_EXPORT void *malloc(size_t bytes)
{
    void *block;
    if ((next.malloc == NULL && lpi_depth > 0) || lpi_connecting)
        return lpi_early_take(1, bytes);
    LPI_FIND(next.malloc, "malloc");
    return !lpi_is_library(__builtin_return_address(0)) && take(bytes, &block)
               ? block
               : CALL(void *, next.malloc(bytes));
}

LPI_EXPORT void *calloc(size_t count, size_t size)
{
    size_t bytes;
    void *block;
    if ((next.calloc == NULL && lpi_depth > 0) || lpi_connecting)
        return lpi_early_take(count, size);
    LPI_FIND(next.calloc, "calloc");
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = 0; /* a size that the C library refuses */
    return !lpi_is_library(__builtin_return_address(0)) && take(bytes, &block)
               ? block
               : CALL(void *, next.calloc(count, size));
}

LPI_EXPORT void free(void *block)
{
    if (block == NULL || lpi_is_early(block))
        return;
    if (lpi_owns(block)) {
        int error = errno;
        huvm_client_free(lpi_client(), block);
        errno = error;
        return;
    }
    LPI_FIND(next.free, "free");
    lpi_depth++;
    next.free(block);
    lpi_depth--;
}

/* Whether a block at a chunk boundary has this alignment. */
static bool can_align(size_t alignment)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0)
        return false;
    return alignment <= 4096 ||
           (lpi_client() != NULL && alignment <= huvm_client_chunk_bytes(lpi_client()));
}

LPI_EXPORT void *memalign(size_t alignment, size_t bytes)
{
    void *block;
    LPI_FIND(next.memalign, "memalign");
    return can_align(alignment) && take(bytes, &block)
               ? block
               : CALL(void *, next.memalign(alignment, bytes));
}

LPI_EXPORT void *aligned_alloc(size_t alignment, size_t bytes)
{
    void *block;
    LPI_FIND(next.aligned_alloc, "aligned_alloc");
    return can_align(alignment) && take(bytes, &block)
               ? block
               : CALL(void *, next.aligned_alloc(alignment, bytes));
}

LPI_EXPORT void *valloc(size_t bytes)
{
    void *block;
    LPI_FIND(next.valloc, "valloc");
    return take(bytes, &block) ? block : CALL(void *, next.valloc(bytes));
}

LPI_EXPORT void *pvalloc(size_t bytes)
{
    void *block;
    size_t whole = (bytes + 4095) & ~(size_t)4095;
    LPI_FIND(next.pvalloc, "pvalloc");
    return whole >= bytes && take(whole, &block) ? block : CALL(void *, next.pvalloc(bytes));
}

LPI_EXPORT int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    int error = errno;
    void *found;
    LPI_FIND(next.posix_memalign, "posix_memalign");
    if (alignment % sizeof(void *) != 0 || !can_align(alignment) || !take(bytes, &found))
        return CALL(int, next.posix_memalign(block, alignment, bytes));
    errno = error;
    if (found == NULL)
        return ENOMEM;
    *block = found;
    return 0;
}

LPI_EXPORT size_t malloc_usable_size(void *block)
{
    LPI_FIND(next.usable, "malloc_usable_size");
    if (block == NULL || lpi_is_early(block))
        return 0;
    return lpi_owns(block) ? huvm_client_size(lpi_client(), block) : next.usable(block);
}

static void *move(void *block, size_t old, size_t bytes)
{
    void *moved = malloc(bytes);
    if (moved == NULL)
        return NULL;
    memcpy(moved, block, old < bytes ? old : bytes);
    free(block);
    return moved;
}

LPI_EXPORT void *realloc(void *block, size_t bytes)
{
    LPI_FIND(next.realloc, "realloc");
    if (block == NULL)
        return malloc(bytes);
    if (lpi_is_early(block))
        return move(block, lpi_early_size(block), bytes);
    if (!lpi_owns(block)) {
        size_t old = lpi_takes(bytes) ? malloc_usable_size(block) : 0;
        return lpi_takes(bytes) ? move(block, old, bytes)
                                : CALL(void *, next.realloc(block, bytes));
    }
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    return huvm_client_resize(lpi_client(), block, bytes)
               ? block
               : move(block, huvm_client_size(lpi_client(), block), bytes);
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
