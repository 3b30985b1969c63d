/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A preload object with which one allocation of a program fails: the one of number LP_FAIL_AT,
 * counted from 1, and with LP_FAIL_ON all after it. Or a signal, LP_SIGNAL, comes after the call of
 * number LP_SIGNAL_AT that changes files. At the end the file LP_FAIL_COUNT gets how many
 * allocations and how many calls there were. Child programs are not affected.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t), *(*real_memalign)(size_t, size_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);
static void (*real_free)(void *);

/* Memory that dlsym allocates, before any other exists. */
static _Alignas(16) char early[1 << 14];
static size_t early_used;
static atomic_long count;
static long fails_at;
static bool fails_on;
static bool begun; /* counts allocations of main, and not those of the loader */
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
    long number = begun ? atomic_fetch_add(&count, 1) + 1 : 0;

    if (fails_at == 0 || number < fails_at || (number > fails_at && !fails_on))
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

/* ---- calls that change files, after each of which a signal may come ---- */

static atomic_long calls;
static long signal_at;
static int signal_number;

static void called(void)
{
    int reason = errno;

    if (begun && atomic_fetch_add(&calls, 1) + 1 == signal_at)
        raise(signal_number);
    errno = reason;
}

#define CALL(type, name, parameters, ...)                                                          \
    type name parameters                                                                           \
    {                                                                                              \
        type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                      \
        type answer = real(__VA_ARGS__);                                                           \
        called();                                                                                  \
        return answer;                                                                             \
    }

CALL(ssize_t, write, (int fd, const void *bytes, size_t count), fd, bytes, count)
CALL(ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t at), fd, bytes, count, at)
CALL(ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off_t at), fd, bytes, count, at)
CALL(int, fsync, (int fd), fd)
CALL(int, fchmod, (int fd, mode_t mode), fd, mode)
CALL(int, fchown, (int fd, uid_t user, gid_t group), fd, user, group)
CALL(int, ftruncate, (int fd, off_t bytes), fd, bytes)
CALL(int, ftruncate64, (int fd, off_t bytes), fd, bytes)
CALL(int, close, (int fd), fd)
CALL(int, rename, (const char *from, const char *to), from, to)
CALL(int, renameat, (int a, const char *from, int b, const char *to), a, from, b, to)
CALL(int, renameat2, (int a, const char *from, int b, const char *to, unsigned how), a, from, b, to,
     how)
CALL(int, unlink, (const char *path), path)
CALL(int, unlinkat, (int fd, const char *path, int how), fd, path, how)
CALL(int, rmdir, (const char *path), path)
CALL(int, mkdir, (const char *path, mode_t mode), path, mode)
CALL(int, mkdirat, (int fd, const char *path, mode_t mode), fd, path, mode)
CALL(char *, mkdtemp, (char *path), path)
CALL(DIR *, fdopendir, (int fd), fd)

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

#define OPEN(name, parameters, ...)                                                                \
    int name parameters                                                                            \
    {                                                                                              \
        int(*real) parameters = (int(*) parameters)dlsym(RTLD_NEXT, #name);                        \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        mode_t mode = mode_of(flags, more);                                                        \
        va_end(more);                                                                              \
        int answer = real(__VA_ARGS__, flags, mode);                                               \
        called();                                                                                  \
        return answer;                                                                             \
    }

OPEN(open, (const char *path, int flags, ...), path)
OPEN(open64, (const char *path, int flags, ...), path)
OPEN(openat, (int fd, const char *path, int flags, ...), fd, path)
OPEN(openat64, (int fd, const char *path, int flags, ...), fd, path)

__attribute__((constructor)) static void begin(void)
{
    const char *call = getenv("LP_SIGNAL_AT"), *number = getenv("LP_SIGNAL");
    const char *at = getenv("LP_FAIL_AT"), *path = getenv("LP_FAIL_COUNT");

    find();
    fails_at = at != NULL ? atol(at) : 0;
    fails_on = getenv("LP_FAIL_ON") != NULL;
    signal_at = call != NULL ? atol(call) : 0;
    signal_number = number != NULL ? atoi(number) : SIGTERM;
    snprintf(count_path, sizeof count_path, "%s", path != NULL ? path : "");
    unsetenv("LD_PRELOAD");
    self = getpid();
    begun = true;
}

__attribute__((destructor)) static void end(void)
{
    char text[64];
    int fd;

    begun = false;
    if (getpid() != self || count_path[0] == '\0' ||
        (fd = open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
        return;
    (void)!write(
        fd, text,
        (size_t)snprintf(text, sizeof text, "%ld %ld\n", atomic_load(&count), atomic_load(&calls)));
    close(fd);
}
