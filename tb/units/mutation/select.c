/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the mutant: LP_MUTANT in the environment, or 0 (the unit without a mutation). */
#include <stdlib.h>

/* Called from the netlist by DPI. */
int lp_mutant(void);

int lp_mutant(void)
{
    const char *number = getenv("LP_MUTANT");
    return number ? atoi(number) : 0;
}
