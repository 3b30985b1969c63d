/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The folder is written under a temporary name beside its own. A signal that would end the command
 * is only noted: what removes a tree may not run in a handler. What a program's memory held is its
 * owner's alone, whatever the umask.
 */
#define _GNU_SOURCE /* renameat2 */
#include "capture_job.h"
#include "capture_manifest.h"
#include "capture_signals.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "../shared/preloaded.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    const char *name; /* as it was given */
    char final[PATH_MAX];
    char temporary[PATH_MAX]; /* empty: there is none */
    struct capture_manifest *old; /* of what is replaced; NULL: nothing is */
} out;

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *place)
{
    (void)st;
    (void)type;
    (void)place;
    remove(path);
    return 0;
}

void capture_remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void capture_folder_abandon(void)
{
    if (out.temporary[0] != '\0')
        capture_remove_tree(out.temporary);
    out.temporary[0] = '\0';
    cli_preloaded_close();
}

void capture_end_if_told(void)
{
    int number = capture_signal_told();
    if (number == 0)
        return;
    capture_folder_abandon();
    capture_signal_end(number);
}

static void name_beside(char beside[PATH_MAX])
{
    const char *slash = strrchr(out.final, '/');
    int folder = slash != NULL ? (int)(slash - out.final) + 1 : 0;
    int n = snprintf(beside, PATH_MAX, "%.*s.linepress-XXXXXX", folder, out.final);
    if (n < 0 || n >= PATH_MAX)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
}

/* What no capture has written is not replaced. */
static void check_old(bool force)
{
    if (!force)
        cli_fail("%s: is there already (--force replaces it)", out.name);
    out.old = capture_manifest_open(out.name, out.final);
}

/* The path from the root: the program may change its folder. */
static void find_place(bool force)
{
    struct stat st;
    char given[PATH_MAX], parent[PATH_MAX];
    size_t length = strlen(out.name);
    if (realpath(out.name, out.final) != NULL) {
        check_old(force);
        return;
    }
    if (errno != ENOENT || length == 0)
        cli_fail("%s: %s", length == 0 ? "-o" : out.name, strerror(errno));
    if (lstat(out.name, &st) == 0)
        cli_fail("%s: is a symbolic link to nothing", out.name);
    while (length > 1 && out.name[length - 1] == '/')
        length--;
    if (length >= sizeof given)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
    memcpy(given, out.name, length);
    given[length] = '\0';
    char *slash = strrchr(given, '/'), *name = slash != NULL ? slash + 1 : given;
    char *end = slash == given ? slash + 1 : slash;
    snprintf(parent, sizeof parent, "%.*s", slash != NULL ? (int)(end - given) : 1,
             slash != NULL ? given : ".");
    if (realpath(parent, out.final) == NULL)
        cli_fail("%s: %s", out.name, strerror(errno));
    length = strlen(out.final);
    if (length + strlen(name) + 2 >= sizeof out.final)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
    snprintf(out.final + length, sizeof out.final - length, "%s%s",
             out.final[length - 1] == '/' ? "" : "/", name);
}

void capture_folder_open(struct capture_job *job)
{
    char temporary[PATH_MAX];
    out.name = job->options->folder;
    find_place(job->options->force);
    name_beside(temporary);
    /* Room for what is put behind it. */
    if (strlen(temporary) + 64 >= sizeof temporary)
        cli_fail("%s: %s", out.name, strerror(ENAMETOOLONG));
    capture_signal_catch();
    cli_at_fail(capture_folder_abandon);
    job->mask = umask(077);
    if (mkdtemp(temporary) == NULL)
        cli_fail("%s: no temporary folder can be made beside it: %s", out.name, strerror(errno));
    strcpy(out.temporary, temporary);
    strcpy(job->temporary, temporary);
}

/* Sets where the old folder is then. 0, or an error's number. */
static int replace(char old[PATH_MAX])
{
    /* At no time is neither of both there, if the file system can do that. */
    if (renameat2(AT_FDCWD, out.temporary, AT_FDCWD, out.final, RENAME_EXCHANGE) == 0) {
        strcpy(old, out.temporary);
        return 0;
    }
    name_beside(old);
    if (mkdtemp(old) == NULL)
        return errno;
    int reason = rename(out.final, old) == 0 ? 0 : errno;
    if (reason == 0 && rename(out.temporary, out.final) != 0) {
        reason = errno;
        rename(old, out.final);
    }
    if (reason != 0)
        rmdir(old);
    return reason;
}

static int move_over_old(void)
{
    char old[PATH_MAX];
    const char *other = capture_manifest_other(out.old, out.final);
    if (other != NULL)
        cli_fail("%s: is not replaced, since '%s' has come into it", out.name, other);
    int reason = replace(old);
    if (reason != 0)
        return reason;
    out.temporary[0] = '\0';
    reason = capture_manifest_remove(out.old, old);
    if (reason != 0)
        cli_complain("capture: what was in %s is left in %s: %s", out.name, old,
                     strerror(reason));
    capture_manifest_close(out.old);
    return 0;
}

static int move(void)
{
    if (out.old != NULL)
        return move_over_old();
    int reason = rename(out.temporary, out.final) == 0 ? 0 : errno;
    if (reason == 0)
        out.temporary[0] = '\0';
    return reason;
}

void capture_folder_finish(void)
{
    capture_end_if_told();
    int reason = move();
    if (reason != 0)
        cli_fail("%s: %s", out.name, strerror(reason));
    cli_preloaded_close();
}
