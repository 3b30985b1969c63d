/* SPDX-License-Identifier: Apache-2.0 */
#include "../../kit/case_file.h"
#include "../../kit/run.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "kit_options.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 10 /* failures that are analysed */

static const char help[] =
    "Usage: linepress gen UNIT [OPTION]... | YOUR-DUT | linepress check UNIT [FILE]\n"
    "\n"
    "Reads cases with a unit's outputs appended to the inputs, from FILE or standard input,\n"
    "computes the expected outputs and compares. Prints the number of cases, and details of the\n"
    "first ten that fail. An output with a digit X or Z is a mismatch. Exit status 1 if any\n"
    "case fails; 2 if the input is not the complete output of 'linepress gen' with outputs for\n"
    "each case.\n"
    "\n"
    "  -p, --param NAME=VALUE\n"
    "                    a parameter that the cases must have been made with\n"
    "  --json            one JSON object instead of text\n";

struct check {
    struct lpi_cases cases;
    struct lpi_kit_run run;
    uint64_t mismatches;
    json_t *failures;
};

/* A field's value as text. */
static char *field_text(const struct lpi_kit_field *field, const struct lpi_kit_value *value)
{
    struct lpi_kit_side side = {.field = {*value}};
    size_t unknown = value->unknown != NULL ? strcspn(value->unknown, " ") : 0;
    char *text = cli_alloc(20 + 2 * field->most + unknown);

    if (value->unknown != NULL)
        sprintf(text, "%.*s", (int)unknown, value->unknown);
    else
        *lpi_case_put(field, 1, &side, text) = '\0';
    return text;
}

static bool all_known(const struct check *q)
{
    for (size_t i = 0; i < q->run.nout; i++)
        if (q->run.got.field[i].unknown != NULL)
            return false;
    return true;
}

static void show_failure(struct check *q, size_t field)
{
    const struct lpi_kit_unit *unit = q->run.head.unit;
    char apart[LPI_CASE_HEAD] = "";
    char *due = field_text(&unit->out[field], &q->run.due.field[field]);
    char *got = field_text(&unit->out[field], &q->run.got.field[field]);
    uint64_t number = q->cases.count - 1; /* counted from 0 */

    if (q->run.got.field[field].unknown != NULL)
        snprintf(apart, sizeof apart, "is unknown (X or Z)");
    else if (unit->explain != NULL && all_known(q))
        unit->explain(q->run.head.values, &q->run.in, &q->run.due, &q->run.got, field, apart,
                      sizeof apart);
    if (q->failures != NULL)
        json_array_append_new(
            q->failures, json_pack("{s:I,s:I,s:s,s:s,s:s,s:s}", "line", (json_int_t)q->cases.number,
                                   "case", (json_int_t)number, "field", unit->out[field].name,
                                   "due", due, "got", got, "apart", apart));
    else
        printf("line %" PRIu64 ", case %" PRIu64 ": %s%s%s\n  due %s\n  got %s\n", q->cases.number,
               number, unit->out[field].name, apart[0] ? ": " : " differs", apart, due, got);
    free(due);
    free(got);
}

/* Returns whether the line has all fields of a case; if not, the fault is set. */
static bool read_case(struct check *q)
{
    const struct lpi_kit_unit *unit = q->run.head.unit;
    const char *at = lpi_cases_inputs(&q->cases, &q->run.in), *wrong = NULL;
    char why[LPI_CASE_HEAD];

    if (at == NULL)
        return false;
    if (*at++ == '\0')
        wrong = "the unit has appended no outputs";
    else if (!lpi_case_get_outputs(unit->out, q->run.nout, &at, &q->run.got, why))
        wrong = why;
    else if (*at != '\0')
        wrong = "more fields than a case has, or a blank at its end";
    else
        wrong = lpi_kit_run_expect(&q->run);
    if (wrong != NULL)
        lpi_cases_bad(&q->cases, wrong);
    return wrong == NULL;
}

static void check_case(struct check *q)
{
    const struct lpi_kit_unit *unit = q->run.head.unit;

    if (!read_case(q))
        cli_fail_for(q->cases.fault);
    size_t field = lpi_kit_differ(unit->out, &q->run.due, &q->run.got, q->run.nout);
    if (field < q->run.nout && q->mismatches++ < SHOWN)
        show_failure(q, field);
}

static void report(struct check *q)
{
    const struct lpi_case_head *head = &q->run.head;
    char parameters[LPI_CASE_HEAD];

    lpi_case_parameters(head->unit, head->values, parameters, sizeof parameters);
    if (q->failures != NULL) {
        cli_print_json(json_pack(
            "{s:s,s:s,s:o,s:I,s:I,s:o}", "unit", head->unit->name, "parameters", parameters, "seed",
            json_integer((json_int_t)head->seed), "cases", (json_int_t)q->cases.count, "mismatches",
            (json_int_t)q->mismatches, "failures", q->failures));
        return;
    }
    if (q->mismatches > SHOWN)
        printf("%" PRIu64 " more\n", q->mismatches - SHOWN);
    printf("%s %s, seed %" PRIu64 ": %" PRIu64 " cases, %" PRIu64 " mismatches\n", head->unit->name,
           parameters, head->seed, q->cases.count, q->mismatches);
}

int cli_check(int argc, char **argv)
{
    struct kit_options options;
    struct check q = {.failures = NULL};
    struct lpi_fault fault = {0};

    kit_parse(argc, argv, KIT_JSON, help, &options);
    if (options.file_count > 1)
        cli_fail("check: takes one unit and at most one file");
    if (options.json)
        q.failures = json_array();
    if (lpi_cases_open(&q.cases, options.file_count == 1 ? options.files[0] : "-", &options.head,
                       options.named, &fault) != 0)
        cli_fail_for(&fault);
    q.cases.stops = "the unit stopped";
    if (!lpi_kit_run_open(&q.run, &q.cases.head, 1))
        cli_fail("check: no memory");
    while (lpi_cases_next(&q.cases))
        check_case(&q);
    if (fault.code != 0)
        cli_fail_for(&fault);
    report(&q);
    lpi_cases_close(&q.cases);
    lpi_kit_run_close(&q.run);
    return q.mismatches == 0 ? EXIT_GOOD : EXIT_MISMATCH;
}
