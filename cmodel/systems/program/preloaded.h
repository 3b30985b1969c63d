/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shared object that is preloaded into a program. Paths are taken as they are, whatever
 * characters they have.
 */
#ifndef LPI_PRELOADED_H
#define LPI_PRELOADED_H

#include "../../base/fault.h"
#include <limits.h>

struct lpi_preloaded {
    char path[PATH_MAX];
    /* A link to it, and the folder of the link; empty: there is none. */
    char name[128], folder[64];
};

/*
 * Finds an object of an installation or, in the folder `beside` next to the running command, of the
 * build tree. `command` begins the line of a fault.
 */
int lpi_preloaded_find(struct lpi_preloaded *object, const char *command, const char *beside,
                       const char *file, struct lpi_fault *fault);

/*
 * Makes a link of another name to an object whose path has a blank, a colon or a dollar, which the
 * loader would not read as one path. It is there until lpi_preloaded_close.
 */
int lpi_preloaded_link(struct lpi_preloaded *object, const char *command, struct lpi_fault *fault);
void lpi_preloaded_close(struct lpi_preloaded *object);

/* What LD_PRELOAD is to call it. */
const char *lpi_preloaded_name(const struct lpi_preloaded *object);

/* In the program's process: has it load the object before any other. 0, or an error's number. */
int lpi_preloaded_set(const struct lpi_preloaded *object);

#endif
