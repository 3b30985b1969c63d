/* SPDX-License-Identifier: Apache-2.0 */
/* What the object that `linepress huvm` preloads shares between its files. */
#ifndef LPI_HUVM_PRELOAD_H
#define LPI_HUVM_PRELOAD_H

#include "../huvm/client.h"

#define LPI_EXPORT __attribute__((visibility("default")))

/* In the environment of programs: the socket of the coordinator, or the file of a record; the GPU;
   bytes of the least block that is taken over, 0: none. */
#define LPI_HUVM_SOCKET "LINEPRESS_HUVM_SOCKET"
#define LPI_HUVM_RECORD "LINEPRESS_HUVM_RECORD"
#define LPI_HUVM_GPU "LINEPRESS_HUVM_GPU"
#define LPI_HUVM_LEAST "LINEPRESS_HUVM_LEAST"

/* Above 0 while this thread is in one of these functions: what it calls in turn is the C
   library's. */
extern _Thread_local int lpi_depth __attribute__((tls_model("initial-exec")));

/* Whether a block or mapping of this size is taken over. */
bool lpi_takes(size_t bytes);

/* A block; NULL and ENOMEM: there is no room. The first one connects the process, which ends with a
   line if that is not possible. */
void *lpi_take(size_t bytes);

/* Whether an address is in managed memory. */
bool lpi_has(const void *at);

/* Only if lpi_has. */
struct huvm_client *lpi_client(void);

/* The C library's function of that name. */
void *lpi_next(const char *name);

#define LPI_FIND(pointer, name)                       \
    do {                                              \
        if ((pointer) == NULL) {                      \
            void *found_ = lpi_next(name);            \
            memcpy(&(pointer), &found_, sizeof found_); \
        }                                             \
    } while (0)

#endif
