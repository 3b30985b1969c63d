/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_lane.h"

#include "../common/params.h"
#include <linepress/gbbr.h>
#include <string.h>

unsigned lpi_lane_code(const struct lpi_lane *q)
{
    unsigned code = q->line[q->info.rd].code;

    if (!q->last)
        return LP_ANSWER_OK;
    return code ? code : q->err ? LP_ANSWER_CORRUPT : LP_ANSWER_OK;
}

/* Ports common to both decoders. */
struct decoder {
    struct lp_codec_dec_in in;
    struct lp_mixed_dec_in mixed_in;
    bool s_ready, m_valid, m_last, m_err;
    uint32_t m_data[8];
};

static void of_one(const struct lpi_lane *q, bool gather, struct decoder *d)
{
    struct lp_codec_dec_in *in = &d->in;
    struct lp_codec_dec_out out;
    const struct lpi_lane_sector *s = &q->sector[q->sectors.rd];

    *in = (struct lp_codec_dec_in){.s_valid = lpi_ring_valid(&q->sectors),
                                   .s_codec = s->codec,
                                   .s_mem = 1,
                                   .s_last = s->last,
                                   .s_sectors = s->sectors,
                                   .m_ready = gather};
    memcpy(in->s_data, s->data, sizeof in->s_data);
    lp_codec_dec_unit.eval(q->dec, in, &out);
    d->s_ready = out.s_ready, d->m_valid = out.m_valid;
    d->m_last = out.m_last, d->m_err = out.m_err;
    memcpy(d->m_data, out.m_data, sizeof d->m_data);
}

static void of_mixed(const struct lpi_lane *q, bool gather, struct decoder *d)
{
    struct lp_mixed_dec_in *in = &d->mixed_in;
    struct lp_mixed_dec_out out;
    const struct lpi_lane_sector *s = &q->sector[q->sectors.rd];

    *in = (struct lp_mixed_dec_in){.s_valid = lpi_ring_valid(&q->sectors),
                                   .s_codec = s->codec,
                                   .s_last = s->last,
                                   .s_sectors = s->sectors,
                                   .m_ready = gather};
    memcpy(in->s_data, s->data, sizeof in->s_data);
    lp_mixed_dec_unit.eval(q->dec, in, &out);
    d->s_ready = out.s_ready, d->m_valid = out.m_valid;
    d->m_last = out.m_last, d->m_err = out.m_err;
    memcpy(d->m_data, out.m_data, sizeof d->m_data);
}

/* The decoder's ports in this cycle, and its clock edge. */
static void decoder(struct lpi_lane *q, bool gather, struct decoder *d)
{
    if (q->mixed) {
        of_mixed(q, gather, d);
        lp_mixed_dec_unit.tick(q->dec, &d->mixed_in);
    } else {
        of_one(q, gather, d);
        lp_codec_dec_unit.tick(q->dec, &d->in);
    }
}

static void tick_beat(struct lpi_lane *q, const struct decoder *dec, bool leave, bool gather)
{
    bool closes = q->count == q->lanes - 1;

    if (leave) {
        q->full = dec->m_valid && closes;
        q->last = dec->m_last;
        q->err = dec->m_err;
        memcpy(q->data, q->part, (q->lanes - 1) * sizeof *q->part);
        memcpy(q->data[q->lanes - 1], dec->m_data, sizeof dec->m_data);
    }
    if (dec->m_valid && !closes) {
        memmove(q->part[0], q->part[1], (q->lanes - 2) * sizeof *q->part);
        memcpy(q->part[q->lanes - 2], dec->m_data, sizeof dec->m_data);
    }
    if (dec->m_valid && gather)
        q->count = closes ? 0 : q->count + 1;
}

bool lpi_lane_tick(struct lpi_lane *q, const struct lpi_lane_in *in)
{
    bool leave = !q->full || in->m_ready, gather = leave || q->count != q->lanes - 1;
    bool left = q->full && in->m_ready && q->last, room;
    struct decoder dec;

    room = lpi_ring_valid(&q->sectors);
    decoder(q, gather, &dec);
    room = room && dec.s_ready;
    tick_beat(q, &dec, leave, gather);
    if (in->s)
        q->sector[lpi_ring_wr(&q->sectors)] = *in->s;
    lpi_ring_tick(&q->sectors, in->s != NULL, dec.s_ready);
    if (in->l_valid && lpi_ring_ready(&q->info)) {
        q->line[lpi_ring_wr(&q->info)].id = in->id;
        q->line[lpi_ring_wr(&q->info)].code = in->code;
    }
    lpi_ring_tick(&q->info, in->l_valid, left);
    return room;
}

void lpi_lane_reset(struct lpi_lane *q)
{
    q->sectors.rd = q->sectors.count = q->info.rd = q->info.count = q->count = 0;
    q->full = false;
    (q->mixed ? &lp_mixed_dec_unit : &lp_codec_dec_unit)->reset(q->dec);
}

void lpi_lane_init(struct lpi_lane *q, unsigned lanes, int elem, int mixed)
{
    memset(q, 0, sizeof *q);
    q->lanes = lanes;
    q->sectors.depth = LPI_LANE_DEPTH;
    q->info.depth = LPI_LANE_LINES;
    q->mixed = mixed != 0;
    if (!q->mixed) {
        lp_codec_dec_unit.set_up(q->dec, &elem);
        return;
    }
    int values[LP_MAX_PARAMS];
    lp_unit_defaults(&lp_mixed_dec_unit, values);
    values[0] = mixed;
    lp_mixed_dec_unit.set_up(q->dec, values);
}
