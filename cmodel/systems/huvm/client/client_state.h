/* SPDX-License-Identifier: Apache-2.0 */
/* State of a program's side, for the files client_*.c. */
#ifndef LPI_HUVM_CLIENT_STATE_H
#define LPI_HUVM_CLIENT_STATE_H

#include "client.h"
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HUVM_CLIENTS = 16 }; /* maximum of one process */

/* Access rights of a page, PROT_*, and flags. */
enum {
    HUVM_PAGE_ACCESS = 7,
    HUVM_PAGE_MAPPED = 8,
    HUVM_PAGE_CUT = 16,   /* unmapped, while its chunk is still in use */
    HUVM_PAGE_ALONE = 32, /* not inherited by a forked process */
    HUVM_PAGE_WIPED = 64  /* zeroed in a forked process */
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
    int own_socket; /* the agent's, in its own descriptor table; -1: none */
    _Atomic bool closing, forked;

    struct stat identity; /* of the socket */

    pthread_mutex_t shape;     /* serializes changes of blocks and mappings; taken before `lock` */
    uint64_t *bytes;           /* size of the malloc block that begins at the chunk; 0: none */
    uint8_t *used;             /* for each chunk, whether any of its pages is mapped */
    uint32_t next;             /* where the search for room begins */
    _Atomic uint32_t released; /* number of releases answered; a futex */
    _Atomic uint32_t *turn;    /* for each chunk: changes when its state does; a futex */

    pthread_mutex_t lock; /* protects the following, also in the fault handler */
    uint8_t *page;        /* for each page: the program's access rights, and HUVM_PAGE_* */
    uint8_t *odd;         /* for each chunk: some of its pages are not both readable and writable */
    uint8_t *open;        /* for each chunk: access rights in its current state, PROT_* */
    pthread_mutex_t pinning;          /* one request at a time */
    _Atomic uint32_t answers, pinned; /* answers to requests, a futex; the last answer */
    _Atomic uint8_t *pins;            /* for each chunk: whether it is pinned */

    struct huvm_record *record;
    uint32_t *window, window_count, window_next;
    uint8_t *snapshot; /* the child's contents, during a fork; NULL: none */
    uint64_t held;     /* and the signal mask to restore */
};

/*
 * Takes a lock with signals blocked, so that no handler of the thread waits for it. While holding
 * `shape`, memory faults are still handled; while holding `lock`, none may occur.
 */
uint64_t huvm_client_hold(pthread_mutex_t *lock, bool faults);
void huvm_client_unhold(pthread_mutex_t *lock, uint64_t before);

/* Raw system call: a program's own function of this name may be interposed for this memory. */
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

/* client_pages.c: pages of the memory, by number; the caller holds `shape`. */
size_t huvm_client_page(const struct huvm_client *c, const void *at);
void huvm_client_take_pages(struct huvm_client *c, size_t first, size_t end);
void huvm_client_drop_pages(struct huvm_client *c, size_t first, size_t end);
/*
 * Applies the access rights of the program and of `open` to the chunk's pages. The caller holds
 * `lock`.
 */
bool huvm_client_apply(struct huvm_client *c, uint32_t chunk);
/* Sets a page's rights temporarily, or restores them; returns the previous ones. */
uint8_t huvm_client_lend(struct huvm_client *c, size_t page, uint8_t what);

/* client_faults.c: protection faults, delivered to all clients of the process. */
void huvm_client_watch(struct huvm_client *client);
void huvm_client_unwatch(struct huvm_client *client);
/* Wakes up threads that wait for the chunk. */
void huvm_client_turn(struct huvm_client *client, uint32_t chunk);

/* client_fork.c: registers a client that forked processes must copy; false: too many clients. */
bool huvm_client_be_known(struct huvm_client *client);
void huvm_client_be_forgotten(struct huvm_client *client);
/* Client i of HUVM_CLIENTS; NULL: none. */
struct huvm_client *huvm_client_known(unsigned i);

/* client_descriptors.c: sends if the socket is still open, else the client is lost. */
bool huvm_client_send(struct huvm_client *client, const struct huvm_message *message, int fd);
/* client_pin.c: pinned chunks are released; an answer was received. */
void huvm_client_unpin(struct huvm_client *client, uint32_t first, uint32_t count);
void huvm_client_answer(struct huvm_client *client, bool pinned);

/* client_open.c: tells the coordinator that chunks are no longer used, and waits for its answer. */
void huvm_client_release(struct huvm_client *client, uint32_t first, uint32_t count);

#endif
