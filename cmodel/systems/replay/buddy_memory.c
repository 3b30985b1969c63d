/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_memory.h"
#include <linepress/linepress.h>
#include <string.h>

unsigned buddy_target(const struct buddy_ask *o)
{
    return o->targets != NULL ? BUDDY_OWN_TARGETS : o->target;
}

/* Allocations that the target file does not name stay uncompressed. */
static unsigned target_of(const struct buddy_job *job, size_t part, unsigned target)
{
    if (target != BUDDY_OWN_TARGETS)
        return target;
    const struct lp_targets_row *row = lp_targets_find(job->targets,
                                                       job->set->allocations[part].name);
    return row != NULL ? row->target : LP_BUDDY_UNCOMPRESSED;
}

/* Adds room for whole pages of an allocation. */
static void add_room(struct lp_buddy_config *config, uint64_t lines, unsigned target)
{
    unsigned of = target == LP_BUDDY_UNCOMPRESSED ? (unsigned)LP_TARGET_1 : target;
    uint64_t page = (uint64_t)1 << config->page_log2;
    uint64_t pages = (lines * LP_LINE_BYTES + page - 1) / page;
    config->device_bytes += pages * lp_gbbr_frames(of) * (page / 16);
    config->carve_out_bytes += pages * lp_gbbr_slots(of) * (page / 4 * 3);
}

static int allocate(struct lp_buddy *buddy, struct buddy_job *job, unsigned target)
{
    int error = LP_OK;
    for (size_t i = 0; i < job->part_count && error == LP_OK; i++) {
        struct lpi_replay_part *part = &job->parts[i];
        if (part->lines > 0)
            error = lp_buddy_malloc(buddy, part->lines * LP_LINE_BYTES, target_of(job, i, target),
                                    &part->address);
    }
    return error;
}

struct lp_buddy *buddy_open(const struct buddy_ask *o, struct buddy_job *job, unsigned target,
                            uint64_t cache, struct lpi_fault *fault)
{
    struct lp_buddy_config config;
    struct lp_buddy *buddy = NULL;
    lp_buddy_defaults(&config, 0);
    config.page_log2 = o->page_log2;
    config.slices_log2 = o->slices_log2;
    memset(config.codec, o->codec, sizeof config.codec);
    if (job->targets != NULL)
        lp_targets_config(job->targets, &config);
    for (size_t i = 0; i < job->part_count; i++)
        add_room(&config, job->parts[i].lines, target_of(job, i, target));
    buddy_cache(cache, o->slices_log2, &config.cache_sets, &config.cache_ways);
    int error = lp_buddy_open(&config, &buddy);
    if (error != LP_OK) {
        lpi_fault_file(fault, o->file, error);
        return NULL;
    }
    error = allocate(buddy, job, target);
    if (error == LP_OK)
        return buddy;
    lpi_fault_file(fault, o->file, error);
    lp_buddy_close(buddy);
    return NULL;
}
