/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_pack (rtl/cdma/lp_cdma_pack.sv).
 *
 * RTL map of lp_cdma_gear:
 *   {fill,valid,end,begins,some}_q = gear.{}
 *   next_q = gear.at: ones below it, or all
 *   turned_q = gear.flit: not rotated
 *   beat_q = gear.beat
 */
#include <stdbool.h>
#include <string.h>

#include <linepress/cdma.h>

#include "../common/cut.h"
#include "../../base/wide.h"
#include "cdma_pack_cycle.h"

typedef struct lp_cdma_pack_in LP_IN_T;
typedef struct lp_cdma_pack_out LP_OUT_T;

#define LANES 32u /* bytes of a beat */
#define WORDS (LANES / 4)
#define ZEROS (UINT64_C(1) << 38)
#define FLITS 32u
#define LINK_OWES 255

/* A beat to the link, or in lp_skid before it. */
struct beat {
    uint32_t data[WORDS];
    bool last, bad;
};

struct entry {
    uint16_t bytes;
    bool end;
};

/* lp_cdma_gear. */
struct gear {
    uint8_t fill; /* bytes of the current beat, modulo a beat */
    bool valid, end, begins, some;
    uint8_t at; /* start of the flit in its beat */
    uint8_t flit[LANES], beat[LANES];
};

struct state {
    bool run, ending, done, index, killed, over, err, past, spent;
    uint8_t owed, flits;
    bool x_valid, x_ready, link_valid, link_ready; /* of the skid buffers; ready: the second of two
                                                      entries is free */
    uint32_t group, bad;
    uint64_t beats_mask; /* counters of beats wrap around */
    uint64_t left, beats, zeros;
    struct entry x[2];
    struct gear gear;
    struct beat link[2];
};

_Static_assert(sizeof(struct state) <= LP_CDMA_PACK_STATE, "lp_cdma_pack's state");

static void reset(void *state)
{
    struct state *q = state;

    q->run = q->done = q->over = q->killed = q->gear.valid = false;
    q->x_valid = q->link_valid = false;
    q->x_ready = q->link_ready = true;
    q->owed = 0;
}

static void set_up(void *state, const int *values)
{
    struct state *q = state;

    memset(q, 0, sizeof *q);
    q->beats_mask = ((UINT64_C(1) << values[0]) - 1) / LANES;
    reset(q);
}

static bool drop(const struct state *q)
{
    return q->killed || q->over;
}

static bool gear_valid(const struct state *q)
{
    const struct gear *g = &q->gear;
    return g->valid && g->some && !drop(q) && (g->end ? !q->err : g->begins);
}

/* The gear's content advances. */
static bool gear_moves(const struct state *q)
{
    return q->gear.valid && (!gear_valid(q) || (q->link_ready && q->owed == 0));
}

static bool s_ready(const struct state *q)
{
    return q->run && !q->ending && (q->x_ready || !q->index) && (!q->gear.valid || gear_moves(q));
}

static bool j_ready(const struct state *q)
{
    return !q->run && !q->done && q->owed != LINK_OWES;
}

static void result(const struct state *q, LP_OUT_T *out)
{
    bool good = q->done && !drop(q) && !q->err;

    out->r_valid = q->done;
    lpi_put64(out->r_bytes, good ? q->beats * LANES + q->gear.fill : 0);
    lpi_put64(out->r_zeros, good ? q->zeros : 0);
    out->r_bad = q->done && !q->killed && (q->over || q->err) ? q->bad : 0;
    out->r_status = !q->done    ? 0
                    : q->killed ? LP_DMA_ABORTED
                    : q->err    ? LP_DMA_DEVICE_ERROR
                    : q->over   ? LP_DMA_ROOM
                                : LP_DMA_GOOD;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct state *q = state;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    out->j_ready = j_ready(q);
    out->s_ready = s_ready(q);
    out->m_valid = q->link_valid;
    if (q->link_valid)
        memcpy(out->m_data, q->link[0].data, sizeof out->m_data);
    else
        memset(out->m_data, 0, sizeof out->m_data);
    out->m_last = q->link_valid && q->link[0].last;
    out->m_bad = q->link_valid && q->link[0].bad;
    out->x_valid = q->x_valid;
    out->x_bytes = q->x_valid ? q->x[0].bytes : 0;
    out->x_end = q->x_valid && q->x[0].end;
    result(q, out);
    out->stop = q->run && q->over;
}

/* lp_skid: source of the front entry: none, the second entry or the input. */
enum { NONE, SECOND, INPUT };
static int skid_tick(bool *valid, bool *ready, bool s_valid, bool m_ready, bool *keep)
{
    bool leave = !*valid || m_ready, offer = s_valid || !*ready;
    int from = leave && offer ? *ready ? INPUT : SECOND : NONE;

    *keep = *ready && s_valid;
    *ready = leave || (*ready && !s_valid);
    *valid = !leave || offer;
    return from;
}

/* A group that does not fit gets no entry. */
static void x_tick(struct state *q, const LP_IN_T *in, bool take, bool none, bool begins)
{
    unsigned bytes = in->s_bytes & 63;
    bool over = begins && q->spent;
    bool push = q->index && take && (none || ((in->s_last & 1) && !drop(q) && !over));
    struct entry entry = {none ? 0 : (uint16_t)(q->flits * LANES + bytes), none};
    bool keep;
    int from = skid_tick(&q->x_valid, &q->x_ready, push, in->x_ready & 1, &keep);

    if (from != NONE)
        q->x[0] = from == INPUT ? entry : q->x[1];
    if (keep)
        q->x[1] = entry;
}

/* The beat that leaves the gear: its content and the bytes of the flit that belong to it. */
static void merge(const struct gear *g, struct beat *beat)
{
    uint8_t bytes[LANES];

    memcpy(bytes, g->beat, LANES);
    if (!g->end && g->at != 0)
        for (unsigned i = g->at; i < LANES; i++)
            bytes[i] |= g->flit[i - g->at];
    lpi_words_of_bytes(beat->data, bytes, LANES);
    beat->last = g->end;
    beat->bad = false;
}

static void link_tick(struct state *q, const LP_IN_T *in)
{
    bool owes = q->owed != 0, valid = owes || gear_valid(q), keep;
    int from = skid_tick(&q->link_valid, &q->link_ready, valid, in->m_ready & 1, &keep);
    struct beat *to = from == INPUT ? &q->link[0] : &q->link[1];

    if (from == SECOND)
        q->link[0] = q->link[1];
    if (!valid || (from != INPUT && !keep))
        return;
    if (owes)
        *to = (struct beat){.last = true, .bad = true};
    else
        merge(&q->gear, to);
}

static void gear_move(struct gear *g)
{
    if (g->begins) {
        unsigned rest = g->at ? g->at : LANES;
        memcpy(g->beat, g->flit + LANES - rest, rest);
        memset(g->beat + rest, 0, LANES - rest);
    } else {
        for (unsigned i = g->at; i < LANES; i++)
            g->beat[i] |= g->flit[i - g->at];
    }
}

/* `reach`: end of the offered flit, counted from the start of its beat. */
static void gear_tick(struct gear *g, const LP_IN_T *in, bool moves, bool take, unsigned reach,
                      bool begins)
{
    if (moves && !g->end)
        gear_move(g);
    g->some = g->some || g->valid;
    g->valid = take || (g->valid && !moves);
    if (!take)
        return;
    g->end = in->s_none & 1;
    g->begins = begins && !g->end;
    g->at = g->fill;
    lpi_bytes_of_words(g->flit, in->s_data, LANES);
    if (!g->end)
        g->fill = reach % LANES;
}

static void count(struct state *q, const LP_IN_T *in, unsigned reach, bool begins, bool last)
{
    bool over = begins && q->spent && !q->over, err = last && (in->s_err & 1);

    if ((over || err) && !q->err && !q->past)
        q->bad = q->group;
    q->err = q->err || (err && !q->past);
    q->past = q->past || (last && (q->over || over));
    q->over = q->over || over;
    if (begins) {
        q->spent = q->left == 1;
        q->left = (q->left - 1) & q->beats_mask;
    }
    if (reach >= LANES)
        q->beats = (q->beats + 1) & q->beats_mask;
    q->flits = last ? 0 : (q->flits + 1) % FLITS;
    if (last) {
        q->group++;
        q->zeros = (q->zeros + (in->s_zeros & 255)) % ZEROS;
    }
}

static void start(struct state *q, const LP_IN_T *in)
{
    q->run = true;
    q->ending = q->over = q->killed = q->err = q->past = q->gear.some = false;
    q->index = in->j_index & 1;
    q->left = lpi_get64(in->j_room) / LANES & q->beats_mask;
    q->spent = q->left == 0;
    q->beats = q->zeros = 0;
    q->group = 0;
    q->gear.fill = q->flits = 0;
}

static void tick(void *state, const void *in_ports)
{
    struct state *q = state;
    const LP_IN_T *in = in_ports;
    bool begin = j_ready(q) && (in->j_valid & 1), none = in->s_none & 1;
    bool moves = gear_moves(q), ended = moves && q->gear.end, owe = ended && !gear_valid(q);
    bool pay = q->owed && q->link_ready, kill = q->run && (in->kill & 1) && !ended;
    bool take = s_ready(q) && (in->s_valid & 1), last = take && !none && (in->s_last & 1);
    unsigned reach = (q->gear.fill + (in->s_bytes & 63)) & 63;
    bool begins = q->gear.fill == 0 || reach > LANES;

    x_tick(q, in, take, none, begins);
    link_tick(q, in);
    q->owed = (uint8_t)(q->owed + owe - pay);
    gear_tick(&q->gear, in, moves, take, reach, begins);
    if (take && !none)
        count(q, in, reach, begins, last);
    q->ending = q->ending || (take && none);
    q->run = q->run && !ended;
    q->done = ended || (q->done && !(in->r_ready & 1));
    q->killed = q->killed || kill;
    if (begin)
        start(q, in);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    bool size = strcmp(port->name, "j_room") == 0 || strcmp(port->name, "r_bytes") == 0;
    return size ? (unsigned)values[0] : port->width;
}

static const struct lp_param params[] = {LP_PARAM_RANGE("SIZE_W", 7, 41, 41, 16)};

LP_UNIT_ROW(cdma_pack, LP_CDMA_PACK_PORTS, struct state, LP_UNIT_PARAMS(params), .set_up = set_up,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
