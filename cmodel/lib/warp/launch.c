/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../io/json_file.h"
#include "launch.h"
#include "warp_form.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define VERSION 1
#define BYTES_MAX (UINT64_C(1) << 48)

struct reader {
    const char *folder;
    struct lpi_launch *launch;
    struct lpi_launch_fault *fault;
};

static int refuse(const struct reader *r, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(const struct reader *r, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->fault->why, sizeof r->fault->why, format, arguments);
    va_end(arguments);
    return error;
}

static int bad(const struct reader *r, const char *place, const char *key, const char *what)
{
    return refuse(r, LP_ERR_CORRUPT, "%s\"%s\" is missing, or no %s", place, key, what);
}

/* A string without NUL bytes; NULL: missing, or not such a string. */
static const char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    return text != NULL && json_string_length(value) == strlen(text) ? text : NULL;
}

static int number_of(const json_t *value, uint64_t least, uint64_t most, uint64_t *number)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return 0;
    *number = (uint64_t)json_integer_value(value);
    return *number >= least && *number <= most;
}

static int sizes_of(const json_t *list, uint64_t least, uint64_t most, uint64_t sizes[3])
{
    if (!json_is_array(list) || json_array_size(list) != 3)
        return 0;
    for (size_t d = 0; d < 3; d++)
        if (!number_of(json_array_get(list, d), least, most, &sizes[d]))
            return 0;
    return 1;
}

/* ---- files ---- */

/* Whether a path stays inside its folder. */
static bool is_inside(const char *path)
{
    if (*path == '\0' || *path == '/')
        return false;
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return false;
    }
    return true;
}

/* *path = a file in the folder; its size must be `bytes`, unless `bytes` is 0. */
static int find_file(const struct reader *r, const char *name, uint64_t bytes, char **path)
{
    struct stat status;
    size_t room = strlen(r->folder) + strlen(name) + 2;
    *path = malloc(room);
    if (*path == NULL)
        return refuse(r, LP_ERR_SYSTEM, "no memory");
    snprintf(*path, room, "%s/%s", r->folder, name);
    if (stat(*path, &status) != 0)
        return refuse(r, LP_ERR_SYSTEM, "%s: %s", name, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return refuse(r, LP_ERR_CORRUPT, "%s is no regular file", name);
    if (bytes > 0 && (uint64_t)status.st_size != bytes)
        return refuse(r, LP_ERR_CORRUPT, "%s has %" PRIu64 " bytes, not %" PRIu64, name,
                      (uint64_t)status.st_size, bytes);
    return LP_OK;
}

/* ---- buffers and arguments ---- */

static int read_buffer(const struct reader *r, const json_t *object)
{
    static const char *const accesses[] = {"read_write", "read_only", "write_only"};
    struct lpi_launch_buffer *b = &r->launch->buffers[r->launch->buffer_count];
    const char *access = text_of(object, "access"), *file = text_of(object, "file");
    char place[32];
    snprintf(place, sizeof place, "buffer %zu: ", r->launch->buffer_count + 1);
    b->name = text_of(object, "name");
    if (b->name == NULL || !lpi_warp_name_valid(b->name, strlen(b->name)))
        return bad(r, place, "name", "name of an allocation");
    if (!number_of(json_object_get(object, "bytes"), 1, BYTES_MAX, &b->bytes))
        return bad(r, place, "bytes", "whole number from 1 to 2^48");
    for (unsigned i = 0; i < r->launch->buffer_count; i++)
        if (strcmp(r->launch->buffers[i].name, b->name) == 0)
            return refuse(r, LP_ERR_CORRUPT, "buffer '%s' is there twice", b->name);
    unsigned of = 0;
    while (of < 3 && (access == NULL || strcmp(access, accesses[of]) != 0))
        of++;
    if (of == 3)
        return bad(r, place, "access", "read_write, read_only or write_only");
    b->access = (enum lpi_launch_access)of;
    if (file == NULL || !is_inside(file))
        return bad(r, place, "file", "path within the folder");
    r->launch->buffer_count++;
    return find_file(r, file, b->bytes, &b->path);
}

static int read_part(const struct reader *r, const char *place, const json_t *object,
                     struct lpi_launch_argument *a)
{
    const char *name = text_of(object, "buffer");
    for (a->buffer = 0; a->buffer < r->launch->buffer_count; a->buffer++)
        if (name != NULL && strcmp(r->launch->buffers[a->buffer].name, name) == 0)
            break;
    if (a->buffer == r->launch->buffer_count)
        return bad(r, place, "buffer", "name of a buffer of the launch");
    uint64_t bytes = r->launch->buffers[a->buffer].bytes;
    if (!number_of(json_object_get(object, "offset"), 0, bytes - 1, &a->offset))
        return bad(r, place, "offset", "place in the buffer");
    if (!number_of(json_object_get(object, "bytes"), 1, bytes - a->offset, &a->bytes))
        return bad(r, place, "bytes", "part of the buffer");
    return LP_OK;
}

static int digit_of(char c)
{
    const char *digits = "0123456789abcdef", *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

static int read_value(const struct reader *r, const char *place, const json_t *object,
                      struct lpi_launch_argument *a)
{
    const char *text = text_of(object, "value");
    if (!number_of(json_object_get(object, "bytes"), 1, LPI_LAUNCH_VALUE_MAX, &a->bytes))
        return bad(r, place, "bytes", "whole number from 1 to 65536");
    if (text == NULL || strlen(text) != 2 * a->bytes)
        return bad(r, place, "value", "text of two digits a byte");
    a->value = malloc(a->bytes);
    if (a->value == NULL)
        return refuse(r, LP_ERR_SYSTEM, "no memory");
    for (size_t i = 0; i < a->bytes; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return bad(r, place, "value", "hexadecimal number");
        a->value[i] = (uint8_t)(16 * high + low);
    }
    return LP_OK;
}

static int read_argument(const struct reader *r, const json_t *object)
{
    static const char *const kinds[] = {"buffer", "value", "local", "null"};
    struct lpi_launch_argument *a = &r->launch->arguments[r->launch->argument_count++];
    const char *kind = text_of(object, "kind");
    char place[32];
    snprintf(place, sizeof place, "argument %zu: ", r->launch->argument_count);
    unsigned of = 0;
    while (of < 4 && (kind == NULL || strcmp(kind, kinds[of]) != 0))
        of++;
    if (of == 4)
        return bad(r, place, "kind", "buffer, value, local or null");
    a->kind = (enum lpi_launch_kind)of;
    if (a->kind == LPI_LAUNCH_BUFFER)
        return read_part(r, place, object, a);
    if (a->kind == LPI_LAUNCH_VALUE)
        return read_value(r, place, object, a);
    if (a->kind == LPI_LAUNCH_LOCAL &&
        !number_of(json_object_get(object, "bytes"), 1, UINT32_MAX, &a->bytes))
        return bad(r, place, "bytes", "whole number from 1 to 2^32 - 1");
    return LP_OK;
}

/* The list of that key; NULL: missing or too long, with the fault set. */
static const json_t *list_of(const struct reader *r, const char *key)
{
    const json_t *rows = json_object_get(r->launch->root, key);
    if (json_is_array(rows) && json_array_size(rows) <= LPI_LAUNCH_MOST)
        return rows;
    bad(r, "", key, "list of at most 4096");
    return NULL;
}

static int read_lists(const struct reader *r)
{
    const json_t *buffers = list_of(r, "buffers");
    const json_t *arguments = buffers != NULL ? list_of(r, "arguments") : NULL;
    struct lpi_launch *l = r->launch;
    int error = LP_OK;
    if (arguments == NULL)
        return LP_ERR_CORRUPT;
    l->buffers = calloc(json_array_size(buffers) + 1, sizeof *l->buffers);
    l->arguments = calloc(json_array_size(arguments) + 1, sizeof *l->arguments);
    if (l->buffers == NULL || l->arguments == NULL)
        return refuse(r, LP_ERR_SYSTEM, "no memory");
    for (size_t i = 0; i < json_array_size(buffers) && error == LP_OK; i++)
        error = read_buffer(r, json_array_get(buffers, i));
    for (size_t i = 0; i < json_array_size(arguments) && error == LP_OK; i++)
        error = read_argument(r, json_array_get(arguments, i));
    return error;
}

/* ---- the file ---- */

static int read_range(const struct reader *r)
{
    struct lpi_launch *l = r->launch;
    const json_t *root = l->root, *local = json_object_get(root, "local");
    uint64_t dimensions;
    if (!number_of(json_object_get(root, "work_dim"), 1, 3, &dimensions))
        return bad(r, "", "work_dim", "1, 2 or 3");
    l->dimensions = (unsigned)dimensions;
    if (!sizes_of(json_object_get(root, "offset"), 0, BYTES_MAX, l->offset))
        return bad(r, "", "offset", "list of three numbers");
    if (!sizes_of(json_object_get(root, "global"), 1, UINT32_MAX, l->global))
        return bad(r, "", "global", "list of three numbers from 1 to 2^32 - 1");
    if (!json_is_null(local) && !sizes_of(local, 1, LP_WARP_BLOCK_MAX, l->local))
        return bad(r, "", "local", "list of three numbers from 1 to 4096, and not null");
    for (unsigned d = l->dimensions; d < 3; d++)
        if (l->offset[d] != 0 || l->global[d] != 1 || (l->local[0] > 0 && l->local[d] != 1))
            return refuse(r, LP_ERR_CORRUPT, "sizes beyond \"work_dim\" are not 0 and 1");
    return LP_OK;
}

static int read_root(const struct reader *r)
{
    struct lpi_launch *l = r->launch;
    const json_t *version = json_object_get(l->root, "linepress_launch");
    if (!json_is_integer(version))
        return refuse(r, LP_ERR_CORRUPT, "no saved launch: \"linepress_launch\" is not there");
    if (json_integer_value(version) != VERSION)
        return refuse(r, LP_ERR_CORRUPT, "version %lld of saved launches is not known",
                      (long long)json_integer_value(version));
    l->kernel = text_of(l->root, "kernel");
    l->options = text_of(l->root, "options");
    l->directory = text_of(l->root, "directory");
    if (l->kernel == NULL || !lpi_warp_name_valid(l->kernel, strlen(l->kernel)))
        return bad(r, "", "kernel", "name of a kernel");
    if (l->options == NULL)
        return bad(r, "", "options", "text");
    int error = find_file(r, "program.cl", 0, &l->program);
    if (error == LP_OK)
        error = read_range(r);
    if (error == LP_OK)
        error = read_lists(r);
    return error;
}

/* Takes the root, NULL if it is no JSON. */
static int parse(json_t *root, const json_error_t *why, const char *folder,
                 struct lpi_launch **launch, struct lpi_launch_fault *fault)
{
    struct reader r = {.folder = folder, .fault = fault};
    if (root == NULL)
        return refuse(&r, LP_ERR_CORRUPT, "launch.json: not JSON: line %d: %s", why->line,
                      why->text);
    r.launch = calloc(1, sizeof *r.launch);
    if (r.launch == NULL) {
        json_decref(root);
        return refuse(&r, LP_ERR_SYSTEM, "no memory");
    }
    r.launch->root = root;
    int error = read_root(&r);
    if (error == LP_OK)
        *launch = r.launch;
    else
        lpi_launch_free(r.launch);
    return error;
}

int lpi_launch_read(const char *folder, struct lpi_launch **launch, struct lpi_launch_fault *fault)
{
    struct reader r = {.folder = folder, .fault = fault};
    json_error_t why;
    size_t room = strlen(folder) + sizeof "/launch.json";
    char *path = malloc(room);
    if (path == NULL)
        return refuse(&r, LP_ERR_SYSTEM, "no memory");
    snprintf(path, room, "%s/launch.json", folder);
    FILE *file = fopen(path, "rb");
    free(path);
    if (file == NULL)
        return refuse(&r, LP_ERR_SYSTEM, "launch.json: %s", strerror(errno));
    json_t *root = lpi_json_file(file, &why);
    int failed = ferror(file), reason = errno;
    fclose(file);
    if (root == NULL && failed)
        return refuse(&r, LP_ERR_SYSTEM, "launch.json: %s", strerror(reason));
    return parse(root, &why, folder, launch, fault);
}

int lpi_launch_parse(const char *text, size_t bytes, const char *folder, struct lpi_launch **launch,
                     struct lpi_launch_fault *fault)
{
    json_error_t why;
    json_t *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &why);
    return parse(root, &why, folder, launch, fault);
}

void lpi_launch_free(struct lpi_launch *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->buffer_count; i++)
        free(l->buffers[i].path);
    for (size_t i = 0; i < l->argument_count; i++)
        free(l->arguments[i].value);
    free(l->buffers);
    free(l->arguments);
    free(l->program);
    json_decref(l->root);
    free(l);
}
