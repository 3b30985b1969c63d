/* SPDX-License-Identifier: Apache-2.0 */
/* Why something failed: the line that the user reads, and the status that a command ends with. */
#ifndef LPI_FAULT_H
#define LPI_FAULT_H

#include <stddef.h>

/* Exit statuses of the commands that are not 0. */
enum { LPI_MISMATCH = 1, LPI_BAD = 2 };

struct lpi_fault {
    int code; /* LPI_MISMATCH, LPI_BAD, or an enum lp_error; 0: none is set */
    char why[8192];
};

/* Sets code and line; returns the code. */
int lpi_fault_set(struct lpi_fault *fault, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* LP_ERR_SYSTEM, for a call of the system that failed on this file: errno says why. */
int lpi_fault_system(struct lpi_fault *fault, const char *path);
/* LPI_BAD, for an error of the library that concerns a file. */
int lpi_fault_file(struct lpi_fault *fault, const char *path, int error);

/* malloc and realloc, also of 0 bytes; NULL: the fault is set to LPI_BAD. */
void *lpi_fault_alloc(struct lpi_fault *fault, size_t bytes);
void *lpi_fault_resize(struct lpi_fault *fault, void *memory, size_t bytes);

#endif
