/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that `linepress swap` opens where they are needed. Failures end the program. */
#ifndef LPI_CLI_SWAP_LIBRARY_H
#define LPI_CLI_SWAP_LIBRARY_H

/* Beside this program, in ../libexec/linepress, or where the system looks; NULL: it cannot be opened. */
void *swap_library_open(const char *name);

/* Its text `symbol` has to be this program's version. */
void swap_library_check(const char *name, void *library, const char *symbol);

/* Stores the function of this name at *function, a pointer to a function. */
void swap_library_find(const char *name, void *library, const char *symbol, void *function);

#endif
