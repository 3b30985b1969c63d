/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "case_file.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ZEROS 4 /* factor of the room of a case: numbers may have leading zeros */

int lpi_cases_bad(const struct lpi_cases *q, const char *why)
{
    return lpi_fault_set(q->fault, LPI_BAD, "%s: line %" PRIu64 ": %s", q->path, q->number, why);
}

/*
 * The bytes of the next line without its end, and its terminator: '\n', or EOF also if the fault is
 * set.
 */
static size_t read_line(struct lpi_cases *q, int *end)
{
    size_t bytes = 0;
    int c;

    errno = 0;
    while ((c = getc_unlocked(q->file)) != EOF && c != '\n') {
        if (bytes == 0)
            q->number++;
        if (bytes == q->most) {
            lpi_cases_bad(q, "longer than any case can be");
            *end = EOF;
            return 0;
        }
        q->line[bytes++] = (char)c;
    }
    if (c == EOF && ferror(q->file))
        lpi_fault_set(q->fault, LPI_BAD, "%s: %s", q->path, strerror(errno));
    *end = c;
    return bytes;
}

/* The next line without its end; false: there is none, or the fault is set. */
static bool next_line(struct lpi_cases *q)
{
    int end;
    size_t bytes = read_line(q, &end);

    if (q->fault->code != 0 || (end == EOF && bytes == 0))
        return false;
    q->number += bytes == 0;
    q->line[bytes] = '\0';
    if (end == EOF)
        lpi_cases_bad(q, "cut off: no line feed at its end");
    else if (strlen(q->line) != bytes)
        lpi_cases_bad(q, "a byte of it is 0");
    return q->fault->code == 0;
}

/* Named parameters must be those of the cases. */
static int check_parameters(const struct lpi_cases *q, const struct lpi_case_head *asked,
                            const bool *named)
{
    char why[LPI_CASE_HEAD];

    for (size_t i = 0; i < q->head.unit->nparams; i++)
        if (named[i] && q->head.values[i] != asked->values[i]) {
            snprintf(why, sizeof why, "the cases have %s=%d, not %d", q->head.unit->params[i].name,
                     q->head.values[i], asked->values[i]);
            return lpi_cases_bad(q, why);
        }
    return 0;
}

static int read_head(struct lpi_cases *q, const struct lpi_case_head *asked, const bool *named)
{
    char why[LPI_CASE_HEAD];

    if (!next_line(q))
        return q->fault->code != 0 ? q->fault->code
                                   : lpi_fault_set(q->fault, LPI_BAD, "%s: empty", q->path);
    if (q->line[0] != '\0' && q->line[strlen(q->line) - 1] == '\r')
        return lpi_cases_bad(q, "ends with a carriage return: lines end with a line feed alone");
    if (!lpi_case_get_head(q->line, &q->head, why))
        return lpi_cases_bad(q, why);
    if (q->head.unit != asked->unit) {
        snprintf(why, sizeof why, "the cases are of %s, not of %s", q->head.unit->name,
                 asked->unit->name);
        return lpi_cases_bad(q, why);
    }
    return check_parameters(q, asked, named);
}

int lpi_cases_open(struct lpi_cases *q, const char *path, const struct lpi_case_head *asked,
                   const bool *named, struct lpi_fault *fault)
{
    *q = (struct lpi_cases){.path = strcmp(path, "-") == 0 ? "standard input" : path,
                            .file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r"),
                            .fault = fault,
                            .stops = "the cases stopped",
                            .crc = crc32(0, NULL, 0)};
    if (q->file == NULL)
        return lpi_fault_set(fault, LPI_BAD, "%s: %s", q->path, strerror(errno));
    q->most = ZEROS * lpi_case_room(asked->unit);
    q->line = lpi_fault_alloc(fault, q->most + 1);
    q->canonical = lpi_fault_alloc(fault, lpi_case_room(asked->unit));
    if (fault->code == 0 && read_head(q, asked, named) == 0)
        q->nin = lpi_kit_ins(q->head.unit, q->head.values);
    if (fault->code != 0)
        lpi_cases_close(q);
    return fault->code;
}

/* The end line gives the number of cases and their checksum. */
static void check_end(struct lpi_cases *q)
{
    char why[LPI_CASE_HEAD];
    uint64_t count;
    uint32_t crc;

    if (!lpi_case_get_end(q->line, &count, &crc, why)) {
        lpi_cases_bad(q, why);
    } else if (count != q->count) {
        snprintf(why, sizeof why, "%" PRIu64 " cases, but %" PRIu64 " were generated", q->count,
                 count);
        lpi_cases_bad(q, why);
    } else if (crc != (uint32_t)q->crc) {
        lpi_cases_bad(q, "the inputs are not those that were generated");
    } else if (next_line(q)) {
        lpi_cases_bad(q, "text after the end");
    }
}

bool lpi_cases_next(struct lpi_cases *q)
{
    if (next_line(q)) {
        if (q->line[0] != '#')
            return true;
        check_end(q);
    } else if (q->fault->code == 0) {
        lpi_fault_set(q->fault, LPI_BAD,
                      "%s: line %" PRIu64 ": the text ends without '# end': %" PRIu64
                      " cases, and then %s",
                      q->path, q->number, q->count, q->stops);
    }
    return false;
}

const char *lpi_cases_inputs(struct lpi_cases *q, struct lpi_kit_side *in)
{
    const char *at = q->line;
    char why[LPI_CASE_HEAD], *end;

    if (!lpi_case_get(q->head.unit->in, q->nin, &at, in, why)) {
        lpi_cases_bad(q, why);
        return NULL;
    }
    end = lpi_case_put(q->head.unit->in, q->nin, in, q->canonical);
    *end++ = '\n';
    q->crc = crc32(q->crc, (const Bytef *)q->canonical, (uInt)(end - q->canonical));
    q->count++;
    return at;
}

void lpi_cases_close(struct lpi_cases *q)
{
    if (q->file != NULL && q->file != stdin)
        fclose(q->file);
    free(q->line);
    free(q->canonical);
    *q = (struct lpi_cases){.file = NULL};
}
