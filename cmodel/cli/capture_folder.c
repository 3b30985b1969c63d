/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The folder is written under a temporary name beside its own. A signal that would end the command
 * is only noted: what removes a tree may not run in a handler.
 */
#define _XOPEN_SOURCE 700
#include "capture_job.h"
#include "capture_signals.h"
#include "fail.h"
#include "output.h"
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
    bool replaces;
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
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/capture.json", out.final);
    if (!force)
        cli_fail("%s: is there already (--force replaces it)", out.name);
    if (access(path, F_OK) != 0)
        cli_fail("%s: is not replaced, since no capture has written it", out.name);
    out.replaces = true;
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
    if (mkdtemp(temporary) == NULL)
        cli_fail("%s: no temporary folder can be made beside it: %s", out.name, strerror(errno));
    strcpy(out.temporary, temporary);
    strcpy(job->temporary, temporary);
}

static int move(void)
{
    char old[PATH_MAX];
    if (out.replaces) {
        name_beside(old);
        if (mkdtemp(old) == NULL)
            return errno;
        if (rename(out.final, old) != 0) {
            int reason = errno;
            rmdir(old);
            return reason;
        }
    }
    if (rename(out.temporary, out.final) != 0) {
        int reason = errno;
        if (out.replaces)
            rename(old, out.final);
        return reason;
    }
    out.temporary[0] = '\0';
    if (out.replaces)
        capture_remove_tree(old);
    return 0;
}

void capture_folder_finish(const struct capture_job *job)
{
    mode_t mask = umask(0);
    umask(mask);
    capture_end_if_told();
    if (chmod(job->temporary, 0777 & ~mask) != 0)
        cli_fail("%s: %s", out.name, strerror(errno));
    int reason = move();
    if (reason != 0)
        cli_fail("%s: %s", out.name, strerror(reason));
}
