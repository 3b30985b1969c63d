/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_cdma_bus: both rings fetch descriptors and write completions at random; a memory
 * answers bursts in any order that AXI allows, beat by beat, with errors on any of them. Each ring
 * must get the sectors of its descriptors in order, and an acknowledgement for each completion.
 */
#include <stdlib.h>
#include <string.h>

#include "units/cdma/cdma_bus_ports.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "units/traffic/axi/axi_bench.h"

/* Streams in the order of the ports; those of the second ring follow the first's four. */
enum { F, V, C, Q, RING, AR = 2 * RING, R, AW, W, B };

#define MOST 16u /* most fetches of a ring that the bench has open */
#define DEEP 64u /* entries of a queue here, more than are ever open */
#define TURNS 6u /* cycles for which the address port may be free and no request taken */
#define SPAN (UINT64_C(1) << 40)

struct completion {
    uint64_t addr;
    uint32_t data[8];
    bool told, sent, answered, bad; /* address and beat taken; response given; with an error */
};

/* Requests that a ring waits for. Queues run from `out` to `in`, which only count up. */
struct ring {
    uint64_t fetch[DEEP];                       /* addresses */
    unsigned fetched, asked, answered, sectors; /* taken from f; on ar; beats on r; given at v */
    struct completion c;
    bool c_open;
    uint32_t f_free, c_free; /* cycles in which it requested and no other request was ahead */
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    uint64_t seed;
    uint32_t errors, hold;
    struct ring ring[2];
    unsigned v_owed;    /* sectors on r not yet taken by a ring: 0 or 1 */
    unsigned beat_ring; /* whose completion is on w */
    bool beat_due;
    bool b_given[2];
};

/* The ports of a ring, at different offsets for each ring. */
struct ring_in {
    uint32_t f_valid, v_ready, c_valid, q_ready;
    const uint32_t *f_addr, *c_addr, *c_data;
};
struct ring_out {
    uint32_t f_ready, v_valid, v_err, c_ready, q_valid, q_err;
    const uint32_t *v_data;
};

static struct ring_in in_of(const struct lp_cdma_bus_in *in, unsigned k)
{
    if (k)
        return (struct ring_in){in->i_f_valid, in->i_v_ready, in->i_c_valid, in->i_q_ready,
                                in->i_f_addr,  in->i_c_addr,  in->i_c_data};
    return (struct ring_in){in->o_f_valid, in->o_v_ready, in->o_c_valid, in->o_q_ready,
                            in->o_f_addr,  in->o_c_addr,  in->o_c_data};
}

static struct ring_out out_of(const struct lp_cdma_bus_out *out, unsigned k)
{
    if (k)
        return (struct ring_out){out->i_f_ready, out->i_v_valid, out->i_v_err, out->i_c_ready,
                                 out->i_q_valid, out->i_q_err,   out->i_v_data};
    return (struct ring_out){out->o_f_ready, out->o_v_valid, out->o_v_err, out->o_c_ready,
                             out->o_q_valid, out->o_q_err,   out->o_v_data};
}

/* ---- drawing ---- */

static bool error_at(const struct bench *q, uint64_t addr)
{
    struct lp_rng rng = {q->seed ^ addr * 0x50003};
    return lp_below(&rng, 64) < q->errors;
}

static bool new_fetch(struct bench *q, unsigned k, uint32_t *addr)
{
    uint64_t at = lp_random(&q->rng) % SPAN;

    if (q->ring[k].fetched - q->ring[k].sectors / 2 >= MOST)
        return false;
    if (lp_below(&q->rng, 4) == 0) /* the last sector of a page, or of the address space */
        at |= lp_below(&q->rng, 2) ? 4032 : SPAN - 64;
    lpi_put64(addr, at);
    return true;
}

static bool new_completion(struct bench *q, uint32_t *addr, uint32_t *data)
{
    lpi_put64(addr, lp_random(&q->rng) % SPAN);
    for (unsigned i = 0; i < 8; i++)
        data[i] = (uint32_t)lp_random(&q->rng);
    return true;
}

/* A beat of a descriptor of either ring; those of one ring come in order. */
static bool new_sector(struct bench *q, struct lp_cdma_bus_in *in)
{
    unsigned k = lp_below(&q->rng, 2);
    struct ring *ring = &q->ring[k];

    if (ring->answered == 2 * ring->asked)
        ring = &q->ring[k = !k];
    if (ring->answered == 2 * ring->asked || lp_below(&q->rng, q->hold) != 0)
        return false;
    uint64_t addr = ring->fetch[ring->answered / 2 % DEEP] + ring->answered % 2 * 32;
    lp_axi_content(q->seed, addr, in->rdata);
    in->rid = k;
    in->rresp = (uint32_t)error_at(q, addr) << 1 | lp_below(&q->rng, 2);
    in->rlast = ring->answered++ % 2;
    return true;
}

static bool new_response(struct bench *q, struct lp_cdma_bus_in *in)
{
    unsigned k = lp_below(&q->rng, 2);
    struct completion *c = &q->ring[k].c;

    if (!c->told || !c->sent || c->answered)
        c = &q->ring[k = !k].c;
    if (!c->told || !c->sent || c->answered || lp_below(&q->rng, q->hold) != 0)
        return false;
    c->answered = true;
    c->bad = lp_below(&q->rng, 64) < q->errors;
    in->bid = k;
    in->bresp = (uint32_t)c->bad << 1 | lp_below(&q->rng, 2);
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_cdma_bus_in *in = in_ports;

    switch (stream) {
    case F: return new_fetch(q, 0, in->o_f_addr);
    case RING + F: return new_fetch(q, 1, in->i_f_addr);
    case C: return new_completion(q, in->o_c_addr, in->o_c_data);
    case RING + C: return new_completion(q, in->i_c_addr, in->i_c_data);
    case R: return new_sector(q, in);
    default: return new_response(q, in);
    }
}

/* ---- reading ---- */

static const char *address_out(struct bench *q, const struct lp_cdma_bus_in *in,
                               const struct lp_cdma_bus_out *out)
{
    struct ring *ring = &q->ring[out->arid];

    if (!out->arvalid)
        return NULL;
    if (ring->asked == ring->fetched)
        return "an address that no ring requested";
    if (lpi_get64(out->araddr) != ring->fetch[ring->asked % DEEP] || out->arlen != 1)
        return "the burst is not the descriptor that is due";
    ring->asked += in->arready;
    return NULL;
}

static const char *sector_out(struct bench *q, unsigned k, const struct ring_in *in,
                              const struct ring_out *out)
{
    struct ring *ring = &q->ring[k];
    uint64_t addr = ring->fetch[ring->sectors / 2 % DEEP] + ring->sectors % 2 * 32;
    uint32_t sector[LP_AXI_WORDS] = {0};

    if (out->v_valid) {
        if (ring->sectors >= ring->answered)
            return "a sector that has not come";
        lp_axi_content(q->seed, addr, sector);
    }
    if (memcmp(sector, out->v_data, sizeof sector) != 0)
        return "v_data_o is not the sector that is due";
    if (out->v_err != (out->v_valid && error_at(q, addr)))
        return "v_err_o is not the memory's response";
    if (out->v_valid && in->v_ready) {
        ring->sectors++;
        q->v_owed--;
        q->base.lines += ring->sectors % 2 == 0;
    }
    return NULL;
}

static const char *check_fetches(struct bench *q, const struct lp_cdma_bus_in *in,
                                 const struct lp_cdma_bus_out *out)
{
    const char *wrong = address_out(q, in, out);

    if (!wrong && out->rready != (q->v_owed == 0))
        wrong = "rready_o is not whether the register is free";
    for (unsigned k = 0; !wrong && k < 2; k++) {
        struct ring_in ring_in = in_of(in, k);
        struct ring_out ring_out = out_of(out, k);
        struct ring *ring = &q->ring[k];

        wrong = sector_out(q, k, &ring_in, &ring_out);
        if (ring_in.f_valid && ring_out.f_ready)
            ring->fetch[ring->fetched++ % DEEP] = lpi_get64(ring_in.f_addr) & ~UINT64_C(63);
        ring->f_free = ring_in.f_valid && !ring_out.f_ready ? ring->f_free + !out->arvalid : 0;
        if (ring->f_free > TURNS)
            wrong = "a fetch waits without a reason";
    }
    q->v_owed += in->rvalid && out->rready;
    return wrong;
}

/* ---- writing ---- */

static const char *write_out(struct bench *q, const struct lp_cdma_bus_in *in,
                             const struct lp_cdma_bus_out *out)
{
    struct completion *a = &q->ring[out->awid].c, *w = &q->ring[q->beat_ring].c;

    if (out->awvalid) {
        if (!q->ring[out->awid].c_open || a->told)
            return "an address without a completion";
        if (lpi_get64(out->awaddr) != a->addr || out->awlen != 0)
            return "the burst is not the completion that is due";
        a->told = in->awready;
    }
    if (out->wvalid) {
        if (!q->beat_due)
            return "a beat without a completion";
        if (memcmp(out->wdata, w->data, sizeof w->data) != 0 || out->wstrb != UINT32_MAX ||
            !out->wlast)
            return "the beat is not the completion that is due";
        w->sent = in->wready;
        q->beat_due = !in->wready;
    }
    return out->bready ? NULL : "bready_o is 0";
}

static const char *check_ring_writes(struct bench *q, unsigned k, const struct ring_in *in,
                                     const struct ring_out *out, bool stands)
{
    struct ring *ring = &q->ring[k];

    if (out->q_valid != q->b_given[k])
        return "q_valid_o is not what the memory has acknowledged";
    if (out->q_err != (out->q_valid && ring->c.bad))
        return "q_err_o is not the memory's response";
    ring->c_free = in->c_valid && !out->c_ready && !ring->c_open ? ring->c_free + !stands : 0;
    if (ring->c_free > TURNS)
        return "a completion waits without a reason";
    if (out->q_valid && in->q_ready) {
        ring->c_open = q->b_given[k] = false;
        q->base.lines++;
    }
    if (in->c_valid && out->c_ready) {
        if (ring->c_open)
            return "a completion before the one before it is acknowledged";
        ring->c = (struct completion){.addr = lpi_get64(in->c_addr) & ~UINT64_C(31)};
        memcpy(ring->c.data, in->c_data, sizeof ring->c.data);
        ring->c_open = q->beat_due = true;
        q->beat_ring = k;
    }
    return NULL;
}

static const char *check_completions(struct bench *q, const struct lp_cdma_bus_in *in,
                                     const struct lp_cdma_bus_out *out)
{
    bool stands = out->awvalid || q->beat_due;
    const char *wrong = write_out(q, in, out);

    for (unsigned k = 0; !wrong && k < 2; k++) {
        struct ring_in ring_in = in_of(in, k);
        struct ring_out ring_out = out_of(out, k);
        wrong = check_ring_writes(q, k, &ring_in, &ring_out, stands);
    }
    if (in->bvalid)
        q->b_given[in->bid] = true;
    return wrong;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in, const void *out)
{
    struct bench *q = (struct bench *)self;
    const char *wrong = check_fetches(q, in, out);

    (void)cycle;
    return wrong ? wrong : check_completions(q, in, out);
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    memset(q->ring, 0, sizeof q->ring);
    memset(q->b_given, 0, sizeof q->b_given);
    q->v_owed = 0;
    q->beat_due = false;
    q->errors = lp_below(&q->rng, 2) ? 0 : lp_below(&q->rng, 40);
    q->hold = lp_below(&q->rng, 2) ? 1 : 1 + lp_below(&q->rng, 40);
}

static struct lp_traffic *random_traffic(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    (void)values;
    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .beat = beat, .reactive = true, .check = check, .reset = reset, .close = lp_traffic_free};
    q->rng.state = q->seed = seed;
    reset(&q->base);
    return &q->base;
}

extern const struct lp_hooks lp_cdma_bus_hooks;
const struct lp_hooks lp_cdma_bus_hooks = {.random = random_traffic};
