/* SPDX-License-Identifier: Apache-2.0 */
/* Which mutant runs: the environment's LP_MUTANT, 0 (the unit as it is) without it. */
#include <stdlib.h>

/* Called from the netlist by DPI. */
int lp_mutant(void);

int lp_mutant(void)
{
    const char *number = getenv("LP_MUTANT");
    return number ? atoi(number) : 0;
}
