/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The output file is written under a temporary name in its own folder and renamed when it is whole;
 * the signals that end a program remove it. There is one, so its state can be static, where the
 * signal handler finds it.
 */
#define _XOPEN_SOURCE 700
#include "output.h"
#include "fail.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linepress/linepress.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    int fd;
    const char *name; /* as it was given */
    char final[PATH_MAX];
    char temporary[PATH_MAX];
    mode_t mode;
    int is_stdout;
    volatile sig_atomic_t exists; /* the temporary file */
} out = {.fd = -1};

void cli_end_by_signal(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

/* In an order that leaves no half-written file and ends with a signal's exit status. */
static void on_signal(int number)
{
    if (out.exists)
        unlink(out.temporary);
    cli_end_by_signal(number);
}

static sigset_t ending, before;

void cli_hold_signals(void)
{
    sigprocmask(SIG_BLOCK, &ending, &before);
}

void cli_let_signals(void)
{
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* All that end a program, but for its own faults, after which the name could be anything. */
void cli_catch_signals(void (*handler)(int))
{
    static const int all[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM, SIGTERM,
                              SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGPOLL};
    struct sigaction action = {.sa_handler = handler}, old;
    sigemptyset(&ending);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sigaddset(&ending, all[i]);
    action.sa_mask = ending;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        /* What the parent chose to ignore (nohup) stays ignored. */
        if (sigaction(all[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(all[i], &action, NULL);
}

static void abandon(void)
{
    if (out.exists)
        unlink(out.temporary);
    out.exists = 0;
}

void cli_output_abandon(void)
{
    abandon();
    if (out.fd > STDERR_FILENO)
        close(out.fd);
    out.fd = -1;
}

/* A short name, whatever the length of the final one, which may be all that a folder takes. */
static void name_temporary(void)
{
    const char *slash = strrchr(out.final, '/');
    int folder = slash != NULL ? (int)(slash - out.final) + 1 : 0;
    int n = snprintf(out.temporary, sizeof out.temporary, "%.*s.linepress-XXXXXX", folder,
                     out.final);
    if (n < 0 || (size_t)n >= sizeof out.temporary)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
}

static void open_temporary(void)
{
    name_temporary();
    cli_catch_signals(on_signal);
    cli_at_fail(abandon);
    cli_hold_signals();
    out.fd = mkstemp(out.temporary);
    out.exists = out.fd >= 0;
    int reason = errno;
    cli_let_signals();
    if (out.fd < 0)
        cli_fail("%s: no temporary file can be made in its folder: %s", out.name,
                 strerror(reason));
}

/* Nothing is there by this name, as a call just found. */
static void open_new(void)
{
    struct stat st;
    mode_t mask = umask(0);
    umask(mask);
    if (errno != ENOENT)
        cli_fail("%s: %s", out.name, strerror(errno));
    if (lstat(out.name, &st) == 0)
        cli_fail("%s: is a symbolic link to nothing", out.name);
    size_t length = strlen(out.name);
    if (length == 0)
        cli_fail("the name of the output is empty");
    if (out.name[length - 1] == '/')
        cli_fail("%s: %s", out.name, strerror(EISDIR));
    if (length >= sizeof out.final)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
    strcpy(out.final, out.name);
    out.mode = 0666 & ~mask;
    open_temporary();
}

/* A regular file's content is replaced, and it keeps its permissions. */
static void open_existing(mode_t mode, int force)
{
    /* Renaming must replace the file that a link leads to, not the link. */
    if (realpath(out.name, out.final) == NULL)
        cli_fail("%s: %s", out.name, strerror(errno));
    /* The mode counts for root too, who may write everything. */
    if (!force && ((mode & 0222) == 0 || faccessat(AT_FDCWD, out.final, W_OK, AT_EACCESS) != 0))
        cli_fail("%s: is write-protected (--force replaces it)", out.name);
    /* Its new content is not what somebody trusted with the rights of its owner. */
    out.mode = mode & 0777;
    open_temporary();
}

void cli_output_open(const char *path, int force)
{
    struct stat st, standard;
    out.name = path;
    out.is_stdout = 0;
    if (strcmp(path, "-") == 0) {
        out.name = "standard output";
        out.fd = STDOUT_FILENO;
        out.is_stdout = 1;
        return;
    }
    if (stat(path, &st) != 0) {
        open_new();
        return;
    }
    out.is_stdout = !S_ISCHR(st.st_mode) && fstat(STDOUT_FILENO, &standard) == 0 &&
                    standard.st_dev == st.st_dev && standard.st_ino == st.st_ino;
    if (S_ISREG(st.st_mode)) {
        open_existing(st.st_mode, force);
        return;
    }
    out.fd = open(path, O_WRONLY | O_CLOEXEC);
    if (out.fd < 0)
        cli_fail("%s: %s", path, strerror(errno));
}

int cli_output_write(void *context, const void *buffer, size_t bytes)
{
    (void)context;
    const uint8_t *p = buffer;
    while (bytes > 0) {
        ssize_t n = write(out.fd, p, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            cli_fail_file(out.name, LP_ERR_SYSTEM);
        p += n;
        bytes -= (size_t)n;
    }
    return LP_OK;
}

enum cli_output cli_output_finish(void)
{
    int fd = out.fd, regular = out.exists;
    if (regular && (fchmod(fd, out.mode) != 0 || fsync(fd) != 0))
        cli_fail_file(out.name, LP_ERR_SYSTEM);
    out.fd = -1;
    if (close(fd) != 0 || (regular && rename(out.temporary, out.final) != 0))
        cli_fail_file(out.name, LP_ERR_SYSTEM);
    out.exists = 0;
    return out.is_stdout ? CLI_OUTPUT_STDOUT : regular ? CLI_OUTPUT_FILE : CLI_OUTPUT_DIRECT;
}

void cli_prepare_standard(void)
{
    /*
     * A file that is opened must not take the place of a standard stream that the caller closed.
     * /dev/null does, opened so that neither reading nor writing works.
     */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    /* A file above the limit of its size is an error of write, not the end of the program. */
    signal(SIGXFSZ, SIG_IGN);
}

void cli_finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        cli_fail("standard output: %s", strerror(errno));
}
