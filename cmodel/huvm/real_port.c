/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's memory, which the coordinator shares by its file: what is not resident is a hole
 * there. With a userfaultfd the coordinator itself protects pages and puts them in; without one the
 * program does it when it is told.
 */
#define _GNU_SOURCE
#include "real_state.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Of the chunk in the memory of its own program. */
static uint64_t offset_of(const struct huvm_real *r, uint32_t chunk)
{
    return (chunk - r->gpu[r->home[chunk]].first) * (uint64_t)r->config.chunk_bytes;
}

static unsigned number_of(const struct huvm_real *r, uint32_t chunk)
{
    return chunk - r->gpu[r->home[chunk]].first;
}

/* A program that is gone needs nothing; what else the kernel refuses cannot go on. */
static void check(struct huvm_real *r, uint32_t chunk, bool good, const char *what)
{
    if (good || errno == ESRCH)
        return;
    if (errno == ENOENT || errno == EINVAL)
        real_fail(r, false, "the program on GPU %u has unmapped or changed its memory by itself",
                  r->home[chunk]);
    else
        real_fail(r, false, "memory of the program on GPU %u cannot be %s: %s", r->home[chunk],
                  what, strerror(errno));
}

static bool protect(const struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                    uint64_t mode)
{
    struct uffdio_writeprotect w = {
        .range = {port->base + offset_of(r, chunk), r->config.chunk_bytes}, .mode = mode};
    int answer;
    do
        answer = ioctl(port->faults, UFFDIO_WRITEPROTECT, &w);
    while (answer != 0 && errno == EAGAIN);
    return answer == 0;
}

static bool punch(const struct huvm_real *r, uint32_t chunk, const struct real_port *port)
{
    return fallocate(port->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     (off_t)offset_of(r, chunk), (off_t)r->config.chunk_bytes) == 0;
}

/* Tells the program, and waits until it has done so or is gone. */
static void order(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                  enum huvm_message_kind kind)
{
    struct huvm_message message = {.kind = kind, .value = 1, .first = number_of(r, chunk)};
    pthread_mutex_lock(&r->lock);
    r->chunk[chunk].obeyed = false;
    if (huvm_send(port->socket, &message, -1))
        while (!r->chunk[chunk].obeyed && !r->ending &&
               real_home(r, chunk)->port.state == REAL_READY)
            pthread_cond_wait(&r->obeyed, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

void real_port_guard(struct huvm_real *r, uint32_t chunk, const struct real_port *port)
{
    if (port->faults >= 0)
        check(r, chunk, protect(r, chunk, port, UFFDIO_WRITEPROTECT_MODE_WP), "protected");
    else
        order(r, chunk, port, HUVM_GUARD);
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
            check(r, chunk, false, "read");
            return;
        }
    }
}

/* Whoever wrote to the chunk while it was guarded faults again, and then it is not there. */
void real_port_drop(struct huvm_real *r, uint32_t chunk, const struct real_port *port)
{
    if (port->faults < 0)
        order(r, chunk, port, HUVM_SHUT);
    check(r, chunk, punch(r, chunk, port), "dropped");
    if (port->faults >= 0)
        check(r, chunk, protect(r, chunk, port, 0), "dropped");
}

/* Fills the chunk's pages, which are not there, and wakes who waits for them. */
static void fill(struct huvm_real *r, uint32_t chunk, const struct real_port *port,
                 const uint8_t *from)
{
    for (size_t done = 0; done < r->config.chunk_bytes;) {
        struct uffdio_copy copy = {.dst = port->base + offset_of(r, chunk) + done,
                                   .src = (uintptr_t)from + done,
                                   .len = r->config.chunk_bytes - done};
        bool good = ioctl(port->faults, UFFDIO_COPY, &copy) == 0;
        if (copy.copy > 0)
            done += (size_t)copy.copy;
        else if (!good && errno != EAGAIN) {
            check(r, chunk, false, "filled");
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
            check(r, chunk, false, "filled");
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
    order(r, chunk, port, HUVM_OPEN);
}

void real_port_discard(struct huvm_real *r, uint32_t chunk)
{
    const struct real_port *port = &real_home(r, chunk)->port;
    struct huvm_message message = {.kind = HUVM_SHUT, .first = number_of(r, chunk)};
    if (port->memory < 0)
        return;
    /* Not answered: what the program is told is done in order, so before it uses the chunk again. */
    if (port->state == REAL_READY && port->faults < 0)
        huvm_send(port->socket, &message, -1);
    if (!punch(r, chunk, port))
        real_fail(r, true, "memory of the program on GPU %u cannot be dropped: %s",
                  r->home[chunk], strerror(errno));
    if (port->state == REAL_READY && port->faults >= 0)
        protect(r, chunk, port, 0);
}

void real_port_wake(struct huvm_real *r, uint32_t chunk)
{
    const struct real_port *port = &real_home(r, chunk)->port;
    struct huvm_message message = {.kind = HUVM_AGAIN, .first = number_of(r, chunk)};
    struct uffdio_range range = {port->base + offset_of(r, chunk), r->config.chunk_bytes};
    if (port->state != REAL_READY)
        return;
    if (port->faults >= 0)
        ioctl(port->faults, UFFDIO_WAKE, &range);
    else
        huvm_send(port->socket, &message, -1);
}
