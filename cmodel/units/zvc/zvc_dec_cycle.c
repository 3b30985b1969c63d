/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_zvc_dec (rtl/zvc/lp_zvc_dec.sv); cDMA (HPCA'18) section V-B, figure 10(b).
 *
 * RTL map of lp_zvc_dec:
 *   p{0,1}_q = p[{}]
 *   count{0,1}_q = beat[{}].count
 *   kind{0,1}_q = beat[{}].kind
 *   flag{0,1}_q = beat[{}].flag
 *   x_sw_q = x_start, x_flag
 *   x_far_q = w.far
 */
#include <stdbool.h>
#include <string.h>

#include "zvc_sector.h"

enum kind { PACKED, ZERO, RAW, BAD };

/* Fields of a beat of compressed data. */
struct beat {
    unsigned last, mem, count, kind;
    uint32_t flag; /* elements that cannot be padding */
};

/*
 * The RTL's wires of the same names, as far as they do not depend on inputs: X's output (near: it
 * uses the input), and S's view of the start of a line (peek: at the input).
 */
struct wires {
    bool cur, far, near, fault, err, end, m_valid, x_stop;
    bool head, loaded, peek, skip, spoiled, no_mask, found;
    struct beat at; /* while head */
    unsigned start;
};

/* Advances of a cycle. */
struct moves {
    bool leave, x_free, s_may, s_go, drop, s_ready;
    unsigned rd_next, freed;
};

struct zvc_dec {
    unsigned elem;

    /* P0/P1: beat b is kept in P[b mod 2]; rd is the oldest still needed (modulo 4). */
    uint8_t p[2][LP_SECTOR];
    struct beat beat[2];
    unsigned full[2], wr, rd;

    /* S: the next element not given to X yet ({beat, lane}), its sector, the rest of the mask. */
    unsigned pos, idx;
    uint32_t rest[3];

    /* X: the step at the output. x_end counts from lane 0 of the beat in which the step begins. */
    unsigned x_valid, x_near, x_none, x_mem;
    unsigned x_idx, x_start, x_end;
    uint32_t x_flag;

    unsigned bad, over, drop;

    struct wires w; /* wires that depend on the registers above */
    bool x_made;    /* x_data: the sector in X, once it does not depend on the input */
    uint8_t x_data[LP_SECTOR];
};
_Static_assert(sizeof(struct zvc_dec) <= LP_ZVC_DEC_STATE, "raise LP_ZVC_DEC_STATE");

LPI_INLINE struct beat beat_in(struct lp_zvc_geometry g, const struct lp_zvc_dec_in *in)
{
    unsigned count = in->s_count & 63, sectors = in->s_sectors & 7;
    struct beat b = {in->s_last & 1, in->s_mem & 1, g.lanes, PACKED, 0};
    if (!b.mem && b.last && count <= g.lanes)
        b.count = count;
    if (b.mem)
        b.kind = sectors == 0 ? ZERO : sectors < 4 ? PACKED : sectors == 4 ? RAW : BAD;
    return b;
}

/* X's output; `in` is used while near. */
LPI_INLINE void x_wires(struct lp_zvc_geometry g, const struct zvc_dec *q,
                        const struct lp_zvc_dec_in *in, struct wires *w)
{
    const struct beat *cur = &q->beat[w->cur], *far = &q->beat[!w->cur];
    struct beat at_input;
    if (w->near) {
        at_input = beat_in(g, in);
        far = &at_input;
    }

    bool over_end = q->over && !q->x_none;
    bool far_here = q->full[!w->cur] || (w->near && (in->s_valid & 1));
    bool wait = !q->bad && !over_end && q->x_end != 0 &&
                (!q->full[w->cur] || (w->far && !cur->last && !far_here));
    bool short_ = !q->bad && (over_end || (cur->last && q->x_end > cur->count) ||
                              (w->far && far->last && q->x_end - g.lanes > far->count));
    bool long_ = !q->bad && q->x_idx == 3 && q->x_mem && !q->over &&
                 (q->x_end == 0 || !(w->far ? far->last : cur->last));
    bool soiled = false;
    if (q->x_idx == 3 && q->x_mem && q->x_end != 0)
        soiled = (w->far ? q->beat[!w->cur].flag >> (q->x_end - g.lanes)
                         : (uint64_t)cur->flag >> q->x_end) != 0;
    w->fault = q->bad || short_;
    w->err = w->fault || long_ || soiled;
    bool ends = q->x_end == 0 ? q->over
                : w->far      ? far->last && q->x_end - g.lanes == far->count
                              : cur->last && q->x_end == cur->count;
    w->end = w->fault || q->x_mem || ends;
    w->m_valid = !wait;
    w->x_stop = q->x_idx == 3 && (w->fault || long_);
}

/* S's view of the start of a line: its mask in P, or still at the input; `in` is used in peek. */
LPI_INLINE void s_head(struct lp_zvc_geometry g, const struct zvc_dec *q,
                       const struct lp_zvc_dec_in *in, struct wires *w)
{
    unsigned filled = (unsigned)q->full[0] + q->full[1];
    unsigned ahead = (q->pos / g.lanes - q->rd) & 3;
    unsigned lane = q->pos & (g.lanes - 1), mask_end = lane + g.mask;
    w->at = w->loaded ? q->beat[(q->pos / g.lanes) & 1] : beat_in(g, in);
    w->skip = w->at.last && w->at.count <= lane;
    bool torn = w->at.last && mask_end > w->at.count;
    w->found = w->peek || mask_end <= g.lanes || torn || (ahead == 0 && filled == 2);
    w->spoiled = w->at.kind == BAD || torn;
    w->no_mask = w->at.kind == RAW || w->spoiled;
    if (!w->no_mask)
        w->start = (w->start + g.mask) & (4 * g.lanes - 1);
}

/* A mask at the input takes no beat from P, so without `in` only s_go may be wrong. */
LPI_INLINE struct moves moves(struct lp_zvc_geometry g, const struct zvc_dec *q,
                              const struct wires *w, bool m_ready)
{
    struct moves m;
    m.leave = w->m_valid && m_ready;
    m.x_free = !q->x_valid || m.leave;
    m.s_may = m.x_free && !w->x_stop && !q->drop;
    m.s_go = m.s_may && (!w->head || (w->found && !w->skip));
    m.drop = q->drop && q->full[w->cur];
    m.rd_next = q->rd;
    if (m.drop)
        m.rd_next = (q->rd + 1u) & 3;
    else if (m.x_free && !q->drop && !(q->x_valid && w->fault))
        m.rd_next = (m.s_go ? w->start : q->pos) / g.lanes;
    unsigned step = (m.rd_next - q->rd) & 3;
    m.freed = step >= 2 ? 3 : step << w->cur;
    m.s_ready = !q->full[q->wr] || (m.freed >> q->wr & 1);
    return m;
}

/* The sector in X: its elements from P, or the last of them from `next`, the beat at the input. */
LPI_INLINE void x_sector(struct lp_zvc_geometry g, const struct zvc_dec *q, const struct wires *w,
                         const uint8_t next[LP_SECTOR], uint8_t sector[LP_SECTOR])
{
    uint8_t from[2 * LP_SECTOR];
    memcpy(from, q->p[w->cur], LP_SECTOR);
    memcpy(from + LP_SECTOR, w->near ? next : q->p[!w->cur], LP_SECTOR);
    lp_sector_expand(sector, from, q->x_start, q->x_flag, g.elem);
}

/* The wires of the registers, and the sector in X as soon as it is in P. */
LPI_INLINE void settle(struct lp_zvc_geometry g, struct zvc_dec *q)
{
    struct wires *w = &q->w;
    w->cur = q->rd & 1;
    w->near = w->fault = w->err = w->end = w->m_valid = w->x_stop = false;
    if (q->x_valid) {
        w->far = q->x_end > g.lanes;
        w->near = w->far && !q->full[!w->cur] && q->x_near;
        if (!w->near)
            x_wires(g, q, NULL, w);
        if (w->m_valid && !w->fault && !q->x_made) {
            x_sector(g, q, w, NULL, q->x_data);
            q->x_made = true;
        }
    }

    w->head = q->idx == 0;
    w->peek = w->loaded = w->found = w->skip = false;
    w->start = q->pos;
    if (w->head) {
        unsigned filled = (unsigned)q->full[0] + q->full[1];
        unsigned ahead = (q->pos / g.lanes - q->rd) & 3;
        w->loaded = ahead < filled;
        w->peek = ahead == filled && (q->pos & (g.lanes - 1)) == 0;
        if (w->loaded)
            s_head(g, q, NULL, w);
    }
}

LPI_INLINE void eval_one(struct lp_zvc_geometry g, const struct zvc_dec *q,
                         const struct lp_zvc_dec_in *in, struct lp_zvc_dec_out *out)
{
    const struct wires *w = &q->w;
    struct wires near;
    if (w->near) {
        near = *w;
        x_wires(g, q, in, &near);
        w = &near;
    }

    memset(out, 0, sizeof *out);
    out->s_ready = moves(g, q, w, in->m_ready & 1).s_ready;
    out->m_valid = w->m_valid;
    out->idle = !(q->full[0] | q->full[1] | q->x_valid | q->drop | q->idx);
    if (!w->m_valid)
        return;
    out->m_last = q->x_idx == 3;
    out->m_err = out->m_last && w->err;
    out->m_end = out->m_last && w->end;
    if (w->fault)
        return;
    if (w->near) {
        uint8_t next[LP_SECTOR], sector[LP_SECTOR];
        lpi_bytes_of_words(next, in->s_data, LP_SECTOR);
        x_sector(g, q, w, next, sector);
        lpi_words_of_bytes(out->m_data, sector, LP_SECTOR);
    } else {
        lpi_words_of_bytes(out->m_data, q->x_data, LP_SECTOR);
    }
}

/* The line's mask, four sectors of flags, from S's current element. */
LPI_INLINE void read_mask(struct lp_zvc_geometry g, const struct zvc_dec *q, const struct wires *w,
                          const uint32_t *s_data, uint32_t flags[4])
{
    uint8_t mask[16] = {0}, from[2 * LP_SECTOR];
    if (w->at.kind == RAW)
        memset(mask, 0xff, sizeof mask);
    if (w->at.kind == PACKED && w->loaded) {
        unsigned at = (q->pos / g.lanes) & 1, lane = q->pos & (g.lanes - 1);
        memcpy(from, q->p[at], LP_SECTOR);
        memcpy(from + LP_SECTOR, q->p[!at], LP_SECTOR);
        memcpy(mask, from + lane * (g.elem / 8), g.lanes / 2);
    } else if (w->at.kind == PACKED) {
        lpi_bytes_of_words(from, s_data, LP_SECTOR);
        memcpy(mask, from, g.lanes / 2);
    }
    for (unsigned i = 0; i < 4; i++) {
        flags[i] = 0;
        for (unsigned j = 0; j < g.lanes / 8; j++)
            flags[i] |= (uint32_t)mask[i * (g.lanes / 8) + j] << (8 * j);
    }
}

/* S passes the next step to X. */
LPI_INLINE void tick_step(struct lp_zvc_geometry g, struct zvc_dec *q, const struct wires *w,
                          const uint32_t *s_data)
{
    uint32_t flags[4] = {q->rest[0], q->rest[1], q->rest[2], 0};
    if (w->head) {
        read_mask(g, q, w, s_data, flags);
        q->x_mem = w->at.mem;
    }
    unsigned n = lp_count_ones(flags[0], g.lanes);
    memcpy(q->rest, flags + !!w->head, sizeof q->rest);
    if (!w->head) {
        q->rest[0] = flags[1];
        q->rest[1] = flags[2];
        q->rest[2] = 0;
    }
    bool ends = q->x_mem && q->idx == 3;
    q->x_idx = q->idx;
    q->x_flag = flags[0];
    q->x_start = (w->start & (g.lanes - 1));
    q->x_end = (q->x_start + n);
    q->x_none = n == 0;
    q->x_near = q->x_end <= g.lanes + g.mask && !ends;

    unsigned pos_end = w->start + n;
    if (ends && pos_end % g.lanes != 0)
        pos_end += g.lanes - pos_end % g.lanes;
    q->pos = (pos_end & (4 * g.lanes - 1));
    q->idx = (q->idx + 1) & 3;
    q->x_made = false;
}

LPI_INLINE void tick_line(struct lp_zvc_geometry g, struct zvc_dec *q, const struct wires *w,
                          const struct moves *m)
{
    bool stops = m->leave && w->x_stop;
    bool begins = m->s_go && w->head;
    bool passed_last = (m->freed & 1 && q->beat[0].last) || (m->freed & 2 && q->beat[1].last);
    bool over = q->over;

    if (begins)
        q->bad = w->spoiled;
    else if (m->leave)
        q->bad = w->fault && q->x_idx != 3;

    if (begins)
        q->over = !w->no_mask && w->start % g.lanes == 0 && w->at.last;
    else if (m->leave)
        q->over = q->x_idx != 3 && (over || passed_last);

    if (stops && !over)
        q->drop = true;
    else if (m->drop && q->beat[w->cur].last)
        q->drop = false;
}

LPI_INLINE void tick_one(struct lp_zvc_geometry g, struct zvc_dec *q,
                         const struct lp_zvc_dec_in *in)
{
    struct wires *w = &q->w;
    if (w->near)
        x_wires(g, q, in, w);
    if (w->peek && (in->s_valid & 1))
        s_head(g, q, in, w);
    const struct moves m = moves(g, q, w, in->m_ready & 1);
    bool stops = m.leave && w->x_stop;

    tick_line(g, q, w, &m);
    if (m.x_free)
        q->x_valid = m.s_go;
    if (m.s_go)
        tick_step(g, q, w, in->s_data);
    else if (m.s_may && w->head && w->skip && w->loaded)
        q->pos = ((q->pos / g.lanes + 1) % 4 * g.lanes);
    else if (m.drop || stops)
        q->pos = (m.rd_next * g.lanes);

    q->rd = m.rd_next;
    if (m.freed & 1)
        q->full[0] = false;
    if (m.freed & 2)
        q->full[1] = false;
    if ((in->s_valid & 1) && m.s_ready) {
        lpi_bytes_of_words(q->p[q->wr], in->s_data, LP_SECTOR);
        q->beat[q->wr] = beat_in(g, in);
        if (q->beat[q->wr].kind != ZERO)
            q->beat[q->wr].flag = lp_sector_flags(q->p[q->wr], g.elem);
        q->full[q->wr] = true;
        q->wr = !q->wr;
    }
    settle(g, q);
}

LP_ZVC_EVAL_AND_TICK(zvc_dec)

static void reset(void *state)
{
    struct zvc_dec *q = state;
    q->full[0] = q->full[1] = q->wr = false;
    q->rd = q->pos = q->idx = 0;
    q->x_valid = q->bad = q->over = q->drop = false;
    LP_ZVC_WITH_GEOMETRY(q->elem, settle(g, q));
}

static void init(void *state, const int *values)
{
    struct zvc_dec *q = state;
    memset(q, 0, sizeof *q);
    q->elem = values[0];
    reset(q);
}

#define LP_IN_T struct lp_zvc_dec_in
#define LP_OUT_T struct lp_zvc_dec_out
static const struct lp_param params[] = {LP_PARAM("ELEM", 32, 16, 8)};

LP_UNIT_ROW(zvc_dec, LP_ZVC_DEC_PORTS, struct zvc_dec, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
