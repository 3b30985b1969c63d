/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_card (rtl/card/lp_card.sv): contains the models of its units.
 *
 * RTL map of lp_card:
 *   {irq,drain,hold,held,local}_q = {}
 */
#include "card_top_cycle.h"

#include <linepress/linepress.h>

#include <string.h>

#include "../axi/axi_fence_cycle.h"
#include "../axi/axi_join_cycle.h"
#include "../axi/axil.h"
#include "../axi/axil_pages_cycle.h"
#include "../cdma/cdma_buf_cycle.h"
#include "../cdma/cdma_codecs.h"
#include "../cdma/cdma_top_cycle.h"
#include "../common/cut.h"
#include "card_regs_ports.h"
#include "card_regs_table.h"
#include "card_test_cycle.h"
#include "card_wires.h"

typedef struct lp_card_in LP_IN_T;
typedef struct lp_card_out LP_OUT_T;

enum {
    CHANNELS,
    FLITS,
    CODECS,
    ELEM,
    BURST,
    READ,
    MEM_LOG2,
    HOST,
    WINDOW,
    GIT,
    BUILT,
    EDGE_KIND,
    EDGE_BASE,
    PARAMS
};
enum { IDENTITY, SELF_TEST, ENGINE };             /* ports of lp_axil_pages */
enum { INDEX, LOCAL_HOST, BRIDGE, TEST, OTHERS }; /* the join's ports after the channels */
/*
 * Steps of the wires: inputs of the join; inputs of the clock edge; responses to the engine's host
 * port, from card memory while that port is local, else from the host.
 */
enum { JOIN, EDGE, LOCAL, HOSTED };

#define ID_W 4           /* bits of an id of a port of the join */
#define HELD 7           /* largest value of held */
#define EDGE_LINK 0x120u /* link to the edge's block in the list of blocks */

struct card {
    bool host_port;
    uint32_t others; /* ports of the join except that of the engine's port to host memory */
    bool irq, drain, hold, local;
    unsigned held;
    /* The units' ports in this cycle. */
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
    uint32_t zeros[LPI_WIRES_ZEROS];
    struct lpi_wires wires;
    struct lpi_axil regs;
    _Alignas(8) unsigned char pages[LP_AXIL_PAGES_STATE], test[LP_CARD_TEST_STATE],
        join[LP_AXI_JOIN_STATE];
    _Alignas(8) unsigned char host[LP_AXI_FENCE_STATE], window[LP_AXI_FENCE_STATE],
        mem[LP_AXI_FENCE_STATE];
    _Alignas(8) unsigned char engine[LP_CDMA_STATE];
};

_Static_assert(sizeof card_regs_fields / sizeof *card_regs_fields <= LPI_AXIL_FIELDS, "fields");
_Static_assert(sizeof(struct lp_card_regs_out) / 4 <= LPI_AXIL_OUTS, "outputs");

static void show_join(struct card *q)
{
    lpi_wires_run(&q->wires, JOIN, q);
    if (!q->local) {
        q->in.join.s_arvalid &= q->others;
        q->in.join.s_awvalid &= q->others;
        q->in.join.s_wvalid &= q->others;
    }
    lp_axi_join_unit.eval(q->join, &q->in.join, &q->out.join);
}

/* Only the join has outputs that depend on its inputs, and these come from states. */
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
    show_join(q);
}

static void eval(const void *state, const void *in, void *out)
{
    const struct card *q = state;
    LP_OUT_T *to = out;

    (void)in;
    to->irq = q->irq;
    lpi_wires_give(&q->wires, EDGE, q, out);
}

static void tick_reset(struct card *q)
{
    bool over = q->hold && q->held == HELD && q->out.host.idle && q->out.mem.idle;
    bool hold = q->hold ? !over : q->drain && q->out.window.idle;

    q->drain = q->drain ? !over : q->out.regs.ctrl_reset;
    q->held = q->hold ? q->held + (q->held != HELD) : 0;
    q->hold = hold;
    if (over)
        q->local = q->out.regs.ctrl_local || !q->host_port;
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

static void regs_see(struct card *q)
{
    struct lp_card_regs_in *in = &q->in.regs;

    in->status_resetting = q->drain;
    in->status_local = q->local;
    in->status_host_busy = !q->out.host.idle;
    in->status_mem_busy = !q->out.mem.idle;
    in->status_win_busy = !q->out.window.idle;
}

/* The engine's port to host memory is connected to the host or, in local mode, to card memory. */
static void host_sees(struct card *q)
{
    lpi_wires_run(&q->wires, q->local ? LOCAL : HOSTED, q);
    if (q->local)
        q->in.host.s_arvalid = q->in.host.s_awvalid = q->in.host.s_wvalid = 0;
}

static void all_see(struct card *q, const LP_IN_T *in)
{
    lpi_wires_take(&q->wires, EDGE, q, in);
    lpi_wires_run(&q->wires, EDGE, q);
    q->in.pages.block = q->drain ? 1u << SELF_TEST | 1u << ENGINE : 0;
    regs_see(q);
    host_sees(q);
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

    /* Flops without a reset load the other units' outputs in the cycle of the reset. */
    all_see(q, &none);
    lp_axil_pages_reset_with(q->pages, &q->in.pages);
    lpi_axil_reset(&card_regs_map, &q->regs);
    lp_axi_fence_reset_with(q->host, &q->in.host);
    lp_axi_fence_reset_with(q->window, &q->in.window);
    lp_axi_fence_reset_with(q->mem, &q->in.mem);
    reset_inside(q);
    q->irq = q->drain = q->hold = false;
    q->held = 0;
    q->local = !q->host_port;
    show(q);
}

/* ---- wires ---- */

/* The engine's channels have the first ports of the join, without ids, like its index port. */
static const struct lpi_wire join_sees[] = {
    {"join.s_*", "engine.dev_*"},        {"join_index.s_*", "engine.idx_*"},
    {"join_local.s_*", "engine.host_*"}, {"join_window.s_*", "window.m_*"},
    {"join_test.s_*", "test.m_*"},
};
#define JOIN_FIT "join.s_arid join.s_awid join_local.s_arid join_local.s_awid"

static const struct lpi_wire local[] = {{"engine.host_*", "join_local.s_*"}};
static const struct lpi_wire hosted[] = {{"engine.host_*", "host.s_*"}};

static const struct lpi_wire edge[] = {
    {"pages.s_*", ".csr_*"},
    {"page_identity.m_*", "regs.*"},
    {"page_test.m_*", "test.csr_*"},
    {"page_engine.m_*", "engine.csr_*"},
    {"pages.block", LPI_BY_CODE},

    {"regs.*", "page_identity.m_*"},
    {"regs.pending_engine", "engine.irq"},
    {"regs.pending_test", "test.irq"},
    {"regs.status_*", LPI_BY_CODE},
    {"regs.git", LPI_BY_CODE},
    {"regs.built", LPI_BY_CODE},
    {"regs.features_*", LPI_BY_CODE},
    {"regs.engine_next", LPI_BY_CODE},
    {"regs.edge_*", LPI_BY_CODE},

    {"engine.csr_*", "page_engine.m_*"},
    {"engine.dev_*", "join.s_*"},
    {"engine.idx_*", "join_index.s_*"},

    {"test.csr_*", "page_test.m_*"},
    {"test.m_*", "join_test.s_*"},

    {"host.s_*", "engine.host_*"},
    {"host.m_*", ".host_*"},
    {"host.stop", LPI_BY_CODE},
    {"host.cut", LPI_BY_CODE},

    {"window.s_*", ".win_*"},
    {"window.m_*", "join_window.s_*"},
    {"window.stop", LPI_BY_CODE},
    {"window.cut", LPI_BY_CODE},

    {"mem.s_*", "join.m_*"},
    {"mem.m_*", ".mem_*"},
    {"mem.stop", LPI_BY_CODE},
    {"mem.cut", LPI_BY_CODE},

    {"join.m_*", "mem.s_*"},

    {".csr_*", "pages.s_*"},
    {".irq", LPI_BY_CODE},
    {".host_*", "host.m_*"},
    {".win_*", "window.s_*"},
    {".mem_*", "mem.m_*"},
};
#define EDGE_FIT "mem.m_rid mem.m_bid .mem_arid .mem_awid"

static const struct lpi_wires_step steps[] = {
    [JOIN] = LPI_WIRES_STEP_FIT(join_sees, JOIN_FIT),
    [EDGE] = LPI_WIRES_STEP_FIT(edge, EDGE_FIT),
    [LOCAL] = LPI_WIRES_STEP_FIT(local, "engine.host_rid engine.host_bid"),
    [HOSTED] = LPI_WIRES_STEP(hosted),
};

#define REGS_IN(name, width) {#name, width, LP_IN, offsetof(struct lp_card_regs_in, name)},
#define REGS_OUT(name, width) {#name, width, LP_OUT, offsetof(struct lp_card_regs_out, name)},
static const struct lp_port regs_ports[] = {
    LP_CARD_REGS_PORTS(REGS_IN, REGS_OUT, REGS_IN, REGS_OUT)};
static const struct lp_unit regs_unit = {
    .name = "lp_card_regs",
    .ports = regs_ports,
    .nports = sizeof regs_ports / sizeof *regs_ports,
    .in_size = sizeof(struct lp_card_regs_in),
    .out_size = sizeof(struct lp_card_regs_out),
};

/* ---- parameters ---- */

static unsigned id_width(unsigned ports)
{
    unsigned bits = ID_W;

    for (ports--; ports > 0; ports >>= 1)
        bits++;
    return bits;
}

/* Parameters of the units, from those of the card. */
struct own_values {
    int pages[1], host[2], window[2], mem[2], join[2];
};

static struct own_values values_of(const int *values)
{
    const unsigned ports = (unsigned)values[CHANNELS] + OTHERS;

    return (struct own_values){.pages = {0x410},
                               .host = {2, 8},
                               .window = {ID_W, 8},
                               .mem = {(int)id_width(ports), 8},
                               .join = {(int)ports, ID_W}};
}

#define PART(name, unit, values)                                                                   \
    LPI_PART(#name, unit, values, offsetof(struct card, in.name), offsetof(struct card, out.name))

int lpi_card_wires(struct lpi_wires *wires, const int *values, char *why, size_t size)
{
    const struct own_values own = values_of(values);
    const unsigned channels = (unsigned)values[CHANNELS];
    enum { P_OWN, P_PAGES, P_ENGINE, P_JOIN };
    struct lpi_part parts[] = {
        [P_OWN] = LPI_PART("", lp_card_unit, values, 0, 0),
        [P_PAGES] = PART(pages, lp_axil_pages_unit, own.pages),
        [P_ENGINE] = PART(engine, lp_cdma_unit, values),
        [P_JOIN] = PART(join, lp_axi_join_unit, own.join),
        PART(regs, regs_unit, NULL),
        PART(test, lp_card_test_unit, NULL),
        PART(host, lp_axi_fence_unit, own.host),
        PART(window, lp_axi_fence_unit, own.window),
        PART(mem, lp_axi_fence_unit, own.mem),
        LPI_VIEW("page_identity", P_PAGES, IDENTITY),
        LPI_VIEW("page_test", P_PAGES, SELF_TEST),
        LPI_VIEW("page_engine", P_PAGES, ENGINE),
        LPI_VIEW("join_index", P_JOIN, channels + INDEX),
        LPI_VIEW("join_local", P_JOIN, channels + LOCAL_HOST),
        LPI_VIEW("join_window", P_JOIN, channels + BRIDGE),
        LPI_VIEW("join_test", P_JOIN, channels + TEST),
    };
    const struct lpi_netlist netlist = {lp_card_unit.name,
                                        parts,
                                        sizeof parts / sizeof *parts,
                                        steps,
                                        sizeof steps / sizeof *steps,
                                        offsetof(struct card, zeros)};

    parts[P_PAGES].lanes = LP_AXIL_PAGES;
    parts[P_ENGINE].lanes = channels;
    parts[P_JOIN].lanes = channels + OTHERS;
    return lpi_wires_set_up(wires, &netlist, why, size);
}

static void set_up_identity(struct lp_card_regs_in *in, const int *values)
{
    in->git = (uint32_t)values[GIT];
    in->built = (uint32_t)values[BUILT];
    in->features_host = values[HOST] != 0;
    in->features_window = values[WINDOW] != 0;
    in->features_codecs = lpi_cdma_built(values[CODECS]);
    in->features_channels = (uint32_t)values[CHANNELS];
    in->features_memory = (uint32_t)values[MEM_LOG2];
    in->engine_next = values[EDGE_KIND] != 0 ? EDGE_LINK : 0;
    in->edge_kind = (uint32_t)values[EDGE_KIND];
    in->edge_base = (uint32_t)values[EDGE_BASE];
}

static void init(void *state, const int *values)
{
    struct card *q = state;
    const struct own_values own = values_of(values);

    memset(q, 0, sizeof *q);
    q->host_port = values[HOST] != 0;
    q->others = ~(1u << (values[CHANNELS] + LOCAL_HOST));
    lpi_card_wires(&q->wires, values, NULL, 0);
    set_up_identity(&q->in.regs, values);
    lp_axil_pages_unit.set_up(q->pages, own.pages);
    lpi_axil_set_up(&card_regs_map, &q->regs, 0);
    lp_cdma_unit.set_up(q->engine, values);
    lp_card_test_unit.set_up(q->test, values);
    lp_axi_fence_unit.set_up(q->host, own.host);
    lp_axi_fence_unit.set_up(q->window, own.window);
    lp_axi_fence_unit.set_up(q->mem, own.mem);
    lp_axi_join_unit.set_up(q->join, own.join);
    q->local = !q->host_port;
    show(q);
}

static int fits(const int *values)
{
    struct lpi_wires wires;

    return lp_cdma_unit.fits(values) && lpi_card_wires(&wires, values, NULL, 0) == LP_OK;
}

static const struct lp_param params[PARAMS] = {
    [CHANNELS] = LP_PARAM("CHANNELS", 2, 1, 3, 4, 5, 6, 7, 8),
    [FLITS] = LP_PARAM_RANGE("FLITS", 18, LP_CDMA_BUF_FLITS, 40, 20, 364, 426),
    [CODECS] = LP_CDMA_CODECS_PARAM,
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
