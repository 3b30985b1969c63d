/* SPDX-License-Identifier: Apache-2.0 */
/* The files within a path given by the caller. */
#ifndef LPI_CLI_WALK_H
#define LPI_CLI_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

struct cli_walk {
    /* Called for each file; for the given path itself, whatever its kind except a folder. */
    void (*file)(void *context, const char *path);
    /* Whether to enter a folder; level 0: the given path. NULL: always. */
    bool (*enter)(void *context, const char *path, const struct stat *st, unsigned level);
    void *context;
    bool bad; /* out: a path could not be read, which has been reported */
};

/*
 * Calls `file` for the path, or if it is a folder, for each regular file within it, in order of the
 * names in each folder. A symbolic link is followed only if it is the path itself. Other files are
 * reported on standard error and skipped.
 */
void cli_walk(struct cli_walk *walk, const char *path);

#endif
