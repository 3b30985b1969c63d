/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The output file is written under a temporary name in its own folder and renamed when it is
 * complete; signals that end the program remove it. Only one can be open, so its state is static,
 * where the signal handler can access it.
 */
#define _GNU_SOURCE /* getrandom, F_DUPFD_CLOEXEC */
#include "output.h"
#include "fail.h"
#include "keep.h"
#include "place.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW_NAME ".linepress-XXXXXX"

static struct {
    int fd;
    const char *name; /* as given by the user */
    struct cli_place place;
    char temporary[sizeof NEW_NAME];
    bool force;
    int is_stdout;
    volatile sig_atomic_t exists; /* whether the temporary file exists */
} out = {.fd = -1, .place = {.folder = -1}};

void cli_end_by_signal(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

/* Ordered so that no partial file remains, and the exit status shows the signal. */
static void on_signal(int number)
{
    if (out.exists)
        unlinkat(out.place.folder, out.temporary, 0);
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

/*
 * All signals that end a program, except those of its own faults, after which the name may be
 * corrupt.
 */
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
        /* Signals ignored by the parent (nohup) stay ignored. */
        if (sigaction(all[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(all[i], &action, NULL);
}

static void abandon(void)
{
    if (out.exists)
        unlinkat(out.place.folder, out.temporary, 0);
    out.exists = 0;
}

static void close_all(void)
{
    if (out.fd > STDERR_FILENO)
        close(out.fd);
    if (out.place.folder >= 0)
        close(out.place.folder);
    out.fd = out.place.folder = -1;
}

void cli_output_abandon(void)
{
    abandon();
    close_all();
}

/* A short name, since the final one may already have the maximum length. */
static int make_temporary(void)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    uint8_t random[6];
    int fd;

    do {
        if (getrandom(random, sizeof random, 0) != sizeof random)
            return -1;
        strcpy(out.temporary, NEW_NAME);
        for (size_t i = 0; i < sizeof random; i++)
            out.temporary[sizeof NEW_NAME - 2 - i] = letters[random[i] % (sizeof letters - 1)];
        fd = openat(out.place.folder, out.temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

static void open_temporary(void)
{
    cli_catch_signals(on_signal);
    cli_at_fail(abandon);
    cli_hold_signals();
    out.fd = make_temporary();
    out.exists = out.fd >= 0;
    int reason = errno;
    cli_let_signals();
    if (out.fd < 0)
        cli_fail("%s: no temporary file can be made in its folder: %s", out.name, strerror(reason));
}

/* A missing write permission is respected for root too, who could write any file. */
static void open_regular(void)
{
    const struct cli_place *place = &out.place;

    if (place->exists && !out.force &&
        ((place->st.st_mode & 0222) == 0 ||
         faccessat(place->folder, place->base, W_OK, AT_EACCESS) != 0))
        cli_fail("%s: is write-protected (--force replaces it)", out.name);
    open_temporary();
}

/* An open descriptor has a position, and may be in append mode: writing continues from there. */
static void open_descriptor(int number)
{
    out.is_stdout = number == STDOUT_FILENO;
    out.fd = number <= STDERR_FILENO ? number : fcntl(number, F_DUPFD_CLOEXEC, 3);
    if (out.fd < 0)
        cli_fail("%s: %s", out.name, strerror(errno));
}

static bool is_standard_output(const struct stat *st)
{
    struct stat standard;

    return !S_ISCHR(st->st_mode) && fstat(STDOUT_FILENO, &standard) == 0 &&
           standard.st_dev == st->st_dev && standard.st_ino == st->st_ino;
}

void cli_output_open(const char *path, int force)
{
    struct stat st;
    bool is_there = stat(path, &st) == 0;
    int number = is_there && strcmp(path, "-") != 0 ? cli_place_descriptor(path) : -1;

    out.name = path;
    out.force = force;
    if (strcmp(path, "-") == 0) {
        out.name = "standard output";
        open_descriptor(STDOUT_FILENO);
        return;
    }
    if (number >= 0) {
        open_descriptor(number);
        return;
    }
    out.is_stdout = is_there && is_standard_output(&st);
    if (!is_there || S_ISREG(st.st_mode)) {
        cli_place_find(path, &out.place);
        open_regular();
        return;
    }
    out.fd = open(path, O_WRONLY | O_CLOEXEC);
    if (out.fd < 0)
        cli_fail("%s: %s", path, strerror(errno));
}

void cli_output_open_below(const char *folder, const char *below, const char *name, int force)
{
    out.name = name;
    out.force = force;
    out.is_stdout = 0;
    cli_place_find_below(folder, below, &out.place);
    open_regular();
}

void cli_output_refuse_terminal(int force)
{
    if (!force && isatty(out.fd))
        cli_fail("%s: is a terminal, which compressed bytes would confuse (--force writes them)",
                 out.name);
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

/* Returns 0, or why the file could not replace the old one. */
static int move(void)
{
    const char *base = out.place.base;

    if (renameat(out.place.folder, out.temporary, out.place.folder, base) != 0)
        return errno;
    out.exists = 0;
    return 0;
}

/*
 * Overwrites the contents if the file has other links, is a mount point or belongs to another user.
 */
static int put_in_place(void)
{
    const struct cli_place *place = &out.place;
    cli_hold_signals();
    int reason = cli_keep_in_place(out.fd, &place->st, place->folder, place->base);

    if (reason < 0) {
        /* Keeps the temporary file, which is the only complete copy. */
        out.exists = 0;
        cli_fail("%s: %s; it is whole as %s in the same folder", out.name, strerror(-reason),
                 out.temporary);
    }
    if (reason == 0)
        abandon();
    cli_let_signals();
    return reason;
}

static void finish_regular(void)
{
    const struct cli_place *place = &out.place;
    mode_t mask = umask(0);

    umask(mask);
    bool good = place->exists ? cli_keep(out.fd, &place->st, place->folder, place->base)
                              : fchmod(out.fd, 0666 & ~mask) == 0;
    if ((!good && !place->exists) || fsync(out.fd) != 0)
        cli_fail_file(out.name, LP_ERR_SYSTEM);
    bool in_place = place->exists && (!good || place->st.st_nlink > 1);
    int reason = in_place ? put_in_place() : move();
    if (reason != 0 && !in_place && place->exists)
        reason = put_in_place();
    else if ((reason == EACCES && out.force) || (reason == ETXTBSY && in_place && good))
        reason = move();
    if (reason != 0)
        cli_fail("%s: %s", out.name, strerror(reason));
}

enum cli_output cli_output_finish(void)
{
    bool regular = out.exists;
    int fd = out.fd;

    if (regular)
        finish_regular();
    /* A standard stream that is also used for messages stays open. */
    out.fd = -1;
    if (fd != STDIN_FILENO && fd != STDERR_FILENO && close(fd) != 0)
        cli_fail_file(out.name, LP_ERR_SYSTEM);
    close_all();
    if (regular)
        cli_note_written(out.name);
    return out.is_stdout ? CLI_OUTPUT_STDOUT : regular ? CLI_OUTPUT_FILE : CLI_OUTPUT_DIRECT;
}

void cli_prepare_standard(void)
{
    /*
     * Opens /dev/null for each standard stream that the caller closed, with an access mode in which
     * use fails, so that no output file gets its number.
     */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    /* Exceeding the file size limit becomes a write error instead of ending the program. */
    signal(SIGXFSZ, SIG_IGN);
}

void cli_finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        cli_fail("standard output: %s", strerror(errno));
}
