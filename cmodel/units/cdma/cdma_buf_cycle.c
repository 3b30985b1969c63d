/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_buf (rtl/cdma/lp_cdma_buf.sv, lp_cdma_credit.sv, lp_cdma_fifo.sv).
 *
 * RTL map of lp_cdma_buf:
 *   in_q, out_q = moved
 *   x_none_q = x.none
 *   x_last_q = x.flit.last
 *
 * RTL map of lp_cdma_credit:
 *   {spare,due,back,drain}_q = channel.{}
 *
 * RTL map of lp_cdma_fifo:
 *   {write,read,count}_q = channel.{}
 *   next_q = channel.read: the one after it
 *   has_q, more_q = channel.count
 *   look_q, last_q = channel.ring
 */
#include <stdbool.h>
#include <string.h>

#include "cdma_buf_cycle.h"

typedef struct lp_cdma_buf_in LP_IN_T;
typedef struct lp_cdma_buf_out LP_OUT_T;

#define CHANNELS 8
#define WORDS 8
enum { WORST_LEAST = 2, WORST_MOST = 31 };

struct flit {
    uint32_t data[WORDS];
    uint8_t last, bytes, zeros, err;
};

/*
 * lp_cdma_credit and lp_cdma_fifo; a group's returned credits are in back a cycle after its
 * arrival.
 */
struct channel {
    int spare; /* free credits less WORST */
    unsigned due, back, drain;
    unsigned write, read, count; /* of the channel's own words, from 0 */
    struct flit ring[LP_CDMA_BUF_FLITS];
};

/* A beat that has left the array, or a marker. */
struct beat {
    bool none;
    struct flit flit;
};

struct buf {
    unsigned channels, flits, worst;
    unsigned held;
    int moved; /* the last cycle's change of it */
    /* u_order: two entries, the next one first; channel 8: a marker. */
    unsigned orders, order[2];
    bool x_valid;
    struct beat x;
    /* u_out */
    unsigned outs;
    struct beat out[2];
    struct channel channel[CHANNELS];
};

_Static_assert(sizeof(struct buf) <= LP_CDMA_BUF_STATE, "lp_cdma_buf's state");

static void reset(void *state)
{
    struct buf *q = state;

    q->held = q->orders = q->outs = 0;
    q->moved = 0;
    q->x_valid = false;
    for (unsigned c = 0; c < q->channels; c++) {
        struct channel *ch = &q->channel[c];

        ch->spare = (int)(q->flits - q->worst);
        ch->due = q->worst - 1;
        ch->back = ch->drain = 0;
        ch->write = ch->read = ch->count = 0;
    }
}

static void set_up(void *state, const int *values)
{
    struct buf *q = state;

    memset(q, 0, sizeof *q);
    q->channels = (unsigned)values[0];
    q->flits = (unsigned)values[1];
    q->worst = (unsigned)values[2];
    reset(q);
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct buf *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    memset(out, 0, sizeof *out);
    for (unsigned c = 0; c < q->channels; c++)
        out->credit |= (uint32_t)(q->channel[c].spare >= 0) << c;
    out->o_ready = q->orders != 2;
    out->held = q->held;
    if (q->orders != 0 && q->order[0] < q->channels && q->channel[q->order[0]].count == 0)
        out->want = UINT32_C(1) << q->order[0];
    if (q->outs == 0)
        return;
    out->m_valid = 1;
    out->m_none = q->out[0].none;
    if (q->out[0].none)
        return;
    const struct flit *flit = &q->out[0].flit;
    memcpy(out->m_data, flit->data, sizeof out->m_data);
    out->m_last = flit->last;
    out->m_bytes = flit->bytes;
    out->m_zeros = flit->zeros;
    out->m_err = flit->err;
}

/* u_out: the beat of X enters if X has one and there is room. */
static void tick_out(struct buf *q, bool m_ready)
{
    bool room = q->outs != 2;

    if (q->outs != 0 && m_ready) {
        q->out[0] = q->out[1];
        q->outs--;
    }
    if (q->x_valid && room)
        q->out[q->outs++] = q->x;
}

/* X: reads the next flit of the order, or passes the marker. Returns the channel read, or 8. */
static unsigned tick_x(struct buf *q, bool *done)
{
    struct channel *ch;

    *done = q->x_valid = q->x.none = q->orders != 0 && q->order[0] == CHANNELS;
    if (q->orders == 0 || q->x.none || q->order[0] >= q->channels)
        return CHANNELS;
    ch = &q->channel[q->order[0]];
    if (ch->count == 0)
        return CHANNELS;
    q->x_valid = true;
    q->x.flit = ch->ring[ch->read];
    *done = q->x.flit.last;
    return q->order[0];
}

static void tick_order(struct buf *q, const LP_IN_T *in, bool done)
{
    bool room = q->orders != 2;

    if (done) {
        q->order[0] = q->order[1];
        q->orders--;
    }
    if ((in->o_valid & 1) && room)
        q->order[q->orders++] = in->o_none & 1 ? CHANNELS : in->o_channel & 7;
}

static void put(struct buf *q, struct channel *ch, const LP_IN_T *in)
{
    struct flit *flit = &ch->ring[ch->write];

    memcpy(flit->data, in->b_data, sizeof flit->data);
    flit->last = in->b_last & 1;
    flit->bytes = in->b_bytes & 63;
    flit->zeros = in->b_zeros & 255;
    flit->err = in->b_err & 1;
    ch->write = ch->write + 1 == q->flits ? 0 : ch->write + 1;
}

static void tick_channel(struct buf *q, struct channel *ch, const LP_IN_T *in, bool launch,
                         bool push, bool pop)
{
    ch->spare = (int)((unsigned)ch->spare + ch->back + ch->drain - (launch ? q->worst : 0));
    ch->back = push && (in->b_last & 1) ? ch->due : 0;
    ch->drain = pop;
    if (push) {
        ch->due = in->b_last & 1 ? q->worst - 1 : (ch->due - 1) & 31;
        put(q, ch, in);
    }
    if (pop)
        ch->read = ch->read + 1 == q->flits ? 0 : ch->read + 1;
    ch->count = ch->count + push - pop;
}

static void tick(void *state, const void *in_ports)
{
    struct buf *q = state;
    const LP_IN_T *in = in_ports;
    unsigned launch = in->t_valid & 1 ? in->t_channel & 7 : CHANNELS;
    unsigned push = in->b_valid & 1 ? in->b_channel & 7 : CHANNELS, pop = CHANNELS;
    bool leave = !q->x_valid || q->outs != 2, done = false;

    tick_out(q, in->m_ready & 1);
    if (leave)
        pop = tick_x(q, &done);
    tick_order(q, in, done);
    for (unsigned c = 0; c < q->channels; c++)
        tick_channel(q, &q->channel[c], in, c == launch, c == push, c == pop);
    q->held = (q->held + (unsigned)q->moved) & 0xffff;
    q->moved = (push < q->channels) - (pop < q->channels);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    bool many = strcmp(port->name, "credit") == 0 || strcmp(port->name, "want") == 0;

    return many ? (unsigned)values[0] : port->width;
}

static int fits(const int *values)
{
    return values[1] >= values[2];
}

static const struct lp_param buf_params[] = {
    LP_PARAM_RANGE("CHANNELS", 1, CHANNELS, 6, 8, 3),
    LP_PARAM_RANGE("FLITS", WORST_LEAST, LP_CDMA_BUF_FLITS, 426, 364, 384, 40),
    LP_PARAM_RANGE("WORST", WORST_LEAST, WORST_MOST, 17, 18),
};

LP_UNIT_ROW(cdma_buf, LP_CDMA_BUF_PORTS, struct buf, LP_UNIT_PARAMS(buf_params), .set_up = set_up,
            .reset = reset, .eval = eval, .tick = tick, .width = width, .fits = fits);
