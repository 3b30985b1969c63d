/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "preloaded.h"
#include "../../base/own_folder.h"
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- finding the object ---- */

/* The folder of the running command. */
static int own_folder(const char *command, char folder[PATH_MAX], struct lpi_fault *fault)
{
    if (lpi_program_folder(folder, PATH_MAX) != 0)
        return lpi_fault_set(fault, LPI_BAD, "%s: /proc/self/exe: %s", command, strerror(errno));
    return 0;
}

/* Sets `path` if the file exists; a path that is too long counts as missing. */
static bool try(const char *folder, const char *place, const char *file, char path[PATH_MAX])
{
    char joined[2 * PATH_MAX];
    int n = snprintf(joined, sizeof joined, "%s/%s/%s", folder, place, file);
    return n > 0 && (size_t)n < sizeof joined && realpath(joined, path) != NULL;
}

/* A libdir may have a part for the machine's architecture: lib/KIND/linepress. */
static bool try_kinds(const char *lib, const char *file, char path[PATH_MAX])
{
    struct dirent **kinds;
    bool found = false;
    int count = scandir(lib, &kinds, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char place[NAME_MAX + sizeof "/linepress"];
        snprintf(place, sizeof place, "%s/linepress", kinds[i]->d_name);
        found = found || (kinds[i]->d_name[0] != '.' && try(lib, place, file, path));
        free(kinds[i]);
    }
    if (count >= 0)
        free(kinds);
    return found;
}

int lpi_preloaded_find(struct lpi_preloaded *object, const char *command, const char *beside,
                       const char *file, struct lpi_fault *fault)
{
    char folder[PATH_MAX], lib[PATH_MAX + sizeof "/../lib"], *path = object->path;
    const char *own = getenv("LINEPRESS_LIBDIR");
    object->name[0] = object->folder[0] = '\0';
    if (own_folder(command, folder, fault) != 0)
        return fault->code;
    snprintf(lib, sizeof lib, "%s/../lib", folder);
    bool found = own != NULL
                     ? try(own, "linepress", file, path)
                     : try(folder, beside, file, path) || try(lib, "linepress", file, path) ||
                           try_kinds(lib, file, path) ||
                           try(folder, "../lib64/linepress", file, path);
    if (found)
        return 0;
    return lpi_fault_set(fault, LPI_BAD,
                         "%s: %s is neither in %s/%s nor in %s/../lib (LINEPRESS_LIBDIR names "
                         "another libdir; it is made for x86-64 and AArch64)",
                         command, file, folder, beside, folder);
}

/* ---- its name for the loader ---- */

static bool is_odd(const char *path)
{
    return strpbrk(path, ": $") != NULL;
}

/* A folder for the link that programs of other users can traverse too. */
static bool make_folder(char folder[64])
{
    const char *const tops[] = {getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm"};
    for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++) {
        if (tops[i] == NULL || tops[i][0] != '/' || is_odd(tops[i]) ||
            strlen(tops[i]) + sizeof "/linepress-XXXXXX" > 64)
            continue;
        snprintf(folder, 64, "%s/linepress-XXXXXX", tops[i]);
        if (mkdtemp(folder) != NULL)
            return chmod(folder, 0711) == 0;
    }
    return false;
}

int lpi_preloaded_link(struct lpi_preloaded *object, const char *command, struct lpi_fault *fault)
{
    const char *path = object->path, *file = strrchr(path, '/');
    if (!is_odd(path) || object->name[0] != '\0')
        return 0;
    if (is_odd(file) || strlen(file) > sizeof object->name - sizeof object->folder ||
        !make_folder(object->folder))
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: %s: has a blank, a colon or a dollar, and no link to it can be "
                             "made in TMPDIR or /tmp",
                             command, path);
    snprintf(object->name, sizeof object->name, "%s%s", object->folder, file);
    if (symlink(path, object->name) == 0)
        return 0;
    lpi_fault_set(fault, LPI_BAD, "%s: %s: %s", command, object->folder, strerror(errno));
    lpi_preloaded_close(object);
    return fault->code;
}

void lpi_preloaded_close(struct lpi_preloaded *object)
{
    if (object->name[0] == '\0')
        return;
    unlink(object->name);
    rmdir(object->folder);
    object->name[0] = '\0';
}

const char *lpi_preloaded_name(const struct lpi_preloaded *object)
{
    return object->name[0] != '\0' ? object->name : object->path;
}

int lpi_preloaded_set(const struct lpi_preloaded *object)
{
    const char *others = getenv("LD_PRELOAD");
    char *list = NULL;
    bool has = others != NULL && *others != '\0';
    if (asprintf(&list, "%s%s%s", lpi_preloaded_name(object), has ? ":" : "", has ? others : "") <
        0)
        return ENOMEM;
    int reason = setenv("LD_PRELOAD", list, 1) == 0 ? 0 : errno;
    free(list);
    return reason;
}
