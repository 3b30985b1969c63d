/* SPDX-License-Identifier: Apache-2.0 */
#include "json_rows.h"
#include <stdlib.h>
#include <string.h>

char *lpi_json_line(json_t *object, struct lpi_fault *fault)
{
    char *text = json_dumps(object, JSON_REAL_PRECISION(9));
    if (text == NULL)
        lpi_fault_set(fault, LPI_BAD, "no memory for the JSON text");
    json_decref(object);
    return text;
}

/* Writes the object without its closing brace, then the beginning of the list. */
static int put_head(lpi_put_text *put, void *context, json_t *object, const char *key,
                    struct lpi_fault *fault)
{
    char *text = lpi_json_line(object, fault);
    if (text == NULL)
        return fault->code;
    text[strlen(text) - 1] = '\0';
    int code = put(context, text, fault);
    free(text);
    if (code == 0)
        code = put(context, ", \"", fault);
    if (code == 0)
        code = put(context, key, fault);
    return code == 0 ? put(context, "\": [", fault) : code;
}

static int put_row(lpi_put_text *put, void *context, json_t *row, int first,
                   struct lpi_fault *fault)
{
    char *text = lpi_json_line(row, fault);
    if (text == NULL)
        return fault->code;
    int code = put(context, first ? "\n " : ",\n ", fault);
    if (code == 0)
        code = put(context, text, fault);
    free(text);
    return code;
}

int lpi_json_rows(lpi_put_text *put, void *context, json_t *object, const char *key, size_t count,
                  json_t *(*row)(const void *of, size_t number), const void *of,
                  struct lpi_fault *fault)
{
    int code = put_head(put, context, object, key, fault);
    for (size_t i = 0; i < count && code == 0; i++)
        code = put_row(put, context, row(of, i), i == 0, fault);
    return code == 0 ? put(context, "]}\n", fault) : code;
}
