/* SPDX-License-Identifier: Apache-2.0 */
/* ELF cores: the writable segments with bytes in the core, named by their addresses. Not installed. */
#ifndef LPI_TENSORS_CORE_H
#define LPI_TENSORS_CORE_H

#include "../../base/fault.h"

#include <stdint.h>

struct lpi_core_segment {
    char name[32]; /* "at-" and the address, in hexadecimal digits */
    uint64_t address, begin, bytes;
};

struct lpi_core_ask {
    const char *path; /* for messages */
    int fd;
    uint64_t bytes;    /* of the file */
    unsigned *machine; /* the ELF number of the cores read before, which must be the same; or 0 */
    int (*segment)(void *context, const struct lpi_core_segment *segment);
    void *context;
};

/*
 * Calls `segment` for each until it returns other than 0, which is the result. Otherwise 0, or the
 * code of a fault: LP_ERR_SYSTEM, LP_ERR_SHORT, LP_ERR_CORRUPT, LP_ERR_ARG.
 */
int lpi_core_segments(const struct lpi_core_ask *ask, struct lpi_fault *fault);

#endif
