/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Oclgrind runs a program with its own OpenCL instead of the system's, and loads a plugin that
 * writes the trace to a pipe. The plugin and the replayer of saved launches are separate files, in
 * this program's folder or in ../libexec/linepress, since building them requires headers that this
 * program does not need.
 */
#define _GNU_SOURCE
#include "trace_run.h"
#include "../../base/own_folder.h"
#include <errno.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NO_OCLGRIND = 98, /* exit status of the child: no Oclgrind */
    TRACE_FAILED = 99 /* exit status of the plugin, which has printed the reason */
};

static int find_tool(const char *name, char path[PATH_MAX], struct lpi_fault *fault)
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], candidate[2 * PATH_MAX];
    if (lpi_program_folder(folder, sizeof folder) != 0)
        return lpi_fault_set(fault, LPI_BAD, "trace: /proc/self/exe: %s", strerror(errno));
    for (size_t i = 0; i < 2; i++) {
        snprintf(candidate, sizeof candidate, "%s%s/%s", folder, places[i], name);
        if (realpath(candidate, path) != NULL)
            return 0;
    }
    return lpi_fault_set(fault, LPI_BAD,
                         "trace: %s is neither in %s nor in %s%s (it needs Oclgrind's and LLVM's "
                         "headers to build)",
                         name, folder, folder, places[1]);
}

/* Checks that the program is in the path; Oclgrind does not report which file is missing. */
static int check_program(const char *name, struct lpi_fault *fault)
{
    const char *path = getenv("PATH");
    char candidate[PATH_MAX];
    if (strchr(name, '/') != NULL || path == NULL) {
        if (access(name, X_OK) != 0)
            return lpi_fault_set(fault, LPI_BAD, "trace: %s: %s", name, strerror(errno));
        return 0;
    }
    for (const char *end; *path != '\0'; path = *end == ':' ? end + 1 : end) {
        end = strchr(path, ':') != NULL ? strchr(path, ':') : path + strlen(path);
        snprintf(candidate, sizeof candidate, "%.*s/%s", (int)(end - path), path, name);
        if (access(candidate, X_OK) == 0)
            return 0;
    }
    return lpi_fault_set(fault, LPI_BAD, "trace: %s: there is no such program", name);
}

static void set_number(const char *variable, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(variable, text, 1);
}

/* In the child: executes Oclgrind. */
static noreturn void become_oclgrind(const struct trace_ask *o, int fd, char *plugin, char *replay)
{
    char *head[] = {"oclgrind",    "--plugins",           plugin,   "--global-mem-size",
                    "34359738368", "--max-wgsize",        "4096",   "--local-mem-size",
                    "1048576",     "--constant-mem-size", "1048576"};
    size_t heads = o->program != NULL ? 5 : 11, words = 0;
    while (o->program != NULL && o->program[words] != NULL)
        words++;
    char **argv = calloc(heads + words + 4, sizeof *argv);
    if (argv == NULL)
        _exit(NO_OCLGRIND);
    memcpy(argv, head, heads * sizeof *argv);
    if (o->program != NULL) {
        memcpy(argv + heads, o->program, words * sizeof *argv);
    } else {
        argv[heads] = replay;
        argv[heads + 1] = (char *)(uintptr_t)o->folder;
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (o->quiet)
        dup2(STDERR_FILENO, STDOUT_FILENO);
    set_number("LINEPRESS_TRACE_FD", (uint64_t)fd);
    set_number("LINEPRESS_TRACE_FIRST", o->first);
    set_number("LINEPRESS_TRACE_LAST", o->last);
    unsetenv("LINEPRESS_TRACE_KERNEL");
    unsetenv("LINEPRESS_TRACE_NAMES");
    if (o->kernel != NULL)
        setenv("LINEPRESS_TRACE_KERNEL", o->kernel, 1);
    execvp(argv[0], argv);
    _exit(NO_OCLGRIND);
}

static int take_all(const struct trace_ask *o, int fd, struct trace_taken *taken,
                    struct lpi_fault *fault)
{
    for (;;) {
        if (taken->count == taken->room) {
            size_t room = taken->room > 0 ? 2 * taken->room : 1 << 20;
            uint8_t *bytes = lpi_fault_resize(fault, taken->bytes, room);
            if (bytes == NULL)
                return fault->code;
            taken->bytes = bytes;
            taken->room = room;
        }
        ssize_t n = read(fd, taken->bytes + taken->count, taken->room - taken->count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return lpi_fault_set(fault, LPI_BAD, "trace: the trace cannot be read: %s",
                                 strerror(errno));
        if (n == 0)
            return 0;
        taken->count += (size_t)n;
        lpi_tell_progress(o->tell, taken->count, UINT64_MAX);
    }
}

/* Name of the traced program or launch, for messages. */
static const char *name_of(const struct trace_ask *o)
{
    return o->program != NULL ? o->program[0] : o->folder;
}

static int check_status(const struct trace_ask *o, int status, const struct trace_taken *taken,
                        int *said, struct lpi_fault *fault)
{
    const char *what = name_of(o);
    if (WIFSIGNALED(status))
        return lpi_fault_set(fault, LPI_BAD, "trace: %s was ended by signal %d", what,
                             WTERMSIG(status));
    if (WEXITSTATUS(status) == NO_OCLGRIND && taken->count == 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "trace: there is no oclgrind (Debian's package oclgrind)");
    *said = WEXITSTATUS(status) == TRACE_FAILED || (o->folder != NULL && WEXITSTATUS(status) == 2);
    if (WEXITSTATUS(status) != 0)
        return lpi_fault_set(fault, LPI_BAD, "trace: %s ended with exit status %d", what,
                             WEXITSTATUS(status));
    if (taken->count == 0)
        return lpi_fault_set(fault, LPI_BAD, "trace: %s made no OpenCL context", what);
    return 0;
}

/* Waits for the child, after sending it SIGTERM if reading its trace failed. */
static int wait_for(pid_t child, int *status, struct lpi_fault *fault)
{
    if (fault->code != 0)
        kill(child, SIGTERM);
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return fault->code != 0 ? fault->code
                                    : lpi_fault_set(fault, LPI_BAD, "trace: %s", strerror(errno));
    return fault->code;
}

static int run(const struct trace_ask *o, struct trace_taken *taken, int *said,
               struct lpi_fault *fault)
{
    char plugin[PATH_MAX], replay[PATH_MAX];
    int ends[2], status;
    if (find_tool("linepress-trace.so", plugin, fault) != 0 ||
        (o->folder != NULL ? find_tool("linepress-replay", replay, fault)
                           : check_program(o->program[0], fault)) != 0)
        return fault->code;
    if (pipe(ends) != 0)
        return lpi_fault_set(fault, LPI_BAD, "trace: %s", strerror(errno));
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        lpi_fault_set(fault, LPI_BAD, "trace: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return fault->code;
    }
    if (child == 0) {
        close(ends[0]);
        become_oclgrind(o, ends[1], plugin, replay);
    }
    close(ends[1]);
    take_all(o, ends[0], taken, fault);
    close(ends[0]);
    if (wait_for(child, &status, fault) != 0)
        return fault->code;
    return check_status(o, status, taken, said, fault);
}

/* ---- traced programs ---- */

struct source {
    const struct trace_taken *taken;
    size_t at;
};

static int read_memory(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct source *source = context;
    size_t rest = source->taken->count - source->at;
    *got = bytes < rest ? bytes : rest;
    memcpy(buffer, source->taken->bytes + source->at, *got);
    source->at += *got;
    return LP_OK;
}

/* A stream returns its error again. */
static int ended_early(struct lp_warp_stream *stream)
{
    struct lp_warp_item item;
    return lp_warp_stream_next(stream, &item) == LP_ERR_SHORT;
}

static int parse(const struct trace_ask *o, struct trace_taken *taken, struct lpi_fault *fault)
{
    char name[PATH_MAX + 16];
    struct source source = {taken, 0};
    struct lp_warp_stream *stream;
    snprintf(name, sizeof name, "trace: %s", name_of(o));
    if (lp_warp_stream_open(read_memory, &source, &stream) != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "trace: no memory");
    if (trace_sum_stream(stream, name, &taken->sum, fault) != 0 && ended_early(stream))
        lpi_fault_set(fault, LPI_BAD, "%s ended before its trace did", name);
    lp_warp_stream_close(stream);
    if (fault->code != 0 || taken->sum.launch_count > 0)
        return fault->code;
    int wants_some = o->kernel != NULL || o->first != 1 || o->last != UINT64_MAX;
    return lpi_fault_set(fault, LPI_BAD, "trace: %s launched no kernel%s", name_of(o),
                         wants_some ? " that is wanted" : "");
}

int trace_take(const struct trace_ask *o, struct trace_taken *taken, int *said,
               struct lpi_fault *fault)
{
    *taken = (struct trace_taken){.count = 0};
    *said = 0;
    if (run(o, taken, said, fault) == 0)
        parse(o, taken, fault);
    if (fault->code != 0)
        trace_taken_close(taken);
    return fault->code;
}

void trace_taken_close(struct trace_taken *taken)
{
    trace_sum_free(&taken->sum);
    free(taken->bytes);
    *taken = (struct trace_taken){.count = 0};
}

/* ---- files ---- */

int trace_read(const char *path, struct trace_sum *sum, struct lpi_fault *fault)
{
    struct lp_warp_stream *stream;
    int error = lp_warp_stream_open_file(path, &stream);
    if (error != LP_OK)
        return lpi_fault_file(fault, path, error);
    trace_sum_stream(stream, path, sum, fault);
    lp_warp_stream_close(stream);
    return fault->code;
}
