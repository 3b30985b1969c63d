/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_buddy_slice (rtl/buddy/lp_buddy_slice.sv): contains the models of its blocks.
 *
 * RTL map of lp_buddy_slice:
 *   sum_q = stray_sum
 */
#include <linepress/gbbr.h>
#include <string.h>

#include "../common/cut.h"
#include "../../base/wide.h"
#include "buddy_cycle.h"
#include "buddy_dev.h"
#include "buddy_events.h"
#include "buddy_front.h"
#include "buddy_meta.h"

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
};

/*
 * The outputs of readers and writers follow from their state; only taking a request's line needs
 * inputs.
 */
static void engines(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    w->read_in.m_ready = in->m_ready;
    lp_buddy_read_unit.eval(q->read, &w->read_in, &w->read);
    w->write_in.d_valid = in->d_valid;
    memcpy(w->write_in.d_data, in->d_data, sizeof in->d_data);
    w->write_in.m_ready = in->k_ready;
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

/* Passes a translated request to readers and writers. */
#define PUT_WORK(to, front)                                                                        \
    do {                                                                                           \
        (to).s_entry = (front)->x.m_tag;                                                           \
        (to).s_id = (front)->m->id;                                                                \
        (to).s_fault = (front)->x.m_fault;                                                         \
        (to).s_compressed = (front)->m->compressed;                                                \
        (to).s_target = (front)->m->target;                                                        \
        (to).s_codec = (front)->m->codec;                                                          \
        memcpy((to).s_dev_addr, (front)->x.m_dev_addr, sizeof(to).s_dev_addr);                     \
        memcpy((to).s_spill_addr, (front)->x.m_spill_addr, sizeof(to).s_spill_addr);               \
        memcpy((to).s_meta_addr, (front)->x.m_meta_addr, sizeof(to).s_meta_addr);                  \
    } while (0)

static void requests(struct wires *w)
{
    w->read_in.s_valid = w->front.r_valid;
    w->write_in.s_valid = w->front.w_valid;
    PUT_WORK(w->read_in, &w->front);
    PUT_WORK(w->write_in, &w->front);
}

/* Arrived sectors and acknowledgements of device memory. */
static void dev_sectors(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    struct lpi_dev_wires *d = &w->dev;

    d->rd_in.arready = in->dev_arready;
    d->rd_in.rvalid = in->dev_rvalid;
    d->rd_in.rid = in->dev_rid;
    memcpy(d->rd_in.rdata, in->dev_rdata, sizeof in->dev_rdata);
    d->rd_in.rresp = in->dev_rresp;
    d->rd_in.rlast = in->dev_rlast;
    d->wr_in.awready = in->dev_awready;
    d->wr_in.wready = in->dev_wready;
    d->wr_in.bvalid = in->dev_bvalid;
    d->wr_in.bid = in->dev_bid;
    d->wr_in.bresp = in->dev_bresp;
    lpi_dev_sectors(&q->dev, d);
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
    memcpy(m->cache_in.fill_data, d->rd.m_data, sizeof d->rd.m_data);
    m->cache_in.fill_err = d->rd.m_err;
    m->cache_in.evicted_valid = d->evicted_valid;
    m->cache_in.evicted_err = d->wr.m_err;
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

static void bud(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    w->bud_rd_in = (struct lp_axi_rd_in){.s_valid = w->read.bud_valid,
                                         .s_sectors = w->read.bud_sectors,
                                         .s_id = w->read.bud_entry,
                                         .arready = in->bud_arready,
                                         .rvalid = in->bud_rvalid,
                                         .rid = in->bud_rid,
                                         .rresp = in->bud_rresp,
                                         .rlast = in->bud_rlast,
                                         .m_ready = w->read.budd_ready};
    memcpy(w->bud_rd_in.s_addr, w->read.bud_addr, sizeof w->read.bud_addr);
    memcpy(w->bud_rd_in.rdata, in->bud_rdata, sizeof in->bud_rdata);
    lp_axi_rd_unit.eval(q->bud_rd, &w->bud_rd_in, &w->bud_rd);
    w->bud_wr_in = (struct lp_axi_wr_in){.s_valid = w->write.bud_valid,
                                         .s_sectors = w->write.bud_sectors,
                                         .s_id = w->write.bud_entry,
                                         .d_valid = w->write.budd_valid,
                                         .awready = in->bud_awready,
                                         .wready = in->bud_wready,
                                         .bvalid = in->bud_bvalid,
                                         .bid = in->bud_bid,
                                         .bresp = in->bud_bresp,
                                         .m_ready = w->write.budb_ready};
    memcpy(w->bud_wr_in.s_addr, w->write.bud_addr, sizeof w->write.bud_addr);
    memcpy(w->bud_wr_in.d_data, w->write.budd_data, sizeof w->write.budd_data);
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
    r->a_state = cache->m_state;
    r->a_err = w->meta.answer_err;
    r->miss_valid = cache->miss && lpi_meta_who(cache->miss_tag) == LPI_META_READER;
    r->miss_entry = lpi_meta_entry(cache->miss_tag);
    r->dev_idle = w->dev.load_idle;
    r->dev_ready = w->dev.load_ready;
    r->devd_valid = w->dev.loaded_valid;
    r->devd_entry = w->dev.read_id;
    memcpy(r->devd_data, w->dev.rd.m_data, sizeof r->devd_data);
    r->devd_err = w->dev.rd.m_err;
    r->bud_ready = w->bud_rd.s_ready;
    r->budd_valid = w->bud_rd.m_valid;
    r->budd_entry = w->bud_rd.m_id;
    memcpy(r->budd_data, w->bud_rd.m_data, sizeof r->budd_data);
    r->budd_err = w->bud_rd.m_err;
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
    r->devb_err = w->dev.wr.m_err;
    r->bud_ready = w->bud_wr.s_ready;
    r->budd_ready = w->bud_wr.d_ready;
    r->budb_valid = w->bud_wr.m_valid;
    r->budb_entry = w->bud_wr.m_id;
    r->budb_err = w->bud_wr.m_err;
}

static void blocks(const struct buddy_slice *q, const LP_IN_T *in, struct wires *w)
{
    memset(w, 0, sizeof *w);
    engines(q, in, w);
    front(q, in, w);
    requests(w);
    dev_sectors(q, in, w);
    meta(q, in, w);
    dev(q, w);
    bud(q, in, w);
    to_read(w);
    to_write(w);
}

#define PUT_AXI(out, X, rd, wr)                                                                    \
    do {                                                                                           \
        (out)->X##_arvalid = (rd).arvalid;                                                         \
        (out)->X##_arid = (rd).arid;                                                               \
        memcpy((out)->X##_araddr, (rd).araddr, sizeof(rd).araddr);                                 \
        (out)->X##_arlen = (rd).arlen;                                                             \
        (out)->X##_rready = (rd).rready;                                                           \
        (out)->X##_awvalid = (wr).awvalid;                                                         \
        (out)->X##_awid = (wr).awid;                                                               \
        memcpy((out)->X##_awaddr, (wr).awaddr, sizeof(wr).awaddr);                                 \
        (out)->X##_awlen = (wr).awlen;                                                             \
        (out)->X##_wvalid = (wr).wvalid;                                                           \
        memcpy((out)->X##_wdata, (wr).wdata, sizeof(wr).wdata);                                    \
        (out)->X##_wstrb = (wr).wstrb;                                                             \
        (out)->X##_wlast = (wr).wlast;                                                             \
        (out)->X##_bready = (wr).bready;                                                           \
        (out)->X##_arsize = (out)->X##_awsize = AXI_SIZE;                                          \
        (out)->X##_arburst = (out)->X##_awburst = AXI_INCR;                                        \
    } while (0)

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
    memset(out, 0, sizeof *out);
    out->cfg_ready = !(w.cfg_valid && w.to_cache) || w.meta.c_ready;
    out->cfg_err = w.meta.c_err;
    lpi_put64(out->cfg_value, value(q, &w, w.cfg_reg));
    out->error = q->events.seen != 0;
    out->irq = (q->events.seen & q->events.enable) != 0;
    out->q_ready = w.front.q_ready;
    out->d_ready = w.write.d_ready;
    out->m_valid = w.read.m_valid;
    out->m_id = w.read.m_id;
    out->m_code = w.read.m_code;
    memcpy(out->m_data, w.read.m_data, sizeof out->m_data);
    out->m_last = w.read.m_last;
    out->k_valid = w.write.m_valid;
    out->k_id = w.write.m_id;
    out->k_code = w.write.m_code;
    PUT_AXI(out, dev, w.dev.rd, w.dev.wr);
    PUT_AXI(out, bud, w.bud_rd, w.bud_wr);
    out->md_accesses = w.meta.cache.accesses;
    out->md_hits = w.meta.cache.hits;
    out->md_merged = w.meta.cache.merged;
    out->md_fills = w.meta.cache.fills;
    out->md_used = w.meta.cache.used;
    out->md_writebacks = w.meta.cache.writebacks;
    out->md_wb_err = w.meta.cache.wb_err;
    out->strays = q->strays;
    out->lost = w.write.lost;
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

static void init(void *state, const int *values)
{
    struct buddy_slice *q = state;
    int read[] = {values[ENTRIES], values[LANES], values[PARALLEL], values[ELEM], values[MIXED]};
    int write[] = {values[ENTRIES], values[ELEM], values[MIXED]};
    int id_w = (int)entry_bits(values);

    q->slot_mask = LPI_ONES((unsigned)values[SLOT_W]);
    q->frame_mask = LPI_ONES((unsigned)values[FRAME_W]);
    q->index_mask = LPI_ONES((unsigned)values[SHARE_W] - 7);
    lpi_front_init(&q->front, (unsigned)values[ENTRIES], values);
    q->counters = values[COUNTERS];
    q->stray_sum = q->strays = 0;
    lpi_meta_init(&q->meta, values + SETS, q->counters);
    lpi_dev_init(&q->dev, entry_bits(values), (unsigned)values[MISSES]);
    lpi_events_reset(&q->events);
    lp_buddy_read_unit.set_up(q->read, read);
    lp_buddy_write_unit.set_up(q->write, write);
    lp_axi_rd_unit.set_up(q->bud_rd, &id_w);
    lp_axi_wr_unit.set_up(q->bud_wr, &id_w);
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
    return lp_gbbr_xlat_unit.fits(values) && values[MISSES] <= values[ENTRIES] &&
           lp_buddy_elem_fits(values[ELEM], values[MIXED]);
}

/* In the order of the enum above. */
static const struct lp_param params[] = {LP_BUDDY_SLICE_PARAMS};

LP_UNIT_ROW(buddy_slice, LP_BUDDY_SLICE_PORTS, struct buddy_slice, LP_UNIT_PARAMS(params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = width,
            .fits = fits);
