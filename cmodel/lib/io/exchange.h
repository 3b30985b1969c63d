/* SPDX-License-Identifier: Apache-2.0 */
/* Putting a folder in the place of another. Not installed. */
#ifndef LPI_EXCHANGE_H
#define LPI_EXCHANGE_H

#include <limits.h>

/* Makes a short template for mkdtemp in the parent folder of `final`. 0; ENAMETOOLONG. */
int lpi_exchange_beside(const char *final, char beside[PATH_MAX]);

/*
 * Puts the folder `fresh` in the place of the folder `final`, atomically where the file system has
 * a call for it. `old` is the path of the replaced folder. 0, or an errno: both are unchanged.
 */
int lpi_exchange(const char *fresh, const char *final, char old[PATH_MAX]);

#endif
