/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes that a file inherits from the file that it replaces. */
#ifndef LPI_CLI_KEEP_H
#define LPI_CLI_KEEP_H

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Gives the open file `to` the owner, the group, the permissions without set-uid and set-gid, the
 * access control list and the user attributes of the file `base` in `folder`, whose status is
 * `old`. False: not all could be set; `to` then grants no access that the old file did not.
 */
bool cli_keep(int to, const struct stat *old, int folder, const char *base);

/*
 * Overwrites the contents of the file `base` in `folder` with those of `from`. Returns 0; above 0:
 * an errno, and the old contents are unchanged; below 0: a negated errno, and they are damaged.
 */
int cli_keep_in_place(int from, const struct stat *old, int folder, const char *base);

#endif
