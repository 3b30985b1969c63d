/* SPDX-License-Identifier: Apache-2.0 */
/* Accel-Sim's list of copies and kernels, kernelslist.g, in order. */
#ifndef LPI_KERNELS_LIST_H
#define LPI_KERNELS_LIST_H

#include "../../base/fault.h"
#include <linepress/file.h>
#include <stddef.h>
#include <stdint.h>

enum lpi_command_kind {
    LPI_COMMAND_KERNEL,
    LPI_COMMAND_TO_DEVICE, /* MemcpyHtoD,0xADDRESS,BYTES */
    LPI_COMMAND_TO_HOST,   /* MemcpyDtoH,0xADDRESS,BYTES, of patched tracers */
    LPI_COMMAND_MALLOC     /* cudaMalloc,0xADDRESS,BYTES, of patched tracers */
};

struct lpi_command {
    enum lpi_command_kind kind;
    char *name; /* kernel: its file, in the list's folder */
    uint64_t address, bytes;
};

struct lpi_kernels_list {
    struct lpi_command *commands;
    size_t count, room, kernels;
};

/*
 * Other lines are ignored. LPI_BAD: no list, a name outside the list's folder, a file that comes
 * twice.
 */
int lpi_kernels_list_read(lp_read_fn *read, void *context, const char *name,
                          struct lpi_kernels_list *list, struct lpi_fault *fault);
void lpi_kernels_list_free(struct lpi_kernels_list *list);

#endif
