/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LPI_HUVM_HOST_H
#define LPI_HUVM_HOST_H

#include "../../base/fault.h"
#include <stdint.h>

/*
 * The descriptor of a new file of this size, fully allocated on disk and already unlinked. -1: the
 * fault is set, and there is no file.
 */
int huvm_host_open(const char *path, uint64_t bytes, struct lpi_fault *fault);

#endif
