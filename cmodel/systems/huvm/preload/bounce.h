/* SPDX-License-Identifier: Apache-2.0 */
/* A call whose memory may be managed, made with other memory in its place (entries.h). */
#ifndef LPI_HUVM_BOUNCE_H
#define LPI_HUVM_BOUNCE_H

#include <stdbool.h>
#include <stddef.h>

enum { LPI_ARGUMENTS = 7 };

/* Each argument is a register or a word of the stack, also those that a call has not. */
typedef long (*lpi_function)(long, long, long, long, long, long, long);

/* Whether one of the arguments, or what vectors, messages and lists name, is in managed memory. */
bool lpi_is_bounced(const char *arguments, const long *values);

/* Makes the call; its answer, and errno. ENOMEM: there is no other memory. `number`: of a system
   call that the function is to make, before its arguments; -1: none. */
long lpi_bounce(lpi_function function, long number, const char *arguments, const long *values);
/* As it is. */
long lpi_call(lpi_function function, long number, const long *values);

/* Pins what the arguments say. */
void lpi_pin_arguments(const char *arguments, const long *values);

/* Of this process's memory, which may not be there: false. */
bool lpi_peek(void *to, const void *from, size_t bytes);

#endif
