/* SPDX-License-Identifier: Apache-2.0 */
/* Which mutant the Verilated netlist behaves as: the number in LP_MUTANT, 0 = none. */
#include <stdlib.h>

int lp_mutant(void);

int lp_mutant(void)
{
    const char *text = getenv("LP_MUTANT");

    return text ? atoi(text) : 0;
}
