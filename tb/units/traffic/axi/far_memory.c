/* SPDX-License-Identifier: Apache-2.0 */
#include "far_memory.h"

#include <string.h>

#include "dma/memory/memory_port.h"

bool lp_far_memory_open(struct lp_far_memory *m, const struct lpi_memory_config *config,
                        enum lp_far_kind kind, unsigned depth)
{
    memset(m, 0, sizeof *m);
    m->memory = lpi_memory_open(config);
    m->own.kind = kind;
    m->own.depth = depth;
    m->order = &m->own;
    m->rng.state = config->seed;
    return m->memory != NULL;
}

void lp_far_memory_share(struct lp_far_memory *m, struct lp_far_memory *with)
{
    m->order = with->order;
}

void lp_far_memory_close(struct lp_far_memory *m)
{
    lpi_memory_close(m->memory);
    m->memory = NULL;
}

/* ---- the controller ---- */

/* The oldest burst, or the oldest of one direction; NULL: none. */
static struct lp_far_burst *oldest(struct lp_far_order *o, bool any, bool write)
{
    for (unsigned i = 0; i < o->count; i++)
        if (any || o->burst[i].write == write)
            return &o->burst[i];
    return NULL;
}

/* The burst whose beats may move; NULL: those of all bursts may. */
static struct lp_far_burst *served(struct lp_far_order *o)
{
    struct lp_far_burst *other;

    if (o->kind == LP_FAR_ONE_QUEUE)
        return oldest(o, true, false);
    if (o->kind != LP_FAR_ALTERNATE)
        return NULL;
    other = oldest(o, false, !o->last_write);
    return other ? other : oldest(o, false, o->last_write);
}

static void enter(struct lp_far_memory *m, bool write, unsigned beats)
{
    struct lp_far_order *o = m->order;

    if (o->count < sizeof o->burst / sizeof *o->burst)
        o->burst[o->count++] = (struct lp_far_burst){m, write, beats};
}

/* A beat of the oldest burst of this direction has moved. */
static void moved(struct lp_far_memory *m, bool write)
{
    struct lp_far_order *o = m->order;

    for (unsigned i = 0; i < o->count; i++) {
        if (o->burst[i].of != m || o->burst[i].write != write)
            continue;
        if (--o->burst[i].left == 0) {
            memmove(&o->burst[i], &o->burst[i + 1], (--o->count - i) * sizeof *o->burst);
            o->last_write = write;
        }
        return;
    }
    m->w_ahead += write && o->kind != LP_FAR_W_FIRST;
}

static bool may_r(const struct lp_far_memory *m)
{
    const struct lp_far_burst *now = served(m->order);

    return !now || (now->of == m && !now->write);
}

static bool may_w(const struct lp_far_memory *m)
{
    struct lp_far_order *o = m->order;
    const struct lp_far_burst *now = served(o);

    if (o->kind == LP_FAR_W_FIRST)
        return true;
    if (o->kind == LP_FAR_READS_FIRST && oldest(o, false, false))
        return false;
    if (!now && o->kind != LP_FAR_FREE)
        now = oldest(o, false, true);
    return o->kind == LP_FAR_FREE || (now && now->of == m && now->write);
}

void lp_far_memory_gate(const struct lp_far_memory *m, uint32_t *arready, uint32_t *awready,
                        uint32_t *wready)
{
    struct lp_far_order *o = m->order;
    bool room = o->count < o->depth;

    *arready &= room;
    *awready &= room && !(o->kind == LP_FAR_READS_FIRST && oldest(o, false, false)) &&
                !(o->kind == LP_FAR_W_FIRST && m->w_whole == m->aw_in);
    *wready &= may_w(m) && m->w_in - m->w_out < LP_FAR_WAITING;
}

/* ---- what moves ---- */

void lp_far_memory_ar(struct lp_far_memory *m, uint32_t id, const uint32_t addr[2], uint32_t len)
{
    m->ar[m->ar_in++ % LP_FAR_WAITING] = lpi_axi_request_of(id, addr, len);
    enter(m, false, len + 1);
}

void lp_far_memory_aw(struct lp_far_memory *m, uint32_t id, const uint32_t addr[2], uint32_t len)
{
    unsigned ahead = m->w_ahead < len + 1 ? m->w_ahead : len + 1;

    m->aw[m->aw_in++ % LP_FAR_WAITING] = lpi_axi_request_of(id, addr, len);
    m->w_ahead -= ahead;
    if (m->order->kind != LP_FAR_W_FIRST && ahead < len + 1)
        enter(m, true, len + 1 - ahead);
}

void lp_far_memory_w(struct lp_far_memory *m, const uint32_t data[8], uint32_t strb, uint32_t last)
{
    struct lpi_axi_data *w = &m->w[m->w_in++ % LP_FAR_WAITING];

    memcpy(w->data, data, sizeof w->data);
    w->strb = strb;
    w->last = last;
    m->w_whole += last;
    moved(m, true);
}

const struct lpi_axi_answer *lp_far_memory_r(struct lp_far_memory *m)
{
    const struct lpi_axi_answer *r = lpi_memory_offers(m->memory).r;

    if (!r || !may_r(m))
        return NULL;
    m->spoilt = *r;
    lpi_memory_give_r(m->memory);
    if (lp_chance(&m->rng, m->beat_error)) {
        m->spoilt.resp = LPI_AXI_SLVERR;
        for (unsigned i = 0; i < sizeof m->spoilt.data / sizeof *m->spoilt.data; i++)
            m->spoilt.data[i] = (uint32_t)lp_random(&m->rng);
    }
    return &m->spoilt;
}

void lp_far_memory_r_taken(struct lp_far_memory *m)
{
    moved(m, false);
}

const struct lpi_axi_answer *lp_far_memory_b(struct lp_far_memory *m)
{
    const struct lpi_axi_answer *b = lpi_memory_offers(m->memory).b;

    if (b)
        lpi_memory_give_b(m->memory);
    return b;
}

const char *lp_far_memory_tick(struct lp_far_memory *m)
{
    struct lpi_memory_side side = lpi_memory_offers(m->memory);
    const char *broken = NULL, *stopped;

    if (m->aw_in - m->aw_out > LP_FAR_WAITING || m->w_in - m->w_out > LP_FAR_WAITING ||
        m->ar_in - m->ar_out > LP_FAR_WAITING)
        return "more bursts in flight than a slice can have";
    if (side.arready && m->ar_out != m->ar_in)
        broken = lpi_memory_take_ar(m->memory, &m->ar[m->ar_out++ % LP_FAR_WAITING]);
    if (!broken && side.awready && m->aw_out != m->aw_in)
        broken = lpi_memory_take_aw(m->memory, &m->aw[m->aw_out++ % LP_FAR_WAITING]);
    if (!broken && side.wready && m->w_out != m->w_in)
        broken = lpi_memory_take_w(m->memory, &m->w[m->w_out++ % LP_FAR_WAITING]);
    stopped = lpi_memory_pass(m->memory);
    return broken ? broken : stopped;
}
