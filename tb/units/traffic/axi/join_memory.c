/* SPDX-License-Identifier: Apache-2.0 */
#include "join_memory.h"

#include <string.h>

void lp_join_memory_reset(struct lp_join_memory *m)
{
    m->reads.count = m->writes.count = 0;
}

/* ---- bursts ---- */

void lp_join_add(struct lp_join_bursts *bursts, const struct lp_join_burst *burst)
{
    bursts->at[bursts->count++] = *burst;
}

void lp_join_remove(struct lp_join_bursts *bursts, struct lp_join_burst *burst)
{
    struct lp_join_burst *end = bursts->at + bursts->count--;

    memmove(burst, burst + 1, (size_t)(end - burst - 1) * sizeof *burst);
}

#define FIRST(bursts, is)                                                                          \
    for (struct lp_join_burst *b = (bursts)->at; b < (bursts)->at + (bursts)->count; b++)          \
        if (is)                                                                                    \
            return b;                                                                              \
    return NULL

struct lp_join_burst *lp_join_untold(struct lp_join_bursts *bursts)
{
    FIRST(bursts, !b->told);
}

struct lp_join_burst *lp_join_oldest(struct lp_join_bursts *bursts, uint32_t id)
{
    FIRST(bursts, b->id == id);
}

struct lp_join_burst *lp_join_taking(struct lp_join_bursts *writes)
{
    FIRST(writes, b->taken < b->beats);
}

struct lp_join_burst *lp_join_landing(struct lp_join_bursts *writes)
{
    FIRST(writes, b->moved < b->beats);
}

/* The oldest burst in the memory. */
static struct lp_join_burst *reading(struct lp_join_bursts *reads)
{
    FIRST(reads, b->told && b->moved < b->beats);
}

static struct lp_join_burst *writing(struct lp_join_bursts *writes)
{
    FIRST(writes, b->told && !b->answered);
}

/* ---- what waits for what ---- */

/* One queue: the oldest burst of the other direction came before this one. */
static bool behind(const struct lp_join_memory *m, const struct lp_join_burst *burst,
                   const struct lp_join_burst *other)
{
    return m->kind == LP_JOIN_ONE_QUEUE && other && other->order < burst->order;
}

void lp_join_memory_drive(struct lp_join_memory *m, struct lp_axi_join_in *in)
{
    const struct lp_join_burst *landing = lp_join_landing(&m->writes);
    const struct lp_join_burst *untold = lp_join_untold(&m->writes);

    m->now++;
    if (m->kind == LP_JOIN_READS_FIRST && reading(&m->reads))
        in->m_awready = in->m_wready = 0;
    if (m->kind == LP_JOIN_WRITES_FIRST && writing(&m->writes))
        in->m_arready = 0;
    if (m->kind == LP_JOIN_AW_FIRST || m->kind == LP_JOIN_ONE_QUEUE)
        in->m_wready &= landing && landing->told && !behind(m, landing, reading(&m->reads));
    if (m->kind == LP_JOIN_W_FIRST)
        in->m_awready &= untold && untold->moved == untold->beats;
}

void lp_join_memory_tell(struct lp_join_memory *m, struct lp_join_burst *burst)
{
    burst->told = true;
    burst->order = m->order++;
    burst->due = m->now + m->latency;
}

void lp_join_memory_beat(struct lp_join_memory *m, struct lp_join_burst *write)
{
    write->moved++;
    write->due = m->now + m->latency;
}

/* Bursts of one id are served in order. */
static bool first_of_id(const struct lp_join_bursts *bursts, const struct lp_join_burst *burst,
                        bool writes)
{
    for (const struct lp_join_burst *b = bursts->at; b < burst; b++)
        if (b->id == burst->id && (writes ? !b->answered : b->moved < b->beats))
            return false;
    return true;
}

struct lp_join_burst *lp_join_memory_r(struct lp_join_memory *m)
{
    struct lp_join_burst *chosen = NULL, *end = m->reads.at + m->reads.count;
    unsigned candidates = 0;

    if (m->kind == LP_JOIN_WRITES_FIRST && writing(&m->writes))
        return NULL;
    for (struct lp_join_burst *b = m->reads.at; b < end; b++) {
        if (!b->told || b->moved == b->beats || b->due > m->now ||
            behind(m, b, writing(&m->writes)) || !first_of_id(&m->reads, b, false))
            continue;
        if (!m->interleaves && b->moved > 0)
            return b;
        if (lp_below(&m->rng, ++candidates) == 0)
            chosen = b;
    }
    return chosen;
}

struct lp_join_burst *lp_join_memory_b(struct lp_join_memory *m)
{
    struct lp_join_burst *chosen = NULL, *end = m->writes.at + m->writes.count;
    unsigned candidates = 0;

    if (m->kind == LP_JOIN_READS_FIRST && reading(&m->reads))
        return NULL;
    for (struct lp_join_burst *b = m->writes.at; b < end; b++)
        if (b->told && b->moved == b->beats && !b->answered && b->due <= m->now &&
            !behind(m, b, reading(&m->reads)) && first_of_id(&m->writes, b, true) &&
            lp_below(&m->rng, ++candidates) == 0)
            chosen = b;
    return chosen;
}
