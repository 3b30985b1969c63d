/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals that would end the command: while the program runs they are the program's, and the
 * command ends as it does.
 */
#ifndef LPI_CLI_CAPTURE_SIGNALS_H
#define LPI_CLI_CAPTURE_SIGNALS_H

#include <sys/types.h>

void capture_signal_catch(void);
/* In the program's process before it becomes the program: signals are as they were. */
void capture_signal_restore(void);
/* Who gets what is sent to the command alone; 0: nobody. */
void capture_signal_pass_to(pid_t program);
/* A signal that came while nobody got it, or 0. */
int capture_signal_told(void);
/* Ends the command as this signal ends a program; without a core. */
void capture_signal_end(int number);

#endif
