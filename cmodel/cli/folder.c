/* SPDX-License-Identifier: Apache-2.0 */
/* As output.c does for a file; the state is static, where the signal handler finds it. */
#define _XOPEN_SOURCE 700
#include "folder.h"
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
    const char *name; /* as it was given */
    char final[PATH_MAX], temporary[PATH_MAX], old[PATH_MAX];
    bool replaces;
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

/* A short name in the folder that is to hold the new one. */
static void name_beside(char beside[PATH_MAX])
{
    const char *slash = strrchr(out.final, '/');
    int folder = slash != NULL ? (int)(slash - out.final) + 1 : 0;
    int n = snprintf(beside, PATH_MAX, "%.*s.linepress-XXXXXX", folder, out.final);

    if (n < 0 || n >= PATH_MAX)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
}

static void check_old(bool force, bool (*ours)(const char *name))
{
    DIR *folder = opendir(out.final);

    if (folder == NULL)
        cli_fail("%s: %s", out.name, strerror(errno));
    if (!force)
        cli_fail("%s: is there already (--force replaces it)", out.name);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct stat st;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (!ours(entry->d_name) ||
            fstatat(dirfd(folder), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(st.st_mode))
            cli_fail("%s: is not replaced, since '%s' in it is no file of a pack", out.name,
                     entry->d_name);
    }
    closedir(folder);
    out.replaces = true;
}

/* Sets out.final; a folder that is there keeps the place to which a link leads. */
static void find_place(bool force, bool (*ours)(const char *name))
{
    struct stat st;
    size_t length = strlen(out.name);

    if (realpath(out.name, out.final) != NULL) {
        check_old(force, ours);
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

void cli_folder_open(const char *path, bool force, bool (*ours)(const char *name))
{
    out.name = path;
    find_place(force, ours);
    name_beside(out.temporary);
    cli_catch_signals(on_signal);
    cli_at_fail(abandon);
    cli_hold_signals();
    out.exists = mkdtemp(out.temporary) != NULL;
    int reason = errno;
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

    if (at == CLI_FOLDER_FILES || strlen(name) >= CLI_FOLDER_NAME)
        cli_fail("%s: no place for %s", out.name, name);
    strcpy(out.files[at], name);
    out.count = at + 1;
    int fd = openat(out.fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    out.open[at] = fd < 0 ? NULL : fdopen(fd, "w");
    if (out.open[at] == NULL)
        cli_fail("%s/%s: %s", out.name, name, strerror(errno));
    return out.open[at];
}

static void remove_old(void)
{
    DIR *folder = opendir(out.old);
    int fd = folder != NULL ? dirfd(folder) : -1;

    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        unlinkat(fd, entry->d_name, 0);
    if (folder != NULL)
        closedir(folder);
    rmdir(out.old);
}

/* What was there goes aside first: a folder does not take the place of one that holds files. */
static int move(void)
{
    if (out.replaces) {
        name_beside(out.old);
        if (mkdtemp(out.old) == NULL)
            return errno;
        if (rename(out.final, out.old) != 0) {
            int reason = errno;
            rmdir(out.old);
            return reason;
        }
    }
    if (rename(out.temporary, out.final) != 0) {
        int reason = errno;
        if (out.replaces)
            rename(out.old, out.final);
        return reason;
    }
    out.exists = 0;
    return 0;
}

void cli_folder_finish(void)
{
    mode_t mask = umask(0);

    umask(mask);
    for (int i = 0; i < out.count; i++)
        if (fflush(out.open[i]) != 0 || fsync(fileno(out.open[i])) != 0 || fclose(out.open[i]) != 0)
            cli_fail("%s/%s: %s", out.name, out.files[i], strerror(errno));
    if (fchmod(out.fd, 0777 & ~mask) != 0)
        cli_fail("%s: %s", out.name, strerror(errno));
    cli_hold_signals();
    int reason = move();
    cli_let_signals();
    if (reason != 0)
        cli_fail("%s: %s", out.name, strerror(reason));
    close(out.fd);
    if (out.replaces)
        remove_old();
}
