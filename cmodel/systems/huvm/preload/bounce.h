/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose arguments may be in managed memory, executed with replacement memory (entries.h). */
#ifndef LPI_HUVM_BOUNCE_H
#define LPI_HUVM_BOUNCE_H

#include <stdbool.h>
#include <stddef.h>

enum { LPI_ARGUMENTS = 7 };

/* Arguments are registers or words of the stack, including those that the call does not have. */
typedef long (*lpi_function)(long, long, long, long, long, long, long);

/* Whether an argument, or memory referenced by vectors, messages or lists, is in managed memory. */
bool lpi_is_bounced(const char *arguments, const long *values);

/*
 * Executes the call; returns its answer and errno. ENOMEM: no replacement memory. `number`: the
 * system call number that syscall() gets before the arguments; -1: none.
 */
long lpi_bounce(lpi_function function, long number, const char *arguments, const long *values);
/* Executes the call with unchanged arguments. */
long lpi_call(lpi_function function, long number, const long *values);

/* Pins the memory that the arguments refer to. */
void lpi_pin_arguments(const char *arguments, const long *values);

/* Copies from this process's memory; false: it is not mapped. */
bool lpi_peek(void *to, const void *from, size_t bytes);

#endif
