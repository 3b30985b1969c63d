/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that would end the calling process while it runs a program: they are passed on to the
 * program; those that arrive while none runs are noted, so that the caller can clean up.
 */
#ifndef LPI_SIGNALS_H
#define LPI_SIGNALS_H

#include <sys/types.h>

/* Catches the signals until lpi_signals_release, which restores their previous handlers. */
void lpi_signals_catch(void);
void lpi_signals_release(void);
/* In the program's process before it executes the program: restores the previous handlers. */
void lpi_signals_restore(void);
/* The program to which signals sent to the caller only are passed on; 0: none. */
void lpi_signals_pass_to(pid_t program);
/* A signal that arrived while there was no such program, or 0. */
int lpi_signals_told(void);

#endif
