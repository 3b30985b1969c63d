/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "options.h"
#include "../codec/coder.h"
#include "../compare/compare.h"
#include "fail.h"
#include "output.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct lpi_codec *parse_codec(const char *name)
{
    const struct lpi_codec *codec = lpi_codec_by_name(name);
    if (codec != NULL)
        return codec;
    char known[128] = "";
    for (size_t i = 0; i < lpi_codec_count; i++) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", lpi_codecs[i]->name);
    }
    cli_fail("unknown codec '%s' (there are %s)", name, known);
}

static enum lp_elem parse_elem(const char *text)
{
    static const enum lp_elem widths[] = {LP_ELEM_8, LP_ELEM_16, LP_ELEM_32};
    static const char *const names[] = {"8", "16", "32"};
    for (size_t i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0)
            return widths[i];
    cli_fail("--elem takes 8, 16 or 32, not '%s'", text);
}

static size_t parse_window(const char *text)
{
    char *end;
    unsigned long window = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || !lpi_window_valid(window))
        cli_fail("--window takes 128, 4096 or 65536, not '%s'", text);
    return window;
}

static const struct option all_options[] = {
    {"codec", required_argument, NULL, CLI_CODEC}, {"elem", required_argument, NULL, CLI_ELEM},
    {"window", required_argument, NULL, CLI_WINDOW}, {"json", no_argument, NULL, CLI_JSON},
    {"force", no_argument, NULL, CLI_FORCE}, {"raw", no_argument, NULL, CLI_RAW},
    {"help", no_argument, NULL, 'h'},
};
#define OPTIONS (sizeof all_options / sizeof all_options[0])

void cli_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct cli_options *options)
{
    struct option known[OPTIONS + 1] = {0};
    size_t count = 0;
    for (size_t i = 0; i < OPTIONS; i++)
        if (all_options[i].val == 'h' || (accepted & (unsigned)all_options[i].val))
            known[count++] = all_options[i];
    *options = (struct cli_options){.elem = LP_ELEM_32, .window = LP_LINE_BYTES};
    const char *letters = accepted & CLI_FORCE ? ":hf" : ":h";
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, letters, known, NULL)) != -1;) {
        if (option <= CLI_RAW)
            options->given |= (unsigned)option;
        switch (option) {
        case CLI_CODEC:
            options->codec = parse_codec(optarg);
            break;
        case CLI_ELEM:
            options->elem = parse_elem(optarg);
            break;
        case CLI_WINDOW:
            options->window = parse_window(optarg);
            break;
        case CLI_JSON:
            options->json = 1;
            break;
        case CLI_FORCE:
        case 'f':
            options->force = 1;
            break;
        case CLI_RAW:
            options->raw = 1;
            break;
        case 'h':
            fputs(help, stdout);
            cli_finish_stdout();
            exit(EXIT_GOOD);
        default:
            cli_fail_option(argv, known, option);
        }
    }
    options->files = argv + optind;
    options->file_count = argc - optind;
    if (options->codec != NULL && !(options->codec->elems & options->elem))
        cli_fail("codec %s has no %d-bit elements", options->codec->name, (int)options->elem);
}
