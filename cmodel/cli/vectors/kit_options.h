/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the golden-model kit's commands. */
#ifndef LPI_CLI_KIT_OPTIONS_H
#define LPI_CLI_KIT_OPTIONS_H

#include "../../kit/case_text.h"

/* Options that a command accepts. */
enum {
    KIT_LEVEL = 1,
    KIT_SEED = 2,
    KIT_LINES = 4,
    KIT_ANSWERS = 8,
    KIT_JSON = 16,
    KIT_FOLDER = 32, /* -o, which is required */
    KIT_FORCE = 64,
    KIT_SHOW = 128
};

#define KIT_PARAMS_MOST 8

struct kit_options {
    struct lpi_case_head head; /* values of --param, else defaults */
    bool named[LP_MAX_PARAMS]; /* parameters set by --param */
    unsigned level;
    uint64_t lines; /* 0: the default of the level */
    bool answers, json, force, fields;
    const char *folder;
    char **files;
    int file_count;
};

/* Parses UNIT, then the options; --help prints `help` and the kinds of cases, and exits. */
void kit_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct kit_options *options);

#endif
