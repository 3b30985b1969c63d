/* SPDX-License-Identifier: Apache-2.0 */
/* The memories that the command `buddy` runs on. */
#ifndef LPI_CLI_BUDDY_MEMORY_H
#define LPI_CLI_BUDDY_MEMORY_H

#include "buddy_options.h"

/* Opens memories that just hold an allocation of this many lines. */
struct lp_buddy *buddy_open(const struct buddy_options *options, uint64_t lines, unsigned target,
                            uint64_t cache_bytes, uint64_t *address);

#endif
