/* SPDX-License-Identifier: Apache-2.0 */
#include "json_read.h"
#include "../../lib/io/json_file.h"
#include "fail.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

#define NAME_MAX_BYTES 64u

static noreturn void wrong(const struct cli_json_at *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static noreturn void wrong(const struct cli_json_at *at, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cli_fail("%s: %s%s%s", at->path, at->place, at->place[0] != '\0' ? ": " : "", text);
}

json_t *cli_json_load(const char *path)
{
    json_error_t error;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    json_t *root = lpi_json_file(file, &error);
    int failed = ferror(file), why = errno;
    if (file != stdin)
        fclose(file);
    if (root == NULL && failed)
        cli_fail("%s: %s", path, strerror(why));
    if (root == NULL)
        cli_fail("%s: not JSON: line %d: %s", path, error.line, error.text);
    if (json_is_object(root))
        return root;
    const char *but = json_is_array(root) ? " but a list, such as a sweep prints" : "";
    json_decref(root);
    cli_fail("%s: not a JSON object%s", path, but);
}

static bool is_word_of(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *p = words; length > 0 && (p = strstr(p, word)) != NULL; p += length)
        if ((p == words || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
            return strchr(word, ' ') == NULL;
    return false;
}

void cli_json_only(const struct cli_json_at *at, const json_t *object, const char *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
        if (!is_word_of(key, keys))
            wrong(at, "'%s' is none of: %s", key, keys);
}

double cli_json_number(const struct cli_json_at *at, const json_t *object, const char *key,
                       double least, double most, double if_none)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL && !isnan(if_none))
        return if_none;
    if (value == NULL)
        wrong(at, "'%s' is missing", key);
    double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= least && number <= most))
        wrong(at, "'%s' is not a number from %g to %g", key, least, most);
    return number;
}

long cli_json_whole(const struct cli_json_at *at, const json_t *object, const char *key, long least,
                    long most, long if_none)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL && if_none != CLI_JSON_NEEDED)
        return if_none;
    if (value == NULL)
        wrong(at, "'%s' is missing", key);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most)
        wrong(at, "'%s' is not a whole number from %ld to %ld", key, least, most);
    return (long)number;
}

int cli_json_bool(const struct cli_json_at *at, const json_t *object, const char *key, int if_none)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !json_is_boolean(value))
        wrong(at, "'%s' is neither true nor false", key);
    return value != NULL ? json_is_true(value) : if_none;
}

static bool is_name(const json_t *value)
{
    const char *text = json_string_value(value);
    size_t bytes = text != NULL ? strlen(text) : 0;
    if (bytes == 0 || bytes > NAME_MAX_BYTES || bytes != json_string_length(value))
        return false;
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

const char *cli_json_name(const struct cli_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value != NULL && !is_name(value))
        wrong(at, "'%s' is not a name of 1 to %u bytes", key, NAME_MAX_BYTES);
    return json_string_value(value);
}

const json_t *cli_json_list(const struct cli_json_at *at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        wrong(at, "'%s' is missing", key);
    if (!json_is_array(value))
        wrong(at, "'%s' is not a list", key);
    return value;
}
