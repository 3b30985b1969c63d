/* SPDX-License-Identifier: Apache-2.0 */
/* Reports the code paths that a test had to skip. */
#ifndef TB_PATHS_H
#define TB_PATHS_H

#include <linepress/linepress.h>
#include <stdio.h>

/*
 * Prints one line per path that lp_cpu_use() refuses, or that the tested code does not use
 * according to `usable`, unless it is NULL. The lines are comments, since cmocka reports a skipped
 * test as "not ok". The path in use may change.
 */
static inline void paths_say_skipped(int (*usable)(enum lp_cpu path))
{
    for (int path = LP_CPU_PORTABLE; path < LP_CPU_COUNT; path++)
        if (lp_cpu_use((enum lp_cpu)path) != LP_OK)
            printf("# SKIP path %s: this CPU or build does not have it\n",
                   lp_cpu_name((enum lp_cpu)path));
        else if (usable != NULL && !usable((enum lp_cpu)path))
            printf("# SKIP path %s: this CPU lacks a part of what it needs\n",
                   lp_cpu_name((enum lp_cpu)path));
}

#endif
