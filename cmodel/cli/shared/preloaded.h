/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared objects that commands preload into programs. Paths are taken as they are, whatever
 * characters they have.
 */
#ifndef LPI_CLI_PRELOADED_H
#define LPI_CLI_PRELOADED_H

#include <limits.h>

/*
 * Finds an object of an installation or, in the folder `beside` next to the command, of the build
 * tree; fails where there is none. `command` begins what is said.
 */
void cli_preloaded_find(const char *command, const char *beside, const char *file,
                        char path[PATH_MAX]);

/*
 * What LD_PRELOAD is to call this object. A path with a blank, a colon or a dollar, which the
 * loader would not read as one, gets a link of another name, which is there until
 * cli_preloaded_close. It is the same string for each call.
 */
const char *cli_preloaded_name(const char *command, const char *path);
void cli_preloaded_close(void);

/* In the program's process: has it load the object before any other. 0, or an error's number. */
int cli_preloaded_set(const char *name);

#endif
