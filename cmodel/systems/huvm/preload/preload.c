/* SPDX-License-Identifier: Apache-2.0 */
/*
 * liblinepress_huvm.so, preloaded: connects a program to `linepress huvm` when it first allocates
 * large memory, so that a shell that starts a program does not connect. If several processes of a
 * program run concurrently, the first to ask has managed memory, and the others use ordinary
 * memory.
 */
#define _GNU_SOURCE
#include "../client/client_signals.h"
#include "preload.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

_Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));
_Thread_local bool lpi_connecting __attribute__((tls_model("initial-exec")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct huvm_client *_Atomic client;
static _Atomic size_t least;
static _Atomic bool other_has_it; /* another process of the program has the managed memory */

/* Copied from the environment, which the program may change. */
static char where[PATH_MAX];
static bool recorded;
static unsigned gpu;
static int connection = -1; /* opened in advance */

LPI_EXPORT void *lpi_huvm_alloc(size_t bytes);
LPI_EXPORT void lpi_huvm_free(void *block);

void *lpi_next(const char *name)
{
    void *under = lpi_under(name);
    return under != NULL ? under : lpi_next_object(name);
}

void *lpi_next_object(const char *name)
{
    lpi_depth++;
    void *found = dlsym(RTLD_NEXT, name);
    lpi_depth--;
    return found;
}

/* Raw system call: the kernel's mask has the actual state of SIGSEGV. */
static void set_mask(const sigset_t *set, sigset_t *before)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, set, before, sizeof(uint64_t));
}

static _Noreturn void end(const char *why, const char *more)
{
    char line[512];
    int n = snprintf(line, sizeof line, "linepress: huvm: %s%s%s\n", why, more != NULL ? ": " : "",
                     more != NULL ? more : "");
    size_t bytes = (size_t)n < sizeof line ? (size_t)n : sizeof line;
    /* The client's agent has a descriptor table of its own. */
    int fd = syscall(SYS_gettid) == getpid() ? STDERR_FILENO
                                             : open("/proc/self/fd/2", O_WRONLY | O_APPEND);
    if (write(fd >= 0 ? fd : STDERR_FILENO, line, bytes) < 0)
        _exit(2);
    _exit(2);
}

/* A killed command could not remove its folder. */
static void lost(void)
{
    char *slash = strrchr(where, '/');
    unlink(where);
    if (slash != NULL) {
        *slash = '\0';
        rmdir(where);
    }
    end("the command that manages this program's memory has ended", NULL);
}

/* Also called when the socket has been replaced. */
static void gone(void)
{
    struct huvm_client *c = lpi_client();
    if (c != NULL && !huvm_client_is_connected(c))
        end("this program has closed the connection to what manages its memory", NULL);
    lost();
}

static unsigned long number(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? strtoul(text, NULL, 10) : 0;
}

/* -1: this process runs as another user now, whose memory is not managed. */
static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof address.sun_path)
        end(path, strerror(ENAMETOOLONG));
    strcpy(address.sun_path, path);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    if (errno != EACCES)
        end("the command that manages this program's memory cannot be reached", strerror(errno));
    close(fd);
    return -1;
}

/* Handles the case that the program has used up its descriptors. */
static int connect_anyway(const char *path)
{
    struct rlimit limit, more;
    bool good = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max;
    more = (struct rlimit){limit.rlim_max, limit.rlim_max};
    if (good)
        setrlimit(RLIMIT_NOFILE, &more);
    int fd = connect_to(path);
    if (good)
        setrlimit(RLIMIT_NOFILE, &limit);
    return fd;
}

/*
 * From here on the agent detects the end of the command, which until now has ended the program by a
 * signal; a parent-death signal set by the program itself is kept.
 */
static void outlive_parent(void)
{
    int number = 0;
    if (prctl(PR_GET_PDEATHSIG, &number) == 0 && number == SIGTERM)
        prctl(PR_SET_PDEATHSIG, 0);
}

static struct huvm_client *open_client(void)
{
    struct huvm_client *c = NULL;
    int fd = connection >= 0 ? connection : connect_anyway(where);
    connection = -1;
    if (fd < 0)
        return NULL;
    switch (huvm_client_open(fd, gpu, gone, &c)) {
    case HUVM_CLIENT_GOOD: break;
    case HUVM_CLIENT_BUSY: return NULL;
    case HUVM_CLIENT_UNKNOWN: end("this program has no GPU", NULL);
    default: end("no managed memory", strerror(errno));
    }
    outlive_parent();
    return c;
}

static struct huvm_client *open_record(void)
{
    struct stat st;
    struct huvm_client *c = NULL;
    int fd = connection >= 0 ? connection : open(where, O_RDWR | O_CLOEXEC);
    if (fd < 0 && errno == EACCES) /* runs as another user */
        return NULL;
    if (fd < 0 || fstat(fd, &st) != 0)
        end(where, strerror(errno));
    void *record = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (record == MAP_FAILED)
        end(where, strerror(errno));
    close(fd);
    connection = -1;
    enum huvm_client_error error = huvm_client_record(record, &c);
    if (error == HUVM_CLIENT_BUSY)
        munmap(record, (size_t)st.st_size);
    else if (error != HUVM_CLIENT_GOOD)
        end("no memory", strerror(errno));
    return c;
}

/* Makes the path absolute, independent of the program's later working directory. */
static void find_where(const char *path)
{
    size_t room = recorded ? sizeof where : sizeof((struct sockaddr_un *)0)->sun_path;
    char folder[PATH_MAX];
    if (path[0] == '/' || getcwd(folder, sizeof folder) == NULL ||
        strlen(folder) + 1 + strlen(path) >= room) {
        snprintf(where, sizeof where, "%s", path);
        return;
    }
    stpcpy(stpcpy(stpcpy(where, folder), "/"), path);
}

/* Whether this program will probably use protection faults, as far as known now. */
static bool sees_by_protection(void)
{
    return recorded || getenv(LPI_HUVM_PROTECTION) != NULL || !huvm_client_can_watch();
}

__attribute__((constructor)) static void start(void)
{
    const char *socket = getenv(LPI_HUVM_SOCKET), *record = getenv(LPI_HUVM_RECORD);
    unsigned long bytes = number(LPI_HUVM_LEAST);
    bool managed = socket != NULL || record != NULL;
    recorded = socket == NULL;
    gpu = (unsigned)number(LPI_HUVM_GPU);
    if (managed) {
        find_where(recorded ? record : socket);
        huvm_client_watch_forks();
        if (sees_by_protection())
            huvm_signals_take();
    }
    atomic_store(&least, managed && bytes > 0 ? bytes : SIZE_MAX);
}

struct huvm_client *lpi_client(void)
{
    return atomic_load_explicit(&client, memory_order_acquire);
}

static bool is_managed(void)
{
    struct huvm_client *c = lpi_client();
    return c == NULL ? !atomic_load(&other_has_it) : !huvm_client_is_forked(c);
}

bool lpi_takes(size_t bytes)
{
    size_t limit = atomic_load_explicit(&least, memory_order_relaxed);
    return limit != 0 && bytes >= limit && lpi_depth == 0 && is_managed();
}

bool lpi_has(const void *at)
{
    struct huvm_client *c = lpi_client();
    return c != NULL && huvm_client_has(c, at) && !huvm_client_is_forked(c);
}

bool lpi_owns(const void *block)
{
    struct huvm_client *c = lpi_client();
    return c != NULL && huvm_client_is_block(c, block);
}

/* Signals are blocked, so that no handler waits for the thread that it interrupts. */
static void begin(void)
{
    sigset_t all, before;
    sigfillset(&all);
    set_mask(&all, &before);
    pthread_mutex_lock(&lock);
    if (lpi_client() == NULL && where[0] != '\0' && !atomic_load(&other_has_it)) {
        lpi_connecting = true;
        struct huvm_client *c = recorded ? open_record() : open_client();
        lpi_connecting = false;
        atomic_store(&other_has_it, c == NULL);
        atomic_store(&client, c);
    }
    pthread_mutex_unlock(&lock);
    set_mask(&before, NULL);
}

static void *take(size_t bytes, bool *alone, void *(*from)(struct huvm_client *, size_t))
{
    int error = errno;
    lpi_depth++;
    if (lpi_client() == NULL)
        begin();
    *alone = !is_managed();
    void *block = lpi_client() != NULL ? from(lpi_client(), bytes) : NULL;
    lpi_depth--;
    errno = block == NULL ? ENOMEM : error;
    return block;
}

void *lpi_take(size_t bytes, bool *alone)
{
    return take(bytes, alone, huvm_client_alloc);
}

void *lpi_take_mapping(size_t bytes, bool *alone)
{
    return take(bytes, alone, huvm_client_map);
}

void lpi_prepare(void)
{
    if (where[0] == '\0' || lpi_client() != NULL || connection >= 0 || lpi_depth > 0)
        return;
    lpi_depth++;
    int fd = recorded ? open(where, O_RDWR | O_CLOEXEC) : connect_anyway(where);
    connection = huvm_client_lift(fd);
    lpi_depth--;
}

void *lpi_huvm_alloc(size_t bytes)
{
    bool alone = true;
    void *block = is_managed() ? lpi_take(bytes, &alone) : NULL;
    return alone && bytes > 0 ? calloc(bytes, 1) : block;
}

void lpi_huvm_free(void *block)
{
    if (block != NULL && lpi_owns(block))
        huvm_client_free(lpi_client(), block);
    else
        free(block);
}
