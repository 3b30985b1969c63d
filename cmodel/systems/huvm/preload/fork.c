/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fork handlers run in the order of their registration after a fork, and in the reverse order
 * before it. Ours are registered first, so that allocators have taken their locks before ours run,
 * and find their memory in the child.
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
