/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's signal calls, while SIGSEGV is used for the memory too
 * (huvm/client/client_signals.h): the kernel gets masks without SIGSEGV, and the program sees the
 * masks that it set.
 */
#define _GNU_SOURCE
#include "../client/client_signals.h"
#include "preload.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <ucontext.h>

/* Overridden by a definition in another file of this object. */
#define LPI_WEAK __attribute__((visibility("default"), weak))

#ifndef __GLIBC__ /* musl's name */
#define __mask_was_saved __fl
#endif

enum { SIGNALS = 65 };

static struct {
    int (*action)(int, const struct sigaction *, struct sigaction *);
    int (*mask)(int, const sigset_t *, sigset_t *);
    int (*thread_mask)(int, const sigset_t *, sigset_t *);
    int (*suspend)(const sigset_t *);
    int (*pending)(sigset_t *);
    int (*wait)(const sigset_t *, int *);
    int (*timed_wait)(const sigset_t *, siginfo_t *, const struct timespec *);
    sighandler_t (*signal)(int, sighandler_t);
    sighandler_t (*sysv_signal)(int, sighandler_t);
    sighandler_t (*set)(int, sighandler_t);
    int (*hold)(int), (*release)(int), (*ignore)(int), (*interrupt)(int, int);
    int (*fd)(int, const sigset_t *, int);
    int (*poll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
    int (*select)(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
    int (*epoll)(int, struct epoll_event *, int, int, const sigset_t *);
    int (*epoll2)(int, struct epoll_event *, int, const struct timespec *, const sigset_t *);
    void (*jump)(struct __jmp_buf_tag *, int) __attribute__((noreturn));
    void (*jump_checked)(struct __jmp_buf_tag *, int) __attribute__((noreturn));
    int (*set_context)(const ucontext_t *);
    int (*attr_set)(pthread_attr_t *, const sigset_t *);
    int (*attr_get)(const pthread_attr_t *, sigset_t *);
} next;

/* The view of each action's mask. */
static enum huvm_signals_view view_of[SIGNALS];

static bool has(const sigset_t *set, int number)
{
    return sigismember(set, number) == 1;
}

static enum huvm_signals_view view_as(const sigset_t *set)
{
    return has(set, SIGSEGV) == has(set, HUVM_SIGNAL_STANDS_IN) ? HUVM_SIGNALS_SAME
                                                                : HUVM_SIGNALS_DIFFERENT;
}

const sigset_t *lpi_kernel_mask(const sigset_t *mask, sigset_t *room)
{
    if (mask == NULL || !huvm_signals_taken())
        return mask;
    huvm_signals_to_kernel(mask, room);
    return room;
}

/* ---- masks ---- */

/* Sets a mask by the given function; returns its result. */
static int change(int (*set_mask)(int, const sigset_t *, sigset_t *), int how, const sigset_t *set,
                  sigset_t *old)
{
    sigset_t kernel, before, was, new;
    enum huvm_signals_view view = huvm_signals_view;
    if (!huvm_signals_taken())
        return set_mask(how, set, old);
    sigemptyset(&before);
    int answer = set_mask(how, lpi_kernel_mask(set, &kernel), &before);
    if (answer != 0)
        return answer;
    was = before;
    huvm_signals_to_program(&before, view, &was);
    if (set != NULL) {
        if (how == SIG_SETMASK)
            new = *set;
        else if (how == SIG_BLOCK)
            sigorset(&new, &was, set);
        else {
            sigset_t kept;
            sigfillset(&kept);
            for (int i = 1; i < SIGNALS; i++)
                if (has(set, i))
                    sigdelset(&kept, i);
            sigandset(&new, &was, &kept);
        }
        huvm_signals_view = view_as(&new);
    }
    if (old != NULL)
        memcpy(old, &was, sizeof(uint64_t));
    return 0;
}

LPI_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    LPI_FIND(next.mask, "sigprocmask");
    return change(next.mask, how, set, old);
}

LPI_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    LPI_FIND(next.thread_mask, "pthread_sigmask");
    return change(next.thread_mask, how, set, old);
}

static sigset_t set_of(int mask)
{
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &mask, sizeof mask);
    return set;
}

static int change_word(int how, const int *mask)
{
    sigset_t set, old;
    int answer;
    if (mask != NULL)
        set = set_of(*mask);
    sigemptyset(&old);
    if (sigprocmask(how, mask != NULL ? &set : NULL, &old) != 0)
        return -1;
    memcpy(&answer, &old, sizeof answer);
    return answer;
}

LPI_EXPORT int sigblock(int mask)
{
    return change_word(SIG_BLOCK, &mask);
}

LPI_EXPORT int sigsetmask(int mask)
{
    return change_word(SIG_SETMASK, &mask);
}

LPI_EXPORT int siggetmask(void)
{
    return change_word(SIG_BLOCK, NULL);
}

static int change_one(int how, int number)
{
    sigset_t set;
    sigemptyset(&set);
    return sigaddset(&set, number) != 0 ? -1 : sigprocmask(how, &set, NULL);
}

LPI_EXPORT int sighold(int number)
{
    LPI_FIND(next.hold, "sighold");
    return huvm_signals_has(number) ? change_one(SIG_BLOCK, number) : next.hold(number);
}

LPI_EXPORT int sigrelse(int number)
{
    LPI_FIND(next.release, "sigrelse");
    return huvm_signals_has(number) ? change_one(SIG_UNBLOCK, number) : next.release(number);
}

/* Prepares a jump out of a handler to a saved mask. */
static void leave(const struct __jmp_buf_tag *to)
{
    if (to[0].__mask_was_saved)
        huvm_signals_view = HUVM_SIGNALS_AS_OTHERS;
}

/* Names that headers redefine as checked macros. */
void lpi_siglongjmp(struct __jmp_buf_tag *to, int value) __asm__("siglongjmp");
LPI_EXPORT __attribute__((noreturn)) void lpi_siglongjmp(struct __jmp_buf_tag *to, int value)
{
    LPI_FIND(next.jump, "siglongjmp");
    leave(to);
    next.jump(to, value);
}

void lpi_longjmp(struct __jmp_buf_tag *to, int value) __asm__("longjmp");
LPI_EXPORT __attribute__((noreturn)) void lpi_longjmp(struct __jmp_buf_tag *to, int value)
{
    lpi_siglongjmp(to, value);
}

void lpi_under_longjmp(struct __jmp_buf_tag *to, int value) __asm__("_longjmp");
LPI_EXPORT __attribute__((noreturn)) void lpi_under_longjmp(struct __jmp_buf_tag *to, int value)
{
    lpi_siglongjmp(to, value);
}

void lpi_longjmp_chk(struct __jmp_buf_tag *to, int value) __asm__("__longjmp_chk");
LPI_EXPORT __attribute__((noreturn)) void lpi_longjmp_chk(struct __jmp_buf_tag *to, int value)
{
    LPI_FIND(next.jump_checked, "__longjmp_chk");
    leave(to);
    next.jump_checked(to, value);
}

LPI_EXPORT int setcontext(const ucontext_t *to)
{
    LPI_FIND(next.set_context, "setcontext");
    huvm_signals_view = HUVM_SIGNALS_AS_OTHERS;
    return next.set_context(to);
}

/* ---- actions ---- */

LPI_EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction copy;
    LPI_FIND(next.action, "sigaction");
    if (huvm_signals_has(number))
        return huvm_signals_action(number, action, old);
    if (!huvm_signals_taken() || number < 1 || number >= SIGNALS)
        return next.action(number, action, old);
    enum huvm_signals_view was = view_of[number];
    if (action != NULL) {
        copy = *action;
        huvm_signals_to_kernel(&action->sa_mask, &copy.sa_mask);
    }
    int answer = next.action(number, action != NULL ? &copy : NULL, old);
    if (answer != 0)
        return answer;
    if (action != NULL)
        view_of[number] = view_as(&action->sa_mask);
    if (old != NULL) {
        sigset_t kernel = old->sa_mask;
        huvm_signals_to_program(&kernel, was, &old->sa_mask);
    }
    return 0;
}

/* The functions that preceded sigaction, for the two signals that are virtualized. */
static sighandler_t set_handler(int number, sighandler_t handler, int flags, bool masks)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (masks)
        sigaddset(&action.sa_mask, number);
    huvm_signals_action(number, &action, &old);
    return old.sa_handler;
}

LPI_EXPORT sighandler_t signal(int number, sighandler_t handler)
{
    LPI_FIND(next.signal, "signal");
    return huvm_signals_has(number) ? set_handler(number, handler, SA_RESTART, true)
                                    : next.signal(number, handler);
}

sighandler_t bsd_signal(int number, sighandler_t handler);
LPI_EXPORT sighandler_t bsd_signal(int number, sighandler_t handler)
{
    return signal(number, handler);
}

LPI_EXPORT sighandler_t ssignal(int number, sighandler_t handler)
{
    return signal(number, handler);
}

LPI_EXPORT sighandler_t sysv_signal(int number, sighandler_t handler)
{
    LPI_FIND(next.sysv_signal, "sysv_signal");
    return huvm_signals_has(number)
               ? set_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER), false)
               : next.sysv_signal(number, handler);
}

sighandler_t lpi_sysv_signal(int number, sighandler_t handler) __asm__("__sysv_signal");
LPI_EXPORT sighandler_t lpi_sysv_signal(int number, sighandler_t handler)
{
    return sysv_signal(number, handler);
}

LPI_EXPORT sighandler_t sigset(int number, sighandler_t handler)
{
    sigset_t one, old;
    struct sigaction now;
    LPI_FIND(next.set, "sigset");
    if (!huvm_signals_has(number))
        return next.set(number, handler);
    sigemptyset(&one);
    sigaddset(&one, number);
    sigprocmask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &one, &old);
    huvm_signals_action(number, NULL, &now);
    if (handler != SIG_HOLD)
        set_handler(number, handler, 0, false);
    return has(&old, number) ? SIG_HOLD : now.sa_handler;
}

LPI_EXPORT int sigignore(int number)
{
    LPI_FIND(next.ignore, "sigignore");
    if (!huvm_signals_has(number))
        return next.ignore(number);
    set_handler(number, SIG_IGN, 0, false);
    return 0;
}

LPI_EXPORT int siginterrupt(int number, int interrupts)
{
    struct sigaction action;
    LPI_FIND(next.interrupt, "siginterrupt");
    if (!huvm_signals_has(number))
        return next.interrupt(number, interrupts);
    huvm_signals_action(number, NULL, &action);
    action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
    return huvm_signals_action(number, &action, NULL);
}

/* ---- waiting ---- */

LPI_EXPORT int sigsuspend(const sigset_t *mask)
{
    sigset_t room;
    LPI_FIND(next.suspend, "sigsuspend");
    return next.suspend(lpi_kernel_mask(mask, &room));
}

int lpi_sigpause(int mask) __asm__("sigpause");
LPI_EXPORT int lpi_sigpause(int mask)
{
    sigset_t set = set_of(mask);
    return sigsuspend(&set);
}

int lpi_xpg_sigpause(int number) __asm__("__xpg_sigpause");
LPI_EXPORT int lpi_xpg_sigpause(int number)
{
    sigset_t set;
    if (sigprocmask(SIG_BLOCK, NULL, &set) != 0 || sigdelset(&set, number) != 0)
        return -1;
    return sigsuspend(&set);
}

LPI_EXPORT int sigpending(sigset_t *set)
{
    LPI_FIND(next.pending, "sigpending");
    int answer = next.pending(set);
    if (answer == 0 && huvm_signals_taken() && has(set, HUVM_SIGNAL_STANDS_IN)) {
        sigdelset(set, HUVM_SIGNAL_STANDS_IN);
        sigaddset(set, SIGSEGV);
    }
    return answer;
}

/*
 * The kernel's set of signals to wait for; the program may also wait for the stand-in signal
 * itself.
 */
static const sigset_t *awaited(const sigset_t *set, sigset_t *room)
{
    lpi_kernel_mask(set, room);
    if (has(set, HUVM_SIGNAL_STANDS_IN))
        sigaddset(room, HUVM_SIGNAL_STANDS_IN);
    return room;
}

LPI_EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time)
{
    sigset_t room;
    siginfo_t own;
    LPI_FIND(next.timed_wait, "sigtimedwait");
    if (!huvm_signals_taken())
        return next.timed_wait(set, info, time);
    int number = next.timed_wait(awaited(set, &room), &own, time);
    if (number <= 0)
        return number;
    if (huvm_signals_is_stand_in(&own)) {
        huvm_signals_uncover(&own);
        number = SIGSEGV;
    }
    if (info != NULL)
        *info = own;
    return number;
}

LPI_EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    return sigtimedwait(set, info, NULL);
}

LPI_EXPORT int sigwait(const sigset_t *set, int *number)
{
    int found;
    LPI_FIND(next.wait, "sigwait");
    if (!huvm_signals_taken())
        return next.wait(set, number);
    do
        found = sigtimedwait(set, NULL, NULL);
    while (found < 0 && errno == EINTR);
    if (found < 0)
        return errno;
    *number = found;
    return 0;
}

LPI_WEAK int signalfd(int fd, const sigset_t *mask, int flags)
{
    sigset_t room;
    LPI_FIND(next.fd, "signalfd");
    return next.fd(fd, lpi_kernel_mask(mask, &room), flags);
}

LPI_WEAK int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time,
                   const sigset_t *mask)
{
    sigset_t room;
    LPI_FIND(next.poll, "ppoll");
    return next.poll(fds, count, time, lpi_kernel_mask(mask, &room));
}

LPI_WEAK int pselect(int count, fd_set *reads, fd_set *writes, fd_set *others,
                     const struct timespec *time, const sigset_t *mask)
{
    sigset_t room;
    LPI_FIND(next.select, "pselect");
    return next.select(count, reads, writes, others, time, lpi_kernel_mask(mask, &room));
}

LPI_WEAK int epoll_pwait(int fd, struct epoll_event *events, int count, int time,
                         const sigset_t *mask)
{
    sigset_t room;
    LPI_FIND(next.epoll, "epoll_pwait");
    return next.epoll(fd, events, count, time, lpi_kernel_mask(mask, &room));
}

LPI_WEAK int epoll_pwait2(int fd, struct epoll_event *events, int count,
                          const struct timespec *time, const sigset_t *mask)
{
    sigset_t room;
    LPI_FIND(next.epoll2, "epoll_pwait2");
    return next.epoll2(fd, events, count, time, lpi_kernel_mask(mask, &room));
}

/* ---- threads created with a mask ---- */

LPI_EXPORT int pthread_attr_setsigmask_np(pthread_attr_t *attr, const sigset_t *mask)
{
    sigset_t room;
    LPI_FIND(next.attr_set, "pthread_attr_setsigmask_np");
    return next.attr_set(attr, lpi_kernel_mask(mask, &room));
}

LPI_EXPORT int pthread_attr_getsigmask_np(const pthread_attr_t *attr, sigset_t *mask)
{
    LPI_FIND(next.attr_get, "pthread_attr_getsigmask_np");
    int answer = next.attr_get(attr, mask);
    if (answer == 0 && huvm_signals_taken()) {
        sigset_t kernel = *mask;
        huvm_signals_to_program(&kernel, HUVM_SIGNALS_AS_OTHERS, mask);
    }
    return answer;
}
