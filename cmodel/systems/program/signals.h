/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that would end the calling process while it runs a program: they go to the program, and
 * what comes when none runs is noted, so that the caller can clean up.
 */
#ifndef LPI_SIGNALS_H
#define LPI_SIGNALS_H

#include <sys/types.h>

/* Until lpi_signals_release, which gives the signals back to those who had them. */
void lpi_signals_catch(void);
void lpi_signals_release(void);
/* In the program's process before it becomes the program: signals are as they were. */
void lpi_signals_restore(void);
/* The program that gets what is sent to the caller alone; 0: none. */
void lpi_signals_pass_to(pid_t program);
/* A signal that came while there was no such program, or 0. */
int lpi_signals_told(void);

#endif
