/* SPDX-License-Identifier: Apache-2.0 */
/* Access patterns: the next chunk that a GPU uses, for both clocks. */
#ifndef LPI_HUVM_PATTERN_H
#define LPI_HUVM_PATTERN_H

#include "../../../base/rng.h"
#include "clock.h"

/* The chunk, from 0, at a position in a pass; `rng` is shared by the whole run. */
static inline uint32_t huvm_pattern_chunk(enum huvm_pattern pattern, uint32_t chunks,
                                          const uint32_t *trace, unsigned pass, uint64_t place,
                                          struct lp_rng *rng)
{
    switch (pattern) {
    case HUVM_SWEEP: return (uint32_t)(pass % 2 == 0 ? place : chunks - 1 - place);
    case HUVM_RANDOM: return lp_below(rng, chunks);
    case HUVM_TRACE: return trace[place];
    default: return (uint32_t)place;
    }
}

/* Uses in a pass. */
static inline uint64_t huvm_pattern_length(enum huvm_pattern pattern, uint32_t chunks,
                                           uint64_t trace_length)
{
    return pattern == HUVM_TRACE ? trace_length : chunks;
}

#endif
