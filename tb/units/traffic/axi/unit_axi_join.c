/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_axi_join. The ports' signals are vectors, which the bench does not treat as
 * streams: this file drives the ports, each at its own varying rate, and a memory that answers in
 * any order that AXI allows. Contents and responses follow from addresses: each beat is checked
 * where it arrives, the port or the memory, against the address that its port asked for. In
 * addition, each handshake must come in the cycle in which two entries per channel, round-robin
 * turns and the list of writes allow it.
 */
#include <stdlib.h>
#include <string.h>

#include "axi_bench.h"
#include "base/bits.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "join_memory.h"

enum { PORTS = LP_AXI_JOIN_MOST };
enum stream { AR, R, AW, W, B };
#define MOST 64      /* most bursts of a direction inside when a port offers another */
#define ANNOUNCED 4u /* most writes with beats to come */
#define ENTRIES 2u   /* entries of each channel */
#define BEAT 32u     /* bytes */
#define ADDRESSES ((UINT64_C(1) << 40) - 1)

/* When a port offers the beats of a write relative to its address. */
enum ahead { BEFORE, WITH, AFTER, AHEADS }; /* its address */

struct port {
    unsigned ar, aw, w, r, b; /* cycles of 8 in which it offers or is ready */
    unsigned longest;         /* burst, in beats */
    enum ahead ahead;
    bool ar_valid, aw_valid, w_valid;
    struct lp_join_burst read, write, beats; /* ports whose address is at ar and aw; whose beat is
                                              * at w */
    uint64_t aw_number, w_number;            /* writes whose address, and whose beats, are taken */
    unsigned w_beat;
};

/* Answers inside the join. */
struct inside {
    unsigned count;
    uint32_t id[ENTRIES];
};

struct join {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    unsigned ports, id_w, left_of_mood;
    bool strays; /* some ids belong to no port */
    struct port port[PORTS];
    unsigned ar_waits[PORTS], aw_waits[PORTS]; /* addresses of other ports taken since a port
                                                * offered its own */
    unsigned ar_inside, aw_inside, w_inside;
    struct inside r, b;
    struct lp_join_memory memory;
};

/* ---- what is due ---- */

struct beat {
    uint32_t data[LP_AXI_WORDS], strb;
};

static void written(const struct join *q, const struct lp_join_burst *write, unsigned n,
                    struct beat *beat)
{
    uint32_t more[LP_AXI_WORDS];

    lp_axi_content(~q->seed, write->addr + n * BEAT, beat->data);
    lp_axi_content(q->seed ^ 0x5555, write->addr + n * BEAT, more);
    beat->strb = more[0] | (more[1] & 1 ? UINT32_MAX : 0);
}

/* Write n of a port; the same each time. */
static struct lp_join_burst write_of(const struct join *q, unsigned port, uint64_t number)
{
    struct lp_rng rng = {q->seed ^ (number * PORTS + port) * 0x10001};

    return (struct lp_join_burst){
        .addr = lp_random(&rng) & ADDRESSES,
        .id = port << q->id_w | lp_below(&rng, 1u << q->id_w),
        .beats = 1 + lp_below(&rng, q->port[port].longest),
    };
}

/* ---- what the ports offer ---- */

static bool often(struct join *q, unsigned of_8)
{
    return lp_below(&q->rng, 8) < of_8;
}

/* All ports at full rate, or each at a random rate. */
static void new_mood(struct join *q)
{
    static const unsigned of_8[] = {8, 8, 6, 4, 1, 0};
    bool fast = lp_below(&q->rng, 3) == 0;

    q->left_of_mood = 20 + lp_below(&q->rng, 200);
    for (unsigned p = 0; p < q->ports; p++) {
        struct port *port = &q->port[p];

        port->ar = fast ? 8 : of_8[lp_below(&q->rng, 6)];
        port->aw = fast ? 8 : of_8[lp_below(&q->rng, 6)];
        port->w = fast ? 8 : of_8[lp_below(&q->rng, 5)];
        port->r = fast ? 8 : of_8[lp_below(&q->rng, 5)];
        port->b = fast ? 8 : of_8[lp_below(&q->rng, 5)];
        port->ahead = fast ? WITH : lp_below(&q->rng, AHEADS);
    }
    q->memory.kind = fast ? LP_JOIN_FREE : lp_below(&q->rng, LP_JOIN_KINDS);
    q->memory.latency = lp_below(&q->rng, lp_below(&q->rng, 4) ? 8 : 300);
    q->memory.interleaves = lp_below(&q->rng, 4) != 0;
}

static void new_read(struct join *q, unsigned p)
{
    struct port *port = &q->port[p];

    if (port->ar_valid || q->memory.reads.count >= MOST || !often(q, port->ar))
        return;
    port->read = (struct lp_join_burst){
        .addr = lp_random(&q->rng) & ADDRESSES,
        .id = p << q->id_w | lp_below(&q->rng, 1u << q->id_w),
        .beats = 1 + lp_below(&q->rng, port->longest),
    };
    port->ar_valid = true;
}

/* Beats may be taken before their address is offered only as an exception; normally the address is
 * first. */
static void new_write(struct join *q, unsigned p)
{
    struct port *port = &q->port[p];
    bool room = q->memory.writes.count < MOST, same = port->w_number == port->aw_number;
    bool shown = port->w_valid && same;

    if (!port->aw_valid && room && (port->ahead != BEFORE || shown) && often(q, port->aw)) {
        port->write = write_of(q, p, port->aw_number);
        port->aw_valid = true;
    }
    if (port->w_valid || !often(q, port->w))
        return;
    if (same && port->ahead != BEFORE && (port->ahead == AFTER || !port->aw_valid))
        return;
    port->beats = write_of(q, p, port->w_number);
    port->w_valid = true;
}

static void put_addr(const struct join *q, unsigned p, const struct lp_join_burst *burst,
                     uint32_t *id, uint32_t *addr, uint32_t *len)
{
    uint32_t words[2];

    lpi_put64(words, burst->addr);
    lpi_bits_put_word(id, p * q->id_w, q->id_w, burst->id & ((1u << q->id_w) - 1));
    lpi_bits_put(addr, 40 * p, 40, words);
    lpi_bits_put_word(len, 8 * p, 8, burst->beats - 1);
}

static void put_beat(const struct join *q, unsigned p, struct lp_axi_join_in *in)
{
    const struct port *port = &q->port[p];
    struct beat beat;

    written(q, &port->beats, port->w_beat, &beat);
    memcpy(in->s_wdata + LP_AXI_WORDS * p, beat.data, sizeof beat.data);
    in->s_wstrb[p] = beat.strb;
    lpi_bits_put_word(&in->s_wlast, p, 1, port->w_beat + 1 == port->beats.beats);
}

static void join_drive(struct lp_traffic *self, void *ports)
{
    struct join *q = (struct join *)self;
    struct lp_axi_join_in *in = ports;

    if (q->left_of_mood-- == 0)
        new_mood(q);
    in->s_arvalid = in->s_awvalid = in->s_wvalid = in->s_rready = in->s_bready = 0;
    for (unsigned p = 0; p < q->ports; p++) {
        struct port *port = &q->port[p];

        new_read(q, p);
        new_write(q, p);
        if (port->ar_valid)
            put_addr(q, p, &port->read, in->s_arid, in->s_araddr, in->s_arlen);
        if (port->aw_valid)
            put_addr(q, p, &port->write, in->s_awid, in->s_awaddr, in->s_awlen);
        if (port->w_valid)
            put_beat(q, p, in);
        in->s_arvalid |= (uint32_t)port->ar_valid << p;
        in->s_awvalid |= (uint32_t)port->aw_valid << p;
        in->s_wvalid |= (uint32_t)port->w_valid << p;
        in->s_rready |= (uint32_t)often(q, port->r) << p;
        in->s_bready |= (uint32_t)often(q, port->b) << p;
    }
    lp_join_memory_drive(&q->memory, in);
}

/* ---- what the memory answers ---- */

/* Sometimes an answer to a port that does not exist. */
static bool stray(struct join *q, uint32_t *id)
{
    if (!q->strays || lp_below(&q->rng, 50))
        return false;
    *id = q->ports << q->id_w | lp_below(&q->rng, 1u << q->id_w);
    return true;
}

static bool join_beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct join *q = (struct join *)self;
    struct lp_axi_join_in *in = ports;
    struct lp_join_burst *burst;

    if (stream == R) {
        if (stray(q, &in->m_rid))
            return true;
        if (!(burst = lp_join_memory_r(&q->memory)))
            return false;
        in->m_rid = burst->id;
        in->m_rresp = lp_axi_response(q->seed, burst->addr + burst->moved * BEAT);
        lp_axi_content(q->seed, burst->addr + burst->moved * BEAT, in->m_rdata);
        in->m_rlast = ++burst->moved == burst->beats;
        return true;
    }
    if (stray(q, &in->m_bid))
        return true;
    if (!(burst = lp_join_memory_b(&q->memory)))
        return false;
    in->m_bid = burst->id;
    in->m_bresp = lp_axi_response(~q->seed, burst->addr);
    burst->answered = true;
    return true;
}

/* ---- what must come out ---- */

/* A port that offers is ready for one that offers, and none waits for more than one address of each
 * other port. */
static const char *serve(const struct join *q, uint32_t valid, uint32_t ready, bool room,
                         unsigned *waits)
{
    if (valid == 0 || !room)
        return ready ? "an address is taken that is not offered or has no room" : NULL;
    if ((ready & valid) == 0 || (ready & (ready - 1)) != 0)
        return "not one of the addresses that are offered is taken";
    for (unsigned p = 0; p < q->ports; p++) {
        waits[p] = (valid & ~ready) >> p & 1 ? waits[p] + 1 : 0;
        if (waits[p] >= q->ports)
            return "a port waits for more than one address of each other";
    }
    return NULL;
}

static unsigned announced(const struct join *q)
{
    unsigned bursts = 0;

    for (unsigned i = 0; i < q->memory.writes.count; i++)
        bursts += q->memory.writes.at[i].taken < q->memory.writes.at[i].beats;
    return bursts;
}

static const char *check_ports(struct join *q, const struct lp_axi_join_in *in,
                               const struct lp_axi_join_out *out)
{
    const struct lp_join_burst *taking = lp_join_taking(&q->memory.writes);
    uint32_t w_ready = 0;
    bool aw_room = q->aw_inside < ENTRIES && announced(q) < ANNOUNCED;
    const char *wrong = serve(q, in->s_arvalid, out->s_arready, q->ar_inside < ENTRIES,
                              q->ar_waits);

    if (!wrong)
        wrong = serve(q, in->s_awvalid, out->s_awready, aw_room, q->aw_waits);
    if (taking && q->w_inside < ENTRIES)
        w_ready = 1u << (taking->id >> q->id_w);
    if (!wrong && out->s_wready != w_ready)
        wrong = "s_wready_o is not at the port whose burst is due";
    return wrong;
}

/* The address at ar or aw. */
static bool told(struct lp_join_bursts *bursts, uint32_t valid, uint32_t id, const uint32_t *addr,
                 uint32_t len)
{
    const struct lp_join_burst *due = lp_join_untold(bursts);

    if (!due)
        return !valid && id == 0 && lpi_get64(addr) == 0 && len == 0;
    return valid && id == due->id && lpi_get64(addr) == due->addr && len == due->beats - 1;
}

static bool landed(struct join *q, const struct lp_axi_join_out *out)
{
    const struct lp_join_burst *due = lp_join_landing(&q->memory.writes);
    struct beat beat = {0};
    bool valid = due && due->moved < due->taken;

    if (valid)
        written(q, due, due->moved, &beat);
    return out->m_wvalid == valid && memcmp(out->m_wdata, beat.data, sizeof beat.data) == 0 &&
           out->m_wstrb == beat.strb && out->m_wlast == (valid && due->moved + 1 == due->beats);
}

static const char *check_memory(struct join *q, const struct lp_axi_join_out *out)
{
    if (!told(&q->memory.reads, out->m_arvalid, out->m_arid, out->m_araddr, out->m_arlen))
        return "ar is not the address that is due";
    if (!told(&q->memory.writes, out->m_awvalid, out->m_awid, out->m_awaddr, out->m_awlen))
        return "aw is not the address that is due";
    if (!landed(q, out))
        return "w is not the beat that is due";
    if (out->m_rready != (q->r.count < ENTRIES) || out->m_bready != (q->b.count < ENTRIES))
        return "answers are not taken while there is room, or without";
    return NULL;
}

/* The burst that the oldest answer inside belongs to; NULL: none, or it is a stray. */
static struct lp_join_burst *answered(const struct join *q, const struct inside *inside,
                                      struct lp_join_bursts *bursts)
{
    if (inside->count == 0 || inside->id[0] >> q->id_w >= q->ports)
        return NULL;
    return lp_join_oldest(bursts, inside->id[0]);
}

static const char *check_r(const struct join *q, const struct lp_axi_join_out *out,
                           const struct lp_join_burst *read)
{
    uint32_t data[LP_AXI_WORDS] = {0}, resp = 0, id = 0, valid = 0;
    bool last = false;

    if (read) {
        uint64_t addr = read->addr + read->here * BEAT;

        valid = 1u << (read->id >> q->id_w);
        id = read->id & ((1u << q->id_w) - 1);
        lp_axi_content(q->seed, addr, data);
        resp = lp_axi_response(q->seed, addr);
        last = read->here + 1 == read->beats;
    }
    if (out->s_rvalid != valid)
        return "r is not at the port that asked";
    return out->s_rid != id || out->s_rresp != resp || out->s_rlast != last ||
                   memcmp(out->s_rdata, data, sizeof data) != 0
               ? "r is not the beat that is due"
               : NULL;
}

static const char *check_b(const struct join *q, const struct lp_axi_join_out *out,
                           const struct lp_join_burst *write)
{
    uint32_t valid = write ? 1u << (write->id >> q->id_w) : 0;
    uint32_t id = write ? write->id & ((1u << q->id_w) - 1) : 0;
    uint32_t resp = write ? lp_axi_response(~q->seed, write->addr) : 0;

    if (out->s_bvalid != valid)
        return "b is not at the port that asked";
    return out->s_bid != id || out->s_bresp != resp ? "b is not the response that is due" : NULL;
}

/* ---- a cycle ---- */

static void enter(struct inside *inside, bool taken, uint32_t id)
{
    if (taken)
        inside->id[inside->count++] = id;
}

static void leave(struct inside *inside)
{
    inside->id[0] = inside->id[1];
    inside->count--;
}

/* Answers that leave the join and enter it. */
static void book_answers(struct join *q, const struct lp_axi_join_in *in,
                         const struct lp_axi_join_out *out, struct lp_join_burst *read,
                         struct lp_join_burst *write)
{
    if (q->r.count > 0 && (!read || (out->s_rvalid & in->s_rready)))
        leave(&q->r);
    if (read && (out->s_rvalid & in->s_rready) && ++read->here == read->beats) {
        lp_join_remove(&q->memory.reads, read);
        q->base.lines++;
    }
    if (q->b.count > 0 && (!write || (out->s_bvalid & in->s_bready)))
        leave(&q->b);
    if (write && (out->s_bvalid & in->s_bready)) {
        lp_join_remove(&q->memory.writes, write);
        q->base.lines++;
    }
    enter(&q->r, in->m_rvalid && out->m_rready, in->m_rid);
    enter(&q->b, in->m_bvalid && out->m_bready, in->m_bid);
}

/* Beats and addresses that the memory takes. */
static void book_memory(struct join *q, const struct lp_axi_join_in *in,
                        const struct lp_axi_join_out *out)
{
    struct lp_join_memory *m = &q->memory;

    if (out->m_arvalid && in->m_arready) {
        lp_join_memory_tell(m, lp_join_untold(&m->reads));
        q->ar_inside--;
    }
    if (out->m_awvalid && in->m_awready) {
        lp_join_memory_tell(m, lp_join_untold(&m->writes));
        q->aw_inside--;
    }
    if (out->m_wvalid && in->m_wready) {
        lp_join_memory_beat(m, lp_join_landing(&m->writes));
        q->w_inside--;
    }
}

/* Beats and addresses that the join takes from a port: beats first, since they belong to addresses
 * taken before. */
static void book_port(struct join *q, struct port *port, bool ar, bool aw, bool w)
{
    if (w) {
        lp_join_taking(&q->memory.writes)->taken++;
        q->w_inside++;
        port->w_valid = false;
        if (++port->w_beat == port->beats.beats) {
            port->w_beat = 0;
            port->w_number++;
        }
    }
    if (ar) {
        lp_join_add(&q->memory.reads, &port->read);
        q->ar_inside++;
        port->ar_valid = false;
    }
    if (aw) {
        lp_join_add(&q->memory.writes, &port->write);
        q->aw_inside++;
        port->aw_number++;
        port->aw_valid = false;
    }
}

static const char *join_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                              const void *out_ports)
{
    struct join *q = (struct join *)self;
    const struct lp_axi_join_in *in = in_ports;
    const struct lp_axi_join_out *out = out_ports;
    struct lp_join_burst *read = answered(q, &q->r, &q->memory.reads);
    struct lp_join_burst *write = answered(q, &q->b, &q->memory.writes);
    uint32_t ar = in->s_arvalid & out->s_arready, aw = in->s_awvalid & out->s_awready;
    uint32_t w = in->s_wvalid & out->s_wready;
    const char *wrong = check_ports(q, in, out);

    (void)cycle;
    if (!wrong)
        wrong = check_memory(q, out);
    if (!wrong)
        wrong = check_r(q, out, read);
    if (!wrong)
        wrong = check_b(q, out, write);
    if (wrong)
        return wrong;
    book_memory(q, in, out);
    book_answers(q, in, out, read, write);
    for (unsigned p = 0; p < q->ports; p++)
        book_port(q, &q->port[p], ar >> p & 1, aw >> p & 1, w >> p & 1);
    return NULL;
}

static void join_reset(struct lp_traffic *self)
{
    struct join *q = (struct join *)self;

    lp_join_memory_reset(&q->memory);
    q->ar_inside = q->aw_inside = q->w_inside = q->r.count = q->b.count = 0;
    memset(q->ar_waits, 0, sizeof q->ar_waits);
    memset(q->aw_waits, 0, sizeof q->aw_waits);
    for (unsigned p = 0; p < q->ports; p++) {
        struct port *port = &q->port[p];

        port->ar_valid = port->aw_valid = port->w_valid = false;
        port->w_beat = 0;
        port->w_number = ++port->aw_number;
    }
}

static struct lp_traffic *join_random(const int *values, uint64_t seed)
{
    static const unsigned longest[] = {1, 1, 4, 17, 256};
    struct join *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = join_beat,
                                  .drive = join_drive,
                                  .reactive = true,
                                  .check = join_check,
                                  .reset = join_reset,
                                  .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    q->memory.rng.state = seed + 1;
    q->ports = (unsigned)values[0];
    q->id_w = (unsigned)values[1];
    q->strays = (q->ports & (q->ports - 1)) != 0;
    for (unsigned p = 0; p < q->ports; p++)
        q->port[p].longest = longest[lp_below(&q->rng, 5)];
    return &q->base;
}

extern const struct lp_hooks lp_axi_join_hooks;
const struct lp_hooks lp_axi_join_hooks = {.random = join_random};
