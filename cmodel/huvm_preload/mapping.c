/* SPDX-License-Identifier: Apache-2.0 */
/* Anonymous private memory that the program maps itself, and what it does to it afterwards. */
#define _GNU_SOURCE
#include "preload.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

static struct {
    void *(*map)(void *, size_t, int, int, int, off_t);
    int (*unmap)(void *, size_t);
    void *(*remap)(void *, size_t, size_t, int, ...);
    int (*advise)(void *, size_t, int);
    int (*protect)(void *, size_t, int);
} next;

static bool takes_mapping(size_t bytes, int access, int flags)
{
    const int never = MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_STACK | MAP_GROWSDOWN | MAP_HUGETLB |
                      MAP_LOCKED;
    return access == (PROT_READ | PROT_WRITE) && (flags & MAP_ANONYMOUS) != 0 &&
           (flags & MAP_TYPE) == MAP_PRIVATE && (flags & never) == 0 && lpi_takes(bytes);
}

LPI_EXPORT void *mmap(void *address, size_t bytes, int access, int flags, int fd, off_t offset)
{
    LPI_FIND(next.map, "mmap");
    if (!takes_mapping(bytes, access, flags))
        return next.map(address, bytes, access, flags, fd, offset);
    void *block = lpi_take(bytes);
    return block != NULL ? block : MAP_FAILED;
}

LPI_EXPORT void *mmap64(void *address, size_t bytes, int access, int flags, int fd, off64_t offset)
{
    return mmap(address, bytes, access, flags, fd, offset);
}

/* Of a part of a block, what it holds goes, and its addresses stay the block's. */
LPI_EXPORT int munmap(void *address, size_t bytes)
{
    LPI_FIND(next.unmap, "munmap");
    if (!lpi_has(address) || lpi_depth > 0)
        return next.unmap(address, bytes);
    size_t size = huvm_client_size(lpi_client(), address);
    if (size > 0 && bytes >= size)
        huvm_client_free(lpi_client(), address);
    else
        huvm_client_clear(lpi_client(), address, bytes);
    return 0;
}

LPI_EXPORT void *mremap(void *address, size_t old, size_t bytes, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    void *wish = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void *) : NULL;
    va_end(arguments);
    LPI_FIND(next.remap, "mremap");
    if (!lpi_has(address) || lpi_depth > 0)
        return next.remap(address, old, bytes, flags, wish);
    if (bytes > 0 && huvm_client_resize(lpi_client(), address, bytes))
        return address;
    void *moved = flags == MREMAP_MAYMOVE && bytes > old ? lpi_take(bytes) : NULL;
    if (moved == NULL) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    memcpy(moved, address, old);
    munmap(address, old);
    return moved;
}

/* Managed memory is shared, of which the kernel would keep what it is told to forget. */
LPI_EXPORT int madvise(void *address, size_t bytes, int advice)
{
    LPI_FIND(next.advise, "madvise");
    if (!lpi_has(address) || lpi_depth > 0)
        return next.advise(address, bytes, advice);
    if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
        huvm_client_clear(lpi_client(), address, bytes);
    return 0;
}

/* Whose access is managed cannot be changed by the program too. */
LPI_EXPORT int mprotect(void *address, size_t bytes, int access)
{
    LPI_FIND(next.protect, "mprotect");
    if (!lpi_has(address) || lpi_depth > 0 || access == (PROT_READ | PROT_WRITE))
        return lpi_has(address) && lpi_depth == 0 ? 0 : next.protect(address, bytes, access);
    errno = ENOMEM;
    return -1;
}
