/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_expand (rtl/cdma/lp_cdma_expand.sv): contains the models of the decoders.
 *
 * RTL map of lp_cdma_expand:
 *   bad_line_q = bad_at
 *   class_q = class, mode: the codec with records
 */
#include <string.h>

#include "../bpc/bpc_cycle.h"
#include "../codec/codec_cycle.h"
#include "../common/cut.h"
#include "../zvc/zvc_cycle.h"
#include "cdma_codecs.h"
#include "cdma_expand_cycle.h"
#include "cdma_kinds.h"

typedef struct lp_cdma_expand_in LP_IN_T;
typedef struct lp_cdma_expand_out LP_OUT_T;

enum class { ZVC, BPC, RAW };
enum { GROUPS = 3, SKID = 2 };
/* Parameters of lp_mixed_dec. */
enum { KINDS_WITHOUT_BPC = LPI_CDMA_KINDS - (1 << LP_MIXED_BPC), ZVC_QUEUE = 7, EBD_QUEUE = 5 };
/* Ticks without input after which an empty decoder no longer changes; the serial one needs longer. */
enum { QUIET = 20, QUIET_SERIAL = 48 };

/* The codecs whose records may be in a group of this one. */
static unsigned kinds_of(unsigned codec)
{
    return codec == LP_DMA_AUTO ? LPI_CDMA_KINDS : 1u << codec;
}

struct group {
    uint64_t last; /* number of its last sector */
    unsigned class, mode;
};

struct end {
    bool err;
    uint64_t bad;
};

struct sector {
    uint32_t data[LPI_FLIT_WORDS];
    bool last;
};

struct expand {
    unsigned codecs; /* number of those that are built */
    const struct lp_unit *bpc_unit;
    unsigned elem;
    uint64_t mask; /* mask for a number of sectors */

    struct lpi_ring i, groups, s, tails, m, e;
    struct group waits[SKID], group[GROUPS];
    struct lpi_flit flit[SKID];
    bool odd[GROUPS];
    struct sector out[SKID];
    struct end end[SKID];

    unsigned class, mode, open;
    bool past, fill, bad;
    uint64_t n, bad_at;

    unsigned z_quiet, b_quiet, b_most; /* b_most: of b_quiet */
    struct lpi_records records;
    struct lpi_kinds kinds;
    _Alignas(8) unsigned char zvc[LP_ZVC_DEC_STATE], dec[LP_BPC_DEC_STATE];
    _Alignas(8) unsigned char mixed[LP_MIXED_DEC_STATE];
};
_Static_assert(sizeof(struct expand) <= LP_CDMA_EXPAND_STATE, "raise LP_CDMA_EXPAND_STATE");

/* The RTL's wires of the same names; x: the sector offered by the oldest group's decoder. */
struct wires {
    const struct group *h;    /* NULL: no group */
    const struct lpi_flit *f; /* NULL: none may enter */
    bool o_ready, go, run;
    bool z_moves, b_moves; /* the decoders may change */
    bool i_take, f_take, tail_here, put, done, x_valid, x_last, x_err, x_end;
    const uint32_t *x_data;
    struct lp_zvc_dec_in z_in;
    struct lp_zvc_dec_out z;
    struct lp_bpc_dec_in b_in;
    struct lp_bpc_dec_out b;
    struct lp_mixed_dec_in mixed_in;
    struct lp_mixed_dec_out mixed;
    const struct lpi_kinds_tag *tag; /* of the oldest line with a kind; NULL: none */
};

static bool has_kinds(const struct expand *q)
{
    return q->codecs > 2;
}

static bool is_class(const struct wires *w, unsigned class)
{
    return w->h && w->h->class == class;
}

static void zvc_wires(const struct expand *q, struct wires *w)
{
    unsigned step = q->elem / 8;

    w->z.m_valid = w->z.m_last = 0;
    w->z.s_ready = 1;
    w->z_in.s_valid = w->f && q->class == ZVC;
    w->z_moves = is_class(w, ZVC) || q->z_quiet != QUIET;
    if (!w->z_moves)
        return;
    w->z_in.s_mem = w->z_in.s_sectors = w->z_in.s_last = w->z_in.s_count = 0;
    if (w->z_in.s_valid) {
        memcpy(w->z_in.s_data, w->f->data, sizeof w->z_in.s_data);
        w->z_in.s_last = w->f->last;
        w->z_in.s_count = (lpi_flit_end(w->f) + step - 1) / step;
    }
    w->z_in.m_ready = w->run && is_class(w, ZVC);
    lp_zvc_dec_unit.eval(q->zvc, &w->z_in, &w->z);
}

static void bpc_wires(const struct expand *q, struct wires *w)
{
    const struct lpi_records *r = &q->records;

    w->b.m_valid = w->b.m_last = 0;
    w->b.s_ready = 1;
    w->b_moves = q->codecs > 1 && (is_class(w, BPC) || q->b_quiet != q->b_most);
    if (!w->b_moves || has_kinds(q))
        return;
    w->b_in.s_valid = r->b_valid;
    memcpy(w->b_in.s_data, r->b_data, sizeof w->b_in.s_data);
    w->b_in.s_last = r->b_last;
    w->b_in.s_sectors = r->b_sectors;
    w->b_in.m_ready = w->run && is_class(w, BPC);
    q->bpc_unit->eval(q->dec, &w->b_in, &w->b);
}

/* With kinds: both decoders of records. */
static void kinds_wires(const struct expand *q, struct wires *w)
{
    const struct lpi_kinds *r = &q->kinds;
    bool ready = w->run && is_class(w, BPC);

    w->mixed.m_valid = w->mixed.m_last = 0;
    w->tag = lpi_ring_valid(&r->tags) ? &r->tag[r->tags.rd] : NULL;
    if (!w->b_moves || !has_kinds(q))
        return;
    w->b_in.s_valid = r->b_valid && r->b_bpc;
    w->mixed_in.s_valid = r->b_valid && !r->b_bpc;
    memcpy(w->b_in.s_data, r->b_data, sizeof w->b_in.s_data);
    memcpy(w->mixed_in.s_data, r->b_data, sizeof w->mixed_in.s_data);
    w->b_in.s_last = w->mixed_in.s_last = r->b_last;
    w->b_in.s_sectors = w->mixed_in.s_sectors = r->b_sectors;
    w->mixed_in.s_codec = r->b_codec;
    w->b_in.m_ready = ready && w->tag && w->tag->bpc;
    w->mixed_in.m_ready = ready && w->tag && !w->tag->bpc;
    q->bpc_unit->eval(q->dec, &w->b_in, &w->b);
    lp_mixed_dec_unit.eval(q->mixed, &w->mixed_in, &w->mixed);
}

static bool is_odd(const struct expand *q, const struct lpi_flit *f)
{
    return f && lpi_flit_end(f) % (q->elem / 8) != 0;
}

static void x_zvc(const struct expand *q, struct wires *w)
{
    bool odd = lpi_ring_valid(&q->tails) ? q->odd[q->tails.rd] : is_odd(q, w->f);

    w->x_valid = w->z.m_valid;
    w->x_last = w->z.m_last;
    w->x_end = w->z.m_end;
    w->x_err = w->z.m_err || (w->x_end && odd);
    w->x_data = w->z.m_data;
}

static void x_bpc(const struct expand *q, struct wires *w)
{
    const struct lpi_tag *tag = &q->records.tag[q->records.tags.rd];

    w->x_valid = w->b.m_valid;
    w->x_last = w->b.m_last;
    w->x_end = tag->end;
    w->x_err = w->b.m_err || tag->bad || tag->byte != w->b.m_byte;
    w->x_data = w->b.m_data;
}

static void x_kinds(struct wires *w)
{
    bool bpc = w->tag && w->tag->bpc;

    w->x_valid = w->tag && (bpc ? w->b.m_valid : w->mixed.m_valid);
    w->x_last = bpc ? w->b.m_last : w->mixed.m_last;
    w->x_end = w->tag && w->tag->end;
    w->x_err = w->tag &&
               (w->tag->bad || (bpc ? w->b.m_err || w->tag->byte != w->b.m_byte : w->mixed.m_err));
    w->x_data = bpc ? w->b.m_data : w->mixed.m_data;
}

static void x_raw(struct wires *w)
{
    w->x_valid = w->f;
    w->x_last = true;
    w->x_end = w->f && w->f->last;
    w->x_err = w->x_end && w->f->bytes != 0;
    w->x_data = w->f ? w->f->data : NULL;
}

static void wires(const struct expand *q, struct wires *w)
{
    w->h = lpi_ring_valid(&q->groups) ? &q->group[q->groups.rd] : NULL;
    w->f = lpi_ring_valid(&q->s) && q->open != 0 ? &q->flit[q->s.rd] : NULL;
    w->i_take = lpi_ring_valid(&q->i) && lpi_ring_ready(&q->groups) &&
                (!w->h ||
                 (q->waits[q->i.rd].class == q->class && q->waits[q->i.rd].mode == q->mode));
    w->o_ready = lpi_ring_ready(&q->m);
    w->go = w->h && lpi_ring_ready(&q->e);
    w->run = w->go && !q->fill && (q->past || w->o_ready);
    zvc_wires(q, w);
    bpc_wires(q, w);
    kinds_wires(q, w);
    w->x_valid = false;
    if (is_class(w, ZVC))
        x_zvc(q, w);
    else if (is_class(w, BPC) && has_kinds(q))
        x_kinds(w);
    else if (is_class(w, BPC))
        x_bpc(q, w);
    else if (w->h)
        x_raw(w);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct expand *q = state;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    memset(out, 0, sizeof *out);
    out->i_ready = lpi_ring_ready(&q->i);
    out->s_ready = lpi_ring_ready(&q->s);
    out->m_valid = lpi_ring_valid(&q->m);
    out->e_valid = lpi_ring_valid(&q->e);
    if (out->m_valid) {
        memcpy(out->m_data, q->out[q->m.rd].data, sizeof out->m_data);
        out->m_last = q->out[q->m.rd].last;
    }
    if (out->e_valid) {
        const struct end *end = &q->end[q->e.rd];
        out->e_err = end->err;
        out->e_bad[0] = (uint32_t)end->bad;
        out->e_bad[1] = (uint32_t)(end->bad >> 32);
    }
}

static bool any(const uint32_t *data)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < LPI_FLIT_WORDS; i++)
        all |= data[i];
    return all != 0;
}

/* Writes the sector that leaves at m. */
static void put_sector(struct expand *q, const struct wires *w, bool last)
{
    struct sector *to = &q->out[lpi_ring_wr(&q->m)];

    if (q->fill)
        memset(to->data, 0, sizeof to->data);
    else
        memcpy(to->data, w->x_data, sizeof to->data);
    to->last = last;
}

/* The oldest group, once its sector or a zero sector in its place can advance. */
static void tick_group(struct expand *q, struct wires *w)
{
    bool at_end = w->h && q->n == w->h->last, full = q->past || at_end;
    bool move = w->run && w->x_valid, judge = move && w->x_last, close = judge && w->x_end;
    bool tail = lpi_ring_valid(&q->tails), is_zvc = is_class(w, ZVC);
    bool fresh_bad = (judge && (w->x_err || w->x_end != full)) ||
                     (move && q->past && !is_class(w, RAW) && any(w->x_data));
    bool missing = close && !full && !w->x_err && q->n % 4 == 3;
    uint64_t bad_at = (q->n / 4 + missing) * 4 & q->mask;
    bool closed = close && full && !(is_zvc && w->z.m_err);
    bool filled = w->go && q->fill && (q->past || (at_end && w->o_ready)) && (tail || !is_zvc);

    w->put = w->go && !q->past && (q->fill || w->x_valid) && w->o_ready;
    w->done = closed || filled;
    if (w->put)
        put_sector(q, w, at_end);
    if (w->done) {
        bool bad = q->bad || fresh_bad;
        q->end[lpi_ring_wr(&q->e)] = (struct end){bad, !bad ? 0 : q->bad ? q->bad_at : bad_at};
    }
    if (w->tail_here)
        q->odd[lpi_ring_wr(&q->tails)] = is_odd(q, w->f);
    lpi_ring_tick(&q->tails, w->tail_here && !(closed && is_zvc && !tail), w->done && is_zvc);

    if (!q->bad)
        q->bad_at = bad_at;
    if (w->done) {
        q->past = q->fill = q->bad = false;
        q->n = 0;
        return;
    }
    if (w->put && !at_end)
        q->n = (q->n + 1) & q->mask;
    q->past |= w->put && at_end;
    q->fill |= close;
    q->bad |= fresh_bad;
}

/* The decoders of records, and where their entries come from; returns whether the flit is taken. */
static bool tick_records(struct expand *q, struct wires *w, const struct lpi_flit *flit)
{
    bool leave;

    q->bpc_unit->tick(q->dec, &w->b_in);
    if (!has_kinds(q)) {
        leave = w->b.m_valid && w->b_in.m_ready && w->b.m_last;
        return lpi_records_tick(&q->records, flit, w->b.s_ready, leave);
    }
    lp_mixed_dec_unit.tick(q->mixed, &w->mixed_in);
    leave = (w->b.m_valid && w->b_in.m_ready && w->b.m_last) ||
            (w->mixed.m_valid && w->mixed_in.m_ready && w->mixed.m_last);
    return lpi_kinds_tick(&q->kinds, q->mode == LP_DMA_BPC, kinds_of(q->mode), flit,
                          q->kinds.b_bpc ? w->b.s_ready : w->mixed.s_ready, leave);
}

static void tick_decoders(struct expand *q, struct wires *w)
{
    const struct lpi_flit *b_flit = w->f && q->class == BPC ? w->f : NULL;
    bool b_taken = false;

    if (w->z_moves) {
        lp_zvc_dec_unit.tick(q->zvc, &w->z_in);
        q->z_quiet = is_class(w, ZVC) ? 0 : q->z_quiet + 1;
    }
    if (w->b_moves) {
        b_taken = tick_records(q, w, b_flit);
        q->b_quiet = is_class(w, BPC) ? 0 : q->b_quiet + 1;
    }
    if (b_flit)
        w->f_take = b_taken;
}

static void take_inputs(struct expand *q, const LP_IN_T *in)
{
    uint64_t sectors = (in->i_sectors[0] | (uint64_t)in->i_sectors[1] << 32) & q->mask;
    unsigned codec = in->i_codec & 15;

    if (in->i_valid & 1 && lpi_ring_ready(&q->i)) {
        unsigned class = codec == LP_DMA_ZVC ? ZVC : codec < q->codecs ? BPC : RAW;
        q->waits[lpi_ring_wr(&q->i)] = (struct group){(sectors - 1) & q->mask, class,
                                                      class == BPC ? codec : 0};
    }
    if (in->s_valid & 1 && lpi_ring_ready(&q->s)) {
        struct lpi_flit *flit = &q->flit[lpi_ring_wr(&q->s)];
        memcpy(flit->data, in->s_data, sizeof flit->data);
        flit->last = in->s_last & 1;
        flit->bytes = in->s_bytes & 31;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct expand *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;

    wires(q, &w);
    w.tail_here = w.z_in.s_valid && w.z.s_ready && w.f->last;
    w.f_take = w.f && (q->class == RAW ? w.run && is_class(&w, RAW) : w.z.s_ready);
    tick_decoders(q, &w);
    tick_group(q, &w);
    q->open += w.i_take;
    q->open -= w.f_take && w.f->last;
    if (w.i_take) {
        q->group[lpi_ring_wr(&q->groups)] = q->waits[q->i.rd];
        q->class = q->waits[q->i.rd].class;
        q->mode = q->waits[q->i.rd].mode;
    }
    take_inputs(q, in);
    lpi_ring_tick(&q->groups, w.i_take, w.done);
    lpi_ring_tick(&q->i, in->i_valid & 1, w.i_take);
    lpi_ring_tick(&q->s, in->s_valid & 1, w.f_take);
    lpi_ring_tick(&q->m, w.put, in->m_ready & 1);
    lpi_ring_tick(&q->e, w.done, in->e_ready & 1);
}

static void reset(void *state)
{
    struct expand *q = state;

    q->i = q->s = q->m = q->e = (struct lpi_ring){.depth = SKID};
    q->groups = q->tails = (struct lpi_ring){.depth = GROUPS};
    q->open = q->z_quiet = q->b_quiet = 0;
    q->past = q->fill = q->bad = false;
    q->n = 0;
    lpi_records_reset(&q->records);
    lpi_kinds_reset(&q->kinds);
    lp_zvc_dec_unit.reset(q->zvc);
    q->bpc_unit->reset(q->dec);
    lp_mixed_dec_unit.reset(q->mixed);
}

static void init(void *state, const int *values)
{
    struct expand *q = state;

    memset(q, 0, sizeof *q);
    q->codecs = lpi_cdma_built(values[0]);
    q->bpc_unit = values[0] == LPI_CDMA_SERIAL ? &lp_bpc_dec_serial_unit : &lp_bpc_dec_unit;
    q->b_most = values[0] == LPI_CDMA_SERIAL ? QUIET_SERIAL : QUIET;
    q->elem = (unsigned)values[1];
    q->mask = ((uint64_t)1 << values[2]) - 1;
    lp_zvc_dec_unit.set_up(q->zvc, values + 1);
    q->bpc_unit->set_up(q->dec, NULL);
    lp_mixed_dec_unit.set_up(q->mixed, (const int[]){KINDS_WITHOUT_BPC, ZVC_QUEUE, EBD_QUEUE});
    reset(q);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return port->width == LP_CDMA_SECTORS ? (unsigned)values[2] : port->width;
}

static const struct lp_param expand_params[] = {LP_CDMA_CODECS_PARAM, LP_PARAM("ELEM", 32, 16, 8),
                                                LP_PARAM_RANGE("SECTORS_W", 5, 35, 5, 35)};

LP_UNIT_ROW(cdma_expand, LP_CDMA_EXPAND_PORTS, struct expand, LP_UNIT_PARAMS(expand_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width);
