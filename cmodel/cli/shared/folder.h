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
 * A folder that is there is an error unless `force`, and then every entry of it must be a regular
 * file of which `ours` is true: those, and no others, are removed. `what` is what such files belong
 * to, such as "a pack". The new folder gets the owner and the permissions of the old one.
 */
void cli_folder_open(const char *path, bool force, cli_folder_ours *ours, const char *what);

/* A new file to write to; cli_folder_finish closes it. */
FILE *cli_folder_file(const char *name);

/* Makes the folder appear in the place of what was there. */
void cli_folder_finish(void);

#endif
