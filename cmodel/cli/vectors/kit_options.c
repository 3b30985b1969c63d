/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "kit_options.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "../shared/values.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL = 256, SEED, LINES, ANSWERS, JSON, SHOW };

static const struct option known[] = {
    {"level", required_argument, NULL, LEVEL},
    {"seed", required_argument, NULL, SEED},
    {"lines", required_argument, NULL, LINES},
    {"param", required_argument, NULL, 'p'},
    {"answers", no_argument, NULL, ANSWERS},
    {"fields", no_argument, NULL, SHOW},
    {"folder", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static unsigned bit_of(int option)
{
    switch (option) {
    case LEVEL: return KIT_LEVEL;
    case SEED: return KIT_SEED;
    case LINES: return KIT_LINES;
    case ANSWERS: return KIT_ANSWERS;
    case JSON: return KIT_JSON;
    case SHOW: return KIT_SHOW;
    case 'o': return KIT_FOLDER;
    case 'f': return KIT_FORCE;
    default: return 0;
    }
}

static void print_fields(const char *title, const struct lpi_kit_field *fields, size_t count)
{
    printf("    %s:", title);
    for (size_t i = 0; i < count; i++)
        printf(" %s", fields[i].name);
    putchar('\n');
}

static noreturn void print_help(const char *help)
{
    fputs(help, stdout);
    puts("\nUnits, their parameters with the defaults, and the fields of their cases:");
    for (size_t i = 0; i < lpi_kit_nunits; i++) {
        const struct lpi_kit_unit *unit = lpi_kit_units[i];
        int values[LP_MAX_PARAMS];
        char parameters[LPI_CASE_HEAD];
        lpi_kit_defaults(unit, values);
        lpi_case_parameters(unit, values, parameters, sizeof parameters);
        printf("  %-10s %s (%s)\n", unit->name, unit->does, parameters);
        print_fields("in", unit->in, unit->nin);
        print_fields("out", unit->out, unit->nout);
    }
    puts("\nCase format: docs/use/conformance.md.");
    cli_finish_stdout();
    exit(EXIT_GOOD);
}

static void list_units(char *text, size_t room)
{
    text[0] = '\0';
    for (size_t i = 0; i < lpi_kit_nunits; i++) {
        size_t used = strlen(text);
        snprintf(text + used, room - used, "%s%s", i > 0 ? ", " : "", lpi_kit_units[i]->name);
    }
}

static void set_unit(const char *command, const char *name, struct kit_options *o)
{
    char list[200];

    o->head.unit = lpi_kit_named(name);
    list_units(list, sizeof list);
    if (o->head.unit == NULL)
        cli_fail("%s: unknown unit '%s' (there are %s)", command, name, list);
    lpi_kit_defaults(o->head.unit, o->head.values);
}

static void set_parameter(const char *command, char *text, struct kit_options *o)
{
    char *equals = strchr(text, '='), *end = NULL;
    const struct lpi_kit_unit *unit = o->head.unit;
    long long value = equals != NULL ? strtoll(equals + 1, &end, 10) : 0;

    if (equals == NULL || equals[1] == '\0' || *end != '\0')
        cli_fail("%s: --param takes NAME=VALUE, not '%s'", command, text);
    *equals = '\0';
    for (size_t i = 0; i < unit->nparams; i++)
        o->named[i] = o->named[i] || strcmp(unit->params[i].name, text) == 0;
    if (!lpi_kit_set(unit, text, value, o->head.values))
        cli_fail("%s: %s does not take %s=%s", command, unit->name, text, equals + 1);
}

static void set_option(const char *command, int option, const char *value, struct kit_options *o)
{
    switch (option) {
    case LEVEL: o->level = (unsigned)cli_whole(command, "level", value, 1, 2); break;
    case SEED: o->head.seed = cli_whole(command, "seed", value, 0, UINT64_MAX); break;
    case LINES: o->lines = cli_whole(command, "lines", value, 1, UINT64_MAX / 2); break;
    case ANSWERS: o->answers = true; break;
    case JSON: o->json = true; break;
    case SHOW: o->fields = true; break;
    case 'o': o->folder = value; break;
    default: o->force = true;
    }
}

/*
 * Parameters name fields of the unit, so they are set after the unit is known, which may follow or
 * precede them.
 */
static void set_all(int argc, char **argv, char *const *parameters, size_t count,
                    struct kit_options *o)
{
    if (optind == argc)
        cli_fail("%s: no unit given; try 'linepress %s --help'", argv[0], argv[0]);
    set_unit(argv[0], argv[optind], o);
    for (size_t i = 0; i < count; i++)
        set_parameter(argv[0], parameters[i], o);
    if (o->head.unit->fits != NULL && !o->head.unit->fits(o->head.values)) {
        char text[LPI_CASE_HEAD];
        lpi_case_parameters(o->head.unit, o->head.values, text, sizeof text);
        cli_fail("%s: %s does not take %s together", argv[0], o->head.unit->name, text);
    }
    o->files = argv + optind + 1;
    o->file_count = argc - optind - 1;
}

void kit_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct kit_options *options)
{
    char *parameters[KIT_PARAMS_MOST];
    size_t count = 0;

    *options = (struct kit_options){.level = 1, .head = {.seed = 1}};
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, ":hfo:p:", known, NULL)) != -1;) {
        if (option == 'h')
            print_help(help);
        if (option == ':' || option == '?')
            cli_fail_option(argv, known, option);
        if (option == 'p' && count == KIT_PARAMS_MOST)
            cli_fail("%s: --param is there more than %d times", argv[0], KIT_PARAMS_MOST);
        if (option == 'p')
            parameters[count++] = optarg;
        else if (!(accepted & bit_of(option)))
            cli_fail("%s: '%s' is not an option; try 'linepress %s --help'", argv[0],
                     argv[optind - 1], argv[0]);
        else
            set_option(argv[0], option, optarg, options);
    }
    set_all(argc, argv, parameters, count, options);
    if (accepted & KIT_FOLDER && options->folder == NULL)
        cli_fail("%s: -o DIR is missing; try 'linepress %s --help'", argv[0], argv[0]);
}
