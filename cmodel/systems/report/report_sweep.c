/* SPDX-License-Identifier: Apache-2.0 */
#include "report_sweep.h"
#include <stdlib.h>
#include <string.h>

int report_sweep_open(const struct profile_job *job, struct report_sweep *sweep,
                      struct lpi_fault *fault)
{
    *sweep = (struct report_sweep){.allocations = job->set->allocation_count};
    sweep->targets = lpi_fault_alloc(fault, REPORT_STEPS * sweep->allocations);
    sweep->codecs = lpi_fault_alloc(fault, REPORT_STEPS * sweep->allocations);
    for (unsigned s = 0; s < REPORT_STEPS && fault->code == 0; s++) {
        struct lpi_plan *plan;
        if (profile_at_threshold(job, s * (LPI_MILLION / (REPORT_STEPS - 1)), &plan, fault) != 0)
            break;
        memcpy(sweep->targets + s * sweep->allocations, plan->targets, sweep->allocations);
        for (size_t a = 0; a < sweep->allocations; a++)
            sweep->codecs[s * sweep->allocations + a] = (uint8_t)lpi_plan_codec(plan, a);
        sweep->steps[s] = (struct profile_sweep){plan->goal.threshold, plan->pages, plan->frames,
                                                 plan->flow.lines, plan->flow.buddy_lines};
        lpi_plan_close(plan);
    }
    return fault->code;
}

void report_sweep_close(struct report_sweep *sweep)
{
    free(sweep->targets);
    free(sweep->codecs);
    sweep->targets = sweep->codecs = NULL;
}

json_t *report_sweep_json(const struct report_sweep *sweep)
{
    json_t *thresholds = json_array(), *ratios = json_array(), *frames = json_array(),
           *lines = json_array(), *buddy_lines = json_array();
    for (unsigned i = 0; i < REPORT_STEPS; i++) {
        const struct profile_sweep *s = &sweep->steps[i];
        json_array_append_new(thresholds, json_real((double)s->threshold / LPI_MILLION));
        json_array_append_new(ratios, json_real(profile_quotient(16 * s->pages, s->frames)));
        json_array_append_new(frames, json_integer((json_int_t)s->frames));
        json_array_append_new(lines, json_integer((json_int_t)s->lines));
        json_array_append_new(buddy_lines, json_integer((json_int_t)s->buddy_lines));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "thresholds", thresholds, "ratio", ratios,
                     "frames", frames, "lines", lines, "buddy_lines", buddy_lines);
}

json_t *report_sweep_targets(const struct report_sweep *sweep, size_t allocation)
{
    json_t *list = json_array();
    size_t now = allocation, before = allocation;
    for (unsigned s = 0; s < REPORT_STEPS; s++) {
        if (s == 0 || sweep->targets[now] != sweep->targets[before] ||
            sweep->codecs[now] != sweep->codecs[before])
            json_array_append_new(list, json_pack("[i, s, s]", (int)s,
                                                  lp_target_name(sweep->targets[now]),
                                                  profile_codec_name(sweep->codecs[now])));
        before = now;
        now += sweep->allocations;
    }
    return list;
}
