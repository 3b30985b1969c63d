/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "case_file.h"
#include "../shared/fail.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ZEROS 4 /* times the room of a case: numbers may begin with more digits than they need */

noreturn void cli_cases_bad(const struct cli_cases *q, const char *why)
{
    cli_fail("%s: line %" PRIu64 ": %s", q->path, q->number, why);
}

/* The next line without its end; false: there is none. */
static bool next_line(struct cli_cases *q)
{
    size_t bytes = 0;
    int c;

    errno = 0;
    while ((c = getc_unlocked(q->file)) != EOF && c != '\n') {
        if (bytes == 0)
            q->number++;
        if (bytes == q->most)
            cli_cases_bad(q, "longer than any case can be");
        q->line[bytes++] = (char)c;
    }
    if (c == EOF && ferror(q->file))
        cli_fail("%s: %s", q->path, strerror(errno));
    if (c == EOF && bytes == 0)
        return false;
    q->number += bytes == 0;
    if (c == EOF)
        cli_cases_bad(q, "cut off: no line feed at its end");
    q->line[bytes] = '\0';
    if (strlen(q->line) != bytes)
        cli_cases_bad(q, "a byte of it is 0");
    return true;
}

static void read_head(struct cli_cases *q, const struct kit_options *asked)
{
    const struct lpi_case_head *due = &asked->head;
    char why[LPI_CASE_HEAD];

    if (!next_line(q))
        cli_fail("%s: empty", q->path);
    if (q->line[0] != '\0' && q->line[strlen(q->line) - 1] == '\r')
        cli_cases_bad(q, "ends with a carriage return: lines end with a line feed alone");
    if (!lpi_case_get_head(q->line, &q->head, why))
        cli_cases_bad(q, why);
    if (q->head.unit != due->unit) {
        snprintf(why, sizeof why, "the cases are of %s, not of %s", q->head.unit->name,
                 due->unit->name);
        cli_cases_bad(q, why);
    }
    for (size_t i = 0; i < q->head.unit->nparams; i++)
        if (asked->named[i] && q->head.values[i] != due->values[i]) {
            snprintf(why, sizeof why, "the cases have %s=%d, not %d", q->head.unit->params[i].name,
                     q->head.values[i], due->values[i]);
            cli_cases_bad(q, why);
        }
}

void cli_cases_open(struct cli_cases *q, const char *path, const struct kit_options *asked)
{
    *q = (struct cli_cases){.path = strcmp(path, "-") == 0 ? "standard input" : path,
                            .file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r"),
                            .stops = "the cases stopped",
                            .crc = crc32(0, NULL, 0)};
    if (q->file == NULL)
        cli_fail("%s: %s", q->path, strerror(errno));
    q->most = ZEROS * lpi_case_room(asked->head.unit);
    q->line = cli_alloc(q->most + 1);
    read_head(q, asked);
    q->nin = lpi_kit_ins(q->head.unit, q->head.values);
    q->canonical = cli_alloc(lpi_case_room(q->head.unit));
}

/* The end says how many cases there were, and which. */
static void check_end(struct cli_cases *q)
{
    char why[LPI_CASE_HEAD];
    uint64_t count;
    uint32_t crc;

    if (!lpi_case_get_end(q->line, &count, &crc, why))
        cli_cases_bad(q, why);
    if (count != q->count) {
        snprintf(why, sizeof why, "%" PRIu64 " cases, but %" PRIu64 " were generated", q->count,
                 count);
        cli_cases_bad(q, why);
    }
    if (crc != (uint32_t)q->crc)
        cli_cases_bad(q, "the inputs are not those that were generated");
    if (next_line(q))
        cli_cases_bad(q, "text behind the end");
}

bool cli_cases_next(struct cli_cases *q)
{
    if (!next_line(q))
        cli_fail("%s: line %" PRIu64 ": the text ends without '# end': %" PRIu64
                 " cases, and then %s",
                 q->path, q->number, q->count, q->stops);
    if (q->line[0] != '#')
        return true;
    check_end(q);
    return false;
}

const char *cli_cases_inputs(struct cli_cases *q, struct lpi_kit_side *in)
{
    const char *at = q->line;
    char why[LPI_CASE_HEAD], *end;

    if (!lpi_case_get(q->head.unit->in, q->nin, &at, in, why))
        cli_cases_bad(q, why);
    end = lpi_case_put(q->head.unit->in, q->nin, in, q->canonical);
    *end++ = '\n';
    q->crc = crc32(q->crc, (const Bytef *)q->canonical, (uInt)(end - q->canonical));
    q->count++;
    return at;
}

void cli_cases_close(struct cli_cases *q)
{
    if (q->file != stdin)
        fclose(q->file);
    free(q->line);
    free(q->canonical);
}
