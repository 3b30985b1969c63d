/* SPDX-License-Identifier: Apache-2.0 */
#include "card.h"

#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "units/card/card_cycle.h"
#include "units/cdma/axi_fields.h"
#include "base/log2.h"
#include "base/wide.h"
#include "card_memory.h"
#include "sdram.h"

#define BEAT 32u
/* Cycles after which an access of a register will never end. */
#define PATIENCE 1000000u

/* A register access: its address and data go independently, then its answer comes. */
struct access {
    bool busy, write, address, data;
    uint32_t at, value;
    unsigned strobes;
};

struct card {
    struct card_config config;
    struct lp_instance unit;
    struct host *host;
    uint8_t *contents;
    struct card_memory memory;
    struct lpi_memory *machine;
    uint64_t requests; /* bursts that the machine's memory had taken before the last reset */
    uint64_t hung;     /* cycles that it has not answered */
    struct access access;
    struct card_counts counts;
    uint64_t moved;          /* cycle of the last transfer */
    bool r_stands, b_stands; /* answers of the machine's memory that the unit has not taken */
    bool irq;
    const char *wrong;
};

/* ---- opening ---- */

static bool open_memories(struct card *card)
{
    const struct card_config *c = &card->config;
    struct lpi_memory_config config = {.bytes = c->bytes,
                                       .contents = card->contents,
                                       .latency = c->latency,
                                       .sectors = 1,
                                       .cycles = 1,
                                       .duplex = 1,
                                       .error = c->errors.chance,
                                       .error_at = c->errors.at,
                                       .error_bytes = c->errors.bytes,
                                       .seed = c->seed * 2};
    struct lpi_memory_config machine = {.place = host_place,
                                        .context = card->host,
                                        .latency = c->host_latency,
                                        .sectors = 1,
                                        .cycles = 1,
                                        .duplex = 1,
                                        .error = c->host_errors.chance,
                                        .error_at = c->host_errors.at,
                                        .error_bytes = c->host_errors.bytes,
                                        .seed = c->seed * 2 + 1};
    bool opened = c->sdram
                      ? sdram_open(lpi_log2(c->bytes), card->contents, config.seed, &card->memory)
                      : card_memory_open(&config, &card->memory);

    card->machine = lpi_memory_open(&machine);
    return opened && card->machine;
}

static void close_memories(struct card *card)
{
    card_memory_close(&card->memory);
    lpi_memory_close(card->machine);
    card->machine = NULL;
}

int card_open(const struct card_config *config, struct host *host, struct card **result)
{
    struct card *card = calloc(1, sizeof *card);
    int error;

    if (!card)
        return LP_ERR_SYSTEM;
    card->config = *config;
    card->host = host;
    /* Pages are allocated when they are written. */
    card->contents = mmap(NULL, config->bytes, PROT_READ | PROT_WRITE,
                          config->file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
                                           : MAP_SHARED,
                          config->file, 0);
    if (card->contents == MAP_FAILED)
        card->contents = NULL;
    error = card->contents && open_memories(card) ? LP_OK : LP_ERR_SYSTEM;
    if (error == LP_OK)
        error = config->open(&lp_card_unit, config->values, &card->unit);
    if (error == LP_OK) {
        lp_instance_reset(&card->unit);
        *result = card;
    } else
        card_close(card);
    return error;
}

void card_close(struct card *card)
{
    if (!card)
        return;
    lp_instance_close(&card->unit);
    close_memories(card);
    if (card->contents)
        munmap(card->contents, card->config.bytes);
    free(card);
}

static uint64_t requests(const struct card *card)
{
    const struct lpi_memory_counts *c = lpi_memory_counts(card->machine);

    return card->requests + c->reads[0] + c->writes[0];
}

void card_reset(struct card *card)
{
    card->requests = requests(card);
    close_memories(card);
    card->config.seed++;
    card->access.busy = card->irq = card->r_stands = card->b_stands = false;
    lp_instance_reset(&card->unit);
    if (!open_memories(card))
        card->wrong = "no memory";
}

/* ---- a cycle ---- */

static bool hangs(const struct card *card)
{
    return card->config.hang && requests(card) >= card->config.hang &&
           (!card->config.hang_cycles || card->hung < card->config.hang_cycles);
}

#define SEE(P, name) in->P##name = port.name;
#define SEE_V(P, name) memcpy(in->P##name, port.name, sizeof port.name);

static void drive(struct card *card, struct lp_card_in *in)
{
    const struct access *a = &card->access;
    struct lpi_axi_memory port;

    card->memory.kind->drive(card->memory.self, &port);
    LPI_AXI_SEEN(SEE, SEE_V, mem_)
    LPI_AXI_IDS_SEEN(SEE, mem_)
    lpi_memory_drive(card->machine, &port);
    /* A link that hangs still takes the beats that fit into its buffers. */
    if (hangs(card)) {
        port.rvalid &= card->r_stands;
        port.bvalid &= card->b_stands;
    }
    LPI_AXI_SEEN(SEE, SEE_V, host_)
    LPI_AXI_IDS_SEEN(SEE, host_)
    in->csr_awvalid = a->busy && a->write && a->address;
    in->csr_wvalid = a->busy && a->write && a->data;
    in->csr_arvalid = a->busy && !a->write && a->address;
    in->csr_awaddr = in->csr_araddr = a->at;
    in->csr_wdata = a->value;
    in->csr_wstrb = a->strobes;
    in->csr_bready = in->csr_rready = a->busy;
}

/* Whether a transfer occurred that may affect the card: register reads do not change it. */
static bool take_registers(struct card *card, const struct lp_card_in *in,
                           const struct lp_card_out *out)
{
    struct access *a = &card->access;

    if (!a->busy)
        return false;
    if ((in->csr_awvalid && out->csr_awready) || (in->csr_arvalid && out->csr_arready))
        a->address = false;
    if (in->csr_wvalid && out->csr_wready)
        a->data = false;
    if (a->write && out->csr_bvalid)
        a->busy = false;
    if (!a->write && out->csr_rvalid) {
        a->busy = false;
        a->value = out->csr_rdata;
    }
    return a->write;
}

/* Transfers between the machine's memory and the card in this cycle. */
static void count_host(struct card *card, const struct lp_card_in *in,
                       const struct lp_card_out *out)
{
    bool r = in->host_rvalid && out->host_rready, b = in->host_bvalid && out->host_bready;

    card->r_stands = in->host_rvalid && !r;
    card->b_stands = in->host_bvalid && !b;
    if (r && in->host_rresp == LPI_AXI_OKAY)
        card->counts.host_read += BEAT;
    if (out->host_wvalid && in->host_wready)
        for (uint32_t strobes = out->host_wstrb; strobes; strobes &= strobes - 1)
            card->counts.host_written++;
    card->counts.host_errors += (r && in->host_rlast && in->host_rresp != LPI_AXI_OKAY) +
                                (b && in->host_bresp != LPI_AXI_OKAY);
}

#define SHOW(P, name) port.name = out->P##name;
#define SHOW_V(P, name) memcpy(port.name, out->P##name, sizeof port.name);
/* Bursts of any port: of 32-byte beats, INCR. */
#define BURSTS .arsize = 5, .awsize = 5, .arburst = 1, .awburst = 1

/* Whether a transfer occurred. */
static bool take_memories(struct card *card, const struct lp_card_in *in,
                          const struct lp_card_out *out)
{
    struct lpi_memory_moves machine = {0};
    bool moved = false;
    struct lpi_axi_engine port = {BURSTS};

    LPI_AXI_SHOWN(SHOW, SHOW_V, mem_)
    LPI_AXI_IDS_SHOWN(SHOW, mem_)
    card->wrong = card->memory.kind->clock(card->memory.self, &port, &moved);
    LPI_AXI_SHOWN(SHOW, SHOW_V, host_)
    LPI_AXI_IDS_SHOWN(SHOW, host_)
    port.rready &= in->host_rvalid;
    port.bready &= in->host_bvalid;
    if (!card->wrong)
        card->wrong = lpi_memory_clock(card->machine, &port, &machine);
    return moved || machine.any;
}

static void step(struct card *card)
{
    struct lp_card_in in = {0};
    struct lp_card_out out;

    drive(card, &in);
    lp_instance_eval(&card->unit, 1, &in, &out);
    count_host(card, &in, &out);
    if (take_memories(card, &in, &out) | take_registers(card, &in, &out) || out.irq != card->irq)
        card->moved = card->counts.cycles;
    card->irq = out.irq;
    card->hung += hangs(card);
    lp_instance_tick(&card->unit);
    card->counts.cycles++;
}

void card_run(struct card *card, uint64_t cycles)
{
    while (cycles-- > 0 && !card->wrong)
        step(card);
}

/* ---- registers ---- */

static void until_done(struct card *card)
{
    for (unsigned i = 0; card->access.busy && !card->wrong; i++) {
        step(card);
        if (i == PATIENCE)
            card->wrong = "an access of a register does not end";
    }
}

uint32_t card_read(struct card *card, uint32_t offset)
{
    card->counts.reads++;
    card->access = (struct access){.busy = true, .address = true, .at = offset};
    until_done(card);
    return card->access.value;
}

void card_write(struct card *card, uint32_t offset, uint32_t value, unsigned strobes)
{
    card->counts.writes++;
    card->access = (struct access){.busy = true,
                                   .write = true,
                                   .address = true,
                                   .data = true,
                                   .at = offset,
                                   .value = value,
                                   .strobes = strobes};
    until_done(card);
}

/* ---- observation ---- */

uint64_t card_quiet(const struct card *card)
{
    bool waits = !card->memory.kind->idle(card->memory.self) ||
                 (!lpi_memory_idle(card->machine) && (!hangs(card) || card->config.hang_cycles));

    return waits ? 0 : card->counts.cycles - card->moved;
}

bool card_irq(const struct card *card)
{
    return card->irq;
}

const struct card_counts *card_counts(const struct card *card)
{
    return &card->counts;
}

const char *card_wrong(const struct card *card)
{
    return card->wrong;
}
