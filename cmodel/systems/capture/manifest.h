/* SPDX-License-Identifier: Apache-2.0 */
/* What an earlier capture has written into a folder, by the folder's own JSON files. */
#ifndef LPI_CAPTURE_MANIFEST_H
#define LPI_CAPTURE_MANIFEST_H

#include "../../base/fault.h"

struct capture_manifest;

/*
 * Reads what is to be in this folder, and compares it with what is there. NULL: no capture has
 * written it, or anything else is in it; see *fault. `name` is what the folder is called in
 * messages.
 */
struct capture_manifest *capture_manifest_open(const char *name, const char *path,
                                               struct lpi_fault *fault);

/* What is in the folder now and is not of the capture, such as "1/notes"; NULL: nothing. */
const char *capture_manifest_other(struct capture_manifest *manifest, const char *path);

/* Removes what is of the capture, and the folder if nothing else was in it. 0, or an error's
   number. */
int capture_manifest_remove(struct capture_manifest *manifest, const char *path);

/* NULL is allowed. */
void capture_manifest_close(struct capture_manifest *manifest);

#endif
