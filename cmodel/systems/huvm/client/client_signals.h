/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Virtualizes SIGSEGV, which the memory's faults need, for the program. Once taken, SIGSEGV is
 * never blocked in the kernel's mask, and the program's action for it is stored here. If a thread
 * blocks SIGSEGV, the kernel's mask blocks HUVM_SIGNAL_STANDS_IN instead. That bit is inherited and
 * saved like the rest of the mask: by new threads, jump buffers, contexts and handlers. A SIGSEGV
 * sent to such a thread is left pending as the stand-in signal.
 */
#ifndef LPI_HUVM_CLIENT_SIGNALS_H
#define LPI_HUVM_CLIENT_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { HUVM_SIGNAL_STANDS_IN = 58 };

/* Takes SIGSEGV, or takes it again if its action was replaced. */
void huvm_signals_take(void);
bool huvm_signals_taken(void);

/* Implements sigaction of SIGSEGV and of the stand-in signal. */
bool huvm_signals_has(int number);
int huvm_signals_action(int number, const struct sigaction *action, struct sigaction *old);

/*
 * Whether the stand-in signal itself appears blocked to the program: as the neighbouring signals
 * are, which is right for masks of all signals or of few; or the same as SIGSEGV, or the opposite
 * of it.
 */
enum huvm_signals_view { HUVM_SIGNALS_AS_OTHERS, HUVM_SIGNALS_SAME, HUVM_SIGNALS_DIFFERENT };
/* For this thread. */
extern _Thread_local enum huvm_signals_view huvm_signals_view
    __attribute__((tls_model("initial-exec")));

/* Converts a program's mask to the kernel's, and the reverse. */
void huvm_signals_to_kernel(const sigset_t *program, sigset_t *kernel);
void huvm_signals_to_program(const sigset_t *kernel, enum huvm_signals_view view,
                             sigset_t *program);
/* Whether the signal is a stand-in; and converts its information to that of SIGSEGV. */
bool huvm_signals_is_stand_in(const siginfo_t *info);
void huvm_signals_uncover(siginfo_t *info);

/*
 * Before this process executes a program, and after that failed: gives the program's actions and
 * mask to the kernel, or takes them back.
 */
void huvm_signals_show(void);
void huvm_signals_hide(void);

/* To be called in a forked process. */
void huvm_signals_forked(void);

/* In client_faults.c: true if the fault was in managed memory, and was handled. */
bool huvm_client_fault(siginfo_t *info, void *context);

#endif
