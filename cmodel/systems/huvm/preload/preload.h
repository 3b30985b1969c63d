/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations shared by the files of the object that `linepress huvm` preloads. */
#ifndef LPI_HUVM_PRELOAD_H
#define LPI_HUVM_PRELOAD_H

#include "../client/client.h"
#include <signal.h>
#include <string.h>

#define LPI_EXPORT __attribute__((visibility("default")))

/*
 * Environment variables of programs: the coordinator's socket, or the file of a recording; the GPU;
 * the smallest block that is managed, in bytes, 0: none.
 */
#define LPI_HUVM_SOCKET "LINEPRESS_HUVM_SOCKET"
#define LPI_HUVM_RECORD "LINEPRESS_HUVM_RECORD"
#define LPI_HUVM_GPU "LINEPRESS_HUVM_GPU"
#define LPI_HUVM_LEAST "LINEPRESS_HUVM_LEAST"
/* Set if protection faults are requested. */
#define LPI_HUVM_PROTECTION "LINEPRESS_HUVM_PROTECTION"

/*
 * Above 0 while this thread is in one of these functions: its nested allocations and mappings are
 * left to the C library.
 */
extern _Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

/* While this thread connects the process: an allocator may have caused it, and holds its locks. */
extern _Thread_local bool lpi_connecting __attribute__((tls_model("initial-exec")));

/* Whether a block or mapping of this size is managed. */
bool lpi_takes(size_t bytes);

/*
 * Whether the caller is the allocator itself, whose memory is not managed: it has locks there, and
 * allocates while holding them.
 */
bool lpi_is_allocator(const void *caller);

/* Whether the caller is the C library, which allocates for its own use. */
bool lpi_is_library(const void *caller);

/*
 * A block of malloc, or a mapping; NULL and ENOMEM: no room. The first call connects the process;
 * if that fails, the process ends with a message. If another process of the program has the managed
 * memory, NULL is returned and *alone is set: lpi_takes is false from then on.
 */
void *lpi_take(size_t bytes, bool *alone);
void *lpi_take_mapping(size_t bytes, bool *alone);

/*
 * Whether an address is in managed memory; and whether a block from lpi_take begins there, also in
 * a forked process, where it is no longer managed.
 */
bool lpi_has(const void *at);
bool lpi_owns(const void *block);

/* Call only if lpi_has or lpi_owns is true. */
struct huvm_client *lpi_client(void);

/* Called before the process drops privileges, after which it could not connect. */
void lpi_prepare(void);

/* Converts a mask for the kernel, in which SIGSEGV stays unblocked; NULL stays NULL. */
const sigset_t *lpi_kernel_mask(const sigset_t *mask, sigset_t *room);

/*
 * The C library's function of that name; and the UNDER entry of entries.h that our function of that
 * name calls.
 */
void *lpi_next(const char *name);
void *lpi_under(const char *name); /* NULL: none */
void *lpi_next_object(const char *name);

#define LPI_FIND(pointer, name)                                                                    \
    do {                                                                                           \
        if ((pointer) == NULL) {                                                                   \
            void *found_ = lpi_next(name);                                                         \
            memcpy(&(pointer), &found_, sizeof found_);                                            \
        }                                                                                          \
    } while (0)

#endif
