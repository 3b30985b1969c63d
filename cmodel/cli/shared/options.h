/* SPDX-License-Identifier: Apache-2.0 */
/* Options shared by the commands for codecs. */
#ifndef LPI_CLI_OPTIONS_H
#define LPI_CLI_OPTIONS_H

#include "../../base/codec.h"
#include <linepress/linepress.h>

/* Greater than every letter, since getopt_long returns both. */
enum {
    CLI_CODEC = 1 << 8,
    CLI_ELEM = 1 << 9,
    CLI_WINDOW = 1 << 10,
    CLI_JSON = 1 << 11,
    CLI_FORCE = 1 << 12, /* -f */
    CLI_RAW = 1 << 13,
    CLI_THREADS = 1 << 14, /* -T */
    CLI_STDOUT = 1 << 15,  /* -c */
    CLI_FOLDER = 1 << 16,  /* -o */
    CLI_INDEX = 1 << 17,
    CLI_TEST = 1 << 18,
    CLI_LIST = 1 << 19,
    CLI_ALL = 1 << 20,   /* --codec may be "all" */
    CLI_TENSOR = 1 << 21 /* files of tensors are sets */
};

struct cli_options {
    unsigned given;                /* sum of the options given */
    const struct lpi_codec *codec; /* NULL if not given */
    int all;                       /* all codecs */
    enum lp_elem elem;             /* 0: neither the width nor a codec was given */
    size_t window;
    int json, force, raw, to_stdout, index, test, list;
    int sets;           /* files of tensors are taken apart */
    const char *tensor; /* pattern of names; NULL: all */
    unsigned threads;   /* 1 if not given; 0: one per core */
    const char *folder; /* NULL if not given */
    char **files;
    int file_count;
};

/*
 * Parses the options in the sum `accepted`, and checks that the codec supports the element width.
 * --help prints `help` and exits.
 */
void cli_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct cli_options *options);

#endif
