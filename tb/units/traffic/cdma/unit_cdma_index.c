/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_index: jobs of any length around whole sectors, a memory that answers early or
 * late and sometimes with an error, kills at any time. Written data is compared with the entries
 * that went in, and entries that come out with the memory's content.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_index_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "units/traffic/axi/axi_bench.h"

enum { WJ, X, WR, RJ, N, AR, R, AW, W, B }; /* streams in the order of the ports */

#define ENTRIES 16u /* of a sector */
#define MOST 2048u  /* entries of a job that is written */
#define MOST_AHEAD 16u
#define SPAN (UINT64_C(1) << 40)
#define SETTLE 4

struct written {
    uint64_t addr;
    uint32_t entries; /* planned entries */
    uint32_t offered, taken;
    bool planned, live, ended;
    uint32_t aw, w, b; /* sectors of each channel, all taken */
    bool err;
    uint16_t entry[MOST];
};

struct readout {
    uint64_t addr;
    uint32_t groups, given, asked, answered;
    bool live, killed;
    uint32_t after_kill; /* addresses taken since */
    uint32_t quiet;
    uint64_t due[MOST_AHEAD];
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed, cycle;
    uint32_t ahead; /* sectors requested at a time */
    struct written next, now;
    struct readout read;
    uint32_t kill_left, kill_mean, errors, latency, latency_w;
    uint64_t b_due;
};

/* ---- drawing ---- */

static uint64_t draw_addr(struct bench *q)
{
    uint64_t page = lp_random(&q->rng) % (SPAN / 4096), sector = lp_below(&q->rng, 128);

    if (lp_below(&q->rng, 3) == 0)
        sector = 127 - lp_below(&q->rng, 4);
    if (lp_below(&q->rng, 4) == 0) /* sectors up to the last one of the address space */
        return SPAN - 32 * (1 + lp_below(&q->rng, 80));
    return page * 4096 + sector * 32;
}

static uint32_t draw_length(struct bench *q)
{
    uint32_t edge = ENTRIES * lp_below(&q->rng, 12);

    switch (lp_below(&q->rng, 6)) {
    case 0: return lp_below(&q->rng, 4);
    case 1: return edge;
    case 2: return edge + 1;
    case 3: return edge + ENTRIES - 1;
    case 4: return lp_below(&q->rng, MOST);
    default: return lp_below(&q->rng, 60);
    }
}

/* Sometimes more than fit the run's cycles; some of these are a few sectors above a power of 2. */
static uint32_t draw_groups(struct bench *q)
{
    switch (lp_below(&q->rng, 24)) {
    case 0: return (uint32_t)lp_random(&q->rng);
    case 1: return (UINT32_C(1) << (11 + lp_below(&q->rng, 21))) + lp_below(&q->rng, 64);
    default: return draw_length(q);
    }
}

/* Addresses are drawn so that a job's sectors end within 2^40. */
static uint64_t draw_fitting(struct bench *q, uint32_t entries)
{
    uint64_t addr = draw_addr(q), bytes = (entries + UINT64_C(15)) / 16 * 32;
    return addr + bytes > SPAN ? SPAN - bytes : addr;
}

static bool error_at(const struct bench *q, uint64_t addr)
{
    struct lp_rng rng = {q->seed ^ addr * 0x30007};
    return lp_below(&rng, 256) < q->errors;
}

/* OKAY or EXOKAY, SLVERR or DECERR. */
static uint32_t response(struct bench *q, uint64_t addr)
{
    return (uint32_t)error_at(q, addr) << 1 | lp_below(&q->rng, 2);
}

static bool new_written(struct bench *q, struct lp_cdma_index_in *in)
{
    q->next.entries = draw_length(q);
    q->next.addr = draw_fitting(q, q->next.entries);
    lpi_put64(in->wj_addr, q->next.addr | lp_below(&q->rng, 32));
    return true;
}

static bool new_entry(struct bench *q, struct lp_cdma_index_in *in)
{
    struct written *job = &q->now;

    if (!job->live || job->offered > job->entries)
        return false;
    in->x_end = job->offered++ == job->entries;
    in->x_bytes = (uint32_t)lp_random(&q->rng) & 0xffff;
    return true;
}

static bool new_readout(struct bench *q, struct lp_cdma_index_in *in)
{
    uint32_t groups = draw_groups(q);
    uint64_t addr = draw_fitting(q, groups);

    lpi_put64(in->rj_addr, addr | lp_below(&q->rng, 32));
    in->rj_groups = groups;
    return true;
}

static bool answer_read(struct bench *q, struct lp_cdma_index_in *in)
{
    struct readout *job = &q->read;

    if (job->answered == job->asked || q->cycle < job->due[job->answered % MOST_AHEAD])
        return false;
    uint64_t addr = job->addr + job->answered++ * UINT64_C(32);
    lp_axi_content(q->seed, addr, in->rdata);
    in->rresp = response(q, addr);
    in->rlast = 1;
    return true;
}

static bool answer_write(struct bench *q, struct lp_cdma_index_in *in)
{
    struct written *job = &q->now;
    uint32_t both = job->aw < job->w ? job->aw : job->w;

    if (job->b == both)
        return false;
    if (lp_below(&q->rng, 1 + q->latency_w) != 0)
        return false;
    uint64_t addr = job->addr + job->b++ * UINT64_C(32);
    in->bresp = response(q, addr);
    job->err = job->err || in->bresp >> 1;
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct bench *q = (struct bench *)self;

    switch (stream) {
    case WJ: return new_written(q, in);
    case X: return new_entry(q, in);
    case RJ: return new_readout(q, in);
    case R: return answer_read(q, in);
    default: return answer_write(q, in);
    }
}

/*
 * Kills last for a while. In the first cycle of a kill, n is taken, since this bench holds every
 * beat until it is taken; the proof also withdraws beats.
 */
static void drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_cdma_index_in *in = in_ports;
    bool endless = q->read.live && q->read.groups > MOST;

    in->kill = 0;
    if (q->kill_left > 0) {
        q->kill_left--;
        in->kill = 1;
    } else if (lp_below(&q->rng, endless ? 300 : q->kill_mean) == 0) {
        q->kill_left = lp_below(&q->rng, 3) ? lp_below(&q->rng, 40) : 0;
        in->kill = 1;
        in->n_ready = 1;
    }
}

/* ---- writing ---- */

static uint32_t sectors_of(uint32_t entries)
{
    return (uint32_t)((entries + UINT64_C(15)) / ENTRIES);
}

static const char *address_out(struct bench *q, const struct lp_cdma_index_in *in,
                               const struct lp_cdma_index_out *out)
{
    struct written *job = &q->now;
    uint32_t begun = job->ended ? sectors_of(job->taken) : job->taken / ENTRIES;

    if (!out->awvalid)
        return NULL;
    if (!job->live || job->aw == begun)
        return "an address without a sector";
    if (lpi_get64(out->awaddr) != job->addr + job->aw * UINT64_C(32))
        return "awaddr_o is not where the sector belongs";
    job->aw += in->awready;
    return NULL;
}

static const char *sector_out(struct bench *q, const struct lp_cdma_index_in *in,
                              const struct lp_cdma_index_out *out, uint32_t offered)
{
    struct written *job = &q->now;

    if (!out->wvalid)
        return NULL;
    if (job->w >= offered)
        return "a beat ahead of its address";
    for (uint32_t i = 0; i < ENTRIES; i++) {
        uint32_t at = job->w * ENTRIES + i, is = out->wdata[i / 2] >> i % 2 * 16 & 0xffff;
        if (is != (at < job->taken ? job->entry[at] : 0u))
            return "wdata_o is not the entries that came";
    }
    if (out->wstrb != UINT32_MAX || !out->wlast)
        return "wstrb_o or wlast_o is not 1";
    job->w += in->wready;
    return NULL;
}

static const char *entry_in(struct bench *q, const struct lp_cdma_index_in *in,
                            const struct lp_cdma_index_out *out)
{
    struct written *job = &q->now;

    if (!in->x_valid || !out->x_ready)
        return NULL;
    if (in->x_end)
        job->ended = true;
    else
        job->entry[job->taken++] = (uint16_t)in->x_bytes;
    q->base.lines++;
    return NULL;
}

static const char *result_out(struct bench *q, const struct lp_cdma_index_in *in,
                              const struct lp_cdma_index_out *out)
{
    struct written *job = &q->now;

    if (!out->wr_valid)
        return NULL;
    if (!job->live || !job->ended || job->b != sectors_of(job->taken))
        return "a result before all writes are acknowledged";
    if (out->wr_err != job->err)
        return "wr_err_o is not what the memory answered";
    if (in->wr_ready)
        job->live = false;
    return NULL;
}

static const char *check_writing(struct bench *q, const struct lp_cdma_index_in *in,
                                 const struct lp_cdma_index_out *out)
{
    uint32_t offered = q->now.aw + out->awvalid;
    const char *wrong = result_out(q, in, out);

    if (!wrong)
        wrong = address_out(q, in, out);
    if (!wrong)
        wrong = sector_out(q, in, out, offered);
    if (!wrong)
        wrong = entry_in(q, in, out);
    if (in->wj_valid && out->wj_ready) {
        if (q->now.live)
            return "a job is taken before the result of the one before";
        q->now = q->next;
        q->now.live = true;
    }
    return wrong;
}

/* ---- reading ---- */

static const char *ask_out(struct bench *q, const struct lp_cdma_index_in *in,
                           const struct lp_cdma_index_out *out)
{
    struct readout *job = &q->read;

    if (!out->arvalid)
        return NULL;
    if (!job->live || job->asked == sectors_of(job->groups))
        return "a sector is requested without a job";
    if (lpi_get64(out->araddr) != job->addr + job->asked * UINT64_C(32))
        return "araddr_o is not the next sector";
    if (!in->arready)
        return NULL;
    if (job->asked - job->given / ENTRIES > q->ahead || job->asked - job->answered == q->ahead)
        return "more sectors are requested than there is room for";
    if (job->killed && job->after_kill++ > 0)
        return "sectors are requested after the kill";
    job->due[job->asked++ % MOST_AHEAD] = q->cycle + 1 + lp_below(&q->rng, 1 + q->latency);
    return NULL;
}

static const char *entry_out(struct bench *q, const struct lp_cdma_index_in *in,
                             const struct lp_cdma_index_out *out)
{
    struct readout *job = &q->read;
    uint64_t addr = job->addr + job->given / ENTRIES * UINT64_C(32);
    uint32_t sector[LP_AXI_WORDS], at = job->given % ENTRIES;

    if (!out->n_valid)
        return out->n_bytes || out->n_err ? "payload without an entry" : NULL;
    if (!job->live || job->killed || job->given == job->groups)
        return "an entry without a job";
    if (job->given / ENTRIES >= job->answered)
        return "an entry of a sector that has not come";
    lp_axi_content(q->seed, addr, sector);
    if (out->n_bytes != (sector[at / 2] >> at % 2 * 16 & 0xffff))
        return "n_bytes_o is not the entry that is due";
    if (out->n_err != error_at(q, addr))
        return "n_err_o is not the memory's response";
    job->given += in->n_ready;
    q->base.lines += in->n_ready;
    return NULL;
}

static const char *check_end(struct bench *q, const struct lp_cdma_index_in *in,
                             const struct lp_cdma_index_out *out, bool full)
{
    struct readout *job = &q->read;

    if (out->rr_idle != out->rj_ready)
        return "rr_idle_o and rj_ready_o differ";
    if (out->rr_idle && job->live)
        return "idle while a job is being read";
    if (full || (job->killed && job->asked == job->answered && !out->arvalid && !in->rvalid))
        job->quiet++;
    else
        job->quiet = 0;
    /* From now on the unit may be idle: the bench's job ends with the unit's. */
    if (job->live && full)
        job->live = job->killed = false;
    if (job->live && job->quiet > SETTLE)
        return "a killed job does not end";
    return NULL;
}

/* A killed job is over when the unit reports it; no sector may then be outstanding. */
static const char *kill_over(struct bench *q, const struct lp_cdma_index_in *in,
                             const struct lp_cdma_index_out *out)
{
    struct readout *job = &q->read;

    if (!job->killed || !out->rr_idle)
        return NULL;
    if (job->asked != job->answered || in->rvalid || out->arvalid)
        return "idle while sectors are to come";
    job->live = job->killed = false;
    return NULL;
}

static const char *check_reading(struct bench *q, const struct lp_cdma_index_in *in,
                                 const struct lp_cdma_index_out *out)
{
    struct readout *job = &q->read;
    const char *wrong = kill_over(q, in, out);

    if (!wrong)
        wrong = entry_out(q, in, out);
    if (!wrong)
        wrong = ask_out(q, in, out);
    if (!wrong && !out->rready)
        wrong = "rready_o is 0";
    if (!wrong)
        wrong = check_end(q, in, out, job->live && !job->killed && job->given == job->groups);
    if (job->live && in->kill)
        job->killed = true;
    if (in->rj_valid && out->rj_ready) {
        uint64_t addr = lpi_get64(in->rj_addr) / 32 * 32;
        *job = (struct readout){.addr = addr, .groups = in->rj_groups, .live = in->rj_groups > 0};
    }
    return wrong;
}

/* ---- the bench ---- */

static void draw_phase(struct bench *q)
{
    static const uint32_t latencies[] = {0, 3, 40, 400};

    q->latency = latencies[lp_below(&q->rng, 4)];
    /* Late enough that no more writes can be in flight. */
    q->latency_w = lp_below(&q->rng, 2) ? 0 : lp_below(&q->rng, 2) ? 100 : lp_below(&q->rng, 30);
    q->errors = lp_below(&q->rng, 2) ? 0 : lp_below(&q->rng, 64);
    q->kill_mean = lp_below(&q->rng, 2) ? 100000 : 50 + lp_below(&q->rng, 500);
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct bench *q = (struct bench *)self;
    const char *wrong = check_writing(q, in_ports, out_ports);

    q->cycle = cycle;
    return wrong ? wrong : check_reading(q, in_ports, out_ports);
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    q->now = q->next = (struct written){0};
    q->read = (struct readout){0};
    q->kill_left = 0;
    draw_phase(q);
}

static struct lp_traffic *random_traffic(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->ahead = (uint32_t)values[0];
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    draw_phase(q);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_index_hooks;
const struct lp_hooks lp_cdma_index_hooks = {.random = random_traffic, .calm = 4};
