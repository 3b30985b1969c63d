/* SPDX-License-Identifier: Apache-2.0 */
/* What a program's side consists of, for the files named client_*.c. */
#ifndef LPI_HUVM_CLIENT_STATE_H
#define LPI_HUVM_CLIENT_STATE_H

#include "client.h"
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { HUVM_CLIENTS = 16 }; /* of one process */

struct huvm_client {
    enum { CLIENT_USERFAULTFD, CLIENT_PROTECTION, CLIENT_RECORD } kind;
    int socket, faults;
    uint8_t *base;
    size_t chunk_bytes;
    uint32_t chunks;
    void (*lost)(void);
    pthread_t agent;
    bool started;
    _Atomic bool closing, forked;

    pthread_mutex_t lock; /* of blocks */
    uint64_t *bytes;      /* of the block that begins at a chunk; 0: none does */
    uint8_t *used;        /* of each chunk: a block has it */
    uint32_t next;        /* where the search for room begins */

    pthread_mutex_t releasing;  /* one release at a time */
    _Atomic uint32_t released;  /* how many were; a futex */
    _Atomic uint32_t *turn;     /* of each chunk, changes when its state does; a futex */

    struct huvm_record *record;
    _Atomic bool noting; /* a lock, for a handler of signals */
    uint32_t *window, window_count, window_next;
    uint8_t *open; /* of each chunk: it can be used */
};

/* By the kernel alone: a program's own functions of these names may be about such memory. */
static inline int huvm_client_access(void *at, size_t bytes, int access)
{
    return (int)syscall(SYS_mprotect, at, bytes, access);
}

static inline int huvm_client_advise(void *at, size_t bytes, int advice)
{
    return (int)syscall(SYS_madvise, at, bytes, advice);
}

/* client_faults.c: faults of protection, which come to all clients of the process. */
void huvm_client_watch(struct huvm_client *client);
void huvm_client_unwatch(struct huvm_client *client);
/* Whoever waits for the chunk tries again. */
void huvm_client_turn(struct huvm_client *client, uint32_t chunk);

/* client_open.c: tells the coordinator that chunks are needed no longer, and waits for it. */
void huvm_client_release(struct huvm_client *client, uint32_t first, uint32_t count);

#endif
