/* SPDX-License-Identifier: Apache-2.0 */
/* The files that an earlier capture has written into a folder, according to its JSON files. */
#ifndef LPI_CAPTURE_MANIFEST_H
#define LPI_CAPTURE_MANIFEST_H

#include "../../base/fault.h"

struct capture_manifest;

/*
 * Reads the list of expected files, and compares it with the folder's contents. NULL: the folder
 * was not written by a capture, or holds other files; see *fault. `name` is the folder's name in
 * messages.
 */
struct capture_manifest *capture_manifest_open(const char *name, const char *path,
                                               struct lpi_fault *fault);

/*
 * The first file in the folder that does not belong to the capture, such as "1/notes"; NULL: none.
 */
const char *capture_manifest_other(struct capture_manifest *manifest, const char *path);

/* Removes the capture's files, and the folder if nothing else was in it. Returns 0 or an errno. */
int capture_manifest_remove(struct capture_manifest *manifest, const char *path);

/* NULL is allowed. */
void capture_manifest_close(struct capture_manifest *manifest);

#endif
