/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_sectors.h"
#include <inttypes.h>

const char *const gpu_dram_formats[GPU_DRAM_FORMATS] = {"ramulator", "dramsim3"};

/* A part of an address: a number below a power of two. */
struct part {
    uint64_t value, below;
};

/* The parts one above the other, the first lowest, above the bits of a sector. */
static uint64_t joined(const struct part *parts, size_t count, uint64_t row)
{
    uint64_t address = 0, unit = LP_SECTOR_BYTES;
    for (size_t i = 0; i < count; i++) {
        address += parts[i].value * unit;
        unit *= parts[i].below;
    }
    return address + row * unit;
}

static uint64_t address_of(const struct gpu_sectors *sectors, const struct lpi_gpu_sector *s)
{
    const struct lpi_gpu_config *c = sectors->config;
    const struct part column = {s->column, c->row_bytes / LP_SECTOR_BYTES};
    const struct part group = {s->group, c->bank_groups};
    const struct part bank = {s->bank, c->banks / c->bank_groups};
    const struct part pseudo = {s->channel, c->channels}, slice = {s->slice, c->slices};
    if (sectors->format == GPU_RAMULATOR)
        return joined((struct part[]){slice, column, pseudo, group, bank}, 5, s->row);
    return joined((struct part[]){column, group, bank, pseudo, slice}, 5, s->row);
}

void gpu_sectors_line(void *context, const struct lpi_gpu_sector *s)
{
    const struct gpu_sectors *sectors = context;
    uint64_t address = address_of(sectors, s);
    if (sectors->format == GPU_RAMULATOR)
        fprintf(sectors->spool, "%s 0x%" PRIx64 "\n", s->write ? "ST" : "LD", address);
    else
        fprintf(sectors->spool, "0x%" PRIx64 " %s %" PRIu64 "\n", address,
                s->write ? "WRITE" : "READ", s->cycle);
}
