/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's side of the coordinator of real.h: its memory, of which only so much is resident, and
 * blocks of it. Or the same memory without a coordinator, whose uses are recorded. Any thread may
 * call these functions; a process that is forked has no such memory (it ends if it uses it), and
 * gets no blocks.
 */
#ifndef LPI_HUVM_CLIENT_H
#define LPI_HUVM_CLIENT_H

#include "record.h"
#include "wire.h"
#include <stddef.h>

enum huvm_client_error {
    HUVM_CLIENT_GOOD,
    HUVM_CLIENT_UNKNOWN, /* there is no such GPU, or it runs nothing */
    HUVM_CLIENT_BUSY,    /* another process uses it */
    HUVM_CLIENT_SYSTEM   /* errno says why */
};

struct huvm_client;

/* `lost`, which must not return if the memory is still used, is called by a thread of its own when
   the coordinator is gone. The socket, which is connected, is the client's from now on, whatever is
   returned. */
enum huvm_client_error huvm_client_open(int socket, unsigned gpu, void (*lost)(void),
                                        struct huvm_client **client);

/* The record stays the caller's. HUVM_CLIENT_BUSY: another process is recorded. */
enum huvm_client_error huvm_client_record(struct huvm_record *record, struct huvm_client **client);

/* No thread may use the memory any more. */
void huvm_client_close(struct huvm_client *client);

/* A block that is zero and begins at a whole chunk; NULL: there is no room, or bytes is 0. */
void *huvm_client_alloc(struct huvm_client *client, size_t bytes);

/* Of a block from huvm_client_alloc. */
void huvm_client_free(struct huvm_client *client, void *block);
size_t huvm_client_size(struct huvm_client *client, const void *block);
/* In the same place, to at most the chunks that it has. false: it has fewer. */
bool huvm_client_resize(struct huvm_client *client, void *block, size_t bytes);

/* Makes bytes of the memory zero, and takes the room of whole chunks back. */
void huvm_client_clear(struct huvm_client *client, void *at, size_t bytes);

/* Whether an address is in the memory. */
bool huvm_client_has(const struct huvm_client *client, const void *at);
size_t huvm_client_chunk_bytes(const struct huvm_client *client);

#endif
