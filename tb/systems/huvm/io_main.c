/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "io_calls.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CHUNK = 16384, ARENA = 8 << 20, SWEEP = 24 * CHUNK, PIECES = 64 };

typedef long (*function)(long, long, long, long, long, long, long);

static uint8_t *arena, *sweep;
static size_t used;
static struct {
    uint8_t *at;
    size_t bytes;
    bool addresses;
} pieces[PIECES];
static unsigned count;
static bool kernel;

void *mem(size_t bytes, const void *from)
{
    size_t at = (used + CHUNK - 1) / CHUNK * CHUNK + CHUNK - 16;
    if (at + bytes > ARENA)
        at = CHUNK - 16;
    used = at + bytes;
    uint8_t *p = arena + at;
    for (size_t i = 0; i < bytes; i++)
        p[i] = from != NULL ? ((const uint8_t *)from)[i] : (uint8_t)(i * 7 + 1);
    pieces[count].at = p;
    pieces[count].addresses = false;
    pieces[count++].bytes = bytes;
    return p;
}

void *list(size_t bytes, const void *from)
{
    void *p = mem(bytes, from);
    pieces[count - 1].addresses = true;
    return p;
}

char *text(const char *string)
{
    return mem(strlen(string) + 1, string);
}

void evict(void)
{
    for (size_t i = 0; i < SWEEP; i += CHUNK)
        sweep[i]++;
}

uint32_t sum_of(const void *at, size_t bytes)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ ((const uint8_t *)at)[i]) * 16777619u;
    return sum;
}

void fact(const char *what, long value)
{
    char line[128];
    int n = snprintf(line, sizeof line, "  %s %ld\n", what, value);
    (void)!syscall(SYS_write, 1, line, n);
}

static const struct {
    const char *name;
    long number;
} numbers[] = {
#include "io_numbers.h"
};

static long make(const char *name, const long *v)
{
    static function by_number;
    if (kernel) {
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            if (strcmp(numbers[i].name, name) == 0) {
                if (by_number == NULL)
                    by_number = (function)dlsym(RTLD_DEFAULT, "syscall");
                return by_number(numbers[i].number, v[0], v[1], v[2], v[3], v[4], v[5]);
            }
        fprintf(stderr, "no system call %s\n", name);
        exit(3);
    }
    function f = (function)dlsym(RTLD_DEFAULT, name);
    if (f == NULL) /* only old programs see it */
        f = (function)dlvsym(RTLD_DEFAULT, name, "GLIBC_2.2.5");
    if (f == NULL) {
        fprintf(stderr, "no function %s\n", name);
        exit(3);
    }
    errno = 0;
    return f(v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
}

void by_syscall(bool on)
{
    kernel = on;
}

/* An answer that points into memory is printed as an offset. */
static long place(long answer)
{
    for (unsigned i = 0; i < count; i++)
        if (answer >= (long)pieces[i].at && answer < (long)(pieces[i].at + pieces[i].bytes))
            return 1000000 + (long)i;
    return (int)answer;
}

long call_named(enum show show, const char *name, const long *values)
{
    char line[4096];
    evict();
    errno = 0;
    long answer = make(name, values);
    int error = errno, n = snprintf(line, sizeof line, "%s%s", kernel ? "kernel " : "", name);
    if (show == SHOW)
        n += snprintf(line + n, sizeof line - (size_t)n, " %ld", place(answer));
    if (show == SIGN)
        n += snprintf(line + n, sizeof line - (size_t)n, " %s", (int)answer == -1 ? "no" : "yes");
    if (show != QUIET && (int)answer == -1)
        n += snprintf(line + n, sizeof line - (size_t)n, " %s", strerrorname_np(error));
    for (unsigned i = 0; i < count && show == SHOW; i++)
        if (!pieces[i].addresses)
            n += snprintf(line + n, sizeof line - (size_t)n, " %08x",
                          sum_of(pieces[i].at, pieces[i].bytes));
    line[n++] = '\n';
    (void)!syscall(SYS_write, 1, line, n);
    count = 0;
    errno = error;
    return answer;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {{"files", calls_files},         {"names", calls_names},
               {"sockets", calls_sockets},     {"times", calls_times},
               {"processes", calls_processes}, {"messages", calls_messages},
               {"streams", calls_streams},     {"threads", calls_threads}};
    arena = malloc(ARENA);
    sweep = malloc(SWEEP);
    if (argc < 2 || arena == NULL || sweep == NULL)
        return 3;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(argv[1], "all") == 0 || strcmp(argv[1], all[i].name) == 0)
            all[i].run();
    return 0;
}
