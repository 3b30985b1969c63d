/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "manifest.h"
#include "../../lib/io/json_read.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFERS "buffers"

/* Sets of strings, stored as the keys of jansson objects. */
struct capture_manifest {
    json_t *points;  /* folders of a set */
    json_t *blocks;  /* files in each of them */
    json_t *buffers; /* files of a saved launch's folder */
    char other[2 * (NAME_MAX + 1)];
};

static const char *const files[] = {"capture.json", "snapshots.json", "copies.csv", "launch.json",
                                    "program.cl"};

/* ---- the expected files ---- */

static bool has_file(const char *folder, const char *name, char path[PATH_MAX])
{
    struct stat st;
    int n = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return n > 0 && n < PATH_MAX && lstat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* The strings with this key in a list of objects, each with `after` appended. NULL: no memory. */
static json_t *texts(const json_t *file, const char *list, const char *key, const char *after)
{
    size_t i;
    json_t *row, *found = json_object();
    json_array_foreach(json_object_get(file, list), i, row) {
        const char *value = json_string_value(json_object_get(row, key));
        char *text = NULL;
        bool good = value == NULL || (asprintf(&text, "%s%s", value, after) >= 0 &&
                                      json_object_set_new(found, text, json_true()) == 0);
        if (value != NULL)
            free(text);
        if (!good) {
            json_decref(found);
            return NULL;
        }
    }
    return found;
}

/* The JSON file in the folder; NULL: it does not exist, or the fault is set. */
static json_t *load(const char *folder, const char *name, struct lpi_fault *fault)
{
    char path[PATH_MAX];
    return has_file(folder, name, path) ? lpi_json_load(path, fault) : NULL;
}

static int read_lists(struct capture_manifest *manifest, const char *folder,
                      struct lpi_fault *fault)
{
    fault->code = 0;
    json_t *set = load(folder, "snapshots.json", fault);
    json_t *launch = fault->code == 0 ? load(folder, "launch.json", fault) : NULL;
    if (fault->code == 0) {
        manifest->points = texts(set, "points", "point", "");
        manifest->blocks = texts(set, "allocations", "name", ".bin");
        manifest->buffers = texts(launch, BUFFERS, "name", ".bin");
        if (manifest->points == NULL || manifest->blocks == NULL || manifest->buffers == NULL)
            lpi_fault_set(fault, LPI_BAD, "capture: no memory");
    }
    json_decref(set);
    json_decref(launch);
    return fault->code;
}

static int check_is_capture(const char *name, const char *folder, struct lpi_fault *fault)
{
    fault->code = 0;
    json_t *report = load(folder, "capture.json", fault);
    bool is = json_is_integer(json_object_get(report, "linepress_capture"));
    json_decref(report);
    if (fault->code != 0 || is)
        return fault->code;
    return lpi_fault_set(fault, LPI_BAD, "%s: is not replaced, since no capture has written it",
                         name);
}

/* ---- the files found ---- */

static bool is_of_capture(const char *name)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (strcmp(name, files[i]) == 0)
            return true;
    return false;
}

/* The files expected in a folder of this name; NULL: not a folder of the capture. */
static const json_t *files_of(const struct capture_manifest *manifest, const char *name)
{
    if (json_object_get(manifest->points, name) != NULL)
        return manifest->blocks;
    return strcmp(name, BUFFERS) == 0 && json_object_size(manifest->buffers) > 0 ? manifest->buffers
                                                                                 : NULL;
}

static DIR *open_folder(int parent, const char *name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (folder == NULL && fd >= 0)
        close(fd);
    return folder;
}

static const char *next_name(DIR *folder)
{
    struct dirent *entry;
    do
        entry = readdir(folder);
    while (entry != NULL && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry != NULL ? entry->d_name : NULL;
}

static bool is_regular(DIR *folder, const char *name)
{
    struct stat st;
    return fstatat(dirfd(folder), name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
}

/* Notes the first file that does not belong to the capture. */
static void note_other(struct capture_manifest *manifest, const char *folder, const char *name)
{
    if (manifest->other[0] == '\0')
        snprintf(manifest->other, sizeof manifest->other, "%.*s%s%.*s", NAME_MAX, folder,
                 *folder != '\0' && *name != '\0' ? "/" : "", NAME_MAX, name);
}

/* Visits a subfolder. */
static void visit_inner(struct capture_manifest *manifest, int parent, const char *folder,
                        bool removes)
{
    const json_t *known = files_of(manifest, folder);
    DIR *inner = known != NULL ? open_folder(parent, folder) : NULL;
    if (inner == NULL) {
        note_other(manifest, folder, "");
        return;
    }
    for (const char *name; (name = next_name(inner)) != NULL;)
        if (json_object_get(known, name) == NULL || !is_regular(inner, name))
            note_other(manifest, folder, name);
        else if (removes)
            unlinkat(dirfd(inner), name, 0);
    closedir(inner);
    if (removes)
        unlinkat(parent, folder, AT_REMOVEDIR);
}

/* Returns 0 or an errno. */
static int visit(struct capture_manifest *manifest, const char *path, bool removes)
{
    DIR *folder = open_folder(AT_FDCWD, path);
    manifest->other[0] = '\0';
    if (folder == NULL)
        return errno;
    for (const char *name; (name = next_name(folder)) != NULL;) {
        if (!is_regular(folder, name))
            visit_inner(manifest, dirfd(folder), name, removes);
        else if (!is_of_capture(name))
            note_other(manifest, "", name);
        else if (removes)
            unlinkat(dirfd(folder), name, 0);
    }
    closedir(folder);
    return 0;
}

static int check_folder(struct capture_manifest *manifest, const char *name, const char *path,
                        struct lpi_fault *fault)
{
    if (check_is_capture(name, path, fault) != 0 || read_lists(manifest, path, fault) != 0)
        return fault->code;
    int reason = visit(manifest, path, false);
    if (reason != 0)
        return lpi_fault_set(fault, LPI_BAD, "%s: %s", name, strerror(reason));
    if (manifest->other[0] != '\0')
        return lpi_fault_set(fault, LPI_BAD,
                             "%s: is not replaced, since no capture has written '%s' in it", name,
                             manifest->other);
    return 0;
}

struct capture_manifest *capture_manifest_open(const char *name, const char *path,
                                               struct lpi_fault *fault)
{
    struct capture_manifest *manifest = lpi_fault_alloc(fault, sizeof *manifest);
    if (manifest == NULL)
        return NULL;
    memset(manifest, 0, sizeof *manifest);
    if (check_folder(manifest, name, path, fault) == 0)
        return manifest;
    capture_manifest_close(manifest);
    return NULL;
}

const char *capture_manifest_other(struct capture_manifest *manifest, const char *path)
{
    return visit(manifest, path, false) != 0 || manifest->other[0] == '\0' ? NULL : manifest->other;
}

int capture_manifest_remove(struct capture_manifest *manifest, const char *path)
{
    int reason = visit(manifest, path, true);
    if (reason == 0 && rmdir(path) != 0)
        reason = errno;
    return reason;
}

void capture_manifest_close(struct capture_manifest *manifest)
{
    if (manifest == NULL)
        return;
    json_decref(manifest->points);
    json_decref(manifest->blocks);
    json_decref(manifest->buffers);
    free(manifest);
}
