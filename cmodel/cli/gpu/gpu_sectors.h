/* SPDX-License-Identifier: Apache-2.0 */
/*
 * --dram-trace: the sectors that arrive at the DRAM's channels, in the order of time, a line each,
 * as other simulators of DRAM read them.
 *
 *   dramsim3   0xADDRESS READ|WRITE CYCLE, its trace of a CPU; address_mapping rochrababgco
 *   ramulator  LD|ST 0xADDRESS, the frontend LoadStoreTrace of Ramulator 2; mapper RoBaRaCoCh. There
 *              are no times in it.
 *
 * From the low end an address has 5 bits of the sector, and then
 *
 *   dramsim3   column, bank group, bank, channel, row; a channel is a pseudo-channel here, those of
 *              a slice follow each other
 *   ramulator  channel, which is the slice; column, pseudo-channel, bank group, bank, row
 */
#ifndef LPI_CLI_GPU_SECTORS_H
#define LPI_CLI_GPU_SECTORS_H

#include "../../systems/gpu/gpu_run.h"
#include <stdio.h>

enum gpu_dram_format { GPU_RAMULATOR, GPU_DRAMSIM3, GPU_DRAM_FORMATS };
extern const char *const gpu_dram_formats[GPU_DRAM_FORMATS];

struct gpu_sectors {
    FILE *spool;
    const struct lpi_gpu_config *config;
    enum gpu_dram_format format;
};

/* An lpi_gpu_tap's take; the context is a struct gpu_sectors. */
void gpu_sectors_line(void *context, const struct lpi_gpu_sector *sector);

#endif
