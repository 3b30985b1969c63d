/* SPDX-License-Identifier: Apache-2.0 */
/* Where a file is: an open folder, and a name in it, so that what is checked is what is written. */
#ifndef LPI_CLI_PLACE_H
#define LPI_CLI_PLACE_H

#include <limits.h>
#include <sys/stat.h>

struct cli_place {
    int folder; /* an open descriptor */
    char base[NAME_MAX + 1];
    int exists;     /* there is a regular file */
    struct stat st; /* of it */
};

/*
 * What comes behind the output folder for an input: `name`, which is relative, without its suffix
 * `strip` and with `add` behind; empty parts and "." drop out. Fails if a part is "..": the output
 * would leave the folder. NULL: the name has not the suffix, or nothing is left. The caller frees.
 */
char *cli_place_below(const char *path, const char *name, const char *strip, const char *add);

/* The place of a file to be; what a symbolic link leads to is the file. Fails if there can be none. */
void cli_place_find(const char *path, struct cli_place *place);

/*
 * The place of folder/below, whose folders are made. Fails if anything of `below` is a symbolic
 * link, or if it is there and no regular file.
 */
void cli_place_find_below(const char *folder, const char *below, struct cli_place *place);

/* 0 and more: the path is a name of this descriptor of ours, such as /dev/stdout; -1: it is none. */
int cli_place_descriptor(const char *path);

#endif
