/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Detects allocations by the C library itself. Buffers of streams and of directory handles, which
 * its own system calls use, are not managed.
 */
#define _GNU_SOURCE
#include "preload.h"
#include <link.h>
#include <sys/auxv.h>

enum { OBJECTS = 2 };

static struct {
    uintptr_t from, to;
} library[OBJECTS]; /* the C library and the loader */

static uintptr_t marks[OBJECTS];

static int look(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
        for (unsigned k = 0; k < OBJECTS && part->p_type == PT_LOAD && (part->p_flags & PF_X); k++)
            if ((marks[k] >= from && marks[k] < to) || marks[k] == info->dlpi_addr) {
                library[k].from = from;
                library[k].to = to;
            }
    }
    return 0;
}

__attribute__((constructor)) static void find_library(void)
{
    marks[0] = (uintptr_t)lpi_next("strtod"); /* only the C library has it */
    marks[1] = getauxval(AT_BASE);
    dl_iterate_phdr(look, NULL);
}

bool lpi_is_library(const void *caller)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        if ((uintptr_t)caller >= library[i].from && (uintptr_t)caller < library[i].to)
            return true;
    return false;
}
