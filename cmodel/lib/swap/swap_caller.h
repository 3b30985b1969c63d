/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the caller's memory, which the caller may write or unmap during an offload. Not installed.
 */
#ifndef LPI_SWAP_CALLER_H
#define LPI_SWAP_CALLER_H

#include <stddef.h>

/*
 * Copies bytes from the caller's memory. LP_ERR_ADDRESS: it is no longer mapped. If the system does
 * not allow process_vm_readv on the process itself, unmapped memory kills the process.
 */
int lpi_caller_read(void *to, const void *from, size_t bytes);

#endif
