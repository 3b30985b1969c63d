/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "ended.h"
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

noreturn void cli_end_as_signal(int number)
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

int cli_end_as_program(int status)
{
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    fflush(NULL);
    cli_end_as_signal(WTERMSIG(status));
}
