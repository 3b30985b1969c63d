/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands of the command line share. Failing functions do not return: exit status 2. */
#ifndef LPI_CLI_H
#define LPI_CLI_H

#include "../common/codec.h"
#include <jansson.h>
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <stdnoreturn.h>

enum { EXIT_GOOD = 0, EXIT_MISMATCH = 1, EXIT_BAD = 2 };

/* A command: run gets its own argv, argv[0] = its name, and returns the exit status. */
struct cli_command {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
};

int cli_ratio(int argc, char **argv);
int cli_compress(int argc, char **argv);
int cli_decompress(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_cosim(int argc, char **argv);
int cli_buddy(int argc, char **argv);

/* Becomes linepress-cosim with these arguments; argv[0] is the command's name. */
noreturn void cli_run_cosim(char **argv);

/* ---- options.c ---- */

enum { CLI_CODEC = 1, CLI_ELEM = 2, CLI_WINDOW = 4, CLI_JSON = 8 };

struct cli_options {
    unsigned given;                /* the sum of those that were */
    const struct lpi_codec *codec; /* NULL if not given */
    enum lp_elem elem;
    size_t window;
    int json;
    char **files;
    int file_count;
};

/*
 * Parses the options of which `accepted` is the sum, and checks that the codec knows the element
 * width. --help prints `help` and exits.
 */
void cli_parse(int argc, char **argv, unsigned accepted, const char *help,
               struct cli_options *options);

/* ---- report.c ---- */

/* Abandons any output file and prints one line "linepress: ..." on standard error. */
noreturn void cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for an error of the library that concerns a file. */
noreturn void cli_fail_file(const char *path, int error);

/* malloc that does not fail. */
void *cli_alloc(size_t bytes);

/* Prints the object as one line on standard output and frees it. */
void cli_print_json(json_t *object);

/* A string for JSON; bytes that are not UTF-8 come out as '?'. */
json_t *cli_json_text(const char *text);

/* a/b as a JSON number, or null if b is 0. */
json_t *cli_json_ratio(double a, double b);

/* Ends standard output; a write that failed there, such as on a full disk, is an error. */
void cli_finish_stdout(void);

/* A line on standard error that is rewritten in place; nothing unless that is a terminal. */
void cli_progress(const char *what, uint64_t done, uint64_t total);
void cli_progress_end(void);

/*
 * Ends compress and decompress: makes the output appear, then reports both sizes in bytes on
 * standard output, unless the data itself may have gone there.
 */
void cli_report_transfer(const struct cli_options *options, const struct lpi_codec *codec,
                         uint64_t bytes, uint64_t compressed_bytes);

/* ---- output.c: one output file at a time, which appears whole or not at all ---- */

/* "-" is standard output. What is not a regular file is written directly. */
void cli_output_open(const char *path);

/* An lp_write_fn; the context is not used. */
int cli_output_write(void *context, const void *buffer, size_t bytes);

/* Makes the file appear. Returns 1 if it is a regular file, 0 if it was written directly. */
int cli_output_finish(void);

/* Removes what is there so far, if anything. */
void cli_output_abandon(void);

#endif
