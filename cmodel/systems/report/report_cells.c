/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "report_cells.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof REPORT_DIGITS == 16 * LP_LINE_SECTORS + 2, "a digit for each sixteenth");

static void put_count(FILE *text, uint64_t count)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    char reversed[16];
    size_t length = 0;
    for (; count > 0; count /= 36)
        reversed[length++] = digits[count % 36];
    while (length > 0)
        fputc(reversed[--length], text);
}

static void put_cell(FILE *text, const struct lpi_classes *classes)
{
    put_count(text, classes->bits);
    for (unsigned i = 0; i < LPI_SIZES; i++) {
        fputc(',', text);
        put_count(text, classes->sizes[i]);
    }
}

/* Closes the stream; a failed write to memory leaves no text. */
static json_t *take_text(FILE *text, char **buffer)
{
    int failed = ferror(text);
    failed |= fclose(text);
    json_t *string = failed ? NULL : json_string(*buffer);
    free(*buffer);
    return string;
}

json_t *report_cells(const struct profile_job *job, size_t allocation, unsigned codec)
{
    char *buffer = NULL;
    size_t bytes;
    const struct lpi_classes *before = NULL;
    FILE *text = open_memstream(&buffer, &bytes);
    if (text == NULL)
        return NULL;
    for (size_t p = 0; p < job->set->point_count; p++) {
        const struct lpi_classes *now = lpi_tables_at(job->tables, codec, allocation, p);
        if (p > 0)
            fputc(';', text);
        if (lpi_set_piece(job->set, allocation, p)->file == NULL)
            fputc('-', text);
        else if (before != NULL && memcmp(before, now, sizeof *now) == 0)
            fputc('=', text);
        else
            put_cell(text, now);
        before = lpi_set_piece(job->set, allocation, p)->file != NULL ? now : NULL;
    }
    return take_text(text, &buffer);
}

json_t *report_ranges(const struct profile_job *job, size_t point)
{
    const struct lpi_range *range = lpi_ranges_at(job->ranges, point);
    size_t count = (size_t)lpi_ranges_count(job->ranges);
    char *text = malloc(count);
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        text[i] = range[i].lines == 0
                      ? ' '
                      : REPORT_DIGITS[(16 * range[i].sectors + range[i].lines / 2) / range[i].lines];
    json_t *string = json_stringn(text, count);
    free(text);
    return string;
}
