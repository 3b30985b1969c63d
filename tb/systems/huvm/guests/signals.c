/* SPDX-License-Identifier: Apache-2.0 */
/* A program with its own handling of SIGSEGV, before and after it has large memory. */
#define _GNU_SOURCE
#include "guest.h"
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

enum { BIG = 24 * CHUNK };

static volatile char *big; /* more than can be resident */
static volatile int calls, code, signo, value, on_stack, blocked;
static char stack[64 * 1024];
static sigset_t shown;

/* Accesses all of it, so that page faults occur. */
static long touch(void)
{
    long sum = 0;
    for (size_t i = 0; i < BIG; i += PAGE)
        sum += ++big[i];
    return sum;
}

static int mask_of(void)
{
    sigset_t set;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    return sigismember(&set, SIGSEGV) | sigismember(&set, SIGUSR1) << 1 |
           sigismember(&set, SIGBUS) << 2 | sigismember(&set, 58) << 3;
}

static void note(int number, siginfo_t *info)
{
    char here;
    calls++;
    signo = number;
    code = info != NULL ? info->si_code : 0;
    value = info != NULL && info->si_code == SI_QUEUE ? info->si_value.sival_int : 0;
    on_stack = &here >= stack && &here < stack + sizeof stack;
    blocked = mask_of();
    touch();
}

static void plain(int number)
{
    note(number, NULL);
}

static void full(int number, siginfo_t *info, void *context)
{
    shown = ((ucontext_t *)context)->uc_sigmask;
    note(number, info);
}

static void jumps(int number, siginfo_t *info, void *context)
{
    full(number, info, context);
    siglongjmp(guest_back, 1);
}

static void say_action(int number)
{
    struct sigaction now;
    memset(&now, 0, sizeof now);
    sigaction(number, NULL, &now);
    printf("  %d: %s, flags %x, mask %d%d%d, restorer %d\n", number,
           now.sa_handler == SIG_DFL   ? "default"
           : now.sa_handler == SIG_IGN ? "ignored"
           : now.sa_handler == plain   ? "plain"
           : now.sa_sigaction == full  ? "full"
           : now.sa_sigaction == jumps ? "jumps"
                                       : "other",
           (unsigned)now.sa_flags, sigismember(&now.sa_mask, SIGSEGV),
           sigismember(&now.sa_mask, SIGUSR1), sigismember(&now.sa_mask, 58),
           now.sa_restorer != NULL);
}

static void say_calls(void)
{
    printf("  %d calls, signal %d, code %d, value %d, on stack %d, mask %d\n", calls, signo, code,
           value, on_stack, blocked);
    calls = signo = code = value = on_stack = blocked = 0;
}

static void set(int number, void (*handler)(int, siginfo_t *, void *), int flags, int masked)
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = flags | SA_SIGINFO};
    if (masked > 0)
        sigaddset(&action.sa_mask, masked);
    SAY(sigaction(number, &action, NULL));
    say_action(number);
}

static void fault_by_null(void)
{
    if (sigsetjmp(guest_back, 1) == 0)
        *(volatile int *)8 = 1;
    say_calls();
    printf("  mask %d afterwards\n", mask_of());
}

static void sends(void)
{
    union sigval v = {.sival_int = 77};
    SAY(raise(SIGSEGV));
    say_calls();
    SAY(kill(getpid(), SIGSEGV));
    say_calls();
    SAY(pthread_kill(pthread_self(), SIGSEGV));
    say_calls();
    SAY(sigqueue(getpid(), SIGSEGV, v));
    say_calls();
}

static void handlers(void)
{
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    say_action(SIGSEGV);
    SAY(signal(SIGSEGV, plain) == SIG_DFL);
    say_action(SIGSEGV);
    sends();
    SAY(touch());
    set(SIGSEGV, jumps, 0, SIGUSR1);
    fault_by_null();
    fault_by_null();
    set(SIGSEGV, full, 0, 58);
    sends();
    SAY(sigaltstack(&own, NULL));
    set(SIGSEGV, full, SA_ONSTACK, 0);
    sends();
    SAY(touch());
    set(SIGSEGV, full, SA_NODEFER | SA_ONSTACK, SIGBUS);
    sends();
    set(SIGSEGV, jumps, SA_ONSTACK | SA_NODEFER, 0);
    fault_by_null();
    set(SIGSEGV, full, (int)SA_RESETHAND, 0);
    SAY(raise(SIGSEGV));
    say_calls();
    say_action(SIGSEGV);
    SAY(touch());
    SAY(CHILD(raise(SIGSEGV)));
    SAY(signal(SIGSEGV, SIG_IGN) == SIG_DFL);
    say_action(SIGSEGV);
    sends();
    SAY(touch());
    SAY(CHILD(*(volatile int *)8 = 1));
    SAY(bsd_signal(SIGSEGV, plain) == SIG_IGN);
    say_action(SIGSEGV);
    SAY(sysv_signal(SIGSEGV, plain) == plain);
    say_action(SIGSEGV);
    SAY(raise(SIGSEGV));
    say_calls();
    say_action(SIGSEGV);
    SAY(sigset(SIGSEGV, plain) == SIG_DFL);
    say_action(SIGSEGV);
    SAY(sigset(SIGSEGV, SIG_HOLD) == plain);
    SAY(mask_of());
    SAY(sigset(SIGSEGV, SIG_DFL) == SIG_HOLD);
    SAY(mask_of());
    SAY(sighold(SIGSEGV));
    SAY(mask_of());
    SAY(sigrelse(SIGSEGV));
    SAY(mask_of());
    SAY(sigignore(SIGSEGV));
    say_action(SIGSEGV);
    SAY(signal(SIGSEGV, plain) == SIG_IGN);
    SAY(siginterrupt(SIGSEGV, 1));
    say_action(SIGSEGV);
    SAY(signal(SIGSEGV, SIG_ERR) == SIG_ERR);
    SAY(signal(SIGSEGV, SIG_DFL) == plain);
}

static void ends(void)
{
    SAY(CHILD(raise(SIGSEGV)));
    SAY(CHILD(kill(getpid(), SIGSEGV); for (;;) pause()));
    SAY(CHILD(*(volatile int *)8 = 1));
    SAY(CHILD(signal(SIGSEGV, SIG_IGN); *(volatile int *)8 = 1));
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGSEGV);
    SAY(CHILD(signal(SIGSEGV, plain); sigprocmask(SIG_BLOCK, &one, NULL); *(volatile int *)8 = 1));
    SAY(CHILD(sigprocmask(SIG_BLOCK, &one, NULL); raise(SIGSEGV); _exit(5)));
    SAY(CHILD(sigprocmask(SIG_BLOCK, &one, NULL); raise(SIGSEGV);
              sigprocmask(SIG_UNBLOCK, &one, NULL); _exit(5)));
    SAY(CHILD(abort()));
    SAY(CHILD(raise(58)));
    SAY(CHILD(raise(SIGBUS)));
}

static void others(void)
{
    struct sigaction action = {.sa_handler = plain};
    sigfillset(&action.sa_mask);
    SAY(sigaction(SIGUSR1, &action, NULL));
    say_action(SIGUSR1);
    SAY(raise(SIGUSR1));
    say_calls();
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, 58);
    SAY(sigaction(SIGUSR2, &action, NULL));
    say_action(SIGUSR2);
    SAY(raise(SIGUSR2));
    say_calls();
    SAY(sigaction(58, &action, NULL));
    say_action(58);
    SAY(raise(58));
    say_calls();
    SAY(signal(58, SIG_DFL) == plain);
    SAY(sigaction(0, &action, NULL));
    SAY(sigaction(99, &action, NULL));
    SAY(sigaction(SIGKILL, &action, NULL));
}

int main(int argc, char **argv)
{
    bool early = argc > 1 && strcmp(argv[1], "early") == 0;
    if (early)
        SAY(signal(SIGSEGV, plain) == SIG_DFL);
    big = malloc(BIG);
    memset((char *)big, 0, BIG);
    SAY(touch());
    if (early) {
        say_action(SIGSEGV);
        SAY(raise(SIGSEGV));
        say_calls();
        SAY(signal(SIGSEGV, SIG_DFL) == plain);
    }
    handlers();
    ends();
    others();
    SAY(touch());
    if (argc > 1 && strcmp(argv[1], "die") == 0)
        *(volatile int *)8 = 1;
    return 0;
}
