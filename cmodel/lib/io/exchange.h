/* SPDX-License-Identifier: Apache-2.0 */
/* Putting a folder in the place of another. Not installed. */
#ifndef LPI_EXCHANGE_H
#define LPI_EXCHANGE_H

#include <limits.h>

/* A short name for mkdtemp in the folder that holds `final`. 0; ENAMETOOLONG. */
int lpi_exchange_beside(const char *final, char beside[PATH_MAX]);

/*
 * Puts the folder `fresh` in the place of the folder `final`, atomically where the file system has
 * a call for it. `old` is where the folder is that was in this place. 0, or an error's number:
 * both are as they were.
 */
int lpi_exchange(const char *fresh, const char *final, char old[PATH_MAX]);

#endif
