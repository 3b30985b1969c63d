/* SPDX-License-Identifier: Apache-2.0 */
/* A failure: the line for the user, and the exit status of a command. */
#ifndef LPI_FAULT_H
#define LPI_FAULT_H

#include <stddef.h>

/* Nonzero exit statuses of the commands. */
enum { LPI_MISMATCH = 1, LPI_BAD = 2 };

struct lpi_fault {
    int code; /* LPI_MISMATCH, LPI_BAD, or an enum lp_error; 0: none is set */
    char why[8192];
};

/*
 * Turns control characters into '?': a name that a file gives, or a file's own name, may have any,
 * also those that break a line or that a terminal would obey.
 */
void lpi_keep_line(char *text);

/* Sets code and line (lpi_keep_line); returns the code. */
int lpi_fault_set(struct lpi_fault *fault, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* LP_ERR_SYSTEM, for a system call that failed on this file; errno gives the reason. */
int lpi_fault_system(struct lpi_fault *fault, const char *path);
/* LPI_BAD, for a library error that concerns a file. */
int lpi_fault_file(struct lpi_fault *fault, const char *path, int error);

/* malloc and realloc, also of 0 bytes; NULL: the fault is set to LPI_BAD. */
void *lpi_fault_alloc(struct lpi_fault *fault, size_t bytes);
void *lpi_fault_resize(struct lpi_fault *fault, void *memory, size_t bytes);

#endif
