/* SPDX-License-Identifier: Apache-2.0 */
/*
 * liblinepress_huvm.so, preloaded: connects a program with `linepress huvm` when it first asks for
 * large memory, so that the shell around a program is none.
 */
#define _GNU_SOURCE
#include "preload.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

_Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct huvm_client *_Atomic client;
static _Atomic size_t least;
static char where[sizeof ((struct sockaddr_un *)0)->sun_path];

LPI_EXPORT void *lpi_huvm_alloc(size_t bytes);
LPI_EXPORT void lpi_huvm_free(void *block);

void *lpi_next(const char *name)
{
    lpi_depth++;
    void *found = dlsym(RTLD_NEXT, name);
    lpi_depth--;
    return found;
}

static _Noreturn void end(const char *why, const char *more)
{
    char line[512];
    int n = snprintf(line, sizeof line, "linepress: huvm: %s%s%s\n", why, more != NULL ? ": " : "",
                     more != NULL ? more : "");
    if (write(STDERR_FILENO, line, (size_t)n < sizeof line ? (size_t)n : sizeof line) < 0)
        _exit(2);
    _exit(2);
}

/* A command that was killed could not remove its folder. */
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

static unsigned long number(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? strtoul(text, NULL, 10) : 0;
}

static struct huvm_client *connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct huvm_client *c = NULL;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof address.sun_path)
        end(path, strerror(ENAMETOOLONG));
    strcpy(address.sun_path, path);
    strcpy(where, path);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        end("the command that manages this program's memory cannot be reached", strerror(errno));
    switch (huvm_client_open(fd, (unsigned)number(LPI_HUVM_GPU), lost, &c)) {
    case HUVM_CLIENT_GOOD:
        break;
    case HUVM_CLIENT_BUSY:
        end("two processes of a program want memory of one GPU at a time", NULL);
    case HUVM_CLIENT_UNKNOWN:
        end("this program has no GPU", NULL);
    default:
        end("no managed memory", strerror(errno));
    }
    /* From here on the agent sees when the command ends. */
    prctl(PR_SET_PDEATHSIG, 0);
    return c;
}

static struct huvm_client *record_to(const char *path)
{
    struct stat st;
    struct huvm_client *c = NULL;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0)
        end(path, strerror(errno));
    void *record = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (record == MAP_FAILED)
        end(path, strerror(errno));
    close(fd);
    enum huvm_client_error error = huvm_client_record(record, &c);
    if (error == HUVM_CLIENT_BUSY)
        end("two processes of a program have large memory, and one is recorded", NULL);
    if (error != HUVM_CLIENT_GOOD)
        end("no memory", strerror(errno));
    return c;
}

__attribute__((constructor)) static void start(void)
{
    unsigned long bytes = number(LPI_HUVM_LEAST);
    bool managed = getenv(LPI_HUVM_SOCKET) != NULL || getenv(LPI_HUVM_RECORD) != NULL;
    atomic_store(&least, managed && bytes > 0 ? bytes : SIZE_MAX);
}

bool lpi_takes(size_t bytes)
{
    size_t limit = atomic_load_explicit(&least, memory_order_relaxed);
    return limit != 0 && bytes >= limit && lpi_depth == 0;
}

struct huvm_client *lpi_client(void)
{
    return atomic_load_explicit(&client, memory_order_acquire);
}

bool lpi_has(const void *at)
{
    struct huvm_client *c = lpi_client();
    return c != NULL && huvm_client_has(c, at);
}

static void begin(void)
{
    const char *socket = getenv(LPI_HUVM_SOCKET), *record = getenv(LPI_HUVM_RECORD);
    pthread_mutex_lock(&lock);
    if (lpi_client() == NULL && socket != NULL)
        atomic_store(&client, connect_to(socket));
    else if (lpi_client() == NULL && record != NULL)
        atomic_store(&client, record_to(record));
    pthread_mutex_unlock(&lock);
}

void *lpi_take(size_t bytes)
{
    lpi_depth++;
    if (lpi_client() == NULL)
        begin();
    void *block = lpi_client() != NULL ? huvm_client_alloc(lpi_client(), bytes) : NULL;
    lpi_depth--;
    if (block == NULL)
        errno = ENOMEM;
    return block;
}

void *lpi_huvm_alloc(size_t bytes)
{
    return lpi_take(bytes);
}

void lpi_huvm_free(void *block)
{
    if (block != NULL && lpi_has(block))
        huvm_client_free(lpi_client(), block);
}
