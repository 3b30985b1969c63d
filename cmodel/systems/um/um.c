/* SPDX-License-Identifier: Apache-2.0 */
#include "um.h"

const struct lpi_constant lpi_um_constants[LPI_UM_CONSTANTS] = {
    [LPI_UM_LINK] = {"link", "GB/s", "link to host memory, each way, of the whole GPU", 75, 0.01,
                     100000, "Buddy (ISCA 2020), IV-C: POWER9, 3 NVLink2 channels"},
    [LPI_UM_BATCH] = {"batch-faults", "", "faults that the driver takes at a time", 256, 1, 1e6,
                      "NVIDIA's open kernel modules, uvm_perf_fault_batch_count (not checked)"},
    [LPI_UM_WINDOW] = {"window", "", "requests in flight, which fault together", 0, 0, 1e9,
                       "assumed: 0 is one for each resident warp of the GPU"},
    [LPI_UM_PREFETCH] = {"prefetch", "",
                         "a region is fetched whole if more than this share of it is resident", 0.5,
                         0, 1,
                         "NVIDIA's open kernel modules, uvm_perf_prefetch_threshold 51 % (not "
                         "checked)"},
    [LPI_UM_PASSES] = {"passes", "", "passes over the trace; the first is not in the result", 4, 2,
                       1000, "assumed"},
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

struct lpi_um_ideal lpi_um_ideal(const struct lpi_um_stream *stream,
                                 const struct lpi_gpu_config *config)
{
    double sectors = (double)stream->sectors[LPI_UM_READ] + (double)stream->sectors[LPI_UM_WRITE];
    double rate = (double)config->sms * config->schedulers * config->core_mhz;
    struct lpi_um_ideal ideal = {.device_us = sectors * LP_SECTOR_BYTES /
                                              (1000 * config->device_gbs),
                                 .issue_us = (double)stream->instructions / rate};
    ideal.us = larger(ideal.device_us, ideal.issue_us);
    return ideal;
}

double lpi_um_time(const struct lpi_um_moves *moves, double ideal_us, double fault_us,
                   double page_bytes, double link_gbs)
{
    return ideal_us + moves->batches * fault_us +
           larger(moves->in, moves->out) * page_bytes / (1000 * link_gbs);
}

double lpi_um_link_time(double read_sectors, double write_sectors, double ideal_us, double link_gbs)
{
    return larger(ideal_us,
                  larger(read_sectors, write_sectors) * LP_SECTOR_BYTES / (1000 * link_gbs));
}
