/* SPDX-License-Identifier: Apache-2.0 */
/* Exit statuses, and how a command fails. Failing functions do not return: exit status 2. */
#ifndef LPI_CLI_FAIL_H
#define LPI_CLI_FAIL_H

#include "../../base/fault.h"
#include <stddef.h>
#include <stdnoreturn.h>

enum { EXIT_GOOD = 0, EXIT_MISMATCH = LPI_MISMATCH, EXIT_BAD = LPI_BAD };

/* The program's name, in front of what it says: "linepress" unless main sets another. */
extern const char *cli_program;

/* Cleans up and prints one line "linepress: ..." on standard error. */
noreturn void cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with the fault's line; exits with its code, or with EXIT_BAD for an enum lp_error. */
noreturn void cli_fail_for(const struct lpi_fault *fault);

/* Prints such a line and returns. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails for what getopt_long answered with ':' or '?'; argv[0] is the command's name. */
struct option;
noreturn void cli_fail_option(char **argv, const struct option *known, int answer);

/* cli_fail for an error of the library that concerns a file. */
noreturn void cli_fail_file(const char *path, int error);

/* Registers clean_up, which must not fail, to run before the line is printed; there is one. */
void cli_at_fail(void (*clean_up)(void));

/* malloc, and realloc, that do not fail. */
void *cli_alloc(size_t bytes);
void *cli_resize(void *memory, size_t bytes);

#endif
