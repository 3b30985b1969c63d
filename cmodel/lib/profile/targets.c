/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../../base/codecs.h"
#include "../../base/null.h"
#include "../io/json_file.h"
#include "set.h"
#include <linepress/targets.h>

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lp_targets {
    struct lpi_strings names;
    struct lp_targets_row *rows;
    const struct lp_targets_row **by_name;
    size_t count;
    unsigned page_log2;
    uint8_t codec[LP_TARGETS];
};

static const char *const target_names[LP_BUDDY_UNCOMPRESSED + 1] = {"1",  "1.33", "2",  "4",   "16",
                                                                    NULL, NULL,   NULL, "none"};

const char *lp_target_name(unsigned target)
{
    return target <= LP_BUDDY_UNCOMPRESSED ? target_names[target] : NULL;
}

static int refuse(struct lp_targets_fault *fault, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct lp_targets_fault *fault, int error, const char *format, ...)
{
    va_list arguments;
    if (fault == NULL)
        return error;
    va_start(arguments, format);
    vsnprintf(fault->why, sizeof fault->why, format, arguments);
    va_end(arguments);
    return error;
}

/* The index of a JSON string in `names`; -1: not among them, or not a string. */
static int number_of(const json_t *value, const char *const *names, size_t count)
{
    const char *text = json_string_value(value);
    for (size_t i = 0; text != NULL && i < count; i++)
        if (names[i] != NULL && strcmp(names[i], text) == 0)
            return (int)i;
    return -1;
}

static int read_head(struct lp_targets *t, const json_t *root, struct lp_targets_fault *fault)
{
    static const char *const pages[] = {"64k", "2m"};
    const json_t *version = json_object_get(root, "linepress_targets");
    const json_t *codec = json_object_get(root, "codec");
    if (!json_is_integer(version))
        return refuse(fault, LP_ERR_TARGETS, "no target file: \"linepress_targets\" is not there");
    if (json_integer_value(version) != LP_TARGETS_VERSION)
        return refuse(fault, LP_ERR_TARGETS_VERSION, "version %lld of target files is not known",
                      (long long)json_integer_value(version));
    int page = number_of(json_object_get(root, "page"), pages, 2);
    if (page < 0)
        return refuse(fault, LP_ERR_TARGETS, "\"page\" is neither \"64k\" nor \"2m\"");
    t->page_log2 = page ? 21 : 16;
    memset(t->codec, LP_PAGE_BPC, sizeof t->codec);
    if (!json_is_object(codec))
        return refuse(fault, LP_ERR_TARGETS, "\"codec\" is no object");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)codec, key, value) {
        unsigned target = 0;
        while (target < LP_TARGETS && strcmp(target_names[target], key) != 0)
            target++;
        const char *word = json_string_value(value);
        const struct lpi_codec_row *of = word ? lpi_codec_worded(LPI_PAGE, word, false) : NULL;
        if (target == LP_TARGETS || of == NULL)
            return refuse(fault, LP_ERR_TARGETS, "\"codec\" has an unknown target or codec at '%s'",
                          key);
        t->codec[target] = (uint8_t)of->number[LPI_PAGE];
    }
    return LP_OK;
}

static int read_row(struct lp_targets *t, const json_t *object, struct lp_targets_fault *fault)
{
    const json_t *name = json_object_get(object, "name"), *bytes = json_object_get(object, "bytes");
    const json_t *target = json_object_get(object, "target");
    struct lp_targets_row *row = &t->rows[t->count];
    if (!json_is_string(name) || json_string_length(name) != strlen(json_string_value(name)) ||
        !lpi_set_name_valid(json_string_value(name)))
        return refuse(fault, LP_ERR_TARGETS,
                      "allocation %zu has no good \"name\": 1 to %u bytes "
                      "without blanks, slashes and control characters",
                      t->count + 1, LP_TARGETS_NAME_MAX);
    int of = number_of(target, target_names, LP_BUDDY_UNCOMPRESSED + 1);
    if (of < 0)
        return refuse(fault, LP_ERR_TARGETS,
                      "'%s' has an unknown \"target\"; there are 1, 1.33, "
                      "2, 4, 16, none",
                      json_string_value(name));
    if (!json_is_integer(bytes) || json_integer_value(bytes) <= 0 ||
        (uint64_t)json_integer_value(bytes) > LPI_SET_BYTES_MAX)
        return refuse(fault, LP_ERR_TARGETS, "'%s': \"bytes\" is not a whole number from 1 to 2^48",
                      json_string_value(name));
    row->name = lpi_strings_keep(&t->names, json_string_value(name), json_string_length(name));
    if (row->name == NULL)
        return refuse(fault, LP_ERR_SYSTEM, "no memory for the names");
    row->bytes = (uint64_t)json_integer_value(bytes);
    row->target = (unsigned)of;
    t->by_name[t->count++] = row;
    return LP_OK;
}

static int by_name(const void *a, const void *b)
{
    const struct lp_targets_row *const *left = a, *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

static int read_rows(struct lp_targets *t, const json_t *root, struct lp_targets_fault *fault)
{
    const json_t *list = json_object_get(root, "allocations");
    if (!json_is_array(list))
        return refuse(fault, LP_ERR_TARGETS, "\"allocations\" is no list");
    size_t i;
    json_t *value;
    t->rows = calloc(json_array_size(list) + 1, sizeof *t->rows);
    t->by_name = calloc(json_array_size(list) + 1, sizeof *t->by_name);
    if (t->rows == NULL || t->by_name == NULL)
        return refuse(fault, LP_ERR_SYSTEM, "no memory for %zu rows", json_array_size(list));
    json_array_foreach(list, i, value) {
        int error = read_row(t, value, fault);
        if (error != LP_OK)
            return error;
    }
    qsort(t->by_name, t->count, sizeof *t->by_name, by_name);
    for (i = 1; i < t->count; i++)
        if (strcmp(t->by_name[i]->name, t->by_name[i - 1]->name) == 0)
            return refuse(fault, LP_ERR_TARGETS, "allocation '%s' is there twice",
                          t->by_name[i]->name);
    return LP_OK;
}

/* Reads the file from its root, which is NULL if it is not JSON. Takes ownership. */
static int read_root(json_t *root, const json_error_t *why, struct lp_targets **targets,
                     struct lp_targets_fault *fault)
{
    if (root == NULL)
        return refuse(fault, LP_ERR_TARGETS, "not JSON: line %d: %s", why->line, why->text);
    struct lp_targets *t = calloc(1, sizeof *t);
    if (t == NULL) {
        json_decref(root);
        return refuse(fault, LP_ERR_SYSTEM, "no memory");
    }
    int error = read_head(t, root, fault);
    if (error == LP_OK)
        error = read_rows(t, root, fault);
    json_decref(root);
    lpi_strings_seal(&t->names);
    if (error == LP_OK)
        *targets = t;
    else
        lp_targets_free(t);
    return error;
}

int lp_targets_read(const char *path, struct lp_targets **targets, struct lp_targets_fault *fault)
{
    if (LPI_ANY_NULL(path, targets))
        return LP_ERR_ARG;
    json_error_t why;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return refuse(fault, LP_ERR_SYSTEM, "%s", strerror(errno));
    json_t *root = lpi_json_file(file, &why);
    int failed = ferror(file), reason = errno;
    fclose(file);
    errno = reason;
    if (root == NULL && failed)
        return refuse(fault, LP_ERR_SYSTEM, "%s", strerror(reason));
    return read_root(root, &why, targets, fault);
}

int lp_targets_parse(const char *text, size_t bytes, struct lp_targets **targets,
                     struct lp_targets_fault *fault)
{
    if (LPI_ANY_NULL(text, targets))
        return LP_ERR_ARG;
    json_error_t why;
    json_t *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &why);
    return read_root(root, &why, targets, fault);
}

void lp_targets_free(struct lp_targets *t)
{
    if (t == NULL)
        return;
    free(t->rows);
    free(t->by_name);
    lpi_strings_free(&t->names);
    free(t);
}

size_t lp_targets_count(const struct lp_targets *t)
{
    return t->count;
}

const struct lp_targets_row *lp_targets_row(const struct lp_targets *t, size_t number)
{
    return number < t->count ? &t->rows[number] : NULL;
}

const struct lp_targets_row *lp_targets_find(const struct lp_targets *t, const char *name)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int side = strcmp(t->by_name[middle]->name, name);
        if (side == 0)
            return t->by_name[middle];
        if (side < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void lp_targets_config(const struct lp_targets *t, struct lp_buddy_config *config)
{
    config->page_log2 = t->page_log2;
    memcpy(config->codec, t->codec, sizeof config->codec);
}

int lp_buddy_malloc_for(struct lp_buddy *buddy, const struct lp_targets *t, const char *name,
                        uint64_t bytes, uint64_t *address)
{
    if (LPI_ANY_NULL(buddy, t, name, address))
        return LP_ERR_ARG;
    const struct lp_targets_row *row = lp_targets_find(t, name);
    return row != NULL ? lp_buddy_malloc(buddy, bytes, row->target, address) : LP_ERR_NAME;
}
