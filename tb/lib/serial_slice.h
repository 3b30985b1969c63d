/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simplest slice of buddy memory, to test its drivers and memories: one request at a time, no
 * metadata cache (each access fetches its sector, each write writes it back). Translation and codec
 * are the functional ones.
 */
#ifndef TB_UNIT_SERIAL_SLICE_H
#define TB_UNIT_SERIAL_SLICE_H

#include "../../cmodel/units/buddy/buddy_ports.h"
#include "../../cmodel/lib/buddy/stored.h"
#include "../../cmodel/units/common/instance.h"
#include "../../cmodel/units/common/params.h"
#include "../../cmodel/base/wide.h"
#include "../../cmodel/dma/memory/memory_port.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

/* Bugs that a driver must find. */
enum serial_bug {
    SERIAL_RIGHT,
    SERIAL_STALE_SPILL, /* a write leaves out its last spilled sector */
    SERIAL_WRONG_BYTE,  /* the last byte of some lines */
    SERIAL_WRONG_ID,    /* responses go to another requester */
    SERIAL_SHORT_LINE,  /* last with a line's third sector */
    SERIAL_LONG_BURST,  /* a burst crosses 4 KiB */
    SERIAL_DEAF         /* never takes a request */
};

/* An access to one memory that does not cross 4 KiB. */
struct serial_access {
    int write, link;
    uint64_t addr;
    unsigned sectors;
    uint8_t *data;
    uint32_t strobe;
};

struct serial_slice {
    enum serial_bug bug;
    struct lp_gbbr_geometry geometry;
    struct lp_gbbr_regs regs;
    uint32_t accesses, writebacks;
    const struct lp_buddy_slice_in *in; /* outputs of the last eval */
    struct lp_buddy_slice_out out;

    enum { IDLE, DATA, META, MOVE, UPDATE, ANSWER } step;
    int write;
    uint32_t id;
    struct lp_gbbr_page page;
    struct lp_gbbr_line line;
    unsigned state, beat, code;
    uint8_t raw[LP_LINE_BYTES], entry[LP_LINE_BYTES], meta[LP_SECTOR_BYTES];
    uint8_t eight[LP_SECTOR_BYTES];
    struct serial_access todo[8];
    unsigned todo_count, doing;
    int addressed; /* the access's address is taken */
    unsigned moved;
};

static void serial_want(struct serial_slice *s, struct serial_access access)
{
    while (access.sectors > 0) {
        unsigned room = (unsigned)(4096 - access.addr / 32 * 32 % 4096) / 32;
        struct serial_access part = access;
        if (part.sectors > room && s->bug != SERIAL_LONG_BURST)
            part.sectors = room;
        s->todo[s->todo_count++] = part;
        access.addr += part.sectors * 32;
        access.data += part.sectors * 32;
        access.sectors -= part.sectors;
    }
}

static void serial_begin(struct serial_slice *s, int step)
{
    s->step = step;
    s->todo_count = s->doing = s->moved = 0;
    s->addressed = 0;
}

/* The metadata's sector; the next step finds the nibble in it. */
static void serial_meta(struct serial_slice *s, int write)
{
    serial_begin(s, write ? UPDATE : META);
    serial_want(s, (struct serial_access){write, 0, s->line.meta_addr / 64 * 32, 1, s->meta, ~0u});
}

static void serial_move(struct serial_slice *s)
{
    struct lp_gbbr_split split = {.dev_sectors = 4};
    serial_begin(s, MOVE);
    if (s->page.compressed)
        s->code = (unsigned)lp_gbbr_split(s->state, s->page.target, &split);
    if (s->code != LP_ANSWER_OK)
        return;
    if (split.eight) {
        unsigned lane = (unsigned)(s->line.dev_addr % 32);
        memcpy(s->eight + lane, s->entry, 8);
        serial_want(s, (struct serial_access){s->write, 0, s->line.dev_addr / 32 * 32, 1, s->eight,
                                              0xffu << lane});
    } else if (split.dev_sectors > 0) {
        serial_want(s, (struct serial_access){s->write, 0, s->line.dev_addr, split.dev_sectors,
                                              s->entry, ~0u});
    }
    unsigned spill = split.spill_sectors -
                     (s->bug == SERIAL_STALE_SPILL && s->write && split.spill_sectors > 0);
    serial_want(s, (struct serial_access){s->write, 1, s->line.spill_addr, spill,
                                          s->entry + split.dev_sectors * 32, ~0u});
}

static void serial_answer(struct serial_slice *s)
{
    serial_begin(s, ANSWER);
    s->beat = 0;
    if (s->write || s->code != LP_ANSWER_OK)
        return;
    if (!s->page.compressed) {
        memcpy(s->raw, s->entry, sizeof s->raw);
        return;
    }
    if (s->state == LP_STATE_EIGHT)
        memcpy(s->entry, s->eight + s->line.dev_addr % 32, 8);
    if (lpi_load_line((enum lp_page_codec)s->page.codec, s->state, s->entry, s->raw) != LP_OK)
        s->code = LP_ANSWER_CORRUPT;
    s->raw[LP_LINE_BYTES - 1] ^= s->bug == SERIAL_WRONG_BYTE && s->line.dev_addr % 512 == 0;
}

/* The next step when all accesses of one are done. */
static void serial_next(struct serial_slice *s)
{
    unsigned shift = s->line.meta_addr % 2 * 4;
    uint8_t *byte = &s->meta[s->line.meta_addr / 2 % 32];
    if (s->step == META && !s->write) {
        s->state = *byte >> shift & 15;
        serial_move(s);
    } else if (s->step == META) {
        *byte = (uint8_t)((*byte & ~(15u << shift)) | s->state << shift);
        serial_move(s);
    } else if (s->step == MOVE && s->write && s->page.compressed) {
        s->writebacks++;
        serial_meta(s, 1);
    } else {
        serial_answer(s);
    }
}

static void serial_start(struct serial_slice *s)
{
    if (s->write)
        memcpy(s->entry, s->raw, sizeof s->entry);
    if (s->code != LP_ANSWER_OK) {
        serial_answer(s);
        return;
    }
    if (!s->page.compressed) {
        serial_move(s);
        return;
    }
    if (s->write)
        s->state = lpi_store_line((enum lp_page_codec)s->page.codec, s->page.target, s->raw,
                                  s->entry);
    s->accesses++;
    serial_meta(s, 0);
}

static void serial_accept(struct serial_slice *s, const struct lp_buddy_slice_in *in)
{
    s->write = (int)in->q_write;
    s->id = in->q_id;
    s->page = (struct lp_gbbr_page){(uint8_t)in->q_compressed, (uint8_t)in->q_target, in->q_slot,
                                    in->q_frame, (uint8_t)in->q_codec};
    s->code = (unsigned)lp_gbbr_translate(&s->geometry, &s->regs, &s->page, in->q_index, &s->line);
    s->beat = 0;
    if (s->write)
        s->step = DATA;
    else
        serial_start(s);
}

/* The port of the current access, in the struct of outputs. */
#define SERIAL_DRIVE(P, access)                                                                    \
    do {                                                                                           \
        out->P##rready = out->P##bready = 1;                                                       \
        if ((access)->write && !s->addressed) {                                                    \
            out->P##awvalid = 1;                                                                   \
            out->P##awaddr[0] = (uint32_t)(access)->addr;                                          \
            out->P##awaddr[1] = (uint32_t)((access)->addr >> 32);                                  \
            out->P##awlen = (access)->sectors - 1;                                                 \
        } else if ((access)->write && s->moved < (access)->sectors) {                              \
            out->P##wvalid = 1;                                                                    \
            lpi_words_of_bytes(out->P##wdata, (access)->data + s->moved * 32, 32);                 \
            out->P##wstrb = (access)->strobe;                                                      \
            out->P##wlast = s->moved + 1 == (access)->sectors;                                     \
        } else if (!(access)->write && !s->addressed) {                                            \
            out->P##arvalid = 1;                                                                   \
            out->P##araddr[0] = (uint32_t)(access)->addr;                                          \
            out->P##araddr[1] = (uint32_t)((access)->addr >> 32);                                  \
            out->P##arlen = (access)->sectors - 1;                                                 \
        }                                                                                          \
    } while (0)

/* Whether the access is done with this cycle's transfers. */
#define SERIAL_MOVE(P, access, done)                                                               \
    do {                                                                                           \
        if ((out->P##awvalid && in->P##awready) || (out->P##arvalid && in->P##arready))            \
            s->addressed = 1;                                                                      \
        if (out->P##wvalid && in->P##wready)                                                       \
            s->moved++;                                                                            \
        if (!(access)->write && in->P##rvalid) {                                                   \
            lpi_bytes_of_words((access)->data + s->moved++ * 32, in->P##rdata, 32);                \
            done = in->P##rlast != 0;                                                              \
        }                                                                                          \
        if ((access)->write && in->P##bvalid)                                                      \
            done = 1;                                                                              \
    } while (0)

static void serial_eval(void *self, int rst_n, const void *in, void *result)
{
    struct serial_slice *s = self;
    struct lp_buddy_slice_out *out = &s->out;
    (void)rst_n;
    s->in = in;
    memset(out, 0, sizeof *out);
    out->dev_arsize = out->dev_awsize = out->bud_arsize = out->bud_awsize = 5;
    out->dev_arburst = out->dev_awburst = out->bud_arburst = out->bud_awburst = 1;
    out->cfg_ready = 1;
    out->q_ready = s->step == IDLE && s->bug != SERIAL_DEAF;
    out->d_ready = s->step == DATA;
    if (s->step == ANSWER && s->write) {
        out->k_valid = 1;
        out->k_id = s->id ^ (s->bug == SERIAL_WRONG_ID);
        out->k_code = s->code;
    } else if (s->step == ANSWER) {
        out->m_valid = 1;
        out->m_id = s->id;
        out->m_last = s->beat == (s->bug == SERIAL_SHORT_LINE ? 2 : 3);
        out->m_code = out->m_last ? s->code : 0;
        lpi_words_of_bytes(out->m_data, s->raw + s->beat * 32, 32);
    }
    if (s->doing < s->todo_count && s->todo[s->doing].link)
        SERIAL_DRIVE(bud_, &s->todo[s->doing]);
    else if (s->doing < s->todo_count)
        SERIAL_DRIVE(dev_, &s->todo[s->doing]);
    out->md_accesses = out->md_fills = s->accesses;
    out->md_writebacks = s->writebacks;
    memcpy(result, out, sizeof *out);
}

static void serial_configure(struct serial_slice *s, const struct lp_buddy_slice_in *in)
{
    uint64_t data = (uint64_t)in->cfg_data[1] << 32 | in->cfg_data[0];
    uint64_t *const regs[] = {[LP_GBBR_GBBR] = &s->regs.gbbr,
                              [LP_GBBR_MDBASE] = &s->regs.mdbase,
                              [LP_GBBR_SLOTS] = &s->regs.slots,
                              [LP_GBBR_FRAMES] = &s->regs.frames};
    if (in->cfg_reg < LP_GBBR_REGS)
        *regs[in->cfg_reg] = data;
}

static void serial_tick(void *self)
{
    struct serial_slice *s = self;
    const struct lp_buddy_slice_in *in = s->in;
    const struct lp_buddy_slice_out *out = &s->out;
    int done = 0;
    if (in->cfg_valid)
        serial_configure(s, in);
    if (s->doing < s->todo_count) {
        struct serial_access *access = &s->todo[s->doing];
        if (access->link)
            SERIAL_MOVE(bud_, access, done);
        else
            SERIAL_MOVE(dev_, access, done);
        if (done) {
            s->doing++;
            s->addressed = 0;
            s->moved = 0;
        }
    } else if (s->step == META || s->step == MOVE || s->step == UPDATE) {
        serial_next(s);
    } else if (s->step == IDLE && in->q_valid && out->q_ready) {
        serial_accept(s, in);
    } else if (s->step == DATA && in->d_valid) {
        lpi_bytes_of_words(s->raw + 32 * s->beat++, in->d_data, 32);
        if (s->beat == 4)
            serial_start(s);
    } else if (s->step == ANSWER && (s->write ? in->k_ready : in->m_ready)) {
        s->beat++;
        if (s->write || out->m_last)
            s->step = IDLE;
    }
}

static enum serial_bug serial_bug;

/* It starts in the reset state: it is never reset later. */
static void serial_reset(void *self)
{
    (void)self;
}

static const struct lp_instance_kind serial_kind = {
    .close = free, .reset = serial_reset, .eval = serial_eval, .tick = serial_tick};

/* An lp_open_fn; the bug is that of serial_bug. */
static int serial_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    if (lp_unit_get(unit, "LANES", values) != 1)
        return LP_ERR_ARG;
    struct serial_slice *s = calloc(1, sizeof *s);
    s->geometry.share_log2 = (unsigned)lp_unit_get(unit, "SHARE_W", values);
    s->bug = serial_bug;
    *instance = (struct lp_instance){&serial_kind, s};
    return LP_OK;
}

#endif
