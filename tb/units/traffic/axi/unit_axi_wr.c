/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axi_wr: writes of all lengths and of 8 bytes, many around 4 KiB boundaries, and a
 * memory that answers in any order that AXI allows. Only writes that stay within 4 KiB share ids.
 * Beats are checked against the sectors that went in, responses against those that the memory gave.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axi_ports.h"
#include "axi_bench.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum { WRITES, SECTORS, AW, W, B }; /* streams in the order of the ports */
#define MOST 40                     /* writes in flight */

struct wr {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    unsigned ids;
    struct lp_axi_requests writes; /* until their response */
    struct lp_axi_bursts bursts;   /* until their response; `moved` counts beats taken */
    uint64_t data_made, data_used; /* sectors offered; announced by writes */
    bool aw_waits;                 /* the burst at aw was offered before */
};

/* Whether a write of this id may go in: a write that crosses 4 KiB shares its id with no write in
 * flight. */
static bool id_free(const struct wr *q, uint32_t id, bool crosses)
{
    for (unsigned i = 0; i < q->writes.count; i++) {
        const struct lp_axi_request *write = &q->writes.at[i];
        if (write->id == id && (crosses || lp_axi_crosses(write->addr, write->sectors)))
            return false;
    }
    return true;
}

static bool new_write(struct wr *q, struct lp_axi_wr_in *in)
{
    uint32_t sectors, id = lp_below(&q->rng, q->ids);
    uint64_t addr = lp_axi_random_addr(&q->rng, &sectors);

    if (q->writes.count >= MOST || !id_free(q, id, lp_axi_crosses(addr, sectors)))
        return false;
    in->s_eight = lp_below(&q->rng, 4) == 0 && sectors == 1;
    if (in->s_eight)
        addr += lp_below(&q->rng, 4) * 8;
    lpi_put64(in->s_addr, addr);
    in->s_sectors = sectors;
    in->s_id = id;
    return true;
}

static bool respond(struct wr *q, struct lp_axi_wr_in *in)
{
    int which = lp_axi_pick(&q->rng, &q->bursts);
    const struct lp_axi_burst *burst = &q->bursts.at[which < 0 ? 0 : which];

    if (which < 0 || !burst->told || burst->moved < burst->sectors)
        return false;
    in->bid = burst->id;
    in->bresp = lp_axi_response(q->seed, burst->addr);
    lp_axi_burst_remove(&q->bursts, (unsigned)which);
    return true;
}

static bool wr_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct wr *q = (struct wr *)self;
    struct lp_axi_wr_in *in = in_ports;

    if (stream == WRITES)
        return new_write(q, in);
    if (stream == B)
        return respond(q, in);
    lp_axi_content(q->seed, q->data_made++, in->d_data);
    return true;
}

/* The write that the next beat belongs to, in the order of the writes. */
static struct lp_axi_request *beat_write(struct wr *q)
{
    for (unsigned i = 0; i < q->writes.count; i++)
        if (q->writes.at[i].moved < q->writes.at[i].sectors)
            return &q->writes.at[i];
    return NULL;
}

static const char *beat_data(const struct wr *q, const struct lp_axi_request *write,
                             const struct lp_axi_wr_out *out)
{
    uint32_t sector[LP_AXI_WORDS];

    lp_axi_content(q->seed, write->data + write->moved, sector);
    if (!write->eight)
        return out->wstrb != UINT32_MAX || memcmp(sector, out->wdata, sizeof sector) != 0
                   ? "the beat is not the sector that is due"
                   : NULL;
    if (out->wstrb != UINT32_C(0xff) << 8 * write->lane ||
        memcmp(sector, out->wdata + 2 * write->lane, 8) != 0)
        return "the beat is not the 8 bytes that are due";
    return NULL;
}

/* A burst counts from the cycle in which its address is first offered. */
static const char *address_out(struct wr *q, const struct lp_axi_wr_in *in,
                               const struct lp_axi_wr_out *out)
{
    const char *wrong = NULL;

    if (!out->awvalid)
        return NULL;
    if (!q->aw_waits)
        wrong = lp_axi_burst(&q->writes, &q->bursts, out->awaddr, out->awid, out->awlen);
    if (!wrong)
        q->bursts.at[q->bursts.count - 1].told = in->awready;
    q->aw_waits = !in->awready;
    return wrong;
}

static const char *beat_out(struct wr *q, const struct lp_axi_wr_in *in,
                            const struct lp_axi_wr_out *out)
{
    struct lp_axi_request *write = beat_write(q);
    struct lp_axi_burst *burst = q->bursts.at, *end = q->bursts.at + q->bursts.count;
    const char *wrong;

    if (!out->wvalid)
        return NULL;
    while (burst < end && burst->moved == burst->sectors)
        burst++;
    if (!write || burst == end)
        return "a beat ahead of its address";
    wrong = beat_data(q, write, out);
    if (!wrong && out->wlast != (burst->moved + 1 == burst->sectors))
        wrong = "wlast_o is not at the end of the burst";
    burst->moved += in->wready;
    write->moved += in->wready;
    return wrong;
}

static const char *response_out(struct wr *q, const struct lp_axi_wr_in *in,
                                const struct lp_axi_wr_out *out)
{
    int which = in->bvalid ? lp_axi_oldest(&q->writes, in->bid) : -1;

    if (which < 0)
        return out->m_valid ? "a response without a write" : NULL;
    struct lp_axi_request *write = &q->writes.at[which];
    bool bad = in->bresp >> 1;
    if (lp_axi_crosses(write->addr, write->sectors) && !write->half) {
        write->half = out->bready;
        write->bad = bad;
        return out->m_valid ? "a response to half a write" : NULL;
    }
    if (!out->m_valid || out->m_id != write->id)
        return "no response to a write that is done";
    if (out->m_err != (write->bad || bad))
        return "m_err_o is not the memory's response";
    if (in->m_ready) {
        lp_axi_remove(&q->writes, (unsigned)which);
        q->base.lines++;
    }
    return NULL;
}

static const char *wr_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                            const void *out_ports)
{
    struct wr *q = (struct wr *)self;
    const struct lp_axi_wr_in *in = in_ports;
    const struct lp_axi_wr_out *out = out_ports;
    const char *wrong = address_out(q, in, out);

    (void)cycle;
    if (!wrong)
        wrong = beat_out(q, in, out);
    if (!wrong)
        wrong = response_out(q, in, out);
    if (in->s_valid && out->s_ready) {
        struct lp_axi_request write = {.id = in->s_id,
                                       .sectors = in->s_sectors,
                                       .eight = in->s_eight,
                                       .lane = in->s_addr[0] / 8 % 4,
                                       .data = q->data_used};
        write.addr = lpi_get64(in->s_addr) / LP_AXI_SECTOR * LP_AXI_SECTOR;
        lp_axi_add(&q->writes, &write);
        q->data_used += write.sectors;
    }
    return wrong;
}

static void wr_reset(struct lp_traffic *self)
{
    struct wr *q = (struct wr *)self;

    q->writes.count = q->bursts.count = 0;
    q->data_made = q->data_used = 0;
    q->aw_waits = false;
}

static struct lp_traffic *wr_random(const int *values, uint64_t seed)
{
    struct wr *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = wr_beat,
                                  .reactive = true,
                                  .check = wr_check,
                                  .reset = wr_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->ids = 1u << values[0];
    return &q->base;
}

extern const struct lp_hooks lp_axi_wr_hooks;
const struct lp_hooks lp_axi_wr_hooks = {.random = wr_random};
