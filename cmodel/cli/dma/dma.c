/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "dma_report.h"
#include "../shared/fail.h"
#include "../shared/progress.h"
#include <stdlib.h>

static void report(const struct dma_options *o, const struct dma_result *results, json_t *array)
{
    if (array != NULL)
        json_array_append_new(array, dma_report_json(o, results));
    else if (o->json)
        cli_print_json(dma_report_json(o, results));
    else
        dma_report_text(o, results);
}

/* Runs one tensor with each value of the sweep. */
static void run_one(struct dma_options *o, size_t tensor, size_t runs, struct dma_result *results)
{
    struct lpi_fault fault = {0};
    struct dma_tensor data;
    const struct cli_job *job = &o->jobs.list[tensor];
    const struct lpi_part *part = job->tensor != NULL ? &job->tensor->part : NULL;
    if (dma_tensor_open(&o->ask, job->name, part, &data, &fault) != 0)
        cli_fail_for(&fault);
    for (size_t run = 0; run < runs; run++) {
        dma_sweep_set(o->sweep, run, &o->ask);
        if (dma_run(&o->ask, &data, &results[run * o->jobs.count + tensor], &fault) != 0)
            cli_fail_for(&fault);
        cli_progress("dma", tensor * runs + run + 1, runs * o->jobs.count);
    }
    dma_tensor_close(&data);
}

/* Runs all tensors first, so that nothing is printed if one fails. */
static struct dma_result *run_all(struct dma_options *o, size_t runs)
{
    struct dma_result *results = cli_alloc(runs * o->jobs.count * sizeof *results);
    for (size_t i = 0; i < o->jobs.count; i++)
        run_one(o, i, runs, results);
    cli_progress_end();
    return results;
}

int cli_dma(int argc, char **argv)
{
    struct dma_options o;
    uint64_t mismatches = 0;
    dma_parse(argc, argv, &o);
    size_t files = o.jobs.count, runs = dma_sweep_runs(o.sweep);
    struct dma_result *results = run_all(&o, runs);
    json_t *array = o.json && o.sweep != DMA_NO_SWEEP ? json_array() : NULL;
    for (size_t run = 0; run < runs; run++) {
        dma_sweep_set(o.sweep, run, &o.ask);
        report(&o, results + run * files, array);
        mismatches += dma_report_mismatches(&o, results + run * files);
    }
    if (array != NULL)
        cli_print_json(array);
    free(results);
    cli_jobs_free(&o.jobs);
    return mismatches > 0 ? EXIT_MISMATCH : EXIT_GOOD;
}
