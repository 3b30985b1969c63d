/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_class.h"

#include "../../../lib/buddy/stored.h"
#include <linepress/gbbr.h>
#include <string.h>

#define WORDS 32u /* of a line */

unsigned lpi_gpu_state_of(unsigned target, unsigned device, unsigned spill)
{
    for (unsigned state = 0; state < LPI_GPU_STATES; state++) {
        struct lp_gbbr_split split;
        if (lp_gbbr_split(state, target, &split) == LP_ANSWER_OK &&
            split.dev_sectors + split.eight == device && split.spill_sectors == spill)
            return state;
    }
    return LPI_GPU_STATES;
}

/* Words of `bits` random bits, then zeros: the longer and wider, the more sectors. */
static void fill(uint8_t *line, unsigned words, unsigned bits)
{
    uint64_t random = 88172645463325252u;
    memset(line, 0, LP_LINE_BYTES);
    for (unsigned w = 0; w < words; w++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        uint32_t word = ((uint32_t)random | 1) & (uint32_t)((UINT64_C(1) << bits) - 1);
        memcpy(line + w * sizeof word, &word, sizeof word);
    }
}

/* On pages of target 16, where lines of 8 bytes have a state of their own. */
bool lpi_gpu_sample(enum lp_page_codec codec, unsigned state, struct lpi_gpu_sample *sample)
{
    for (unsigned bits = 1; bits <= 32; bits++)
        for (unsigned words = 0; words <= WORDS; words++) {
            fill(sample->line, words, bits);
            memset(sample->entry, 0, sizeof sample->entry);
            if (lpi_store_line(codec, LP_TARGET_16, sample->line, sample->entry) != state)
                continue;
            for (unsigned at = LP_EIGHT_BYTES; state == LP_STATE_EIGHT && at < LP_LINE_BYTES; at++)
                sample->entry[at] = sample->entry[at - LP_EIGHT_BYTES];
            return true;
        }
    return false;
}
