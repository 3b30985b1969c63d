/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_memory.h"
#include "fail.h"
#include <linepress/linepress.h>
#include <string.h>

struct lp_buddy *buddy_open(const struct buddy_options *o, uint64_t lines, unsigned target,
                            uint64_t cache, uint64_t *address)
{
    unsigned of = target == LP_BUDDY_UNCOMPRESSED ? (unsigned)LP_TARGET_1 : target;
    uint64_t page = (uint64_t)1 << o->page_log2;
    uint64_t pages = (lines * LP_LINE_BYTES + page - 1) / page;
    struct lp_buddy_config config;
    lp_buddy_defaults(&config, pages * lp_gbbr_frames(of) * (page / 16));
    struct lp_buddy *buddy;
    config.page_log2 = o->page_log2;
    config.slices_log2 = o->slices_log2;
    config.carve_out_bytes = pages * lp_gbbr_slots(of) * (page / 4 * 3);
    memset(config.codec, o->codec, sizeof config.codec);
    buddy_cache(cache, o->slices_log2, &config.cache_sets, &config.cache_ways);
    int error = lp_buddy_open(&config, &buddy);
    if (error == LP_OK)
        error = lp_buddy_malloc(buddy, lines * LP_LINE_BYTES, target, address);
    if (error != LP_OK)
        cli_fail_file(o->file, error);
    return buddy;
}
