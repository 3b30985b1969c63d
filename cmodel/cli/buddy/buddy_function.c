/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_function.h"
#include "buddy_memory.h"
#include "../shared/fail.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

/* What a read must give; `stored`: the data line written there last, + 1, or 0. */
static int comes_back(struct lp_buddy *buddy, const struct buddy_job *job, uint64_t address,
                      uint64_t stored)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    const uint8_t *line = stored == 0 ? zeros : job->data + (stored - 1) * LP_LINE_BYTES;
    uint8_t back[LP_LINE_BYTES];
    return lp_buddy_read(buddy, address, back) == LP_OK && memcmp(back, line, sizeof back) == 0;
}

void buddy_function(const struct buddy_options *o, struct buddy_job *job, unsigned target,
                    uint64_t cache_bytes, struct lpi_replay_result *result)
{
    uint64_t *stored = NULL; /* of a large file few lines are touched, and no more of it */
    struct lp_buddy *buddy = buddy_open(o, job, target, cache_bytes);
    *result = (struct lpi_replay_result){0};
    if (job->lines <= SIZE_MAX / sizeof *stored)
        stored = calloc((size_t)job->lines, sizeof *stored);
    if (stored == NULL)
        cli_fail_file(o->file, LP_ERR_SYSTEM);
    for (size_t n = 0; n < job->trace.count; n++) {
        const struct lp_access *access = &job->trace.accesses[n];
        const struct lpi_replay_part *part = &job->parts[access->allocation];
        uint64_t at = part->first + access->address / LP_LINE_BYTES;
        uint64_t address = part->address + access->address, data = part->first + access->data;
        if (!access->write) {
            result->mismatches += !comes_back(buddy, job, address, stored[at]);
            result->reads++;
            continue;
        }
        int error = lp_buddy_write(buddy, address, job->data + data * LP_LINE_BYTES);
        if (error != LP_OK)
            cli_fail_file(o->file, error);
        stored[at] = data + 1;
        result->writes++;
    }
    lp_buddy_counts(buddy, &result->counts);
    free(stored);
    lp_buddy_close(buddy);
}
