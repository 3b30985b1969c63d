/* SPDX-License-Identifier: Apache-2.0 */
/* A shared object that is preloaded into a program. Its path may have any characters. */
#ifndef LPI_PRELOADED_H
#define LPI_PRELOADED_H

#include "../../base/fault.h"
#include <limits.h>

struct lpi_preloaded {
    char path[PATH_MAX];
    /* A link to the object, and the folder of the link; empty: none. */
    char name[128], folder[64];
};

/*
 * Finds an object in the installation, or in the build tree: in the folder `beside` next to the
 * running command. Error messages begin with `command`.
 */
int lpi_preloaded_find(struct lpi_preloaded *object, const char *command, const char *beside,
                       const char *file, struct lpi_fault *fault);

/*
 * Makes a link with a plain name if the object's path has a blank, a colon or a dollar sign, which
 * the loader would split or expand. lpi_preloaded_close removes it.
 */
int lpi_preloaded_link(struct lpi_preloaded *object, const char *command, struct lpi_fault *fault);
void lpi_preloaded_close(struct lpi_preloaded *object);

/* The path for LD_PRELOAD. */
const char *lpi_preloaded_name(const struct lpi_preloaded *object);

/* In the program's process: makes it load the object before any other. Returns 0 or an errno. */
int lpi_preloaded_set(const struct lpi_preloaded *object);

#endif
