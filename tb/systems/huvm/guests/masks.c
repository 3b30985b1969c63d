/* SPDX-License-Identifier: Apache-2.0 */
/* Threads and waits with signals blocked, SIGSEGV among them, that use large memory. */
#define _GNU_SOURCE
#include "guest.h"
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <time.h>
#include <ucontext.h>

enum { BIG = 24 * CHUNK };

static volatile char *big;
static volatile int calls, code;

static long touch(void)
{
    long sum = 0;
    for (size_t i = 0; i < BIG; i += PAGE)
        sum += ++big[i];
    return sum & 0xff;
}

static unsigned long word_of(const sigset_t *set)
{
    unsigned long word;
    memcpy(&word, set, sizeof word);
    return word;
}

static void say_mask(void)
{
    sigset_t set;
    SAY(pthread_sigmask(SIG_SETMASK, NULL, &set));
    printf("  mask %lx\n", word_of(&set));
}

static void count(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    calls++;
    code = info->si_code;
    touch();
}

static void *works(void *context)
{
    (void)context;
    say_mask();
    SAY(touch());
    return NULL;
}

static void *works_blocked(void *context)
{
    sigset_t set;
    sigfillset(&set);
    SAY(pthread_sigmask(SIG_BLOCK, &set, NULL));
    return works(context);
}

static void thread(void *(*run)(void *), const pthread_attr_t *attributes)
{
    pthread_t t;
    int error = pthread_create(&t, attributes, run, NULL);
    if (error == 0)
        pthread_join(t, NULL);
    SAY(error);
}

static void masks(void)
{
    sigset_t set, old;
    sigfillset(&set);
    SAY(sigprocmask(SIG_SETMASK, &set, &old));
    printf("  old %lx\n", word_of(&old));
    say_mask();
    SAY(touch());
    thread(works, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGSEGV);
    SAY(pthread_sigmask(SIG_UNBLOCK, &set, NULL));
    say_mask();
    SAY(pthread_sigmask(SIG_BLOCK, &set, &old));
    printf("  old %lx\n", word_of(&old));
    SAY(pthread_sigmask(99, &set, NULL));
    sigemptyset(&set);
    sigaddset(&set, 58);
    SAY(sigprocmask(SIG_UNBLOCK, &set, NULL));
    say_mask();
    SAY(sigprocmask(SIG_BLOCK, &set, NULL));
    say_mask();
    sigemptyset(&set);
    SAY(sigprocmask(SIG_SETMASK, &set, &old));
    say_mask();
    sigaddset(&set, SIGSEGV);
    SAY(sigprocmask(SIG_SETMASK, &set, &old));
    say_mask();
    sigemptyset(&set);
    SAY(sigprocmask(SIG_SETMASK, &set, &old));
    SAY(sigblock(1 << (SIGSEGV - 1) | 2));
    say_mask();
    SAY(siggetmask());
    SAY(sigsetmask(0));
    say_mask();
    thread(works_blocked, NULL);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    sigfillset(&set);
    SAY(pthread_attr_setsigmask_np(&attributes, &set));
    SAY(pthread_attr_getsigmask_np(&attributes, &old));
    thread(works, &attributes);
}

static sigset_t only(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

/* Signals sent to threads that block them. */
static void pending(void)
{
    struct sigaction action = {.sa_sigaction = count, .sa_flags = SA_SIGINFO};
    sigset_t segv = only(SIGSEGV), none, set;
    struct timespec no_time = {0, 0};
    siginfo_t info;
    int number = 0;
    sigemptyset(&none);
    sigaction(SIGSEGV, &action, NULL);
    SAY(sigprocmask(SIG_BLOCK, &segv, NULL));
    SAY(raise(SIGSEGV));
    SAY(kill(getpid(), SIGSEGV));
    SAY(calls);
    SAY(touch());
    SAY(sigpending(&set));
    printf("  pending %lx\n", word_of(&set));
    SAY(sigprocmask(SIG_UNBLOCK, &segv, NULL));
    SAY(calls);
    SAY(code <= 0);
    SAY(sigpending(&set));
    printf("  pending %lx\n", word_of(&set));
    SAY(sigprocmask(SIG_BLOCK, &segv, NULL));
    SAY(raise(SIGSEGV));
    SAY(sigwaitinfo(&segv, &info));
    printf("  %d, code %d, errno %d\n", info.si_signo, info.si_code, info.si_errno);
    SAY(sigtimedwait(&segv, &info, &no_time));
    SAY(sigqueue(getpid(), SIGSEGV, (union sigval){.sival_int = 5}));
    SAY(sigwait(&segv, &number));
    SAY(number);
    SAY(raise(SIGSEGV));
    calls = 0;
    SAY(sigsuspend(&none));
    SAY(calls);
    SAY(raise(SIGSEGV));
    SAY(ppoll(NULL, 0, &(struct timespec){20, 0}, &none));
    SAY(calls);
    SAY(raise(SIGSEGV));
    SAY(pselect(0, NULL, NULL, NULL, &(struct timespec){20, 0}, &none));
    SAY(calls);
    int fd = epoll_create1(0);
    struct epoll_event event;
    SAY(raise(SIGSEGV));
    SAY(epoll_pwait(fd, &event, 1, 20000, &none));
    SAY(calls);
    close(fd);
    SAY(sigprocmask(SIG_SETMASK, &none, NULL));
    say_mask();
}

/* A mask that blocks all or no signals while it waits: the memory's faults still come. */
static void *wakes(void *context)
{
    struct timespec nap = {0, 20000000};
    nanosleep(&nap, NULL);
    touch();
    kill(getpid(), SIGUSR1);
    (void)context;
    return NULL;
}

static void waits(void)
{
    struct sigaction action = {.sa_sigaction = count, .sa_flags = SA_SIGINFO};
    sigset_t usr = only(SIGUSR1), all, old;
    pthread_t t;
    sigfillset(&all);
    sigfillset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    calls = 0;
    SAY(raise(SIGUSR1));
    SAY(calls);
    SAY(sigprocmask(SIG_SETMASK, &all, &old));
    pthread_create(&t, NULL, wakes, NULL);
    sigset_t but = all;
    sigdelset(&but, SIGUSR1);
    SAY(sigsuspend(&but));
    SAY(calls);
    pthread_join(t, NULL);
    int fd = signalfd(-1, &usr, 0);
    struct signalfd_siginfo got;
    pthread_create(&t, NULL, wakes, NULL);
    SAY(read(fd, &got, sizeof got) == sizeof got && got.ssi_signo == SIGUSR1);
    pthread_join(t, NULL);
    close(fd);
    SAY(sigprocmask(SIG_SETMASK, &old, NULL));
}

static void jumps(void)
{
    sigset_t segv = only(SIGSEGV);
    volatile int round = 0;
    SAY(try_use((volatile char *)8, false));
    say_mask();
    SAY(try_use((volatile char *)8, false));
    SAY(sigprocmask(SIG_BLOCK, &segv, NULL));
    if (sigsetjmp(guest_back, 1) == 0) {
        SAY(sigprocmask(SIG_UNBLOCK, &segv, NULL));
        say_mask();
        siglongjmp(guest_back, 1);
    }
    say_mask();
    SAY(sigprocmask(SIG_UNBLOCK, &segv, NULL));
    ucontext_t here;
    getcontext(&here);
    say_mask();
    if (round++ == 0) {
        SAY(sigprocmask(SIG_BLOCK, &segv, NULL));
        setcontext(&here);
    }
}

/* Threads that map and unmap while signals whose handler does so too come continuously. */
static volatile bool over;

static void maps(int number)
{
    (void)number;
    char *m = mmap(NULL, 2 * CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED)
        return;
    m[0] = m[CHUNK] = 1;
    munmap(m, 2 * CHUNK);
    calls++;
}

static void *maps_all_the_time(void *context)
{
    (void)context;
    while (!over) {
        char *m = map(3 * CHUNK);
        m[0] = 1;
        mprotect(m + PAGE, PAGE, PROT_READ);
        madvise(m, CHUNK, MADV_DONTNEED);
        munmap(m + CHUNK, PAGE);
        munmap(m, 3 * CHUNK);
        volatile char *b = malloc(2 * CHUNK);
        b[0] = 1;
        free((void *)b);
    }
    return NULL;
}

static void storm(void)
{
    pthread_t threads[2];
    signal(SIGUSR1, maps);
    over = false;
    for (unsigned i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, maps_all_the_time, NULL);
    for (unsigned i = 0; i < 400; i++) {
        pthread_kill(threads[i % 2], SIGUSR1);
        sched_yield();
    }
    over = true;
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    SAY(calls > 0);
}

int main(void)
{
    big = malloc(BIG);
    memset((char *)big, 0, BIG);
    masks();
    pending();
    waits();
    jumps();
    storm();
    SAY(touch());
    return 0;
}
