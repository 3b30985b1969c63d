/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder of output files that is written atomically: it is created under a temporary name in the
 * same parent folder; any signal that ends the program, except SIGKILL, removes it. Only one can be
 * open.
 */
#ifndef LPI_CLI_FOLDER_H
#define LPI_CLI_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

#define CLI_FOLDER_FILES 16384 /* maximum of a folder */
#define CLI_FOLDER_NAME 40     /* room for a file name */

/* Whether the file `name` in the open folder is known to be of the kind written here. */
typedef bool cli_folder_ours(int folder, const char *name);

/*
 * An existing folder is an error unless `force`, and then every entry must be a regular file for
 * which `ours` is true: only those are removed. `what` is the whole that such files are part of,
 * such as "a pack". The new folder gets the owner and the permissions of the old one.
 */
void cli_folder_open(const char *path, bool force, cli_folder_ours *ours, const char *what);

/* Opens a new file for writing; cli_folder_finish closes it. */
FILE *cli_folder_file(const char *name);

/* Closes such a file before, for folders of many files. */
void cli_folder_close(FILE *file);

/* Moves the folder to its final path, replacing the old one. */
void cli_folder_finish(void);

#endif
