/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of target files on arbitrary bytes. Each accepted row can be found and used. */
#include "fuzz.h"
#include <linepress/targets.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    uint8_t *text = exact_copy(bytes, count);
    struct lp_targets *targets;
    struct lp_targets_fault fault = {""};
    int error = lp_targets_parse((const char *)text, count, &targets, &fault);
    free(text);
    if (error != LP_OK) {
        must(fault.why[0] != '\0');
        return 0;
    }
    for (size_t n = 0; n < lp_targets_count(targets); n++) {
        const struct lp_targets_row *row = lp_targets_row(targets, n);
        must(lp_target_name(row->target) != NULL && row->bytes > 0);
        must(lp_targets_find(targets, row->name) == row);
    }
    must(lp_targets_row(targets, lp_targets_count(targets)) == NULL);
    lp_targets_free(targets);
    return 0;
}
