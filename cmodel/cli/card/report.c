/* SPDX-License-Identifier: Apache-2.0 */
/* report: state, build and errors of a card in one text, for readers who do not have it. */
#define _POSIX_C_SOURCE 200809L
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/progress.h"
#include "card_cli.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

static const char help[] =
    "Usage: linepress-card report [-d CARD] [OPTION]...\n"
    "\n"
    "Prints one text to send with a bug report or with the news that a card works: versions, the\n"
    "card's information registers, its build, the self-test, and all registers if something is not\n"
    "good. An error does not end the report but is part of it. The contents of card memory are\n"
    "lost. The exit status is 1 if a step of the self-test fails, and 2 after an error.\n"
    "\n"
    "  --build FILE       board.json, which make fpga left next to the bitstream: adds clock, slack\n"
    "                     and sizes, and compares its commit with that of the card\n" CARD_OPTIONS_HELP;

struct report {
    const char *device;
    struct utsname host;
    json_t *build; /* NULL: not given */
    struct lp_card_info info;
    unsigned steps, of, failed; /* of the self-test: done, in all, failed */
    json_t *bad_steps, *registers;
    enum { NOT_IDENTIFIED, IDENTIFIED, TESTED } reached;
    char error[600]; /* "": none */
};

/* ---- the build ---- */

enum { TEXT_MOST = 80 };
#define NUMBER_MOST 1e9

static const char *build_text(const json_t *build, const char *key)
{
    return json_string_value(json_object_get(build, key));
}

/* Texts of board.json are printed as they are. */
static void check_text(const char *path, const json_t *build, const char *key)
{
    const char *text = build_text(build, key);

    if (text == NULL)
        cli_fail("%s: no text '%s', as in a board.json of make fpga", path, key);
    for (size_t i = 0; text[i] != '\0'; i++)
        if (text[i] < ' ' || text[i] > '~' || i == TEXT_MOST)
            cli_fail("%s: '%s' is no plain text of at most %d characters", path, key, TEXT_MOST);
}

/* Numbers may be absent: a vendor's tool writes its counts elsewhere. */
static void check_number(const char *path, const json_t *build, const char *key)
{
    const json_t *number = json_object_get(build, key);

    if (number != NULL && !(json_is_number(number) && json_number_value(number) < NUMBER_MOST &&
                            json_number_value(number) > -NUMBER_MOST))
        cli_fail("%s: '%s' is no number, or too large", path, key);
}

static json_t *read_build(const char *path)
{
    static const char *const texts[] = {"board", "part", "git"};
    static const char *const numbers[] = {"lut",       "ff",       "bram", "mhz",
                                          "clock_mhz", "slack_ns", "seed"};
    json_error_t why;
    FILE *file = fopen(path, "r");

    if (file == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    json_t *build = json_loadf(file, JSON_REJECT_DUPLICATES, &why);
    fclose(file);
    if (build == NULL) {
        lpi_keep_line(why.text);
        cli_fail("%s: line %d: %s", path, why.line, why.text);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(path, build, texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        check_number(path, build, numbers[i]);
    return build;
}

/* A value of the top, or -1 if it is not known. */
static json_int_t value_of(const json_t *build, const char *key)
{
    const json_t *value = json_object_get(json_object_get(build, "top"), key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* The number in the card's registers for a CODECS of the top (lp_card). */
static unsigned codecs_of(json_int_t codecs)
{
    return codecs == 15 ? 5 : codecs > 1 ? 2 : 1;
}

/* How card and build differ, or agree, as far as both say. */
static const char *compared(const struct report *r)
{
    json_int_t channels = value_of(r->build, "CHANNELS"), codecs = value_of(r->build, "CODECS");
    char git[9];

    snprintf(git, sizeof git, "%08" PRIx32, r->info.git);
    if (r->info.git == 0)
        return "the card does not say its commit";
    if (strcmp(git, build_text(r->build, "git")) != 0)
        return "the card IS NOT of this commit";
    if ((channels >= 0 && channels != (json_int_t)r->info.channels) ||
        (codecs >= 0 && codecs_of(codecs) != r->info.codecs))
        return "the card is of this commit, but HAS OTHER PARAMETERS";
    return "the card is of this commit";
}

/* ---- the card ---- */

static void note(struct report *r, const char *what, const char *why)
{
    if (*r->error == '\0')
        snprintf(r->error, sizeof r->error, "%s%s%s", what, *what ? ": " : "", why);
}

static int take_step(void *context, const struct lp_card_step *step)
{
    struct report *r = context;

    r->steps = step->number;
    r->of = step->count;
    if (!step->good)
        json_array_append_new(r->bad_steps,
                              json_pack("{s:s, s:s}", "step", step->name, "result", step->result));
    cli_progress("selftest", step->number, step->count);
    return card_stopped;
}

static void test(struct report *r, struct lp_card *card)
{
    int error = lp_card_info(card, &r->info);

    if (error != LP_OK) {
        note(r, "information registers", card_why(card, error));
        return;
    }
    r->reached = IDENTIFIED;
    error = lp_card_selftest(card, take_step, r, &r->failed);
    cli_progress_end();
    if (error == LP_OK)
        r->reached = TESTED;
    else
        note(r, "selftest", card_stopped ? "stopped by a signal" : card_why(card, error));
}

static void take_registers(struct report *r, struct lp_card *card)
{
    const char *at = "registers";
    int error = card_dump_to(card, &r->info, r->registers, &at);

    if (error != LP_OK)
        note(r, at, card_why(card, error));
}

static void ask(struct report *r, const struct card_options *o)
{
    struct lp_card_trouble trouble = {.text = ""};
    struct lp_card *card = card_try(o, &trouble);

    if (card == NULL) {
        note(r, "", card_stopped ? "stopped by a signal" : trouble.text);
        return;
    }
    test(r, card);
    if (!card_stopped && (r->reached != TESTED || r->failed > 0))
        take_registers(r, card);
}

/* ---- what it prints ---- */

static void print_registers(const json_t *registers)
{
    const json_t *row;
    size_t i;

    if (json_array_size(registers) > 0)
        puts("registers:");
    json_array_foreach(registers, i, row)
        printf("  %s  %04" PRIx64 "  %-18s %08" PRIx64 "\n",
               json_string_value(json_object_get(row, "block")),
               (uint64_t)json_integer_value(json_object_get(row, "offset")),
               json_string_value(json_object_get(row, "name")),
               (uint64_t)json_integer_value(json_object_get(row, "value")));
}

/* A number of the build, if it is there. */
static void print_number(const json_t *build, const char *key, const char *format)
{
    const json_t *number = json_object_get(build, key);

    if (number != NULL)
        printf(format, json_number_value(number));
}

static void print_build(const struct report *r)
{
    const json_t *b = r->build;

    printf("build: %s (%s), commit %s", build_text(b, "board"), build_text(b, "part"),
           build_text(b, "git"));
    print_number(b, "lut", ", %.0f LUT");
    print_number(b, "ff", ", %.0f FF");
    print_number(b, "bram", ", %.0f BRAM");
    print_number(b, "seed", ", seed %.0f");
    putchar('\n');
    print_number(b, "mhz", "  %.2f MHz reached\n");
    print_number(b, "clock_mhz", "  %.2f MHz due\n");
    print_number(b, "slack_ns", "  slack %.2f ns\n");
    if (json_number_value(json_object_get(b, "slack_ns")) < 0)
        puts("  TOO SLOW for its clock");
    if (r->reached >= IDENTIFIED)
        printf("  %s\n", compared(r));
}

static void print_test(const struct report *r)
{
    const json_t *step;
    size_t i;

    if (r->steps > 0)
        printf("selftest: %u of %u steps, %u not good\n", r->steps, r->of,
               (unsigned)json_array_size(r->bad_steps));
    json_array_foreach(r->bad_steps, i, step)
        printf("  NOT GOOD %s: %s\n", json_string_value(json_object_get(step, "step")),
               json_string_value(json_object_get(step, "result")));
}

static void print_text(const struct report *r)
{
    printf("linepress-card %s on %s %s %s\n", lp_version(), r->host.sysname, r->host.release,
           r->host.machine);
    if (r->reached >= IDENTIFIED)
        card_print_info(&r->info);
    else
        printf("%s: not identified\n", r->device);
    if (r->build != NULL)
        print_build(r);
    print_test(r);
    if (*r->error)
        printf("error: %s\n", r->error);
    print_registers(r->registers);
}

static void print_json(struct report *r)
{
    json_t *info = r->reached >= IDENTIFIED ? card_info_json(&r->info) : json_null();
    json_t *host = json_pack("{s:s, s:s, s:s}", "system", r->host.sysname, "release",
                             r->host.release, "machine", r->host.machine);
    json_t *error = *r->error ? lpi_json_text(r->error) : json_null();

    cli_print_json(json_pack(
        "{s:s, s:o, s:o, s:o, s:O?, s:I, s:I, s:O, s:b, s:o, s:O}", "version", lp_version(), "host",
        host, "card", lpi_json_text(r->device), "info", info, "build", r->build, "steps",
        (json_int_t)r->steps, "of", (json_int_t)r->of, "bad_steps", r->bad_steps, "tested",
        (int)(r->reached == TESTED), "error", error, "registers", r->registers));
}

int card_report(int argc, char **argv)
{
    struct card_options o;

    card_parse(argc, argv, CARD_BUILD, help, &o);
    card_no_files(&o, "report");
    struct report r = {.device = o.device, .bad_steps = json_array(), .registers = json_array()};
    if (uname(&r.host) != 0)
        r.host = (struct utsname){.sysname = "?"};
    if (o.build != NULL)
        r.build = read_build(o.build);
    ask(&r, &o);
    if (o.json)
        print_json(&r);
    else
        print_text(&r);
    json_decref(r.build);
    json_decref(r.bad_steps);
    json_decref(r.registers);
    if (*r.error && fflush(stdout) == 0)
        cli_complain("report: %s", r.error);
    return *r.error ? EXIT_BAD : r.failed > 0 ? EXIT_MISMATCH : EXIT_GOOD;
}
