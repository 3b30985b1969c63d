/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"
#include "fail.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The object's text; frees the object. */
static char *text_of(json_t *object)
{
    char *text = json_dumps(object, JSON_REAL_PRECISION(9));
    if (text == NULL)
        cli_fail("no memory for the JSON text");
    json_decref(object);
    return text;
}

void cli_write_json(FILE *stream, json_t *object)
{
    char *text = text_of(object);
    fprintf(stream, "%s\n", text);
    free(text);
}

void cli_json_rows(void (*put)(const char *text), json_t *object, const char *key, size_t count,
                   json_t *(*row)(const void *context, size_t number), const void *context)
{
    char *text = text_of(object);
    text[strlen(text) - 1] = '\0'; /* the brace that ends it */
    put(text);
    free(text);
    put(", \"");
    put(key);
    put("\": [");
    for (size_t i = 0; i < count; i++) {
        text = text_of(row(context, i));
        put(i > 0 ? ",\n " : "\n ");
        put(text);
        free(text);
    }
    put("]}\n");
}

void cli_print_json(json_t *object)
{
    cli_write_json(stdout, object);
}

json_t *cli_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    size_t length = strlen(text);
    char *ascii = cli_alloc(length + 1);
    for (size_t i = 0; i <= length; i++)
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    string = json_string(ascii);
    free(ascii);
    return string;
}

json_t *cli_json_ratio(double a, double b)
{
    return b > 0 ? json_real(a / b) : json_null();
}
