/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of HUVM under arbitrary events, compared with its reference and checked by its
 * invariants. */
#include "../../systems/huvm_events.h"
#include "fuzz.h"

static const uint8_t *input;
static size_t left;

/* A byte, or two if one is not enough; 0 at the end of the input. */
static uint32_t huvm_draw(uint32_t below)
{
    uint32_t value = 0;
    for (uint32_t reach = 1; reach < below && left > 0; reach *= 256, left--)
        value = value * 256 + *input++;
    return value % below;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct huvm_pair pair;
    input = bytes;
    left = count;
    huvm_pair_open(&pair, 48);
    while (left > 0) {
        huvm_pair_step(&pair);
        must(pair.wrong == NULL);
    }
    huvm_pair_close(&pair);
    return 0;
}
