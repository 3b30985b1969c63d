/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "dma_report.h"
#include "../shared/fail.h"
#include "../shared/progress.h"
#include <stdlib.h>

/* The values of each sweep; what is measured stands in the middle. */
static const double buffers[] = {16384, 32768, 49152, 70000, 81920, 98304, 131072};
static const double links[] = {4, 8, 12.8, 16, 24, 32};
static const double latencies[] = {50, 100, 200, 350, 500, 700};
static const double policies[] = {0, 24, 48, 96, 200};
static const double channels[] = {6, 8};
#define VALUES(array) array, sizeof array / sizeof *array

static const struct {
    const double *values;
    size_t count;
} sweeps[] = {
    [DMA_NO_SWEEP] = {NULL, 1},
    [DMA_SWEEP_BUFFER] = {VALUES(buffers)},
    [DMA_SWEEP_LINK] = {VALUES(links)},
    [DMA_SWEEP_LATENCY] = {VALUES(latencies)},
    [DMA_SWEEP_POLICY] = {VALUES(policies)},
    [DMA_SWEEP_CHANNELS] = {VALUES(channels)},
};

static void set_value(struct dma_options *o, double value)
{
    switch (o->sweep) {
    case DMA_NO_SWEEP:
        break;
    case DMA_SWEEP_BUFFER:
        o->config.buffer_bytes = (unsigned)value;
        break;
    case DMA_SWEEP_LINK:
        o->config.link_gbs = value;
        break;
    case DMA_SWEEP_LATENCY:
        o->config.latency_ns = value;
        break;
    case DMA_SWEEP_POLICY:
        o->policy = value;
        break;
    case DMA_SWEEP_CHANNELS:
        o->config.channels = (unsigned)value;
    }
}

static void report(const struct dma_options *o, const struct dma_result *results, json_t *array)
{
    if (array != NULL)
        json_array_append_new(array, dma_report_json(o, results));
    else if (o->json)
        cli_print_json(dma_report_json(o, results));
    else
        dma_report_text(o, results);
}

int cli_dma(int argc, char **argv)
{
    struct dma_options o;
    uint64_t mismatches = 0, done = 0;
    dma_parse(argc, argv, &o);
    size_t files = (size_t)o.file_count, runs = sweeps[o.sweep].count;
    struct dma_tensor *tensors = cli_alloc(files * sizeof *tensors);
    /* All results are there before a line is printed, so that none is if a file fails. */
    struct dma_result *results = cli_alloc(runs * files * sizeof *results);
    json_t *array = o.json && o.sweep != DMA_NO_SWEEP ? json_array() : NULL;
    for (size_t i = 0; i < files; i++)
        dma_tensor_open(&o, o.files[i], &tensors[i]);
    for (size_t run = 0; run < runs; run++) {
        set_value(&o, o.sweep == DMA_NO_SWEEP ? 0 : sweeps[o.sweep].values[run]);
        for (size_t i = 0; i < files; i++) {
            dma_run(&o, &tensors[i], &results[run * files + i]);
            cli_progress("dma", ++done, runs * files);
        }
    }
    cli_progress_end();
    for (size_t run = 0; run < runs; run++) {
        set_value(&o, o.sweep == DMA_NO_SWEEP ? 0 : sweeps[o.sweep].values[run]);
        report(&o, results + run * files, array);
        mismatches += dma_report_mismatches(&o, results + run * files);
    }
    if (array != NULL)
        cli_print_json(array);
    for (size_t i = 0; i < files; i++)
        dma_tensor_close(&tensors[i]);
    free(tensors);
    free(results);
    return mismatches > 0 ? EXIT_MISMATCH : EXIT_GOOD;
}
