/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_sdram (rtl/sdram/lp_sdram.sv).
 *
 * RTL map of lp_sdram:
 *   r_{open,bad,id,sector}_q = r.{}
 *   w_{open,bad,id,sector}_q = w.{}
 *   {cmd,ba,a,dqm,d,oe}_q = pins.{}
 *   word_q, last_q = word, last: the lowest bit is the newest
 */
#include <stdbool.h>
#include <string.h>

#include "sdram_ports.h"
#include "../common/cut.h"

typedef struct lp_sdram_in LP_IN_T;
typedef struct lp_sdram_out LP_OUT_T;

#define WORDS 8         /* 32-bit words of a beat */
#define COLUMNS 16      /* of a beat */
#define ALL 0x400u      /* A10: all banks */
#define REFRESHES_UP 8u /* of the initialisation */

/* CS#, RAS#, CAS#, WE#. */
enum cmd { MODE, REFRESH, PRECHARGE, ACTIVATE, WRITE, READ, NONE = 15 };
enum state { WAKE, WARM, SET, IDLE, MOVE, CLOSE };

struct burst {
    bool open, bad;
    uint8_t id;
    uint32_t sector;
};

struct sdram {
    unsigned cas, rcd, rp, wr, rfc, refresh, init, part_w, row_w;
    uint32_t id_mask, sector_mask;
    uint8_t state, n;
    uint32_t wait, age;
    bool up, write, turn, due;
    struct burst r, w;
    bool r_full, w_done, b;
    uint8_t r_left, word, last;
    uint32_t r_data[WORDS];
    struct {
        uint8_t cmd, ba, dqm;
        uint16_t a, d;
        bool oe;
    } pins;
};

static void clear(struct sdram *q)
{
    q->state = WAKE;
    q->n = 0;
    q->wait = q->init - 1;
    q->age = q->refresh - 1;
    q->up = q->turn = q->due = false;
    q->r.open = q->w.open = q->r_full = q->w_done = q->b = false;
    q->word = q->last = 0;
    q->pins.cmd = NONE;
    q->pins.dqm = 3;
    q->pins.oe = false;
    q->pins.ba = 0;
    q->pins.a = 0;
}

static void set_up(void *state, const int *values)
{
    struct sdram *q = state;

    memset(q, 0, sizeof *q);
    q->id_mask = LPI_ONES((unsigned)values[0]);
    q->part_w = (unsigned)values[1] - 4;
    q->row_w = (unsigned)values[2];
    q->sector_mask = LPI_ONES(q->part_w + 2 + q->row_w);
    q->cas = (unsigned)values[3];
    q->rcd = (unsigned)values[4];
    q->rp = (unsigned)values[5];
    q->wr = (unsigned)values[6];
    q->rfc = (unsigned)values[7];
    q->refresh = (unsigned)values[8];
    q->init = (unsigned)values[9];
    clear(q);
}

static bool w_ready(const struct sdram *q)
{
    return q->w_done || (q->w.open && q->w.bad);
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct sdram *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    memset(out, 0, sizeof *out);
    out->s_arready = q->up && !q->r.open;
    out->s_rvalid = q->r_full;
    out->s_rid = q->r.id;
    if (!q->r.bad)
        memcpy(out->s_rdata, q->r_data, sizeof out->s_rdata);
    out->s_rresp = q->r.bad ? 3 : 0;
    out->s_rlast = q->r_left == 0;
    out->s_awready = q->up && !q->w.open && !q->b;
    out->s_wready = w_ready(q);
    out->s_bvalid = q->b;
    out->s_bid = q->w.id;
    out->s_bresp = q->w.bad ? 3 : 0;
    out->cmd = q->pins.cmd;
    out->ba = q->pins.ba;
    out->a = q->pins.a;
    out->dqm = q->pins.dqm;
    out->d = q->pins.d;
    out->d_oe = q->pins.oe;
}

/* Fields that an address gives; the burst opens elsewhere. */
static void take(const struct sdram *q, struct burst *burst, uint32_t id, const uint32_t addr[2])
{
    uint64_t sector = ((uint64_t)(addr[1] & 0xff) << 32 | addr[0]) >> 5;

    burst->id = (uint8_t)(id & q->id_mask);
    burst->sector = (uint32_t)sector & q->sector_mask;
    burst->bad = sector > q->sector_mask;
}

static void step(const struct sdram *q, struct burst *burst)
{
    burst->sector = (burst->sector + 1) & q->sector_mask;
}

/* `column`: a column is read in this cycle; `final`: the last one of a beat. */
static void tick_r(struct sdram *q, const LP_IN_T *in, bool column, bool final)
{
    bool taken = in->s_arvalid & 1 && q->up && !q->r.open;
    bool beat = q->r_full && in->s_rready & 1, over = q->r_left == 0;
    bool filled = q->last >> (q->cas - 1) & 1 || (q->r.open && q->r.bad);
    uint32_t keep = LPI_ONES(q->cas);

    if (q->word >> (q->cas - 1) & 1) {
        for (unsigned i = 0; i < WORDS; i++) {
            uint32_t above = i + 1 < WORDS ? q->r_data[i + 1] : in->q & 0xffff;
            q->r_data[i] = q->r_data[i] >> 16 | above << 16;
        }
    }
    q->word = (uint8_t)((q->word << 1 | column) & keep);
    q->last = (uint8_t)((q->last << 1 | final) & keep);
    q->r_full = !beat && (q->r_full || filled);
    q->r.open = taken || (q->r.open && !(beat && over));
    if (taken) {
        take(q, &q->r, in->s_arid, in->s_araddr);
        q->r_left = (uint8_t)in->s_arlen;
    } else if (beat) {
        step(q, &q->r);
        q->r_left--;
    }
}

/* `final`: the last column of a beat is written in this cycle. */
static void tick_w(struct sdram *q, const LP_IN_T *in, bool final)
{
    bool taken = in->s_awvalid & 1 && q->up && !q->w.open && !q->b;
    bool beat = in->s_wvalid & 1 && w_ready(q), end = beat && in->s_wlast & 1;

    q->b = end || (q->b && !(in->s_bready & 1));
    q->w.open = taken || (q->w.open && !end);
    q->w_done = final;
    if (taken)
        take(q, &q->w, in->s_awid, in->s_awaddr);
    else if (beat)
        step(q, &q->w);
}

static void tick_age(struct sdram *q, bool refresh)
{
    bool aged = q->age == 0;

    q->age = aged || !q->up ? q->refresh - 1 : q->age - 1;
    q->due = aged || (q->due && !refresh);
}

/* The command of this cycle, if one may be given, and the state after it. */
static enum cmd command(struct sdram *q, bool activate, bool writes)
{
    switch (q->state) {
    case WAKE:
        q->state = WARM;
        q->wait = q->rp - 1;
        return PRECHARGE;
    case WARM:
        if (++q->n == REFRESHES_UP)
            q->state = SET;
        q->wait = q->rfc - 1;
        return REFRESH;
    case SET:
        q->state = IDLE;
        q->wait = 1;
        return MODE;
    case IDLE:
        if (activate) {
            q->state = MOVE;
            q->n = 0;
            q->turn = q->write = writes;
        }
        q->wait = activate ? q->rcd - 1 : q->due ? q->rfc - 1 : 0;
        return activate ? ACTIVATE : q->due ? REFRESH : NONE;
    case MOVE:
        q->n = (q->n + 1) % COLUMNS;
        q->state = q->n == 0 ? CLOSE : MOVE;
        q->wait = q->n != 0 ? 0 : q->write ? q->wr - 1 : q->cas - 1;
        return q->write ? WRITE : READ;
    default:
        q->state = IDLE;
        q->wait = q->rp - 1;
        return PRECHARGE;
    }
}

static uint16_t address(const struct sdram *q, enum state state, unsigned n, uint32_t sector)
{
    uint32_t part = sector & ((1u << q->part_w) - 1);

    switch (state) {
    case SET: return (uint16_t)(q->cas << 4);
    case IDLE: return (uint16_t)(sector >> (q->part_w + 2) & ((1u << q->row_w) - 1));
    case MOVE: return (uint16_t)(part << 4 | n);
    default: return ALL;
    }
}

static void tick(void *state, const void *in_ports)
{
    struct sdram *q = state;
    const LP_IN_T *in = in_ports;
    enum state was = q->state;
    unsigned n = q->n;
    bool go = q->wait == 0, idle = was == IDLE && go;
    bool r_want = q->r.open && !q->r_full && !q->r.bad;
    bool w_want = q->w.open && in->s_wvalid & 1 && !q->w.bad;
    bool activate = idle && !q->due && (r_want || w_want);
    bool writes = w_want && !(r_want && q->turn);
    bool refresh = idle && q->due, put = was == MOVE && go && q->write;
    bool get = was == MOVE && go && !q->write;
    uint32_t sector = (was == IDLE ? writes : q->write) ? q->w.sector : q->r.sector;
    bool reading = (was == MOVE || was == CLOSE) && !q->write;
    enum cmd cmd = NONE;

    if (go)
        cmd = command(q, activate, writes);
    else
        q->wait--;
    q->pins.cmd = (uint8_t)cmd;
    q->pins.oe = put;
    q->pins.dqm = reading ? 0 : 3;
    if (put) {
        q->pins.dqm = (uint8_t)(~in->s_wstrb >> 2 * n & 3);
        q->pins.d = (uint16_t)(in->s_wdata[n / 2] >> 16 * (n % 2));
    }
    if (cmd != NONE) {
        q->pins.ba = was == SET ? 0 : sector >> q->part_w & 3;
        q->pins.a = address(q, was, n, sector);
    }
    tick_age(q, refresh);
    tick_r(q, in, get, get && n == COLUMNS - 1);
    tick_w(q, in, put && n == COLUMNS - 1);
    if (go && was == SET)
        q->up = true;
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    tick(state, &(LP_IN_T){0});
    clear(state);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    size_t length = strlen(port->name);

    return length > 2 && strcmp(port->name + length - 2, "id") == 0 && port->width == LP_SDRAM_ID
               ? (unsigned)values[0]
               : port->width;
}

static const struct lp_param sdram_params[] = {
    LP_PARAM("ID_W", 8, 1, 2, 3, 4, 5, 6, 7),
    LP_PARAM("COL_W", 9, 8, 10),
    LP_PARAM("ROW_W", 13, 11, 12),
    LP_PARAM("CAS", 2, 3),
    LP_PARAM_RANGE("RCD", 1, 15, 1, 3),
    LP_PARAM_RANGE("RP", 1, 15, 1, 3),
    LP_PARAM_RANGE("WR", 1, 15, 2, 3),
    LP_PARAM_RANGE("RFC", 1, 15, 2, 10),
    LP_PARAM_RANGE("REFRESH", 128, 1 << 20, 187, 128),
    LP_PARAM_RANGE("INIT", 2, 1 << 20, 4800, 2),
};

LP_UNIT_ROW(sdram, LP_SDRAM_PORTS, struct sdram, LP_UNIT_PARAMS(sdram_params), .set_up = set_up,
            .reset = reset, .eval = eval, .tick = tick, .width = width);
