/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared libraries that swapping opens on demand. Functions return 0 or the code that they set in
 * *fault, which must be 0 on entry.
 */
#ifndef LPI_SYSTEMS_SWAP_LIBRARY_H
#define LPI_SYSTEMS_SWAP_LIBRARY_H

#include "../../base/fault.h"

/*
 * Searches this program's folder, ../libexec/linepress and the system's path; *library is NULL if
 * the library cannot be opened.
 */
int swap_library_open(const char *name, void **library, struct lpi_fault *fault);

/* Checks that the library's string `symbol` is this program's version. */
int swap_library_check(const char *name, void *library, const char *symbol,
                       struct lpi_fault *fault);

/* Stores the address of this function in *function, a function pointer. */
int swap_library_find(const char *name, void *library, const char *symbol, void *function,
                      struct lpi_fault *fault);

#endif
