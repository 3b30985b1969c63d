/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_xbar (rtl/cdma/lp_cdma_xbar.sv).
 *
 * RTL map of lp_cdma_xbar:
 *   k_word_q = k_group, k_zeros, k_err
 */
#include <stdbool.h>
#include <string.h>

#include "../../base/bits.h"
#include "../common/rr.h"
#include "cdma_xbar_cycle.h"

typedef struct lp_cdma_xbar_in LP_IN_T;
typedef struct lp_cdma_xbar_out LP_OUT_T;

struct flit {
    uint32_t data[8];
    uint8_t last, bytes, zeros, err;
};

struct request {
    uint32_t group;
    uint8_t to, sectors, codec; /* to: one bit per channel */
};

struct put {
    struct request request;
    struct flit flit;
};

struct xbar {
    uint32_t channels; /* a bit each */
    struct lpi_rr a_turn, d_turn;
    bool b_valid, k_valid;
    uint8_t b_channel, k_zeros, k_err;
    uint32_t k_group;
    struct flit b_flit;
    /* u_g, u_p: two entries, the next one first */
    unsigned gs, ps;
    struct request g[2];
    struct put p[2];
};

_Static_assert(sizeof(struct xbar) <= LP_CDMA_XBAR_STATE, "lp_cdma_xbar's state");

static void reset(void *state)
{
    struct xbar *q = state;

    q->a_turn.next = q->d_turn.next = 0;
    q->b_valid = q->k_valid = false;
    q->gs = q->ps = 0;
}

static void set_up(void *state, const int *values)
{
    struct xbar *q = state;

    memset(q, 0, sizeof *q);
    q->channels = (1u << values[0]) - 1;
    reset(q);
}

/* The requesting channel whose turn it is, one-hot; 0: no request. */
static uint32_t turn(const struct xbar *q, const struct lpi_rr *rr, uint32_t requests)
{
    requests &= q->channels;
    return requests ? UINT32_C(1) << lpi_rr_pick(rr, requests) : 0;
}

/* Channels that may have the turn: those with flits, the prioritised ones first. */
static uint32_t flits(const struct xbar *q, const LP_IN_T *in)
{
    uint32_t valid = in->a_valid & q->channels;

    return valid & in->want ? valid & in->want : valid;
}

static void eval_in(const struct xbar *q, LP_OUT_T *out)
{
    if (q->b_valid) {
        out->b_valid = 1;
        out->b_channel = q->b_channel;
        memcpy(out->b_data, q->b_flit.data, sizeof out->b_data);
        out->b_last = q->b_flit.last;
        out->b_bytes = q->b_flit.bytes;
        out->b_zeros = q->b_flit.zeros;
        out->b_err = q->b_flit.err;
    }
    if (q->k_valid) {
        out->k_valid = 1;
        out->k_group = q->k_group;
        out->k_zeros = q->k_zeros;
        out->k_err = q->k_err;
    }
}

static void eval_out(const struct xbar *q, LP_OUT_T *out)
{
    if (q->gs != 0) {
        out->cg_valid = q->g[0].to;
        out->cg_group = q->g[0].group;
        out->cg_sectors = q->g[0].sectors;
        out->cg_codec = q->g[0].codec;
    }
    if (q->ps != 0) {
        const struct put *p = &q->p[0];

        out->cp_valid = p->request.to;
        memcpy(out->cp_data, p->flit.data, sizeof out->cp_data);
        out->cp_last = p->flit.last;
        out->cp_bytes = p->flit.bytes;
        out->cp_group = p->request.group;
        out->cp_sectors = p->request.sectors;
        out->cp_codec = p->request.codec;
    }
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct xbar *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;

    memset(out, 0, sizeof *out);
    out->a_ready = turn(q, &q->a_turn, flits(q, in));
    out->d_ready = turn(q, &q->d_turn, in->d_valid);
    out->g_ready = q->gs != 2;
    out->p_ready = q->ps != 2;
    eval_in(q, out);
    eval_out(q, out);
}

static void tick_flits(struct xbar *q, const LP_IN_T *in)
{
    uint32_t requests = flits(q, in);

    q->b_valid = requests != 0;
    if (!q->b_valid)
        return;
    unsigned c = lpi_rr_pick(&q->a_turn, requests);
    if (!(requests & in->want))
        lpi_rr_take(&q->a_turn, c);
    q->b_channel = (uint8_t)c;
    memcpy(q->b_flit.data, in->a_data + c * 8, sizeof q->b_flit.data);
    q->b_flit.last = in->a_last >> c & 1;
    q->b_flit.bytes = (uint8_t)lpi_bits_word(in->a_bytes, c * 6, 6);
    q->b_flit.zeros = (uint8_t)lpi_bits_word(in->a_zeros, c * 8, 8);
    q->b_flit.err = in->a_err >> c & 1;
}

static void tick_done(struct xbar *q, const LP_IN_T *in)
{
    uint32_t requests = in->d_valid & q->channels;

    q->k_valid = requests != 0;
    if (!q->k_valid)
        return;
    unsigned c = lpi_rr_pick(&q->d_turn, requests);
    lpi_rr_take(&q->d_turn, c);
    q->k_group = lpi_bits_word(in->d_group, c * 31, 31);
    q->k_zeros = (uint8_t)lpi_bits_word(in->d_zeros, c * 8, 8);
    q->k_err = in->d_err >> 2 * c & 3;
}

static struct request request(const struct xbar *q, uint32_t channel, uint32_t group,
                              uint32_t sectors, uint32_t codec)
{
    return (struct request){.to = (uint8_t)((1u << (channel & 7)) & q->channels),
                            .group = group & 0x7fffffff,
                            .sectors = sectors & 31,
                            .codec = codec & 15};
}

static void tick_g(struct xbar *q, const LP_IN_T *in)
{
    bool room = q->gs != 2;

    if (q->gs != 0 && (q->g[0].to & in->cg_ready)) {
        q->g[0] = q->g[1];
        q->gs--;
    }
    if ((in->g_valid & 1) && room)
        q->g[q->gs++] = request(q, in->g_channel, in->g_group, in->g_sectors, in->g_codec);
}

static void tick_p(struct xbar *q, const LP_IN_T *in)
{
    bool room = q->ps != 2;

    if (q->ps != 0 && (q->p[0].request.to & in->cp_ready)) {
        q->p[0] = q->p[1];
        q->ps--;
    }
    if (!(in->p_valid & 1) || !room)
        return;
    struct put *p = &q->p[q->ps++];
    p->request = request(q, in->p_channel, in->p_group, in->p_sectors, in->p_codec);
    memcpy(p->flit.data, in->p_data, sizeof p->flit.data);
    p->flit.last = in->p_last & 1;
    p->flit.bytes = in->p_bytes & 63;
}

static void tick(void *state, const void *in)
{
    tick_flits(state, in);
    tick_done(state, in);
    tick_g(state, in);
    tick_p(state, in);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    bool many = strncmp(port->name, "a_", 2) == 0 || strncmp(port->name, "d_", 2) == 0 ||
                port->width == LP_CDMA_XBAR_CHANNELS;

    if (strcmp(port->name, "b_zeros") == 0 || strcmp(port->name, "k_zeros") == 0)
        many = false;
    return many ? port->width / LP_CDMA_XBAR_CHANNELS * (unsigned)values[0] : port->width;
}

static const struct lp_param xbar_params[] = {
    LP_PARAM_RANGE("CHANNELS", 2, LP_CDMA_XBAR_CHANNELS, 6, 8, 3),
};

LP_UNIT_ROW(cdma_xbar, LP_CDMA_XBAR_PORTS, struct xbar, LP_UNIT_PARAMS(xbar_params),
            .set_up = set_up, .reset = reset, .eval = eval, .tick = tick, .width = width);
