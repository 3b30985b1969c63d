/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C++'s operators new and delete. Those of the C++ library call malloc and free, which are
 * intercepted anyway; other allocators have operators that do not.
 */
#define _GNU_SOURCE
#include "malloc.h"
#include <string.h>

#define FIND(next, symbol)                                                                         \
    do {                                                                                           \
        void *found = next == NULL ? lpi_next(symbol) : NULL;                                      \
        if (next == NULL)                                                                          \
            memcpy(&next, &found, sizeof found);                                                   \
    } while (0)

/* `parameters` follow the size; a reference is passed as a pointer. */
#define NEW(name, symbol, parameters, passed)                                                      \
    LPI_EXPORT void *name parameters __asm__(symbol);                                              \
    void *name parameters                                                                          \
    {                                                                                              \
        static void *(*next)parameters;                                                            \
        FIND(next, symbol);                                                                        \
        void *block = next passed;                                                                 \
        lpi_keep_if_new(block, bytes, __builtin_return_address(0));                                \
        return block;                                                                              \
    }

#define DELETE(name, symbol, parameters, passed)                                                   \
    LPI_EXPORT void name parameters __asm__(symbol);                                               \
    void name parameters                                                                           \
    {                                                                                              \
        static void(*next) parameters;                                                             \
        FIND(next, symbol);                                                                        \
        lpi_forget(block);                                                                         \
        next passed;                                                                               \
    }

NEW(new_one, "_Znwm", (size_t bytes), (bytes))
NEW(new_list, "_Znam", (size_t bytes), (bytes))
NEW(new_one_quiet, "_ZnwmRKSt9nothrow_t", (size_t bytes, const void *quiet), (bytes, quiet))
NEW(new_list_quiet, "_ZnamRKSt9nothrow_t", (size_t bytes, const void *quiet), (bytes, quiet))
NEW(new_one_at, "_ZnwmSt11align_val_t", (size_t bytes, size_t alignment), (bytes, alignment))
NEW(new_list_at, "_ZnamSt11align_val_t", (size_t bytes, size_t alignment), (bytes, alignment))
NEW(new_one_at_quiet, "_ZnwmSt11align_val_tRKSt9nothrow_t",
    (size_t bytes, size_t alignment, const void *quiet), (bytes, alignment, quiet))
NEW(new_list_at_quiet, "_ZnamSt11align_val_tRKSt9nothrow_t",
    (size_t bytes, size_t alignment, const void *quiet), (bytes, alignment, quiet))

DELETE(delete_one, "_ZdlPv", (void *block), (block))
DELETE(delete_list, "_ZdaPv", (void *block), (block))
DELETE(delete_one_of, "_ZdlPvm", (void *block, size_t bytes), (block, bytes))
DELETE(delete_list_of, "_ZdaPvm", (void *block, size_t bytes), (block, bytes))
DELETE(delete_one_quiet, "_ZdlPvRKSt9nothrow_t", (void *block, const void *quiet), (block, quiet))
DELETE(delete_list_quiet, "_ZdaPvRKSt9nothrow_t", (void *block, const void *quiet), (block, quiet))
DELETE(delete_one_at, "_ZdlPvSt11align_val_t", (void *block, size_t alignment), (block, alignment))
DELETE(delete_list_at, "_ZdaPvSt11align_val_t", (void *block, size_t alignment), (block, alignment))
DELETE(delete_one_of_at, "_ZdlPvmSt11align_val_t", (void *block, size_t bytes, size_t alignment),
       (block, bytes, alignment))
DELETE(delete_list_of_at, "_ZdaPvmSt11align_val_t", (void *block, size_t bytes, size_t alignment),
       (block, bytes, alignment))
