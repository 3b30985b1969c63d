/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "site.h"
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <unwind.h>

#define DEPTH 32
#define KNOWN 1024u

struct walk {
    struct lpi_frames *frames;
    unsigned count, depth;
};

static bool is_wrapper_file(const char *path)
{
    static const char *const names[] = {
        "libstdc++.", "libc.so", "libgfortran.", "libOpenCL.", "liblinepress_capture_", "ld-linux"};
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/*
 * The loaded file that has the address, without taking a lock if the C library can tell; NULL:
 * none. `key` identifies the file.
 */
static const char *file_of(const void *address, const void **key)
{
#ifdef DLFO_STRUCT_HAS_EH_DBASE
    struct dl_find_object found;
    if (_dl_find_object((void *)(uintptr_t)address, &found) != 0)
        return NULL;
    *key = found.dlfo_link_map;
    return found.dlfo_link_map->l_name;
#else
    Dl_info found;
    if (dladdr(address, &found) == 0)
        return NULL;
    *key = found.dli_fbase;
    return found.dli_fname;
#endif
}

bool lpi_is_one_file(const void *address, const void *other)
{
    const void *first, *second;
    return file_of(address, &first) != NULL && file_of(other, &second) != NULL && first == second;
}

/* Properties of a return address. */
enum { WRAPPER = 1, WALKED = 2 };

/*
 * An address in the upper bits and its properties in the lower ones, so that threads need no lock.
 */
static _Atomic uint64_t known[KNOWN];

static _Atomic uint64_t *slot_of(uint64_t address)
{
    return &known[(address ^ address >> 12) % KNOWN];
}

static unsigned ask(uint64_t address)
{
    uint64_t seen = atomic_load_explicit(slot_of(address), memory_order_relaxed);
    if (seen >> 2 != address) {
        const void *key;
        const char *name = file_of((const void *)address, &key);
        bool wrapper = name != NULL && is_wrapper_file(name);
        seen = address << 2 | (wrapper ? WRAPPER : 0);
        atomic_store_explicit(slot_of(address), seen, memory_order_relaxed);
    }
    return (unsigned)(seen & 3);
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
    struct walk *walk = argument;
    uint64_t address = _Unwind_GetIP(context);
    if (address == 0 || walk->depth++ == DEPTH)
        return _URC_END_OF_STACK;
    if (walk->count > 0 || (ask(address) & WRAPPER) == 0)
        walk->frames->frame[walk->count++] = address;
    return walk->count < LPI_CAPTURE_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* An alternate signal stack may be too small to walk the stack: only the caller is recorded. */
static bool is_on_signal_stack(void)
{
    stack_t stack = {0};
    return lpi_raw(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0, 0) == 0 &&
           (stack.ss_flags & SS_ONSTACK) != 0;
}

void lpi_site(struct lpi_frames *frames, const void *caller)
{
    struct walk walk = {.frames = frames};
    *frames = (struct lpi_frames){{(uintptr_t)caller}};
    if (caller != NULL && (ask((uintptr_t)caller) == WALKED || is_on_signal_stack()))
        return;
    _Unwind_Backtrace(visit, &walk);
    if (frames->frame[0] == (uintptr_t)caller)
        atomic_store_explicit(slot_of((uintptr_t)caller), (uintptr_t)caller << 2 | WALKED,
                              memory_order_relaxed);
}
