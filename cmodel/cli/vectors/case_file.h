/* SPDX-License-Identifier: Apache-2.0 */
/* Reads cases of 'linepress gen'. What is wrong with them fails, with file and line. */
#ifndef LPI_CLI_CASE_FILE_H
#define LPI_CLI_CASE_FILE_H

#include "kit_options.h"
#include <stdio.h>
#include <stdnoreturn.h>

struct cli_cases {
    const char *path;
    const char *stops; /* what an early end of the text means */
    FILE *file;
    char *line;
    size_t most; /* bytes of a line */
    uint64_t number; /* of the line */
    struct lpi_case_head head;
    size_t nin;
    char *canonical; /* the case's inputs as gen writes them */
    unsigned long crc;
    uint64_t count; /* of cases */
};

/* "-" is standard input. The head must be of the unit and the parameters that were asked for. */
void cli_cases_open(struct cli_cases *q, const char *path, const struct kit_options *asked);

/* The next case is in q->line; false: there was an end, and it is right. */
bool cli_cases_next(struct cli_cases *q);

/* Its inputs. Returns what stands behind them. */
const char *cli_cases_inputs(struct cli_cases *q, struct lpi_kit_side *in);

/* Something is wrong with the line that was read last. */
noreturn void cli_cases_bad(const struct cli_cases *q, const char *why);

void cli_cases_close(struct cli_cases *q);

#endif
