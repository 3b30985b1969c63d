/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_KIT_VECTORS_WROTE_H
#define LPI_KIT_VECTORS_WROTE_H

#include <stdbool.h>

/* Whether the file `name` of the open folder is listed by the pack in it. */
bool vectors_wrote(int folder, const char *name);

#endif
