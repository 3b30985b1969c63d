/* SPDX-License-Identifier: Apache-2.0 */
/* Mappings of this process that are not managed, as the kernel lists them. */
#ifndef LPI_HUVM_PRELOAD_KERNEL_MAPS_H
#define LPI_HUVM_PRELOAD_KERNEL_MAPS_H

#include <stdbool.h>
#include <stdint.h>

struct lpi_kernel_map {
    uintptr_t begin, end;
    int access; /* PROT_ */
    bool shared;
};

/* The mapping that has this address. false: there is none, or /proc is not readable. */
bool lpi_kernel_map_of(const void *at, struct lpi_kernel_map *map);

#endif
