/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_index (rtl/cdma/lp_cdma_index*.sv).
 *
 * RTL map of lp_cdma_index_wr:
 *   {fill,last,r_valid,err,full,addr,data,pos,open,sector,fill_data,out_data}_q = wr.{}
 *
 * RTL map of lp_cdma_index_rd:
 *   {busy,killed,ask,sectors,part,sector,free,owed,held,to,in,out,final}_q = rd.{}
 *   {shown,shown_final,pos,end}_q = rd.{}
 */
#include "cdma_index_cycle.h"

#include <string.h>

#include "axi_one.h"

typedef struct lp_cdma_index_in LP_IN_T;
typedef struct lp_cdma_index_out LP_OUT_T;

#define WORDS 8        /* of a sector */
#define MOST_PLACES 16 /* of u_ram */
#define MOST_OPEN 63
#define SECTOR_MASK ((UINT64_C(1) << 35) - 1)

/* lp_cdma_index_wr */
struct index_wr {
    bool fill, last, r_valid, err;
    bool full, addr, data;
    uint8_t pos, open;
    uint64_t sector;
    uint32_t fill_data[WORDS], out_data[WORDS];
    struct lpi_axi_one axi;
};

/* lp_cdma_index_rd */
struct index_rd {
    bool busy, killed, ask, shown, shown_final, shown_err;
    uint8_t part, free, owed, held, to, in, out, pos, end;
    uint8_t places; /* AHEAD, of u_ram */
    uint16_t final;
    uint32_t sectors;
    uint64_t sector;
    struct lpi_axi_split axi;
    uint32_t ram[MOST_PLACES][WORDS], data[WORDS];
    bool ram_err[MOST_PLACES];
};

struct index_state {
    struct index_wr wr;
    struct index_rd rd;
};

_Static_assert(sizeof(struct index_state) <= LP_CDMA_INDEX_STATE, "lp_cdma_index's state");

/* ---------------------------------------------------------------- writing */

static bool wr_j_ready(const struct index_wr *q)
{
    return !(q->fill || q->last || q->r_valid);
}

static bool wr_free(const struct index_wr *q)
{
    return !(q->addr || q->data || q->open == MOST_OPEN);
}

static bool wr_x_ready(const struct index_wr *q)
{
    return q->fill && (!q->full || wr_free(q));
}

static void wr_eval(const struct index_wr *q, LP_OUT_T *out)
{
    out->wj_ready = wr_j_ready(q);
    out->x_ready = wr_x_ready(q);
    out->wr_valid = q->r_valid;
    out->wr_err = q->r_valid && q->err;
    out->awvalid = lpi_axi_one_awvalid(&q->axi);
    lpi_axi_addr(out->awaddr, q->axi.split.sector);
    out->awlen = 0;
    out->wvalid = q->axi.due > 0 && q->data;
    memcpy(out->wdata, q->out_data, sizeof out->wdata);
    out->wstrb = UINT32_MAX;
    out->wlast = out->bready = 1;
}

/* The first entry of a sector clears the others. */
static void put_entry(struct index_wr *q, uint32_t bytes)
{
    if (q->pos == 0)
        memset(q->fill_data, 0, sizeof q->fill_data);
    uint32_t *word = &q->fill_data[q->pos / 2];
    unsigned shift = q->pos % 2 * 16;
    *word = (*word & ~(UINT32_C(0xffff) << shift)) | bytes << shift;
}

static void wr_tick(struct index_wr *q, const LP_IN_T *in)
{
    bool j_take = (in->wj_valid & 1) && wr_j_ready(q), free = wr_free(q);
    bool move = q->full && free, take = (in->x_valid & 1) && wr_x_ready(q);
    bool end = take && (in->x_end & 1), entry = take && !end, ack = in->bvalid & 1;
    bool addr_taken = q->addr && lpi_axi_one_s_ready(&q->axi, in->awready & 1);
    bool data_taken = q->data && q->axi.due > 0 && (in->wready & 1);
    bool quiet = !(q->full || q->addr || q->data || q->open > 0), last = q->last;

    lpi_axi_one_tick(&q->axi, in->awready & 1, q->addr, q->sector, 0, q->data && (in->wready & 1));
    q->fill = j_take || (q->fill && !end);
    q->last = end || (last && !quiet);
    q->r_valid = q->r_valid ? !(in->wr_ready & 1) : last && quiet;
    if (ack)
        q->err = q->err || (in->bresp >> 1 & 1);
    if (j_take)
        q->err = false;
    if (move)
        memcpy(q->out_data, q->fill_data, sizeof q->out_data);
    q->full = (entry && q->pos == 15) || (end && q->pos != 0) || (q->full && !free);
    q->addr = move || (q->addr && !addr_taken);
    q->data = move || (q->data && !data_taken);
    if (entry)
        put_entry(q, in->x_bytes & 0xffff);
    if (j_take)
        q->pos = 0;
    else if (entry)
        q->pos = (q->pos + 1) & 15;
    q->open = (q->open + move - ack) & MOST_OPEN;
    if (j_take)
        q->sector = lpi_axi_sector(in->wj_addr);
    else if (addr_taken)
        q->sector = (q->sector + 1) & SECTOR_MASK;
}

static void wr_clear(struct index_wr *q)
{
    q->fill = q->last = q->r_valid = q->full = q->addr = q->data = false;
    q->pos = q->open = 0;
    lpi_axi_one_clear(&q->axi);
}

/* ---------------------------------------------------------------- reading */

static void rd_eval(const struct index_rd *q, LP_OUT_T *out)
{
    out->rj_ready = out->rr_idle = !q->busy;
    out->n_valid = q->shown;
    out->n_bytes = q->shown ? q->data[q->pos / 2] >> q->pos % 2 * 16 & 0xffff : 0;
    out->n_err = q->shown && q->shown_err;
    out->arvalid = q->axi.valid;
    lpi_axi_addr(out->araddr, q->axi.sector);
    out->arlen = 0;
    out->rready = 1;
}

static void start_job(struct index_rd *q, const LP_IN_T *in)
{
    q->busy = q->ask = in->rj_groups != 0;
    q->free = q->places;
    q->owed = q->held = q->to = q->in = q->out = 0;
    q->sectors = in->rj_groups >> 4;
    q->part = in->rj_groups & 15;
    q->sector = lpi_axi_sector(in->rj_addr);
}

/* The next sector moves to the RAM's output register. */
static void load_sector(struct index_rd *q)
{
    memcpy(q->data, q->ram[q->out], sizeof q->data);
    q->shown_err = q->ram_err[q->out];
    q->shown_final = q->final >> q->out & 1;
    q->end = q->shown_final ? (q->part - 1) & 15 : 15;
    q->pos = 0;
    q->out = (q->out + 1) & (q->places - 1);
}

static void ask_sector(struct index_rd *q, bool final)
{
    q->final = (uint16_t)((q->final & ~(1u << q->to)) | (unsigned) final << q->to);
    q->ask = !final;
    q->to = (q->to + 1) & (q->places - 1);
    q->sectors = (q->sectors - 1) & 0xfffffff;
    q->sector = (q->sector + 1) & SECTOR_MASK;
}

static void keep_sector(struct index_rd *q, const LP_IN_T *in)
{
    memcpy(q->ram[q->in], in->rdata, sizeof q->ram[q->in]);
    q->ram_err[q->in] = in->rresp >> 1 & 1;
    q->in = (q->in + 1) & (q->places - 1);
}

static void rd_tick(struct index_rd *q, const LP_IN_T *in)
{
    bool arready = in->arready & 1, kill = in->kill & 1, killed = q->killed;
    bool asks = q->ask && !killed && q->free > 0;
    bool ask = asks && lpi_axi_split_ready(&q->axi, arready);
    bool final = q->part ? q->sectors == 0 : q->sectors <= 1;
    bool arrive = (in->rvalid & 1) && q->busy && q->owed > 0;
    bool take = q->shown && (in->n_ready & 1), leave = take && q->pos == q->end;
    bool load = q->busy && !killed && q->held > 0 && (!q->shown || leave);
    bool over = killed ? q->owed == 0 : leave && q->shown_final, busy = q->busy;

    lpi_axi_split_tick(&q->axi, arready, asks, q->sector, 1, 0);
    q->killed = busy && (killed || kill) && !over;
    q->shown = !(kill || killed) && (load || (q->shown && !leave));
    if (!busy) {
        if (in->rj_valid & 1)
            start_job(q, in);
        return;
    }
    q->busy = !over;
    q->free = (uint8_t)(q->free + load - ask);
    q->owed = (uint8_t)(q->owed + ask - arrive);
    q->held = (uint8_t)(q->held + arrive - load);
    if (load)
        load_sector(q);
    else if (take)
        q->pos = (q->pos + 1) & 15;
    if (killed)
        q->ask = false;
    if (ask)
        ask_sector(q, final);
    if (arrive)
        keep_sector(q, in);
}

static void rd_clear(struct index_rd *q)
{
    q->busy = q->killed = q->ask = q->shown = q->axi.valid = false;
}

/* ---------------------------------------------------------------- both */

static void init(void *state, const int *values)
{
    struct index_state *q = state;

    memset(q, 0, sizeof *q);
    q->rd.places = (uint8_t)values[0];
}

static void eval(const void *state, const void *in, void *out)
{
    const struct index_state *q = state;

    (void)in;
    wr_eval(&q->wr, out);
    rd_eval(&q->rd, out);
}

static void tick(void *state, const void *in)
{
    struct index_state *q = state;

    wr_tick(&q->wr, in);
    rd_tick(&q->rd, in);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
void lp_cdma_index_reset_with(void *state, const struct lp_cdma_index_in *in)
{
    struct index_state *q = state;

    tick(state, in);
    wr_clear(&q->wr);
    rd_clear(&q->rd);
}

static void reset(void *state)
{
    lp_cdma_index_reset_with(state, &(LP_IN_T){0});
}

static const struct lp_param index_params[] = {LP_PARAM("AHEAD", 16, 8, 4, 2)};

LP_UNIT_ROW(cdma_index, LP_CDMA_INDEX_PORTS, struct index_state, LP_UNIT_PARAMS(index_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick);
