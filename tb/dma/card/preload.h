/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by LD_PRELOAD objects that replace a driver in tests: its device files are files of the
 * folder PRELOAD_DIR, so that locks work.
 */
#ifndef TB_CARD_PRELOAD_H
#define TB_CARD_PRELOAD_H

#include <sys/types.h>

/* Each object declares which files are its own, and is notified when one is opened. */
extern const char preload_prefix[]; /* with the folder: "/dev/litepcie0" */
void preload_opened(int fd, const char *path);

/* Stores a pointer to the next function of this name, which the one here replaces. */
void preload_next(const char *name, void *function);

#endif
