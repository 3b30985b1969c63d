/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder of output files that appears whole or not at all: it is written under a temporary name
 * beside its own, which any signal that ends the program removes, but SIGKILL. There is one.
 */
#ifndef LPI_CLI_FOLDER_H
#define LPI_CLI_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

#define CLI_FOLDER_FILES 32 /* of a folder at most */
#define CLI_FOLDER_NAME 40  /* room for a file's name */

/* Whether the file `name` of the open folder is known to be of the kind that is written here. */
typedef bool cli_folder_ours(int folder, const char *name);

/*
 * What --force may remove: every entry of the folder is a regular file of which `ours` is true.
 * Fails if the folder holds anything else; `what` is what the files belong to, such as "a pack".
 */
void cli_folder_check(const char *name, int folder, cli_folder_ours *ours, const char *what);

/* Removes those entries; false: another one came, and is still there. */
bool cli_folder_remove(int parent, const char *base, cli_folder_ours *ours);

/*
 * A folder that is there is an error unless `force`, and then it must pass cli_folder_check. The
 * new one gets its owner and its permissions.
 */
void cli_folder_open(const char *path, bool force, cli_folder_ours *ours, const char *what);

/* A new file to write to; cli_folder_finish closes it. */
FILE *cli_folder_file(const char *name);

/* Makes the folder appear in the place of what was there. */
void cli_folder_finish(void);

#endif
