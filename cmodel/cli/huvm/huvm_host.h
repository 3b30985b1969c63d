/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_CLI_HUVM_HOST_H
#define LPI_CLI_HUVM_HOST_H

#include <stdint.h>

/* A new file of so many bytes, all of which have their place on the disk, and whose name is gone
   already. Failures end the program, and leave no file. */
int huvm_host_open(const char *path, uint64_t bytes);

#endif
