/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_card (rtl/card/lp_card.sv): holds those of its units.
 *
 * RTL map of lp_card:
 *   {irq,drain,hold,held,local}_q = {}
 */
#include "card_top_cycle.h"

#include <string.h>

#include "../axi/axi_fence_cycle.h"
#include "../axi/axi_join_cycle.h"
#include "../axi/axil.h"
#include "../axi/axil_pages_cycle.h"
#include "../cdma/axi_fields.h"
#include "../cdma/cdma_buf_cycle.h"
#include "../cdma/cdma_top_cycle.h"
#include "../../base/bits.h"
#include "../common/cut.h"
#include "card_regs_ports.h"
#include "card_regs_table.h"
#include "card_test_cycle.h"

typedef struct lp_card_in LP_IN_T;
typedef struct lp_card_out LP_OUT_T;

enum { CHANNELS, FLITS, CODECS, ELEM, BURST, READ, MEM_LOG2, HOST, WINDOW, GIT, BUILT, EDGE_KIND,
       EDGE_BASE, PARAMS };
enum { IDENTITY, SELF_TEST, ENGINE, PAGES }; /* ports of lp_axil_pages */

#define ID_W 4      /* bits of an id of a port of the join */
#define HELD 7      /* most of held */
#define EDGE 0x120u /* the edge's link in the list of blocks */

struct card {
    int values[PARAMS];
    unsigned index; /* port of the join: the channels' are below it, and these behind it */
    unsigned local_port, bridge, test_port;
    bool irq, drain, hold, local;
    unsigned held;
    /* What the units see and show in this cycle. */
    struct {
        struct lp_axil_pages_in pages;
        struct lp_card_regs_in regs;
        struct lp_cdma_in engine;
        struct lp_card_test_in test;
        struct lp_axi_fence_in host, window, mem;
        struct lp_axi_join_in join;
    } in;
    struct {
        struct lp_axil_pages_out pages;
        struct lp_card_regs_out regs;
        struct lp_cdma_out engine;
        struct lp_card_test_out test;
        struct lp_axi_fence_out host, window, mem;
        struct lp_axi_join_out join;
    } out;
    struct lpi_axil regs;
    _Alignas(8) unsigned char pages[LP_AXIL_PAGES_STATE], test[LP_CARD_TEST_STATE],
        join[LP_AXI_JOIN_STATE];
    _Alignas(8) unsigned char host[LP_AXI_FENCE_STATE], window[LP_AXI_FENCE_STATE],
        mem[LP_AXI_FENCE_STATE];
    _Alignas(8) unsigned char engine[LP_CDMA_STATE];
};

_Static_assert(sizeof card_regs_fields / sizeof *card_regs_fields <= LPI_AXIL_FIELDS, "fields");
_Static_assert(sizeof(struct lp_card_regs_out) / 4 <= LPI_AXIL_OUTS, "outputs");

/* Fields of a port whose names begin with T in the one struct and with F in the other. */
#define N_(P, name) to->T(name) = from->F(name);
#define V_(P, name) memcpy(to->T(name), from->F(name), sizeof to->T(name));
#define PLAIN(name) name
#define S_(name) s_##name
#define M_(name) m_##name
#define HOST_(name) host_##name
#define WIN_(name) win_##name
#define MEM_(name) mem_##name
#define CSR_(name) csr_##name

#define AXIL_SEEN(N)                                                                               \
    N(, awvalid) N(, awaddr) N(, awprot) N(, wvalid) N(, wdata) N(, wstrb) N(, bready)             \
    N(, arvalid) N(, araddr) N(, arprot) N(, rready)
#define AXIL_SHOWN(N)                                                                              \
    N(, awready) N(, wready) N(, bvalid) N(, bresp) N(, arready) N(, rvalid) N(, rdata) N(, rresp)
#define SEEN LPI_AXI_SEEN(N_, V_, ) LPI_AXI_IDS_SEEN(N_, )
#define SHOWN LPI_AXI_SHOWN(N_, V_, ) LPI_AXI_IDS_SHOWN(N_, )

/* ---- registers ---- */

/* Field p of a port that has one for each of the pages. */
#define PAGE_OF_(P, name, width)                                                                   \
    to->T(name) = lpi_bits_word((const uint32_t *)&from->m_##name, p * width, width);
#define TO_PAGE                                                                                    \
    PAGE_OF_(, awvalid, 1) PAGE_OF_(, awaddr, 12) PAGE_OF_(, awprot, 3) PAGE_OF_(, wvalid, 1)      \
    PAGE_OF_(, wdata, 32) PAGE_OF_(, wstrb, 4) PAGE_OF_(, bready, 1) PAGE_OF_(, arvalid, 1)        \
    PAGE_OF_(, araddr, 12) PAGE_OF_(, arprot, 3) PAGE_OF_(, rready, 1)
#define PAGE_PUT_(P, name, width)                                                                  \
    lpi_bits_put_word((uint32_t *)&to->m_##name, p * width, width, from->F(name));
#define FROM_PAGE                                                                                  \
    PAGE_PUT_(, awready, 1) PAGE_PUT_(, wready, 1) PAGE_PUT_(, bvalid, 1) PAGE_PUT_(, bresp, 2)    \
    PAGE_PUT_(, arready, 1) PAGE_PUT_(, rvalid, 1) PAGE_PUT_(, rdata, 32) PAGE_PUT_(, rresp, 2)

static void blocks_see(struct card *q)
{
    const struct lp_axil_pages_out *from = &q->out.pages;
    unsigned p = IDENTITY;
    {
        struct lp_card_regs_in *to = &q->in.regs;
#define T PLAIN
        TO_PAGE
#undef T
    }
#define T CSR_
    p = SELF_TEST;
    {
        struct lp_card_test_in *to = &q->in.test;
        TO_PAGE
    }
    p = ENGINE;
    {
        struct lp_cdma_in *to = &q->in.engine;
        TO_PAGE
    }
#undef T
}

static void pages_see(struct card *q, const LP_IN_T *in)
{
    struct lp_axil_pages_in *to = &q->in.pages;
    unsigned p = IDENTITY;
    {
        const LP_IN_T *from = in;
#define T S_
#define F CSR_
        AXIL_SEEN(N_)
#undef T
#undef F
    }
    {
        const struct lp_card_regs_out *from = &q->out.regs;
#define F PLAIN
        FROM_PAGE
#undef F
    }
#define F CSR_
    p = SELF_TEST;
    {
        const struct lp_card_test_out *from = &q->out.test;
        FROM_PAGE
    }
    p = ENGINE;
    {
        const struct lp_cdma_out *from = &q->out.engine;
        FROM_PAGE
    }
#undef F
    to->block = q->drain ? 1u << SELF_TEST | 1u << ENGINE : 0;
}

static void regs_see(struct card *q)
{
    struct lp_card_regs_in *in = &q->in.regs;
    const int *values = q->values;

    in->git = (uint32_t)values[GIT];
    in->built = (uint32_t)values[BUILT];
    in->features_host = values[HOST] != 0;
    in->features_window = values[WINDOW] != 0;
    in->features_codecs = (uint32_t)values[CODECS];
    in->features_channels = (uint32_t)values[CHANNELS];
    in->features_memory = (uint32_t)values[MEM_LOG2];
    in->status_resetting = q->drain;
    in->status_local = q->local;
    in->status_host_busy = !q->out.host.idle;
    in->status_mem_busy = !q->out.mem.idle;
    in->status_win_busy = !q->out.window.idle;
    in->pending_engine = q->out.engine.irq;
    in->pending_test = q->out.test.irq;
    in->engine_next = values[EDGE_KIND] != 0 ? EDGE : 0;
    in->edge_kind = (uint32_t)values[EDGE_KIND];
    in->edge_base = (uint32_t)values[EDGE_BASE];
}

/* ---- the join's ports ---- */

/* Field p of the join's near side is that of `from`. */
#define JOIN_N_(name, width)                                                                       \
    lpi_bits_put_word((uint32_t *)&to->s_##name, p * width, width, (uint32_t)from->F(name));
#define JOIN_V_(name, width) lpi_bits_put(to->s_##name, p * width, width, from->F(name));
#define TO_JOIN                                                                                    \
    JOIN_N_(arvalid, 1) JOIN_N_(arid, ID_W) JOIN_V_(araddr, 40) JOIN_N_(arlen, 8)                  \
    JOIN_N_(rready, 1) JOIN_N_(awvalid, 1) JOIN_N_(awid, ID_W) JOIN_V_(awaddr, 40)                 \
    JOIN_N_(awlen, 8) JOIN_N_(wvalid, 1) JOIN_V_(wdata, 256) JOIN_N_(wstrb, 32) JOIN_N_(wlast, 1)  \
    JOIN_N_(bready, 1)
/* The channels, all at once. */
#define CHANNELS_N_(name) to->s_##name = from->dev_##name;
#define CHANNELS_V_(name) memcpy(to->s_##name, from->dev_##name, sizeof from->dev_##name);

/* A port without ids, as it is on the join. */
struct index_port {
    uint32_t arvalid, arid, araddr[2], arlen, rready, awvalid, awid, awaddr[2], awlen, wvalid,
        wdata[8], wstrb, wlast, bready;
};

static void join_sees_channels(struct lp_axi_join_in *to, const struct lp_cdma_out *from)
{
    CHANNELS_N_(arvalid) CHANNELS_V_(araddr) CHANNELS_V_(arlen) CHANNELS_N_(rready)
    CHANNELS_N_(awvalid) CHANNELS_V_(awaddr) CHANNELS_V_(awlen) CHANNELS_N_(wvalid)
    CHANNELS_V_(wdata) CHANNELS_V_(wstrb) CHANNELS_N_(wlast) CHANNELS_N_(bready)
}

static void join_sees_index(struct lp_axi_join_in *join, unsigned p, const struct lp_cdma_out *out)
{
    struct index_port port = {0};
    {
        const struct lp_cdma_out *from = out;
        struct index_port *to = &port;
#define T PLAIN
#define F(name) idx_##name
        LPI_AXI_SHOWN(N_, V_, )
#undef T
#undef F
    }
    {
        const struct index_port *from = &port;
        struct lp_axi_join_in *to = join;
#define F PLAIN
        TO_JOIN
#undef F
    }
}

static void join_sees(struct card *q)
{
    struct lp_axi_join_in *to = &q->in.join;
    unsigned p = q->local_port;

    memset(to, 0, sizeof *to);
    join_sees_channels(to, &q->out.engine);
    join_sees_index(to, q->index, &q->out.engine);
    {
        const struct lp_cdma_out *from = &q->out.engine;
#define F HOST_
        TO_JOIN
#undef F
        if (!q->local) {
            to->s_arvalid &= ~(1u << p);
            to->s_awvalid &= ~(1u << p);
            to->s_wvalid &= ~(1u << p);
        }
    }
#define F M_
    p = q->bridge;
    {
        const struct lp_axi_fence_out *from = &q->out.window;
        TO_JOIN
    }
    p = q->test_port;
    {
        const struct lp_card_test_out *from = &q->out.test;
        TO_JOIN
    }
#undef F
}

/* What port p of the join says to a master. */
struct answer {
    uint32_t arready, rvalid, rid, rdata[8], rresp, rlast, awready, wready, bvalid, bid, bresp;
};

static struct answer answer_of(const struct lp_axi_join_out *join, unsigned p)
{
    struct answer a = {
        .arready = join->s_arready >> p & 1,
        .rvalid = join->s_rvalid >> p & 1,
        .rid = join->s_rid,
        .rresp = join->s_rresp,
        .rlast = join->s_rlast,
        .awready = join->s_awready >> p & 1,
        .wready = join->s_wready >> p & 1,
        .bvalid = join->s_bvalid >> p & 1,
        .bid = join->s_bid,
        .bresp = join->s_bresp,
    };

    memcpy(a.rdata, join->s_rdata, sizeof a.rdata);
    return a;
}

/* ---- what each sees ---- */

static void engine_sees_memory(struct card *q)
{
    const struct lp_axi_join_out *join = &q->out.join;
    struct lp_cdma_in *to = &q->in.engine;
    uint32_t mask = (1u << q->values[CHANNELS]) - 1;

    to->dev_arready = join->s_arready & mask;
    to->dev_rvalid = join->s_rvalid & mask;
    to->dev_awready = join->s_awready & mask;
    to->dev_wready = join->s_wready & mask;
    to->dev_bvalid = join->s_bvalid & mask;
    to->dev_rlast = join->s_rlast ? mask : 0;
    for (unsigned c = 0; c < (unsigned)q->values[CHANNELS]; c++) {
        memcpy(&to->dev_rdata[8 * c], join->s_rdata, sizeof join->s_rdata);
        lpi_bits_put_word((uint32_t *)&to->dev_rresp, 2 * c, 2, join->s_rresp);
        lpi_bits_put_word((uint32_t *)&to->dev_bresp, 2 * c, 2, join->s_bresp);
    }
    const struct answer a = answer_of(join, q->index), *from = &a;
#define T(name) idx_##name
#define F PLAIN
    LPI_AXI_SEEN(N_, V_, )
#undef T
#undef F
}

static void engine_sees_host(struct card *q)
{
    struct lp_cdma_in *to = &q->in.engine;
#define T HOST_
    if (q->local) {
        const struct answer a = answer_of(&q->out.join, q->local_port), *from = &a;
#define F PLAIN
        SEEN
#undef F
        to->host_rid &= 3;
        to->host_bid &= 3;
    } else {
        const struct lp_axi_fence_out *from = &q->out.host;
#define F S_
        SEEN
#undef F
    }
#undef T
}

static void host_sees(struct card *q, const LP_IN_T *in)
{
    struct lp_axi_fence_in *to = &q->in.host;
    {
        const struct lp_cdma_out *from = &q->out.engine;
#define T S_
#define F HOST_
        SHOWN
#undef T
    }
    if (q->local)
        to->s_arvalid = to->s_awvalid = to->s_wvalid = 0;
    {
        const LP_IN_T *from = in;
#define T M_
        SEEN
#undef T
#undef F
    }
}

static void window_sees(struct card *q, const LP_IN_T *in)
{
    struct lp_axi_fence_in *to = &q->in.window;
    {
        const LP_IN_T *from = in;
#define T S_
#define F WIN_
        SHOWN
#undef T
#undef F
    }
    const struct answer a = answer_of(&q->out.join, q->bridge), *from = &a;
#define T M_
#define F PLAIN
    SEEN
#undef T
#undef F
}

static void test_sees(struct card *q)
{
    struct lp_card_test_in *to = &q->in.test;
    const struct answer a = answer_of(&q->out.join, q->test_port), *from = &a;
#define T M_
#define F PLAIN
    SEEN
#undef T
#undef F
}

static void mem_sees(struct card *q, const LP_IN_T *in)
{
    struct lp_axi_fence_in *to = &q->in.mem;
    {
        const struct lp_axi_join_out *from = &q->out.join;
#define T S_
#define F M_
        SHOWN
#undef T
#undef F
    }
    {
        const LP_IN_T *from = in;
#define T M_
#define F MEM_
        SEEN
#undef T
#undef F
    }
}

static void join_sees_memory(struct card *q)
{
    struct lp_axi_join_in *to = &q->in.join;
    const struct lp_axi_fence_out *from = &q->out.mem;
#define T M_
#define F S_
    SEEN
#undef T
#undef F
}

/* ---- the cycle ---- */

/* The join alone has outputs that follow from its inputs, and these come from states. */
static void show(struct card *q)
{
    q->in.host.stop = q->in.host.cut = q->in.mem.stop = q->in.mem.cut = q->hold;
    q->in.window.stop = q->drain;
    q->in.window.cut = 0;
    lp_axil_pages_unit.eval(q->pages, &q->in.pages, &q->out.pages);
    lpi_axil_eval(&card_regs_map, &q->regs, &q->out.regs);
    lp_cdma_unit.eval(q->engine, &q->in.engine, &q->out.engine);
    lp_card_test_unit.eval(q->test, &q->in.test, &q->out.test);
    lp_axi_fence_unit.eval(q->host, &q->in.host, &q->out.host);
    lp_axi_fence_unit.eval(q->window, &q->in.window, &q->out.window);
    lp_axi_fence_unit.eval(q->mem, &q->in.mem, &q->out.mem);
    join_sees(q);
    lp_axi_join_unit.eval(q->join, &q->in.join, &q->out.join);
}

static void eval(const void *state, const void *in, void *out)
{
    const struct card *q = state;
    LP_OUT_T *to = out;

    (void)in;
    to->irq = q->irq;
    {
        const struct lp_axil_pages_out *from = &q->out.pages;
#define T CSR_
#define F S_
        AXIL_SHOWN(N_)
#undef T
#undef F
    }
#define F M_
    {
        const struct lp_axi_fence_out *from = &q->out.host;
#define T HOST_
        SHOWN
#undef T
    }
    {
        const struct lp_axi_fence_out *from = &q->out.mem;
#define T MEM_
        SHOWN
#undef T
    }
#undef F
    {
        const struct lp_axi_fence_out *from = &q->out.window;
#define T WIN_
#define F S_
        SEEN
#undef T
#undef F
    }
}

static void tick_reset(struct card *q)
{
    bool over = q->hold && q->held == HELD && q->out.host.idle && q->out.mem.idle;
    bool hold = q->hold ? !over : q->drain && q->out.window.idle;

    q->drain = q->drain ? !over : q->out.regs.ctrl_reset;
    q->held = q->hold ? q->held + (q->held != HELD) : 0;
    q->hold = hold;
    if (over)
        q->local = q->out.regs.ctrl_local || !q->values[HOST];
}

LPI_CUT(card, LP_CARD_PORTS)

static void reset_inside(struct card *q)
{
    lp_cdma_unit.reset(q->engine);
    lp_card_test_unit.reset(q->test);
    lp_axi_join_unit.reset(q->join);
}

static void tick_inside(struct card *q)
{
    lp_cdma_unit.tick(q->engine, &q->in.engine);
    lp_card_test_unit.tick(q->test, &q->in.test);
    lp_axi_join_unit.tick(q->join, &q->in.join);
}

static void all_see(struct card *q, const LP_IN_T *in)
{
    blocks_see(q);
    pages_see(q, in);
    regs_see(q);
    engine_sees_memory(q);
    engine_sees_host(q);
    host_sees(q, in);
    window_sees(q, in);
    test_sees(q);
    mem_sees(q, in);
    join_sees_memory(q);
}

static void tick(void *state, const void *in)
{
    struct card *q = state;
    const LP_IN_T own = lpi_card_cut(in);
    const struct lp_card_regs_out *regs = &q->out.regs;
    bool irq = (q->out.engine.irq && regs->irq_enable_engine) ||
               (q->out.test.irq && regs->irq_enable_test);

    all_see(q, &own);
    lp_axil_pages_unit.tick(q->pages, &q->in.pages);
    lpi_axil_tick(&card_regs_map, &q->regs, &q->in.regs);
    lp_axi_fence_unit.tick(q->host, &q->in.host);
    lp_axi_fence_unit.tick(q->window, &q->in.window);
    lp_axi_fence_unit.tick(q->mem, &q->in.mem);
    if (q->hold)
        reset_inside(q);
    else
        tick_inside(q);
    tick_reset(q);
    q->irq = irq;
    show(q);
}

static void reset(void *state)
{
    struct card *q = state;
    static const LP_IN_T none;

    /* Flops without a reset take what the units show one another in the cycle of the reset. */
    all_see(q, &none);
    lp_axil_pages_reset_with(q->pages, &q->in.pages);
    lpi_axil_reset(&card_regs_map, &q->regs);
    lp_axi_fence_reset_with(q->host, &q->in.host);
    lp_axi_fence_reset_with(q->window, &q->in.window);
    lp_axi_fence_reset_with(q->mem, &q->in.mem);
    reset_inside(q);
    q->irq = q->drain = q->hold = false;
    q->held = 0;
    q->local = !q->values[HOST];
    show(q);
}

static unsigned id_width(unsigned ports)
{
    unsigned bits = ID_W;

    for (ports--; ports > 0; ports >>= 1)
        bits++;
    return bits;
}

static void init(void *state, const int *values)
{
    struct card *q = state;

    memset(q, 0, sizeof *q);
    memcpy(q->values, values, sizeof q->values);
    q->index = (unsigned)values[CHANNELS];
    q->local_port = q->index + 1;
    q->bridge = q->index + 2;
    q->test_port = q->index + 3;
    const unsigned ports = q->index + 4;
    lp_axil_pages_unit.set_up(q->pages, (const int[]){0x410});
    lpi_axil_set_up(&card_regs_map, &q->regs, 0);
    lp_cdma_unit.set_up(q->engine, values);
    lp_card_test_unit.set_up(q->test, values);
    lp_axi_fence_unit.set_up(q->host, (const int[]){2, 8});
    lp_axi_fence_unit.set_up(q->window, (const int[]){ID_W, 8});
    lp_axi_fence_unit.set_up(q->mem, (const int[]){(int)id_width(ports), 8});
    lp_axi_join_unit.set_up(q->join, (const int[]){(int)ports, ID_W});
    q->local = !values[HOST];
    show(q);
}

static int fits(const int *values)
{
    return lp_cdma_unit.fits(values);
}

static const struct lp_param params[PARAMS] = {
    [CHANNELS] = LP_PARAM("CHANNELS", 2, 3, 4, 5, 6, 7, 8),
    [FLITS] = LP_PARAM_RANGE("FLITS", 18, LP_CDMA_BUF_FLITS, 40, 20, 364, 426),
    [CODECS] = LP_PARAM("CODECS", 2, 1),
    [ELEM] = LP_PARAM("ELEM", 32, 16, 8),
    [BURST] = LP_PARAM("BURST", 16, 4, 8, 32, 64, 128),
    [READ] = LP_PARAM("READ", 64, 4, 8, 16, 32, 128, 256, 512, 1024, 2048, 4096),
    [MEM_LOG2] = LP_PARAM_RANGE("MEM_LOG2", 16, 40, 30),
    [HOST] = LP_PARAM("HOST", 1, 0),
    [WINDOW] = LP_PARAM("WINDOW", 0, 1),
    [GIT] = LP_PARAM_RANGE("GIT", INT32_MIN, INT32_MAX, 0),
    [BUILT] = LP_PARAM_RANGE("BUILT", INT32_MIN, INT32_MAX, 0),
    [EDGE_KIND] = LP_PARAM_RANGE("EDGE_KIND", INT32_MIN, INT32_MAX, 0),
    [EDGE_BASE] = LP_PARAM_RANGE("EDGE_BASE", 0, 0x7ffc, 0),
};

LP_UNIT_ROW(card, LP_CARD_PORTS, struct card, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .fits = fits);
