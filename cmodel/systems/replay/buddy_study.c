/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_study.h"
#include "buddy_function.h"
#include "buddy_memory.h"
#include <inttypes.h>
#include <linepress/linepress.h>

/* Executes the accesses with the functional model. */
static int run(const struct buddy_ask *o, struct buddy_job *job, unsigned target,
               uint64_t cache_bytes, struct lp_buddy_counts *counts, struct lpi_fault *fault)
{
    struct lpi_replay_result result;
    if (buddy_function(o, job, target, cache_bytes, &result, fault) != 0)
        return fault->code;
    *counts = result.counts;
    if (result.mismatches > 0)
        lpi_fault_set(fault, LPI_BAD, "%s: %" PRIu64 " lines came back wrong", o->file,
                      result.mismatches);
    return fault->code;
}

int buddy_study(const struct buddy_ask *o, struct buddy_job *job, struct buddy_study *study,
                struct lpi_fault *fault)
{
    uint64_t smallest = (uint64_t)LP_LINE_BYTES << o->slices_log2, done = 0;
    for (unsigned i = 0; i < BUDDY_SIZES; i++) {
        uint64_t bytes = (uint64_t)BUDDY_SMALLEST << i;
        if (run(o, job, buddy_target(o), bytes < smallest ? smallest : bytes, &study->sizes[i],
                fault) != 0)
            return fault->code;
        lpi_tell_progress(o->tell, ++done, BUDDY_SIZES + LP_TARGETS);
    }
    for (unsigned t = 0; t < LP_TARGETS; t++) {
        if (run(o, job, t, (uint64_t)BUDDY_SMALLEST << (BUDDY_SIZES - 1), &study->targets[t],
                fault) != 0)
            return fault->code;
        lpi_tell_progress(o->tell, ++done, BUDDY_SIZES + LP_TARGETS);
    }
    return 0;
}
