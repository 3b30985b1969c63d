/* SPDX-License-Identifier: Apache-2.0 */
/* Sets that are folders: DIR/point/allocation.bin, or flat files whose names are split. */
#define _POSIX_C_SOURCE 200809L
#include "set_found.h"

#include <linepress/file.h>
#include <linepress/linepress.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a file ---- */

/* The piece of an .npy file holds only the array's bytes. */
static int skip_npy_header(const char *path, int fd, struct lpi_strings *strings,
                           struct lpi_piece *piece, struct lpi_fault *fault)
{
    uint8_t prefix[LP_NPY_PREFIX_BYTES], *header = NULL;
    struct lp_npy npy;
    size_t header_bytes;
    ssize_t got = pread(fd, prefix, sizeof prefix, 0);
    int error = got < 0 ? LP_ERR_SYSTEM : lp_npy_header_bytes(prefix, (size_t)got, &header_bytes);
    if (error == LP_OK && (header = malloc(header_bytes)) == NULL)
        error = LP_ERR_SYSTEM;
    if (error == LP_OK) {
        got = pread(fd, header, header_bytes, 0);
        error = got < 0                       ? LP_ERR_SYSTEM
                : (size_t)got != header_bytes ? LP_ERR_SHORT
                                              : lp_npy_parse(header, header_bytes, &npy);
    }
    free(header);
    if (error == LP_ERR_SYSTEM)
        return lpi_fault_system(fault, path);
    if (error == LP_OK && npy.data_bytes != piece->file_bytes - header_bytes)
        error = npy.data_bytes > piece->file_bytes - header_bytes ? LP_ERR_SHORT : LP_ERR_LONG;
    if (error != LP_OK)
        return lpi_fault_set(fault, error, "%s: %s", path, lp_strerror(error));
    piece->begin = header_bytes;
    piece->bytes = npy.data_bytes;
    piece->dtype = lpi_strings_keep(strings, npy.dtype, strlen(npy.dtype));
    return piece->dtype != NULL ? LP_OK
                                : lpi_fault_set(fault, LP_ERR_SYSTEM, "%s: no memory", path);
}

/* A file's name, split into point and allocation. */
struct named {
    const char *folder, *file;
    int npy;
    const char *point, *allocation;
    uint64_t number; /* of the point */
};

static int add_file(struct lpi_finds *finds, const struct named *of, struct lpi_fault *fault)
{
    char path[LPI_PATH_MAX];
    struct lpi_piece piece;
    int error = lpi_piece_at(of->folder, of->file, &piece, fault);
    if (error != LP_OK)
        return error;
    lpi_piece_path(&piece, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return lpi_fault_system(fault, path);
    error = lpi_piece_of_file(fd, &piece, fault);
    if (error == LP_OK && of->npy && piece.bytes > 0)
        error = skip_npy_header(path, fd, finds->strings, &piece, fault);
    close(fd);
    if (error == LP_OK)
        error = lpi_finds_add(finds, of->point, of->number, of->allocation, 0, &piece, fault);
    return error;
}

/* ---- names ---- */

/* Length of the name without .bin or .npy; 0: it ends in neither. */
static size_t stem_of(const char *name, int *npy)
{
    size_t length = strlen(name);
    *npy = length > 4 && strcmp(name + length - 4, ".npy") == 0;
    return *npy || (length > 4 && strcmp(name + length - 4, ".bin") == 0) ? length - 4 : 0;
}

static int path_of(char path[LPI_PATH_MAX], const char *folder, const char *name,
                   struct lpi_fault *fault)
{
    int length = snprintf(path, LPI_PATH_MAX, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= LPI_PATH_MAX)
        return lpi_fault_set(fault, LP_ERR_ARG, "%s/%s: %s", folder, name, strerror(ENAMETOOLONG));
    return LP_OK;
}

/* ---- the pattern of flat files ---- */

struct split {
    const char *before, *between, *after; /* texts */
    size_t before_bytes, between_bytes, after_bytes;
    int point_first;
};

/* 0: the pattern lacks one of the two, repeats one, or has nothing between them. */
static int parse_split(const char *pattern, struct split *split)
{
    static const char allocation[] = "{allocation}", point[] = "{point}";
    const char *a = strstr(pattern, allocation), *p = strstr(pattern, point);
    if (a == NULL || p == NULL || strstr(a + 1, allocation) != NULL || strstr(p + 1, point) != NULL)
        return 0;
    split->point_first = p < a;
    const char *first = p < a ? p : a, *second = p < a ? a : p;
    const char *first_end = first + (p < a ? sizeof point : sizeof allocation) - 1;
    split->before = pattern;
    split->before_bytes = (size_t)(first - pattern);
    split->between = first_end;
    split->between_bytes = (size_t)(second - first_end);
    split->after = second + (p < a ? sizeof allocation : sizeof point) - 1;
    split->after_bytes = strlen(split->after);
    return split->between_bytes > 0;
}

struct parts {
    const char *point, *allocation;
    size_t point_bytes, allocation_bytes;
    uint64_t number;
};

/* Splits the name where the text between matches and one side is a number. */
static int cut(const struct split *s, const char *name, size_t length, struct parts *parts)
{
    if (length < s->before_bytes + s->after_bytes ||
        memcmp(name, s->before, s->before_bytes) != 0 ||
        memcmp(name + length - s->after_bytes, s->after, s->after_bytes) != 0)
        return 0;
    const char *first = name + s->before_bytes, *end = name + length - s->after_bytes;
    /* Searches from the end, since an allocation may be named a.p1, but a point may not. */
    for (const char *at = end - 1; at > first; at--) {
        size_t left = (size_t)(at - first), room = (size_t)(end - at);
        if (room <= s->between_bytes || memcmp(at, s->between, s->between_bytes) != 0)
            continue;
        const char *second = at + s->between_bytes;
        size_t right = (size_t)(end - second);
        *parts = s->point_first ? (struct parts){first, second, left, right, 0}
                                : (struct parts){second, first, right, left, 0};
        if (lpi_point_number(parts->point, parts->point_bytes, &parts->number))
            return 1;
    }
    return 0;
}

static int add_flat(struct lpi_finds *finds, const char *folder, const struct split *split,
                    const char *name, struct lpi_fault *fault)
{
    char point[32], allocation[LPI_SET_NAME_MAX + 2];
    struct parts parts;
    int npy;
    size_t stem = stem_of(name, &npy);
    if (!(stem > 0 && cut(split, name, stem, &parts)) && !cut(split, name, strlen(name), &parts)) {
        if (stem == 0)
            return LP_OK; /* a note or a listing, not a snapshot */
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "%s/%s: the name has no allocation and point as "
                             "--split says",
                             folder, name);
    }
    snprintf(point, sizeof point, "%.*s", (int)parts.point_bytes, parts.point);
    snprintf(allocation, sizeof allocation, "%.*s", (int)parts.allocation_bytes, parts.allocation);
    struct named of = {folder, name, npy, point, allocation, parts.number};
    return add_file(finds, &of, fault);
}

/* ---- folders ---- */

/* The entries' names, sorted, without those that begin with a dot. */
struct names {
    const char **list;
    size_t count, room;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int add_name(struct names *names, struct lpi_strings *strings, const char *name)
{
    if (names->count == names->room) {
        size_t room = names->room == 0 ? 64 : 2 * names->room;
        const char **list = realloc(names->list, room * sizeof *list);
        if (list == NULL)
            return 0;
        names->list = list;
        names->room = room;
    }
    names->list[names->count] = lpi_strings_keep(strings, name, strlen(name));
    return names->list[names->count] != NULL && ++names->count > 0;
}

static int list_folder(const char *path, struct lpi_strings *strings, struct names *names,
                       struct lpi_fault *fault)
{
    *names = (struct names){0};
    DIR *folder = opendir(path);
    if (folder == NULL)
        return lpi_fault_system(fault, path);
    int error = LP_OK;
    errno = 0;
    for (struct dirent *entry; error == LP_OK && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        if (names->count == LPI_SET_CELLS_MAX)
            error = lpi_fault_set(fault, LP_ERR_ARG, "%s: has more than %zu files", path,
                                  LPI_SET_CELLS_MAX);
        else if (!add_name(names, strings, entry->d_name))
            error = lpi_fault_set(fault, LP_ERR_SYSTEM, "no memory for the names in %s", path);
        errno = 0;
    }
    if (error == LP_OK && errno != 0)
        error = lpi_fault_system(fault, path);
    closedir(folder);
    if (error == LP_OK && names->count > 0)
        qsort(names->list, names->count, sizeof *names->list, by_name);
    return error;
}

/* Finds the files of one point; files that end in neither .bin nor .npy are ignored. */
static int find_point(const char *folder, const char *point, struct lpi_finds *finds,
                      struct lpi_fault *fault)
{
    struct names names;
    uint64_t number = 0;
    finds->numbers &= lpi_point_number(point, strlen(point), &number);
    int error = list_folder(folder, finds->strings, &names, fault);
    for (size_t i = 0; i < names.count && error == LP_OK; i++) {
        char allocation[NAME_MAX + 1];
        int npy;
        size_t stem = stem_of(names.list[i], &npy);
        if (stem == 0)
            continue;
        snprintf(allocation, sizeof allocation, "%.*s", (int)stem, names.list[i]);
        struct named of = {folder, names.list[i], npy, point, allocation, number};
        error = add_file(finds, &of, fault);
    }
    free(names.list);
    return error;
}

struct kinds {
    size_t folders, files; /* files: .bin and .npy */
};

/* Whether the entry is a folder; counts it. */
static int kind_of(const char *path, const char *name, struct kinds *kinds)
{
    struct stat st;
    int npy, folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    kinds->folders += (size_t)folder;
    kinds->files += !folder && stem_of(name, &npy) > 0;
    return folder;
}

static int find_entries(const char *folder, const struct split *split, const struct names *names,
                        struct lpi_finds *finds, struct lpi_fault *fault)
{
    struct kinds kinds = {0};
    int error = LP_OK;
    for (size_t i = 0; i < names->count && error == LP_OK; i++) {
        char path[LPI_PATH_MAX];
        error = path_of(path, folder, names->list[i], fault);
        if (error != LP_OK)
            break;
        if (kind_of(path, names->list[i], &kinds)) {
            if (!lpi_set_name_valid(names->list[i]))
                return lpi_fault_set(fault, LP_ERR_ARG, "%s: is no name of a point", path);
            error = find_point(path, names->list[i], finds, fault);
        } else {
            error = add_flat(finds, folder, split, names->list[i], fault);
        }
        if (error == LP_OK && kinds.folders > 0 && kinds.files > 0)
            error = lpi_fault_set(fault, LP_ERR_ARG, "%s: has both folders and files of snapshots",
                                  folder);
    }
    return error;
}

int lpi_find_folder(const char *path, const char *split_text, struct lpi_finds *finds,
                    struct lpi_fault *fault)
{
    struct split split;
    struct names names;
    if (!parse_split(split_text, &split))
        return lpi_fault_set(fault, LP_ERR_ARG,
                             "--split takes a text with {allocation} and {point} in "
                             "it, once each and apart, not '%s'",
                             split_text);
    finds->numbers = 1;
    int error = list_folder(path, finds->strings, &names, fault);
    if (error == LP_OK)
        error = find_entries(path, &split, &names, finds, fault);
    free(names.list);
    return error;
}
