/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axi_rd: reads of all lengths and ids, many around 4 KiB boundaries, and a memory
 * that answers in any order that AXI allows. Sectors are checked against the memory's content.
 */
#include <stdlib.h>
#include <string.h>

#include "units/axi/axi_ports.h"
#include "axi_bench.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

enum { READS };
#define MOST 40 /* reads in flight */

struct rd {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    unsigned ids;
    struct lp_axi_requests reads;
    struct lp_axi_bursts bursts;
    bool narrow; /* few ids */
};

static bool new_read(struct rd *q, struct lp_axi_rd_in *in)
{
    uint64_t addr;

    if (q->reads.count >= MOST)
        return false;
    addr = lp_axi_random_addr(&q->rng, &in->s_sectors) | lp_below(&q->rng, LP_AXI_SECTOR);
    lpi_put64(in->s_addr, addr);
    in->s_id = lp_below(&q->rng, q->narrow ? 2 : q->ids);
    return true;
}

static bool answer(struct rd *q, struct lp_axi_rd_in *in)
{
    int which = lp_axi_pick(&q->rng, &q->bursts);

    if (which < 0)
        return false;
    struct lp_axi_burst *burst = &q->bursts.at[which];
    uint64_t addr = burst->addr + burst->moved++ * LP_AXI_SECTOR;
    in->rid = burst->id;
    lp_axi_content(q->seed, addr, in->rdata);
    in->rresp = lp_axi_response(q->seed, addr);
    in->rlast = burst->moved == burst->sectors;
    if (in->rlast)
        lp_axi_burst_remove(&q->bursts, (unsigned)which);
    return true;
}

static bool rd_beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct rd *q = (struct rd *)self;
    return stream == READS ? new_read(q, in) : answer(q, in);
}

static const char *sector_out(struct rd *q, const struct lp_axi_rd_in *in,
                              const struct lp_axi_rd_out *out)
{
    uint32_t expected[LP_AXI_WORDS];
    int which = lp_axi_oldest(&q->reads, out->m_id);

    if (which < 0)
        return "a sector without a read";
    struct lp_axi_request *read = &q->reads.at[which];
    uint64_t addr = read->addr + read->moved * LP_AXI_SECTOR;
    lp_axi_content(q->seed, addr, expected);
    if (memcmp(expected, out->m_data, sizeof expected) != 0)
        return "m_data_o is not the sector that is due";
    if (out->m_err != lp_axi_response(q->seed, addr) >> 1)
        return "m_err_o is not the memory's response";
    read->moved += in->m_ready;
    q->base.lines += read->moved == read->sectors;
    if (read->moved == read->sectors)
        lp_axi_remove(&q->reads, (unsigned)which);
    return NULL;
}

static const char *rd_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                            const void *out_ports)
{
    struct rd *q = (struct rd *)self;
    const struct lp_axi_rd_in *in = in_ports;
    const struct lp_axi_rd_out *out = out_ports;
    const char *wrong = NULL;

    (void)cycle;
    if (out->m_valid)
        wrong = sector_out(q, in, out);
    if (!wrong && out->arvalid && in->arready)
        wrong = lp_axi_burst(&q->reads, &q->bursts, out->araddr, out->arid, out->arlen);
    if (in->s_valid && out->s_ready) {
        struct lp_axi_request read = {.id = in->s_id, .sectors = in->s_sectors};
        read.addr = lpi_get64(in->s_addr) / LP_AXI_SECTOR * LP_AXI_SECTOR;
        lp_axi_add(&q->reads, &read);
    }
    return wrong;
}

static void rd_reset(struct lp_traffic *self)
{
    struct rd *q = (struct rd *)self;
    q->reads.count = q->bursts.count = 0;
}

static struct lp_traffic *rd_random(const int *values, uint64_t seed)
{
    struct rd *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = rd_beat,
                                  .reactive = true,
                                  .check = rd_check,
                                  .reset = rd_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->ids = 1u << values[0];
    q->narrow = lp_below(&q->rng, 2);
    return &q->base;
}

extern const struct lp_hooks lp_axi_rd_hooks;
const struct lp_hooks lp_axi_rd_hooks = {.random = rd_random};
