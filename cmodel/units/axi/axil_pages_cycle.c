/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_axil_pages (rtl/axi/lp_axil_pages.sv).
 *
 * RTL map of lp_axil_pages:
 *   aw_{addr,prot,open}_q = wr.{}
 *   w_{data,strb}_q = wr.{}
 *   b_resp_q = wr.resp
 *   ar_{addr,prot,open}_q = rd.{}
 *   r_{data,resp}_q = rd.{}
 */
#include "axil_pages_cycle.h"

#include <stdbool.h>
#include <string.h>

typedef struct lp_axil_pages_in LP_IN_T;
typedef struct lp_axil_pages_out LP_OUT_T;

#define PORTS LP_AXIL_PAGES
#define ALL ((1u << PORTS) - 1)

struct pages {
    uint8_t page[PORTS];
    struct {
        bool aw, w, b;
        uint8_t prot, strb, resp;
        uint8_t open, aw_valid, w_valid; /* a bit for each port */
        uint16_t addr;
        uint32_t data;
    } wr;
    struct {
        bool ar, r;
        uint8_t prot, resp;
        uint8_t open, ar_valid;
        uint16_t addr;
        uint32_t data;
    } rd;
};

_Static_assert(sizeof(struct pages) <= LP_AXIL_PAGES_STATE, "lp_axil_pages' state");

static void clear(struct pages *q)
{
    q->wr.aw = q->wr.w = q->wr.b = false;
    q->wr.open = q->wr.aw_valid = q->wr.w_valid = 0;
    q->rd.ar = q->rd.r = false;
    q->rd.open = q->rd.ar_valid = 0;
}

static unsigned page_of(int pages, unsigned port)
{
    return (unsigned)pages >> 4 * port & 15;
}

static void init(void *state, const int *values)
{
    struct pages *q = state;

    memset(q, 0, sizeof *q);
    for (unsigned i = 0; i < PORTS; i++)
        q->page[i] = (uint8_t)page_of(values[0], i);
    clear(q);
}

/* The same `width` bits for each port, side by side. */
static void put_all(uint32_t *words, uint32_t value, unsigned width)
{
    memset(words, 0, ((PORTS * width + 31) / 32) * sizeof *words);
    for (unsigned i = 0; i < PORTS; i++) {
        unsigned at = i * width;
        words[at / 32] |= value << at % 32;
        if (at % 32 + width > 32)
            words[at / 32 + 1] |= value >> (32 - at % 32);
    }
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct pages *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    out->s_awready = !q->wr.aw;
    out->s_wready = !q->wr.w;
    out->s_bvalid = q->wr.b;
    out->s_bresp = q->wr.resp;
    out->s_arready = !q->rd.ar;
    out->s_rvalid = q->rd.r;
    out->s_rdata = q->rd.data;
    out->s_rresp = q->rd.resp;
    out->m_awvalid = q->wr.aw_valid;
    put_all(out->m_awaddr, q->wr.addr & 0xfff, 12);
    put_all(&out->m_awprot, q->wr.prot, 3);
    out->m_wvalid = q->wr.w_valid;
    put_all(out->m_wdata, q->wr.data, 32);
    put_all(&out->m_wstrb, q->wr.strb, 4);
    out->m_bready = q->wr.open;
    out->m_arvalid = q->rd.ar_valid;
    put_all(out->m_araddr, q->rd.addr & 0xfff, 12);
    put_all(&out->m_arprot, q->rd.prot, 3);
    out->m_rready = q->rd.open;
}

/* The port, one-hot, to which this address belongs if an access may begin there; 0: none. */
static unsigned port_of(const struct pages *q, unsigned addr, unsigned block)
{
    for (unsigned i = 0; i < PORTS; i++)
        if (addr >> 12 == q->page[i])
            return (1u << i) & ~block;
    return 0;
}

/* The word of `width` bits, up to 32, of the port whose bit is set; 0: none. */
static uint32_t word_of(const uint32_t *words, unsigned port, unsigned width)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < PORTS; i++)
        if (port >> i & 1)
            word = words[i * width / 32] >> i * width % 32;
    return word;
}

static void tick_writes(struct pages *q, const LP_IN_T *in, unsigned block)
{
    bool begin = q->wr.aw && q->wr.w && !q->wr.open && !q->wr.b;
    unsigned go = begin ? port_of(q, q->wr.addr, block) : 0;
    unsigned done = q->wr.open & (in->m_bvalid | block);
    bool end = (begin && !go) || done;

    if (end)
        q->wr.resp = word_of(&in->m_bresp, q->wr.open & ~block, 2) & 3;
    if (!q->wr.aw) {
        q->wr.addr = in->s_awaddr & 0x7fff;
        q->wr.prot = in->s_awprot & 7;
    }
    if (!q->wr.w) {
        q->wr.data = in->s_wdata;
        q->wr.strb = in->s_wstrb & 15;
    }
    q->wr.aw = (q->wr.aw || (in->s_awvalid & 1)) && !end;
    q->wr.w = (q->wr.w || (in->s_wvalid & 1)) && !end;
    q->wr.b = end || (q->wr.b && !(in->s_bready & 1));
    q->wr.open = (uint8_t)(go | (q->wr.open & ~done));
    q->wr.aw_valid = (uint8_t)(go | (q->wr.aw_valid & ~in->m_awready & ~block));
    q->wr.w_valid = (uint8_t)(go | (q->wr.w_valid & ~in->m_wready & ~block));
}

static void tick_reads(struct pages *q, const LP_IN_T *in, unsigned block)
{
    bool begin = q->rd.ar && !q->rd.open && !q->rd.r;
    unsigned go = begin ? port_of(q, q->rd.addr, block) : 0;
    unsigned done = q->rd.open & (in->m_rvalid | block), heard = q->rd.open & ~block;
    bool end = (begin && !go) || done;

    if (end) {
        q->rd.data = word_of(in->m_rdata, heard, 32);
        q->rd.resp = word_of(&in->m_rresp, heard, 2) & 3;
    }
    if (!q->rd.ar) {
        q->rd.addr = in->s_araddr & 0x7fff;
        q->rd.prot = in->s_arprot & 7;
    }
    q->rd.ar = (q->rd.ar || (in->s_arvalid & 1)) && !end;
    q->rd.r = end || (q->rd.r && !(in->s_rready & 1));
    q->rd.open = (uint8_t)(go | (q->rd.open & ~done));
    q->rd.ar_valid = (uint8_t)(go | (q->rd.ar_valid & ~in->m_arready & ~block));
}

static void tick(void *state, const void *in_ports)
{
    const LP_IN_T *in = in_ports;

    tick_writes(state, in, in->block & ALL);
    tick_reads(state, in, in->block & ALL);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
void lp_axil_pages_reset_with(void *state, const struct lp_axil_pages_in *in)
{
    tick(state, in);
    clear(state);
}

static void reset(void *state)
{
    lp_axil_pages_reset_with(state, &(LP_IN_T){0});
}

static int fits(const int *values)
{
    unsigned a = page_of(values[0], 0), b = page_of(values[0], 1), c = page_of(values[0], 2);

    return (values[0] & ~0x777) == 0 && a != b && a != c && b != c;
}

static const struct lp_param params[] = {LP_PARAM_RANGE("PAGES", 0, 0x777, 0x410, 0x527)};

LP_UNIT_ROW(axil_pages, LP_AXIL_PAGES_PORTS, struct pages, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .fits = fits);
