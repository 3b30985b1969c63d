/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output, and one output file at a time, which is written atomically. */
#ifndef LPI_CLI_OUTPUT_H
#define LPI_CLI_OUTPUT_H

#include <stddef.h>

/* Help text for commands with an output file. */
#define CLI_OUTPUT_HELP                                                                            \
    "OUT is written atomically: under a temporary name in its folder, which must be writable,\n"   \
    "and then renamed. It keeps the owner, group, permissions, access control list and user\n"     \
    "attributes of a file that it replaces. If this user may not set those, or if the file has\n"  \
    "other hard links or is a mount point, its contents are overwritten instead. Files that are\n" \
    "not regular, such as devices and fifos, and open descriptors, such as /dev/stdout or\n"       \
    "/proc/self/fd/3, are written directly.\n"
#define CLI_TRANSFER_OPTIONS_HELP                                                                  \
    "  -T, --threads N\n"                                                                          \
    "               run the codec in N threads (default 1); 0: one per core; the output is the\n"  \
    "               same\n"                                                                        \
    "  -c, --stdout\n"                                                                             \
    "               write to standard output, like OUT \"-\"\n"
#define CLI_OUTPUT_OPTIONS_HELP                                                                    \
    "  --json       one JSON object on standard output; on standard error if OUT is \"-\"\n"       \
    "  -f, --force  replace OUT even if it is write-protected; if this user may not write it,\n"   \
    "               the new file belongs to this user, and grants no access that the old one\n"    \
    "               did not\n"
/* Help text for commands whose output is binary. */
#define CLI_TERMINAL_HELP "               (also required to write compressed bytes to a terminal)\n"
#define CLI_FOLDER_HELP                                                                            \
    "               every output is inside DIR: links in it are not followed, operands that end\n" \
    "               in \"..\" are refused, and a DIR inside an input folder is skipped\n"

/* Kind of the output. */
enum cli_output {
    CLI_OUTPUT_FILE,   /* a regular file */
    CLI_OUTPUT_DIRECT, /* not a regular file, such as a device or a fifo */
    CLI_OUTPUT_STDOUT, /* standard output, given as "-" or by another name */
};

/*
 * "-" is standard output. A regular file is written under a temporary name in its folder; any
 * signal that ends the program, except SIGKILL, removes it. Other files, and names of open
 * descriptors, are written directly. A write-protected file is an error unless `force`.
 */
void cli_output_open(const char *path, int force);

/*
 * The same for the file folder/below, whose folders are created; `name` is used in messages.
 * Symbolic links in `below` and files that are not regular are refused.
 */
void cli_output_open_below(const char *folder, const char *below, const char *name, int force);

/* Fails if the open output is a terminal, unless `force`. */
void cli_output_refuse_terminal(int force);

/* An lp_write_fn; the context is not used. */
int cli_output_write(void *context, const void *buffer, size_t bytes);

/*
 * Moves the file to its final path, with the old file's attributes as in CLI_OUTPUT_HELP, or closes
 * an output that was written directly.
 */
enum cli_output cli_output_finish(void);

/* Removes the new file; the old one is unchanged. */
void cli_output_abandon(void);

/*
 * Makes all signals that end a program call `handler`, which must end with cli_end_by_signal. They
 * are blocked between cli_hold_signals and cli_let_signals.
 */
void cli_catch_signals(void (*handler)(int));
void cli_end_by_signal(int number);
void cli_hold_signals(void);
void cli_let_signals(void);

/*
 * To be called first: prevents opened files from getting the number of a standard stream, and
 * SIGXFSZ.
 */
void cli_prepare_standard(void);

/* Closes standard output; a failed write, such as on a full disk, is an error. */
void cli_finish_stdout(void);

#endif
