/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handlers of forks are called in the order in which they were told, and before a fork the other way
 * round. Ours are told first, so that allocators have taken their locks before ours are, and find
 * their memory in the child.
 */
#define _GNU_SOURCE
#include "preload.h"
#include <string.h>

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
                      void *object);

LPI_EXPORT int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
                                 void *object)
{
    static int (*next_one)(void (*)(void), void (*)(void), void (*)(void), void *);
    LPI_FIND(next_one, "__register_atfork");
    huvm_client_watch_forks();
    return next_one(prepare, parent, child, object);
}
