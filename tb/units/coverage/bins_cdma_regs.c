/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_cdma_regs, sums of 12 bits: order of a write, kinds of registers, counts, resets. */
#include <linepress/cdma_regs.h>

#include "bins.h"
#include "units/cdma/cdma_regs_ports.h"

#define AT(reg) (offsetof(lp_cdma_regs_t, reg) / 4)
#define FULL 4095u

enum kind { CONST, ENGINE, KEPT, PULSES, EVENTS, SNAPSHOT, COUNTS, NOWHERE, KINDS };
#define KIND_LABELS                                                                                \
    {                                                                                              \
        "constants", "the engine's", "kept", "ctrl", "irq", "snapshot", "counts", "nothing"        \
    }

enum { ORDER, STRB, WRITTEN, READ, COUNT, LARGEST, CLEAR, LINE, WAITS, BACK, RESET, GROUPS };
static struct lp_bins groups[GROUPS] = {
    [ORDER] = {.what = "a write's address before its data, with it, after it", .count = 3},
    [STRB] = {.what = "strobes", .count = 16},
    [WRITTEN] = {.what = "written", .count = KINDS, .labels = KIND_LABELS},
    [READ] = {.what = "read", .count = KINDS, .labels = KIND_LABELS},
    [COUNT] = {.what = "sum read: 0, 1 to 4094, full", .count = 3},
    [LARGEST] = {.what = "largest read, its highest bit + 1; 0: it is 0", .count = 17},
    [CLEAR] = {.what = "event: not cleared, cleared, comes as it is cleared", .count = 3},
    [LINE] = {.what = "interrupt: rises, falls", .count = 2},
    [WAITS] = {.what = "cycles that a response, and from 4 on that a word waits; 3, 7: or more",
               .count = 8},
    [BACK] = {.what = "a write taken while a response waits, a read ends as a write does",
              .count = 2},
    [RESET] = {.what = "reset: 4 x (1: a read, 2: its word offered) + 2 x an address, data taken",
               .count = 12},
};

struct regs {
    bool aw, w, b, reading, r, irq, reset;
    uint32_t address, read_address, strb, data;
    unsigned b_waits, r_waits;
    uint32_t events; /* values of the cycle before */
};

static enum kind kind_of(uint32_t address)
{
    uint32_t at = address / 4;

    if (at == AT(id) || at == AT(version))
        return CONST;
    if (at == AT(config) || at == AT(status) || at == AT(off.head) || at == AT(pre.head))
        return ENGINE;
    if (at == AT(ctrl))
        return PULSES;
    if (at == AT(irq))
        return EVENTS;
    if (at == AT(snapshot))
        return SNAPSHOT;
    if (at >= AT(cycles) && at <= AT(errors))
        return COUNTS;
    if ((at >= AT(irq_enable) && at <= AT(policy)) || (at >= AT(off) && at <= AT(off.tail)) ||
        (at >= AT(pre) && at <= AT(pre.tail)) || (at >= AT(dev_lo) && at <= AT(host_size)))
        return KEPT;
    return NOWHERE;
}

static uint32_t events(const struct lp_cdma_regs_in *in)
{
    return in->irq_off_done | in->irq_pre_done << 1 | in->irq_off_error << 2 |
           in->irq_pre_error << 3 | in->irq_off_ring << 4 | in->irq_pre_ring << 5;
}

/* A write takes effect in the cycle before its response is first offered. */
static void effect(const struct regs *q)
{
    uint32_t ones = q->strb & 1 ? q->data & 63 : 0;

    lp_bin(&groups[STRB], q->strb);
    lp_bin(&groups[WRITTEN], kind_of(q->address));
    if (kind_of(q->address) == EVENTS)
        for (unsigned i = 0; i < 6; i++)
            lp_bin(&groups[CLEAR], !(ones >> i & 1) ? 0 : q->events >> i & 1 ? 2 : 1);
}

static void writes(struct regs *q, const struct lp_cdma_regs_in *in,
                   const struct lp_cdma_regs_out *out)
{
    bool aw = in->awvalid && out->awready, w = in->wvalid && out->wready;

    if (out->bvalid && !q->b)
        effect(q);
    if (out->bvalid && (aw || w))
        lp_bin(&groups[BACK], 0);
    q->b_waits = out->bvalid && !in->bready ? q->b_waits + 1 : 0;
    if (q->b_waits)
        lp_bin(&groups[WAITS], q->b_waits < 3 ? q->b_waits : 3);
    else if (out->bvalid)
        lp_bin(&groups[WAITS], 0);
    q->b = out->bvalid && !in->bready;
    /* Both are free again once they have taken effect. */
    q->aw = q->aw && !out->awready;
    q->w = q->w && !out->wready;
    if (aw || w) {
        if ((aw || q->aw) && (w || q->w))
            lp_bin(&groups[ORDER], q->aw ? 0 : q->w ? 2 : 1);
        q->aw = q->aw || aw;
        q->w = q->w || w;
    }
    if (aw)
        q->address = in->awaddr;
    if (w) {
        q->strb = in->wstrb;
        q->data = in->wdata;
    }
}

static void word(const struct regs *q, uint32_t value)
{
    unsigned bits = 0;

    lp_bin(&groups[READ], kind_of(q->read_address));
    if (kind_of(q->read_address) != COUNTS)
        return;
    if (q->read_address / 4 != AT(off_high_flits)) {
        lp_bin(&groups[COUNT], value == 0 ? 0 : value < FULL ? 1 : 2);
        return;
    }
    for (; value; value >>= 1)
        bits++;
    lp_bin(&groups[LARGEST], bits);
}

static void reads(struct regs *q, const struct lp_cdma_regs_in *in,
                  const struct lp_cdma_regs_out *out)
{
    if (out->rvalid && !q->r)
        word(q, out->rdata);
    q->r_waits = out->rvalid && !in->rready ? q->r_waits + 1 : 0;
    if (q->r_waits)
        lp_bin(&groups[WAITS], 4 + (q->r_waits < 3 ? q->r_waits : 3));
    else if (out->rvalid)
        lp_bin(&groups[WAITS], 4);
    if (out->rvalid && in->rready && out->bvalid && in->bready)
        lp_bin(&groups[BACK], 1);
    q->r = out->rvalid && !in->rready;
    if (out->rvalid)
        q->reading = false;
    if (in->arvalid && out->arready) {
        q->reading = true;
        q->read_address = in->araddr;
    }
}

static void cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct regs *q = state;
    const struct lp_cdma_regs_in *in = in_ports;
    const struct lp_cdma_regs_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&groups[RESET], 4u * (q->r ? 2 : q->reading) + 2u * q->aw + q->w);
        *q = (struct regs){.reset = true};
        return;
    }
    q->reset = false;
    writes(q, in, out);
    reads(q, in, out);
    if (out->irq != q->irq)
        lp_bin(&groups[LINE], q->irq);
    q->irq = out->irq;
    q->events = events(in);
}

static const struct lp_listener regs = {"lp_cdma_regs", sizeof(struct regs), cycle, groups, GROUPS};
LP_LISTEN(lp_cdma_regs__COUNT_W_12, regs)
