/* SPDX-License-Identifier: Apache-2.0 */
/* Exit statuses, and how a command fails. Failing functions do not return: exit status 2. */
#ifndef LPI_CLI_FAIL_H
#define LPI_CLI_FAIL_H

#include "../../base/fault.h"
#include <stddef.h>
#include <stdnoreturn.h>

enum { EXIT_GOOD = 0, EXIT_MISMATCH = LPI_MISMATCH, EXIT_BAD = LPI_BAD };

/* The program's name in front of messages: "linepress" unless main sets another. */
extern const char *cli_program;

/* Calls clean_up and prints one line "linepress: ..." on standard error. */
noreturn void cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * The same with the fault's message; exits with the fault's code, or with EXIT_BAD for an enum
 * lp_error.
 */
noreturn void cli_fail_for(const struct lpi_fault *fault);

/* Prints such a line and returns. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails for the results ':' and '?' of getopt_long; argv[0] is the command's name. */
struct option;
noreturn void cli_fail_option(char **argv, const struct option *known, int answer);

/*
 * Notes that an output of this command is complete. Messages of failures after it name it, since it
 * is kept.
 */
void cli_note_written(const char *path);

/* cli_fail for an error of the library that concerns a file. */
noreturn void cli_fail_file(const char *path, int error);

/*
 * Registers the function clean_up, which must not fail, to run before the message; only one can be
 * registered.
 */
void cli_at_fail(void (*clean_up)(void));

/* malloc and realloc; a failure ends the program. */
void *cli_alloc(size_t bytes);
void *cli_resize(void *memory, size_t bytes);

#endif
