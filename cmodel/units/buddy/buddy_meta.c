/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_meta.h"

#include <string.h>

#include "../../base/wide.h"

void lpi_meta_wires(const struct lpi_meta *q, struct lpi_meta_wires *w)
{
    const struct lpi_meta_request *head = &q->next[q->ring.rd];
    uint64_t want;

    w->left = q->begun ? q->left : w->c_what;
    want = (uint64_t)(w->c_valid && !q->asked && w->left != 0) << LPI_META_DRIVER |
           (uint64_t)(w->write_valid && !q->begun) << LPI_META_WRITER |
           (uint64_t)(w->read_valid && !q->begun) << LPI_META_READER;
    w->grant = want && lpi_ring_ready(&q->ring) ? (int)lpi_rr_pick(&q->turn, want) : -1;
    w->read_ready = w->grant == LPI_META_READER;
    w->write_ready = w->grant == LPI_META_WRITER;
    w->c_ready = w->c_valid && !q->asked && w->left == 0;
    w->c_err = w->c_ready && q->begun && q->failed;

    w->cache_in.s_valid = lpi_ring_valid(&q->ring);
    w->cache_in.s_op = head->op;
    w->cache_in.s_state = head->state;
    w->cache_in.s_tag = head->who << 6 | head->entry;
    lpi_put64(w->cache_in.s_addr, head->addr);
    w->cache_in.m_ready = 1;
    lp_mdcache_unit.eval(q->cache, &w->cache_in, &w->cache);
    w->answer_err = w->cache.m_err || w->lost;
}

static struct lpi_meta_request driver(unsigned left)
{
    return (struct lpi_meta_request){.op = left & 1 ? LP_MDCACHE_FLUSH : LP_MDCACHE_INVALIDATE,
                                     .who = LPI_META_DRIVER};
}

void lpi_meta_tick(struct lpi_meta *q, const struct lpi_meta_wires *w)
{
    bool go = w->grant == LPI_META_DRIVER;
    bool answer = w->cache.m_valid && lpi_meta_who(w->cache.m_tag) == LPI_META_DRIVER;

    if (w->grant >= 0) {
        q->next[lpi_ring_wr(&q->ring)] = w->grant == LPI_META_READER   ? w->read
                                         : w->grant == LPI_META_WRITER ? w->write
                                                                       : driver(w->left);
        lpi_rr_take(&q->turn, (unsigned)w->grant);
    }
    lpi_ring_tick(&q->ring, w->grant >= 0, w->cache.s_ready);
    bool failed = answer && w->cache.m_err;
    q->failed = q->begun && (q->failed || failed);
    q->asked = (q->asked || go) && !answer;
    q->begun = (q->begun || go) && !w->c_ready;
    if (go)
        q->left = w->left & 1 ? w->left & 2 : 0;
    else if (failed)
        q->left = 0;
    lp_mdcache_unit.tick(q->cache, &w->cache_in);
}

void lpi_meta_reset(struct lpi_meta *q)
{
    q->asked = q->begun = q->failed = false;
    q->turn = (struct lpi_rr){0};
    q->ring.rd = q->ring.count = 0;
    lp_mdcache_unit.reset(q->cache);
}

void lpi_meta_values(int *values, const int *sets_ways_misses_targets, bool counters)
{
    memcpy(values, sets_ways_misses_targets, 4 * sizeof *values);
    values[4] = 32;
    values[5] = counters;
    values[6] = 8;
}

void lpi_meta_init(struct lpi_meta *q, const int *sets_ways_misses_targets, bool counters)
{
    int values[LPI_META_CACHE];

    lpi_meta_values(values, sets_ways_misses_targets, counters);
    memset(q, 0, sizeof *q);
    q->ring.depth = LPI_META_NEXT;
    lp_mdcache_unit.set_up(q->cache, values);
}
