/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's memory, shared with the ports as a file: a chunk that is not resident is a hole in
 * it. With a userfaultfd the ports protect and fill pages themselves; without one the program does
 * so on request.
 */
#define _GNU_SOURCE
#include "ports_inner.h"
#include "../../../base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ns; SHORT with the lock, for which all other threads wait. */
#define MOMENT UINT64_C(100000000)
#define LONG UINT64_C(2000000000)
#define SHORT UINT64_C(20000000)

/* Offset of the chunk in its own program's memory. */
static uint64_t offset_of(const struct real_ports *p, uint32_t chunk)
{
    return real_number(p->run, chunk) * (uint64_t)p->run->config.chunk_bytes;
}

static struct real_port *port_of(struct real_ports *p, uint32_t chunk)
{
    return &p->gpu[p->run->home[chunk]];
}

/*
 * Errors are ignored for a program that is gone; on any other error the program cannot continue,
 * but the others can. `locked`: whether the lock is held.
 */
static void check(struct real_ports *p, uint32_t chunk, bool locked, bool good, const char *what)
{
    if (good || errno == ESRCH)
        return;
    if (errno == ENOENT || errno == EINVAL)
        real_port_refuse(p, p->run->home[chunk], locked,
                         "has unmapped or changed its memory by itself");
    else
        real_port_refuse(p, p->run->home[chunk], locked, "has memory that cannot be %s: %s", what,
                         strerror(errno));
}

/*
 * Whether to retry an operation that the kernel has deferred (EAGAIN). It does so while the program
 * changes its mappings, which a program could prolong.
 */
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

static bool protect(const struct real_ports *p, uint32_t chunk, const struct real_memory *memory,
                    uint64_t mode, uint64_t most)
{
    struct uffdio_writeprotect w = {
        .range = {memory->base + offset_of(p, chunk), p->run->config.chunk_bytes}, .mode = mode};
    uint64_t until = 0;
    int answer;
    do
        answer = ioctl(memory->faults, UFFDIO_WRITEPROTECT, &w);
    while (answer != 0 && try_again(&until, most));
    return answer == 0;
}

static bool punch(const struct real_ports *p, uint32_t chunk, const struct real_memory *memory)
{
    return fallocate(memory->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     (off_t)offset_of(p, chunk), (off_t)p->run->config.chunk_bytes) == 0;
}

/*
 * Waits for a moment, or until an order was obeyed. Returns the time waited, limited to two
 * moments: time in which this process is stopped does not count.
 */
static uint64_t wait_a_moment(struct real_ports *p)
{
    uint64_t before = lpi_now_ns();
    struct timespec at = lpi_timespec(before + MOMENT);
    pthread_cond_timedwait(&p->run->obeyed, &p->run->lock, &at);
    uint64_t took = lpi_now_ns() - before;
    return took < 2 * MOMENT ? took : 2 * MOMENT;
}

/* Sends an order to the program, and waits until it has obeyed or is gone. */
static void order(struct real_ports *p, uint32_t chunk, enum huvm_message_kind kind)
{
    struct huvm_message message = {.kind = kind, .value = 1, .first = real_number(p->run, chunk)};
    struct real_port *port = port_of(p, chunk);
    uint64_t waited = 0;
    pthread_mutex_lock(&p->run->lock);
    p->obeyed[chunk] = false;
    if (port->state == REAL_READY)
        real_send(p, p->run->home[chunk], &message);
    while (!p->obeyed[chunk] && !p->run->ending && !port->dropped && port->state == REAL_READY) {
        waited += wait_a_moment(p);
        if (waited > real_patience(p))
            real_port_refuse(p, p->run->home[chunk], true, "does not do what it is told");
    }
    pthread_mutex_unlock(&p->run->lock);
}

void real_port_guard(struct real_ports *p, uint32_t chunk, const struct real_memory *memory)
{
    if (memory->faults >= 0)
        check(p, chunk, false, protect(p, chunk, memory, UFFDIO_WRITEPROTECT_MODE_WP, LONG),
              "protected");
    else
        order(p, chunk, HUVM_GUARD);
}

void real_port_read(struct real_ports *p, uint32_t chunk, const struct real_memory *memory,
                    uint8_t *to)
{
    for (size_t done = 0; done < p->run->config.chunk_bytes;) {
        ssize_t n = pread(memory->file, to + done, p->run->config.chunk_bytes - done,
                          (off_t)(offset_of(p, chunk) + done));
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR) {
            errno = n == 0 ? EINVAL : errno;
            check(p, chunk, false, false, "read");
            return;
        }
    }
}

/* A thread that wrote to the guarded chunk faults again, after the chunk has become a hole. */
void real_port_drop(struct real_ports *p, uint32_t chunk, const struct real_memory *memory)
{
    if (memory->faults < 0)
        order(p, chunk, HUVM_SHUT);
    check(p, chunk, false, punch(p, chunk, memory), "dropped");
    if (memory->faults >= 0)
        check(p, chunk, false, protect(p, chunk, memory, 0, LONG), "dropped");
}

/*
 * Fills the chunk's missing pages, and wakes threads that wait for them. The kernel refuses ranges
 * whose pages have different access rights, so such a chunk is filled page by page.
 */
static void fill(struct real_ports *p, uint32_t chunk, const struct real_memory *memory,
                 const uint8_t *from)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), piece = p->run->config.chunk_bytes;
    uint64_t until = 0;
    for (size_t done = 0; done < p->run->config.chunk_bytes;) {
        size_t left = p->run->config.chunk_bytes - done;
        struct uffdio_copy copy = {.dst = memory->base + offset_of(p, chunk) + done,
                                   .src = (uintptr_t)from + done,
                                   .len = left < piece ? left : piece};
        bool good = ioctl(memory->faults, UFFDIO_COPY, &copy) == 0;
        if (copy.copy > 0)
            done += (size_t)copy.copy;
        else if (!good && errno == ENOENT && piece > page)
            piece = page;
        else if (!good && !try_again(&until, LONG)) {
            check(p, chunk, false, false, "filled");
            return;
        }
    }
}

static void write_file(struct real_ports *p, uint32_t chunk, const struct real_memory *memory,
                       const uint8_t *from)
{
    for (size_t done = 0; done < p->run->config.chunk_bytes;) {
        ssize_t n = pwrite(memory->file, from + done, p->run->config.chunk_bytes - done,
                           (off_t)(offset_of(p, chunk) + done));
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR) {
            check(p, chunk, false, false, "filled");
            return;
        }
    }
}

void real_port_bring(struct real_ports *p, uint32_t chunk, const struct real_memory *memory,
                     const uint8_t *from)
{
    if (memory->faults >= 0) {
        fill(p, chunk, memory, from);
        return;
    }
    write_file(p, chunk, memory, from);
    order(p, chunk, HUVM_OPEN);
}

void real_port_discard(struct real_ports *p, uint32_t chunk)
{
    struct real_port *port = port_of(p, chunk);
    const struct real_memory *memory = &port->memory;
    struct huvm_message message = {.kind = HUVM_SHUT, .first = real_number(p->run, chunk)};
    if (memory->file < 0)
        return;
    /*
     * Needs no answer: orders are executed in sequence, so before the program uses the chunk again.
     */
    if (port->state == REAL_READY && memory->faults < 0)
        real_send(p, p->run->home[chunk], &message);
    check(p, chunk, true, punch(p, chunk, memory), "dropped");
    if (port->state == REAL_READY && memory->faults >= 0)
        protect(p, chunk, memory, 0, SHORT);
}

void real_port_wake(struct real_ports *p, uint32_t chunk)
{
    struct real_port *port = port_of(p, chunk);
    const struct real_memory *memory = &port->memory;
    struct huvm_message message = {.kind = HUVM_AGAIN, .first = real_number(p->run, chunk)};
    struct uffdio_range range = {memory->base + offset_of(p, chunk), p->run->config.chunk_bytes};
    if (port->state != REAL_READY)
        return;
    if (memory->faults >= 0)
        ioctl(memory->faults, UFFDIO_WAKE, &range);
    else
        real_send(p, p->run->home[chunk], &message);
}
