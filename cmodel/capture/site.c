/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "site.h"
#include <dlfcn.h>
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
    static const char *const names[] = {"libstdc++.", "libc.so", "libgfortran.", "libOpenCL.",
                                        "liblinepress_capture_", "ld-linux"};
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* An address and, in its lowest bit, the answer, so that threads need no lock. */
static bool is_wrapper(uint64_t address)
{
    static _Atomic uint64_t known[KNOWN];
    _Atomic uint64_t *slot = &known[(address ^ address >> 12) % KNOWN];
    uint64_t seen = atomic_load_explicit(slot, memory_order_relaxed);
    Dl_info info;
    if (seen >> 1 != address) {
        bool wrapper = dladdr((void *)address, &info) != 0 && info.dli_fname != NULL &&
                       is_wrapper_file(info.dli_fname);
        seen = address << 1 | wrapper;
        atomic_store_explicit(slot, seen, memory_order_relaxed);
    }
    return (seen & 1) != 0;
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
    struct walk *walk = argument;
    uint64_t address = _Unwind_GetIP(context);
    if (address == 0 || walk->depth++ == DEPTH)
        return _URC_END_OF_STACK;
    if (walk->count > 0 || !is_wrapper(address))
        walk->frames->frame[walk->count++] = address;
    return walk->count < LPI_CAPTURE_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void lpi_site(struct lpi_frames *frames)
{
    struct walk walk = {.frames = frames};
    *frames = (struct lpi_frames){{0}};
    _Unwind_Backtrace(visit, &walk);
}
