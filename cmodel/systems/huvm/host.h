/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_HUVM_HOST_H
#define LPI_HUVM_HOST_H

#include "../../base/fault.h"
#include <stdint.h>

/* A descriptor of a new file of so many bytes, all of which have their place on the disk, and whose
   name is gone already. -1: the fault is set, and there is no file. */
int huvm_host_open(const char *path, uint64_t bytes, struct lpi_fault *fault);

#endif
