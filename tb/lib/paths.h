/* SPDX-License-Identifier: Apache-2.0 */
/* Says which code paths a test had to leave out. */
#ifndef TB_PATHS_H
#define TB_PATHS_H

#include <linepress/linepress.h>
#include <stdio.h>

/*
 * One line per path that lp_cpu_use() refuses, or that `usable`, unless it is NULL, says the tested
 * code has no use for. Comments, since a skipped test of cmocka's is "not ok". The path in use may
 * be another afterwards.
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
