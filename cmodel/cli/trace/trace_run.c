/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Oclgrind runs a program with its own OpenCL in place of the system's and loads a plugin into it,
 * which writes the trace into a pipe. The plugin and the replayer of saved launches are beside this
 * program or in ../libexec/linepress, since they take headers to build that it does not need.
 */
#define _GNU_SOURCE
#include "../shared/fail.h"
#include "../../base/own_folder.h"
#include "../shared/progress.h"
#include "trace_job.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NO_OCLGRIND = 98, /* of the child: there is none */
    TRACE_FAILED = 99 /* of the plugin, which has said why */
};

static void find_tool(const char *name, char path[PATH_MAX])
{
    static const char *const places[] = {"", "/../libexec/linepress"};
    char folder[PATH_MAX], candidate[2 * PATH_MAX];
    if (lpi_program_folder(folder, sizeof folder) != 0)
        cli_fail("trace: /proc/self/exe: %s", strerror(errno));
    for (size_t i = 0; i < 2; i++) {
        snprintf(candidate, sizeof candidate, "%s%s/%s", folder, places[i], name);
        if (realpath(candidate, path) != NULL)
            return;
    }
    cli_fail("trace: %s is neither in %s nor in %s%s (it needs Oclgrind's and LLVM's headers to "
             "build)", name, folder, folder, places[1]);
}

/* Whether the shell would find the program; Oclgrind does not say what it lacks. */
static void check_program(const char *name)
{
    const char *path = getenv("PATH");
    char candidate[PATH_MAX];
    if (strchr(name, '/') != NULL || path == NULL) {
        if (access(name, X_OK) != 0)
            cli_fail("trace: %s: %s", name, strerror(errno));
        return;
    }
    for (const char *end; *path != '\0'; path = *end == ':' ? end + 1 : end) {
        end = strchr(path, ':') != NULL ? strchr(path, ':') : path + strlen(path);
        snprintf(candidate, sizeof candidate, "%.*s/%s", (int)(end - path), path, name);
        if (access(candidate, X_OK) == 0)
            return;
    }
    cli_fail("trace: %s: there is no such program", name);
}

static void set_number(const char *variable, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(variable, text, 1);
}

/* Of the child: becomes Oclgrind. */
static noreturn void become_oclgrind(const struct trace_options *o, int fd, int quiet,
                                     char *plugin, char *replay)
{
    char *head[] = {"oclgrind", "--plugins", plugin, "--global-mem-size", "34359738368",
                    "--max-wgsize", "4096", "--local-mem-size", "1048576",
                    "--constant-mem-size", "1048576"};
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
    if (quiet)
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

static void take_all(int fd, struct trace_file *file)
{
    for (;;) {
        if (file->count == file->room) {
            size_t room = file->room > 0 ? 2 * file->room : 1 << 20;
            file->bytes = cli_resize(file->bytes, room);
            file->room = room;
        }
        ssize_t n = read(fd, file->bytes + file->count, file->room - file->count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            cli_fail("trace: the trace cannot be read: %s", strerror(errno));
        if (n == 0)
            return;
        file->count += (size_t)n;
        cli_progress_bytes("trace", file->count, 0);
    }
}

/* Whether the run went well; 0: what went wrong is said. */
static int check_status(const struct trace_options *o, int status, const struct trace_file *file)
{
    const char *what = o->program != NULL ? o->program[0] : o->folder;
    cli_progress_end();
    if (WIFSIGNALED(status))
        cli_fail("trace: %s was ended by signal %d", what, WTERMSIG(status));
    if (WEXITSTATUS(status) == NO_OCLGRIND && file->count == 0)
        cli_fail("trace: there is no oclgrind (Debian's package oclgrind)");
    if (WEXITSTATUS(status) == TRACE_FAILED || (o->folder != NULL && WEXITSTATUS(status) == 2))
        return 0;
    if (WEXITSTATUS(status) != 0)
        cli_fail("trace: %s ended with exit status %d", what, WEXITSTATUS(status));
    if (file->count == 0)
        cli_fail("trace: %s made no OpenCL context", what);
    return 1;
}

int trace_run(const struct trace_options *o, int quiet, struct trace_file *file)
{
    char plugin[PATH_MAX], replay[PATH_MAX];
    int ends[2], status;
    find_tool("linepress-trace.so", plugin);
    if (o->folder != NULL)
        find_tool("linepress-replay", replay);
    else
        check_program(o->program[0]);
    if (pipe(ends) != 0)
        cli_fail("trace: %s", strerror(errno));
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        cli_fail("trace: %s", strerror(errno));
    if (child == 0) {
        close(ends[0]);
        become_oclgrind(o, ends[1], quiet, plugin, replay);
    }
    close(ends[1]);
    take_all(ends[0], file);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            cli_fail("trace: %s", strerror(errno));
    return check_status(o, status, file);
}
