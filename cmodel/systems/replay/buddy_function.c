/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_function.h"
#include "buddy_memory.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

/* Compares a read with its expected line; `stored`: the data line last written there, + 1, or 0. */
static int comes_back(struct lp_buddy *buddy, const struct buddy_job *job, uint64_t address,
                      uint64_t stored)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    const uint8_t *line = stored == 0 ? zeros : job->data + (stored - 1) * LP_LINE_BYTES;
    uint8_t back[LP_LINE_BYTES];
    return lp_buddy_read(buddy, address, back) == LP_OK && memcmp(back, line, sizeof back) == 0;
}

/* Executes one access; *stored belongs to its line. Returns LP_OK or an error of lp_buddy_write. */
static int carry_out(struct lp_buddy *buddy, const struct buddy_job *job,
                     const struct lp_access *access, uint64_t *stored,
                     struct lpi_replay_result *result)
{
    const struct lpi_replay_part *part = &job->parts[access->allocation];
    uint64_t address = part->address + access->address, data = part->first + access->data;
    if (!access->write) {
        result->mismatches += !comes_back(buddy, job, address, *stored);
        result->reads++;
        return LP_OK;
    }
    int error = lp_buddy_write(buddy, address, job->data + data * LP_LINE_BYTES);
    *stored = data + 1;
    result->writes++;
    return error;
}

int buddy_function(const struct buddy_ask *o, struct buddy_job *job, unsigned target,
                   uint64_t cache_bytes, struct lpi_replay_result *result, struct lpi_fault *fault)
{
    uint64_t *stored = NULL; /* calloc: only the pages of accessed lines take memory */
    struct lp_buddy *buddy = buddy_open(o, job, target, cache_bytes, fault);
    int error = LP_OK;
    *result = (struct lpi_replay_result){0};
    if (buddy == NULL)
        return fault->code;
    if (job->lines <= SIZE_MAX / sizeof *stored)
        stored = calloc((size_t)job->lines, sizeof *stored);
    if (stored == NULL)
        error = LP_ERR_SYSTEM;
    for (size_t n = 0; n < job->trace.count && error == LP_OK; n++) {
        const struct lp_access *access = &job->trace.accesses[n];
        uint64_t first = job->parts[access->allocation].first;
        error = carry_out(buddy, job, access, &stored[first + access->address / LP_LINE_BYTES],
                          result);
    }
    if (error != LP_OK)
        lpi_fault_file(fault, o->file, error);
    lp_buddy_counts(buddy, &result->counts);
    free(stored);
    lp_buddy_close(buddy);
    return fault->code;
}
