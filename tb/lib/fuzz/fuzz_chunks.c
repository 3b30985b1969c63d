/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of chunk traces on arbitrary bytes. Every accepted trace survives a round trip through
 * the binary form. */
#include "../../../cmodel/systems/huvm/policy/trace.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    uint8_t *copy = exact_copy(bytes, count);
    struct huvm_trace_fault fault = {0};
    uint32_t *chunks, *again;
    uint64_t length, same;
    struct huvm_trace_part part = {0};
    bool begins = huvm_trace_begins(copy, count / 2, &part, &fault) &&
                  huvm_trace_begins(copy, count, &part, &fault);
    bool good = huvm_trace_parse(copy, count, &chunks, &length, &fault);
    must(begins || !good);
    free(copy);
    if (!good) {
        must(fault.why != NULL && fault.at <= count + 1);
        return 0;
    }
    must(length > 0);
    copy = malloc(huvm_trace_bytes(length));
    must(copy != NULL);
    huvm_trace_write(chunks, length, copy);
    must(huvm_trace_parse(copy, huvm_trace_bytes(length), &again, &same, &fault));
    must(same == length && memcmp(again, chunks, length * sizeof *chunks) == 0);
    free(chunks);
    free(again);
    free(copy);
    return 0;
}
