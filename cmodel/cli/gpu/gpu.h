/* SPDX-License-Identifier: Apache-2.0 */
/* The command `gpu`, shared by two programs: this one, and linepress-cosim with the RTL. */
#ifndef LPI_CLI_GPU_H
#define LPI_CLI_GPU_H

#include "../../units/common/instance.h"

/* Runs the command; rtl opens the slice of --engine rtl; NULL: runs linepress-cosim. */
int cli_gpu_with(int argc, char **argv, lp_open_fn *rtl);

#endif
