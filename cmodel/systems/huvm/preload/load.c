/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loading of objects whose name is in managed memory. The search path depends on the caller, so the
 * last call is a tail call, and the copy of the name is thread-local.
 */
#define _GNU_SOURCE
#include "preload.h"
#include <limits.h>
#include <string.h>

static _Thread_local char copy[PATH_MAX];

static const char *name_of(const char *name)
{
    if (name == NULL || !lpi_has(name))
        return name;
    size_t length = strnlen(name, sizeof copy - 1);
    memcpy(copy, name, length);
    copy[length] = '\0';
    return copy;
}

LPI_EXPORT void *entry_dlopen(const char *, int) __asm__("dlopen");
void *entry_dlopen(const char *name, int how)
{
    static void *(*next)(const char *, int);
    LPI_FIND(next, "dlopen");
    return next(name_of(name), how);
}

LPI_EXPORT void *entry_dlmopen(long, const char *, int) __asm__("dlmopen");
void *entry_dlmopen(long space, const char *name, int how)
{
    static void *(*next)(long, const char *, int);
    LPI_FIND(next, "dlmopen");
    return next(space, name_of(name), how);
}
