/* SPDX-License-Identifier: Apache-2.0 */
#include "json_read.h"
#include "json_file.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MAX_BYTES 64u

void lpi_json_wrong(const struct lpi_json_at *at, const char *format, ...)
{
    char text[sizeof at->fault->why];
    va_list arguments;
    if (at->fault->code != 0)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lpi_fault_set(at->fault, LPI_BAD, "%s: %s%s%s", at->path, at->place,
                  at->place[0] != '\0' ? ": " : "", text);
}

json_t *lpi_json_load(const char *path, struct lpi_fault *fault)
{
    json_error_t error;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL) {
        lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(errno));
        return NULL;
    }
    json_t *root = lpi_json_file(file, &error);
    int failed = ferror(file), why = errno;
    if (file != stdin)
        fclose(file);
    if (json_is_object(root))
        return root;
    if (root != NULL)
        lpi_fault_set(fault, LPI_BAD, "%s: not a JSON object%s", path,
                      json_is_array(root) ? " but a list, such as a sweep prints" : "");
    else if (failed)
        lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(why));
    else
        lpi_fault_set(fault, LPI_BAD, "%s: not JSON: line %d: %s", path, error.line, error.text);
    json_decref(root);
    return NULL;
}

static int is_word_of(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *p = words; length > 0 && (p = strstr(p, word)) != NULL; p += length)
        if ((p == words || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
            return strchr(word, ' ') == NULL;
    return 0;
}

void lpi_json_only(const struct lpi_json_at *at, const json_t *object, const char *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
        if (!is_word_of(key, keys))
            lpi_json_wrong(at, "'%s' is none of: %s", key, keys);
}

double lpi_json_number(const struct lpi_json_at *at, const json_t *object, const char *key,
                       double least, double most, double if_none)
{
    const json_t *value = json_object_get(object, key);
    double number = json_number_value(value);
    if (value == NULL && !isnan(if_none))
        return if_none;
    if (value == NULL)
        lpi_json_wrong(at, "'%s' is missing", key);
    else if (json_is_number(value) && number >= least && number <= most)
        return number;
    else
        lpi_json_wrong(at, "'%s' is not a number from %g to %g", key, least, most);
    return least;
}

long lpi_json_whole(const struct lpi_json_at *at, const json_t *object, const char *key, long least,
                    long most, long if_none)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_integer_value(value);
    if (value == NULL && if_none != LPI_JSON_NEEDED)
        return if_none;
    if (value == NULL)
        lpi_json_wrong(at, "'%s' is missing", key);
    else if (json_is_integer(value) && number >= least && number <= most)
        return (long)number;
    else
        lpi_json_wrong(at, "'%s' is not a whole number from %ld to %ld", key, least, most);
    return least;
}

int lpi_json_bool(const struct lpi_json_at *at, const json_t *object, const char *key, int if_none)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !json_is_boolean(value))
        lpi_json_wrong(at, "'%s' is neither true nor false", key);
    return value != NULL ? json_is_true(value) : if_none;
}

static int is_name(const json_t *value)
{
    const char *text = json_string_value(value);
    size_t bytes = text != NULL ? strlen(text) : 0;
    if (bytes == 0 || bytes > NAME_MAX_BYTES || bytes != json_string_length(value))
        return 0;
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return 0;
    return 1;
}

const char *lpi_json_name(const struct lpi_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !is_name(value)) {
        lpi_json_wrong(at, "'%s' is not a name of 1 to %u bytes", key, NAME_MAX_BYTES);
        return NULL;
    }
    return json_string_value(value);
}

const json_t *lpi_json_list(const struct lpi_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        lpi_json_wrong(at, "'%s' is missing", key);
    else if (!json_is_array(value))
        lpi_json_wrong(at, "'%s' is not a list", key);
    else
        return value;
    return NULL;
}
