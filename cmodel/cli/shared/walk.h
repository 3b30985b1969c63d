/* SPDX-License-Identifier: Apache-2.0 */
/* The files below a path that a caller named. */
#ifndef LPI_CLI_WALK_H
#define LPI_CLI_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

struct cli_walk {
    /* A file; of what the caller named itself, whatever it is but a folder. */
    void (*file)(void *context, const char *path);
    /* Whether to go into a folder; level 0: the caller named it. NULL: always. */
    bool (*enter)(void *context, const char *path, const struct stat *st, unsigned level);
    void *context;
    bool bad; /* out: something could not be read, and was named on standard error */
};

/*
 * Calls `file` for the path, or if it is a folder for each regular file below it, folders in the
 * order of their entries' names. Of links only the path itself is followed. What is neither is
 * named on standard error and left out.
 */
void cli_walk(struct cli_walk *walk, const char *path);

#endif
