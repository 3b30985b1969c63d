/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "client_signals.h"
#include "client_state.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define BIT(number) (UINT64_C(1) << ((number)-1))
#define STANDS_IN BIT(HUVM_SIGNAL_STANDS_IN)

/* Values of si_errno, which is otherwise unused: the target of the original signal. */
enum { TO_THREAD = 0x6c70, TO_PROCESS };

/* The C library's own function, which is not interposed. */
extern int __sigaction(int number, const struct sigaction *action, struct sigaction *old);

/*
 * Actions that a process set for SIGSEGV and for the stand-in signal. A child of vfork shares the
 * memory but has actions of its own.
 */
struct actions {
    pid_t pid;
    struct sigaction of[2];
};

static struct actions own, child;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool taken;

static struct sigaction *actions(void)
{
    pid_t pid = getpid();
    if (pid == own.pid)
        return own.of;
    if (pid != child.pid) {
        child = own;
        child.pid = pid;
    }
    return child.of;
}

/*
 * Whether a SIGSEGV sent to the thread or to the process is pending: at most one of each, as for
 * all standard signals.
 */
static _Thread_local _Atomic bool thread_waits __attribute__((tls_model("initial-exec")));
static _Atomic bool process_waits;

void huvm_signals_forked(void)
{
    memcpy(own.of, actions(), sizeof own.of);
    own.pid = getpid();
    atomic_store(&thread_waits, false);
    atomic_store(&process_waits, false);
}

static unsigned index_of(int number)
{
    return number == SIGSEGV ? 0 : 1;
}

bool huvm_signals_taken(void)
{
    return atomic_load_explicit(&taken, memory_order_acquire);
}

bool huvm_signals_has(int number)
{
    return huvm_signals_taken() && (number == SIGSEGV || number == HUVM_SIGNAL_STANDS_IN);
}

/* ---- masks ---- */

static uint64_t word_of(const sigset_t *set)
{
    uint64_t word;
    memcpy(&word, set, sizeof word);
    return word;
}

_Thread_local enum huvm_signals_view huvm_signals_view __attribute__((tls_model("initial-exec")));

static uint64_t kernel_word(uint64_t word)
{
    uint64_t others = word & ~(BIT(SIGSEGV) | STANDS_IN);
    return (word & BIT(SIGSEGV)) != 0 ? others | STANDS_IN : others;
}

static uint64_t program_word(uint64_t word, enum huvm_signals_view view)
{
    const uint64_t beside = BIT(HUVM_SIGNAL_STANDS_IN - 1) | BIT(HUVM_SIGNAL_STANDS_IN + 1);
    bool blocked = (word & STANDS_IN) != 0;
    bool stands_in = view == HUVM_SIGNALS_AS_OTHERS ? (word & beside) == beside
                                                    : blocked == (view == HUVM_SIGNALS_SAME);
    return (word & ~(BIT(SIGSEGV) | STANDS_IN)) | (blocked ? BIT(SIGSEGV) : 0) |
           (stands_in ? STANDS_IN : 0);
}

static enum huvm_signals_view view_of(uint64_t program)
{
    return ((program & BIT(SIGSEGV)) != 0) == ((program & STANDS_IN) != 0) ? HUVM_SIGNALS_SAME
                                                                           : HUVM_SIGNALS_DIFFERENT;
}

void huvm_signals_to_kernel(const sigset_t *from, sigset_t *kernel)
{
    uint64_t word = kernel_word(word_of(from));
    *kernel = *from;
    memcpy(kernel, &word, sizeof word);
}

void huvm_signals_to_program(const sigset_t *kernel, enum huvm_signals_view view, sigset_t *to)
{
    uint64_t word = program_word(word_of(kernel), view);
    memcpy(to, &word, sizeof word);
}

static uint64_t set_mask(int how, uint64_t word)
{
    uint64_t old = 0;
    syscall(SYS_rt_sigprocmask, how, &word, &old, sizeof old);
    return old;
}

/* ---- delivery ---- */

bool huvm_signals_is_stand_in(const siginfo_t *info)
{
    return info->si_signo == HUVM_SIGNAL_STANDS_IN &&
           (info->si_errno == TO_THREAD || info->si_errno == TO_PROCESS);
}

void huvm_signals_uncover(siginfo_t *info)
{
    atomic_store(info->si_errno == TO_THREAD ? &thread_waits : &process_waits, false);
    info->si_signo = SIGSEGV;
    info->si_errno = 0;
}

/*
 * Ends the process as the kernel would: immediately, or by the same fault when this handler
 * returns.
 */
static void die(int number, bool by_fault)
{
    struct sigaction none = {.sa_handler = SIG_DFL};
    __sigaction(number, &none, NULL);
    if (by_fault)
        return;
    set_mask(SIG_UNBLOCK, BIT(number));
    syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), number);
}

/* Leaves the signal pending as the stand-in signal. */
static void keep(const siginfo_t *info)
{
    siginfo_t copy = *info;
    bool thread = info->si_code == SI_TKILL;
    if (atomic_exchange(thread ? &thread_waits : &process_waits, true))
        return;
    copy.si_signo = HUVM_SIGNAL_STANDS_IN;
    copy.si_errno = thread ? TO_THREAD : TO_PROCESS;
    if (thread)
        syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), copy.si_signo, &copy);
    else
        syscall(SYS_rt_sigqueueinfo, getpid(), copy.si_signo, &copy);
}

static void on_signal(int number, siginfo_t *info, void *context);

static bool handles(const struct sigaction *action)
{
    return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

/*
 * Installs our handler with the program's choice of mask, alternate stack and SA_RESTART; the
 * handler then finds the mask that it should have, except for SIGSEGV.
 */
static void install(int number)
{
    const struct sigaction *p = &actions()[index_of(number)];
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (!handles(p))
        p = &actions()[0];
    action.sa_flags |= handles(p) ? p->sa_flags & (SA_ONSTACK | SA_RESTART)
                                  : SA_ONSTACK | SA_RESTART;
    huvm_signals_to_kernel(&p->sa_mask, &action.sa_mask);
    sigdelset(&action.sa_mask, HUVM_SIGNAL_STANDS_IN);
    __sigaction(number, &action, NULL);
}

static void install_all(void)
{
    install(SIGSEGV);
    install(HUVM_SIGNAL_STANDS_IN);
}

static struct sigaction take_action(int number)
{
    uint64_t held = huvm_client_hold(&lock, false);
    struct sigaction *p = &actions()[index_of(number)], action = *p;
    if ((action.sa_flags & (int)SA_RESETHAND) != 0 && action.sa_handler != SIG_IGN)
        p->sa_handler = SIG_DFL;
    huvm_client_unhold(&lock, held);
    return action;
}

/* Calls the handler with the mask that the kernel would set. */
static void call(const struct sigaction *action, int number, siginfo_t *info, ucontext_t *context)
{
    enum huvm_signals_view view = huvm_signals_view;
    uint64_t interrupted = program_word(word_of(&context->uc_sigmask), view);
    uint64_t mask = program_word(set_mask(SIG_BLOCK, 0), view) | word_of(&action->sa_mask);
    if ((action->sa_flags & SA_NODEFER) == 0)
        mask |= BIT(number);
    memcpy(&context->uc_sigmask, &interrupted, sizeof interrupted);
    huvm_signals_view = view_of(mask);
    set_mask(SIG_SETMASK, kernel_word(mask));
    action->sa_sigaction(number, info, context);
    huvm_signals_view = view;
    interrupted = kernel_word(word_of(&context->uc_sigmask));
    memcpy(&context->uc_sigmask, &interrupted, sizeof interrupted);
}

static void deliver(int number, siginfo_t *info, ucontext_t *context, bool forced)
{
    bool blocked = number == SIGSEGV && (set_mask(SIG_BLOCK, 0) & STANDS_IN) != 0;
    if (blocked && !forced) {
        keep(info);
        return;
    }
    uint64_t held = huvm_client_hold(&lock, false);
    void (*handler)(int) = actions()[index_of(number)].sa_handler;
    huvm_client_unhold(&lock, held);
    if (handler == SIG_DFL || (forced && (blocked || handler == SIG_IGN))) {
        die(number, forced);
        return;
    }
    if (handler == SIG_IGN)
        return;
    struct sigaction action = take_action(number);
    call(&action, number, info, context);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    int error = errno;
    ucontext_t *uc = context;
    if (number == SIGSEGV && info->si_code > 0) {
        if (!huvm_client_fault(info, context))
            deliver(SIGSEGV, info, uc, true);
    } else if (huvm_signals_is_stand_in(info)) {
        huvm_signals_uncover(info);
        deliver(SIGSEGV, info, uc, false);
    } else {
        deliver(number, info, uc, false);
    }
    errno = error;
}

/* ---- the program's actions ---- */

/* Stores the action as the kernel would report it. */
static void store(int number, const struct sigaction *action)
{
    uint64_t mask = word_of(&action->sa_mask) & ~(BIT(SIGKILL) | BIT(SIGSTOP));
    struct sigaction *p = &actions()[index_of(number)], kernels;
    *p = *action;
    memcpy(&p->sa_mask, &mask, sizeof mask);
    p->sa_flags &= (int)(SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART |
                         SA_NODEFER | SA_RESETHAND);
    /* Flags that the C library adds are visible in our own action. */
    if (__sigaction(number, NULL, &kernels) == 0) {
        p->sa_flags |= kernels.sa_flags & 0x04000000;
        p->sa_restorer = kernels.sa_restorer;
    }
}

int huvm_signals_action(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction new, before;
    if (action != NULL)
        new = *action;
    uint64_t held = huvm_client_hold(&lock, false);
    before = actions()[index_of(number)];
    if (action != NULL) {
        store(number, &new);
        install_all();
    }
    huvm_client_unhold(&lock, held);
    if (old != NULL) {
        old->sa_sigaction = before.sa_sigaction;
        old->sa_flags = before.sa_flags;
        old->sa_restorer = before.sa_restorer;
        memcpy(&old->sa_mask, &before.sa_mask, sizeof(uint64_t));
    }
    return 0;
}

/* Adopts an action that the program set without huvm_signals_action. */
static void adopt(int number)
{
    struct sigaction now;
    if (__sigaction(number, NULL, &now) == 0 &&
        ((now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != on_signal))
        actions()[index_of(number)] = now;
}

/* At the start, the kernel's mask is the one that the program inherited through execve. */
void huvm_signals_take(void)
{
    uint64_t held = huvm_client_hold(&lock, false);
    if (own.pid == 0)
        own.pid = getpid();
    adopt(SIGSEGV);
    adopt(HUVM_SIGNAL_STANDS_IN);
    install_all();
    if (!atomic_exchange(&taken, true)) {
        huvm_signals_view = view_of(held);
        held = kernel_word(held);
    }
    huvm_client_unhold(&lock, held);
}

void huvm_signals_show(void)
{
    if (!huvm_signals_taken())
        return;
    if (actions()[0].sa_handler == SIG_IGN)
        __sigaction(SIGSEGV, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    if (actions()[1].sa_handler == SIG_IGN)
        __sigaction(HUVM_SIGNAL_STANDS_IN, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    uint64_t mask = set_mask(SIG_BLOCK, 0);
    set_mask(SIG_SETMASK, program_word(mask, huvm_signals_view));
}

void huvm_signals_hide(void)
{
    if (!huvm_signals_taken())
        return;
    set_mask(SIG_SETMASK, kernel_word(set_mask(SIG_BLOCK, 0)));
    install_all();
}
