/* SPDX-License-Identifier: Apache-2.0 */
#include "rig.h"

#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

#include "../../units/cdma/cdma_core_cycle.h"
#include "../../base/bits.h"
#include "../../base/wide.h"
#include "../memory/memory_port.h"

/* Memory ports: those of the channels, then these. */
enum { INDEX = LP_CDMA_CHANNELS, RING, PORTS };

/* A register access: address and data are sent independently, then the response arrives. */
struct access {
    bool busy, write, addr, data;
    unsigned at;
    uint32_t value;
};

struct lpi_rig {
    struct lp_instance core;
    struct lpi_rig_config config;
    unsigned channels;
    struct lpi_memory *port[PORTS];
    struct lpi_link out, in;
    struct access access;
    bool irq;
    uint64_t cycles;
};

/* ---- opening ---- */

static struct lpi_memory_config memory_of(const struct lpi_rig_config *config, unsigned port)
{
    static const struct lpi_rig_range none;
    bool ring = port == RING;
    const struct lpi_rig_range *bad = ring            ? &none
                                      : port == INDEX ? &config->bad_index
                                                      : &config->bad_device;

    return (struct lpi_memory_config){
        .base = ring ? config->host_base : config->device_base,
        .bytes = ring ? config->host_bytes : config->device_bytes,
        .contents = ring ? config->host : config->device,
        .latency = ring ? config->host_latency : config->latency,
        .sectors = 1,
        .cycles = 1,
        .duplex = !config->shared,
        .stall = config->stall,
        .error = ring ? config->host_error : config->device_error,
        .error_at = bad->at,
        .error_bytes = bad->bytes,
        .seed = config->seed * PORTS + port + 1,
    };
}

static void open_links(struct lpi_rig *rig)
{
    struct lpi_link_config link = {
        .host = rig->config.host,
        .base = rig->config.host_base,
        .bytes = rig->config.host_bytes,
        .latency = rig->config.host_latency,
        .beats = rig->config.link_beats,
        .cycles = rig->config.link_cycles,
        .stall = rig->config.stall,
        .error = rig->config.host_error,
        .error_at = rig->config.bad_host.at,
        .error_bytes = rig->config.bad_host.bytes,
        .seed = rig->config.seed * 2 + 0x51,
    };

    lpi_link_open(&rig->out, &link);
    link.seed++;
    lpi_link_open(&rig->in, &link);
}

static bool open_memories(struct lpi_rig *rig)
{
    for (unsigned p = 0; p < PORTS; p++) {
        struct lpi_memory_config config = memory_of(&rig->config, p);

        if (p >= rig->channels && p < INDEX)
            continue;
        rig->port[p] = lpi_memory_open(&config);
        if (!rig->port[p])
            return false;
    }
    return true;
}

static void close_memories(struct lpi_rig *rig)
{
    for (unsigned p = 0; p < PORTS; p++) {
        lpi_memory_close(rig->port[p]);
        rig->port[p] = NULL;
    }
}

static int open_core(struct lpi_rig *rig, lp_open_fn *open)
{
    const struct lpi_rig_config *c = &rig->config;
    const int values[] = {c->channels, c->flits, c->codecs, c->elem};
    int error = open ? open(&lp_cdma_core_unit, values, &rig->core) : LP_OK;

    if (open && error == LP_OK)
        lp_instance_reset(&rig->core);
    return error;
}

int lpi_rig_open(lp_open_fn *open, const struct lpi_rig_config *config, struct lpi_rig **result)
{
    struct lpi_rig *rig = calloc(1, sizeof *rig);
    int error;

    if (!rig)
        return LP_ERR_SYSTEM;
    rig->config = *config;
    rig->channels = (unsigned)config->channels;
    error = open_core(rig, open);
    if (error == LP_OK) {
        open_links(rig);
        error = open_memories(rig) ? LP_OK : LP_ERR_SYSTEM;
    }
    if (error == LP_OK)
        *result = rig;
    else
        lpi_rig_close(rig);
    return error;
}

void lpi_rig_close(struct lpi_rig *rig)
{
    if (!rig)
        return;
    close_memories(rig);
    lp_instance_close(&rig->core);
    free(rig);
}

/* ---- inputs of the core ---- */

/* Port fields of channel c: a bit, or a field of that many bits. */
#define BIT(field, c, value) lpi_bits_put(&in->dev_##field, c, 1, &(uint32_t){value})

static void drive_channel(struct lp_cdma_core_in *in, unsigned c, struct lpi_memory_side side)
{
    BIT(arready, c, (uint32_t)side.arready);
    BIT(awready, c, (uint32_t)side.awready);
    BIT(wready, c, (uint32_t)side.wready);
    BIT(rvalid, c, side.r != NULL);
    BIT(bvalid, c, side.b != NULL);
    if (side.r) {
        BIT(rlast, c, side.r->last);
        lpi_bits_put(in->dev_rresp, 2 * c, 2, &side.r->resp);
        memcpy(&in->dev_rdata[8 * c], side.r->data, sizeof side.r->data);
    }
    if (side.b)
        lpi_bits_put(in->dev_bresp, 2 * c, 2, &side.b->resp);
}

#define DRIVE(P)                                                                                   \
    in->P##_arready = (uint32_t)side.arready;                                                      \
    in->P##_awready = (uint32_t)side.awready;                                                      \
    in->P##_wready = (uint32_t)side.wready;                                                        \
    in->P##_rvalid = side.r != NULL;                                                               \
    in->P##_bvalid = side.b != NULL;                                                               \
    if (side.r) {                                                                                  \
        in->P##_rlast = side.r->last;                                                              \
        in->P##_rresp = side.r->resp;                                                              \
        memcpy(in->P##_rdata, side.r->data, sizeof in->P##_rdata);                                 \
    }                                                                                              \
    if (side.b)                                                                                    \
        in->P##_bresp = side.b->resp;

static void drive_index(struct lp_cdma_core_in *in, struct lpi_memory_side side)
{
    DRIVE(idx)
}

static void drive_ring(struct lp_cdma_core_in *in, struct lpi_memory_side side)
{
    DRIVE(ring)
    in->ring_rid = side.r ? side.r->id : 0;
    in->ring_bid = side.b ? side.b->id : 0;
}

static void drive_links(struct lpi_rig *rig, struct lp_cdma_core_in *in)
{
    in->out_aready = lpi_link_asks(&rig->out);
    in->out_tready = lpi_link_takes(&rig->out);
    in->out_bvalid = lpi_link_answers(&rig->out, &in->out_berr);
    in->in_aready = lpi_link_asks(&rig->in);
    in->in_tvalid = lpi_link_gives(&rig->in, in->in_tdata, &in->in_tuser);
}

static void drive_registers(const struct lpi_rig *rig, struct lp_cdma_core_in *in)
{
    const struct access *a = &rig->access;

    in->csr_awvalid = a->busy && a->write && a->addr;
    in->csr_wvalid = a->busy && a->write && a->data;
    in->csr_arvalid = a->busy && !a->write && a->addr;
    in->csr_awaddr = in->csr_araddr = a->at;
    in->csr_wdata = a->value;
    in->csr_wstrb = 15;
    in->csr_bready = in->csr_rready = a->busy;
}

void lpi_rig_drive(struct lpi_rig *rig, struct lp_cdma_core_in *in)
{
    if (!rig->port[RING])
        return;
    for (unsigned c = 0; c < rig->channels; c++)
        drive_channel(in, c, lpi_memory_offers(rig->port[c]));
    drive_index(in, lpi_memory_offers(rig->port[INDEX]));
    drive_ring(in, lpi_memory_offers(rig->port[RING]));
    drive_links(rig, in);
    drive_registers(rig, in);
}

/* ---- outputs of the core ---- */

/* Bursts of any port: of 32-byte beats, INCR. */
#define BURSTS .arsize = 5, .awsize = 5, .arburst = 1, .awburst = 1

static const char *clock(struct lpi_memory *memory, const struct lpi_axi_engine *port)
{
    struct lpi_memory_moves moves;

    return lpi_memory_clock(memory, port, &moves);
}

/* Payload is copied only while valid: most ports are idle in most cycles. */
static const char *take_channel(struct lpi_memory *memory, const struct lp_cdma_core_out *out,
                                unsigned c)
{
    struct lpi_axi_engine port = {.arvalid = out->dev_arvalid >> c & 1,
                                  .rready = out->dev_rready >> c & 1,
                                  .awvalid = out->dev_awvalid >> c & 1,
                                  .wvalid = out->dev_wvalid >> c & 1,
                                  .bready = out->dev_bready >> c & 1,
                                  BURSTS};

    if (port.arvalid) {
        lpi_bits_get(port.araddr, out->dev_araddr, 40 * c, 40);
        port.arlen = lpi_bits_word(out->dev_arlen, 8 * c, 8);
    }
    if (port.awvalid) {
        lpi_bits_get(port.awaddr, out->dev_awaddr, 40 * c, 40);
        port.awlen = lpi_bits_word(out->dev_awlen, 8 * c, 8);
    }
    if (port.wvalid) {
        port.wstrb = out->dev_wstrb[c];
        port.wlast = out->dev_wlast >> c & 1;
        memcpy(port.wdata, &out->dev_wdata[8 * c], sizeof port.wdata);
    }
    return clock(memory, &port);
}

#define PORT(P)                                                                                    \
    {                                                                                              \
        .arvalid = out->P##_arvalid, .arlen = out->P##_arlen, .rready = out->P##_rready,           \
        .awvalid = out->P##_awvalid, .awlen = out->P##_awlen, .wvalid = out->P##_wvalid,           \
        .wstrb = out->P##_wstrb, .wlast = out->P##_wlast, .bready = out->P##_bready, BURSTS        \
    }
#define COPY(P)                                                                                    \
    memcpy(port.araddr, out->P##_araddr, sizeof port.araddr);                                      \
    memcpy(port.awaddr, out->P##_awaddr, sizeof port.awaddr);                                      \
    memcpy(port.wdata, out->P##_wdata, sizeof port.wdata);

static const char *take_index(struct lpi_memory *memory, const struct lp_cdma_core_out *out)
{
    struct lpi_axi_engine port = PORT(idx);

    COPY(idx)
    return clock(memory, &port);
}

static const char *take_ring(struct lpi_memory *memory, const struct lp_cdma_core_out *out)
{
    struct lpi_axi_engine port = PORT(ring);

    COPY(ring)
    port.arid = out->ring_arid;
    port.awid = out->ring_awid;
    return clock(memory, &port);
}

static const char *take_links(struct lpi_rig *rig, const struct lp_cdma_core_in *in,
                              const struct lp_cdma_core_out *out)
{
    const char *wrong = NULL;

    if (out->out_avalid && in->out_aready)
        lpi_link_asked(&rig->out, lpi_get64(out->out_aaddr), 0);
    if (out->out_tvalid && in->out_tready)
        wrong = lpi_link_took(&rig->out, out->out_tdata, out->out_tlast, out->out_tuser);
    if (in->out_bvalid && out->out_bready)
        lpi_link_answered(&rig->out);
    if (out->in_avalid && in->in_aready)
        lpi_link_asked(&rig->in, lpi_get64(out->in_aaddr), lpi_get64(out->in_abeats));
    if (in->in_tvalid && out->in_tready)
        lpi_link_gave(&rig->in);
    rig->in.drop = out->in_drop;
    lpi_link_pass(&rig->out);
    lpi_link_pass(&rig->in);
    return wrong;
}

static void take_registers(struct lpi_rig *rig, const struct lp_cdma_core_in *in,
                           const struct lp_cdma_core_out *out)
{
    struct access *a = &rig->access;

    if ((in->csr_awvalid && out->csr_awready) || (in->csr_arvalid && out->csr_arready))
        a->addr = false;
    if (in->csr_wvalid && out->csr_wready)
        a->data = false;
    if (a->busy && a->write && out->csr_bvalid)
        a->busy = false;
    if (a->busy && !a->write && out->csr_rvalid) {
        a->busy = false;
        a->value = out->csr_rdata;
    }
}

const char *lpi_rig_take(struct lpi_rig *rig, const struct lp_cdma_core_in *in,
                         const struct lp_cdma_core_out *out)
{
    const char *wrong = NULL;

    rig->cycles++;
    rig->irq = out->irq;
    if (!rig->port[RING])
        return "no memory for the rig";
    for (unsigned c = 0; c < rig->channels && !wrong; c++)
        wrong = take_channel(rig->port[c], out, c);
    if (!wrong)
        wrong = take_index(rig->port[INDEX], out);
    if (!wrong)
        wrong = take_ring(rig->port[RING], out);
    if (!wrong)
        wrong = take_links(rig, in, out);
    take_registers(rig, in, out);
    return wrong;
}

const char *lpi_rig_step(struct lpi_rig *rig)
{
    struct lp_cdma_core_in in = {0};
    struct lp_cdma_core_out out;
    const char *wrong;

    lpi_rig_drive(rig, &in);
    lp_instance_eval(&rig->core, 1, &in, &out);
    wrong = lpi_rig_take(rig, &in, &out);
    lp_instance_tick(&rig->core);
    return wrong;
}

/* ---- registers ---- */

void lpi_rig_ask(struct lpi_rig *rig, bool write, unsigned addr, uint32_t value)
{
    rig->access = (struct access){
        .busy = true, .write = write, .addr = true, .data = write, .at = addr, .value = value};
}

bool lpi_rig_busy(const struct lpi_rig *rig)
{
    return rig->access.busy;
}

uint32_t lpi_rig_value(const struct lpi_rig *rig)
{
    return rig->access.value;
}

static void until_done(struct lpi_rig *rig, const char **wrong)
{
    while (rig->access.busy && !*wrong)
        *wrong = lpi_rig_step(rig);
}

void lpi_rig_write(struct lpi_rig *rig, unsigned addr, uint32_t value, const char **wrong)
{
    lpi_rig_ask(rig, true, addr, value);
    until_done(rig, wrong);
}

uint32_t lpi_rig_read(struct lpi_rig *rig, unsigned addr, const char **wrong)
{
    lpi_rig_ask(rig, false, addr, 0);
    until_done(rig, wrong);
    return rig->access.value;
}

/* ---- observation ---- */

bool lpi_rig_irq(const struct lpi_rig *rig)
{
    return rig->irq;
}

uint64_t lpi_rig_cycles(const struct lpi_rig *rig)
{
    return rig->cycles;
}

struct lpi_link_moved lpi_rig_moved(struct lpi_rig *rig, bool in)
{
    struct lpi_link *link = in ? &rig->in : &rig->out;
    struct lpi_link_moved moved = link->moved;

    link->moved = (struct lpi_link_moved){0};
    return moved;
}

void lpi_rig_hold(struct lpi_rig *rig, bool hold)
{
    rig->out.hold = rig->in.hold = hold;
}
