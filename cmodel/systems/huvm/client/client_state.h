/* SPDX-License-Identifier: Apache-2.0 */
/* What a program's side consists of, for the files named client_*.c. */
#ifndef LPI_HUVM_CLIENT_STATE_H
#define LPI_HUVM_CLIENT_STATE_H

#include "client.h"
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HUVM_CLIENTS = 16 }; /* of one process */

/* What a program may do to a page, PROT_*, and what else is known of it. */
enum {
    HUVM_PAGE_ACCESS = 7,
    HUVM_PAGE_MAPPED = 8,
    HUVM_PAGE_CUT = 16,    /* it was unmapped, and its chunk is still in use */
    HUVM_PAGE_ALONE = 32,  /* a process that is forked does not have it */
    HUVM_PAGE_WIPED = 64   /* or has zeros there */
};

struct huvm_client {
    enum { CLIENT_USERFAULTFD, CLIENT_PROTECTION, CLIENT_RECORD } kind;
    int socket, faults;
    uint8_t *base;
    size_t chunk_bytes;
    uint32_t chunks;
    void (*lost)(void);
    pthread_t agent;
    _Atomic bool started;
    int own_socket; /* the agent's, among descriptors of its own; -1: it has none */
    _Atomic bool closing, forked;

    struct stat identity; /* of the socket */

    pthread_mutex_t shape; /* one change of blocks and mappings at a time; taken before `lock` */
    uint64_t *bytes;       /* of the block of malloc that begins at a chunk; 0: none does */
    uint8_t *used;         /* of each chunk: some of its pages are mapped */
    uint32_t next;         /* where the search for room begins */
    _Atomic uint32_t released; /* how many releases were answered; a futex */
    _Atomic uint32_t *turn;    /* of each chunk, changes when its state does; a futex */

    pthread_mutex_t lock; /* of what follows, for the handler of faults too */
    uint8_t *page;        /* of each page: what the program may do, and HUVM_PAGE_* */
    uint8_t *odd;         /* of each chunk: not all of its pages are to be read and written */
    uint8_t *open;        /* of each chunk: what may be done while it is where it is, PROT_* */
    pthread_mutex_t pinning;          /* one request at a time */
    _Atomic uint32_t answers, pinned; /* to requests, a futex; the last one's */
    _Atomic uint8_t *pins;            /* of each chunk: it is pinned */

    struct huvm_record *record;
    uint32_t *window, window_count, window_next;
    uint8_t *snapshot; /* while the process is forked: what the child gets; NULL: there is none */
    uint64_t held;     /* and the signals that were blocked */
};

/* A lock that is held with signals blocked, so that no handler of the thread waits for it. Faults of
   the memory are still seen under `shape`, and under `lock` there must be none. */
uint64_t huvm_client_hold(pthread_mutex_t *lock, bool faults);
void huvm_client_unhold(pthread_mutex_t *lock, uint64_t before);

/* By the kernel alone: a program's own functions of these names may be about such memory. */
static inline int huvm_client_access(void *at, size_t bytes, int access)
{
    return (int)syscall(SYS_mprotect, at, bytes, access);
}

static inline void *huvm_client_mmap(void *at, size_t bytes, int access, int flags, int fd)
{
    return (void *)syscall(SYS_mmap, at, bytes, access, flags, fd, 0);
}

static inline int huvm_client_advise(void *at, size_t bytes, int advice)
{
    return (int)syscall(SYS_madvise, at, bytes, advice);
}

/* client_pages.c, with `shape`: pages of the memory, by number. */
size_t huvm_client_page(const struct huvm_client *c, const void *at);
void huvm_client_take_pages(struct huvm_client *c, size_t first, size_t end);
void huvm_client_drop_pages(struct huvm_client *c, size_t first, size_t end);
/* With `lock`: lets the chunk's pages be used as the program and `open` say. */
bool huvm_client_apply(struct huvm_client *c, uint32_t chunk);
/* Gives a page that access for a while, or back; returns what it was. */
uint8_t huvm_client_lend(struct huvm_client *c, size_t page, uint8_t what);

/* client_faults.c: faults of protection, which come to all clients of the process. */
void huvm_client_watch(struct huvm_client *client);
void huvm_client_unwatch(struct huvm_client *client);
/* Whoever waits for the chunk tries again. */
void huvm_client_turn(struct huvm_client *client, uint32_t chunk);

/* client_fork.c: clients that a process that is forked is to know; false: there are too many. */
bool huvm_client_be_known(struct huvm_client *client);
void huvm_client_be_forgotten(struct huvm_client *client);
/* Of HUVM_CLIENTS; NULL: there is none. */
struct huvm_client *huvm_client_known(unsigned i);

/* client_descriptors.c: sends if the socket is still there, else the client is lost. */
bool huvm_client_send(struct huvm_client *client, const struct huvm_message *message, int fd);
/* client_pin.c: what was pinned is released; an answer came. */
void huvm_client_unpin(struct huvm_client *client, uint32_t first, uint32_t count);
void huvm_client_answer(struct huvm_client *client, bool pinned);

/* client_open.c: tells the coordinator that chunks are needed no longer, and waits for it. */
void huvm_client_release(struct huvm_client *client, uint32_t first, uint32_t count);

#endif
