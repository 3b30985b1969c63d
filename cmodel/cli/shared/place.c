/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* O_PATH */
#include "place.h"
#include "fail.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER (O_PATH | O_DIRECTORY | O_CLOEXEC)

/* ---- names ---- */

/* The next part of a path, which *at is moved past; 0 bytes: the end. */
static size_t next_part(const char **at, const char **part)
{
    *part = *at + strspn(*at, "/");
    size_t bytes = strcspn(*part, "/");
    *at = *part + bytes;
    return bytes;
}

static bool is_part(const char *part, size_t bytes, const char *word)
{
    return bytes == strlen(word) && memcmp(part, word, bytes) == 0;
}

char *cli_place_below(const char *path, const char *name, const char *strip, const char *add)
{
    size_t length = strlen(name), cut = strip != NULL ? strlen(strip) : 0, used = 0;
    const char *at = name, *part;

    if (add == NULL)
        add = "";
    if (length < cut || strcmp(name + length - cut, strip != NULL ? strip : "") != 0)
        return NULL;
    char *below = cli_alloc(length + strlen(add) + 1);
    for (size_t bytes; (bytes = next_part(&at, &part)) > 0;) {
        if (is_part(part, bytes, ".."))
            cli_fail("%s: its output would leave the output folder", path);
        if (is_part(part, bytes, "."))
            continue;
        used += (size_t)sprintf(below + used, "%s%.*s", used > 0 ? "/" : "", (int)bytes, part);
    }
    const char *last = used > 0 ? memrchr(below, '/', used) : NULL;
    size_t base = used - (last != NULL ? (size_t)(last + 1 - below) : 0);
    if (base <= cut) {
        free(below);
        return NULL;
    }
    strcpy(below + used - cut, add);
    return below;
}

/* ---- a file by its path ---- */

static void split(const char *path, const char *name, struct cli_place *place)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    char folder[PATH_MAX];

    if (strlen(path) >= sizeof folder || strlen(base) >= sizeof place->base)
        cli_fail("%s: %s", name, strerror(ENAMETOOLONG));
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(base - path),
             slash == NULL ? "." : path);
    strcpy(place->base, base);
    place->folder = open(folder, FOLDER);
    if (place->folder < 0)
        cli_fail("%s: %s", name, strerror(errno));
}

/* Checks, by errno of the failed realpath too, that the path is valid for a new file. */
static void find_new(const char *path, struct cli_place *place)
{
    struct stat st;
    size_t length = strlen(path);

    if (errno != ENOENT)
        cli_fail("%s: %s", path, strerror(errno));
    if (lstat(path, &st) == 0)
        cli_fail("%s: is a symbolic link to nothing", path);
    if (length == 0)
        cli_fail("the name of the output is empty");
    if (path[length - 1] == '/')
        cli_fail("%s: %s", path, strerror(EISDIR));
    split(path, path, place);
}

void cli_place_find(const char *path, struct cli_place *place)
{
    char real[PATH_MAX];

    *place = (struct cli_place){.exists = 0};
    if (stat(path, &place->st) != 0) {
        find_new(path, place);
        return;
    }
    /* Renaming must replace the target of a symbolic link, not the link. */
    if (realpath(path, real) == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    split(real, path, place);
    place->exists = 1;
}

/* ---- a file within a folder ---- */

static int make_folder(const char *path)
{
    char part[PATH_MAX];

    if (strlen(path) >= sizeof part)
        cli_fail("%s: %s", path, strerror(ENAMETOOLONG));
    for (size_t at = 1; at <= strlen(path); at++) {
        if (path[at] != '/' && path[at] != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)at, path);
        if (mkdir(part, 0777) != 0 && errno != EEXIST && errno != EISDIR)
            cli_fail("%s: %s", part, strerror(errno));
    }
    int folder = open(path, FOLDER);
    if (folder < 0)
        cli_fail("%s: %s", path, strerror(errno));
    return folder;
}

static noreturn void refuse(const char *folder, const char *below, size_t bytes, int reason,
                            const struct stat *st)
{
    bool link = st != NULL && S_ISLNK(st->st_mode);

    cli_fail("%s/%.*s: %s", folder, (int)bytes, below,
             link ? "is a symbolic link, which may lead out of the output folder"
                  : strerror(reason));
}

/* Opens the subfolder `part`, creating it if needed; returns it, and closes its parent. */
static int go_down(const char *folder, const char *below, const char *part, size_t bytes, int above)
{
    char name[NAME_MAX + 1];
    struct stat st;

    snprintf(name, sizeof name, "%.*s", (int)bytes, part);
    int next = mkdirat(above, name, 0777) == 0 || errno == EEXIST
                   ? openat(above, name, FOLDER | O_NOFOLLOW)
                   : -1;
    int reason = errno;
    if (next < 0)
        refuse(folder, below, (size_t)(part - below) + bytes, reason,
               fstatat(above, name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? &st : NULL);
    close(above);
    return next;
}

void cli_place_find_below(const char *folder, const char *below, struct cli_place *place)
{
    const char *at = below, *part;

    *place = (struct cli_place){.folder = make_folder(folder)};
    for (size_t bytes; (bytes = next_part(&at, &part)) > 0;) {
        if (bytes > NAME_MAX)
            refuse(folder, below, strlen(below), ENAMETOOLONG, NULL);
        if (*at == '\0')
            memcpy(place->base, part, bytes);
        else
            place->folder = go_down(folder, below, part, bytes, place->folder);
    }
    if (fstatat(place->folder, place->base, &place->st, AT_SYMLINK_NOFOLLOW) == 0) {
        if (!S_ISREG(place->st.st_mode))
            refuse(folder, below, strlen(below), S_ISDIR(place->st.st_mode) ? EISDIR : EINVAL,
                   &place->st);
        place->exists = 1;
    } else if (errno != ENOENT) {
        refuse(folder, below, strlen(below), errno, NULL);
    }
}

/* ---- descriptors ---- */

/* Whether the folder is the kernel's list of this process's descriptors. */
static bool is_ours(const char *folder)
{
    char begin[64];
    int bytes = snprintf(begin, sizeof begin, "/proc/%ld/", (long)getpid());
    size_t length = strlen(folder);

    return strncmp(folder, begin, (size_t)bytes) == 0 && strcmp(folder + length - 3, "/fd") == 0;
}

static int number_of(const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);

    return name[0] >= '0' && name[0] <= '9' && *end == '\0' && number <= INT_MAX ? (int)number : -1;
}

/* Replaces a symbolic link `at`, which is in `folder`, by its target; false: not a link. */
static bool follow(char at[PATH_MAX], const char *folder)
{
    char to[PATH_MAX], next[2 * PATH_MAX];
    ssize_t bytes = readlink(at, to, sizeof to - 1);

    if (bytes < 0)
        return false;
    to[bytes] = '\0';
    int length = snprintf(next, sizeof next, "%s%s%s", to[0] == '/' ? "" : folder,
                          to[0] == '/' ? "" : "/", to);
    if (length >= PATH_MAX)
        return false;
    memcpy(at, next, (size_t)length + 1);
    return true;
}

/* The last link of a chain such as /dev/stdout -> /proc/self/fd/1 refers to an open descriptor. */
int cli_place_descriptor(const char *path)
{
    char at[PATH_MAX], folder[PATH_MAX];

    if (strlen(path) + sizeof "./" > sizeof at)
        return -1;
    sprintf(at, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    for (int hops = 0; hops < 8; hops++) {
        char *slash = strrchr(at, '/');
        *slash = '\0';
        if (realpath(slash == at ? "/" : at, folder) == NULL)
            return -1;
        if (is_ours(folder))
            return number_of(slash + 1);
        *slash = '/';
        if (!follow(at, folder))
            return -1;
    }
    return -1;
}
