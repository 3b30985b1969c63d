/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_shrink (rtl/cdma/lp_cdma_shrink.sv); contains the models of the encoders.
 * All groups inside have one codec, so only its encoder is stepped: the others are empty.
 *
 * RTL map of lp_cdma_shrink:
 *   {zvc,bpc,mode}_q = codec
 *   none_q, room_q = inside
 */
#include <linepress/cdma.h>
#include <string.h>

#include "../bpc/bpc_cycle.h"
#include "../codec/codec_cycle.h"
#include "../../base/inline.h"
#include "../common/ring.h"
#include "../zvc/zvc_cycle.h"
#include "cdma_codecs.h"
#include "cdma_shrink_cycle.h"
#include "record_pack.h"
#include "zeros_cycle.h"

typedef struct lp_cdma_shrink_in LP_IN_T;
typedef struct lp_cdma_shrink_out LP_OUT_T;

enum { SKID = 2, GROUPS = 6, ENDS = 8, FLITS = 4 };

struct cdma_shrink {
    unsigned codecs; /* number of those that are built */
    const struct lp_unit *bpc_unit;
    unsigned elem;

    struct lpi_ring groups, sectors; /* u_group, u_sector */
    struct {
        uint8_t codec, size; /* an enum lp_dma_codec; sectors less 1 */
    } group[SKID];
    struct {
        uint32_t data[8];
        bool err;
    } sector[SKID];

    unsigned beat, inside, codec;

    struct lpi_cdma_zeros zeros;
    bool err, err_1;
    struct lpi_ring infos; /* u_info */
    struct {
        uint8_t zeros;
        bool err;
    } info[GROUPS];

    struct lpi_ring ends; /* u_end */
    bool end[ENDS];
    struct lpi_cdma_record_pack records;

    struct lpi_ring flits; /* u_flits */
    struct lpi_cdma_flit flit[FLITS];

    _Alignas(8) unsigned char zvc[LP_ZVC_ENC_STATE];
    _Alignas(8) unsigned char bpc[LP_BPC_ENC_STATE];
    _Alignas(8) unsigned char mixed[LP_MIXED_ENC_STATE];
};

_Static_assert(sizeof(struct cdma_shrink) <= LP_CDMA_SHRINK_STATE, "raise LP_CDMA_SHRINK_STATE");

static void reset(void *state)
{
    struct cdma_shrink *q = state;
    struct lpi_ring *rings[] = {&q->groups, &q->sectors, &q->infos, &q->ends, &q->flits};

    for (unsigned i = 0; i < sizeof rings / sizeof *rings; i++)
        rings[i]->rd = rings[i]->count = 0;
    q->beat = q->inside = 0;
    lpi_cdma_zeros_reset(&q->zeros);
    lpi_cdma_record_pack_reset(&q->records);
    lp_zvc_enc_unit.reset(q->zvc);
    q->bpc_unit->reset(q->bpc);
    lp_mixed_enc_unit.reset(q->mixed);
}

static void init(void *state, const int *values)
{
    struct cdma_shrink *q = state;

    memset(q, 0, sizeof *q);
    q->codecs = lpi_cdma_built(values[0]);
    q->elem = (unsigned)values[1];
    q->groups.depth = q->sectors.depth = SKID;
    q->infos.depth = GROUPS;
    q->bpc_unit = values[0] == LPI_CDMA_SERIAL ? &lp_bpc_enc_serial_unit : &lp_bpc_enc_unit;
    q->ends.depth = values[0] > 2 ? ENDS : ENDS / 2;
    q->flits.depth = FLITS;
    lp_zvc_enc_unit.set_up(q->zvc, values + 1);
    q->bpc_unit->set_up(q->bpc, NULL);
    lp_mixed_enc_unit.set_up(q->mixed, (const int[]){LPI_CDMA_KINDS});
    reset(q);
}

static bool m_valid(const struct cdma_shrink *q)
{
    return lpi_ring_valid(&q->flits) && (!q->flit[q->flits.rd].last || lpi_ring_valid(&q->infos));
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct cdma_shrink *q = state;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    memset(out, 0, sizeof *out);
    out->i_ready = lpi_ring_ready(&q->groups);
    out->s_ready = lpi_ring_ready(&q->sectors);
    if (!m_valid(q))
        return;
    const struct lpi_cdma_flit *flit = &q->flit[q->flits.rd];
    out->m_valid = 1;
    memcpy(out->m_data, flit->data, sizeof out->m_data);
    out->m_bytes = flit->bytes;
    if (!flit->last)
        return;
    out->m_last = 1;
    out->m_zeros = q->info[q->infos.rd].zeros;
    out->m_err = q->info[q->infos.rd].err;
}

/* The sector that the feeder offers. */
struct feed {
    bool valid, first, last, pad;
    unsigned codec;
    const uint32_t *data;
};

static const uint32_t padding[8];

static struct feed feeder(const struct cdma_shrink *q)
{
    unsigned rd = q->groups.rd, size = q->group[rd].size, codec = q->group[rd].codec;
    struct feed feed = {.first = q->beat == 0, .codec = codec};
    bool may = q->inside == 0 || (q->inside != GROUPS && codec == q->codec);

    feed.last = q->beat == (codec == LP_DMA_RAW ? size : (size | 3));
    feed.pad = q->beat > size;
    feed.valid = lpi_ring_valid(&q->groups) && (!feed.first || may) &&
                 (feed.pad || lpi_ring_valid(&q->sectors));
    feed.data = feed.pad ? padding : q->sector[q->sectors.rd].data;
    return feed;
}

/* Each returns whether the codec takes the sector, and the flit that it outputs if it has room. */

LPI_INLINE bool step_raw(const struct feed *feed, bool room, struct lpi_cdma_flit *flit, bool *out)
{
    *out = feed->valid && room;
    if (*out) {
        memcpy(flit->data, feed->data, sizeof flit->data);
        flit->last = feed->last;
        flit->bytes = 32;
    }
    return room;
}

LPI_INLINE bool step_zvc(struct cdma_shrink *q, const struct feed *feed, bool room,
                         struct lpi_cdma_flit *flit, bool *out)
{
    struct lp_zvc_enc_in zvc_in = {.s_valid = feed->valid, .s_last = feed->last, .m_ready = room};
    struct lp_zvc_enc_out zvc;

    memcpy(zvc_in.s_data, feed->data, sizeof zvc_in.s_data);
    lp_zvc_enc_unit.eval(q->zvc, &zvc_in, &zvc);
    lp_zvc_enc_unit.tick(q->zvc, &zvc_in);
    *out = zvc.m_valid && room;
    if (*out) {
        memcpy(flit->data, zvc.m_data, sizeof flit->data);
        flit->last = zvc.m_last;
        flit->bytes = (uint8_t)(zvc.m_count * q->elem / 8);
    }
    return zvc.s_ready;
}

/* The record packer. beat: NULL if none is offered; take: the encoder takes a line's last sector. */
LPI_INLINE bool pack_records(struct cdma_shrink *q, const struct lpi_cdma_entry *beat, bool take,
                             bool last, bool room, struct lpi_cdma_flit *flit)
{
    bool load = lpi_cdma_record_pack_ready(&q->records, room), plain = q->codec == LP_DMA_BPC;
    bool end = q->end[q->ends.rd], leave = false;
    bool out = room && lpi_cdma_record_pack_flit(&q->records, flit);

    if (room)
        lpi_cdma_record_pack_move(&q->records);
    if (load) {
        q->records.valid = beat;
        if (beat) {
            lpi_cdma_record_pack_take(&q->records, plain, beat, end);
            leave = beat->last && !q->records.led;
        }
    }
    if (take)
        q->end[lpi_ring_wr(&q->ends)] = last;
    lpi_ring_tick(&q->ends, take, leave);
    return out;
}

LPI_INLINE bool step_bpc(struct cdma_shrink *q, const struct feed *feed, bool room,
                         struct lpi_cdma_flit *flit, bool *out)
{
    struct lp_bpc_enc_in bpc_in = {.s_valid = feed->valid,
                                   .m_ready = lpi_cdma_record_pack_ready(&q->records, room)};
    struct lp_bpc_enc_out bpc;

    memcpy(bpc_in.s_data, feed->data, sizeof bpc_in.s_data);
    q->bpc_unit->eval(q->bpc, &bpc_in, &bpc);
    q->bpc_unit->tick(q->bpc, &bpc_in);

    struct lpi_cdma_entry beat = {
        .data = bpc.m_data, .last = bpc.m_last, .size = bpc.m_size, .sectors = bpc.m_sectors};
    bool take = feed->valid && bpc.s_ready && q->beat % 4 == 3;
    *out = pack_records(q, bpc.m_valid ? &beat : NULL, take, feed->last, room, flit);
    return bpc.s_ready;
}

/* Numbers of descriptors are those of lp_mixed_enc. */
LPI_INLINE bool step_mixed(struct cdma_shrink *q, const struct feed *feed, bool room,
                           struct lpi_cdma_flit *flit, bool *out)
{
    bool may = lpi_ring_ready(&q->ends);
    struct lp_mixed_enc_in in = {.s_valid = feed->valid && may, .s_codec = feed->codec};
    struct lp_mixed_enc_out mixed;

    memcpy(in.s_data, feed->data, sizeof in.s_data);
    lp_mixed_enc_unit.eval(q->mixed, &in, &mixed);
    struct lpi_cdma_entry beat = {.data = mixed.m_data,
                                  .last = mixed.m_last,
                                  .codec = mixed.m_codec,
                                  .size = mixed.m_size,
                                  .sectors = mixed.m_sectors};
    in.m_ready = lpi_cdma_record_pack_ready(&q->records, room) &&
                 !(mixed.m_valid &&
                   lpi_cdma_record_pack_leads(&q->records, q->codec == LP_DMA_BPC, &beat));
    lp_mixed_enc_unit.eval(q->mixed, &in, &mixed);
    lp_mixed_enc_unit.tick(q->mixed, &in);

    bool ready = mixed.s_ready && may, take = feed->valid && ready && q->beat % 4 == 3;
    *out = pack_records(q, mixed.m_valid ? &beat : NULL, take, feed->last, room, flit);
    return ready;
}

/* State changed by a taken sector, apart from its codec. */
static void tick_feeder(struct cdma_shrink *q, const struct feed *feed, bool take)
{
    q->err_1 = q->err;
    lpi_cdma_zeros_tick(&q->zeros, take, feed->data, feed->pad, feed->last);
    if (!take)
        return;
    q->err = (q->err && !feed->first) || (!feed->pad && q->sector[q->sectors.rd].err);
    q->codec = feed->codec;
    q->beat = feed->last ? 0 : q->beat + 1;
}

static void tick_skids(struct cdma_shrink *q, const LP_IN_T *in, bool group, bool sector)
{
    unsigned wr = lpi_ring_wr(&q->groups);
    unsigned codec = in->i_codec & 15;

    if ((in->i_valid & 1) && lpi_ring_ready(&q->groups)) {
        q->group[wr].size = (uint8_t)((in->i_sectors - 1) & 15);
        q->group[wr].codec = (uint8_t)(codec < q->codecs ? codec : LP_DMA_RAW);
    }
    lpi_ring_tick(&q->groups, in->i_valid & 1, group);
    wr = lpi_ring_wr(&q->sectors);
    if ((in->s_valid & 1) && lpi_ring_ready(&q->sectors)) {
        memcpy(q->sector[wr].data, in->s_data, sizeof in->s_data);
        q->sector[wr].err = in->s_err & 1;
    }
    lpi_ring_tick(&q->sectors, in->s_valid & 1, sector);
}

static void tick(void *state, const void *in_ports)
{
    struct cdma_shrink *q = state;
    const LP_IN_T *in = in_ports;
    struct feed feed = feeder(q);
    bool leave = m_valid(q) && (in->m_ready & 1), ends = q->flit[q->flits.rd].last;
    bool room = lpi_ring_ready(&q->flits), ready, out;
    struct lpi_cdma_flit *flit = &q->flit[room ? lpi_ring_wr(&q->flits) : 0], none;
    unsigned codec = q->inside != 0 ? q->codec : feed.codec;

    if (!room)
        flit = &none;
    if (codec == LP_DMA_ZVC)
        ready = step_zvc(q, &feed, room, flit, &out);
    else if (codec == LP_DMA_RAW)
        ready = step_raw(&feed, room, flit, &out);
    else if (q->codecs > 2)
        ready = step_mixed(q, &feed, room, flit, &out);
    else
        ready = step_bpc(q, &feed, room, flit, &out);
    lpi_ring_tick(&q->flits, out, leave);

    if (q->zeros.done) {
        unsigned wr = lpi_ring_wr(&q->infos);
        q->info[wr].zeros = q->zeros.sum;
        q->info[wr].err = q->err_1;
    }
    lpi_ring_tick(&q->infos, q->zeros.done, leave && ends);

    bool take = feed.valid && ready;
    q->inside = q->inside + (take && feed.first) - (leave && ends);
    tick_feeder(q, &feed, take);
    tick_skids(q, in, take && feed.last, take && !feed.pad);
}

static const struct lp_param shrink_params[] = {LP_CDMA_CODECS_PARAM, LP_PARAM("ELEM", 32, 16, 8)};

LP_UNIT_ROW(cdma_shrink, LP_CDMA_SHRINK_PORTS, struct cdma_shrink, LP_UNIT_PARAMS(shrink_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick);
