/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A preload object with which one allocation of a program fails: the one of number LP_FAIL_AT,
 * counted from 1. At the end the file LP_FAIL_COUNT gets how many there were. Programs that are
 * started get none of it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t), *(*real_memalign)(size_t, size_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);
static void (*real_free)(void *);

/* What dlsym allocates, before there is anything else. */
static _Alignas(16) char early[1 << 14];
static size_t early_used;
static atomic_long count;
static long fails_at;
static bool begun; /* main's allocations count, and not the loader's */
static char count_path[4096];
static pid_t self;

static void find(void)
{
    static bool finding;

    if (finding || real_free != NULL)
        return;
    finding = true;
    real_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    real_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
    real_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    real_memalign = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "memalign");
    real_mmap = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    real_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    finding = false;
}

static void *take_early(size_t bytes)
{
    void *at = early + early_used;

    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > sizeof early - early_used)
        abort();
    early_used += bytes;
    return at;
}

static bool is_early(const void *at)
{
    return (const char *)at >= early && (const char *)at < early + sizeof early;
}

static bool fails(void)
{
    if (!begun || atomic_fetch_add(&count, 1) + 1 != fails_at)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes)
{
    find();
    if (real_free == NULL)
        return take_early(bytes);
    return fails() ? NULL : real_malloc(bytes);
}

void *calloc(size_t items, size_t bytes)
{
    find();
    if (real_free == NULL)
        return take_early(items * bytes); /* zeros, as static memory is */
    return fails() ? NULL : real_calloc(items, bytes);
}

void *realloc(void *old, size_t bytes)
{
    find();
    if (fails())
        return NULL;
    if (!is_early(old))
        return real_realloc(old, bytes);
    void *new = real_malloc(bytes);
    size_t most = (size_t)(early + sizeof early - (char *)old);
    return new != NULL ? memcpy(new, old, bytes < most ? bytes : most) : NULL;
}

void *memalign(size_t alignment, size_t bytes)
{
    find();
    return fails() ? NULL : real_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

int posix_memalign(void **at, size_t alignment, size_t bytes)
{
    void *memory = memalign(alignment, bytes);

    if (memory == NULL)
        return ENOMEM;
    *at = memory;
    return 0;
}

void *mmap(void *at, size_t bytes, int access, int flags, int fd, off_t offset)
{
    find();
    return fails() ? MAP_FAILED : real_mmap(at, bytes, access, flags, fd, offset);
}

void *mmap64(void *at, size_t bytes, int access, int flags, int fd, off_t offset)
{
    return mmap(at, bytes, access, flags, fd, offset);
}

void free(void *at)
{
    find();
    if (at != NULL && !is_early(at))
        real_free(at);
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("LP_FAIL_AT"), *path = getenv("LP_FAIL_COUNT");

    find();
    fails_at = at != NULL ? atol(at) : 0;
    snprintf(count_path, sizeof count_path, "%s", path != NULL ? path : "");
    unsetenv("LD_PRELOAD");
    self = getpid();
    begun = true;
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    int fd;

    if (getpid() != self || count_path[0] == '\0' ||
        (fd = open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
        return;
    (void)!write(fd, text, (size_t)snprintf(text, sizeof text, "%ld\n", atomic_load(&count)));
    close(fd);
}
