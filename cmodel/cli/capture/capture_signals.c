/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* SIGPWR */
#include "capture_signals.h"
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT,   SIGTERM, SIGUSR1, SIGUSR2, SIGALRM,
                             SIGPIPE, SIGPROF, SIGVTALRM, SIGXCPU, SIGPOLL, SIGPWR};
#define ENDING (sizeof ending / sizeof ending[0])

static struct sigaction before[ENDING];
static volatile sig_atomic_t told, program;

/* A terminal sends its signals to the program too. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (program == 0)
        told = number;
    else if (info->si_code <= 0)
        kill((pid_t)program, number);
}

void capture_signal_catch(void)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < ENDING; i++)
        /* What the parent chose to ignore stays ignored. */
        if (sigaction(ending[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
}

void capture_signal_restore(void)
{
    for (size_t i = 0; i < ENDING; i++)
        sigaction(ending[i], &before[i], NULL);
    signal(SIGXFSZ, SIG_DFL);
}

void capture_signal_pass_to(pid_t pid)
{
    program = (sig_atomic_t)pid;
}

int capture_signal_told(void)
{
    return told;
}

void capture_signal_end(int number)
{
    static const struct rlimit none = {0, 0};
    sigset_t one;
    setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    sigemptyset(&one);
    sigaddset(&one, number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(number);
    _exit(128 + number);
}
