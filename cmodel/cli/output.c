/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The output file is written under a temporary name in its own directory and renamed when it is
 * whole; SIGINT and SIGTERM remove it. There is one, so its state can be static, where the signal
 * handler finds it.
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
    char final[PATH_MAX];
    char temporary[PATH_MAX];
    mode_t mode;
    volatile sig_atomic_t exists; /* the temporary file */
} out = {.fd = -1};

/* In an order that leaves no half-written file and ends with a signal's exit status. */
static void on_signal(int number)
{
    if (out.exists)
        unlink(out.temporary);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(sigset_t *set)
{
    struct sigaction action = {.sa_handler = on_signal}, old;
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    for (int number = 1; number <= SIGTERM; number++)
        /* What the parent chose to ignore (nohup) stays ignored. */
        if (sigismember(set, number) == 1 && sigaction(number, NULL, &old) == 0 &&
            old.sa_handler != SIG_IGN)
            sigaction(number, &action, NULL);
}

static void abandon(void)
{
    if (out.exists)
        unlink(out.temporary);
    out.exists = 0;
}

static void open_temporary(void)
{
    sigset_t signals, before;
    catch_signals(&signals);
    cli_at_fail(abandon);
    int n = snprintf(out.temporary, sizeof out.temporary, "%s.XXXXXX", out.final);
    if (n < 0 || (size_t)n >= sizeof out.temporary)
        cli_fail("%s: %s", out.final, strerror(ENAMETOOLONG));
    sigprocmask(SIG_BLOCK, &signals, &before);
    out.fd = mkstemp(out.temporary);
    out.exists = out.fd >= 0;
    int reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (out.fd < 0)
        cli_fail("%s: %s", out.final, strerror(reason));
}

static void set_final_name(const char *path)
{
    if (strlen(path) >= sizeof out.final)
        cli_fail("%s: %s", path, strerror(ENAMETOOLONG));
    strcpy(out.final, path);
}

void cli_output_open(const char *path)
{
    struct stat st;
    if (strcmp(path, "-") == 0) {
        set_final_name("standard output");
        out.fd = STDOUT_FILENO;
        return;
    }
    set_final_name(path);
    if (stat(path, &st) != 0) {
        mode_t mask = umask(0);
        umask(mask);
        out.mode = 0666 & ~mask;
        open_temporary();
    } else if (S_ISREG(st.st_mode)) {
        /* Renaming must replace the file that a link leads to, not the link. */
        if (realpath(path, out.final) == NULL)
            cli_fail("%s: %s", path, strerror(errno));
        out.mode = st.st_mode & 07777;
        open_temporary();
    } else {
        out.fd = open(path, O_WRONLY | O_CLOEXEC);
        if (out.fd < 0)
            cli_fail("%s: %s", path, strerror(errno));
    }
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
            cli_fail_file(out.final, LP_ERR_SYSTEM);
        p += n;
        bytes -= (size_t)n;
    }
    return LP_OK;
}

int cli_output_finish(void)
{
    int fd = out.fd, regular = out.exists;
    if (regular && (fchmod(fd, out.mode) != 0 || fsync(fd) != 0))
        cli_fail_file(out.final, LP_ERR_SYSTEM);
    out.fd = -1;
    if (close(fd) != 0 || (regular && rename(out.temporary, out.final) != 0))
        cli_fail_file(out.final, LP_ERR_SYSTEM);
    out.exists = 0;
    return regular;
}

void cli_finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        cli_fail("standard output: %s", strerror(errno));
}
