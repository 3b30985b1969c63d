/* SPDX-License-Identifier: Apache-2.0 */
/* snapshots.json of a set: order, fractions, addresses, call sites and types. */
#define _POSIX_C_SOURCE 200809L
#include "../io/json_file.h"
#include "set_found.h"

#include <linepress/linepress.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NONE SIZE_MAX

struct description {
    const char *path;
    struct lpi_set *set;
    struct lpi_fault *fault;
    size_t *points, *allocations; /* the set's new order */
};

static int wrong(const struct description *d, const char *what, const char *name)
{
    return lpi_fault_set(d->fault, LP_ERR_CORRUPT, "%s: %s '%s'", d->path, what, name);
}

static size_t find_point(const struct lpi_set *set, const char *name)
{
    for (size_t p = 0; p < set->point_count; p++)
        if (strcmp(set->points[p].name, name) == 0)
            return p;
    return NONE;
}

/* The allocations are sorted by name. */
static size_t find_allocation(const struct lpi_set *set, const char *name)
{
    size_t low = 0, high = set->allocation_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int side = strcmp(set->allocations[middle].name, name);
        if (side == 0)
            return middle;
        if (side < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NONE;
}

/* The list gives the order and must hold every point once. */
static int read_points(struct description *d, const json_t *list)
{
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value) {
        const char *name = json_string_value(json_object_get(value, "point"));
        const json_t *fraction = json_object_get(value, "fraction");
        if (name == NULL)
            return lpi_fault_set(d->fault, LP_ERR_CORRUPT,
                                 "%s: point %zu of the list has no \"point\"", d->path, i + 1);
        size_t p = find_point(d->set, name);
        if (p == NONE)
            return wrong(d, "there is no file of the point", name);
        for (size_t before = 0; before < i; before++)
            if (d->points[before] == p)
                return wrong(d, "lists twice the point", name);
        if (fraction != NULL && (!json_is_number(fraction) || json_number_value(fraction) < 0 ||
                                 json_number_value(fraction) > 1))
            return wrong(d, "\"fraction\" is not a number from 0 to 1 at the point", name);
        if (fraction != NULL)
            d->set->points[p].fraction = json_number_value(fraction);
        d->points[i] = p;
    }
    if (json_array_size(list) < d->set->point_count)
        return lpi_fault_set(d->fault, LP_ERR_CORRUPT,
                             "%s: lists %zu of %zu points, so there is no "
                             "order",
                             d->path, json_array_size(list), d->set->point_count);
    return LP_OK;
}

/* A number, or a text such as "0x7f00"; numbers of JSON end at 2^63. */
static int read_address(const json_t *value, uint64_t *address)
{
    if (json_is_integer(value)) {
        *address = (uint64_t)json_integer_value(value);
        return json_integer_value(value) >= 0;
    }
    const char *text = json_string_value(value);
    if (text == NULL || strncmp(text, "0x", 2) != 0 || text[2] == '\0' ||
        text[2 + strspn(text + 2, "0123456789abcdefABCDEF")] != '\0')
        return 0;
    errno = 0;
    *address = strtoull(text, NULL, 16);
    return errno == 0;
}

/* A type that files of the allocation give themselves is kept. */
static int read_type(struct description *d, const json_t *value, const char *name, size_t a)
{
    const char *text = json_string_value(value);
    if (text == NULL || !lpi_set_name_valid(text))
        return wrong(d, "\"dtype\" is not a text like \"BF16\" at the allocation", name);
    const char *kept = lpi_strings_keep(&d->set->strings, text, strlen(text));
    if (kept == NULL)
        return lpi_fault_set(d->fault, LP_ERR_SYSTEM, "no memory for %s", d->path);
    struct lpi_piece *pieces = d->set->pieces + a * d->set->point_count;
    for (size_t p = 0; p < d->set->point_count; p++)
        if (pieces[p].file != NULL && pieces[p].dtype == NULL)
            pieces[p].dtype = kept;
    return LP_OK;
}

static int read_allocation(struct description *d, const json_t *value, unsigned char *seen,
                           size_t *addresses)
{
    const char *name = json_string_value(json_object_get(value, "name"));
    const char *site = json_string_value(json_object_get(value, "site"));
    const json_t *address = json_object_get(value, "address");
    const json_t *type = json_object_get(value, "dtype");
    if (name == NULL)
        return lpi_fault_set(d->fault, LP_ERR_CORRUPT, "%s: an allocation has no \"name\"",
                             d->path);
    size_t a = find_allocation(d->set, name);
    if (a == NONE)
        return wrong(d, "there is no file of the allocation", name);
    if (seen[a]++)
        return wrong(d, "lists twice the allocation", name);
    struct lpi_allocation *allocation = &d->set->allocations[a];
    if (address != NULL && !read_address(address, &allocation->address))
        return wrong(d,
                     "\"address\" is neither a number nor a text like \"0x7f00\" at the "
                     "allocation",
                     name);
    *addresses += address != NULL;
    if (site != NULL &&
        (allocation->site = lpi_strings_keep(&d->set->strings, site, strlen(site))) == NULL)
        return lpi_fault_set(d->fault, LP_ERR_SYSTEM, "no memory for %s", d->path);
    return type != NULL ? read_type(d, type, name, a) : LP_OK;
}

struct place {
    uint64_t address;
    size_t number;
};

static int by_address(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static int sort_allocations(struct description *d)
{
    size_t count = d->set->allocation_count;
    struct place *places = calloc(count, sizeof *places);
    if (places == NULL)
        return lpi_fault_set(d->fault, LP_ERR_SYSTEM, "no memory for %s", d->path);
    for (size_t a = 0; a < count; a++)
        places[a] = (struct place){d->set->allocations[a].address, a};
    qsort(places, count, sizeof *places, by_address);
    for (size_t a = 0; a < count; a++)
        d->allocations[a] = places[a].number;
    free(places);
    return LP_OK;
}

static int read_allocations(struct description *d, const json_t *list)
{
    size_t i, addresses = 0;
    json_t *value;
    int error = LP_OK;
    unsigned char *seen = calloc(d->set->allocation_count, 1);
    if (seen == NULL)
        return lpi_fault_set(d->fault, LP_ERR_SYSTEM, "no memory for %s", d->path);
    json_array_foreach(list, i, value) {
        error = read_allocation(d, value, seen, &addresses);
        if (error != LP_OK)
            break;
    }
    free(seen);
    if (error == LP_OK && addresses > 0 && addresses < d->set->allocation_count)
        error = lpi_fault_set(d->fault, LP_ERR_CORRUPT,
                              "%s: gives addresses to %zu of %zu allocations", d->path, addresses,
                              d->set->allocation_count);
    return error == LP_OK && addresses > 0 ? sort_allocations(d) : error;
}

/* The reader rejects text that is not UTF-8 or nests too deeply. */
static int load(struct description *d, FILE *file, json_t **root)
{
    json_error_t error;
    *root = lpi_json_file(file, &error);
    if (*root == NULL && ferror(file))
        return lpi_fault_system(d->fault, d->path);
    if (*root == NULL)
        return lpi_fault_set(d->fault, LP_ERR_CORRUPT, "%s: not JSON: line %d: %s", d->path,
                             error.line, error.text);
    if (json_integer_value(json_object_get(*root, "linepress_snapshots")) != 1)
        return lpi_fault_set(d->fault, LP_ERR_CORRUPT, "%s: \"linepress_snapshots\" is not 1",
                             d->path);
    return LP_OK;
}

static int read_description(struct description *d, const json_t *root, int *ordered)
{
    const json_t *points = json_object_get(root, "points");
    const json_t *allocations = json_object_get(root, "allocations");
    if ((points != NULL && !json_is_array(points)) ||
        (allocations != NULL && !json_is_array(allocations)))
        return lpi_fault_set(d->fault, LP_ERR_CORRUPT,
                             "%s: \"points\" or \"allocations\" is no list", d->path);
    int error = points != NULL ? read_points(d, points) : LP_OK;
    *ordered |= points != NULL;
    if (error == LP_OK && allocations != NULL)
        error = read_allocations(d, allocations);
    return error;
}

static int describe(struct description *d, FILE *file, int *ordered)
{
    json_t *root = NULL;
    int error = file != NULL ? load(d, file, &root) : LP_OK;
    if (error == LP_OK && root != NULL)
        error = read_description(d, root, ordered);
    json_decref(root);
    if (error == LP_OK && lpi_set_reorder(d->set, d->allocations, d->points) != LP_OK)
        error = lpi_fault_set(d->fault, LP_ERR_SYSTEM, "no memory for the set's tables");
    return error;
}

/*
 * *file = NULL: there is none. Anything but a regular file is an error, and so is one too large for
 * memory.
 */
static int open_description(const char *path, FILE **file, struct lpi_fault *fault)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *file = NULL;
    if (fd < 0)
        return errno == ENOENT ? LP_OK : lpi_fault_system(fault, path);
    int error = fstat(fd, &st) != 0 ? lpi_fault_system(fault, path)
                : !S_ISREG(st.st_mode)
                    ? lpi_fault_set(fault, LP_ERR_ARG, "%s: is no regular file", path)
                : st.st_size > LPI_SET_JSON_MAX
                    ? lpi_fault_set(fault, LP_ERR_ARG, "%s: has more than %d bytes", path,
                                    LPI_SET_JSON_MAX)
                    : LP_OK;
    if (error == LP_OK && (*file = fdopen(fd, "rb")) == NULL)
        error = lpi_fault_system(fault, path);
    if (error != LP_OK)
        close(fd);
    return error;
}

int lpi_set_describe(const char *folder, struct lpi_set *set, int numbered, struct lpi_fault *fault)
{
    char path[LPI_PATH_MAX];
    struct description d = {.path = path, .set = set, .fault = fault};
    int ordered = numbered, length = snprintf(path, sizeof path, "%s/snapshots.json", folder);
    if (length < 0 || (size_t)length >= sizeof path)
        return lpi_fault_set(fault, LP_ERR_ARG, "%s: %s", folder, strerror(ENAMETOOLONG));
    FILE *file;
    int error = open_description(path, &file, fault);
    if (error != LP_OK)
        return error;
    d.points = calloc(set->point_count, sizeof *d.points);
    d.allocations = calloc(set->allocation_count, sizeof *d.allocations);
    if (d.points == NULL || d.allocations == NULL)
        error = lpi_fault_set(fault, LP_ERR_SYSTEM, "no memory for %s", path);
    for (size_t p = 0; p < set->point_count && error == LP_OK; p++)
        d.points[p] = p;
    for (size_t a = 0; a < set->allocation_count && error == LP_OK; a++)
        d.allocations[a] = a;
    if (error == LP_OK)
        error = describe(&d, file, &ordered);
    if (error == LP_OK && !ordered)
        error = lpi_fault_set(fault, LP_ERR_ARG,
                              "%s: the points have no order: their names are no "
                              "numbers, and no snapshots.json lists them",
                              folder);
    if (file != NULL)
        fclose(file);
    free(d.points);
    free(d.allocations);
    return error;
}
