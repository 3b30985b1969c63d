/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For programs that test mappings: the loader leaves holes between the libraries, as large as
 * /etc/ld.so.cache is on this machine. Filled, later mappings are next to each other.
 */
#ifndef LP_TB_HOLES_H
#define LP_TB_HOLES_H

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* By the kernel's call, which no preloaded object sees. */
static inline char *holes_map(size_t bytes)
{
    return (char *)syscall(SYS_mmap, NULL, bytes, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* Fills the holes above the place of the next large mapping. */
static inline void holes_fill(void)
{
    char *low = holes_map((size_t)1 << 30), *page;
    do {
        page = holes_map((size_t)sysconf(_SC_PAGESIZE));
    } while (page > low && page != MAP_FAILED);
    syscall(SYS_munmap, low, (size_t)1 << 30);
}

#endif
