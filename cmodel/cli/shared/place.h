/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Location of a file: an open folder and a name in it, so that the file checked is the file
 * written.
 */
#ifndef LPI_CLI_PLACE_H
#define LPI_CLI_PLACE_H

#include <limits.h>
#include <sys/stat.h>

struct cli_place {
    int folder; /* an open descriptor */
    char base[NAME_MAX + 1];
    int exists;     /* a regular file exists */
    struct stat st; /* of the existing file */
};

/*
 * The path of an input's output within the output folder: the relative path `name` without its
 * suffix `strip` and with `add` appended; empty parts and "." are dropped. Fails if a part is "..",
 * which would leave the folder. NULL: the name lacks the suffix, or the path is empty. The caller
 * frees it.
 */
char *cli_place_below(const char *path, const char *name, const char *strip, const char *add);

/*
 * The location of an output file; for a symbolic link it is the link's target. Fails if no file can
 * be there.
 */
void cli_place_find(const char *path, struct cli_place *place);

/*
 * The location of folder/below, whose folders are created. Fails if any part of `below` is a
 * symbolic link, or if the file exists and is not regular.
 */
void cli_place_find_below(const char *folder, const char *below, struct cli_place *place);

/* At least 0: the path is a name of this open descriptor, such as /dev/stdout; -1: it is not. */
int cli_place_descriptor(const char *path);

#endif
