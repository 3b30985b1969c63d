/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the caller, who may write it or take it away while a tensor leaves. Not installed. */
#ifndef LPI_SWAP_CALLER_H
#define LPI_SWAP_CALLER_H

#include <stddef.h>

/*
 * Copies bytes out of it. LP_ERR_ADDRESS: there is no memory any more. Where the system does not
 * let a process copy its own memory by a call, memory that is not there ends the process.
 */
int lpi_caller_read(void *to, const void *from, size_t bytes);

#endif
