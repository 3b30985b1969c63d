/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of the running files, to find what is installed beside them. Not installed. */
#ifndef LPI_BASE_OWN_FOLDER_H
#define LPI_BASE_OWN_FOLDER_H

#include <stddef.h>

/*
 * The folder of the running program, without a slash at its end. 0, or -1 with errno, such as
 * ENAMETOOLONG if `size` does not suffice.
 */
int lpi_program_folder(char *path, size_t size);

/* The folder, with its slash, of the library or program that holds this code; "" if not known. */
void lpi_own_folder(char *path, size_t size);

#endif
