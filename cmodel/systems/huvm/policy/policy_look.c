/* SPDX-License-Identifier: Apache-2.0 */
/* Queries of a policy's state. */
#include "policy_state.h"

enum huvm_state huvm_state(const struct huvm_policy *p, uint32_t chunk)
{
    return (enum huvm_state)p->chunks[chunk].state;
}

const struct huvm_counts *huvm_counts(const struct huvm_policy *p, unsigned gpu)
{
    return &p->gpu[gpu].counts;
}

enum huvm_head huvm_head(const struct huvm_policy *p, unsigned gpu)
{
    const struct huvm_gpu *g = &p->gpu[gpu];
    if (!g->batch.active)
        return HUVM_HEAD_IDLE;
    if (g->batch.head == g->batch.count)
        return HUVM_HEAD_LAST;
    switch (huvm_state(p, g->batch.chunks[g->batch.head])) {
    case HUVM_COMING:
    case HUVM_PARKING: return HUVM_HEAD_FETCH;
    case HUVM_WRITING: return HUVM_HEAD_LENT;
    case HUVM_LEAVING: return HUVM_HEAD_EVICT;
    default: return g->guests > 0 ? HUVM_HEAD_LENT : HUVM_HEAD_EVICT;
    }
}

uint32_t huvm_head_chunk(const struct huvm_policy *p, unsigned gpu)
{
    return p->gpu[gpu].batch.chunks[p->gpu[gpu].batch.head];
}

uint32_t huvm_lent(const struct huvm_policy *p, unsigned gpu)
{
    return p->gpu[gpu].lent;
}

uint32_t huvm_guests(const struct huvm_policy *p, unsigned gpu)
{
    return p->gpu[gpu].guests;
}
