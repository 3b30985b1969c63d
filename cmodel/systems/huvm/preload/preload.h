/* SPDX-License-Identifier: Apache-2.0 */
/* What the object that `linepress huvm` preloads shares between its files. */
#ifndef LPI_HUVM_PRELOAD_H
#define LPI_HUVM_PRELOAD_H

#include "../client/client.h"
#include <signal.h>
#include <string.h>

#define LPI_EXPORT __attribute__((visibility("default")))

/* In the environment of programs: the socket of the coordinator, or the file of a record; the GPU;
   bytes of the least block that is taken over, 0: none. */
#define LPI_HUVM_SOCKET "LINEPRESS_HUVM_SOCKET"
#define LPI_HUVM_RECORD "LINEPRESS_HUVM_RECORD"
#define LPI_HUVM_GPU "LINEPRESS_HUVM_GPU"
#define LPI_HUVM_LEAST "LINEPRESS_HUVM_LEAST"
/* There if protection faults were asked for. */
#define LPI_HUVM_PROTECTION "LINEPRESS_HUVM_PROTECTION"

/* Above 0 while this thread is in one of these functions: what it allocates and maps in turn is the
   C library's. */
extern _Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

/* While this thread connects the process: an allocator may have asked for memory, which is locked. */
extern _Thread_local bool lpi_connecting __attribute__((tls_model("initial-exec")));

/* Whether a block or mapping of this size is taken over. */
bool lpi_takes(size_t bytes);

/* Whether the allocator itself calls, whose memory is not managed: it has locks there, and asks while
   it holds them. */
bool lpi_is_allocator(const void *caller);

/* Whether who asks for memory is the C library, which keeps what it takes for itself. */
bool lpi_is_library(const void *caller);

/* A block of malloc, or a mapping; NULL and ENOMEM: there is no room. The first one connects the
   process, which ends with a line if that is not possible. Where another process of the program has
   the memory, there is none here, and *alone is true: lpi_takes is false from then on. */
void *lpi_take(size_t bytes, bool *alone);
void *lpi_take_mapping(size_t bytes, bool *alone);

/* Whether an address is in managed memory; and, also in a process that is forked, where it is no
   longer managed, whether a block that lpi_take gave begins there. */
bool lpi_has(const void *at);
bool lpi_owns(const void *block);

/* Only if lpi_has or lpi_owns. */
struct huvm_client *lpi_client(void);

/* Before the process gives up what it may do: it could not connect afterwards. */
void lpi_prepare(void);

/* A mask for the kernel, in which SIGSEGV is the memory's; NULL stays so. */
const sigset_t *lpi_kernel_mask(const sigset_t *mask, sigset_t *room);

/* The C library's function of that name; or what entries.h has under one of ours, which calls it. */
void *lpi_next(const char *name);
void *lpi_under(const char *name); /* NULL: there is none */
void *lpi_next_object(const char *name);

#define LPI_FIND(pointer, name)                       \
    do {                                              \
        if ((pointer) == NULL) {                      \
            void *found_ = lpi_next(name);            \
            memcpy(&(pointer), &found_, sizeof found_); \
        }                                             \
    } while (0)

#endif
