/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared libraries that swapping opens where they are needed. Functions return 0 or the code that
 * they set in *fault, which was 0 before.
 */
#ifndef LPI_SYSTEMS_SWAP_LIBRARY_H
#define LPI_SYSTEMS_SWAP_LIBRARY_H

#include "../../base/fault.h"

/*
 * Beside this program, in ../libexec/linepress, or where the system looks; *library NULL: it cannot
 * be opened.
 */
int swap_library_open(const char *name, void **library, struct lpi_fault *fault);

/* Its text `symbol` has to be this program's version. */
int swap_library_check(const char *name, void *library, const char *symbol,
                       struct lpi_fault *fault);

/* Stores the function of this name at *function, a pointer to a function. */
int swap_library_find(const char *name, void *library, const char *symbol, void *function,
                      struct lpi_fault *fault);

#endif
