/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_regs: an AXI4-Lite master whose addresses and data come in any order, and an
 * engine that drives random values into the registers. The expected output follows from the
 * definition of each kind of field in the register map and from the timing in the module's head
 * comment; the tables here are written by hand, with the addresses and masks of the header for
 * software.
 */
#include <stdlib.h>
#include <string.h>

#include <linepress/cdma_regs.h>

#include "units/cdma/cdma_regs_ports.h"
#include "units/cosim/registry.h"
#include "base/rng.h"

#define MAP(field) LP_CDMA_REGS__##field##_bm
#define RING(field) LP_CDMA_RING__##field##_bm
#define AT(reg) offsetof(lp_cdma_regs_t, reg)
#define IN(port) offsetof(struct lp_cdma_regs_in, port)
#define OUT(port) offsetof(struct lp_cdma_regs_out, port)
#define NONE ((size_t)-1)
#define ROWS(table) (sizeof(table) / sizeof *(table))
#define WORDS 1024 /* of the 4 KiB */

struct row {
    size_t address;
    uint32_t mask;
    size_t port;
};

/* Fields that software writes and reads back, and the output that shows each. */
#define HI LP_CDMA_ADDR_HI__ADDR_bm
/* clang-format off */
#define KEPT(reg, mask) {AT(reg), mask, OUT(reg)}
#define KEPT_RING(ring, reg, mask) {AT(ring.reg), mask, OUT(ring##_##reg)}
/* clang-format on */
static const struct row kept[] = {
    {AT(ctrl), MAP(CTRL__OFF_ENABLE), OUT(ctrl_off_enable)},
    {AT(ctrl), MAP(CTRL__PRE_ENABLE), OUT(ctrl_pre_enable)},
    {AT(irq_enable), 0x3f, NONE},
    KEPT(policy, MAP(POLICY__RATE)),
    KEPT_RING(off, base_lo, 0xffffffff),
    KEPT_RING(off, base_hi, HI),
    KEPT_RING(off, done_lo, 0xffffffff),
    KEPT_RING(off, done_hi, HI),
    KEPT_RING(off, size, RING(SIZE__LOG2)),
    KEPT_RING(off, tail, RING(TAIL__COUNT)),
    KEPT_RING(pre, base_lo, 0xffffffff),
    KEPT_RING(pre, base_hi, HI),
    KEPT_RING(pre, done_lo, 0xffffffff),
    KEPT_RING(pre, done_hi, HI),
    KEPT_RING(pre, size, RING(SIZE__LOG2)),
    KEPT_RING(pre, tail, RING(TAIL__COUNT)),
    KEPT(dev_lo, 0xffffffff),
    KEPT(dev_hi, HI),
    KEPT(dev_size, MAP(DEV_SIZE__GROUPS)),
    KEPT(host_lo, 0xffffffff),
    KEPT(host_hi, HI),
    KEPT(host_size, MAP(HOST_SIZE__GROUPS)),
};

/* Inputs from the engine. */
static const struct row said[] = {
    {AT(config), MAP(CONFIG__CHANNELS), IN(config_channels)},
    {AT(config), MAP(CONFIG__CODECS), IN(config_codecs)},
    {AT(config), MAP(CONFIG__ELEM), IN(config_elem)},
    {AT(config), MAP(CONFIG__FLITS), IN(config_flits)},
    {AT(status), MAP(STATUS__OFF_BUSY), IN(status_off_busy)},
    {AT(status), MAP(STATUS__PRE_BUSY), IN(status_pre_busy)},
    {AT(status), MAP(STATUS__OFF_STOPPED), IN(status_off_stopped)},
    {AT(status), MAP(STATUS__PRE_STOPPED), IN(status_pre_stopped)},
    {AT(off.head), RING(HEAD__COUNT), IN(off_head)},
    {AT(pre.head), RING(HEAD__COUNT), IN(pre_head)},
};

static const struct row pulses[] = {
    {AT(ctrl), MAP(CTRL__OFF_ABORT), OUT(ctrl_off_abort)},
    {AT(ctrl), MAP(CTRL__PRE_ABORT), OUT(ctrl_pre_abort)},
};

static const struct row events[] = {
    {AT(irq), MAP(IRQ__OFF_DONE), IN(irq_off_done)},
    {AT(irq), MAP(IRQ__PRE_DONE), IN(irq_pre_done)},
    {AT(irq), MAP(IRQ__OFF_ERROR), IN(irq_off_error)},
    {AT(irq), MAP(IRQ__PRE_ERROR), IN(irq_pre_error)},
    {AT(irq), MAP(IRQ__OFF_RING), IN(irq_off_ring)},
    {AT(irq), MAP(IRQ__PRE_RING), IN(irq_pre_ring)},
};

/* Sums of COUNT_W bits, but off_high_flits. */
/* clang-format off */
#define COUNTED(name) {AT(name), 0xffffffff, IN(name)}
/* clang-format on */
static const struct row counts[] = {
    COUNTED(cycles),           COUNTED(off_groups),       COUNTED(off_beats),
    COUNTED(off_stall_link),   COUNTED(off_stall_credit), COUNTED(off_stall_rate),
    COUNTED(off_stall_memory), COUNTED(off_high_flits),   COUNTED(off_zeros),
    COUNTED(pre_groups),       COUNTED(pre_beats),        COUNTED(pre_stall_link),
    COUNTED(pre_stall_memory), COUNTED(pre_stall_rate),   COUNTED(dev_reads),
    COUNTED(dev_writes),       COUNTED(errors),
};

enum { AW, W, B, AR, R }; /* streams in the order of the ports */
struct write {
    uint32_t address, data, strb;
    uint64_t address_at, data_at;
};

struct regs {
    struct lp_traffic base;
    struct lp_rng rng;
    uint32_t word[WORDS];             /* value that software reads, without the engine's inputs */
    uint32_t most, run[ROWS(counts)]; /* largest value of a sum; the sum so far */
    uint32_t busy, shift;             /* how often a cycle adds to the sum, and by how little */
    bool rarely;                      /* snapshots, so that sums fill up */
    struct lp_cdma_regs_in before[2]; /* inputs of the last cycle and of the one before */
    /* Writes whose address or data was taken: number without a response. */
    struct write write[4];
    unsigned addresses, datas;
    uint64_t last_taken; /* cycle in which the last response to a write was taken */
    bool reading, b_waits, r_waits, took;
    uint32_t read_address;
    uint64_t read_at;
};

static uint32_t port_of(const void *ports, size_t offset)
{
    return *(const uint32_t *)(const void *)((const char *)ports + offset);
}

static uint32_t placed(uint32_t value, uint32_t mask)
{
    return value * (mask & -mask) & mask;
}

/* ---- what goes in ---- */

static uint32_t draw_address(struct lp_rng *rng)
{
    uint32_t low = lp_below(rng, 4) ? 0 : lp_below(rng, 4);

    switch (lp_below(rng, 12)) {
    case 0: return lp_below(rng, 4096);
    case 1: return AT(snapshot) + low;
    case 2: return AT(irq) + low;
    case 3: return AT(ctrl) + low;
    case 4: return AT(irq_enable) + low;
    default: return lp_below(rng, sizeof(lp_cdma_regs_t) / 4 + 2) * 4 + low;
    }
}

static bool regs_beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct regs *q = (struct regs *)self;
    struct lp_cdma_regs_in *in = in_ports;

    if (stream == AW) {
        if (lp_below(&q->rng, 2048) == 0)
            q->rarely = !q->rarely;
        do
            in->awaddr = draw_address(&q->rng);
        while (q->rarely && in->awaddr / 4 == AT(snapshot) / 4 && lp_below(&q->rng, 256));
        in->awprot = lp_below(&q->rng, 8);
    } else if (stream == W) {
        in->wdata = (uint32_t)lp_random(&q->rng);
        if (lp_below(&q->rng, 8) == 0)
            in->wdata = lp_below(&q->rng, 2) ? UINT32_MAX : 0;
        in->wstrb = lp_below(&q->rng, 3) ? 15 : lp_below(&q->rng, 16);
    } else {
        in->araddr = draw_address(&q->rng);
        in->arprot = lp_below(&q->rng, 8);
    }
    return true;
}

static uint32_t *at_port(void *ports, size_t offset)
{
    return (uint32_t *)(void *)((char *)ports + offset);
}

/* Counts grow fast, slowly and not at all, so that snapshots find full sums and any others. */
static void drive_counts(struct regs *q, void *in_ports)
{
    uint64_t dice = lp_random(&q->rng);

    if (lp_below(&q->rng, 256) == 0) {
        q->busy = lp_below(&q->rng, 2) ? 8 : lp_below(&q->rng, 9);
        q->shift = lp_below(&q->rng, 16);
    }
    for (size_t i = 0; i < ROWS(counts); i++, dice >>= 3) {
        uint32_t *add = at_port(in_ports, counts[i].port);
        if ((dice & 7) >= q->busy)
            *add = 0;
        else if (*add >> q->shift)
            *add = *add >> q->shift | (q->busy == 8);
        else
            *add |= q->busy == 8;
    }
}

/* Events are rare enough for bits to stay clear at times. */
static void regs_drive(struct lp_traffic *self, void *in_ports)
{
    struct regs *q = (struct regs *)self;

    for (size_t i = 0; i < ROWS(events); i++)
        *at_port(in_ports, events[i].port) = lp_below(&q->rng, 24) == 0;
    drive_counts(q, in_ports);
}

/* ---- what must come out ---- */

/* The interrupt line shows events and enables of the cycle before. */
static const char *check_line(const struct regs *q, const struct lp_cdma_regs_out *out)
{
    bool due = (q->word[AT(irq) / 4] & q->word[AT(irq_enable) / 4]) != 0;

    return out->irq != due ? "irq_o is not what was set and enabled" : NULL;
}

/* A newly offered word is the value of its register in the cycle before. */
static const char *check_read(struct regs *q, uint64_t cycle, const struct lp_cdma_regs_in *in,
                              const struct lp_cdma_regs_out *out)
{
    uint32_t due = q->word[q->read_address / 4];

    for (size_t i = 0; i < ROWS(said); i++)
        if (said[i].address == q->read_address / 4 * 4)
            due |= placed(port_of(&q->before[0], said[i].port), said[i].mask);
    if (!out->rvalid)
        return q->reading && cycle >= q->read_at + 3 ? "a read has no answer"
               : out->rdata                          ? "rdata_o is not 0 without rvalid_o"
                                                     : NULL;
    if (!q->r_waits && (!q->reading || cycle != q->read_at + 3))
        return "a word that was not requested, or not 3 cycles later";
    if (!q->r_waits && out->rdata != due)
        return "rdata_o is not the value of the register";
    if (out->rresp)
        return "rresp_o is not OKAY";
    q->r_waits = !in->rready;
    if (in->rready) {
        q->reading = false;
        q->base.lines++;
    }
    return NULL;
}

/* Advances one cycle: events of the last cycle are visible, and counts include those of two cycles
 * ago. */
static void count(struct regs *q)
{
    for (size_t i = 0; i < ROWS(events); i++)
        q->word[AT(irq) / 4] |= placed(port_of(&q->before[0], events[i].port), events[i].mask);
    for (size_t i = 0; i < ROWS(counts); i++) {
        uint32_t add = port_of(&q->before[1], counts[i].port);
        if (q->took) {
            q->word[counts[i].address / 4] = q->run[i];
            q->run[i] = 0;
        }
        if (counts[i].address == AT(off_high_flits))
            q->run[i] = add > q->run[i] ? add : q->run[i];
        else if (q->run[i] < q->most - add)
            q->run[i] += add;
        else
            q->run[i] = q->most;
    }
    q->took = false;
}

static uint32_t strobes(uint32_t strb)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < 4; i++)
        if (strb >> i & 1)
            mask |= UINT32_C(0xff) << 8 * i;
    return mask;
}

/* The oldest write takes effect; returns the bits of ctrl that are pulses. */
static uint32_t take_effect(struct regs *q)
{
    const struct write *write = &q->write[0];
    uint32_t at = write->address / 4, mask = strobes(write->strb), ones = write->data & mask;
    uint32_t own = 0, set = 0;

    for (size_t i = 0; i < ROWS(kept); i++)
        if (kept[i].address / 4 == at)
            own |= kept[i].mask;
    q->word[at] = (q->word[at] & ~(mask & own)) | (ones & own);
    for (size_t i = 0; i < ROWS(events); i++)
        set |= placed(port_of(&q->before[0], events[i].port), events[i].mask);
    if (at == AT(irq) / 4)
        q->word[at] &= ~ones | set;
    if (at == AT(snapshot) / 4)
        q->took = ones & 1;
    return at == AT(ctrl) / 4 ? ones : 0;
}

/* The cycle in which the response to the oldest write must be there; 0: none is due. */
static uint64_t response_due(const struct regs *q)
{
    const struct write *write = &q->write[0];
    uint64_t since = write->address_at > write->data_at ? write->address_at : write->data_at;

    if (q->addresses == 0 || q->datas == 0)
        return 0;
    return (q->last_taken > since ? q->last_taken : since) + 2;
}

static const char *check_write(struct regs *q, uint64_t cycle, const struct lp_cdma_regs_in *in,
                               const struct lp_cdma_regs_out *out, uint32_t *pulse)
{
    if (!out->bvalid)
        return response_due(q) && cycle >= response_due(q) ? "a write has no response" : NULL;
    if (out->bresp)
        return "bresp_o is not OKAY";
    if (!q->b_waits) {
        if (response_due(q) == 0 || cycle != response_due(q))
            return "a response without a write, or not 2 cycles later";
        *pulse = take_effect(q);
        memmove(q->write, q->write + 1, sizeof q->write - sizeof *q->write);
        q->addresses--;
        q->datas--;
    }
    q->b_waits = !in->bready;
    if (in->bready)
        q->last_taken = cycle;
    return NULL;
}

static const char *check_outputs(const struct regs *q, const struct lp_cdma_regs_out *out,
                                 uint32_t pulse)
{
    for (size_t i = 0; i < ROWS(kept); i++)
        if (kept[i].port != NONE && placed(port_of(out, kept[i].port), kept[i].mask) !=
                                        (q->word[kept[i].address / 4] & kept[i].mask))
            return "an output is not what was written";
    for (size_t i = 0; i < ROWS(pulses); i++)
        if (port_of(out, pulses[i].port) != ((pulse & pulses[i].mask) != 0))
            return "a pulse that was not written, or a missing one";
    return NULL;
}

static const char *take(struct regs *q, uint64_t cycle, const struct lp_cdma_regs_in *in,
                        const struct lp_cdma_regs_out *out)
{
    if (q->addresses > 2 || q->datas > 2)
        return "more writes are taken than can be kept";
    if (in->awvalid && out->awready) {
        q->write[q->addresses].address = in->awaddr;
        q->write[q->addresses++].address_at = cycle;
    }
    if (in->wvalid && out->wready) {
        q->write[q->datas].data = in->wdata;
        q->write[q->datas].strb = in->wstrb;
        q->write[q->datas++].data_at = cycle;
    }
    if (in->arvalid && out->arready) {
        if (q->reading)
            return "a second read is taken";
        q->reading = true;
        q->read_address = in->araddr;
        q->read_at = cycle;
    }
    return NULL;
}

static const char *regs_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct regs *q = (struct regs *)self;
    const struct lp_cdma_regs_in *in = in_ports;
    const struct lp_cdma_regs_out *out = out_ports;
    uint32_t pulse = 0;
    const char *wrong = check_line(q, out);

    if (!wrong)
        wrong = check_read(q, cycle, in, out);
    count(q);
    if (!wrong)
        wrong = check_write(q, cycle, in, out, &pulse);
    if (!wrong)
        wrong = check_outputs(q, out, pulse);
    if (!wrong)
        wrong = take(q, cycle, in, out);
    q->before[1] = q->before[0];
    q->before[0] = *in;
    return wrong;
}

static void regs_reset(struct lp_traffic *self)
{
    struct regs *q = (struct regs *)self;

    memset(q->word, 0, sizeof q->word);
    q->word[AT(id) / 4] = UINT32_C(0x4450434c); /* LPCD */
    q->word[AT(version) / 4] = UINT32_C(0x00010000);
    memset(q->run, 0, sizeof q->run);
    memset(q->before, 0, sizeof q->before);
    q->addresses = q->datas = 0;
    q->last_taken = 0;
    q->reading = q->b_waits = q->r_waits = q->took = false;
}

static struct lp_traffic *regs_random(const int *values, uint64_t seed)
{
    struct regs *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->most = UINT32_MAX >> (32 - values[0]);
    q->base = (struct lp_traffic){.beat = regs_beat,
                                  .drive = regs_drive,
                                  .check = regs_check,
                                  .reset = regs_reset,
                                  .close = lp_traffic_free};
    q->rng.state = seed;
    regs_reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_regs_hooks;
const struct lp_hooks lp_cdma_regs_hooks = {.random = regs_random, .calm = 16};
