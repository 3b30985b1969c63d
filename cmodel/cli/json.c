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

struct text {
    char *bytes;
    size_t used, room;
};

static void append(struct text *text, const char *more)
{
    size_t bytes = strlen(more);
    if (text->room - text->used <= bytes) {
        text->room = 2 * (text->room + bytes + 1);
        text->bytes = cli_resize(text->bytes, text->room);
    }
    memcpy(text->bytes + text->used, more, bytes + 1);
    text->used += bytes;
}

void cli_json_rows(void (*put)(const char *text), json_t *object, const char *key, size_t count,
                   json_t *(*row)(const void *context, size_t number), const void *context)
{
    struct text all = {.bytes = text_of(object)};
    all.used = strlen(all.bytes) - 1; /* without the brace that ends it */
    all.room = all.used + 1;
    append(&all, ", \"");
    append(&all, key);
    append(&all, "\": [");
    for (size_t i = 0; i < count; i++) {
        char *text = text_of(row(context, i));
        append(&all, i > 0 ? ",\n " : "\n ");
        append(&all, text);
        free(text);
    }
    append(&all, "]}\n");
    put(all.bytes);
    free(all.bytes);
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
