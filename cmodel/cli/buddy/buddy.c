/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy.h"
#include "../../systems/replay/replay.h"
#include "buddy_function.h"
#include "buddy_job.h"
#include "buddy_memory.h"
#include "buddy_report.h"
#include "buddy_sweep.h"
#include "../shared/cli.h"
#include "../cosim/cosim.h"
#include "../shared/fail.h"
#include "../shared/progress.h"
#include <linepress/linepress.h>

#define MEMORY_LOG2 35u /* the paper's GPU has 32 GiB, and a carve-out of 3 times that */

static void show_progress(uint64_t done, uint64_t all)
{
    cli_progress("buddy", done, all);
}

static void run(const struct buddy_options *o, struct buddy_job *job, lp_open_fn *open,
                struct lpi_replay_result *result)
{
    struct lp_buddy *buddy = buddy_open(o, job, buddy_target(o), o->cache_bytes);
    struct lpi_replay replay = {
        .trace = &job->trace,
        .data = job->data,
        .lines = job->lines,
        .buddy = buddy,
        .parts = job->parts,
        .part_count = job->part_count,
        .shape = {.page = o->page_log2 - o->slices_log2,
                  .frame_w = MEMORY_LOG2 - (o->page_log2 - 4),
                  .slot_w = MEMORY_LOG2 + 2 - o->page_log2,
                  .entries = o->entries,
                  .lanes = o->lanes,
                  .parallel = o->parallel,
                  .misses = o->misses,
                  .mixed = o->codec == LP_PAGE_AUTO ? LP_AUTO_ALL : 0},
        .open = open,
        .device = lpi_memory_hbm2(o->latency),
        .link = lpi_memory_link(2 * o->latency, o->link),
        .stall = o->stall,
        .seed = o->pattern.seed,
        .progress = show_progress,
    };
    buddy_cache(o->cache_bytes, o->slices_log2, &replay.shape.sets, &replay.shape.ways);
    replay.device.stall = replay.link.stall = o->stall;
    /* More slices than those whose part the bandwidths are share the same. */
    for (unsigned n = o->slices_log2; n > 3; n--) {
        replay.device.cycles *= 2;
        replay.link.cycles *= 2;
    }
    int error = lpi_replay_run(&replay, result);
    cli_progress_end();
    if (error == LP_ERR_ARG)
        cli_fail("buddy: no %s of these parameters was built (--page, --slices, --entries, "
                 "--lanes, --parallel, --metadata-cache, --misses, --codec)",
                 o->engine == BUDDY_RTL ? "RTL" : "model");
    if (error != LP_OK)
        cli_fail_file(o->file, error);
    lp_buddy_close(buddy);
}

int cli_buddy_with(int argc, char **argv, lp_open_fn *rtl)
{
    struct buddy_options options;
    struct buddy_job job;
    struct lpi_replay_result result = {0};
    int status = EXIT_GOOD;
    buddy_parse(argc, argv, &options);
    if (options.engine == BUDDY_RTL && rtl == NULL)
        cli_run_cosim(argv);
    buddy_job_open(&options, &job);
    if (options.save != NULL) {
        buddy_save_trace(&options, &job);
    } else if (options.sweep) {
        buddy_sweep(&options, &job);
    } else {
        if (options.engine == BUDDY_FUNCTION)
            buddy_function(&options, &job, buddy_target(&options), options.cache_bytes, &result);
        else
            run(&options, &job, options.engine == BUDDY_RTL ? rtl : lp_model_open, &result);
        status = buddy_report(&options, &job, &result);
    }
    lpi_replay_free(&result);
    buddy_job_close(&job);
    return status;
}

int cli_buddy(int argc, char **argv)
{
    return cli_buddy_with(argc, argv, NULL);
}
