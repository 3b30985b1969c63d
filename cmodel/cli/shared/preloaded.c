/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "preloaded.h"
#include "../../base/own_folder.h"
#include "fail.h"
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- where it is ---- */

/* Sets `path` if the file is there. */
static bool try(const char *folder, const char *place, const char *file, char path[PATH_MAX])
{
    char *joined = NULL;
    if (asprintf(&joined, "%s/%s/%s", folder, place, file) < 0)
        cli_fail("no memory");
    bool found = realpath(joined, path) != NULL;
    free(joined);
    return found;
}

/* A libdir may have a part for the kind of machine: lib/KIND/linepress. */
static bool try_kinds(const char *lib, const char *file, char path[PATH_MAX])
{
    struct dirent **kinds;
    bool found = false;
    int count = scandir(lib, &kinds, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char *folder = NULL;
        if (asprintf(&folder, "%s/%s", lib, kinds[i]->d_name) < 0)
            cli_fail("no memory");
        found = found || (kinds[i]->d_name[0] != '.' && try(folder, "linepress", file, path));
        free(folder);
        free(kinds[i]);
    }
    if (count >= 0)
        free(kinds);
    return found;
}

void cli_preloaded_find(const char *command, const char *beside, const char *file,
                        char path[PATH_MAX])
{
    char folder[PATH_MAX], *lib = NULL;
    const char *own = getenv("LINEPRESS_LIBDIR");
    if (lpi_program_folder(folder, sizeof folder) != 0)
        cli_fail("%s: /proc/self/exe: %s", command, strerror(errno));
    if (asprintf(&lib, "%s/../lib", folder) < 0)
        cli_fail("no memory");
    bool found = own != NULL ? try(own, "linepress", file, path)
                             : try(folder, beside, file, path) ||
                                   try(lib, "linepress", file, path) ||
                                   try_kinds(lib, file, path) ||
                                   try(folder, "../lib64/linepress", file, path);
    free(lib);
    if (!found)
        cli_fail("%s: %s is neither in %s/%s nor in %s/../lib (LINEPRESS_LIBDIR names another "
                 "libdir; it is made for x86-64 and AArch64)", command, file, folder, beside,
                 folder);
}

/* ---- what the loader calls it ---- */

static struct {
    char folder[64];
    char name[128]; /* empty: there is none */
} linked;

static bool is_odd(const char *path)
{
    return strpbrk(path, ": $") != NULL;
}

/* A folder for the link that programs of other users may pass through too. */
static bool make_folder(void)
{
    const char *const tops[] = {getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm"};
    for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++) {
        if (tops[i] == NULL || tops[i][0] != '/' || is_odd(tops[i]) ||
            strlen(tops[i]) + sizeof "/linepress-XXXXXX" > sizeof linked.folder)
            continue;
        snprintf(linked.folder, sizeof linked.folder, "%s/linepress-XXXXXX", tops[i]);
        if (mkdtemp(linked.folder) != NULL)
            return chmod(linked.folder, 0711) == 0;
    }
    return false;
}

const char *cli_preloaded_name(const char *command, const char *path)
{
    const char *file = strrchr(path, '/');
    if (!is_odd(path))
        return path;
    if (linked.name[0] != '\0')
        return linked.name;
    if (is_odd(file) || strlen(file) > sizeof linked.name - sizeof linked.folder || !make_folder())
        cli_fail("%s: %s: has a blank, a colon or a dollar, and no link to it can be made in "
                 "TMPDIR or /tmp", command, path);
    snprintf(linked.name, sizeof linked.name, "%s%s", linked.folder, file);
    if (symlink(path, linked.name) != 0) {
        int reason = errno;
        cli_preloaded_close();
        cli_fail("%s: %s: %s", command, linked.folder, strerror(reason));
    }
    return linked.name;
}

void cli_preloaded_close(void)
{
    if (linked.name[0] == '\0')
        return;
    unlink(linked.name);
    rmdir(linked.folder);
    linked.name[0] = '\0';
}

int cli_preloaded_set(const char *name)
{
    const char *others = getenv("LD_PRELOAD");
    char *list = NULL;
    bool has = others != NULL && *others != '\0';
    if (asprintf(&list, "%s%s%s", name, has ? ":" : "", has ? others : "") < 0)
        return ENOMEM;
    int reason = setenv("LD_PRELOAD", list, 1) == 0 ? 0 : errno;
    free(list);
    return reason;
}
