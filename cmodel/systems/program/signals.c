/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* SIGPWR */
#include "signals.h"
#include <signal.h>
#include <stdbool.h>

static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT,   SIGTERM, SIGUSR1, SIGUSR2, SIGALRM,
                             SIGPIPE, SIGPROF, SIGVTALRM, SIGXCPU, SIGPOLL, SIGPWR};
#define ENDING (sizeof ending / sizeof ending[0])

static struct sigaction before[ENDING];
static bool caught;
static volatile sig_atomic_t told, program;

/* A terminal sends its signals to the program as well. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (program == 0)
        told = number;
    else if (info->si_code <= 0)
        kill((pid_t)program, number);
}

void lpi_signals_catch(void)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    if (caught)
        return;
    caught = true;
    told = 0;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < ENDING; i++)
        /* Signals that the parent ignored stay ignored. */
        if (sigaction(ending[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
}

void lpi_signals_release(void)
{
    if (!caught)
        return;
    for (size_t i = 0; i < ENDING; i++)
        sigaction(ending[i], &before[i], NULL);
    caught = false;
    program = 0;
}

void lpi_signals_restore(void)
{
    lpi_signals_release();
    signal(SIGXFSZ, SIG_DFL);
}

void lpi_signals_pass_to(pid_t pid)
{
    program = (sig_atomic_t)pid;
}

int lpi_signals_told(void)
{
    return told;
}
