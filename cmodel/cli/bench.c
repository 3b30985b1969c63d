/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"
int cli_bench(int argc, char **argv)
{
    (void)argc, (void)argv;
    return 0;
}
