/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands for a driver in tests, as an LD_PRELOAD, has in common: its device files are files of
 * the folder PRELOAD_DIR, so that locks work.
 */
#ifndef TB_CARD_PRELOAD_H
#define TB_CARD_PRELOAD_H

#include <sys/types.h>

/* Each of them says which files are its own, and hears of those that are opened. */
extern const char preload_prefix[]; /* with the folder: "/dev/litepcie0" */
void preload_opened(int fd, const char *path);

/* The function behind the one of this name here, into a pointer to it. */
void preload_next(const char *name, void *function);

#endif
