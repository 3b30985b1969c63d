/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The folder is written under a temporary name next to its final name. The contents of a program's
 * memory are readable by its owner only, whatever the umask.
 */
#define _GNU_SOURCE
#include "../../lib/io/exchange.h"
#include "../program/signals.h"
#include "job.h"
#include "manifest.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

void capture_folder_abandon(struct capture_job *job)
{
    struct capture_place *place = &job->place;
    if (place->temporary[0] != '\0')
        capture_remove_tree(place->temporary);
    place->temporary[0] = '\0';
    capture_manifest_close(place->old);
    place->old = NULL;
}

int capture_check_told(struct capture_job *job)
{
    job->signal = lpi_signals_told();
    if (job->signal == 0)
        return 0;
    return lpi_fault_set(job->fault, LPI_BAD, "capture: ended by signal %d", job->signal);
}

static int fail_in(struct capture_job *job, int reason)
{
    return lpi_fault_set(job->fault, LPI_BAD, "%s: %s", job->options->folder, strerror(reason));
}

/* A folder that no capture has written is not replaced. */
static int check_old(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    if (!o->force)
        return lpi_fault_set(job->fault, LPI_BAD, "%s: is there already (--force replaces it)",
                             o->folder);
    job->place.old = capture_manifest_open(o->folder, job->place.final, job->fault);
    return job->place.old != NULL ? 0 : job->fault->code;
}

/* Joins the absolute path of the parent folder with the name of the new folder. */
static int join_place(struct capture_job *job, char *given)
{
    char parent[PATH_MAX], *final = job->place.final;
    char *slash = strrchr(given, '/'), *name = slash != NULL ? slash + 1 : given;
    char *end = slash == given ? slash + 1 : slash;
    snprintf(parent, sizeof parent, "%.*s", slash != NULL ? (int)(end - given) : 1,
             slash != NULL ? given : ".");
    if (realpath(parent, final) == NULL)
        return fail_in(job, errno);
    size_t length = strlen(final);
    if (length + strlen(name) + 2 >= PATH_MAX)
        return fail_in(job, ENAMETOOLONG);
    if (final[length - 1] != '/')
        final[length++] = '/';
    strcpy(final + length, name);
    return 0;
}

static int find_place(struct capture_job *job)
{
    struct stat st;
    char given[PATH_MAX];
    const char *name = job->options->folder;
    size_t length = strlen(name);
    if (realpath(name, job->place.final) != NULL)
        return check_old(job);
    if (length == 0)
        return lpi_fault_set(job->fault, LPI_BAD, "-o: %s", strerror(errno));
    if (errno != ENOENT)
        return fail_in(job, errno);
    if (lstat(name, &st) == 0)
        return lpi_fault_set(job->fault, LPI_BAD, "%s: is a symbolic link to nothing", name);
    while (length > 1 && name[length - 1] == '/')
        length--;
    if (length >= sizeof given)
        return fail_in(job, ENAMETOOLONG);
    memcpy(given, name, length);
    given[length] = '\0';
    return join_place(job, given);
}

int capture_folder_open(struct capture_job *job)
{
    char temporary[PATH_MAX];
    int code = find_place(job);
    if (code != 0)
        return code;
    int reason = lpi_exchange_beside(job->place.final, temporary);
    /* Room for the suffixes appended later. */
    if (reason == 0 && strlen(temporary) + 64 >= sizeof temporary)
        reason = ENAMETOOLONG;
    if (reason != 0)
        return fail_in(job, reason);
    if (mkdtemp(temporary) == NULL)
        return lpi_fault_set(job->fault, LPI_BAD,
                             "%s: no temporary folder can be made beside it: %s",
                             job->options->folder, strerror(errno));
    strcpy(job->place.temporary, temporary);
    return 0;
}

static int move_over_old(struct capture_job *job)
{
    struct capture_place *place = &job->place;
    char old[PATH_MAX];
    const char *other = capture_manifest_other(place->old, place->final);
    if (other != NULL)
        return lpi_fault_set(job->fault, LPI_BAD,
                             "%s: is not replaced, since '%s' has come into it",
                             job->options->folder, other);
    int reason = lpi_exchange(place->temporary, place->final, old);
    if (reason != 0)
        return fail_in(job, reason);
    place->temporary[0] = '\0';
    job->left_reason = capture_manifest_remove(place->old, old);
    if (job->left_reason != 0)
        strcpy(job->left, old);
    capture_manifest_close(place->old);
    place->old = NULL;
    return 0;
}

int capture_folder_finish(struct capture_job *job)
{
    struct capture_place *place = &job->place;
    int code = capture_check_told(job);
    if (code != 0)
        return code;
    if (place->old != NULL)
        return move_over_old(job);
    if (rename(place->temporary, place->final) != 0)
        return fail_in(job, errno);
    place->temporary[0] = '\0';
    return 0;
}
