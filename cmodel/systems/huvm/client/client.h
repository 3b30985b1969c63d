/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's side of the coordinator of real.h: its memory, of which only so much is resident, and
 * blocks and mappings of it. Or the same memory without a coordinator, whose uses are recorded. Any
 * thread may call these functions, and so may handlers of signals. A process that is forked has a
 * copy, which is its own and no longer managed, and gets no more; if there is no memory for the copy
 * it has none, and ends if it uses it.
 */
#ifndef LPI_HUVM_CLIENT_H
#define LPI_HUVM_CLIENT_H

#include "../wire/record.h"
#include "../wire/wire.h"
#include <stddef.h>

enum huvm_client_error {
    HUVM_CLIENT_GOOD,
    HUVM_CLIENT_UNKNOWN, /* there is no such GPU, or it runs nothing */
    HUVM_CLIENT_BUSY,    /* another process uses it */
    HUVM_CLIENT_SYSTEM   /* errno says why */
};

struct huvm_client;

/* `lost`, which must not return if the memory is still used, is called by a thread of its own when
   the coordinator is gone, and by whoever finds that the program has closed the socket. The socket, which is connected, is the client's from now on, whatever is
   returned. */
enum huvm_client_error huvm_client_open(int socket, unsigned gpu, void (*lost)(void),
                                        struct huvm_client **client);

/* Whether there is a userfaultfd as it is needed, as far as can be seen without a client. */
bool huvm_client_can_watch(void);

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

/* Pages of the memory as a program maps them; `at` is at a whole page, `bytes` are rounded up. Zeros
   to be read and written; NULL: there is no room. */
void *huvm_client_map(struct huvm_client *client, size_t bytes);
/* The same at this place, instead of what is mapped there if `anyway`; else false if any page is. */
bool huvm_client_map_at(struct huvm_client *client, void *at, size_t bytes, bool anyway);
void huvm_client_unmap(struct huvm_client *client, void *at, size_t bytes);
/* Whether all are mapped. */
bool huvm_client_is_mapped(struct huvm_client *client, const void *at, size_t bytes);
/* Those before the first that is not mapped are changed. false: errno says why, ENOMEM if one is
   not. */
bool huvm_client_protect(struct huvm_client *client, void *at, size_t bytes, int access);
/* What becomes of the pages when the process is forked: an advice of madvise. */
void huvm_client_inherit(struct huvm_client *client, void *at, size_t bytes, int advice);
/* Copies pages whatever may be done with them, and with what may be done if `to` is of the memory,
   where they are mapped. */
void huvm_client_copy(struct huvm_client *client, void *to, const void *from, size_t bytes);
/* The last page's. */
int huvm_client_access_of(struct huvm_client *client, const void *at);

/* Whether this is a forked process, whose copy is no longer managed. */
bool huvm_client_is_forked(const struct huvm_client *client);
/* Has forks seen from now on. Those who do before others see them after they are ready to. */
void huvm_client_watch_forks(void);

/* Whether a block of malloc begins there. */
bool huvm_client_is_block(const struct huvm_client *client, const void *at);

/* Moves a descriptor to where a program does not look for its own; returns it, or fd. */
int huvm_client_lift(int fd);
/* Whether a descriptor is one of a client's; makes it another number, so that the program can have
   this one. */
bool huvm_client_has_descriptor(int fd);
void huvm_client_yield_descriptor(int fd);
/* The first from `fd` on; -1: there is none. */
int huvm_client_next_descriptor(int fd);
/* Whether the socket is still the one that was given. */
bool huvm_client_is_connected(const struct huvm_client *client);

/* Whether an address is in the memory. */
/* Makes the chunks of these bytes resident until their block is freed: for what the kernel, or the C
   library's own system calls, use at any time. false: there is no such memory any more. */
bool huvm_client_pin(struct huvm_client *client, const void *at, size_t bytes);

/* Whether an address is in the memory, and how many bytes of it are from there on. */
bool huvm_client_has(const struct huvm_client *client, const void *at);
size_t huvm_client_left(const struct huvm_client *client, const void *at);
size_t huvm_client_chunk_bytes(const struct huvm_client *client);
/* All of it. */
uint8_t *huvm_client_base(const struct huvm_client *client, size_t *bytes);

#endif
