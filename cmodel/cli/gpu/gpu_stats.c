/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_stats.h"
#include "../shared/csv.h"
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#define AT(field) offsetof(struct lpi_gpu_result, field)
#define NONE SIZE_MAX

/* A counter, as the JSON names it; of two fields their sum. */
static const struct column {
    const char *name;
    size_t at, also;
    bool ticks; /* shown in memory cycles */
} columns[] = {
    {"warp_instructions", AT(sm.instructions), NONE, false},
    {"memory_instructions", AT(sm.memory_instructions), NONE, false},
    {"stall.dependency", AT(sm.stall[LPI_GPU_STALL_DEPENDENCY]), NONE, false},
    {"stall.l1", AT(sm.stall[LPI_GPU_STALL_L1]), NONE, false},
    {"stall.crossbar", AT(sm.stall[LPI_GPU_STALL_CROSSBAR]), NONE, false},
    {"stall.barrier", AT(sm.stall[LPI_GPU_STALL_BARRIER]), NONE, false},
    {"stall.empty", AT(sm.stall[LPI_GPU_STALL_EMPTY]), NONE, false},
    {"stall.l2", AT(l2.blocked), NONE, false},
    {"l1.accesses", AT(sm.l1_accesses), NONE, false},
    {"l1.hits", AT(sm.l1_hits), NONE, false},
    {"l2.accesses", AT(l2.accesses), NONE, false},
    {"l2.hits", AT(l2.hits), NONE, false},
    {"l2.sector_misses", AT(l2.sector_misses), NONE, false},
    {"l2.fills_before_evict", AT(l2.fills_before_evict), NONE, false},
    {"line_requests", AT(l2.line_requests), NONE, false},
    {"sector_requests", AT(l2.sector_requests), NONE, false},
    {"overfetch_sectors", AT(l2.overfetch_sectors), AT(slices.wasted), false},
    {"device.read_sectors", AT(device.read_sectors), NONE, false},
    {"device.write_sectors", AT(device.write_sectors), NONE, false},
    {"device.busy", AT(device.busy), NONE, true},
    {"device.row_hits", AT(device.row_hits), NONE, false},
    {"device.activations", AT(device.activations), NONE, false},
    {"link_use.to", AT(link.sectors[LPI_GPU_TO]), NONE, false},
    {"link_use.from", AT(link.sectors[LPI_GPU_FROM]), NONE, false},
    {"link_use.copies", AT(copy_sectors), NONE, false},
    {"metadata.accesses", AT(slices.accesses), NONE, false},
    {"metadata.hits", AT(slices.hits), NONE, false},
    {"metadata.fills", AT(slices.fills), NONE, false},
    {"metadata.writebacks", AT(slices.writebacks), NONE, false},
    {"spilled", AT(slices.spilled), NONE, false},
    {"latency.loads", AT(load.requests), NONE, false},
    {"latency.sum", AT(load.sum), NONE, false},
};
#define COLUMNS (sizeof columns / sizeof *columns)

void gpu_stats_head(FILE *file)
{
    fputs("trace,mode,link,metadata_cache,seed,field,value,cycle,cycles", file);
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(file, ",%s", columns[i].name);
    fputc('\n', file);
}

static uint64_t at(const struct lpi_gpu_result *r, size_t offset)
{
    uint64_t value;
    memcpy(&value, (const char *)r + offset, sizeof value);
    return value;
}

static uint64_t value_of(const struct lpi_gpu_result *r, const struct column *column,
                         uint64_t cycle)
{
    uint64_t value = at(r, column->at) + (column->also == NONE ? 0 : at(r, column->also));
    return column->ticks ? value / cycle : value;
}

void gpu_stats_row(void *context, uint64_t cycle, const struct lpi_gpu_result *sums)
{
    struct gpu_stats *stats = context;
    const struct gpu_run *run = stats->run;
    uint64_t memory = lpi_gpu_clock(&stats->plan->options->ask.config).memory;
    cli_csv_text(stats->spool, stats->plan->trace);
    fprintf(stats->spool, ",%s,%g,%u,%" PRIu64, lpi_gpu_modes[run->mode], run->link, run->cache,
            run->seed);
    if (run->field < LPI_GPU_FIELD_COUNT)
        fprintf(stats->spool, ",%s,%g", lpi_gpu_field_name(run->field), run->value);
    else
        fputs(",,", stats->spool);
    fprintf(stats->spool, ",%" PRIu64 ",%" PRIu64, cycle, cycle - stats->last_cycle);
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(stats->spool, ",%" PRIu64,
                value_of(sums, &columns[i], memory) - value_of(&stats->last, &columns[i], memory));
    fputc('\n', stats->spool);
    stats->last_cycle = cycle;
    stats->last = *sums;
}
