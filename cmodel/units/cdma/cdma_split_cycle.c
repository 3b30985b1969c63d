/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_split (rtl/cdma/lp_cdma_split.sv): holds that of lp_cdma_expand.
 *
 * RTL map of lp_cdma_split:
 *   {idle,run,done}_q = state
 *   c_{channel,group,sectors,codec}_q = c.{}
 *   c_fault_q = c_err, c_lies
 *   h_err_q = h.err
 *   {bpc,codec}_q = codec
 *   p_{channel,group,sectors,codec}_q = p.{}
 */
#include <string.h>

#include "../common/ring.h"
#include "cdma_codecs.h"
#include "cdma_split_cycle.h"

typedef struct lp_cdma_split_in LP_IN_T;
typedef struct lp_cdma_split_out LP_OUT_T;

enum { WORDS = 8, BEAT = 32, SKID = 2, RAW = 15, BPC_MOST = 516 };
enum { GOOD = 0, DEVICE = 7, LINK = 8, CORRUPT = 9, INDEX = 10, KILLED = 11 };
#define ONES(bits) (((uint64_t)1 << (bits)) - 1)

struct group {
    uint32_t channel, group, sectors, codec;
};

struct entry {
    unsigned bytes;
    bool err;
};

struct beat {
    uint32_t data[WORDS];
    bool err;
};

struct split {
    unsigned codecs, zvc_most, group_w, sectors_w, bytes_w;

    enum { IDLE, RUN, DONE } state;
    bool fail, all, cut, raw, index;
    unsigned codec; /* of a stream that is not raw, else 0 */
    unsigned status, end;
    uint32_t bad, number, more;
    uint64_t left, beats, owed;

    struct lpi_ring g, n, s;
    struct group group[SKID];
    struct entry entry[SKID];
    struct beat beat[SKID];

    bool c_valid, c_begun, c_err, c_lies;
    struct group c;
    unsigned c_left;

    bool h_full;
    struct beat h;
    unsigned o;

    bool x_run, x_start, x_end;
    uint64_t x_sectors;
    _Alignas(8) unsigned char expand[LP_CDMA_EXPAND_STATE];

    bool p_valid, p_last;
    struct group p;
    unsigned p_bytes;
    uint32_t p_data[WORDS];
};
_Static_assert(sizeof(struct split) <= LP_CDMA_SPLIT_STATE, "raise LP_CDMA_SPLIT_STATE");

/* The RTL's wires of the same names. */
struct wires {
    const struct group *g;
    const struct entry *n;
    const struct beat *f;
    bool f_job, drop, f_load, f_take, has, owes;
    unsigned take, next;
    bool near, there, lost, spoil, leave, step, c_last, pass, fault, broken, failing, finish;
    bool c_load, n_take, is_short;
    struct lp_cdma_expand_in x_in;
    struct lp_cdma_expand_out x;
};

static uint64_t get(const uint32_t words[2], unsigned bits)
{
    return (words[0] | (uint64_t)words[1] << 32) & ONES(bits);
}

/* ---- wires ---- */

static void heads(const struct split *q, struct wires *w)
{
    w->g = lpi_ring_valid(&q->g) ? &q->group[q->g.rd] : NULL;
    w->n = lpi_ring_valid(&q->n) ? &q->entry[q->n.rd] : NULL;
    w->f = lpi_ring_valid(&q->s) ? &q->beat[q->s.rd] : NULL;
    w->owes = q->owed != 0;
    w->has = q->beats != 0;
    w->f_job = w->f && q->state == RUN && w->has && !w->owes;
    w->drop = (w->f && w->owes && (q->state == RUN || !w->has)) || (w->f_job && q->fail);
}

static void flit_wires(const struct split *q, const LP_IN_T *in, struct wires *w)
{
    bool fault = q->c_err || q->c_lies;

    w->is_short = q->c_left <= BEAT;
    w->take = w->is_short ? q->c_left : BEAT;
    w->next = q->o + w->take;
    w->near = w->next <= BEAT;
    w->there = q->h_full && (w->near || w->f);
    w->lost = q->cut && w->there && (q->h.err || (!w->near && w->f->err));
    w->spoil = q->fail || fault || w->lost;
    w->leave = !q->p_valid || (in->p_ready & 1);
    w->step = q->c_valid && w->leave &&
              (q->fail || fault || (q->cut ? w->there : q->x_run && w->x.m_valid));
    w->c_last = w->is_short || w->spoil;
    w->pass = w->step && !w->spoil && q->cut && w->next >= BEAT;
    w->f_load = w->f_job && q->cut && !q->fail && (!q->h_full || w->pass);
    w->broken = w->step && w->lost && !q->fail && !fault;
    w->fault = w->step && !q->fail && fault;
}

/* Inputs of the local decoder; its outputs depend only on its state. */
static void expand_wires(const struct split *q, struct wires *w)
{
    w->x.m_valid = w->x.e_valid = 0;
    if (!q->x_run)
        return;
    memset(&w->x_in, 0, sizeof w->x_in);
    lp_cdma_expand_unit.eval(q->expand, &w->x_in, &w->x);
    w->x_in.i_valid = q->x_start;
    w->x_in.i_sectors[0] = (uint32_t)q->x_sectors;
    w->x_in.i_sectors[1] = (uint32_t)(q->x_sectors >> 32);
    w->x_in.i_codec = q->codec;
    w->x_in.e_ready = 1;
    w->x_in.s_valid = w->f_job && !q->fail && !w->f->err;
    if (!w->x_in.s_valid)
        return;
    memcpy(w->x_in.s_data, w->f->data, sizeof w->x_in.s_data);
    w->x_in.s_last = q->beats == 1;
    w->x_in.s_bytes = q->end == 0 ? BEAT : q->end;
}

static void wires(const struct split *q, const LP_IN_T *in, struct wires *w)
{
    bool sized = q->cut && q->index, run = q->state == RUN;

    heads(q, w);
    expand_wires(q, w);
    flit_wires(q, in, w);
    if (q->x_run) {
        w->x_in.m_ready = q->c_valid && w->leave && !w->spoil;
        w->f_take = w->drop || (w->x_in.s_valid && w->x.s_ready);
    } else {
        w->f_take = w->drop || w->f_load;
    }
    bool c_free = !q->c_valid || (w->step && w->c_last && (q->fail || !(q->c_err || q->c_lies)));
    w->c_load = run && w->g && c_free && (q->fail || (!q->all && (w->n || !sized)));
    w->n_take = w->n && (q->fail || q->state == DONE || (sized && w->c_load));
    w->failing = run &&
                 ((in->kill & 1) || w->fault || w->broken || (w->f_job && q->x_run && w->f->err));
    bool none = !q->c_valid && !q->p_valid;
    w->finish = run && none &&
                (q->fail ? (in->over & 1) && !(in->g_valid & 1) && !w->g
                         : q->all && (q->cut || q->x_end));
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct split *q = state;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    memset(out, 0, sizeof *out);
    out->j_ready = q->state == IDLE;
    out->g_ready = lpi_ring_ready(&q->g);
    out->n_ready = lpi_ring_ready(&q->n);
    out->s_ready = lpi_ring_ready(&q->s);
    out->drop = q->fail || (q->state == DONE && q->beats != 0) || q->owed != 0;
    out->stop = q->fail;
    out->p_valid = q->p_valid;
    if (q->p_valid) {
        out->p_channel = q->p.channel;
        memcpy(out->p_data, q->p_data, sizeof out->p_data);
        out->p_last = q->p_last;
        out->p_bytes = q->p_bytes;
        out->p_group = q->p.group;
        out->p_sectors = q->p.sectors;
        out->p_codec = q->p.codec;
    }
    out->r_valid = q->state == DONE;
    if (q->state == DONE) {
        out->r_status = q->status;
        out->r_bad = q->status == CORRUPT || q->status == INDEX ? q->bad : 0;
    }
}

/* ---- the clock edge ---- */

/* `take` bytes from o on in h and the beat after it, then zeros. */
static void cut_out(const struct split *q, const struct wires *w, uint32_t *to)
{
    unsigned word = q->o / 4, shift = 8 * (q->o % 4);
    uint32_t window[2 * WORDS] = {0};

    memcpy(window, q->h.data, sizeof q->h.data);
    if (!w->near)
        memcpy(window + WORDS, w->f->data, sizeof w->f->data);
    for (unsigned i = 0; i < WORDS; i++, word++) {
        unsigned bytes = w->take <= 4 * i ? 0 : w->take - 4 * i;
        uint64_t both = (uint64_t)window[word + 1] << 32 | window[word];
        to[i] = bytes == 0 ? 0 : (uint32_t)(both >> shift);
        if (bytes != 0 && bytes < 4)
            to[i] &= (uint32_t)ONES(8 * bytes);
    }
}

static void tick_p(struct split *q, const struct wires *w)
{
    if (!w->leave)
        return;
    q->p_valid = w->step;
    if (!w->step)
        return;
    q->p = q->c;
    if (w->spoil && !q->c_begun)
        q->p.codec = RAW;
    q->p_last = w->c_last;
    q->p_bytes = w->spoil ? 1 : w->take;
    if (w->spoil)
        memset(q->p_data, 0, sizeof q->p_data);
    else if (q->cut)
        cut_out(q, w, q->p_data);
    else
        memcpy(q->p_data, w->x.m_data, sizeof q->p_data);
}

/* Whether a group cannot have this size. */
static bool lies(const struct split *q, uint64_t size, unsigned sectors)
{
    unsigned most = q->codec != LP_DMA_ZVC ? BPC_MOST : q->zvc_most;
    bool wrong = q->raw ? size != BEAT * sectors : size == 0 || size > most;

    return q->cut && (wrong || size > q->left || (q->more == 0 && size != q->left));
}

static void load_group(struct split *q, const struct wires *w)
{
    bool sized = q->cut && q->index;
    uint64_t size = sized && w->n ? w->n->bytes : BEAT * w->g->sectors;

    q->c = *w->g;
    q->c_err = !q->fail && sized && w->n->err;
    q->c_lies = !q->fail && lies(q, size, w->g->sectors);
    q->c_begun = false;
    q->c_left = size & ONES(10);
    if (!q->cut || q->fail)
        q->c.codec = RAW;
    if (q->fail)
        return;
    if (q->cut)
        q->bad = q->number;
    q->all = q->more == 0;
    q->more = (q->more - 1) & (uint32_t)ONES(q->group_w);
    q->left = (q->left - size) & ONES(q->bytes_w);
    q->number = (q->number + 1) & (uint32_t)ONES(q->group_w + 1);
}

static void tick_c(struct split *q, const struct wires *w)
{
    bool ends = w->step && w->c_last;

    if (w->c_load) {
        load_group(q, w);
    } else if (w->step) {
        q->c_begun = true;
        q->c_left = (q->c_left - BEAT) & ONES(10);
    }
    q->c_valid = w->c_load || (q->c_valid && !ends);
}

static void tick_h(struct split *q, const struct wires *w)
{
    if (w->step && !w->spoil && q->cut)
        q->o = w->next % BEAT;
    if (w->f_load) {
        q->h = *w->f;
        q->h_full = true;
    } else if (w->pass) {
        q->h_full = false;
    }
}

/* Before c and the beats advance. */
static void tick_status(struct split *q, const LP_IN_T *in, const struct wires *w)
{
    bool stream_end = w->x.e_valid && q->x_run && !q->x_end;

    if (q->state == RUN && (in->kill & 1))
        q->status = KILLED;
    else if (w->failing && !q->fail)
        q->status = !w->fault ? LINK : q->c_err ? DEVICE : INDEX;
    else if (stream_end && !q->fail && w->x.e_err)
        q->status = CORRUPT;
    if (stream_end)
        q->bad = (uint32_t)(get(w->x.e_bad, q->sectors_w) >> 4);
}

static void tick_beats(struct split *q, const struct wires *w)
{
    if (q->state == DONE && w->has)
        q->owed = (q->owed + q->beats) & ONES(q->bytes_w);
    else if (w->f_take && w->owes)
        q->owed--;
    if (q->state == DONE)
        q->beats = 0;
    else if (w->f_take && !w->owes)
        q->beats--;
}

static void tick_expand(struct split *q, const struct wires *w)
{
    if (q->x_run)
        lp_cdma_expand_unit.tick(q->expand, &w->x_in);
    if (w->x.e_valid)
        q->x_end = true;
    if (q->x_run && w->x.i_ready)
        q->x_start = false;
    if (q->x_run && (w->failing || w->finish)) {
        q->x_run = q->x_start = false;
        lp_cdma_expand_unit.reset(q->expand);
    }
}

static void start_job(struct split *q, const LP_IN_T *in)
{
    uint64_t bytes = get(in->j_bytes, q->bytes_w), sectors = get(in->j_sectors, q->sectors_w);
    unsigned codec = in->j_codec & 15;

    q->state = RUN;
    q->raw = codec >= q->codecs;
    q->codec = q->raw ? LP_DMA_ZVC : codec;
    q->index = in->j_index & 1;
    q->cut = q->index || q->raw;
    q->end = bytes % BEAT;
    q->more = (uint32_t)((sectors >> 4) - (sectors % 16 == 0)) & (uint32_t)ONES(q->group_w);
    q->all = q->fail = false;
    q->left = bytes;
    q->beats = (bytes + BEAT - 1) / BEAT & ONES(q->bytes_w - 5);
    q->number = q->bad = 0;
    q->status = GOOD;
    q->h_full = q->x_end = false;
    q->o = 0;
    q->x_run = q->x_start = !q->cut;
    q->x_sectors = sectors;
}

static void take_inputs(struct split *q, const LP_IN_T *in, const struct wires *w)
{
    bool g_valid = in->g_valid & 1, n_valid = in->n_valid & 1, s_valid = in->s_valid & 1;

    if (g_valid && lpi_ring_ready(&q->g))
        q->group[lpi_ring_wr(&q->g)] = (struct group){in->g_channel & 7,
                                                      in->g_group & (uint32_t)ONES(q->group_w),
                                                      in->g_sectors & 31, in->g_codec & 15};
    if (n_valid && lpi_ring_ready(&q->n))
        q->entry[lpi_ring_wr(&q->n)] = (struct entry){in->n_bytes & 0xffff, in->n_err & 1};
    if (s_valid && lpi_ring_ready(&q->s)) {
        struct beat *beat = &q->beat[lpi_ring_wr(&q->s)];
        memcpy(beat->data, in->s_data, sizeof beat->data);
        beat->err = in->s_err & 1;
    }
    lpi_ring_tick(&q->g, g_valid, w->c_load);
    lpi_ring_tick(&q->n, n_valid, w->n_take);
    lpi_ring_tick(&q->s, s_valid, w->f_take);
}

static void tick(void *state, const void *in_ports)
{
    struct split *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;
    bool run = q->state == RUN;

    wires(q, in, &w);
    tick_status(q, in, &w);
    tick_expand(q, &w);
    tick_p(q, &w);
    tick_c(q, &w);
    tick_h(q, &w);
    tick_beats(q, &w);
    take_inputs(q, in, &w);
    q->fail = (q->fail || w.failing) && !w.finish && run;
    if (w.finish)
        q->state = DONE;
    else if (q->state == DONE && (in->r_ready & 1))
        q->state = IDLE;
    else if (q->state == IDLE && (in->j_valid & 1))
        start_job(q, in);
}

static void reset(void *state)
{
    struct split *q = state;

    q->g = q->n = q->s = (struct lpi_ring){.depth = SKID};
    q->state = IDLE;
    q->fail = q->c_valid = q->h_full = q->p_valid = q->x_run = q->x_start = false;
    q->o = 0;
    q->beats = q->owed = 0;
    lp_cdma_expand_unit.reset(q->expand);
}

static void init(void *state, const int *values)
{
    struct split *q = state;
    const int inside[] = {values[0], values[1], values[2] + 4};

    memset(q, 0, sizeof *q);
    q->codecs = lpi_cdma_built(values[0]);
    q->zvc_most = 512 + 4 * 128 / (unsigned)values[1];
    q->group_w = (unsigned)values[2];
    q->sectors_w = q->group_w + 4;
    q->bytes_w = q->sectors_w + 6;
    lp_cdma_expand_unit.set_up(q->expand, inside);
    reset(q);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    return (unsigned)(strcmp(port->name, "j_bytes") == 0     ? values[2] + 10
                      : strcmp(port->name, "j_sectors") == 0 ? values[2] + 4
                      : strcmp(port->name, "r_bad") == 0     ? values[2] + 1
                      : strstr(port->name, "_group")         ? values[2]
                                                             : (int)port->width);
}

static const struct lp_param split_params[] = {LP_CDMA_CODECS_PARAM, LP_PARAM("ELEM", 32, 16, 8),
                                               LP_PARAM_RANGE("GROUP_W", 7, 31, 31, 7)};

LP_UNIT_ROW(cdma_split, LP_CDMA_SPLIT_PORTS, struct split, LP_UNIT_PARAMS(split_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width);
