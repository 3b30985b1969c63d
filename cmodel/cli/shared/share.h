/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_SHARE_H
#define LPI_CLI_SHARE_H

#include <stddef.h>

/*
 * The folder `name` of installed files: beside the program in a build folder, or where it is
 * installed; `file` is one of its files. A failure ends the program.
 */
void cli_share_folder(const char *command, const char *name, const char *file, char *folder,
                      size_t size);

#endif
