/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_mdcache: results of requests, fill levels, answers of memory, resets. */
#include "bins.h"
#include "units/mdcache/mdcache_ports.h"

#define MISSES 2 /* parameters of the set that is observed */
#define TAGS (1u << LP_MDCACHE_TAG_W)

enum {
    ANSWERED,
    AFTER_HIT,
    AFTER_MISS,
    FETCHING,
    WRITING,
    FILL_ORDER,
    FILL,
    ACK,
    HIT_UNDER,
    OUT_WAITS,
    IN_WAITS,
    ROW,
    USED,
    RESET_FETCHING,
    RESET_WRITING,
    RESET_WAITING,
    GROUPS
};

/* Result of a request. */
enum {
    READ_HIT,
    WRITE_HIT,
    READ_MISS,
    WRITE_MISS,
    READ_FAILED,
    WRITE_FAILED,
    FLUSH,
    INVALIDATE,
    FATES
};
#define FATE_LABELS                                                                                \
    {                                                                                              \
        "read hit", "write hit", "read miss", "write miss", "read failed", "write failed",         \
            "flush", "invalidation"                                                                \
    }
#define YES_NO "no", "yes"
#define GOOD_BAD "good", "failed"

static struct lp_bins groups[GROUPS] = {
    [ANSWERED] = {.what = "answer", .first = 0, .count = FATES, .labels = FATE_LABELS},
    [AFTER_HIT] = {.what = "answer after a hit", .first = 0, .count = FATES, .labels = FATE_LABELS},
    [AFTER_MISS] = {.what = "answer after a miss",
                    .first = 0,
                    .count = FATES,
                    .labels = FATE_LABELS},
    [FETCHING] = {.what = "fills in flight", .first = 0, .count = MISSES + 1},
    [WRITING] = {.what = "write-backs not acknowledged", .first = 0, .count = MISSES + 1},
    [FILL_ORDER] = {.what = "fills in flight older than the one that comes",
                    .first = 0,
                    .count = MISSES},
    [FILL] = {.what = "fill", .first = 0, .count = 2, .labels = {GOOD_BAD}},
    [ACK] = {.what = "write-back", .first = 0, .count = 2, .labels = {GOOD_BAD}},
    [HIT_UNDER] = {.what = "hit, fills in flight", .first = 0, .count = MISSES + 1},
    [OUT_WAITS] = {.what = "waits",
                   .first = 0,
                   .count = 3,
                   .labels = {"answer", "sector to fetch", "sector to write"}},
    [IN_WAITS] = {.what = "request waits, fills in flight", .first = 0, .count = MISSES + 1},
    [ROW] = {.what = "hits in a row", .first = 1, .count = 16},
    [USED] = {.what = "sector serves a neighbour", .first = 0, .count = 2, .labels = {YES_NO}},
    [RESET_FETCHING] = {.what = "reset, fills in flight", .first = 0, .count = MISSES + 1},
    [RESET_WRITING] = {.what = "reset, write-backs in flight", .first = 0, .count = MISSES + 1},
    [RESET_WAITING] = {.what = "reset, an answer waiting",
                       .first = 0,
                       .count = 2,
                       .labels = {YES_NO}},
};

struct cache {
    unsigned op[TAGS];
    bool missed[TAGS], fetching[MISSES];
    uint64_t asked_at[MISSES], asks;
    unsigned fills, writes, row, before;
    bool any, waiting, reset;
    uint32_t used;
};

static unsigned fate(const struct cache *q, const struct lp_mdcache_out *out)
{
    unsigned op = q->op[out->m_tag];

    if (op == LP_MDCACHE_FLUSH)
        return FLUSH;
    if (op == LP_MDCACHE_INVALIDATE)
        return INVALIDATE;
    return op + (out->m_err ? READ_FAILED : q->missed[out->m_tag] ? READ_MISS : READ_HIT);
}

static void answer(struct cache *q, const struct lp_mdcache_out *out)
{
    unsigned now = fate(q, out);

    lp_bin(&groups[ANSWERED], now);
    if (q->any && q->before <= WRITE_HIT)
        lp_bin(&groups[AFTER_HIT], now);
    if (q->any && (q->before == READ_MISS || q->before == WRITE_MISS))
        lp_bin(&groups[AFTER_MISS], now);
    if (now <= WRITE_HIT)
        lp_bin(&groups[HIT_UNDER], q->fills);
    q->row = now <= WRITE_HIT ? q->row + 1 : 0;
    q->before = now;
    q->any = true;
}

static void fill(struct cache *q, const struct lp_mdcache_in *in)
{
    unsigned older = 0;

    for (unsigned i = 0; i < MISSES; i++)
        older += q->fetching[i] && q->asked_at[i] < q->asked_at[in->fill_id];
    lp_bin(&groups[FILL_ORDER], older);
    lp_bin(&groups[FILL], in->fill_err);
    q->fetching[in->fill_id] = false;
    q->fills--;
}

static void waits(const struct cache *q, const struct lp_mdcache_in *in,
                  const struct lp_mdcache_out *out)
{
    if (out->m_valid && !in->m_ready)
        lp_bin(&groups[OUT_WAITS], 0);
    if (out->fetch_valid && !in->fetch_ready)
        lp_bin(&groups[OUT_WAITS], 1);
    if (out->evict_valid && !in->evict_ready)
        lp_bin(&groups[OUT_WAITS], 2);
    if (in->s_valid && !out->s_ready)
        lp_bin(&groups[IN_WAITS], q->fills);
}

static void moves(struct cache *q, const struct lp_mdcache_in *in, const struct lp_mdcache_out *out)
{
    if (in->s_valid && out->s_ready) {
        q->op[in->s_tag] = in->s_op;
        q->missed[in->s_tag] = false;
    }
    if (out->miss)
        q->missed[out->miss_tag] = true;
    if (out->m_valid && in->m_ready)
        answer(q, out);
    else
        q->row = 0;
    if (in->fill_valid && out->fill_ready)
        fill(q, in);
    if (out->fetch_valid && in->fetch_ready) {
        q->fetching[out->fetch_id] = true;
        q->asked_at[out->fetch_id] = q->asks++;
        q->fills++;
    }
    if (in->evicted_valid) {
        lp_bin(&groups[ACK], in->evicted_err);
        q->writes--;
    }
    if (out->evict_valid && in->evict_ready)
        q->writes++;
}

static void cache_reset(struct cache *q)
{
    if (!q->reset) {
        lp_bin(&groups[RESET_FETCHING], q->fills);
        lp_bin(&groups[RESET_WRITING], q->writes);
        lp_bin(&groups[RESET_WAITING], q->waiting);
    }
    *q = (struct cache){.reset = true};
}

static void cache_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct cache *q = state;
    const struct lp_mdcache_in *in = in_ports;
    const struct lp_mdcache_out *out = out_ports;

    if (!rst_n) {
        cache_reset(q);
        return;
    }
    q->reset = false;
    lp_bin(&groups[FETCHING], q->fills);
    lp_bin(&groups[WRITING], q->writes);
    lp_bin(&groups[USED], out->used != q->used);
    q->used = out->used;
    waits(q, in, out);
    moves(q, in, out);
    lp_bin(&groups[ROW], q->row);
    q->waiting = out->m_valid && !in->m_ready;
}

static const struct lp_listener mdcache = {"lp_mdcache", sizeof(struct cache), cache_cycle, groups,
                                           GROUPS};
LP_LISTEN(lp_mdcache__SETS_2_WAYS_2_MISSES_2_TARGETS_2_COUNT_W_6, mdcache)
