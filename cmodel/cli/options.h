/* SPDX-License-Identifier: Apache-2.0 */
/* The options that the codecs' commands share. */
#ifndef LPI_CLI_OPTIONS_H
#define LPI_CLI_OPTIONS_H

#include "../common/codec.h"
#include <linepress/linepress.h>

enum { CLI_CODEC = 1, CLI_ELEM = 2, CLI_WINDOW = 4, CLI_JSON = 8, CLI_FORCE = 16, CLI_RAW = 32 };

struct cli_options {
    unsigned given;                /* the sum of those that were */
    const struct lpi_codec *codec; /* NULL if not given */
    enum lp_elem elem;
    size_t window;
    int json, force, raw;
    char **files;
    int file_count;
};

/*
 * Parses the options of which `accepted` is the sum, and checks that the codec knows the element
 * width. --help prints `help` and exits.
 */
void cli_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct cli_options *options);

#endif
