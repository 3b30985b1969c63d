/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "options.h"
#include "../../base/codecs.h"
#include "../../lib/codec/coder.h"
#include "../../lib/compare/compare.h"
#include "fail.h"
#include "next_option.h"
#include "values.h"
#include <linepress/frame.h>
#include <stdlib.h>
#include <string.h>

static const struct lpi_codec *parse_codec(const char *word)
{
    const struct lpi_codec_row *row = lpi_codec_worded(LPI_FRAME, word, true);
    if (row != NULL)
        return lpi_codec_by_id((uint8_t)row->number[LPI_FRAME]);
    char known[256];
    cli_fail("unknown codec '%s' (there are %s)", word,
             lpi_codec_words(LPI_FRAME, LPI_FRAME, known, sizeof known));
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

static unsigned parse_threads(const char *text)
{
    char *end;
    unsigned long threads = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || threads > LP_FRAME_THREADS_MAX)
        cli_fail("--threads takes 0 to %u, not '%s'", LP_FRAME_THREADS_MAX, text);
    return (unsigned)threads;
}

static const struct {
    struct option option;
    char letter; /* 0: none */
} all_options[] = {
    {{"codec", required_argument, NULL, CLI_CODEC}, 0},
    {{"elem", required_argument, NULL, CLI_ELEM}, 0},
    {{"window", required_argument, NULL, CLI_WINDOW}, 0},
    {{"json", no_argument, NULL, CLI_JSON}, 0},
    {{"force", no_argument, NULL, CLI_FORCE}, 'f'},
    {{"raw", no_argument, NULL, CLI_RAW}, 0},
    {{"threads", required_argument, NULL, CLI_THREADS}, 'T'},
    {{"stdout", no_argument, NULL, CLI_STDOUT}, 'c'},
    {{"output-dir", required_argument, NULL, CLI_FOLDER}, 'o'},
    {{"index", no_argument, NULL, CLI_INDEX}, 0},
    {{"test", no_argument, NULL, CLI_TEST}, 0},
    {{"list", no_argument, NULL, CLI_LIST}, 0},
    {{"tensor", required_argument, NULL, CLI_TENSOR}, 0},
    {{"help", no_argument, NULL, 'h'}, 'h'},
};
#define OPTIONS (sizeof all_options / sizeof all_options[0])

/* Arguments of getopt_long: the long options of a command, and its letters. */
struct known {
    struct option options[OPTIONS + 1];
    char letters[2 * OPTIONS + 2];
};

static struct known known_options(unsigned accepted)
{
    struct known known = {.letters = ":"};
    size_t count = 0, used = 1;
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option *option = &all_options[i].option;
        if (option->val != 'h' && !(accepted & (unsigned)option->val))
            continue;
        known.options[count++] = *option;
        if (all_options[i].letter == 0)
            continue;
        known.letters[used++] = all_options[i].letter;
        if (option->has_arg == required_argument)
            known.letters[used++] = ':';
    }
    return known;
}

static int option_of_letter(int option)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (all_options[i].letter != 0 && all_options[i].letter == option)
            return all_options[i].option.val;
    return option;
}

static void set_option(struct cli_options *options, int option, unsigned accepted)
{
    switch (option) {
    case CLI_CODEC:
        options->all = (accepted & CLI_ALL) != 0 && strcmp(optarg, "all") == 0;
        options->codec = options->all ? NULL : parse_codec(optarg);
        break;
    case CLI_ELEM: options->elem = parse_elem(optarg); break;
    case CLI_WINDOW: options->window = parse_window(optarg); break;
    case CLI_THREADS: options->threads = parse_threads(optarg); break;
    case CLI_FOLDER: options->folder = optarg; break;
    case CLI_TENSOR: options->tensor = optarg; break;
    }
    options->given |= (unsigned)option;
    options->json = (options->given & CLI_JSON) != 0;
    options->force = (options->given & CLI_FORCE) != 0;
    options->raw = (options->given & CLI_RAW) != 0;
    options->to_stdout = (options->given & CLI_STDOUT) != 0;
    options->index = (options->given & CLI_INDEX) != 0;
    options->test = (options->given & CLI_TEST) != 0;
    options->list = (options->given & CLI_LIST) != 0;
}

void cli_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct cli_options *options)
{
    struct known known = known_options(accepted);
    *options = (struct cli_options){.window = LP_LINE_BYTES, .threads = 1};
    for (int option;
         (option = cli_next_option(argc, argv, known.letters, known.options, help, NULL)) != -1;)
        set_option(options, option_of_letter(option), accepted);
    options->sets = (accepted & CLI_TENSOR) != 0 && !options->raw;
    options->files = argv + optind;
    options->file_count = argc - optind;
    if (options->codec == NULL)
        return;
    if (!(options->given & CLI_ELEM))
        options->elem = options->codec->elem;
    if (!(options->codec->elems & options->elem))
        cli_fail("codec %s has no %d-bit elements", cli_codec_word(options->codec),
                 (int)options->elem);
}
