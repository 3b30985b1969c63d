/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_mdcache (rtl/mdcache/lp_mdcache.sv and its submodules).
 *
 * RTL map of lp_mdcache:
 *   a_{op,state,tag}_q = a.{}
 *   a_addr_q = a_sector, a.entry
 *   a_sel_q = a_set: one-hot
 *
 * RTL map of lp_mdcache_lru:
 *   first_q = older: bit j of older[set][i]
 *
 * RTL map of lp_mdcache_tags:
 *   {tag,live,valid,dirty}_q = line.{}
 *
 * RTL map of lp_mdcache_mshr:
 *   {v,asked,dead,writes,way,count}_q = mshr.miss.{}
 *   addr_q = mshr.miss.sector
 *   {shown,book,own,stray,back,idx,p_v,p_last,p_err,p_silent,p_set,p_way,p_sub}_q = mshr.{}
 *   id_q, number_q = mshr.id
 *
 * RTL map of lp_mdcache_wb:
 *   {busy,want,keep,tried,failed,flush,e_v,w_v,way}_q = wb.{}
 *   addr_q = wb.sector
 *   e_sel_q, w_sel_q = wb.e_slot, wb.w_slot: one-hot
 *
 * RTL map of lp_mdcache_used:
 *   {fill,serve,other,entry,place,other_place,fresh}_q = used.{}
 */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "../common/cut.h"
#include "../common/ring.h"
#include "../common/rr.h"
#include "../../base/wide.h"
#include "mdcache_cycle.h"

typedef struct lp_mdcache_in LP_IN_T;
typedef struct lp_mdcache_out LP_OUT_T;

#define SETS LP_MDCACHE_MAX_SETS
#define WAYS LP_MDCACHE_MAX_WAYS
#define MISSES LP_MDCACHE_MAX_MISSES
#define TARGETS LP_MDCACHE_MAX_TARGETS
#define SECTORS 4
#define WORDS 8

/* lp_mdcache_tags: a line. */
struct line {
    uint64_t tag;
    uint8_t live, valid, dirty; /* valid and dirty: one bit per sector */
};

struct request {
    uint8_t op, entry, state;
    uint32_t tag;
};

/* lp_mdcache_mshr: an outstanding sector and its waiters; dead: they have been answered. */
struct miss {
    bool v, asked, dead, writes;
    uint8_t way, count;
    uint64_t sector;
    struct request wait[TARGETS];
};

struct mshr {
    struct miss miss[MISSES];
    unsigned under_way, dead; /* number in use, and number of dead ones */
    uint8_t order[MISSES];    /* u_order */
    unsigned order_rd, order_count;
    bool shown, book, own, stray, back, p_v, p_last, p_err, p_silent;
    uint8_t id, idx, p_way, p_sub;
    unsigned p_set;
    struct request p_wait;
};

/* lp_mdcache_wb; bit i belongs to slot i. */
struct wb {
    unsigned all; /* a bit for each slot */
    unsigned busy, want, keep, tried, failed, flush;
    bool e_v, w_v;
    unsigned e_slot, w_slot;
    uint64_t sector[MISSES];
    uint8_t way[MISSES];
    uint32_t data[MISSES][WORDS]; /* u_ram */
    struct lpi_rr turn;
    struct lpi_ring flight_ring; /* u_flight */
    uint8_t flight[MISSES];
};

struct used {
    bool fill, serve, other;
    uint8_t entry;
    unsigned place, other_place;
    uint8_t out; /* u_first's output */
    uint8_t first[SETS * WAYS * SECTORS];
    bool fresh[SETS * WAYS * SECTORS];
};

enum { ACCESSES, HITS, MERGED, FILLS, USED, WRITEBACKS, WB_ERR, COUNTERS };

struct mdcache {
    unsigned sets, ways, misses, targets, set_bits;
    bool counters;
    uint32_t tag_mask;

    bool a_v;
    struct request a;
    uint64_t a_sector;
    unsigned walk;
    bool walked, unwritten;
    unsigned offered; /* sectors of the line that the flush has offered, refused or not */

    bool b_v, b_load, b_err;
    uint32_t b_tag;
    uint8_t b_entry;
    bool miss;
    uint32_t miss_tag;

    struct mshr mshr;
    struct wb wb;
    struct used used;
    unsigned stray;
    bool event[COUNTERS];
    uint32_t count[COUNTERS], count_mask;

    uint8_t older[SETS][WAYS]; /* lp_mdcache_lru: bit j of [i]: way i was used before way j */
    struct line line[SETS][WAYS];
    uint32_t ram_data[WORDS];
    uint32_t ram[SETS * WAYS * SECTORS][WORDS];
};

static_assert(sizeof(struct mdcache) <= LP_MDCACHE_STATE, "LP_MDCACHE_STATE is too small");

/* Decisions of A, and the requests with priority over it. */
struct wires {
    bool front, ready_b;
    bool serve, append, fetch, evict, refuse, walk, drop, walked, go;
    unsigned set, way, sub; /* of A: location of its sector, or of the one written back */
    unsigned merge;         /* number of the miss that fetches A's sector, if append */
    bool line;
};

static unsigned a_set(const struct mdcache *q)
{
    return (unsigned)(q->a_sector >> 2) & (q->sets - 1);
}

/* Way of the line that A requests; `ways` if there is none. */
static unsigned match(const struct mdcache *q, unsigned set)
{
    uint64_t tag = q->a_sector >> (2 + q->set_bits);
    unsigned way = 0;

    while (way < q->ways && !(q->line[set][way].live && q->line[set][way].tag == tag))
        way++;
    return way;
}

/* The outstanding miss of A's sector; `misses` if there is none. */
static unsigned find_miss(const struct mdcache *q)
{
    const struct mshr *m = &q->mshr;
    unsigned i = 0;

    while (i < q->misses && !(m->miss[i].v && m->miss[i].sector == q->a_sector))
        i++;
    return i;
}

/* The oldest way without an outstanding sector; `ways` if there is none. */
static unsigned oldest(const struct mdcache *q, unsigned set)
{
    unsigned able = (1u << q->ways) - 1, way = 0;

    for (unsigned i = 0; i < q->misses; i++)
        if (q->mshr.miss[i].v && ((q->mshr.miss[i].sector >> 2) & (q->sets - 1)) == set)
            able &= ~(1u << q->mshr.miss[i].way);
    while (way < q->ways && !((able >> way & 1) && (q->older[set][way] & able) == able))
        way++;
    return way;
}

static bool wb_room(const struct wb *b)
{
    return b->busy != b->all;
}

/* No room, and no entry will soon become free. */
static bool wb_stuck(const struct wb *b)
{
    return (b->busy & b->failed) == b->all;
}

static bool wb_calm(const struct wb *b)
{
    return (b->busy & ~b->failed) == 0;
}

/* Only dead misses have a sector outstanding. */
static bool none(const struct mshr *m)
{
    return m->under_way == m->dead;
}

/* And these are not fetching now. */
static bool idle(const struct mdcache *q)
{
    for (unsigned i = 0; i < q->misses; i++)
        if (q->mshr.miss[i].v && (!q->mshr.miss[i].dead || q->mshr.miss[i].asked))
            return false;
    return !q->mshr.shown;
}

static unsigned lowest(unsigned bits)
{
    return bits & 1 ? 0 : bits & 2 ? 1 : bits & 4 ? 2 : 3;
}

static void decide_access(const struct mdcache *q, struct wires *w)
{
    unsigned dirty = 0;
    bool full = q->mshr.under_way == q->misses;

    w->way = match(q, w->set);
    w->sub = q->a_sector & 3;
    w->line = w->way != q->ways;
    if (w->line && q->line[w->set][w->way].valid >> w->sub & 1) {
        w->serve = true;
        return;
    }
    w->merge = find_miss(q);
    if (w->merge != q->misses) {
        w->refuse = q->mshr.miss[w->merge].dead;
        w->append = !w->refuse && q->mshr.miss[w->merge].count != q->targets;
        return;
    }
    w->refuse = full && none(&q->mshr);
    if (!w->line) {
        w->way = oldest(q, w->set);
        if (w->way == q->ways) {
            w->refuse = none(&q->mshr);
            return;
        }
        dirty = q->line[w->set][w->way].dirty;
    }
    w->fetch = !full && !dirty;
    w->evict = wb_room(&q->wb) && dirty;
    w->refuse = w->refuse || (wb_stuck(&q->wb) && dirty);
    if (dirty)
        w->sub = lowest(dirty);
}

static void decide_upkeep(const struct mdcache *q, struct wires *w)
{
    unsigned dirty;

    if (!idle(q))
        return;
    if (q->a.op == LP_MDCACHE_INVALIDATE) {
        w->drop = true;
        return;
    }
    if (q->walked) {
        w->walked = wb_calm(&q->wb);
        return;
    }
    w->way = q->walk % q->ways;
    dirty = q->line[w->set][w->way].dirty & ~q->offered;
    w->sub = lowest(dirty);
    w->walk = !dirty;
    w->evict = dirty && wb_room(&q->wb);
    w->walked = dirty && wb_stuck(&q->wb);
}

static void decide(const struct mdcache *q, const LP_IN_T *in, struct wires *w)
{
    memset(w, 0, sizeof *w);
    w->front = q->mshr.book || q->mshr.p_v || q->mshr.back;
    w->ready_b = !q->b_v || (in->m_ready & 1);
    if (!q->a_v || w->front || !w->ready_b)
        return;
    w->set = a_set(q);
    if (q->a.op & 2)
        decide_upkeep(q, w);
    else
        decide_access(q, w);
    w->go = w->serve || w->append || w->fetch || w->refuse || w->drop || w->walked;
}

/* ---- outputs ---- */

/* The slot that holds this sector, one-hot; 0: none. */
static unsigned held(const struct mdcache *q, uint64_t sector)
{
    for (unsigned i = 0; i < q->misses; i++)
        if ((q->wb.busy >> i & 1) && q->wb.sector[i] == sector)
            return 1u << i;
    return 0;
}

static uint64_t head_sector(const struct mshr *m)
{
    return m->miss[m->order[m->order_rd]].sector;
}

/* While a flush or an invalidation waits, dead misses do not fetch. */
static bool head_may(const struct mdcache *q)
{
    bool hold = q->a_v && (q->a.op & 2);

    return q->mshr.order_count != 0 && (q->mshr.shown || !(hold && none(&q->mshr)));
}

static void put_addr(uint32_t addr[2], uint64_t sector)
{
    addr[0] = (uint32_t)(sector << 5);
    addr[1] = (uint32_t)(sector >> 27);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct mdcache *q = state;
    LP_OUT_T *out = out_ports;
    struct wires w;

    decide(q, in_ports, &w);
    memset(out, 0, sizeof *out);
    out->s_ready = !q->a_v || w.go;
    if (q->b_v) {
        out->m_valid = 1;
        out->m_tag = q->b_tag;
        if (q->b_load && !q->b_err)
            out->m_state = q->ram_data[q->b_entry / 8] >> q->b_entry % 8 * 4 & 15;
        out->m_err = q->b_err;
    }
    if (q->miss) {
        out->miss = 1;
        out->miss_tag = q->miss_tag;
    }
    if (head_may(q) && !held(q, head_sector(&q->mshr))) {
        out->fetch_valid = 1;
        put_addr(out->fetch_addr, head_sector(&q->mshr));
        out->fetch_id = q->mshr.order[q->mshr.order_rd];
    }
    out->fill_ready = (q->mshr.book && !q->mshr.own) || q->mshr.stray;
    if (q->wb.w_v) {
        out->evict_valid = 1;
        put_addr(out->evict_addr, q->wb.sector[q->wb.w_slot]);
        memcpy(out->evict_data, q->wb.data[q->wb.w_slot], sizeof out->evict_data);
    }
    out->evicted_ready = 1;
    out->stray = q->stray;
    out->accesses = q->count[ACCESSES];
    out->hits = q->count[HITS];
    out->merged = q->count[MERGED];
    out->fills = q->count[FILLS];
    out->used = q->count[USED];
    out->writebacks = q->count[WRITEBACKS];
    out->wb_err = q->count[WB_ERR];
}

/* ---- the clock edge ---- */

static void tick_count(struct mdcache *q, const LP_IN_T *in, const struct wires *w, bool another)
{
    if (!q->counters)
        return;
    for (unsigned i = 0; i < COUNTERS; i++)
        q->count[i] = (q->count[i] + q->event[i]) & q->count_mask;
    q->event[ACCESSES] = w->serve || w->append || w->fetch;
    q->event[HITS] = w->serve || w->append;
    q->event[MERGED] = w->append;
    q->event[FILLS] = w->fetch;
    q->event[USED] = another;
    q->event[WRITEBACKS] = w->evict;
    q->event[WB_ERR] = (in->evicted_valid & in->evicted_err & 1) &&
                       lpi_ring_valid(&q->wb.flight_ring);
}

/* Returns whether a sector has now served another entry for the first time. */
static bool tick_used(struct used *u, bool fill, bool serve, unsigned place, uint8_t entry)
{
    bool another = u->other && u->fresh[u->other_place];

    if (u->other)
        u->fresh[u->other_place] = false;
    if (u->fill)
        u->fresh[u->place] = true;
    u->other = u->serve && u->out != u->entry;
    u->other_place = u->place;
    u->serve = serve;
    u->fill = fill;
    u->entry = entry;
    u->place = place;
    if (serve)
        u->out = u->first[place];
    if (fill)
        u->first[place] = entry;
    return another;
}

/* The sector whose eviction A has decided. */
static uint64_t out_sector(const struct mdcache *q, const struct wires *w)
{
    return (q->line[w->set][w->way].tag << q->set_bits | w->set) << 2 | w->sub;
}

/* The sector with priority over A. */
static void put_in_front(struct mdcache *q, uint8_t way, uint64_t sector)
{
    q->mshr.p_way = way;
    q->mshr.p_set = (unsigned)(sector >> 2) & (q->sets - 1);
    q->mshr.p_sub = sector & 3;
}

/* The oldest write-back is acknowledged: its slot is free, or it is offered again. */
static void acknowledge(struct mdcache *q, const LP_IN_T *in, unsigned *again, unsigned *ends)
{
    struct wb *b = &q->wb;
    unsigned slot = b->flight[b->flight_ring.rd], bit = 1u << slot;
    bool err = in->evicted_err & 1;

    if (!(in->evicted_valid & 1))
        return;
    if (!lpi_ring_valid(&b->flight_ring)) {
        q->stray |= 2;
        return;
    }
    *(err && (b->keep & ~b->flush & bit) ? again : ends) = bit;
    if (!err || !(b->flush & bit))
        return;
    q->mshr.back = true;
    put_in_front(q, b->way[slot], b->sector[slot]);
}

static void tick_wb(struct mdcache *q, const LP_IN_T *in, const struct wires *w, uint64_t out)
{
    struct wb *b = &q->wb;
    bool ready = in->evict_ready & 1, leave = !b->w_v || ready, sent = b->w_v && ready;
    unsigned again = 0, ends = 0, busy = b->busy, want = b->want;

    q->mshr.back = false;
    acknowledge(q, in, &again, &ends);
    if (sent)
        b->flight[lpi_ring_wr(&b->flight_ring)] = (uint8_t)b->w_slot;
    lpi_ring_tick(&b->flight_ring, sent, in->evicted_valid & 1);
    b->want |= again | (unsigned)b->e_v << b->e_slot;
    if (leave && want) {
        b->w_slot = lpi_rr_pick(&b->turn, want);
        lpi_rr_take(&b->turn, b->w_slot);
        b->want &= ~(1u << b->w_slot);
    }
    if (leave)
        b->w_v = want != 0;
    b->keep = (b->all & ~busy) | (w->drop ? 0 : b->keep & busy);
    b->failed = w->drop ? 0 : busy & (b->failed | (again & b->tried));
    b->tried = busy & (b->tried | again);
    b->busy = busy & ~ends;
    b->e_v = w->evict;
    if (w->evict) {
        b->e_slot = (unsigned)__builtin_ctz(~busy);
        b->busy |= 1u << b->e_slot;
        b->flush = (b->flush & ~(1u << b->e_slot)) | (unsigned)(q->a.op >> 1 & 1) << b->e_slot;
        b->sector[b->e_slot] = out;
        b->way[b->e_slot] = (uint8_t)w->way;
    }
}

/* The next waiter of the fill enters P. */
static void load_waiter(struct mshr *m)
{
    struct miss *miss = &m->miss[m->id];

    m->p_v = true;
    m->p_wait = miss->wait[m->idx++];
    m->p_last = m->idx == miss->count;
    if (!m->p_last)
        return;
    m->dead -= miss->dead;
    miss->dead = m->p_err && miss->writes;
    m->dead += miss->dead;
    if (miss->dead)
        return;
    miss->v = false;
    m->under_way--;
}

/* A fill that is offered, or a failed one that ends the wait. */
static void book(struct mdcache *q, unsigned id, bool own, bool err)
{
    struct mshr *m = &q->mshr;
    struct miss *miss = &m->miss[id];

    m->book = true;
    m->own = own;
    m->id = (uint8_t)id;
    m->idx = 0;
    m->p_err = err;
    m->p_silent = miss->dead;
    put_in_front(q, miss->way, miss->sector);
    miss->asked = false;
}

static void tick_fill(struct mdcache *q, const LP_IN_T *in, const struct wires *w, bool refused)
{
    struct mshr *m = &q->mshr;
    struct miss *last = &m->miss[m->id];
    bool leave = m->p_v && w->ready_b;
    bool offered = !m->book && !m->stray && (!m->p_v || (leave && m->p_last));
    unsigned head = m->order[m->order_rd];
    bool vain, load;

    /* A dead miss stays dead: all its waiters have been answered. */
    vain = m->book && m->p_err && m->p_silent;
    load = (m->book && !vain) || (leave && !m->p_last);
    if (load)
        load_waiter(m);
    else if (leave)
        m->p_v = false;
    if (vain || (load && m->p_last && last->v && last->dead))
        m->order[(m->order_rd + m->order_count++) % q->misses] = m->id;
    m->book = m->stray = false;
    if (!offered)
        return;
    unsigned id = in->fill_id & (q->misses - 1);
    if ((in->fill_valid & 1) && m->miss[id].v && m->miss[id].asked) {
        book(q, id, false, in->fill_err & 1);
    } else if (in->fill_valid & 1) {
        m->stray = true;
        q->stray |= 1;
    } else if (refused) {
        book(q, head, true, true);
        m->order_rd = (m->order_rd + 1) % q->misses;
        m->order_count--;
    }
}

static void tick_miss(struct mdcache *q, const LP_IN_T *in, const struct wires *w, bool asks)
{
    struct mshr *m = &q->mshr;
    unsigned id = w->merge;

    m->shown = asks && !(in->fetch_ready & 1);
    if (asks && (in->fetch_ready & 1)) {
        m->miss[m->order[m->order_rd]].asked = true;
        m->order_rd = (m->order_rd + 1) % q->misses;
        m->order_count--;
    }
    if (w->fetch) {
        for (id = 0; m->miss[id].v; id++)
            ;
        m->miss[id].v = true;
        m->miss[id].asked = m->miss[id].dead = m->miss[id].writes = false;
        m->miss[id].way = (uint8_t)w->way;
        m->miss[id].sector = q->a_sector;
        m->miss[id].count = 0;
        m->under_way++;
        m->order[(m->order_rd + m->order_count++) % q->misses] = (uint8_t)id;
    }
    if (w->fetch || w->append) {
        m->miss[id].wait[m->miss[id].count++] = q->a;
        m->miss[id].writes |= q->a.op == LP_MDCACHE_WRITE;
    }
}

static void tick_lru(struct mdcache *q, unsigned set, unsigned way)
{
    for (unsigned i = 0; i < q->ways; i++)
        q->older[set][i] |= (uint8_t)(1u << way);
    q->older[set][way] = (uint8_t)(1u << way);
}

static void tick_lines(struct mdcache *q, const struct wires *w)
{
    struct line *line = &q->line[w->set][w->way];

    if (w->drop)
        for (unsigned s = 0; s < q->sets; s++)
            for (unsigned i = 0; i < q->ways; i++)
                q->line[s][i].live = q->line[s][i].valid = q->line[s][i].dirty = 0;
    if (w->drop) {
        for (unsigned i = 0; i < q->misses; i++)
            q->mshr.miss[i].v = false;
        q->mshr.under_way = q->mshr.dead = q->mshr.order_rd = q->mshr.order_count = 0;
    }
    if (w->fetch && !w->line)
        *line = (struct line){.tag = q->a_sector >> (2 + q->set_bits), .live = 1};
    if (w->evict) {
        line->dirty &= (uint8_t) ~(1u << w->sub);
        if (!(q->a.op & 2))
            line->valid &= (uint8_t) ~(1u << w->sub);
    }
    if (w->serve || w->append || w->fetch)
        tick_lru(q, w->set, w->way);
}

static void set_entry(uint32_t *words, unsigned entry, unsigned state)
{
    unsigned shift = entry % 8 * 4;
    words[entry / 8] = (words[entry / 8] & ~(15u << shift)) | state << shift;
}

/* A flush has left dirty sectors. */
static bool unwritten(const struct mdcache *q)
{
    return (q->wb.busy & q->wb.failed) || q->mshr.dead || q->unwritten;
}

/* Data array and B: the request that A serves, a fill, or a waiter. */
static void tick_data(struct mdcache *q, const LP_IN_T *in, const struct wires *w)
{
    const struct mshr *m = &q->mshr;
    bool replay = m->p_v && w->ready_b, good = replay && !m->p_err, keep = m->book && !m->p_err;
    const struct request *r = m->p_v ? &m->p_wait : &q->a;
    unsigned set = w->front ? m->p_set : w->set, way = w->front ? m->p_way : w->way;
    unsigned sub = w->front ? m->p_sub : w->sub;
    unsigned place = (set * q->ways + way) * SECTORS + sub;
    uint8_t entry = m->book ? m->miss[m->id].wait[0].entry : r->entry;
    bool store = (w->serve || good) && r->op == LP_MDCACHE_WRITE;
    bool load = (w->serve || good) && r->op != LP_MDCACHE_WRITE;
    bool silent = m->p_v && m->p_silent;
    bool another = tick_used(&q->used, keep, (w->serve || good) && !silent, place, entry);

    if (m->back)
        q->line[set][way].dirty |= (uint8_t)(1u << sub);
    if (keep) {
        memcpy(q->ram[place], in->fill_data, sizeof q->ram[place]);
        q->line[set][way].valid |= (uint8_t)(1u << sub);
    }
    if (store) {
        set_entry(q->ram[place], entry, silent ? LP_MDCACHE_POISON : r->state);
        q->line[set][way].dirty |= (uint8_t)(1u << sub);
    }
    if (load || w->evict)
        memcpy(q->ram_data, q->ram[place], sizeof q->ram_data);
    tick_count(q, in, w, another);
    if (!w->ready_b)
        return;
    q->b_v = w->serve || w->refuse || w->drop || w->walked || (replay && !silent);
    q->b_load = load;
    q->b_err = m->p_v ? m->p_err : w->refuse || (q->a.op == LP_MDCACHE_FLUSH && unwritten(q));
    q->b_tag = r->tag;
    q->b_entry = entry;
}

static void tick_a(struct mdcache *q, const LP_IN_T *in, const struct wires *w, bool back)
{
    q->miss = w->append || w->fetch;
    q->miss_tag = q->a.tag;
    if (w->walk) {
        q->walk = (q->walk + 1) % (q->sets * q->ways);
        q->walked = q->walk == 0;
        if (q->walk % q->ways == 0) {
            uint64_t set = (a_set(q) + 1) & (q->sets - 1);
            q->a_sector = (q->a_sector & ~((uint64_t)(q->sets - 1) << 2)) | set << 2;
        }
    }
    if (w->walked) {
        q->walked = false;
        q->walk = 0;
    }
    if (w->walk || w->walked)
        q->offered = 0;
    else if (w->evict && q->a.op == LP_MDCACHE_FLUSH)
        q->offered |= 1u << w->sub;
    q->unwritten = q->a.op == LP_MDCACHE_FLUSH && q->a_v && !w->walked && (q->unwritten || back);
    if (q->a_v && !w->go)
        return;
    q->a_v = in->s_valid & 1;
    q->a.op = in->s_op & 3;
    q->a.entry = in->s_addr[0] & 63;
    q->a.state = in->s_state & 15;
    q->a.tag = in->s_tag & q->tag_mask;
    q->a_sector = (lpi_get64(in->s_addr) & ((UINT64_C(2) << LP_MDCACHE_ADDR_W) - 1)) >> 6;
}

static void tick(void *state, const void *in_ports)
{
    struct mdcache *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;

    decide(q, in, &w);
    bool back = q->mshr.back || (q->mshr.p_v && q->mshr.p_silent), head = head_may(q);
    unsigned holder = head ? held(q, head_sector(&q->mshr)) : 0;
    bool refused = holder & q->wb.failed;
    uint64_t out = w.evict ? out_sector(q, &w) : 0;

    q->stray = 0;
    if (q->wb.e_v)
        memcpy(q->wb.data[q->wb.e_slot], q->ram_data, sizeof *q->wb.data);
    tick_data(q, in, &w);
    tick_miss(q, in, &w, head && !holder);
    tick_lines(q, &w);
    tick_fill(q, in, &w, refused);
    tick_wb(q, in, &w, out);
    tick_a(q, in, &w, back);
}

static void reset(void *state)
{
    struct mdcache *q = state;

    q->a_v = q->b_v = q->miss = q->walked = false;
    q->walk = q->offered = 0;
    q->unwritten = false;
    q->stray = 0;
    q->mshr.shown = q->mshr.book = q->mshr.stray = q->mshr.back = q->mshr.p_v = false;
    q->mshr.order_rd = q->mshr.order_count = q->mshr.under_way = q->mshr.dead = 0;
    for (unsigned i = 0; i < q->misses; i++)
        q->mshr.miss[i].v = false;
    q->wb.busy = q->wb.want = 0;
    q->wb.e_v = q->wb.w_v = false;
    q->wb.turn = (struct lpi_rr){0};
    q->wb.flight_ring.rd = q->wb.flight_ring.count = 0;
    q->used.fill = q->used.serve = q->used.other = false;
    memset(q->event, 0, sizeof q->event);
    memset(q->count, 0, sizeof q->count);
    for (unsigned s = 0; s < q->sets; s++)
        for (unsigned i = 0; i < q->ways; i++) {
            q->line[s][i].live = q->line[s][i].valid = q->line[s][i].dirty = 0;
            q->older[s][i] = (uint8_t)(0xff << i);
        }
}

static void init(void *state, const int *values)
{
    struct mdcache *q = state;

    memset(q, 0, sizeof *q);
    q->sets = (unsigned)values[0];
    q->ways = (unsigned)values[1];
    q->misses = (unsigned)values[2];
    q->targets = (unsigned)values[3];
    q->count_mask = UINT32_MAX >> (32 - values[4]);
    q->counters = values[5];
    q->tag_mask = LPI_ONES((unsigned)values[6]);
    q->wb.all = (1u << q->misses) - 1;
    q->wb.flight_ring.depth = q->misses;
    while (1u << q->set_bits < q->sets)
        q->set_bits++;
    reset(q);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    unsigned bits = 0;

    if (strcmp(port->name, "s_tag") == 0 || strcmp(port->name, "m_tag") == 0 ||
        strcmp(port->name, "miss_tag") == 0)
        return (unsigned)values[6];
    if (port->dir == LP_OUT && port->width == 32)
        return (unsigned)values[4];
    if (strcmp(port->name, "fetch_id") != 0 && strcmp(port->name, "fill_id") != 0)
        return port->width;
    while (1 << bits < values[2])
        bits++;
    return bits;
}

static const struct lp_param mdcache_params[] = {
    LP_PARAM("SETS", 8, 1, 2, 4, 16, 32, 64),
    LP_PARAM("WAYS", 4, 1, 2, 8),
    LP_PARAM("MISSES", 4, 2, 8, 16),
    LP_PARAM("TARGETS", 4, 1, 2, 8, 16, 32, 64),
    LP_PARAM_RANGE("COUNT_W", 1, 32, 32, 6),
    LP_PARAM("COUNTERS", 1, 0),
    LP_PARAM_RANGE("TAG", 1, LP_MDCACHE_MAX_TAG_W, LP_MDCACHE_TAG_W),
};

LP_UNIT_ROW(mdcache, LP_MDCACHE_PORTS, struct mdcache, LP_UNIT_PARAMS(mdcache_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width);
