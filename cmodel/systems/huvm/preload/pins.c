/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that the kernel uses after a call, where the arguments alone do not identify it. */
#define _GNU_SOURCE
#include "bounce.h"
#include "preload.h"
#include <aio.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <threads.h>
#include <ucontext.h>

static void pin(const volatile void *at, size_t bytes)
{
    int error = errno;
    if (lpi_has((const void *)at))
        huvm_client_pin(lpi_client(), (const void *)at, bytes);
    errno = error;
}

/* ---- mutexes: the kernel reads the word of a contended one ---- */

typedef int (*locker)(pthread_mutex_t *);

/* Not pinned while uncontended, since a program may have very many mutexes. */
static int lock(locker next, pthread_mutex_t *mutex)
{
    if (!lpi_has(mutex))
        return next(mutex);
    int answer = pthread_mutex_trylock(mutex);
    if (answer != EBUSY)
        return answer;
    pin(mutex, sizeof *mutex);
    return next(mutex);
}

LPI_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static locker next;
    LPI_FIND(next, "pthread_mutex_lock");
    return lock(next, mutex);
}

LPI_EXPORT int __pthread_mutex_lock(pthread_mutex_t *mutex);
int __pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return pthread_mutex_lock(mutex);
}

LPI_EXPORT int mtx_lock(mtx_t *mutex)
{
    static int (*next)(mtx_t *);
    LPI_FIND(next, "mtx_lock");
    if (!lpi_has(mutex))
        return next(mutex);
    int answer = mtx_trylock(mutex);
    if (answer != thrd_busy)
        return answer;
    pin(mutex, sizeof *mutex);
    return next(mutex);
}

/* The kernel itself changes the word of these mutexes. */
LPI_EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how)
{
    static int (*next)(pthread_mutex_t *, const pthread_mutexattr_t *);
    int robust = PTHREAD_MUTEX_STALLED, protocol = PTHREAD_PRIO_NONE;
    LPI_FIND(next, "pthread_mutex_init");
    int answer = next(mutex, how);
    if (answer != 0 || how == NULL || !lpi_has(mutex))
        return answer;
    pthread_mutexattr_getrobust(how, &robust);
    pthread_mutexattr_getprotocol(how, &protocol);
    if (robust != PTHREAD_MUTEX_STALLED || protocol != PTHREAD_PRIO_NONE)
        pin(mutex, sizeof *mutex);
    return 0;
}

LPI_EXPORT int __pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how);
int __pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how)
{
    return pthread_mutex_init(mutex, how);
}

/* ---- stacks: the kernel writes signal frames to them ---- */

LPI_EXPORT int sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
    static lpi_function next;
    const long values[LPI_ARGUMENTS] = {(long)stack, (long)old};
    stack_t copy;
    LPI_FIND(next, "sigaltstack");
    if (lpi_client() == NULL)
        return (int)lpi_call(next, -1, values);
    if (stack != NULL && lpi_peek(&copy, stack, sizeof copy) && (copy.ss_flags & SS_DISABLE) == 0)
        pin(copy.ss_sp, copy.ss_size);
    const char *arguments = sizeof copy == 24 ? "i24 x24" : "";
    return (int)(lpi_is_bounced(arguments, values) ? lpi_bounce(next, -1, arguments, values)
                                                   : lpi_call(next, -1, values));
}

/* Stack arguments after the sixth stay in place, since the last call is a tail call. */
LPI_EXPORT void pinned_makecontext(ucontext_t *, long, long, long, long,
                                   long) __asm__("makecontext");
void pinned_makecontext(ucontext_t *context, long b, long c, long d, long e, long f)
{
    static void (*next)(ucontext_t *, long, long, long, long, long);
    LPI_FIND(next, "makecontext");
    pin(context, sizeof *context);
    pin(context->uc_stack.ss_sp, context->uc_stack.ss_size);
    next(context, b, c, d, e, f);
}

/* ---- asynchronous input and output: performed by other threads ---- */

static void pin_request(const struct aiocb *request)
{
    if (request == NULL || lpi_client() == NULL)
        return;
    pin(request, sizeof *request);
    pin(request->aio_buf, request->aio_nbytes);
}

#define ASKS(name)                                                                                 \
    LPI_EXPORT int asks_##name(struct aiocb *) __asm__(#name);                                     \
    int asks_##name(struct aiocb *request)                                                         \
    {                                                                                              \
        static int (*next)(struct aiocb *);                                                        \
        LPI_FIND(next, #name);                                                                     \
        pin_request(request);                                                                      \
        return next(request);                                                                      \
    }
ASKS(aio_read)
ASKS(aio_write)

#define SYNCS(name)                                                                                \
    LPI_EXPORT int syncs_##name(int, struct aiocb *) __asm__(#name);                               \
    int syncs_##name(int how, struct aiocb *request)                                               \
    {                                                                                              \
        static int (*next)(int, struct aiocb *);                                                   \
        LPI_FIND(next, #name);                                                                     \
        if (request != NULL)                                                                       \
            pin(request, sizeof *request);                                                         \
        return next(how, request);                                                                 \
    }
SYNCS(aio_fsync)

#define LISTS(name)                                                                                \
    LPI_EXPORT int lists_##name(int, struct aiocb *const *, int,                                   \
                                struct sigevent *) __asm__(#name);                                 \
    int lists_##name(int how, struct aiocb *const *list, int count, struct sigevent *event)        \
    {                                                                                              \
        static int (*next)(int, struct aiocb *const *, int, struct sigevent *);                    \
        LPI_FIND(next, #name);                                                                     \
        for (int i = 0; list != NULL && i < count; i++)                                            \
            pin_request(list[i]);                                                                  \
        return next(how, list, count, event);                                                      \
    }
LISTS(lio_listio)

/* An alias for the same structure, which some headers define as a macro. */
#undef aio_read64
#undef aio_write64
#undef aio_fsync64
#undef lio_listio64
ASKS(aio_read64)
ASKS(aio_write64)
SYNCS(aio_fsync64)
LISTS(lio_listio64)
