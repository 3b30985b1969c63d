/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIGSEGV between the memory's faults and the program. Once it is taken, the kernel never blocks it,
 * and what the program set for it is kept here. That a thread blocks it is written in the kernel's
 * mask as HUVM_SIGNAL_STANDS_IN being blocked, which so goes where masks go: to new threads, into
 * jump buffers and contexts, and back from handlers. A SIGSEGV that such a thread is sent waits as
 * that signal.
 */
#ifndef LPI_HUVM_CLIENT_SIGNALS_H
#define LPI_HUVM_CLIENT_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum { HUVM_SIGNAL_STANDS_IN = 58 };

/* Again where it was taken away since. */
void huvm_signals_take(void);
bool huvm_signals_taken(void);

/* sigaction of SIGSEGV or the one that stands in for it. */
bool huvm_signals_has(int number);
int huvm_signals_action(int number, const struct sigaction *action, struct sigaction *old);

/* Whether the signal that stands in is blocked as the program sees it: as the signals beside it are,
   which is so where masks are of all signals or of few; or as SIGSEGV is, or not so. */
enum huvm_signals_view { HUVM_SIGNALS_AS_OTHERS, HUVM_SIGNALS_SAME, HUVM_SIGNALS_DIFFERENT };
/* Of this thread. */
extern _Thread_local enum huvm_signals_view huvm_signals_view
    __attribute__((tls_model("initial-exec")));

/* The kernel's mask for a program's, and the other way round. */
void huvm_signals_to_kernel(const sigset_t *program, sigset_t *kernel);
void huvm_signals_to_program(const sigset_t *kernel, enum huvm_signals_view view,
                             sigset_t *program);
/* What the kernel gives for the signal that stands in is SIGSEGV. */
bool huvm_signals_is_stand_in(const siginfo_t *info);
void huvm_signals_uncover(siginfo_t *info);

/* A program is about to be executed by this process, or was not: the kernel knows all, or as
   before. */
void huvm_signals_show(void);
void huvm_signals_hide(void);

/* This process is a fork of the one before. */
void huvm_signals_forked(void);

/* In client_faults.c: true if a fault is of managed memory, and was dealt with. */
bool huvm_client_fault(siginfo_t *info, void *context);

#endif
