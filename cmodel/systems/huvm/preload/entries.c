/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions in the rows of entries.h. The headers that declare them are not included: each
 * takes the maximum number of registers, and passes all of them on.
 */
#define _GNU_SOURCE
#include "bounce.h"
#include "preload.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef long (*register_function)(long, long, long, long, long, long);

enum {
#define CALL(name, arguments) ENTRY_##name,
#define BOTH(name, arguments) ENTRY_##name,
#define PINS(name, arguments) ENTRY_##name,
#define UNDER(name, arguments) ENTRY_##name,
#define KERNEL(name, arguments)
#define OWN(file, names)
#define NONE(reason, names)
#include "entries.h"
#undef CALL
#undef BOTH
#undef PINS
#undef UNDER
#undef KERNEL
    ENTRIES
};

static struct {
    const char *name, *arguments;
    lpi_function next;
} entries[ENTRIES] = {
#define CALL(name, arguments) {#name, arguments, NULL},
#define BOTH(name, arguments) {#name, arguments, NULL},
#define PINS(name, arguments) {#name, arguments, NULL},
#define UNDER(name, arguments) {#name, arguments, NULL},
#define KERNEL(name, arguments)
#include "entries.h"
#undef CALL
#undef BOTH
#undef PINS
#undef UNDER
#undef KERNEL
};

/* TEXT of a system call that this machine lacks is not a number. */
#define TEXT_OF(text) #text
#define TEXT(text) TEXT_OF(text)
static const struct {
    const char *number, *arguments;
} kernel[] = {
#define CALL(name, arguments)
#define PINS(name, arguments)
#define UNDER(name, arguments)
#define BOTH(name, arguments) {TEXT(SYS_##name), arguments},
#define KERNEL(name, arguments) {TEXT(SYS_##name), arguments},
#include "entries.h"
#undef CALL
#undef BOTH
#undef PINS
#undef UNDER
#undef KERNEL
};

enum { NUMBERS = 1024 };
static const char *by_number[NUMBERS];
static lpi_function next_syscall;

static long has_none(long a, long b, long c, long d, long e, long f, long g)
{
    (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g;
    errno = ENOSYS;
    return -1;
}

/* Symbols kept only for old programs have no default version; musl has no versions. */
extern void *dlvsym(void *, const char *, const char *) __attribute__((weak));

static void *find_old(const char *name)
{
    static const char *const versions[] = {"GLIBC_2.2.5", "GLIBC_2.17"};
    void *found = NULL;
    lpi_depth++;
    for (unsigned i = 0; dlvsym != NULL && found == NULL && i < 2; i++)
        found = dlvsym(RTLD_NEXT, name, versions[i]);
    lpi_depth--;
    return found;
}

static lpi_function find(const char *name)
{
    lpi_function found;
    int error = errno;
    void *next = lpi_next_object(name);
    if (next == NULL)
        next = find_old(name);
    memcpy(&found, &next, sizeof found);
    errno = error;
    return found != NULL ? found : has_none;
}

/*
 * Looks up all functions at the start, so that no lookup happens in a signal handler, or between
 * fork and exec.
 */
__attribute__((constructor)) static void find_all(void)
{
    /*
     * A failed lookup leaves a message, which the next lookup frees: by the functions found by
     * then.
     */
    void *(*volatile take)(size_t) = malloc;
    free(take(1));
    for (unsigned i = 0; i < ENTRIES; i++)
        entries[i].next = find(entries[i].name);
    for (unsigned i = 0; i < sizeof kernel / sizeof kernel[0]; i++) {
        char *end;
        unsigned long number = strtoul(kernel[i].number, &end, 10);
        if (*end == '\0' && end != kernel[i].number && number < NUMBERS)
            by_number[number] = kernel[i].arguments;
    }
    next_syscall = find("syscall");
    dlerror(); /* discards those messages, which the program must not see */
}

static inline lpi_function next_of(unsigned entry)
{
    if (entries[entry].next == NULL)
        entries[entry].next = find(entries[entry].name);
    return entries[entry].next;
}

/* Vectors, messages and lists are examined only if the arguments have any. */
static bool looks_inside(const char *arguments)
{
    return strpbrk(arguments, "vVmMaw") != NULL;
}

static bool may_be_ours(const char *arguments, const long *values)
{
    for (unsigned i = 0; i < LPI_ARGUMENTS; i++)
        if (lpi_has((const void *)values[i]))
            return true;
    return looks_inside(arguments);
}

/* `number`: of a system call made by syscall(); -1: none. */
static __attribute__((noinline)) long enter(lpi_function function, long number,
                                            const char *arguments, const long *values)
{
    if (may_be_ours(arguments, values)) {
        lpi_pin_arguments(arguments, values);
        if (lpi_is_bounced(arguments, values))
            return lpi_bounce(function, number, arguments, values);
    }
    return lpi_call(function, number, values);
}

static __attribute__((noinline)) void pin_all(const char *arguments, const long *values)
{
    if (may_be_ours(arguments, values))
        lpi_pin_arguments(arguments, values);
}

#define REGISTERS long a, long b, long c, long d, long e, long f
/* clang-format off */
#define VALUES (const long[LPI_ARGUMENTS]){a, b, c, d, e, f, 0}
/* clang-format on */

/* The symbol of this function is the C library's name. */
#define BOUNCED(function, entry, name, arguments)                                                  \
    LPI_EXPORT long function(REGISTERS) __asm__(name);                                             \
    long function(REGISTERS)                                                                       \
    {                                                                                              \
        register_function next = (register_function)next_of(entry);                                \
        if (lpi_client() != NULL)                                                                  \
            return enter((lpi_function)next, -1, arguments, VALUES);                               \
        return next(a, b, c, d, e, f);                                                             \
    }

/* The last call is a tail call, so that functions that depend on their caller see the program. */
#define PINNED(function, entry, name, arguments)                                                   \
    LPI_EXPORT long function(REGISTERS) __asm__(name);                                             \
    long function(REGISTERS)                                                                       \
    {                                                                                              \
        if (lpi_client() != NULL)                                                                  \
            pin_all(arguments, VALUES);                                                            \
        return ((register_function)next_of(entry))(a, b, c, d, e, f);                              \
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcast-function-type"
#define CALL(name, arguments) BOUNCED(entry_##name, ENTRY_##name, #name, arguments)
#define BOTH(name, arguments) BOUNCED(entry_##name, ENTRY_##name, #name, arguments)
#define PINS(name, arguments) PINNED(entry_##name, ENTRY_##name, #name, arguments)
#define UNDER(name, arguments)                                                                     \
    static long entry_##name(REGISTERS)                                                            \
    {                                                                                              \
        register_function next = (register_function)next_of(ENTRY_##name);                         \
        if (lpi_client() != NULL)                                                                  \
            return enter((lpi_function)next, -1, arguments, VALUES);                               \
        return next(a, b, c, d, e, f);                                                             \
    }
#define KERNEL(name, arguments)
#include "entries.h"
#undef CALL
#undef BOTH
#undef PINS
#undef UNDER
#undef KERNEL

static const struct {
    const char *name;
    register_function function;
} under[] = {
#define CALL(name, arguments)
#define BOTH(name, arguments)
#define PINS(name, arguments)
#define KERNEL(name, arguments)
#define UNDER(name, arguments) {#name, entry_##name},
#include "entries.h"
};

void *lpi_under(const char *name)
{
    void *found = NULL;
    for (unsigned i = 0; i < sizeof under / sizeof under[0]; i++)
        if (strcmp(under[i].name, name) == 0)
            memcpy(&found, &under[i].function, sizeof found);
    return found;
}

/* ---- calls of seven words, or whose argument types depend on their values ---- */

static long enter_named(const char *name, const char *arguments, const long *values)
{
    lpi_function next = find(name);
    return lpi_client() != NULL ? enter(next, -1, arguments, values) : lpi_call(next, -1, values);
}

LPI_EXPORT long entry_recvfrom_chk(REGISTERS, long g) __asm__("__recvfrom_chk");
long entry_recvfrom_chk(REGISTERS, long g)
{
    return enter_named("__recvfrom_chk", "- o@2 - - - x^6 x4",
                       (const long[LPI_ARGUMENTS]){a, b, c, d, e, f, g});
}

/* If the other process is this one, its remote memory may be managed too. */
LPI_EXPORT long entry_process_vm_readv(REGISTERS) __asm__("process_vm_readv");
long entry_process_vm_readv(REGISTERS)
{
    return enter_named("process_vm_readv", (pid_t)a == getpid() ? "- V@2 - v@4" : "- V@2", VALUES);
}

LPI_EXPORT long entry_process_vm_writev(REGISTERS) __asm__("process_vm_writev");
long entry_process_vm_writev(REGISTERS)
{
    return enter_named("process_vm_writev", (pid_t)a == getpid() ? "- v@2 - V@4" : "- v@2", VALUES);
}

/*
 * The kernel accesses a ring's memory at any time; in a program that may have managed memory, rings
 * are reported as unsupported.
 */
static bool is_ring(long number)
{
    return number == SYS_io_uring_setup &&
           (getenv(LPI_HUVM_SOCKET) != NULL || getenv(LPI_HUVM_RECORD) != NULL);
}

LPI_EXPORT long entry_syscall(long number, REGISTERS) __asm__("syscall");
long entry_syscall(long number, REGISTERS)
{
    if (next_syscall == NULL)
        next_syscall = find("syscall");
    if (is_ring(number)) {
        errno = ENOSYS;
        return -1;
    }
    const char *arguments = number >= 0 && number < NUMBERS ? by_number[number] : NULL;
    if (arguments == NULL || lpi_client() == NULL)
        return next_syscall(number, a, b, c, d, e, f);
    return enter(next_syscall, number, arguments, VALUES);
}
#pragma GCC diagnostic pop
