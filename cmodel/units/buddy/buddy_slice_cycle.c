/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_buddy_slice (rtl/buddy/lp_buddy_slice.sv): contains the models of its blocks.
 *
 * RTL map of lp_buddy_slice:
 *   sum_q = stray_sum
 */
#include <linepress/gbbr.h>
#include <linepress/linepress.h>
#include <string.h>

#include "../common/cut.h"
#include "../../base/wide.h"
#include "buddy_cycle.h"
#include "buddy_dev.h"
#include "buddy_events.h"
#include "buddy_front.h"
#include "buddy_meta.h"
#include "buddy_wires.h"

_Static_assert((int)LP_MDCACHE_POISON == (int)LP_STATE_POISON, "one state is poison");

typedef struct lp_buddy_slice_in LP_IN_T;
typedef struct lp_buddy_slice_out LP_OUT_T;

#define AXI_SIZE 5 /* 32 bytes */
#define AXI_INCR 1

struct buddy_slice {
    uint32_t slot_mask, frame_mask, index_mask; /* of requests */
    bool counters;
    unsigned stray_sum;
    uint32_t strays;
    struct lpi_front front;
    struct lpi_meta meta;
    struct lpi_dev dev;
    struct lpi_events events;
    struct lpi_wires wires;
    _Alignas(8) unsigned char read[LP_BUDDY_READ_STATE];
    _Alignas(8) unsigned char write[LP_BUDDY_WRITE_STATE];
    _Alignas(8) unsigned char bud_rd[LP_AXI_RD_STATE];
    _Alignas(8) unsigned char bud_wr[LP_AXI_WR_STATE];
};

_Static_assert(sizeof(struct buddy_slice) <= LP_BUDDY_SLICE_STATE, "raise LP_BUDDY_SLICE_STATE");

/* Inputs and outputs of the blocks, which ignore bits above their own widths. */
struct wires {
    bool cfg_valid, to_cache;
    unsigned cfg_reg;
    struct lpi_front_wires front;
    struct lpi_meta_wires meta;
    struct lpi_dev_wires dev;
    struct lp_buddy_read_in read_in;
    struct lp_buddy_read_out read;
    struct lp_buddy_write_in write_in;
    struct lp_buddy_write_out write;
    struct lp_axi_rd_in bud_rd_in;
    struct lp_axi_rd_out bud_rd;
    struct lp_axi_wr_in bud_wr_in;
    struct lp_axi_wr_out bud_wr;
    uint32_t zeros[LPI_WIRES_ZEROS];
};

/* Steps of the wires, in the order in which the blocks are asked, and the slice's outputs. */
enum { INPUTS, WORK, CACHE, BUD, ENGINES, SHOWN };

static void run(const struct buddy_slice *q, unsigned step, struct wires *w)
{
    lpi_wires_run(&q->wires, step, w);
}

/*
 * The outputs of readers and writers follow from their state; only taking a request's line needs
 * inputs.
 */
static void engines(const struct buddy_slice *q, struct wires *w)
{
    lp_buddy_read_unit.eval(q->read, &w->read_in, &w->read);
    lp_buddy_write_unit.eval(q->write, &w->write_in, &w->write);
}

static void front(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    struct lpi_front_wires *f = &w->front;

    w->cfg_valid = in->cfg_valid & 1;
    w->cfg_reg = in->cfg_reg & 15;
    w->to_cache = w->cfg_reg == LP_BUDDY_REG_CACHE;
    f->cfg_valid = w->cfg_valid && w->cfg_reg < LP_GBBR_REGS;
    f->cfg_reg = w->cfg_reg % LP_GBBR_REGS;
    f->cfg_data = lpi_get64(in->cfg_data);
    f->q_valid = in->q_valid & 1;
    f->q = (struct lpi_request){.write = in->q_write & 1,
                                .id = in->q_id & 255,
                                .compressed = in->q_compressed & 1,
                                .target = in->q_target & 7,
                                .codec = in->q_codec & LPI_ONES(LP_CODEC_W),
                                .slot = in->q_slot & q->slot_mask,
                                .frame = in->q_frame & q->frame_mask,
                                .index = in->q_index & q->index_mask};
    f->r_ready = w->read.s_ready;
    f->w_ready = w->write.s_ready;
    lpi_front_wires(&q->front, f);
}

/* The fields of a translated request that the front keeps. */
#define PUT_KEPT(to, request)                                                                      \
    do {                                                                                           \
        (to).s_id = (request)->id;                                                                 \
        (to).s_compressed = (request)->compressed;                                                 \
        (to).s_target = (request)->target;                                                         \
        (to).s_codec = (request)->codec;                                                           \
    } while (0)

static void requests(const struct buddy_slice *q, struct wires *w)
{
    run(q, WORK, w);
    w->read_in.s_valid = w->front.r_valid;
    w->write_in.s_valid = w->front.w_valid;
    PUT_KEPT(w->read_in, w->front.m);
    PUT_KEPT(w->write_in, w->front.m);
}

static void meta(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    struct lpi_meta_wires *m = &w->meta;
    const struct lpi_dev_wires *d = &w->dev;

    m->c_valid = w->cfg_valid && w->to_cache;
    m->c_what = in->cfg_data[0] & 3;
    m->read_valid = w->read.q_valid;
    m->read = (struct lpi_meta_request){.op = LP_MDCACHE_READ,
                                        .who = LPI_META_READER,
                                        .entry = w->read.q_entry,
                                        .addr = lpi_get64(w->read.q_addr)};
    m->write_valid = w->write.q_valid;
    m->write = (struct lpi_meta_request){.op = LP_MDCACHE_WRITE,
                                         .state = w->write.q_state,
                                         .who = LPI_META_WRITER,
                                         .entry = w->write.q_entry,
                                         .addr = lpi_get64(w->write.q_addr)};
    m->lost = w->write.lost;
    m->cache_in.fill_valid = d->fill_valid;
    m->cache_in.fill_id = d->read_id;
    m->cache_in.evicted_valid = d->evicted_valid;
    run(q, CACHE, w);
    lpi_meta_wires(&q->meta, m);
}

static void dev(const struct buddy_slice *q, struct wires *w)
{
    struct lpi_dev_wires *d = &w->dev;

    d->load_valid = w->read.dev_valid;
    d->load = (struct lpi_dev_request){.addr = lpi_get64(w->read.dev_addr),
                                       .sectors = w->read.dev_sectors,
                                       .id = w->read.dev_entry};
    d->fetch_valid = w->meta.cache.fetch_valid;
    d->fetch = (struct lpi_dev_request){.addr = lpi_get64(w->meta.cache.fetch_addr),
                                        .sectors = 1,
                                        .id = q->dev.meta_id | w->meta.cache.fetch_id};
    d->store_valid = w->write.dev_valid;
    d->store = (struct lpi_dev_request){.addr = lpi_get64(w->write.dev_addr),
                                        .sectors = w->write.dev_sectors,
                                        .eight = w->write.dev_eight,
                                        .id = w->write.dev_entry};
    d->line_valid = w->write.devd_valid;
    d->line_data = w->write.devd_data;
    d->evict_valid = w->meta.cache.evict_valid;
    d->evict = (struct lpi_dev_request){
        .addr = lpi_get64(w->meta.cache.evict_addr), .sectors = 1, .id = q->dev.meta_id};
    d->evict_data = w->meta.cache.evict_data;
    d->fill_ready = w->meta.cache.fill_ready;
    d->stored_ready = w->write.devb_ready;
    lpi_dev_wires(&q->dev, d);
    w->meta.cache_in.fetch_ready = d->fetch_ready;
    w->meta.cache_in.evict_ready = d->evict_ready;
}

static void bud(const struct buddy_slice *q, struct wires *w)
{
    run(q, BUD, w);
    w->bud_wr_in.s_eight = 0;
    lp_axi_rd_unit.eval(q->bud_rd, &w->bud_rd_in, &w->bud_rd);
    lp_axi_wr_unit.eval(q->bud_wr, &w->bud_wr_in, &w->bud_wr);
}

/* Inputs of the readers. */
static void to_read(struct wires *w)
{
    struct lp_buddy_read_in *r = &w->read_in;
    const struct lp_mdcache_out *cache = &w->meta.cache;

    r->q_ready = w->meta.read_ready;
    r->a_valid = cache->m_valid && lpi_meta_who(cache->m_tag) == LPI_META_READER;
    r->a_entry = lpi_meta_entry(cache->m_tag);
    r->a_err = w->meta.answer_err;
    r->miss_valid = cache->miss && lpi_meta_who(cache->miss_tag) == LPI_META_READER;
    r->miss_entry = lpi_meta_entry(cache->miss_tag);
    r->dev_idle = w->dev.load_idle;
    r->dev_ready = w->dev.load_ready;
    r->devd_valid = w->dev.loaded_valid;
    r->devd_entry = w->dev.read_id;
}

/* Inputs of the writers. */
static void to_write(struct wires *w)
{
    struct lp_buddy_write_in *r = &w->write_in;
    const struct lp_mdcache_out *cache = &w->meta.cache;

    r->q_ready = w->meta.write_ready;
    r->a_valid = cache->m_valid && lpi_meta_who(cache->m_tag) == LPI_META_WRITER;
    r->a_entry = lpi_meta_entry(cache->m_tag);
    r->a_err = w->meta.answer_err;
    r->miss_valid = cache->miss && lpi_meta_who(cache->miss_tag) == LPI_META_WRITER;
    r->miss_entry = lpi_meta_entry(cache->miss_tag);
    r->dev_ready = w->dev.store_ready;
    r->devd_ready = w->dev.line_ready;
    r->devb_valid = w->dev.stored_valid;
    r->devb_entry = w->dev.stored_entry;
}

/* In this order no output follows from an input that is not set yet. */
static void blocks(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    lpi_wires_take(&q->wires, INPUTS, w, in);
    engines(q, w);
    front(q, in, w);
    requests(q, w);
    lpi_dev_sectors(&q->dev, &w->dev);
    meta(q, in, w);
    dev(q, w);
    bud(q, w);
}

/* Inputs of the engines that matter at the clock edge alone. */
static void edge(const struct buddy_slice *q, struct wires *w)
{
    run(q, ENGINES, w);
    to_read(w);
    to_write(w);
}

static uint64_t value(const struct buddy_slice *q, const struct wires *w, unsigned reg)
{
    const struct lp_mdcache_out *cache = &w->meta.cache;
    const uint32_t counts[] = {cache->accesses, cache->hits,       cache->merged, cache->fills,
                               cache->used,     cache->writebacks, cache->wb_err, q->strays};

    if (reg >= LP_BUDDY_REG_COUNTS)
        return counts[reg - LP_BUDDY_REG_COUNTS];
    if (reg < LP_GBBR_REGS)
        return lpi_get64(w->front.x.cfg_value);
    return reg == LP_BUDDY_REG_EVENTS ? lpi_events_value(&q->events) : 0;
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct buddy_slice *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;
    struct wires w;

    blocks(q, in, &w);
    memset(w.zeros, 0, sizeof w.zeros);
    lpi_wires_give(&q->wires, SHOWN, &w, out);
    out->cfg_ready = !(w.cfg_valid && w.to_cache) || w.meta.c_ready;
    out->cfg_err = w.meta.c_err;
    lpi_put64(out->cfg_value, value(q, &w, w.cfg_reg));
    out->error = q->events.seen != 0;
    out->irq = (q->events.seen & q->events.enable) != 0;
    out->q_ready = w.front.q_ready;
    out->dev_arsize = out->dev_awsize = out->bud_arsize = out->bud_awsize = AXI_SIZE;
    out->dev_arburst = out->dev_awburst = out->bud_arburst = out->bud_awburst = AXI_INCR;
    out->strays = q->strays;
}

static void tick_events(struct buddy_slice *q, const LP_IN_T *in, const struct wires *w,
                        unsigned strays)
{
    const struct lpi_events_in events = {
        .lost = w->write.lost,
        .read_valid = w->read.m_valid && (in->m_ready & 1) && w->read.m_last,
        .read_code = w->read.m_code,
        .write_valid = w->write.m_valid && (in->k_ready & 1),
        .write_code = w->write.m_code,
        .refused = w->dev.evicted_valid && w->dev.wr.m_err,
        .stray = strays != 0,
        .cfg_valid = w->cfg_valid && w->cfg_reg == LP_BUDDY_REG_EVENTS,
        .cfg_data = in->cfg_data[0],
    };

    lpi_events_tick(&q->events, &events);
}

static void tick(void *state, const void *in_ports)
{
    struct buddy_slice *q = state;
    const LP_IN_T *in = in_ports;
    struct wires w;

    blocks(q, in, &w);
    edge(q, &w);
    unsigned strays = q->dev.stray << 6 | w.write.stray << 4 | w.read.stray << 2 |
                      w.meta.cache.stray;
    if (q->counters)
        q->strays += q->stray_sum;
    q->stray_sum = (unsigned)__builtin_popcount(strays);
    tick_events(q, in, &w, strays);
    lpi_front_tick(&q->front, &w.front,
                   lpi_get64(w.read.free) | (uint64_t)w.write.done << w.write.done_entry);
    lpi_meta_tick(&q->meta, &w.meta);
    lpi_dev_tick(&q->dev, &w.dev);
    lp_buddy_read_unit.tick(q->read, &w.read_in);
    lp_buddy_write_unit.tick(q->write, &w.write_in);
    lp_axi_rd_unit.tick(q->bud_rd, &w.bud_rd_in);
    lp_axi_wr_unit.tick(q->bud_wr, &w.bud_wr_in);
}

/* Flops without a reset, and memories, load what the blocks still drive. */
void lp_buddy_slice_reset_with(void *state, const LP_IN_T *in)
{
    struct buddy_slice *q = state;

    tick(q, in);
    q->stray_sum = q->strays = 0;
    lpi_front_reset(&q->front);
    lpi_meta_reset(&q->meta);
    lpi_dev_reset(&q->dev);
    lpi_events_reset(&q->events);
    lp_buddy_read_unit.reset(q->read);
    lp_buddy_write_unit.reset(q->write);
    lp_axi_rd_unit.reset(q->bud_rd);
    lpi_axi_wr_clear(q->bud_wr);
}

static void reset(void *state)
{
    lp_buddy_slice_reset_with(state, &(LP_IN_T){0});
}

enum {
    SHARE_W,
    FRAME_W,
    SLOT_W,
    ENTRIES,
    LANES,
    PARALLEL,
    SETS,
    WAYS,
    MISSES,
    TARGETS,
    ELEM,
    COUNTERS,
    MIXED
};

static unsigned entry_bits(const int *values)
{
    return (unsigned)__builtin_ctz((unsigned)values[ENTRIES]);
}

/* ---- wires ---- */

static const struct lpi_wire inputs[] = {
    {"read.m_ready", ".m_ready"}, {"write.d_*", ".d_*"},  {"write.m_ready", ".k_ready"},
    {"dev_rd.*", ".dev_*"},       {"dev_wr.*", ".dev_*"}, {"bud_rd.*", ".bud_*"},
    {"bud_wr.*", ".bud_*"},
};

static const struct lpi_wire work[] = {
    {"read.s_entry", "xlat.m_tag"},
    {"read.s_fault", "xlat.m_fault"},
    {"read.s_dev_addr", "xlat.m_dev_addr"},
    {"read.s_spill_addr", "xlat.m_spill_addr"},
    {"read.s_meta_addr", "xlat.m_meta_addr"},
    {"read.s_valid", LPI_BY_CODE},
    {"read.s_id", LPI_BY_CODE},
    {"read.s_compressed", LPI_BY_CODE},
    {"read.s_target", LPI_BY_CODE},
    {"read.s_codec", LPI_BY_CODE},

    {"write.s_entry", "xlat.m_tag"},
    {"write.s_fault", "xlat.m_fault"},
    {"write.s_dev_addr", "xlat.m_dev_addr"},
    {"write.s_spill_addr", "xlat.m_spill_addr"},
    {"write.s_meta_addr", "xlat.m_meta_addr"},
    {"write.s_valid", LPI_BY_CODE},
    {"write.s_id", LPI_BY_CODE},
    {"write.s_compressed", LPI_BY_CODE},
    {"write.s_target", LPI_BY_CODE},
    {"write.s_codec", LPI_BY_CODE},

    {"xlat.*", LPI_BY_CODE},
};

/* The cache's other inputs, and those of the AXI engines of device memory, are set by their
 * blocks. */
static const struct lpi_wire cache[] = {
    {"cache.fill_data", "dev_rd.m_data"},  {"cache.fill_err", "dev_rd.m_err"},
    {"cache.evicted_err", "dev_wr.m_err"}, {"cache.s_*", LPI_BY_CODE},
    {"cache.m_ready", LPI_BY_CODE},        {"cache.fetch_ready", LPI_BY_CODE},
    {"cache.fill_valid", LPI_BY_CODE},     {"cache.fill_id", LPI_BY_CODE},
    {"cache.evict_ready", LPI_BY_CODE},    {"cache.evicted_valid", LPI_BY_CODE},
    {"dev_rd.s_*", LPI_BY_CODE},           {"dev_rd.m_ready", LPI_BY_CODE},
    {"dev_wr.s_*", LPI_BY_CODE},           {"dev_wr.d_*", LPI_BY_CODE},
    {"dev_wr.m_ready", LPI_BY_CODE},
};

/* Writes to buddy memory are of whole sectors. */
static const struct lpi_wire bud_sees[] = {
    {"bud_rd.s_*", "read.bud_*"},          {"bud_rd.s_id", "read.bud_entry"},
    {"bud_rd.m_ready", "read.budd_ready"}, {"bud_wr.s_*", "write.bud_*"},
    {"bud_wr.s_id", "write.bud_entry"},    {"bud_wr.s_eight", LPI_BY_CODE},
    {"bud_wr.d_*", "write.budd_*"},        {"bud_wr.m_ready", "write.budb_ready"},
};

static const struct lpi_wire engines_see[] = {
    {"read.a_state", "cache.m_state"},   {"read.devd_data", "dev_rd.m_data"},
    {"read.devd_err", "dev_rd.m_err"},   {"read.bud_*", "bud_rd.s_*"},
    {"read.budd_*", "bud_rd.m_*"},       {"read.budd_entry", "bud_rd.m_id"},
    {"write.devb_err", "dev_wr.m_err"},  {"write.bud_*", "bud_wr.s_*"},
    {"write.budd_*", "bud_wr.d_*"},      {"write.budb_*", "bud_wr.m_*"},
    {"write.budb_entry", "bud_wr.m_id"},

    {"read.q_ready", LPI_BY_CODE},       {"read.a_valid", LPI_BY_CODE},
    {"read.a_entry", LPI_BY_CODE},       {"read.a_err", LPI_BY_CODE},
    {"read.miss_*", LPI_BY_CODE},        {"read.dev_*", LPI_BY_CODE},
    {"read.devd_valid", LPI_BY_CODE},    {"read.devd_entry", LPI_BY_CODE},
    {"write.q_ready", LPI_BY_CODE},      {"write.a_*", LPI_BY_CODE},
    {"write.miss_*", LPI_BY_CODE},       {"write.dev_*", LPI_BY_CODE},
    {"write.devd_*", LPI_BY_CODE},       {"write.devb_valid", LPI_BY_CODE},
    {"write.devb_entry", LPI_BY_CODE},
};

static const struct lpi_wire shown[] = {
    {".d_*", "write.d_*"},         {".m_*", "read.m_*"},          {".k_*", "write.m_*"},
    {".dev_*", "dev_rd.*"},        {".dev_*", "dev_wr.*"},        {".bud_*", "bud_rd.*"},
    {".bud_*", "bud_wr.*"},        {".md_*", "cache.*"},          {".lost", "write.lost"},

    {".cfg_*", LPI_BY_CODE},       {".error", LPI_BY_CODE},       {".irq", LPI_BY_CODE},
    {".q_ready", LPI_BY_CODE},     {".dev_arsize", LPI_BY_CODE},  {".dev_arburst", LPI_BY_CODE},
    {".dev_awsize", LPI_BY_CODE},  {".dev_awburst", LPI_BY_CODE}, {".bud_arsize", LPI_BY_CODE},
    {".bud_arburst", LPI_BY_CODE}, {".bud_awsize", LPI_BY_CODE},  {".bud_awburst", LPI_BY_CODE},
    {".strays", LPI_BY_CODE},
};

static const struct lpi_wires_step steps[] = {
    [INPUTS] = LPI_WIRES_STEP(inputs),
    [WORK] = LPI_WIRES_STEP_FIT(work, "read.s_entry write.s_entry"),
    [CACHE] = LPI_WIRES_STEP(cache),
    [BUD] = LPI_WIRES_STEP(bud_sees),
    [ENGINES] = LPI_WIRES_STEP(engines_see),
    [SHOWN] = LPI_WIRES_STEP(shown),
};

/* Parameters of the units that follow from the slice's. */
struct own_values {
    int read[5], write[3], bud[1], dev[1], cache[LPI_META_CACHE], xlat[4];
};

static struct own_values values_of(const int *values)
{
    const int id_w = (int)entry_bits(values);
    struct own_values own = {
        .read = {values[ENTRIES], values[LANES], values[PARALLEL], values[ELEM], values[MIXED]},
        .write = {values[ENTRIES], values[ELEM], values[MIXED]},
        .bud = {id_w},
        .dev = {id_w + 1},
        .xlat = {values[SHARE_W], values[FRAME_W], values[SLOT_W], LP_BUDDY_ENTRY_MAX},
    };

    lpi_meta_values(own.cache, values + SETS, values[COUNTERS]);
    return own;
}

#define PART(name, unit, values, in_, out_)                                                        \
    LPI_PART(name, unit, values, offsetof(struct wires, in_), offsetof(struct wires, out_))

int lpi_buddy_slice_wires(struct lpi_wires *wires, const int *values, char *why, size_t size)
{
    const struct own_values own = values_of(values);
    const struct lpi_part parts[] = {
        LPI_PART("", lp_buddy_slice_unit, values, 0, 0),
        PART("read", lp_buddy_read_unit, own.read, read_in, read),
        PART("write", lp_buddy_write_unit, own.write, write_in, write),
        PART("bud_rd", lp_axi_rd_unit, own.bud, bud_rd_in, bud_rd),
        PART("bud_wr", lp_axi_wr_unit, own.bud, bud_wr_in, bud_wr),
        PART("dev_rd", lp_axi_rd_unit, own.dev, dev.rd_in, dev.rd),
        PART("dev_wr", lp_axi_wr_unit, own.dev, dev.wr_in, dev.wr),
        PART("cache", lp_mdcache_unit, own.cache, meta.cache_in, meta.cache),
        PART("xlat", lp_gbbr_xlat_unit, own.xlat, front.xlat_in, front.x),
    };
    const struct lpi_netlist netlist = {
        lp_buddy_slice_unit.name,     parts,
        sizeof parts / sizeof *parts, steps,
        sizeof steps / sizeof *steps, offsetof(struct wires, zeros)};

    return lpi_wires_set_up(wires, &netlist, why, size);
}

static void init(void *state, const int *values)
{
    struct buddy_slice *q = state;
    const struct own_values own = values_of(values);

    q->slot_mask = LPI_ONES((unsigned)values[SLOT_W]);
    q->frame_mask = LPI_ONES((unsigned)values[FRAME_W]);
    q->index_mask = LPI_ONES((unsigned)values[SHARE_W] - 7);
    lpi_front_init(&q->front, (unsigned)values[ENTRIES], values);
    q->counters = values[COUNTERS];
    q->stray_sum = q->strays = 0;
    lpi_meta_init(&q->meta, values + SETS, q->counters);
    lpi_dev_init(&q->dev, entry_bits(values), (unsigned)values[MISSES]);
    lpi_events_reset(&q->events);
    lpi_buddy_slice_wires(&q->wires, values, NULL, 0);
    lp_buddy_read_unit.set_up(q->read, own.read);
    lp_buddy_write_unit.set_up(q->write, own.write);
    lp_axi_rd_unit.set_up(q->bud_rd, own.bud);
    lp_axi_wr_unit.set_up(q->bud_wr, own.bud);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    const char *name = port->name;
    size_t length = strlen(name);

    if (strcmp(name, "q_slot") == 0)
        return (unsigned)values[SLOT_W];
    if (strcmp(name, "q_frame") == 0)
        return (unsigned)values[FRAME_W];
    if (strcmp(name, "q_index") == 0)
        return (unsigned)values[SHARE_W] - 7;
    if (port->width == 7 && strcmp(name + length - 2, "id") == 0)
        return entry_bits(values) + (name[0] == 'd');
    return lp_buddy_width(port, (unsigned)values[ENTRIES], (unsigned)values[LANES]);
}

/* The first three are those of lp_gbbr_xlat. Fetches of metadata have ids like entries. */
static int fits(const int *values)
{
    struct lpi_wires wires;

    return lp_gbbr_xlat_unit.fits(values) && values[MISSES] <= values[ENTRIES] &&
           lp_buddy_elem_fits(values[ELEM], values[MIXED]) &&
           lpi_buddy_slice_wires(&wires, values, NULL, 0) == LP_OK;
}

/* In the order of the enum above. */
static const struct lp_param params[] = {LP_BUDDY_SLICE_PARAMS};

LP_UNIT_ROW(buddy_slice, LP_BUDDY_SLICE_PORTS, struct buddy_slice, LP_UNIT_PARAMS(params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width,
            .fits = fits);
