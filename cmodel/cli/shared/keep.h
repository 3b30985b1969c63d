/* SPDX-License-Identifier: Apache-2.0 */
/* What a file that takes the place of another gets of it. */
#ifndef LPI_CLI_KEEP_H
#define LPI_CLI_KEEP_H

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Gives the open file `to` the owner, the group, the permissions without set-uid and set-gid, the
 * access control list and the user's attributes of the file `base` in `folder`, of which `old`
 * says what it was. False: not all of them; `to` then lets nobody in whom the old one kept out.
 */
bool cli_keep(int to, const struct stat *old, int folder, const char *base);

/*
 * Writes the bytes of `from` over those of the file `base` in `folder`, which stays the file that
 * it is. 0: done; above 0: that errno, and the old bytes are untouched; below 0: minus an errno,
 * and they are not.
 */
int cli_keep_in_place(int from, const struct stat *old, int folder, const char *base);

#endif
