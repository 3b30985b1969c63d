/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../kit/run.h"
#include "cli.h"
#include "fail.h"
#include "json.h"
#include "kit_options.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define SHOWN 10 /* failures that are taken apart */

static const char help[] =
    "Usage: linepress gen UNIT [OPTION]... | YOUR-DUT | linepress check UNIT [FILE]\n"
    "\n"
    "Reads cases with the outputs of a unit behind the inputs, from FILE or standard input, works\n"
    "out what is due, and compares. Prints how many cases there were, and takes the first ten that\n"
    "fail apart. Exit status 1 if any fails; 2 if what was read is not all that 'linepress gen'\n"
    "wrote, each case with its outputs.\n"
    "\n"
    "  -p, --param NAME=VALUE\n"
    "                    a parameter that the cases must have been made with\n"
    "  --json            one JSON object instead of text\n";

struct check {
    const struct kit_options *options;
    const char *path;
    FILE *file;
    char *line;
    size_t room;
    uint64_t number; /* of the line */
    struct lpi_kit_run run;
    char *canonical; /* the case's inputs as gen writes them */
    uLong crc;
    uint64_t cases, mismatches;
    json_t *failures;
};

static noreturn void bad_line(const struct check *q, const char *why)
{
    cli_fail("%s: line %" PRIu64 ": %s", q->path, q->number, why);
}

/* The next line without its end; false: there is none. */
static bool next_line(struct check *q)
{
    errno = 0;
    ssize_t bytes = getline(&q->line, &q->room, q->file);

    if (bytes < 0 && (ferror(q->file) || errno != 0))
        cli_fail("%s: %s", q->path, strerror(errno));
    if (bytes < 0)
        return false;
    q->number++;
    if (q->line[bytes - 1] != '\n')
        bad_line(q, "cut off: no line feed at its end");
    q->line[bytes - 1] = '\0';
    if (strlen(q->line) != (size_t)bytes - 1)
        bad_line(q, "a byte of it is 0");
    return true;
}

static void open_run(struct check *q)
{
    const struct lpi_case_head *asked = &q->options->head;
    struct lpi_case_head head;
    char why[LPI_CASE_HEAD];

    if (!next_line(q))
        cli_fail("%s: empty", q->path);
    if (q->line[0] != '\0' && q->line[strlen(q->line) - 1] == '\r')
        bad_line(q, "ends with a carriage return: lines end with a line feed alone");
    if (!lpi_case_get_head(q->line, &head, why))
        bad_line(q, why);
    if (head.unit != asked->unit) {
        snprintf(why, sizeof why, "the cases are of %s, not of %s", head.unit->name,
                 asked->unit->name);
        bad_line(q, why);
    }
    for (size_t i = 0; i < head.unit->nparams; i++)
        if (q->options->named[i] && head.values[i] != asked->values[i]) {
            snprintf(why, sizeof why, "the cases have %s=%d, not %d", head.unit->params[i].name,
                     head.values[i], asked->values[i]);
            bad_line(q, why);
        }
    if (!lpi_kit_run_open(&q->run, &head, 1))
        cli_fail("check: no memory");
    q->canonical = cli_alloc(lpi_case_room(head.unit));
}

/* A field's value as text. */
static char *field_text(const struct lpi_kit_field *field, const struct lpi_kit_value *value)
{
    struct lpi_kit_side side = {.field = {*value}};
    char *text = cli_alloc(20 + 2 * field->most);

    *lpi_case_put(field, 1, &side, text) = '\0';
    return text;
}

static void show_failure(struct check *q, size_t field)
{
    const struct lpi_kit_unit *unit = q->run.head.unit;
    char apart[LPI_CASE_HEAD] = "";
    char *due = field_text(&unit->out[field], &q->run.due.field[field]);
    char *got = field_text(&unit->out[field], &q->run.got.field[field]);

    if (unit->explain != NULL)
        unit->explain(q->run.head.values, &q->run.in, &q->run.due, &q->run.got, field, apart,
                      sizeof apart);
    if (q->failures != NULL)
        json_array_append_new(
            q->failures, json_pack("{s:I,s:I,s:s,s:s,s:s,s:s}", "line", (json_int_t)q->number,
                                   "case", (json_int_t)q->cases, "field", unit->out[field].name,
                                   "due", due, "got", got, "apart", apart));
    else
        printf("line %" PRIu64 ", case %" PRIu64 ": %s%s%s\n  due %s\n  got %s\n", q->number,
               q->cases, unit->out[field].name, apart[0] ? ": " : " differs", apart, due, got);
    free(due);
    free(got);
}

static void check_case(struct check *q)
{
    const struct lpi_kit_unit *unit = q->run.head.unit;
    const char *at = q->line, *wrong;
    char why[LPI_CASE_HEAD], *end;

    if (!lpi_case_get(unit->in, q->run.nin, &at, &q->run.in, why))
        bad_line(q, why);
    if (*at++ == '\0')
        bad_line(q, "the unit has appended no outputs");
    if (!lpi_case_get(unit->out, q->run.nout, &at, &q->run.got, why))
        bad_line(q, why);
    if (*at != '\0')
        bad_line(q, "more fields than a case has, or a blank at its end");
    wrong = lpi_kit_run_expect(&q->run);
    if (wrong != NULL)
        bad_line(q, wrong);
    end = lpi_case_put(unit->in, q->run.nin, &q->run.in, q->canonical);
    *end++ = '\n';
    q->crc = crc32(q->crc, (const Bytef *)q->canonical, (uInt)(end - q->canonical));
    size_t field = lpi_kit_differ(unit->out, &q->run.due, &q->run.got, q->run.nout);
    if (field < q->run.nout && q->mismatches++ < SHOWN)
        show_failure(q, field);
    q->cases++;
}

/* The end says how many cases there were, and which. */
static void check_end(struct check *q)
{
    char why[LPI_CASE_HEAD];
    uint64_t count;
    uint32_t crc;

    if (!lpi_case_get_end(q->line, &count, &crc, why))
        bad_line(q, why);
    if (count != q->cases) {
        snprintf(why, sizeof why, "%" PRIu64 " cases, but %" PRIu64 " were generated", q->cases,
                 count);
        bad_line(q, why);
    }
    if (crc != (uint32_t)q->crc)
        bad_line(q, "the inputs are not those that were generated");
    if (next_line(q))
        bad_line(q, "text behind the end");
}

static void report(struct check *q)
{
    const struct lpi_case_head *head = &q->run.head;
    char parameters[LPI_CASE_HEAD];

    lpi_case_parameters(head->unit, head->values, parameters, sizeof parameters);
    if (q->failures != NULL) {
        cli_print_json(json_pack("{s:s,s:s,s:o,s:I,s:I,s:o}", "unit", head->unit->name,
                                 "parameters", parameters, "seed", json_integer((json_int_t)head->seed),
                                 "cases", (json_int_t)q->cases, "mismatches",
                                 (json_int_t)q->mismatches, "failures", q->failures));
        return;
    }
    if (q->mismatches > SHOWN)
        printf("%" PRIu64 " more\n", q->mismatches - SHOWN);
    printf("%s %s, seed %" PRIu64 ": %" PRIu64 " cases, %" PRIu64 " mismatches\n",
           head->unit->name, parameters, head->seed, q->cases, q->mismatches);
}

static void open_file(struct check *q, const struct kit_options *options)
{
    const char *path = options->file_count == 1 ? options->files[0] : "-";

    if (options->file_count > 1)
        cli_fail("check: takes one unit and at most one file");
    q->path = strcmp(path, "-") == 0 ? "standard input" : path;
    q->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (q->file == NULL)
        cli_fail("%s: %s", q->path, strerror(errno));
}

int cli_check(int argc, char **argv)
{
    struct kit_options options;
    struct check q = {.options = &options, .crc = crc32(0, NULL, 0)};
    bool ended = false;

    kit_parse(argc, argv, KIT_JSON, help, &options);
    open_file(&q, &options);
    if (options.json)
        q.failures = json_array();
    open_run(&q);
    while (!ended && next_line(&q)) {
        ended = q.line[0] == '#';
        if (ended)
            check_end(&q);
        else
            check_case(&q);
    }
    if (!ended)
        cli_fail("%s: line %" PRIu64 ": the text ends without '# end': %" PRIu64
                 " cases, and then the unit stopped", q.path, q.number, q.cases);
    report(&q);
    if (q.file != stdin)
        fclose(q.file);
    free(q.line);
    free(q.canonical);
    lpi_kit_run_close(&q.run);
    return q.mismatches == 0 ? EXIT_GOOD : EXIT_MISMATCH;
}
