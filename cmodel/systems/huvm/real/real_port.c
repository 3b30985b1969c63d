/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's memory, which the coordinator shares by its file: what is not resident is a hole
 * there. With a userfaultfd the coordinator itself protects pages and puts them in; without one the
 * program does it when it is told.
 */
#define _GNU_SOURCE
#include "real_state.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ns; SHORT with the lock, for which all others wait. */
#define MOMENT UINT64_C(100000000)
#define LONG UINT64_C(2000000000)
#define SHORT UINT64_C(20000000)

/* Of the chunk in the memory of its own program. */
static uint64_t offset_of(const struct huvm_real *r, uint32_t chunk)
{
    return (chunk - r->gpu[r->home[chunk]].first) * (uint64_t)r->config.chunk_bytes;
}

static unsigned number_of(const struct huvm_real *r, uint32_t chunk)
{
    return chunk - r->gpu[r->home[chunk]].first;
}

/* A program that is gone needs nothing; with what else the kernel refuses it cannot go on, but the
   others can. With the lock or without, by `locked`. */
static void check(struct huvm_real *r, uint32_t chunk, bool locked, bool good, const char *what)
{
    if (good || errno == ESRCH)
        return;
    if (errno == ENOENT || errno == EINVAL)
        real_drop(r, r->home[chunk], locked, "has unmapped or changed its memory by itself");
    else
        real_drop(r, r->home[chunk], locked, "has memory that cannot be %s: %s", what,
                  strerror(errno));
}

/* Whether what the kernel has just put off is to be tried again. It does so while the program
   changes its mappings, which a program can draw out. */
static bool try_again(uint64_t *until, uint64_t most)
{
    uint64_t now = lpi_now_ns();
    if (errno != EAGAIN)
        return false;
    if (*until == 0)
        *until = now + most;
    sched_yield();
    errno = EAGAIN;
    return now < *until;
}

static bool protect(const struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                    uint64_t mode, uint64_t most)
{
    struct uffdio_writeprotect w = {
        .range = {port->base + offset_of(r, chunk), r->config.chunk_bytes}, .mode = mode};
    uint64_t until = 0;
    int answer;
    do
        answer = ioctl(port->faults, UFFDIO_WRITEPROTECT, &w);
    while (answer != 0 && try_again(&until, most));
    return answer == 0;
}

static bool punch(const struct huvm_real *r, uint32_t chunk, const struct real_port *port)
{
    return fallocate(port->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     (off_t)offset_of(r, chunk), (off_t)r->config.chunk_bytes) == 0;
}

/* Waits for a moment, or until something was obeyed. Returns how long that was, at most two
   moments: a command that is stopped waits for nobody meanwhile. */
static uint64_t wait_a_moment(struct huvm_real *r)
{
    uint64_t before = lpi_now_ns();
    struct timespec at = lpi_timespec(before + MOMENT);
    pthread_cond_timedwait(&r->obeyed, &r->lock, &at);
    uint64_t took = lpi_now_ns() - before;
    return took < 2 * MOMENT ? took : 2 * MOMENT;
}

/* Tells the program, and waits until it has done so or is gone. */
static void order(struct huvm_real *r, uint32_t chunk, enum huvm_message_kind kind)
{
    struct huvm_message message = {.kind = kind, .value = 1, .first = number_of(r, chunk)};
    struct real_gpu *g = real_home(r, chunk);
    uint64_t waited = 0;
    pthread_mutex_lock(&r->lock);
    r->chunk[chunk].obeyed = false;
    if (g->port.state == REAL_READY)
        real_send(r, g, &message);
    while (!r->chunk[chunk].obeyed && !r->ending && !g->dropped && g->port.state == REAL_READY) {
        waited += wait_a_moment(r);
        if (waited > real_patience(r))
            real_drop(r, r->home[chunk], true, "does not do what it is told");
    }
    pthread_mutex_unlock(&r->lock);
}

void real_port_guard(struct huvm_real *r, uint32_t chunk, const struct real_port *port)
{
    if (port->faults >= 0)
        check(r, chunk, false, protect(r, chunk, port, UFFDIO_WRITEPROTECT_MODE_WP, LONG),
              "protected");
    else
        order(r, chunk, HUVM_GUARD);
}

void real_port_read(struct huvm_real *r, uint32_t chunk, const struct real_port *port, uint8_t *to)
{
    for (size_t done = 0; done < r->config.chunk_bytes;) {
        ssize_t n = pread(port->memory, to + done, r->config.chunk_bytes - done,
                          (off_t)(offset_of(r, chunk) + done));
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            errno = n == 0 ? EINVAL : errno;
            check(r, chunk, false, false, "read");
            return;
        }
    }
}

/* Whoever wrote to the chunk while it was guarded faults again, and then it is not there. */
void real_port_drop(struct huvm_real *r, uint32_t chunk, const struct real_port *port)
{
    if (port->faults < 0)
        order(r, chunk, HUVM_SHUT);
    check(r, chunk, false, punch(r, chunk, port), "dropped");
    if (port->faults >= 0)
        check(r, chunk, false, protect(r, chunk, port, 0, LONG), "dropped");
}

/* Fills the chunk's pages, which are not there, and wakes who waits for them. The kernel takes no
   piece with pages that the program may use in different ways, so such a chunk goes by pages. */
static void fill(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                 const uint8_t *from)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), piece = r->config.chunk_bytes;
    uint64_t until = 0;
    for (size_t done = 0; done < r->config.chunk_bytes;) {
        size_t left = r->config.chunk_bytes - done;
        struct uffdio_copy copy = {.dst = port->base + offset_of(r, chunk) + done,
                                   .src = (uintptr_t)from + done,
                                   .len = left < piece ? left : piece};
        bool good = ioctl(port->faults, UFFDIO_COPY, &copy) == 0;
        if (copy.copy > 0)
            done += (size_t)copy.copy;
        else if (!good && errno == ENOENT && piece > page)
            piece = page;
        else if (!good && !try_again(&until, LONG)) {
            check(r, chunk, false, false, "filled");
            return;
        }
    }
}

static void write_file(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                       const uint8_t *from)
{
    for (size_t done = 0; done < r->config.chunk_bytes;) {
        ssize_t n = pwrite(port->memory, from + done, r->config.chunk_bytes - done,
                           (off_t)(offset_of(r, chunk) + done));
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR) {
            check(r, chunk, false, false, "filled");
            return;
        }
    }
}

void real_port_bring(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                     const uint8_t *from)
{
    if (port->faults >= 0) {
        fill(r, chunk, port, from);
        return;
    }
    write_file(r, chunk, port, from);
    order(r, chunk, HUVM_OPEN);
}

void real_port_discard(struct huvm_real *r, uint32_t chunk)
{
    struct real_gpu *g = real_home(r, chunk);
    const struct real_port *port = &g->port;
    struct huvm_message message = {.kind = HUVM_SHUT, .first = number_of(r, chunk)};
    if (port->memory < 0)
        return;
    /* Not answered: what the program is told is done in order, so before it uses the chunk again. */
    if (port->state == REAL_READY && port->faults < 0)
        real_send(r, g, &message);
    check(r, chunk, true, punch(r, chunk, port), "dropped");
    if (port->state == REAL_READY && port->faults >= 0)
        protect(r, chunk, port, 0, SHORT);
}

void real_port_wake(struct huvm_real *r, uint32_t chunk)
{
    struct real_gpu *g = real_home(r, chunk);
    const struct real_port *port = &g->port;
    struct huvm_message message = {.kind = HUVM_AGAIN, .first = number_of(r, chunk)};
    struct uffdio_range range = {port->base + offset_of(r, chunk), r->config.chunk_bytes};
    if (port->state != REAL_READY)
        return;
    if (port->faults >= 0)
        ioctl(port->faults, UFFDIO_WAKE, &range);
    else
        real_send(r, g, &message);
}
