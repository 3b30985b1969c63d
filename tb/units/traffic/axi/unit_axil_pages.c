/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axil_pages: a host that reads and writes all eight pages, addresses and data in any
 * order, and three blocks that take and answer at random. A port is blocked at any moment; its
 * block then continues for a while, is reset, and drives random values until after the port is
 * unblocked.
 *
 * Each access must appear only at the port whose page it addresses, with the host's address and
 * data, and be answered by the block, or with OKAY and 0 if there is no block or the port is
 * blocked.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axil_pages_ports.h"
#include "base/rng.h"
#include "units/cosim/registry.h"

enum stream { S_AW, S_W, S_B, S_AR, S_R };

#define PORTS LP_AXIL_PAGES
#define NOWHERE PORTS

/* One direction of a block: the parts of an access that it has taken. */
struct half {
    bool addr, data; /* data of a write */
};

/* One direction of the unit, on the host's side. */
struct way {
    bool addr, data; /* taken and not answered; data of a write */
    uint32_t address, prot, word, strb;
    bool open; /* in progress at a port */
    unsigned port;
    bool addr_shown, data_shown;
    bool answered; /* its answer is offered */
    uint32_t answer, resp;
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    unsigned page[PORTS];
    struct way wr, rd;
    struct half wr_at[PORTS], rd_at[PORTS];
    unsigned block;        /* ports */
    unsigned gone;         /* ports whose block is in reset */
    unsigned stay[PORTS];  /* cycles until this changes */
    uint32_t rarely, late; /* blocks; answers */
};

/* ---- the host ---- */

static uint32_t draw_addr(struct bench *q)
{
    unsigned page = lp_below(&q->rng, 3) ? q->page[lp_below(&q->rng, PORTS)] : lp_below(&q->rng, 8);

    return page << 12 | ((uint32_t)lp_random(&q->rng) & 0xfff);
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_axil_pages_in *in = in_ports;

    switch ((enum stream)stream) {
    case S_AW:
        in->s_awaddr = draw_addr(q);
        in->s_awprot = lp_below(&q->rng, 8);
        return true;
    case S_W:
        in->s_wdata = (uint32_t)lp_random(&q->rng);
        in->s_wstrb = lp_below(&q->rng, 16);
        return true;
    default:
        in->s_araddr = draw_addr(q);
        in->s_arprot = lp_below(&q->rng, 8);
        return true;
    }
}

/* ---- the blocks ---- */

/* A port is blocked, its block is reset, the port is unblocked. */
static void next_block(struct bench *q, unsigned i)
{
    if (q->stay[i] > 0) {
        q->stay[i]--;
    } else if (q->gone >> i & 1) {
        q->block &= ~(1u << i);
        q->gone &= ~(1u << i);
        q->stay[i] = lp_below(&q->rng, q->rarely);
    } else if (q->block >> i & 1) {
        q->gone |= 1u << i;
        q->wr_at[i] = q->rd_at[i] = (struct half){false, false};
        q->stay[i] = lp_below(&q->rng, 20);
    } else {
        q->block |= 1u << i;
        q->stay[i] = lp_below(&q->rng, 3);
    }
}

/* Bits of the blocks that answer in this cycle; blocks in reset give random answers. */
static uint32_t answers(struct bench *q, const struct half *half, bool needs_data)
{
    uint32_t bits = (uint32_t)lp_random(&q->rng) & q->gone;

    for (unsigned i = 0; i < PORTS; i++)
        if (half[i].addr && (half[i].data || !needs_data) && lp_below(&q->rng, q->late) == 0)
            bits |= 1u << i;
    return bits;
}

/* Ready signals and payloads stay random. */
static void drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_axil_pages_in *in = in_ports;

    in->block = q->block;
    in->m_bvalid = answers(q, q->wr_at, true);
    in->m_rvalid = answers(q, q->rd_at, false);
}

/* ---- what must come out ---- */

static uint32_t bits_of(const uint32_t *words, unsigned port, unsigned width)
{
    unsigned at = port * width;
    uint64_t two = words[at / 32];

    if (at % 32 + width > 32)
        two |= (uint64_t)words[at / 32 + 1] << 32;
    return (uint32_t)(two >> at % 32 & ((UINT64_C(1) << width) - 1));
}

static uint32_t bit(const struct way *way, bool is)
{
    return is ? 1u << way->port : 0;
}

static const char *check_host(const struct bench *q, const struct lp_axil_pages_out *out)
{
    const struct way *wr = &q->wr, *rd = &q->rd;

    if (out->s_awready != !wr->addr || out->s_wready != !wr->data || out->s_arready != !rd->addr)
        return "a ready of s does not show whether there is room";
    if (out->s_bvalid != wr->answered || (wr->answered && out->s_bresp != wr->resp))
        return "s_b is not the answer that is due";
    if (out->s_rvalid != rd->answered ||
        (rd->answered && (out->s_rresp != rd->resp || out->s_rdata != rd->answer)))
        return "s_r is not the answer that is due";
    return NULL;
}

static const char *check_ports(const struct bench *q, const struct lp_axil_pages_out *out)
{
    const struct way *wr = &q->wr, *rd = &q->rd;

    if (out->m_awvalid != bit(wr, wr->addr_shown) || out->m_wvalid != bit(wr, wr->data_shown) ||
        out->m_arvalid != bit(rd, rd->addr_shown))
        return "a valid of m is not at the due port alone";
    if (out->m_bready != bit(wr, wr->open) || out->m_rready != bit(rd, rd->open))
        return "a ready of m is not at the due port alone";
    if (wr->addr_shown && (bits_of(out->m_awaddr, wr->port, 12) != (wr->address & 0xfff) ||
                           bits_of(&out->m_awprot, wr->port, 3) != wr->prot))
        return "m_aw is not the host's address";
    if (wr->data_shown && (bits_of(out->m_wdata, wr->port, 32) != wr->word ||
                           bits_of(&out->m_wstrb, wr->port, 4) != wr->strb))
        return "m_w is not the host's data";
    if (rd->addr_shown && (bits_of(out->m_araddr, rd->port, 12) != (rd->address & 0xfff) ||
                           bits_of(&out->m_arprot, rd->port, 3) != rd->prot))
        return "m_ar is not the host's address";
    return NULL;
}

/* ---- what happens ---- */

static unsigned port_of(const struct bench *q, uint32_t address)
{
    unsigned i = 0;

    while (i < PORTS && q->page[i] != address >> 12)
        i++;
    return i < PORTS && (q->block >> i & 1) ? NOWHERE : i;
}

static void answer(struct bench *q, struct way *way, uint32_t resp, uint32_t word)
{
    way->addr = way->data = way->open = way->addr_shown = way->data_shown = false;
    way->answered = true;
    way->resp = resp;
    way->answer = word;
    q->base.lines++;
}

/* The access at the head of the queue starts. */
static void begin(struct bench *q, struct way *way, bool write)
{
    unsigned port = port_of(q, way->address);

    if (port == NOWHERE) {
        answer(q, way, 0, 0);
    } else {
        way->open = way->addr_shown = true;
        way->data_shown = write;
        way->port = port;
    }
}

/* Signals of the ports for one direction. */
struct said {
    uint32_t valid, addr_ready, data_ready; /* one bit per port */
    const uint32_t *resp, *word;            /* read data; NULL for writes */
};

/* Advances an access at a port, unless the port is blocked. */
static void move_open(struct bench *q, struct way *way, struct half *at, const struct said *said)
{
    unsigned port = way->port;

    if (q->block >> port & 1) {
        answer(q, way, 0, 0);
    } else if (said->valid >> port & 1) {
        *at = (struct half){false, false};
        answer(q, way, bits_of(said->resp, port, 2),
               said->word ? bits_of(said->word, port, 32) : 0);
    } else {
        at->addr |= way->addr_shown && (said->addr_ready >> port & 1);
        at->data |= way->data_shown && (said->data_ready >> port & 1);
        way->addr_shown &= !at->addr;
        way->data_shown &= !at->data;
    }
}

/* taken: the host takes the answer that is offered. */
static void move(struct bench *q, struct way *way, struct half *halves, bool taken,
                 const struct said *said)
{
    bool write = way == &q->wr, waits = way->answered;

    way->answered &= !taken;
    if (way->open)
        move_open(q, way, &halves[way->port], said);
    else if (!waits && way->addr && (way->data || !write))
        begin(q, way, write);
}

static void move_write(struct bench *q, const struct lp_axil_pages_in *in,
                       const struct lp_axil_pages_out *out)
{
    struct said said = {in->m_bvalid, in->m_awready, in->m_wready, &in->m_bresp, NULL};

    move(q, &q->wr, q->wr_at, in->s_bready, &said);
    if (in->s_awvalid && out->s_awready) {
        q->wr.addr = true;
        q->wr.address = in->s_awaddr;
        q->wr.prot = in->s_awprot;
    }
    if (in->s_wvalid && out->s_wready) {
        q->wr.data = true;
        q->wr.word = in->s_wdata;
        q->wr.strb = in->s_wstrb;
    }
}

static void move_read(struct bench *q, const struct lp_axil_pages_in *in,
                      const struct lp_axil_pages_out *out)
{
    struct said said = {in->m_rvalid, in->m_arready, 0, &in->m_rresp, in->m_rdata};

    move(q, &q->rd, q->rd_at, in->s_rready, &said);
    if (in->s_arvalid && out->s_arready) {
        q->rd.addr = true;
        q->rd.address = in->s_araddr;
        q->rd.prot = in->s_arprot;
    }
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in, const void *out)
{
    struct bench *q = (struct bench *)self;
    const char *wrong = check_host(q, out);

    (void)cycle;
    wrong = wrong ? wrong : check_ports(q, out);
    move_write(q, in, out);
    move_read(q, in, out);
    for (unsigned i = 0; i < PORTS; i++)
        next_block(q, i);
    return wrong;
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    memset(&q->wr, 0, sizeof q->wr);
    memset(&q->rd, 0, sizeof q->rd);
    memset(q->wr_at, 0, sizeof q->wr_at);
    memset(q->rd_at, 0, sizeof q->rd_at);
    q->late = lp_below(&q->rng, 2) ? 1 : 1 + lp_below(&q->rng, 12);
    q->rarely = lp_below(&q->rng, 2) ? 30 : 1000;
    q->block = q->gone = 0;
    for (unsigned i = 0; i < PORTS; i++)
        q->stay[i] = lp_below(&q->rng, q->rarely);
}

static struct lp_traffic *random_traffic(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .beat = beat, .drive = drive, .check = check, .reset = reset, .close = lp_traffic_free};
    q->rng.state = seed;
    for (unsigned i = 0; i < PORTS; i++)
        q->page[i] = (unsigned)values[0] >> 4 * i & 15;
    reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_axil_pages_hooks;
const struct lp_hooks lp_axil_pages_hooks = {.random = random_traffic};
