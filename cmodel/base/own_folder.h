/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of the running program and library, to find files installed with them. Not installed. */
#ifndef LPI_BASE_OWN_FOLDER_H
#define LPI_BASE_OWN_FOLDER_H

#include <stddef.h>

/*
 * The folder of the running program, without a slash at its end. 0, or -1 with errno, such as
 * ENAMETOOLONG if `size` is too small.
 */
int lpi_program_folder(char *path, size_t size);

/* The folder, with its slash, of the library or program that holds this code; "" if unknown. */
void lpi_own_folder(char *path, size_t size);

#endif
