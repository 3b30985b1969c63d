/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of a model as options of its command. */
#ifndef LPI_CLI_CONSTANTS_H
#define LPI_CLI_CONSTANTS_H

#include "../../base/constant.h"
#include <getopt.h>
#include <jansson.h>

/* getopt_long's value of the first constant's option; the others follow. */
#define CLI_CONSTANT 4096

struct cli_constants {
    const char *command;
    const struct lpi_constant *list;
    unsigned count;
    double *values; /* one for each; set to the defaults by cli_constants_options */
    struct option *known;
    char *help;
};

/*
 * Sets the values to the defaults; `known` gets the command's options, which end with a row of
 * NULL, and one for each constant; `help` the text with a line for each. cli_constants_free
 * releases both.
 */
void cli_constants_options(struct cli_constants *constants, const struct option *known,
                           const char *help);
void cli_constants_free(struct cli_constants *constants);

/* Takes the value of a constant's option. A wrong one ends the program. 0: it is another option. */
int cli_constants_take(struct cli_constants *constants, int option, const char *value);

/* {NAME: {"value", "unit", "source"}}; the source of a value that an option gave is "given". */
json_t *cli_constants_json(const struct cli_constants *constants);

#endif
