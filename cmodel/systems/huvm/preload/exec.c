/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Execution of programs: the arguments that the kernel reads must be resident, so they are copied;
 * signals are restored as the program set them.
 */
#define _GNU_SOURCE
#include "../client/client_signals.h"
#include "preload.h"
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

static struct {
    int (*execve)(const char *, char *const *, char *const *);
    int (*execvpe)(const char *, char *const *, char *const *);
    int (*fexecve)(int, char *const *, char *const *);
    int (*execveat)(int, const char *, char *const *, char *const *, int);
    int (*system)(const char *);
    FILE *(*popen)(const char *, const char *);
    int (*spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                 const posix_spawnattr_t *, char *const *, char *const *);
    int (*spawnp)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                  const posix_spawnattr_t *, char *const *, char *const *);
} next;

/* ---- copies ---- */

static bool list_is_managed(char *const *list)
{
    if (list == NULL)
        return false;
    if (lpi_has(list))
        return true;
    for (; *list != NULL; list++)
        if (lpi_has(*list) || lpi_has(*list + strlen(*list)))
            return true;
    return false;
}

static size_t list_bytes(char *const *list)
{
    size_t bytes = sizeof *list;
    for (; list != NULL && *list != NULL; list++)
        bytes += sizeof *list + strlen(*list) + 1;
    return (bytes + 15) / 16 * 16;
}

static char **copy_list(char *const *list, char *room)
{
    size_t count = 0;
    while (list[count] != NULL)
        count++;
    char **copy = (char **)(void *)room, *text = (char *)(copy + count + 1);
    for (size_t i = 0; i < count; i++) {
        copy[i] = text;
        text = stpcpy(text, list[i]) + 1;
    }
    copy[count] = NULL;
    return copy;
}

/*
 * The arguments of a call, and a mapping with copies of the managed ones. If a child of vfork
 * executes a program, the mapping remains in its parent.
 */
struct call {
    const char *path;
    char *const *words, *const *environment;
    void *room;
    size_t bytes;
};

static bool copy_call(struct call *c)
{
    bool path = c->path != NULL && (lpi_has(c->path) || lpi_has(c->path + strlen(c->path)));
    bool words = list_is_managed(c->words), environment = list_is_managed(c->environment);
    size_t path_bytes = path ? (strlen(c->path) + 16) / 16 * 16 : 0;
    size_t word_bytes = words ? list_bytes(c->words) : 0;
    c->bytes = path_bytes + word_bytes + (environment ? list_bytes(c->environment) : 0);
    if (c->bytes == 0)
        return true;
    void *room = (void *)syscall(SYS_mmap, NULL, c->bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    c->room = room;
    char *at = room;
    if (path)
        c->path = strcpy(at, c->path);
    if (words)
        c->words = copy_list(c->words, at + path_bytes);
    if (environment)
        c->environment = copy_list(c->environment, at + path_bytes + word_bytes);
    return true;
}

static int end_call(const struct call *c, int answer)
{
    int error = errno;
    if (c->bytes > 0)
        syscall(SYS_munmap, c->room, c->bytes);
    errno = error;
    return answer;
}

/* ---- exec ---- */

/* Evaluates `run` with the call's copies, and with signals restored. */
#define EXECUTE(call, run)                                                                         \
    __extension__({                                                                                \
        int answer_ = -1;                                                                          \
        if (copy_call(&(call))) {                                                                  \
            huvm_signals_show();                                                                   \
            answer_ = end_call(&(call), run);                                                      \
            int error_ = errno;                                                                    \
            huvm_signals_hide();                                                                   \
            errno = error_;                                                                        \
        }                                                                                          \
        answer_;                                                                                   \
    })

LPI_EXPORT int execve(const char *path, char *const *words, char *const *environment)
{
    struct call c = {.path = path, .words = words, .environment = environment};
    LPI_FIND(next.execve, "execve");
    return EXECUTE(c, next.execve(c.path, c.words, c.environment));
}

LPI_EXPORT int execvpe(const char *file, char *const *words, char *const *environment)
{
    struct call c = {.path = file, .words = words, .environment = environment};
    LPI_FIND(next.execvpe, "execvpe");
    return EXECUTE(c, next.execvpe(c.path, c.words, c.environment));
}

LPI_EXPORT int execv(const char *path, char *const *words)
{
    return execve(path, words, environ);
}

LPI_EXPORT int execvp(const char *file, char *const *words)
{
    return execvpe(file, words, environ);
}

LPI_EXPORT int fexecve(int fd, char *const *words, char *const *environment)
{
    struct call c = {.words = words, .environment = environment};
    LPI_FIND(next.fexecve, "fexecve");
    return EXECUTE(c, next.fexecve(fd, c.words, c.environment));
}

LPI_EXPORT int execveat(int folder, const char *path, char *const *words, char *const *environment,
                        int flags)
{
    struct call c = {.path = path, .words = words, .environment = environment};
    LPI_FIND(next.execveat, "execveat");
    return EXECUTE(c, next.execveat(folder, c.path, c.words, c.environment, flags));
}

/* Collects variadic arguments up to NULL in a list on the caller's stack. */
#define LIST_WORDS(first, list, arguments)                                                         \
    va_list count_;                                                                                \
    size_t words_ = 1;                                                                             \
    va_copy(count_, arguments);                                                                    \
    for (const char *w_ = (first); w_ != NULL; w_ = va_arg(count_, char *))                        \
        words_++;                                                                                  \
    va_end(count_);                                                                                \
    char **list = alloca(words_ * sizeof *list);                                                   \
    list[0] = (char *)(uintptr_t)(first);                                                          \
    for (size_t i_ = 1; i_ < words_; i_++)                                                         \
    list[i_] = va_arg(arguments, char *)

LPI_EXPORT int execl(const char *path, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    LIST_WORDS(first, list, arguments);
    va_end(arguments);
    return execv(path, list);
}

LPI_EXPORT int execlp(const char *file, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    LIST_WORDS(first, list, arguments);
    va_end(arguments);
    return execvp(file, list);
}

LPI_EXPORT int execle(const char *path, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    LIST_WORDS(first, list, arguments);
    char *const *environment = va_arg(arguments, char **);
    va_end(arguments);
    return execve(path, list, environment);
}

/* ---- functions that execute a shell ---- */

LPI_EXPORT int system(const char *line)
{
    struct call c = {.path = line};
    LPI_FIND(next.system, "system");
    return line == NULL ? next.system(NULL) : EXECUTE(c, next.system(c.path));
}

LPI_EXPORT FILE *popen(const char *line, const char *mode)
{
    struct call c = {.path = line};
    FILE *file = NULL;
    LPI_FIND(next.popen, "popen");
    (void)EXECUTE(c, (file = next.popen(c.path, mode)) != NULL ? 0 : -1);
    return file;
}

/* ---- posix_spawn ---- */

/*
 * The child blocks all signals until it executes, so it must not read managed memory. Without a
 * given mask it gets the mask of the caller.
 */
static int spawn(int (*how)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                            const posix_spawnattr_t *, char *const *, char *const *),
                 pid_t *pid, struct call *c, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes)
{
    posix_spawn_file_actions_t own_actions;
    posix_spawnattr_t own_attributes;
    pid_t child = 0;
    if (!copy_call(c))
        return ENOMEM;
    if (actions != NULL)
        own_actions = *actions;
    if (attributes != NULL)
        own_attributes = *attributes;
    huvm_signals_show();
    int answer = how(&child, c->path, actions != NULL ? &own_actions : NULL,
                     attributes != NULL ? &own_attributes : NULL, c->words, c->environment);
    int error = errno;
    huvm_signals_hide();
    errno = error;
    if (pid != NULL && answer == 0)
        *pid = child;
    return end_call(c, answer);
}

LPI_EXPORT int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                           const posix_spawnattr_t *attributes, char *const *words,
                           char *const *environment)
{
    struct call c = {.path = path, .words = words, .environment = environment};
    LPI_FIND(next.spawn, "posix_spawn");
    return spawn(next.spawn, pid, &c, actions, attributes);
}

LPI_EXPORT int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attributes, char *const *words,
                            char *const *environment)
{
    struct call c = {.path = file, .words = words, .environment = environment};
    LPI_FIND(next.spawnp, "posix_spawnp");
    return spawn(next.spawnp, pid, &c, actions, attributes);
}
