/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axil_fork: a host that reads and writes all pages, addresses and data in any order,
 * and two subordinates that take and answer at random. Each access must appear exactly once, at the
 * subordinate whose page it addresses, with the host's address and data, and return that
 * subordinate's answer.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axi_ports.h"
#include "base/rng.h"
#include "units/cosim/registry.h"

/* Streams in port order. */
enum { S_AW, S_W, S_B, S_AR, S_R, M_AW, M_W, M_B, M_AR, M_R, P_AW, P_W, P_B, P_AR, P_R };

/* One direction: an access that the host has started and that is not answered. */
struct way {
    bool addr, data; /* the host has given the address; the data of a write */
    uint32_t address, prot, word, strb;
    bool went, wrote; /* a subordinate has taken the address; the data */
    bool answers;     /* the subordinate offers its answer */
    bool answered;    /* its answer was taken */
    uint32_t resp, read;
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    uint32_t page;
    struct way wr, rd;
};

static uint32_t draw_addr(struct bench *q)
{
    uint32_t page = lp_below(&q->rng, 2) ? q->page : lp_below(&q->rng, 8);

    return page << 12 | ((uint32_t)lp_random(&q->rng) & 0xfff);
}

static bool here(const struct bench *q, const struct way *way, bool of_page)
{
    return (way->address >> 12 == q->page) == of_page;
}

/* An answer of a subordinate, if one is due. */
static bool give(struct bench *q, struct way *way, bool of_page, uint32_t *resp, uint32_t *read)
{
    bool whole = way->went && (way->wrote || way == &q->rd);
    bool owes = whole && !way->answers && here(q, way, of_page);

    *resp = lp_below(&q->rng, 4);
    if (read)
        *read = (uint32_t)lp_random(&q->rng);
    way->answers |= owes;
    return owes;
}

static bool fork_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_axil_fork_in *in = in_ports;

    switch (stream) {
    case S_AW:
        in->s_awaddr = draw_addr(q);
        in->s_awprot = lp_below(&q->rng, 8);
        return true;
    case S_W:
        in->s_wdata = (uint32_t)lp_random(&q->rng);
        in->s_wstrb = lp_below(&q->rng, 16);
        return true;
    case S_AR:
        in->s_araddr = draw_addr(q);
        in->s_arprot = lp_below(&q->rng, 8);
        return true;
    case M_B: return give(q, &q->wr, false, &in->m_bresp, NULL);
    case P_B: return give(q, &q->wr, true, &in->p_bresp, NULL);
    case M_R: return give(q, &q->rd, false, &in->m_rresp, &in->m_rdata);
    default: return give(q, &q->rd, true, &in->p_rresp, &in->p_rdata);
    }
}

/* ---- what must come out ---- */

/* One subordinate. */
struct near {
    bool of_page;
    uint32_t awvalid, awready, awaddr, awprot, wvalid, wready, wdata, wstrb;
    uint32_t bvalid, bready, bresp;
    uint32_t arvalid, arready, araddr, arprot, rvalid, rready, rdata, rresp;
};

#define NEAR(X, PAGE)                                                                              \
    {                                                                                              \
        PAGE, out->X##awvalid, in->X##awready, out->X##awaddr, out->X##awprot, out->X##wvalid,     \
            in->X##wready, out->X##wdata, out->X##wstrb, in->X##bvalid, out->X##bready,            \
            in->X##bresp, out->X##arvalid, in->X##arready, out->X##araddr, out->X##arprot,         \
            in->X##rvalid, out->X##rready, in->X##rdata, in->X##rresp                              \
    }

static const char *check_write(struct bench *q, const struct near *n)
{
    struct way *way = &q->wr;
    bool due = way->addr && way->data && here(q, way, n->of_page) && !way->answered;

    if (n->awvalid && (!due || way->went))
        return "an address of a write that is not due there";
    if (n->wvalid && (!due || way->wrote))
        return "data that is not due there";
    if (n->awvalid && (n->awaddr != way->address || n->awprot != way->prot))
        return "not the address of the host's write";
    if (n->wvalid && (n->wdata != way->word || n->wstrb != way->strb))
        return "not the host's data";
    way->went |= n->awvalid & n->awready;
    way->wrote |= n->wvalid & n->wready;
    if (n->bvalid & n->bready) {
        way->answered = true;
        way->resp = n->bresp;
    }
    return NULL;
}

static const char *check_read(struct bench *q, const struct near *n)
{
    struct way *way = &q->rd;
    bool due = way->addr && here(q, way, n->of_page) && !way->answered;

    if (n->arvalid && (!due || way->went))
        return "an address of a read that is not due there";
    if (n->arvalid && (n->araddr != way->address || n->arprot != way->prot))
        return "not the address of the host's read";
    way->went |= n->arvalid & n->arready;
    if (n->rvalid & n->rready) {
        way->answered = true;
        way->resp = n->rresp;
        way->read = n->rdata;
    }
    return NULL;
}

static const char *check_host(struct bench *q, const struct lp_axil_fork_in *in,
                              const struct lp_axil_fork_out *out)
{
    struct way *wr = &q->wr, *rd = &q->rd;

    if (out->s_awready == wr->addr || out->s_wready == wr->data || out->s_arready == rd->addr)
        return "a ready of s does not show whether there is room";
    if (out->s_bvalid != wr->answered || (wr->answered && out->s_bresp != wr->resp))
        return "s_b is not the answer that is due";
    if (out->s_rvalid != rd->answered ||
        (rd->answered && (out->s_rresp != rd->resp || out->s_rdata != rd->read)))
        return "s_r is not the answer that is due";
    if (out->s_bvalid & in->s_bready)
        *wr = (struct way){.addr = false};
    if (out->s_rvalid & in->s_rready)
        *rd = (struct way){.addr = false};
    return NULL;
}

static void take(struct bench *q, const struct lp_axil_fork_in *in,
                 const struct lp_axil_fork_out *out)
{
    if (in->s_awvalid & out->s_awready) {
        q->wr.addr = true;
        q->wr.address = in->s_awaddr;
        q->wr.prot = in->s_awprot;
    }
    if (in->s_wvalid & out->s_wready) {
        q->wr.data = true;
        q->wr.word = in->s_wdata;
        q->wr.strb = in->s_wstrb;
    }
    if (in->s_arvalid & out->s_arready) {
        q->rd.addr = true;
        q->rd.address = in->s_araddr;
        q->rd.prot = in->s_arprot;
    }
}

static const char *fork_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct bench *q = (struct bench *)self;
    const struct lp_axil_fork_in *in = in_ports;
    const struct lp_axil_fork_out *out = out_ports;
    const struct near ends[] = {NEAR(m_, false), NEAR(p_, true)};
    const char *wrong = check_host(q, in, out);

    (void)cycle;
    for (unsigned i = 0; i < 2; i++) {
        wrong = wrong ? wrong : check_write(q, &ends[i]);
        wrong = wrong ? wrong : check_read(q, &ends[i]);
    }
    take(q, in, out);
    q->base.lines += (out->s_bvalid & in->s_bready) + (out->s_rvalid & in->s_rready);
    return wrong;
}

static void fork_reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    q->wr = q->rd = (struct way){.addr = false};
}

static struct lp_traffic *fork_random(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = fork_beat,
                                  .reactive = true,
                                  .check = fork_check,
                                  .reset = fork_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    q->page = (uint32_t)values[0];
    return &q->base;
}

extern const struct lp_hooks lp_axil_fork_hooks;
const struct lp_hooks lp_axil_fork_hooks = {.random = fork_random};
