/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_chan: groups to read, and stored groups, some of them corrupt, to write, both
 * at once, in front of a memory of any legal kind. Stored forms, written sectors and answers are
 * checked against the functional model. A memory latency of 350 cycles must not reduce throughput.
 */
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

#include "cdma_groups.h"
#include "lib/cdma/built.h"
#include "chan_memory.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum { G, A, P, D, AR, R, AW, W, B }; /* streams in the order of the ports */
#define BLOCK 64                      /* after a reset, groups continue with the next block */
#define MARKS 256                     /* more groups than the unit holds */
#define FLITS_MOST 48                 /* sectors of a corrupt packet */
#define WARM_UP 800                   /* cycles without stalls before the pace counts */

/* No new group during a cycle of the memory; the last pause came before this group. */
struct pause {
    uint64_t until, before;
};

/* A stored group on its way to memory. */
struct packet {
    struct lp_cdma_group group;
    uint32_t number;
    uint8_t stored[FLITS_MOST * LP_SECTOR_BYTES];
    size_t bytes;
    bool corrupt;
    size_t good; /* known sectors */
    uint8_t raw[LP_DMA_GROUP];
};

struct chan {
    struct lp_traffic base;
    struct lp_cdma_groups groups;
    struct lp_rng rng;
    struct lp_chan_memory memory;
    uint64_t seed;
    bool bad; /* errors and corrupt groups */

    /* Reading, by group number: taken at g, requested at ar, answered at r, out at a. */
    uint64_t g, ar, r, a;
    unsigned ar_sector, r_sector;
    struct lp_cdma_group ar_group, r_group, a_group;
    bool r_err[MARKS];
    uint8_t stored[LP_DMA_GROUP_BOUND];
    size_t stored_bytes, stored_at;
    struct pause g_pause, p_pause;

    /* Writing: flits offered, taken in full, written, answered at b, out at d. */
    uint64_t p, p_taken, aw, w, b, d;
    unsigned aw_sector, w_sector, b_sector;
    size_t p_at;
    struct packet p_packet, aw_packet, w_packet, b_packet, d_packet;
    unsigned zeros[MARKS];
    bool b_err[MARKS];

    bool serial; /* a line of BPC takes 16 cycles instead of 4 */
    uint64_t free_r, free_r_beats, free_w, free_w_beats;
};

/* ---- what is due ---- */

static uint32_t number_of(const struct chan *q, uint64_t index, unsigned side)
{
    struct lp_rng rng = {q->seed ^ index * 0x70007 ^ side};
    return (uint32_t)lp_random(&rng) & 0x7fffffff;
}

/* Any stored form that is not what lp_dma_shrink writes. */
static void spoil(struct lp_rng *rng, struct packet *packet)
{
    size_t most = sizeof packet->stored;

    switch (lp_below(rng, 5)) {
    case 0:
        packet->stored[lp_below(rng, (uint32_t)packet->bytes)] ^= (uint8_t)(1u << lp_below(rng, 8));
        break;
    case 1: packet->bytes = 1 + lp_below(rng, (uint32_t)packet->bytes); break;
    case 2: {
        size_t more = packet->bytes + 1 + lp_below(rng, lp_below(rng, 4) ? 40 : 700);
        for (; packet->bytes < more && packet->bytes < most; packet->bytes++)
            packet->stored[packet->bytes] = (uint8_t)lp_below(rng, 4);
        break;
    }
    case 3:
        packet->bytes = 1;
        packet->stored[0] = 0;
        break;
    default:
        for (size_t i = 0; i < packet->bytes; i++)
            packet->stored[i] = (uint8_t)lp_random(rng);
    }
}

/* Packet `index`, the same in every call. */
static void make_packet(const struct chan *q, uint64_t index, struct packet *packet)
{
    struct lp_rng rng = {q->seed ^ index * 0x90009};
    struct lp_cdma_groups groups = q->groups;
    size_t bad = 0;

    groups.seed ^= 0x5555;
    lp_cdma_group(&groups, index, &packet->group);
    packet->number = number_of(q, index, 1);
    lp_dma_shrink(packet->group.codec, groups.elem, packet->group.raw, packet->group.sectors,
                  packet->stored, &packet->bytes);
    if (q->bad && lp_below(&rng, 6) == 0)
        spoil(&rng, packet);
    packet->corrupt = lp_dma_expand(packet->group.codec, groups.elem, packet->stored, packet->bytes,
                                    packet->group.sectors, packet->raw, &bad) != LP_OK;
    packet->good = packet->corrupt ? bad : packet->group.sectors;
}

static void next_a(struct chan *q)
{
    lp_cdma_group(&q->groups, q->a, &q->a_group);
    lp_dma_shrink(q->a_group.codec, q->groups.elem, q->a_group.raw, q->a_group.sectors, q->stored,
                  &q->stored_bytes);
    q->stored_at = 0;
}

static void start(struct chan *q, uint64_t group, uint64_t packet)
{
    q->g = q->ar = q->r = q->a = group;
    q->p = q->p_taken = q->aw = q->w = q->b = q->d = packet;
    q->ar_sector = q->r_sector = q->aw_sector = q->w_sector = q->b_sector = 0;
    q->p_at = 0;
    q->free_r = q->free_r_beats = q->free_w = q->free_w_beats = 0;
    memset(q->r_err, 0, sizeof q->r_err);
    memset(q->b_err, 0, sizeof q->b_err);
    memset(q->zeros, 0, sizeof q->zeros);
    lp_cdma_group(&q->groups, group, &q->ar_group);
    lp_cdma_group(&q->groups, group, &q->r_group);
    make_packet(q, packet, &q->p_packet);
    q->aw_packet = q->w_packet = q->b_packet = q->d_packet = q->p_packet;
    lp_chan_memory_reset(&q->memory);
    next_a(q);
}

/* ---- beats in ---- */

/*
 * Pauses, so that a memory that serves one side first also serves the other. At most one precedes a
 * group: consecutive pauses on both sides would look like a unit that hangs.
 */
static bool pauses(struct chan *q, struct pause *pause, uint64_t group)
{
    if (!q->groups.steady && pause->before != group && lp_below(&q->rng, 250) == 0)
        *pause = (struct pause){q->memory.now + lp_below(&q->rng, 1500), group};
    return q->memory.now < pause->until;
}

static bool new_group(struct chan *q, struct lp_cdma_chan_in *in)
{
    struct lp_cdma_group group;

    if (pauses(q, &q->g_pause, q->g) || q->g - q->a > 100)
        return false;
    lp_cdma_group(&q->groups, q->g, &group);
    in->g_group = number_of(q, q->g, 0);
    in->g_sectors = group.sectors;
    in->g_codec = group.number;
    q->g++;
    return true;
}

static bool new_flit(struct chan *q, struct lp_cdma_chan_in *in)
{
    const struct packet *packet = &q->p_packet;
    size_t rest = packet->bytes - q->p_at, bytes = rest < 32 ? rest : 32;
    uint8_t flit[LP_SECTOR_BYTES] = {0};

    if (q->p - q->d > 100 || (q->p_at == 0 && pauses(q, &q->p_pause, q->p)))
        return false;
    memcpy(flit, packet->stored + q->p_at, bytes);
    memcpy(in->p_data, flit, sizeof flit);
    in->p_last = rest <= 32;
    in->p_bytes = (uint32_t)bytes;
    in->p_group = packet->number;
    in->p_sectors = packet->group.sectors;
    in->p_codec = packet->group.number;
    q->p_at += bytes;
    if (in->p_last) {
        make_packet(q, ++q->p, &q->p_packet);
        q->p_at = 0;
    }
    return true;
}

static uint32_t response(struct chan *q)
{
    if (!q->bad || lp_below(&q->rng, 80))
        return lp_below(&q->rng, 8) == 0;
    return 2 + lp_below(&q->rng, 2);
}

static bool new_r(struct chan *q, struct lp_cdma_chan_in *in)
{
    bool last;

    if (!lp_chan_memory_may_r(&q->memory))
        return false;
    lp_chan_memory_give_r(&q->memory, &last);
    memcpy(in->rdata, q->r_group.raw + q->r_sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
    in->rresp = response(q);
    in->rlast = last;
    q->r_err[q->r % MARKS] |= in->rresp >> 1;
    if (++q->r_sector == q->r_group.sectors) {
        q->r_sector = 0;
        q->r_err[++q->r % MARKS] = false;
        lp_cdma_group(&q->groups, q->r, &q->r_group);
    }
    return true;
}

static bool new_b(struct chan *q, struct lp_cdma_chan_in *in)
{
    if (!lp_chan_memory_may_b(&q->memory))
        return false;
    struct lp_chan_burst burst = lp_chan_memory_give_b(&q->memory);
    in->bresp = response(q);
    q->b_err[q->b % MARKS] |= in->bresp >> 1;
    q->b_sector += burst.beats;
    if (q->b_sector == q->b_packet.group.sectors) {
        q->b_sector = 0;
        q->b_err[++q->b % MARKS] = false;
        make_packet(q, q->b, &q->b_packet);
    }
    return true;
}

static bool chan_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct chan *q = (struct chan *)self;

    switch (stream) {
    case G: return new_group(q, in);
    case P: return new_flit(q, in);
    case R: return new_r(q, in);
    default: return new_b(q, in);
    }
}

static void chan_drive(struct lp_traffic *self, void *in)
{
    lp_chan_memory_drive(&((const struct chan *)self)->memory, in);
}

/* ---- what comes out ---- */

static const char *check_burst(uint32_t number, const struct lp_cdma_group *group, unsigned sector,
                               const uint32_t addr[2], uint32_t len)
{
    unsigned rest = group->sectors - sector, beats = rest < 4 ? rest : 4;

    if (lpi_get64(addr) != (uint64_t)number * LP_DMA_GROUP + sector * LP_SECTOR_BYTES)
        return "a burst does not continue its group";
    return len + 1 != beats ? "a burst is not a line of its group" : NULL;
}

static const char *see_ar(struct chan *q, const struct lp_cdma_chan_out *out)
{
    const char *wrong;

    if (q->ar == q->g)
        return "a read that was not requested";
    wrong = check_burst(number_of(q, q->ar, 0), &q->ar_group, q->ar_sector, out->araddr,
                        out->arlen);
    q->ar_sector += out->arlen + 1;
    if (q->ar_sector >= q->ar_group.sectors) {
        q->ar_sector = 0;
        lp_cdma_group(&q->groups, ++q->ar, &q->ar_group);
    }
    return wrong;
}

static const char *see_a(struct chan *q, const struct lp_cdma_chan_in *in,
                         const struct lp_cdma_chan_out *out)
{
    uint8_t flit[LP_SECTOR_BYTES] = {0};
    size_t rest = q->stored_bytes - q->stored_at;
    bool last = rest <= sizeof flit;

    if (q->a == q->g)
        return "a flit that was not requested";
    memcpy(flit, q->stored + q->stored_at, last ? rest : sizeof flit);
    if (memcmp(flit, out->a_data, sizeof flit) != 0)
        return "a_data_o is not what the functional model gives";
    if (out->a_last != last || out->a_bytes != (last ? rest : sizeof flit))
        return "a_last_o or a_bytes_o is not what the functional model gives";
    if (out->a_zeros != (last ? lp_dma_zeros(q->a_group.raw, q->a_group.sectors) : 0))
        return "a_zeros_o is not the number of zero words";
    if (out->a_err != (last && q->r_err[q->a % MARKS]))
        return "a_err_o is not what the group's sectors had";
    if (!in->a_ready)
        return NULL;
    q->stored_at += sizeof flit;
    if (last) {
        q->base.lines += (q->a_group.sectors + 3) / 4;
        q->a++;
        next_a(q);
    }
    return NULL;
}

/* A burst is checked when its address is first offered. */
static const char *see_aw(struct chan *q, const struct lp_cdma_chan_out *out)
{
    const struct packet *packet = &q->aw_packet;
    const char *wrong;

    if (q->aw >= q->p_taken && packet->bytes <= LP_DMA_GROUP_BOUND)
        return "a write of a packet that has not come in full";
    wrong = check_burst(packet->number, &packet->group, q->aw_sector, out->awaddr, out->awlen);
    q->aw_sector += out->awlen + 1;
    if (q->aw_sector >= packet->group.sectors) {
        q->aw_sector = 0;
        make_packet(q, ++q->aw, &q->aw_packet);
    }
    return wrong;
}

static const char *see_w(struct chan *q, const struct lp_cdma_chan_out *out)
{
    const struct packet *packet = &q->w_packet;

    if (out->wstrb != UINT32_MAX)
        return "wstrb_o is not all ones";
    if (q->w_sector < packet->good &&
        memcmp(out->wdata, packet->raw + q->w_sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "wdata_o is not what the functional model gives";
    q->zeros[q->w % MARKS] += lp_dma_zeros(out->wdata, 1);
    if (++q->w_sector == packet->group.sectors) {
        q->w_sector = 0;
        q->zeros[++q->w % MARKS] = 0;
        make_packet(q, q->w, &q->w_packet);
    }
    return NULL;
}

static const char *see_d(struct chan *q, const struct lp_cdma_chan_in *in,
                         const struct lp_cdma_chan_out *out)
{
    const struct packet *packet = &q->d_packet;

    if (q->d == q->b)
        return "d_valid_o before all writes are acknowledged";
    if (out->d_group != packet->number)
        return "d_group_o is not the group that is due";
    if (out->d_zeros != q->zeros[q->d % MARKS])
        return "d_zeros_o is not the number of zero words written";
    if (out->d_err != q->b_err[q->d % MARKS] + 2u * packet->corrupt)
        return "d_err_o is not the memory's or the functional model's";
    if (in->d_ready) {
        q->base.lines += (packet->group.sectors + 3) / 4;
        make_packet(q, ++q->d, &q->d_packet);
    }
    return NULL;
}

/* If only the memory's latency stalls, both sides move full groups at their full rate. */
static const char *check_pace(struct chan *q, const struct lp_cdma_chan_in *in,
                              const struct lp_cdma_chan_out *out)
{
    unsigned most = (q->serial ? 4 : 1) * (q->groups.elem == 8 ? 18u : 17u);
    bool calm = q->groups.steady && !q->bad &&
                (q->memory.kind == LP_CHAN_FREE || q->memory.kind == LP_CHAN_AW_FIRST);
    bool calm_r = calm && in->g_valid && in->a_ready && in->arready &&
                  (in->rvalid || !lp_chan_memory_may_r(&q->memory));
    bool calm_w = calm && in->p_valid && in->awready && in->wready && in->d_ready &&
                  q->memory.kind == LP_CHAN_FREE &&
                  (in->bvalid || !lp_chan_memory_may_b(&q->memory));

    q->free_r = calm_r ? q->free_r + 1 : 0;
    q->free_r_beats = calm_r ? q->free_r_beats + (in->rvalid && out->rready) : 0;
    q->free_w = calm_w ? q->free_w + 1 : 0;
    q->free_w_beats = calm_w ? q->free_w_beats + out->wvalid : 0;
    if (q->free_r > WARM_UP + q->free_r_beats * most / 16)
        return "reads are slower than the flits";
    if (q->free_w > WARM_UP + q->free_w_beats * most / 16)
        return "writes are slower than the flits";
    return NULL;
}

static const char *chan_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct chan *q = (struct chan *)self;
    const struct lp_cdma_chan_in *in = in_ports;
    const struct lp_cdma_chan_out *out = out_ports;
    const char *wrong = check_pace(q, in, out);

    (void)cycle;
    if (!wrong && out->arvalid && in->arready)
        wrong = see_ar(q, out);
    if (!wrong && out->a_valid)
        wrong = see_a(q, in, out);
    if (!wrong && out->awvalid && !q->memory.aw_waits)
        wrong = see_aw(q, out);
    if (!wrong && out->wvalid && in->wready)
        wrong = see_w(q, out);
    if (!wrong && out->d_valid)
        wrong = see_d(q, in, out);
    if (!wrong && !out->bready)
        wrong = "bready_o is not always on";
    q->p_taken += in->p_valid && out->p_ready && in->p_last;
    return wrong ? wrong : lp_chan_memory_see(&q->memory, in, out);
}

static void chan_reset(struct lp_traffic *self)
{
    struct chan *q = (struct chan *)self;
    /* Kept, it would be drawn again for the group that follows. */
    q->g_pause = q->p_pause = (struct pause){0};
    start(q, (q->g / BLOCK + 1) * BLOCK, (q->p / BLOCK + 1) * BLOCK);
}

static struct lp_traffic *chan_random(const int *values, uint64_t seed)
{
    static const unsigned latencies[] = {1, 3, 20, 100, 350};
    struct chan *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = chan_beat,
                                  .drive = chan_drive,
                                  .reactive = true,
                                  .check = chan_check,
                                  .reset = chan_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->serial = values[0] == LPI_CDMA_SERIAL;
    q->bad = lp_below(&q->rng, 2);
    q->groups = (struct lp_cdma_groups){.seed = seed,
                                        .elem = (unsigned)values[1],
                                        .codecs = lpi_cdma_built(values[0]),
                                        .steady = lp_below(&q->rng, 2)};
    q->memory.kind = lp_below(&q->rng, LP_CHAN_KINDS);
    q->memory.latency = latencies[lp_below(&q->rng, 5)];
    if (q->groups.steady && lp_below(&q->rng, 4)) { /* the group whose rate is checked */
        q->bad = false;
        q->memory.kind = LP_CHAN_FREE;
        q->memory.latency = 350;
    }
    start(q, 0, 0);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_chan_hooks;
const struct lp_hooks lp_cdma_chan_hooks = {.random = chan_random, .calm = 8};
