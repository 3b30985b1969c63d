/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's side of the coordinator of real.h: the program's managed memory, of which only a
 * limited part is resident, and the blocks and mappings in it. Without a coordinator, the same
 * memory with its uses recorded. All functions may be called by any thread, and by signal handlers.
 * A forked process has its own copy, which is no longer managed and can allocate no more; if there
 * is no memory for the copy, the process ends when it accesses the range.
 */
#ifndef LPI_HUVM_CLIENT_H
#define LPI_HUVM_CLIENT_H

#include "../wire/record.h"
#include "../wire/wire.h"
#include <stddef.h>

enum huvm_client_error {
    HUVM_CLIENT_GOOD,
    HUVM_CLIENT_UNKNOWN, /* the GPU does not exist, or runs nothing */
    HUVM_CLIENT_BUSY,    /* another process uses it */
    HUVM_CLIENT_SYSTEM   /* see errno */
};

struct huvm_client;

/*
 * When the coordinator is gone, `lost` is called by a separate thread; when the program has closed
 * the socket, by the thread that detects it. It must not return if the memory is still in use. The
 * client owns the connected socket, whatever is returned.
 */
enum huvm_client_error huvm_client_open(int socket, unsigned gpu, void (*lost)(void),
                                        struct huvm_client **client);

/* Whether a suitable userfaultfd is available, as far as can be tested without a client. */
bool huvm_client_can_watch(void);

/* The caller keeps ownership of the record. HUVM_CLIENT_BUSY: another process is recorded. */
enum huvm_client_error huvm_client_record(struct huvm_record *record, struct huvm_client **client);

/* No thread may use the memory after this call. */
void huvm_client_close(struct huvm_client *client);

/* Allocates a zeroed block at a chunk boundary; NULL: no room, or bytes is 0. */
void *huvm_client_alloc(struct huvm_client *client, size_t bytes);

/* `block` is from huvm_client_alloc. */
void huvm_client_free(struct huvm_client *client, void *block);
size_t huvm_client_size(struct huvm_client *client, const void *block);
/* Resizes in place, up to the chunks that the block has. false: it has fewer. */
bool huvm_client_resize(struct huvm_client *client, void *block, size_t bytes);

/* Zeroes a range of the memory, and releases the room of whole chunks. */
void huvm_client_clear(struct huvm_client *client, void *at, size_t bytes);

/*
 * Maps pages of the memory for a program; `at` is page-aligned, `bytes` are rounded up to pages.
 * New pages are zero, readable and writable; NULL: no room.
 */
void *huvm_client_map(struct huvm_client *client, size_t bytes);
/*
 * Maps at this address, replacing existing mappings if `anyway`; else false if any page is mapped.
 */
bool huvm_client_map_at(struct huvm_client *client, void *at, size_t bytes, bool anyway);
void huvm_client_unmap(struct huvm_client *client, void *at, size_t bytes);
/* Whether all pages of the range are mapped. */
bool huvm_client_is_mapped(struct huvm_client *client, const void *at, size_t bytes);
/*
 * Changes the access of the pages before the first unmapped one. false: errno is set, to ENOMEM if
 * a page is unmapped.
 */
bool huvm_client_protect(struct huvm_client *client, void *at, size_t bytes, int access);
/* Sets the behaviour of the pages at a fork: an advice of madvise. */
void huvm_client_inherit(struct huvm_client *client, void *at, size_t bytes, int advice);
/*
 * Copies pages regardless of their access rights; if `to` is in the memory and mapped, the rights
 * are copied too.
 */
void huvm_client_copy(struct huvm_client *client, void *to, const void *from, size_t bytes);
/*
 * Bytes of a range in the memory that a system call can read, or write if `written`, before it
 * gets to a page that is unmapped or protected; `bytes`: all.
 */
size_t huvm_client_open_bytes(struct huvm_client *client, const void *at, size_t bytes,
                              bool written);
/* Whether all pages have the same rights and behaviour at a fork, as those of one mapping. */
bool huvm_client_is_uniform(struct huvm_client *client, const void *at, size_t bytes);
/* Access rights of the page. */
int huvm_client_access_of(struct huvm_client *client, const void *at);

/* Whether this is a forked process, whose copy is no longer managed. */
bool huvm_client_is_forked(const struct huvm_client *client);
/*
 * Registers the fork handlers, if they are not registered yet. Objects that register theirs later
 * run them before the copy is made, and after it is in place.
 */
void huvm_client_watch_forks(void);

/* Whether a block of malloc begins at the address. */
bool huvm_client_is_block(const struct huvm_client *client, const void *at);

/* Moves a descriptor to a high number that programs do not use; returns the new number, or fd. */
int huvm_client_lift(int fd);
/*
 * Whether a descriptor belongs to a client; and moves it to another number, so that the program can
 * use this one.
 */
bool huvm_client_has_descriptor(int fd);
void huvm_client_yield_descriptor(int fd);
/* The client's next descriptor, from `fd` on; -1: none. */
int huvm_client_next_descriptor(int fd);
/* Whether the descriptor still refers to the client's socket. */
bool huvm_client_is_connected(const struct huvm_client *client);

/* Whether an address is in the memory. */
/*
 * Keeps the chunks of these bytes resident until their block is freed, for accesses by the kernel
 * or by the C library's own system calls at any time. false: the chunks cannot be pinned.
 */
bool huvm_client_pin(struct huvm_client *client, const void *at, size_t bytes);

/* Whether an address is in the memory, and the bytes of the memory from there on. */
bool huvm_client_has(const struct huvm_client *client, const void *at);
size_t huvm_client_left(const struct huvm_client *client, const void *at);
size_t huvm_client_chunk_bytes(const struct huvm_client *client);
/* The whole range. */
uint8_t *huvm_client_base(const struct huvm_client *client, size_t *bytes);

#endif
