/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between adapters/cuda/spill.c and the file (linked with --wrap): the threads that write and read are
 * late at random, the emulator knows which memory they touch, and they fail as asked.
 */
#ifndef HOST_HOOKS_H
#define HOST_HOOKS_H

#include <stdint.h>

/* errno of each write or read after the next `after` ones; 0: none fails. */
void host_hooks_fail_writes(int why, unsigned after);
void host_hooks_fail_reads(int why, unsigned after);

/* Writes and reads begin only after host_hooks_open_gate. */
void host_hooks_shut_gate(void);
void host_hooks_open_gate(void);

#endif
