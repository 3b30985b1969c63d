/* SPDX-License-Identifier: Apache-2.0 */
/* Waits of threads, stacks and contexts, in large memory that other threads evict. */
#define _GNU_SOURCE
#include "io_calls.h"
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <ucontext.h>
#include <unistd.h>

enum { ROUNDS = 60 };

static struct shared {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
    sem_t there, back;
    mtx_t mtx;
    cnd_t cnd;
    long turn, turn_mtx, sum;
} * all;

static struct timespec soon(long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static _Thread_local int turns;

/* Two threads take turns, by each kind of waiting. */
static void take_turn(long mine)
{
    pthread_mutex_lock(&all->mutex);
    while (all->turn % 2 != mine) {
        struct timespec later = soon(60000);
        if (turns++ % 2)
            pthread_cond_wait(&all->cond, &all->mutex);
        else
            pthread_cond_timedwait(&all->cond, &all->mutex, &later);
    }
    all->turn++;
    all->sum = all->sum * 3 + mine;
    pthread_cond_broadcast(&all->cond);
    pthread_mutex_unlock(&all->mutex);
}

static void take_mtx(long mine)
{
    mtx_lock(&all->mtx);
    while (all->turn_mtx % 2 != mine)
        cnd_wait(&all->cnd, &all->mtx);
    all->turn_mtx++;
    cnd_broadcast(&all->cnd);
    mtx_unlock(&all->mtx);
}

static void *other(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
        take_turn(1);
        sem_wait(&all->there);
        sem_post(&all->back);
        pthread_rwlock_wrlock(&all->rwlock);
        all->sum += i;
        pthread_rwlock_unlock(&all->rwlock);
        pthread_barrier_wait(&all->barrier);
        take_mtx(1);
    }
    return argument;
}

static void turns_of_two(void)
{
    pthread_t thread;
    all = malloc(200000);
    memset(all, 0, sizeof *all);
    pthread_mutex_init(&all->mutex, NULL);
    pthread_cond_init(&all->cond, NULL);
    pthread_rwlock_init(&all->rwlock, NULL);
    pthread_barrier_init(&all->barrier, NULL, 2);
    sem_init(&all->there, 0, 0);
    sem_init(&all->back, 0, 0);
    mtx_init(&all->mtx, mtx_plain);
    cnd_init(&all->cnd);
    pthread_create(&thread, NULL, other, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        struct timespec later = soon(60000);
        take_turn(0);
        evict();
        sem_post(&all->there);
        sem_timedwait(&all->back, &later);
        pthread_rwlock_rdlock(&all->rwlock);
        pthread_rwlock_unlock(&all->rwlock);
        pthread_barrier_wait(&all->barrier);
        take_mtx(0);
    }
    pthread_join(thread, NULL);
    pthread_cond_destroy(&all->cond);
    cnd_destroy(&all->cnd);
    fact("turns", all->turn);
    free(all);
}

/* Each entry alone, with a timeout or success. */
static int thread_count;
static void count_once(void)
{
    thread_count++;
}

static void waits_alone(void)
{
    struct timespec past = {1, 0};
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_t *m = mem(sizeof *m, NULL);
    T("pthread_mutex_init", ARG(m), 0);
    T("__pthread_mutex_init", ARG(m), ARG(&how));
    T("pthread_mutex_lock", ARG(m));
    T("__pthread_mutex_lock", ARG(m)); /* the second call gives an error */
    T("pthread_mutex_timedlock", ARG(m), ARG(&past));
    T("pthread_mutex_clocklock", ARG(m), CLOCK_REALTIME, ARG(&past));
    pthread_cond_t *c = mem(sizeof *c, NULL);
    pthread_cond_init(c, NULL);
    T("pthread_cond_timedwait", ARG(c), ARG(m), ARG(&past));
    T("pthread_cond_clockwait", ARG(c), ARG(m), CLOCK_REALTIME, ARG(&past));
    T("pthread_cond_signal", ARG(c));
    T("pthread_cond_broadcast", ARG(c));
    T("pthread_cond_destroy", ARG(c));
    mtx_t *x = mem(sizeof *x, NULL);
    mtx_init(x, mtx_timed);
    TS("mtx_lock", ARG(x));
    T("mtx_timedlock", ARG(x), ARG(&past));
    cnd_t *n = mem(sizeof *n, NULL);
    cnd_init(n);
    T("cnd_timedwait", ARG(n), ARG(x), ARG(&past));
    T("cnd_signal", ARG(n));
    T("cnd_broadcast", ARG(n));
    TQ("cnd_destroy", ARG(n));
    pthread_rwlock_t *w = mem(sizeof *w, NULL);
    pthread_rwlock_init(w, NULL);
    T("pthread_rwlock_rdlock", ARG(w));
    T("__pthread_rwlock_rdlock", ARG(w));
    T("pthread_rwlock_timedrdlock", ARG(w), ARG(&past));
    T("pthread_rwlock_clockrdlock", ARG(w), CLOCK_REALTIME, ARG(&past));
    T("pthread_rwlock_timedwrlock", ARG(w), ARG(&past));
    T("pthread_rwlock_clockwrlock", ARG(w), CLOCK_REALTIME, ARG(&past));
    pthread_rwlock_t *v = mem(sizeof *v, NULL);
    pthread_rwlock_init(v, NULL);
    TS("pthread_rwlock_wrlock", ARG(v));
    T("__pthread_rwlock_wrlock", ARG(v));
    sem_t *s = mem(sizeof *s, NULL);
    sem_init(s, 0, 1);
    T("sem_wait", ARG(s));
    T("sem_timedwait", ARG(s), ARG(&past));
    T("sem_clockwait", ARG(s), CLOCK_REALTIME, ARG(&past));
    pthread_once_t *o = mem(4, "\0\0\0");
    T("pthread_once", ARG(o), ARG(count_once));
    T("__pthread_once", ARG(o), ARG(count_once));
    TQ("call_once", ARG(mem(4, "\0\0\0")), ARG(count_once));
    fact("once", thread_count);
}

static void *dies_with_it(void *mutex)
{
    pthread_mutex_lock(mutex);
    return mutex;
}

static void robust(void)
{
    pthread_mutexattr_t how;
    pthread_t thread;
    pthread_mutex_t *m = malloc(100000);
    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(m, &how);
    pthread_create(&thread, NULL, dies_with_it, m);
    pthread_join(thread, NULL);
    evict();
    fact("owner died", pthread_mutex_lock(m) == EOWNERDEAD);
    pthread_mutex_consistent(m);
    fact("unlocked", pthread_mutex_unlock(m));
    free(m);
    pthread_mutexattr_setprotocol(&how, PTHREAD_PRIO_INHERIT);
    m = malloc(100000);
    pthread_mutex_init(m, &how);
    pthread_create(&thread, NULL, dies_with_it, m);
    pthread_join(thread, NULL);
    evict();
    fact("owner died", pthread_mutex_lock(m) == EOWNERDEAD);
    pthread_mutex_consistent(m);
    fact("unlocked", pthread_mutex_unlock(m));
    free(m);
}

static void futexes(void)
{
    struct timespec none = {0, 1000};
    int *word = mem(4, "\7\0\0");
    by_syscall(true);
    T("futex", ARG(word), FUTEX_WAIT, 8, ARG(mem(16, &none)), 0, 0);
    T("futex", ARG(mem(4, "\7\0\0")), FUTEX_WAIT_PRIVATE, 7, ARG(mem(16, &none)), 0, 0);
    T("futex", ARG(mem(4, "\7\0\0")), FUTEX_WAKE, 1, 0, 0, 0);
    T("futex", ARG(mem(4, "\7\0\0")), FUTEX_CMP_REQUEUE, 1, 1, ARG(mem(4, "\7\0\0")), 7);
    TS("get_robust_list", 0, ARG(mem(8, NULL)), ARG(mem(8, NULL)));
    TS("rseq", ARG(mem(32, NULL)), 32, 0, 0);
    by_syscall(false);
}

/* At the end of this detached thread the kernel uses both. */
static void own_words(void)
{
    long *robust = list(24, (long[3]){0});
    robust[0] = (long)robust;
    by_syscall(true);
    T("set_robust_list", ARG(robust), 24);
    TS("set_tid_address", ARG(mem(4, NULL)));
    by_syscall(false);
}

static void *on_stack(void *p)
{
    char here[3000];
    memset(here, 1, sizeof here);
    evict();
    int fd = open("stack", O_RDWR | O_CREAT | O_TRUNC, 0600);
    fact("written", write(fd, here, sizeof here));
    close(fd);
    return p;
}

static ucontext_t *home, *away;
static void in_context(void)
{
    on_stack(NULL);
    swapcontext(away, home);
}

static volatile sig_atomic_t handled;
static void handle(int number)
{
    handled = number;
}

static void stacks(void)
{
    pthread_attr_t how;
    pthread_t thread;
    size_t bytes = 131072;
    void *stack = aligned_alloc(4096, bytes);
    pthread_attr_init(&how);
    T("pthread_attr_setstack", ARG(&how), ARG(stack), bytes);
    pthread_create(&thread, &how, on_stack, NULL);
    pthread_join(thread, NULL);
    free(stack);
    stack_t alternative = {.ss_sp = malloc(65536), .ss_size = 65536};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR2, &action, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    TS("sigaltstack", ARG(mem(sizeof alternative, &alternative)),
       ARG(mem(sizeof alternative, NULL)));
    evict();
    raise(SIGUSR2);
    fact("handled", handled == SIGUSR2);
    alternative.ss_flags = SS_DISABLE;
    sigaltstack(&alternative, NULL);
    free(alternative.ss_sp);
    home = malloc(100000);
    away = malloc(100000);
    fact("got", getcontext(away));
    away->uc_stack.ss_sp = malloc(131072);
    away->uc_stack.ss_size = 131072;
    away->uc_link = home;
    makecontext(away, in_context, 0);
    evict();
    fact("swapped", swapcontext(home, away));
    volatile int times = 0;
    fact("got", getcontext(home));
    evict();
    if (times++ == 0)
        setcontext(home);
    fact("times", times);
    free(home);
    free(away);
}

static void jumps(void)
{
    sigjmp_buf *there = malloc(100000);
    sigset_t set, now;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    evict();
    if (sigsetjmp(*there, 1) == 0) {
        sigprocmask(SIG_BLOCK, &set, NULL);
        evict();
        siglongjmp(*there, 1);
    }
    sigprocmask(SIG_BLOCK, NULL, &now);
    fact("blocked", sigismember(&now, SIGUSR1));
    if ((setjmp)(*there) == 0)
        longjmp(*there, 1);
    free(there);
}

static void later(void)
{
    int fd = open("later", O_RDWR | O_CREAT | O_TRUNC, 0600);
    static int (*const writes[])(struct aiocb *) = {aio_write,
                                                    (int (*)(struct aiocb *))aio_write64};
    for (int i = 0; i < 2; i++) {
        char *block = malloc(100000);
        memset(block, 'w' + i, 100000);
        struct aiocb *r = malloc(20000);
        *r = (struct aiocb){.aio_fildes = fd, .aio_buf = block, .aio_nbytes = 100000};
        evict();
        fact("asked", writes[i](r));
        while (aio_error(r) == EINPROGRESS)
            evict();
        fact("wrote", aio_return(r));
        memset(block, 0, 100000);
        evict();
        fact("asked", i == 0 ? aio_read(r) : aio_read64((struct aiocb64 *)r));
        while (aio_error(r) == EINPROGRESS)
            evict();
        fact("read", aio_return(r));
        fact("sum", sum_of(block, 100000));
        fact("asked", i == 0 ? aio_fsync(O_SYNC, r) : aio_fsync64(O_SYNC, (struct aiocb64 *)r));
        while (aio_error(r) == EINPROGRESS)
            evict();
        fact("synced", aio_return(r));
        r->aio_lio_opcode = LIO_WRITE;
        struct aiocb *list[1] = {r};
        evict();
        fact("list", i == 0 ? lio_listio(LIO_WAIT, list, 1, NULL)
                            : lio_listio64(LIO_WAIT, (struct aiocb64 **)list, 1, NULL));
        fact("wrote", aio_return(r));
        free(r);
        free(block);
    }
    close(fd);
}

/* A wait interrupted by a signal gives an error. */
static void interrupted(void)
{
    struct itimerval often = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = handle};
    int p[2];
    sigaction(SIGALRM, &action, NULL);
    (void)!pipe(p);
    setitimer(ITIMER_REAL, &often, NULL);
    T("read", p[0], ARG(mem(90000, NULL)), 90000);
    setitimer(ITIMER_REAL, &never, NULL);
    close(p[0]);
    close(p[1]);
}

static int waited_for[2];

static void *wait_for_ever(void *block)
{
    return (void *)read(waited_for[0], block, 300000);
}

static int mappings(void)
{
    char bytes[4096];
    int fd = open("/proc/self/maps", O_RDONLY), lines = 0;
    for (ssize_t n; (n = read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++)
            lines += bytes[i] == '\n';
    close(fd);
    return lines;
}

/* The call's memory of a thread is freed with it. */
static void cancelled(void)
{
    enum { THREADS = 60 };
    char *block = malloc(300000);
    int before = 0;
    (void)!pipe(waited_for);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        void *answer;
        pthread_create(&thread, NULL, wait_for_ever, block);
        pthread_cancel(thread);
        pthread_join(thread, &answer);
        if (answer != PTHREAD_CANCELED)
            fact("not cancelled", i);
        if (i == 10)
            before = mappings();
    }
    fact("mappings grew", mappings() > before + THREADS / 2);
    close(waited_for[0]);
    close(waited_for[1]);
    free(block);
}

void calls_threads(void)
{
    turns_of_two();
    waits_alone();
    robust();
    futexes();
    stacks();
    jumps();
    later();
    interrupted();
    cancelled();
    own_words();
}
