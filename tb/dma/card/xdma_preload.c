/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replaces AMD's XDMA driver in tests, as an LD_PRELOAD: /dev/xdma0_user, _h2c_0, _c2h_0 and
 * _events_0 are connected to a card made of C functions. PRELOAD_DEAD: it completes no transfer.
 * HOSTILE=KIND:SEED: it sends wrong data (hostile.h).
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include "fake_card.h"
#include "preload.h"

#define FILES 64

enum part { NONE, USER, TO_CARD, FROM_CARD, EVENTS };
const char preload_prefix[] = "/dev/xdma0_";
/* Indexed by descriptors; the tool opens few. */
static enum part part_of[FILES];
static struct fake_card card = {.bridge = true};

void preload_opened(int fd, const char *path)
{
    const char *name = path + strlen(preload_prefix);
    enum part part = *name == 'u'   ? USER
                     : *name == 'h' ? TO_CARD
                     : *name == 'c' ? FROM_CARD
                                    : EVENTS;

    if (!card.state)
        fake_card_open(&card, 0);
    hostile_begin(&card.hostile, getenv("HOSTILE"));
    card.dead = getenv("PRELOAD_DEAD") != NULL;
    part_of[fd % FILES] = part;
}

/* The number of bytes that a faulty driver reports as moved. */
static ssize_t lie(size_t bytes)
{
    static const int reasons[] = {EIO, EINTR, EAGAIN, ETIMEDOUT, ENODEV};

    errno = reasons[lp_below(&card.hostile.rng, sizeof reasons / sizeof *reasons)];
    switch (card.hostile.way % 6) {
    case 0: return 0;
    case 1: return -1;
    case 2: return (ssize_t)lp_below(&card.hostile.rng, (uint32_t)bytes + 1);
    case 3: return (ssize_t)bytes + 1;
    case 4: return (ssize_t)(bytes * 2);
    default: return (ssize_t)(hostile_number(&card.hostile) >> 1);
    }
}

static ssize_t result(int error, size_t bytes)
{
    if (hostile_now(&card.hostile, HOSTILE_MESSAGES))
        return lie(bytes);
    errno = EIO; /* checked if -1 */
    return error == 0 ? (ssize_t)bytes : -1;
}

/* The driver moves at most this much in a call. */
static size_t least(size_t bytes)
{
    return bytes < 70000 ? bytes : 70000;
}

ssize_t pread64(int fd, void *to, size_t bytes, off_t at)
{
    ssize_t (*real)(int, void *, size_t, off_t);
    enum part part = part_of[fd % FILES];

    preload_next("pread64", &real);
    if (part == USER && bytes == 4)
        return result(fake_card_read(&card, (uint32_t)at, to), 4);
    if (part == FROM_CARD)
        return result(fake_by_copies.get(&card, (uint64_t)at, to, least(bytes)), least(bytes));
    return real(fd, to, bytes, at);
}

ssize_t pwrite64(int fd, const void *from, size_t bytes, off_t at)
{
    ssize_t (*real)(int, const void *, size_t, off_t);
    enum part part = part_of[fd % FILES];
    uint32_t word;

    preload_next("pwrite64", &real);
    if (part == USER && bytes == 4) {
        memcpy(&word, from, 4);
        return result(fake_card_write(&card, (uint32_t)at, word), 4);
    }
    if (part == TO_CARD)
        return result(fake_by_copies.put(&card, (uint64_t)at, from, least(bytes)), least(bytes));
    return real(fd, from, bytes, at);
}

void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    void *(*real)(void *, size_t, int, int, int, off_t);

    preload_next("mmap64", &real);
    errno = ENODEV;
    return fd >= 0 && part_of[fd % FILES] ? MAP_FAILED
                                          : real(at, bytes, protection, flags, fd, offset);
}

/* An event is always pending. */
int poll(struct pollfd *fds, nfds_t count, int milliseconds)
{
    int (*real)(struct pollfd *, nfds_t, int);

    preload_next("poll", &real);
    if (count == 1 && fds->fd >= 0 && part_of[fds->fd % FILES] == EVENTS)
        return 1;
    return real(fds, count, milliseconds);
}
