/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bins of lp_card, two channels: registers by page, transfers at card memory, errors, resets by
 * software with transfers in flight, interrupts, stalls.
 */
#include <linepress/card_regs.h>

#include "bins.h"
#include "units/card/card_top_ports.h"

#define CTRL ((unsigned)offsetof(lp_card_regs_t, ctrl))
#define PORTS 6u /* of the join: two channels, index, local mode, window, self-test */
#define PORT_NAMES "channel 0", "channel 1", "index", "local mode", "window", "self-test"
#define HOST_NAMES "ring out", "ring in", "streams"
#define UNDER_WAY "host read", "host write", "memory read", "memory write", "window", "nothing"

enum {
    READS,
    WRITES,
    MEM_READS,
    MEM_WRITES,
    AT_ONCE,
    HOST_READS,
    HOST_WRITES,
    ERRORS,
    LOCAL,
    SOFT,
    HARD,
    IRQ,
    WAITS,
    GROUPS
};
static struct lp_bins groups[GROUPS] = {
    [READS] = {.what = "registers read, by page", .count = 8},
    [WRITES] = {.what = "registers written, by page", .count = 8},
    [MEM_READS] = {.what = "bursts read from card memory", .count = PORTS, .labels = {PORT_NAMES}},
    [MEM_WRITES] = {.what = "bursts written to card memory", .count = PORTS, .labels = {PORT_NAMES}},
    [AT_ONCE] = {.what = "ports of the join that wait for beats of card memory", .count = 5},
    [HOST_READS] = {.what = "bursts read from host memory", .count = 3, .labels = {HOST_NAMES}},
    [HOST_WRITES] = {.what = "bursts written to host memory", .count = 3, .labels = {HOST_NAMES}},
    [ERRORS] = {.what = "error from",
                .count = 6,
                .labels = {"host read", "host write", "memory read", "memory write",
                           "memory to the window, read", "memory to the window, write"}},
    [LOCAL] = {.what = "mode before and after a reset by software",
               .count = 4,
               .labels = {"host, host", "local, host", "host, local", "local, local"}},
    [SOFT] = {.what = "reset by software with", .count = 6, .labels = {UNDER_WAY}},
    [HARD] = {.what = "reset with", .count = 6, .labels = {UNDER_WAY}},
    [IRQ] = {.what = "the interrupt rises, falls", .count = 2},
    /* The bridge has one burst at a time, so memory's b finds room; join has bins of it. */
    [WAITS] = {.what = "waits",
               .count = 10,
               .labels = {"host ar", "host aw", "host w", "memory ar", "memory aw", "memory w",
                          "memory r", "window ar", "window aw", "nothing"}},
};

struct card {
    unsigned host_reads, host_writes, mem_reads, mem_writes, win; /* bursts in flight */
    unsigned reads_of[PORTS];                                     /* at card memory, bursts */
    uint32_t addr, data, strb; /* of the register that is being written */
    bool have_addr, have_data, local, irq, reset;
};

static void under_way(const struct card *q, struct lp_bins *group)
{
    bool is[] = {q->host_reads > 0, q->host_writes > 0, q->mem_reads > 0, q->mem_writes > 0,
                 q->win > 0};

    lp_bin_each(group, is, sizeof is / sizeof *is);
}

/* ---- registers ---- */

static void written(struct card *q)
{
    lp_bin(&groups[WRITES], q->addr >> 12);
    q->have_addr = q->have_data = false;
    if (q->addr != CTRL || !(q->strb & 1) || !(q->data & LP_CARD_REGS__CTRL__RESET_bm))
        return;
    under_way(q, &groups[SOFT]);
    lp_bin(&groups[LOCAL], q->local + 2u * !!(q->data & LP_CARD_REGS__CTRL__LOCAL_bm));
    q->local = q->data & LP_CARD_REGS__CTRL__LOCAL_bm;
}

static void registers(struct card *q, const struct lp_card_in *in, const struct lp_card_out *out)
{
    if (in->csr_arvalid && out->csr_arready)
        lp_bin(&groups[READS], in->csr_araddr >> 12);
    if (in->csr_awvalid && out->csr_awready) {
        q->addr = in->csr_awaddr;
        q->have_addr = true;
    }
    if (in->csr_wvalid && out->csr_wready) {
        q->data = in->csr_wdata;
        q->strb = in->csr_wstrb;
        q->have_data = true;
    }
    if (q->have_addr && q->have_data)
        written(q);
    if (out->irq != q->irq)
        lp_bin(&groups[IRQ], q->irq);
    q->irq = out->irq;
}

/* ---- bursts ---- */

static void host(struct card *q, const struct lp_card_in *in, const struct lp_card_out *out)
{
    if (out->host_arvalid && in->host_arready) {
        lp_bin(&groups[HOST_READS], out->host_arid);
        q->host_reads++;
    }
    if (out->host_awvalid && in->host_awready) {
        lp_bin(&groups[HOST_WRITES], out->host_awid);
        q->host_writes++;
    }
    q->host_reads -= in->host_rvalid && out->host_rready && in->host_rlast;
    q->host_writes -= in->host_bvalid && out->host_bready;
}

static void memory(struct card *q, const struct lp_card_in *in, const struct lp_card_out *out)
{
    unsigned waiting = 0;

    if (out->mem_arvalid && in->mem_arready) {
        lp_bin(&groups[MEM_READS], out->mem_arid >> 4);
        q->reads_of[(out->mem_arid >> 4) % PORTS]++;
        q->mem_reads++;
    }
    if (out->mem_awvalid && in->mem_awready) {
        lp_bin(&groups[MEM_WRITES], out->mem_awid >> 4);
        q->mem_writes++;
    }
    if (in->mem_rvalid && out->mem_rready && in->mem_rlast) {
        q->reads_of[(in->mem_rid >> 4) % PORTS]--;
        q->mem_reads--;
    }
    q->mem_writes -= in->mem_bvalid && out->mem_bready;
    for (unsigned i = 0; i < PORTS; i++)
        waiting += q->reads_of[i] > 0;
    lp_bin(&groups[AT_ONCE], waiting);
}

static void window(struct card *q, const struct lp_card_in *in, const struct lp_card_out *out)
{
    q->win += (in->win_arvalid && out->win_arready) + (in->win_awvalid && out->win_awready);
    q->win -= (out->win_rvalid && in->win_rready && out->win_rlast) +
              (out->win_bvalid && in->win_bready);
}

static void errors(const struct lp_card_in *in, const struct lp_card_out *out)
{
    bool is[] = {in->host_rvalid && out->host_rready && in->host_rresp >> 1,
                 in->host_bvalid && out->host_bready && in->host_bresp >> 1,
                 in->mem_rvalid && out->mem_rready && in->mem_rresp >> 1,
                 in->mem_bvalid && out->mem_bready && in->mem_bresp >> 1,
                 out->win_rvalid && in->win_rready && out->win_rresp >> 1,
                 out->win_bvalid && in->win_bready && out->win_bresp >> 1};

    for (unsigned i = 0; i < sizeof is / sizeof *is; i++)
        if (is[i])
            lp_bin(&groups[ERRORS], i);
}

static void waits(const struct lp_card_in *in, const struct lp_card_out *out)
{
    bool is[] = {out->host_arvalid && !in->host_arready, out->host_awvalid && !in->host_awready,
                 out->host_wvalid && !in->host_wready,   out->mem_arvalid && !in->mem_arready,
                 out->mem_awvalid && !in->mem_awready,   out->mem_wvalid && !in->mem_wready,
                 in->mem_rvalid && !out->mem_rready,     in->win_arvalid && !out->win_arready,
                 in->win_awvalid && !out->win_awready};

    lp_bin_each(&groups[WAITS], is, sizeof is / sizeof *is);
}

static void card_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct card *q = state;
    const struct lp_card_in *in = in_ports;
    const struct lp_card_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            under_way(q, &groups[HARD]);
        *q = (struct card){.reset = true};
        return;
    }
    q->reset = false;
    host(q, in, out);
    memory(q, in, out);
    window(q, in, out);
    registers(q, in, out);
    errors(in, out);
    waits(in, out);
}

static const struct lp_listener card = {"lp_card", sizeof(struct card), card_cycle, groups, GROUPS};
LP_LISTEN(lp_card__CHANNELS_2_FLITS_20_CODECS_1_BURST_4_READ_8, card)
