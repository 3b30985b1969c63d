/* SPDX-License-Identifier: Apache-2.0 */
/* Like output.c for a file; the state is static, so that the signal handler can access it. */
#define _GNU_SOURCE
#include "folder.h"
#include "../../lib/io/exchange.h"
#include "fail.h"
#include "output.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    const char *name; /* as given by the user */
    char final[PATH_MAX], temporary[PATH_MAX], old[PATH_MAX];
    bool replaces;
    struct stat st; /* of the folder that is replaced */
    char old_files[CLI_FOLDER_FILES][CLI_FOLDER_NAME];
    int old_count;
    int fd;
    char files[CLI_FOLDER_FILES][CLI_FOLDER_NAME];
    FILE *open[CLI_FOLDER_FILES];
    volatile sig_atomic_t count, exists;
} out;

static void abandon(void)
{
    if (!out.exists)
        return;
    for (int i = 0; i < out.count; i++)
        unlinkat(out.fd, out.files[i], 0);
    rmdir(out.temporary);
    out.exists = 0;
}

static void on_signal(int number)
{
    abandon();
    cli_end_by_signal(number);
}

/* ---- the old folder ---- */

static bool is_regular(int folder, const char *name)
{
    struct stat st;

    return fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
}

/* A duplicate would share the read position, so this opens the folder again. */
static DIR *list(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;

    if (entries == NULL && fd >= 0) {
        int reason = errno;
        close(fd);
        errno = reason;
    }
    return entries;
}

/* The next entry; NULL: the end, or errno is set. */
static const char *next_entry(DIR *folder)
{
    struct dirent *entry;

    do {
        errno = 0;
        entry = readdir(folder);
    } while (entry != NULL &&
             (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry != NULL ? entry->d_name : NULL;
}

/* Notes the files that --force removes, and fails if there are any others. */
static void check_entries(int folder, cli_folder_ours *ours, const char *what)
{
    DIR *entries = list(folder);
    const char *entry;

    if (entries == NULL)
        cli_fail("%s: %s", out.name, strerror(errno));
    while ((entry = next_entry(entries)) != NULL) {
        if (out.old_count == CLI_FOLDER_FILES || strlen(entry) >= CLI_FOLDER_NAME ||
            !is_regular(folder, entry) || !ours(folder, entry))
            cli_fail("%s: is not replaced, since '%s' in it is no file of %s", out.name, entry,
                     what);
        strcpy(out.old_files[out.old_count++], entry);
    }
    if (errno != 0)
        cli_fail("%s: %s", out.name, strerror(errno));
    closedir(entries);
}

/* False: a file was added since the check, and is still there. */
static bool remove_old(void)
{
    int folder = open(out.old, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    for (int i = 0; folder >= 0 && i < out.old_count; i++)
        unlinkat(folder, out.old_files[i], 0);
    if (folder >= 0)
        close(folder);
    return rmdir(out.old) == 0;
}

static void check_old(bool force, cli_folder_ours *ours, const char *what)
{
    int folder = open(out.final, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0 || fstat(folder, &out.st) != 0)
        cli_fail("%s: %s", out.name, strerror(errno));
    if (!force)
        cli_fail("%s: is there already (--force replaces it)", out.name);
    check_entries(folder, ours, what);
    close(folder);
    out.replaces = true;
}

/* ---- the new folder ---- */

/* Sets out.final; if a symbolic link leads to an existing folder, it is that folder's path. */
static void find_place(bool force, cli_folder_ours *ours, const char *what)
{
    struct stat st;
    size_t length = strlen(out.name);

    if (realpath(out.name, out.final) != NULL) {
        check_old(force, ours, what);
        return;
    }
    if (errno != ENOENT || length == 0)
        cli_fail("%s: %s", length == 0 ? "-o" : out.name, strerror(errno));
    if (lstat(out.name, &st) == 0)
        cli_fail("%s: is a symbolic link to nothing", out.name);
    while (length > 1 && out.name[length - 1] == '/')
        length--;
    if (length >= sizeof out.final)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
    memcpy(out.final, out.name, length);
    out.final[length] = '\0';
}

void cli_folder_open(const char *path, bool force, cli_folder_ours *ours, const char *what)
{
    out.name = path;
    find_place(force, ours, what);
    int reason = lpi_exchange_beside(out.final, out.temporary);
    if (reason != 0)
        cli_fail("%s: %s", out.name, strerror(reason));
    cli_catch_signals(on_signal);
    cli_at_fail(abandon);
    cli_hold_signals();
    out.exists = mkdtemp(out.temporary) != NULL;
    reason = errno;
    out.fd = out.exists ? open(out.temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    cli_let_signals();
    if (!out.exists)
        cli_fail("%s: no temporary folder can be made beside it: %s", path, strerror(reason));
    if (out.fd < 0)
        cli_fail("%s: %s", path, strerror(errno));
}

FILE *cli_folder_file(const char *name)
{
    int at = out.count;

    if (at == CLI_FOLDER_FILES || strlen(name) >= CLI_FOLDER_NAME || strchr(name, '/') != NULL)
        cli_fail("%s: no place for %s", out.name, name);
    strcpy(out.files[at], name);
    out.count = at + 1;
    int fd = openat(out.fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    out.open[at] = fd < 0 ? NULL : fdopen(fd, "w");
    if (out.open[at] == NULL)
        cli_fail("%s/%s: %s", out.name, name, strerror(errno));
    return out.open[at];
}

static int move(void)
{
    int reason = 0;

    if (out.replaces)
        reason = lpi_exchange(out.temporary, out.final, out.old);
    else if (rename(out.temporary, out.final) != 0)
        reason = errno;
    if (reason == 0)
        out.exists = 0;
    return reason;
}

/*
 * Gives the new folder the old one's owner; if that is not permitted, this user remains its owner.
 */
static void keep_owner(int fd)
{
    struct stat st;

    if (!out.replaces || fstat(fd, &st) != 0 ||
        (st.st_uid == out.st.st_uid && st.st_gid == out.st.st_gid))
        return;
    if (fchown(fd, out.st.st_uid, out.st.st_gid) != 0)
        (void)!fchown(fd, (uid_t)-1, out.st.st_gid);
}

static mode_t mode_of_new(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return out.replaces ? out.st.st_mode & 0777 : 0777 & ~mask;
}

static void close_file(int number)
{
    FILE *file = out.open[number];
    int bad = fflush(file) != 0 || fsync(fileno(file)) != 0;
    int reason = errno;

    keep_owner(fileno(file));
    if (fclose(file) != 0 && !bad) {
        bad = 1;
        reason = errno;
    }
    out.open[number] = NULL;
    if (bad)
        cli_fail("%s/%s: %s", out.name, out.files[number], strerror(reason));
}

void cli_folder_close(FILE *file)
{
    int number = out.count - 1;

    while (number >= 0 && out.open[number] != file)
        number--;
    if (number >= 0)
        close_file(number);
}

static void close_files(void)
{
    for (int i = 0; i < out.count; i++)
        if (out.open[i] != NULL)
            close_file(i);
}

void cli_folder_finish(void)
{
    bool clean = true;

    close_files();
    keep_owner(out.fd);
    if (fchmod(out.fd, mode_of_new()) != 0)
        cli_fail("%s: %s", out.name, strerror(errno));
    cli_hold_signals();
    int reason = move();
    if (reason == 0 && out.replaces)
        clean = remove_old();
    cli_let_signals();
    if (reason != 0)
        cli_fail("%s: %s", out.name, strerror(reason));
    close(out.fd);
    if (!clean)
        cli_fail("%s: is replaced, but the old one has got other files meanwhile; it is now %s",
                 out.name, out.old);
    cli_note_written(out.name);
}
