/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_replay.h"
#include "buddy_memory.h"
#include <linepress/linepress.h>

#define MEMORY_LOG2 35u /* the paper's GPU has 32 GiB and a carve-out of 3 times that */

int buddy_replay(const struct buddy_ask *o, struct buddy_job *job, lp_open_fn *open,
                 struct lpi_replay_result *result, struct lpi_fault *fault)
{
    struct lp_buddy *buddy = buddy_open(o, job, buddy_target(o), o->cache_bytes, fault);
    if (buddy == NULL)
        return fault->code;
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
        .tell = o->tell,
    };
    buddy_cache(o->cache_bytes, o->slices_log2, &replay.shape.sets, &replay.shape.ways);
    replay.device.stall = replay.link.stall = o->stall;
    /*
     * The bandwidths are one slice's share at 8 slices; with more slices each has a smaller share.
     */
    for (unsigned n = o->slices_log2; n > 3; n--) {
        replay.device.cycles *= 2;
        replay.link.cycles *= 2;
    }
    int error = lpi_replay_run(&replay, result);
    if (error == LP_ERR_ARG)
        lpi_fault_set(fault, LPI_BAD,
                      "buddy: no %s of these parameters was built (--page, --slices, --entries, "
                      "--lanes, --parallel, --metadata-cache, --misses, --codec)",
                      o->engine == BUDDY_RTL ? "RTL" : "model");
    else if (error != LP_OK)
        lpi_fault_file(fault, o->file, error);
    lp_buddy_close(buddy);
    return fault->code;
}
