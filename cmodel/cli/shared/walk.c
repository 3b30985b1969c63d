/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces glibc's fts, which crashes if it gets no memory. */
#define _POSIX_C_SOURCE 200809L
#include "walk.h"
#include "fail.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names {
    char **list;
    size_t count, room;
};

static void add_name(struct names *names, const char *name)
{
    if (names->count == names->room) {
        names->room = names->room > 0 ? 2 * names->room : 16;
        names->list = cli_resize(names->list, names->room * sizeof *names->list);
    }
    size_t bytes = strlen(name) + 1;
    names->list[names->count++] = memcpy(cli_alloc(bytes), name, bytes);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void complain(struct cli_walk *walk, const char *path, int reason)
{
    if (reason == ENOMEM)
        cli_fail("%s: %s", path, strerror(reason));
    cli_complain("%s: %s", path, strerror(reason));
    walk->bad = true;
}

/*
 * The folder is closed before its subfolders are opened, so that depth does not use up descriptors.
 */
static void read_names(struct cli_walk *walk, const char *path, struct names *names)
{
    DIR *folder = opendir(path);
    struct dirent *entry;

    if (folder == NULL) {
        complain(walk, path, errno);
        return;
    }
    while (errno = 0, (entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            add_name(names, entry->d_name);
    int reason = errno;
    closedir(folder);
    if (reason != 0)
        complain(walk, path, reason);
    if (names->count > 0)
        qsort(names->list, names->count, sizeof *names->list, by_name);
}

static void visit(struct cli_walk *walk, const char *path, unsigned level);

static void visit_folder(struct cli_walk *walk, const char *path, unsigned level)
{
    struct names names = {0};
    size_t length = strlen(path);
    const char *slash = length > 0 && path[length - 1] == '/' ? "" : "/";

    read_names(walk, path, &names);
    for (size_t i = 0; i < names.count; i++) {
        size_t room = length + strlen(names.list[i]) + 2;
        char *below = cli_alloc(room);
        snprintf(below, room, "%s%s%s", path, slash, names.list[i]);
        visit(walk, below, level + 1);
        free(below);
        free(names.list[i]);
    }
    free(names.list);
}

static void visit(struct cli_walk *walk, const char *path, unsigned level)
{
    struct stat st;
    int failed = level > 0 ? lstat(path, &st) : stat(path, &st);

    if (failed != 0 && level == 0 && lstat(path, &st) == 0) /* opening the link will report the
                                                               error */
        walk->file(walk->context, path);
    else if (failed != 0)
        complain(walk, path, errno);
    else if (S_ISDIR(st.st_mode)) {
        if (walk->enter == NULL || walk->enter(walk->context, path, &st, level))
            visit_folder(walk, path, level);
    } else if (level == 0 || S_ISREG(st.st_mode)) {
        walk->file(walk->context, path);
    } else {
        cli_complain("%s: is no regular file and is left out", path);
    }
}

void cli_walk(struct cli_walk *walk, const char *path)
{
    visit(walk, path, 0);
}
