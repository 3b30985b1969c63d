/* SPDX-License-Identifier: Apache-2.0 */
/* The virtual clock of HUVM: times computed by hand, and properties of any run. */
#include "../../cmodel/systems/huvm/policy/chunk_time.h"
#include "../reference/clock_slow.h"
#include "../../cmodel/systems/huvm/clock/presets.h"
#include "../../cmodel/systems/huvm/policy/trace.h"
#include "../lib/unit.h"
#include <linepress/dma.h>

enum { CHUNKS_MAX = 4096 };

struct bench {
    struct huvm_clock c;
    uint8_t home[CHUNKS_MAX];
    struct huvm_result r;
};

/* GPUs with this much memory; the first `harvesters` run `chunks` each, the others nothing. Links
   take 1 us (PCIe) and 0.25 us (NVLink) for a chunk of 1000 bytes, without latency. */
static void open_bench(struct bench *b, unsigned gpus, unsigned harvesters, uint32_t memory,
                       uint32_t chunks, unsigned policy)
{
    memset(b, 0, sizeof *b);
    b->c = (struct huvm_clock){.policy = {.gpus = gpus,
                                          .home = b->home,
                                          .chunk_granules = 1,
                                          .on = huvm_policies[policy].on,
                                          .threshold = 2,
                                          .prefetch = 4,
                                          .stride = 1,
                                          .base_pages = 512},
                               .apps = gpus,
                               .chunk_bytes = 1000,
                               .pcie = {1e9, 0},
                               .nvlink = {4e9, 0},
                               .memory_rate = 1e18,
                               .l2_rate = 1e18};
    for (unsigned i = 0; i < gpus; i++) {
        b->c.policy.gpu[i] = (struct huvm_gpu_config){memory, i >= harvesters};
        if (i >= harvesters)
            continue;
        b->c.task[i] = (struct huvm_task){.first = b->c.policy.chunks,
                                          .chunks = chunks,
                                          .passes = 1,
                                          .width = 1,
                                          .burst = 1,
                                          .compute = 100,
                                          .app = i};
        memset(b->home + b->c.policy.chunks, (int)i, chunks);
        b->c.policy.chunks += chunks;
    }
}

static enum huvm_end run(struct bench *b)
{
    return huvm_clock_run(&b->c, 10000000, &b->r);
}

/* Without prefetching: each chunk is fetched, and each but the last four evicted before. */
static void base_by_hand(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 1, 1, 4, 10, 0);
    b.c.served = 30;
    b.c.page = 2;
    b.c.leaves = 7;
    assert_int_equal(run(&b), HUVM_ENDED);
    /* Fetch 30 + 1000, eviction 30 + 512 * 2 + 1007, compute 100. */
    assert_int_equal(b.r.time, 10 * (1030 + 100) + 6 * 2061);
    assert_int_equal(b.r.gpu[0].waits.evict, 6 * 1007);
    assert_int_equal(b.r.gpu[0].waits.fetch, 10 * 1000);
    assert_int_equal(b.r.gpu[0].waits.driver, 10 * 30 + 6 * 1054);
    assert_int_equal(b.r.gpu[0].uses, 10);
    assert_int_equal(b.r.pcie_out[0].busy, 6042);
    assert_int_equal(b.r.pcie_in[0].raw, 10000);
}

static void harvest_by_hand(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 1, 4, 8, 2);
    b.c.served = 10;
    assert_int_equal(run(&b), HUVM_ENDED);
    /* Evictions over NVLink; no fetch waits for a write-back, which comes after it. */
    assert_int_equal(b.r.gpu[0].counts.evict_neighbour, 4);
    assert_int_equal(b.r.gpu[0].counts.evict_host, 0);
    assert_int_equal(b.r.time, 8 * (10 + 1000 + 100) + 4 * (10 + 250));
    assert_int_equal(b.r.nvlink[0][1].busy, 4 * 250);
    assert_int_equal(b.r.gpu[1].peak_guests, 4);
}

/* Pre-eviction is a thread of its own, so that the driver's time for it delays no fault. */
static void threads_by_hand(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 1, 1, 8, 20, 0);
    b.c.policy.on = (struct huvm_switches){.pre_evict = true};
    b.c.served = 5000;
    b.c.policy.base_pages = 0;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.time, 20 * (5000 + 1000 + 100));
    assert_true(b.r.gpu[0].counts.evict_host >= 12);
    assert_int_equal(b.r.gpu[0].waits.driver, 20 * 5000);
}

/*
 * The threads of head and tail begin at the same time; the tail's chunk then comes from the
 * neighbour, while the head's computes.
 */
static void tail_by_hand(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 1, 4, 2, 5);
    b.c.task[0].width = 2;
    b.c.served = 10;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.time, 10 + 1000 + (10 + 250) + 100);
    assert_int_equal(b.r.gpu[0].counts.parked, 1);
    assert_int_equal(b.r.pcie_in[1].busy, 1000);
}

/* Four uses in flight: 128 page faults are those of all, or of the first three, two or one. */
static void batches_by_hand(void **state)
{
    static const struct {
        unsigned burst, batches;
    } due[] = {{1, 1}, {32, 1}, {43, 2}, {64, 2}, {128, 4}};
    struct bench b;
    (void)state;
    for (unsigned i = 0; i < sizeof due / sizeof due[0]; i++) {
        open_bench(&b, 1, 1, 4, 4, 0);
        b.c.task[0].width = 4;
        b.c.task[0].burst = due[i].burst;
        assert_int_equal(run(&b), HUVM_ENDED);
        assert_int_equal(b.r.gpu[0].counts.batches, due[i].batches);
        assert_int_equal(b.r.gpu[0].counts.faults, 4);
    }
    b.c.task[0].burst = 129;
    assert_int_equal(run(&b), HUVM_BAD);
    b.c.task[0].burst = 0;
    assert_int_equal(run(&b), HUVM_BAD);
}

/* Each copy delays the computation by its time in memory, and by its time in L2. */
static void copies_delay_by_hand(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 1, 1, 4, 4, 0);
    b.c.memory_rate = 1e9;
    b.c.l2_rate = 2e9;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.time, 4 * (1000 + 100 + 1000 + 500));
}

/* With a second pass the victims come back from the neighbour. */
static void victims_come_back(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 1, 4, 8, 2);
    b.c.policy.gpu[1].granules = 5; /* one more, for the next victim before the fault is served */
    b.c.task[0].passes = 2;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.gpu[0].counts.fetch_host, 8);
    assert_int_equal(b.r.gpu[0].counts.fetch_neighbour, 8);
}

static void compression_makes_links_faster(void **state)
{
    struct bench b;
    struct huvm_stored stored[10];
    (void)state;
    open_bench(&b, 1, 1, 4, 10, 0);
    for (unsigned i = 0; i < 10; i++)
        stored[i] = (struct huvm_stored){.bytes = 250};
    b.c.compress = HUVM_LINK;
    b.c.stored = stored;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.time, 10 * 350 + 6 * 250);
    assert_int_equal(b.r.pcie_in[0].bytes, 2500);
    for (unsigned i = 0; i < 10; i++) { /* the units are slower, so the link idles */
        stored[i].shrink = 500;
        stored[i].expand = 300;
    }
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.time, 10 * (500 + 100) + 6 * 500); /* the host's units are both used */
    for (unsigned i = 0; i < 10; i++)
        stored[i].granules = 1;
    b.c.compress = HUVM_TIERS; /* the host's chunks stay as they come */
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.time, 10 * (300 + 100) + 6 * 500);
}

/* The units that a copy passes, by which of its ends are raw: to and from a neighbour, two
 * passes. */
static void units_stand_where_chunks_are_raw(void **state)
{
    struct huvm_stored stored[8];
    (void)state;
    for (unsigned i = 0; i < 8; i++)
        stored[i] = (struct huvm_stored){100, 500, 400, 1};
    for (enum huvm_compress how = HUVM_LINK; how <= HUVM_TIERS; how++) {
        struct bench b;
        open_bench(&b, 2, 1, 4, 8, 2);
        b.c.policy.gpu[1].granules = 5;
        b.c.task[0].passes = 2;
        b.c.compress = how;
        b.c.stored = stored;
        assert_int_equal(run(&b), HUVM_ENDED);
        uint64_t back = b.r.gpu[0].counts.fetch_neighbour, out = b.r.gpu[0].counts.evict_neighbour;
        assert_int_equal(b.r.nvlink[0][1].busy, out * 500);
        assert_int_equal(b.r.nvlink[1][0].busy, back * (how == HUVM_LINK ? 500 : 400));
        assert_int_equal(b.r.pcie_in[0].busy,
                         b.r.gpu[0].counts.fetch_host * (how == HUVM_TIERS ? 400 : 500));
        /* Written back: raw at both ends, only at the host, at neither end. */
        static const unsigned each[] = {0, 500, 400, 100};
        assert_int_equal(b.r.pcie_out[1].busy, b.r.pcie_out[1].raw / 1000 * each[how]);
        assert_true(back > 0 && b.r.pcie_out[1].raw > 0);
    }
}

/* ---- the units ---- */

enum { GROUPS = 60, CHANNELS = 6, BYTES = GROUPS * LP_DMA_GROUP };

static struct huvm_cycles cycles_of(const uint8_t *chunk, const uint8_t *codecs)
{
    struct huvm_cycles cycles;
    uint64_t mismatches = 0;
    assert_int_equal(huvm_unit_cycles(chunk, BYTES, codecs, CHANNELS, &cycles, &mismatches), LP_OK);
    assert_int_equal(mismatches, 0);
    return cycles;
}

/* 32 B a cycle in each channel, a 16th more where each group has 17 flits, and the data inside the
   units at the end; docs/reference/units/cdma.md gives cycles per group and the latency. */
static void units_take_their_cycles(void **state)
{
    static uint8_t zeros[BYTES], dense[BYTES], codecs[GROUPS];
    (void)state;
    for (unsigned i = 0; i < BYTES; i++)
        dense[i] = (uint8_t)(unit_random() % 255 + 1);
    unsigned each = GROUPS / CHANNELS * 16;
    struct huvm_cycles c = cycles_of(zeros, codecs);
    assert_in_range(c.shrink, each, each + 16);
    assert_in_range(c.expand, each, each + GROUPS / CHANNELS + 16);
    c = cycles_of(dense, codecs);
    assert_in_range(c.shrink, each + 9, each + 10 + 16);
    assert_in_range(c.expand, each + 9, each + 10 + 16);
    memset(codecs, LP_DMA_RAW, sizeof codecs);
    c = cycles_of(dense, codecs);
    assert_in_range(c.shrink, each, each + 8);
    assert_in_range(c.expand, each, each + 8);
    /* A group of another codec waits until those before it have left. */
    memset(codecs, LP_DMA_BPC, sizeof codecs);
    struct huvm_cycles same = cycles_of(zeros, codecs);
    for (unsigned i = 0; i < GROUPS; i++)
        codecs[i] = i / CHANNELS % 2 ? LP_DMA_BPC : LP_DMA_ZVC;
    c = cycles_of(zeros, codecs);
    assert_true(c.shrink > same.shrink + 10 && c.expand > same.expand + 10);
    /* The last group alone has a channel to itself. */
    uint64_t mismatches = 0;
    assert_int_equal(huvm_unit_cycles(zeros, LP_DMA_GROUP, codecs, CHANNELS, &c, &mismatches),
                     LP_OK);
    assert_in_range(c.shrink, 16, 16 + 16);
}

/* The whole engine, whose link does not limit zeros, is as fast as its units. */
static void engine_is_as_fast(void **state)
{
    enum { MUCH = 768 * LP_DMA_GROUP };
    static uint8_t zeros[MUCH], codecs[MUCH / LP_DMA_GROUP];
    struct lp_dma_config config;
    struct lp_dma_completion done;
    struct huvm_cycles c;
    struct lp_dma *dma;
    uint64_t at, ticket, mismatches = 0;
    uint8_t stream[MUCH / 16];
    (void)state;
    lp_dma_defaults(&config);
    config.latency_ns = 20;
    config.device_bytes = config.host_bytes = 1 << 20;
    assert_int_equal(lp_dma_open("cycle", &config, &dma), LP_OK);
    assert_int_equal(lp_dma_malloc(dma, MUCH, &at), LP_OK);
    assert_int_equal(lp_dma_write(dma, at, zeros, MUCH), LP_OK);
    struct lp_dma_transfer t = {.direction = LP_DMA_OUT,
                                .codec = LP_DMA_ZVC,
                                .device = at,
                                .bytes = MUCH,
                                .to = stream,
                                .size = sizeof stream};
    assert_int_equal(lp_dma_submit(dma, &t, &ticket), LP_OK);
    assert_int_equal(lp_dma_wait(dma, ticket, &done), LP_OK);
    assert_int_equal(done.status, LP_DMA_GOOD);
    lp_dma_close(dma);
    assert_int_equal(huvm_unit_cycles(zeros, MUCH, codecs, config.channels, &c, &mismatches),
                     LP_OK);
    /* Descriptor, first read, drain and completion come once. */
    assert_in_range(done.cycles, c.shrink, c.shrink + c.shrink / 20 + 200);
}

static void victims_take_granules(void **state)
{
    struct bench b;
    struct huvm_stored stored[64];
    (void)state;
    for (unsigned full = 0; full < 2; full++) {
        open_bench(&b, 2, 1, 8 * 32, 64, 2);
        b.c.policy.chunk_granules = 32;
        for (unsigned i = 0; i < 64; i++)
            stored[i] = full ? (struct huvm_stored){1000, 0, 0, 32}
                             : (struct huvm_stored){250, 0, 0, 8};
        b.c.compress = HUVM_VICTIM;
        b.c.stored = stored;
        assert_int_equal(run(&b), HUVM_ENDED);
        assert_int_equal(b.r.gpu[1].peak_guests, full ? 8 : 32);
        assert_int_equal(b.r.gpu[1].peak_lent, 8 * 32);
    }
}

static void owners_take_turns(void **state)
{
    struct bench b;
    struct huvm_turn turns[] = {{2000, 1, 3}, {9000, 1, -3}, {9000, 1, 2}};
    (void)state;
    open_bench(&b, 2, 1, 4, 7, 2);
    b.c.task[0].passes = 3;
    assert_int_equal(run(&b), HUVM_ENDED);
    uint64_t without = b.r.time;
    b.c.turns = turns;
    b.c.turn_count = 3;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_true(b.r.time > without);
    turns[0].granules = 4; /* nothing would be left */
    assert_int_equal(run(&b), HUVM_BAD);
    turns[0].granules = -1;
    assert_int_equal(run(&b), HUVM_BAD);
}

/* One chunk is left of four: pre-eviction of a quarter of four would evict each chunk before its
   use. */
static void owner_leaves_one_chunk(void **state)
{
    struct bench b;
    struct huvm_turn turn = {0, 0, 3};
    (void)state;
    open_bench(&b, 1, 1, 4, 10, 1);
    b.c.turns = &turn;
    b.c.turn_count = 1;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(b.r.gpu[0].uses, 10);
}

static void what_is_refused(void **state)
{
    struct bench b;
    uint32_t trace[2] = {0, 10};
    (void)state;
    open_bench(&b, 1, 1, 4, 10, 0);
    b.c.task[0].chunks = 11;
    assert_int_equal(run(&b), HUVM_BAD);
    b.c.task[0].chunks = 0;
    assert_int_equal(run(&b), HUVM_BAD);
    b.c.task[0].chunks = 10;
    b.c.task[0].width = 0;
    assert_int_equal(run(&b), HUVM_BAD);
    b.c.task[0].width = 1;
    b.c.task[0].pattern = HUVM_TRACE;
    b.c.task[0].trace = trace;
    assert_int_equal(run(&b), HUVM_BAD); /* no use */
    b.c.task[0].trace_length = 2;
    assert_int_equal(run(&b), HUVM_BAD); /* a chunk too far */
    trace[1] = 9;
    assert_int_equal(run(&b), HUVM_ENDED);
    assert_int_equal(huvm_clock_run(&b.c, 3, &b.r), HUVM_TOO_LONG);
    b.c.policy.gpu[0].granules = 0;
    assert_int_equal(run(&b), HUVM_BAD);
}

/* Any scenario: it ends, repeats exactly, and has all uses; waiting and computing add up to the
   time of a GPU that waits for no other. */
static void any_run(void **state)
{
    static struct bench b, again;
    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        unsigned gpus = 1 + (unsigned)unit_random() % 4, lone = (unsigned)unit_random() % gpus;
        uint32_t memory = 1 + (uint32_t)(unit_random() % 80);
        open_bench(&b, gpus, lone + 1, memory, 1 + (uint32_t)(unit_random() % (3 * memory)),
                   (unsigned)unit_random() % HUVM_POLICIES);
        b.c.served = (double)(unit_random() % 500);
        b.c.policy.threshold = (unsigned)unit_random() % 20;
        b.c.policy.prefetch = (unsigned)unit_random() % 20;
        for (unsigned g = 0; g <= lone; g++) {
            b.c.task[g].pattern = (enum huvm_pattern)(unit_random() % 3);
            b.c.task[g].passes = 1 + (unsigned)unit_random() % 3;
            b.c.task[g].width = 1 + (unsigned)unit_random() % 12;
            b.c.task[g].seed = unit_random();
            b.c.policy.gpu[g].lends = b.c.task[g].chunks <= memory && unit_random() % 2;
        }
        assert_int_equal(run(&b), HUVM_ENDED);
        memcpy(again.home, b.home, sizeof b.home);
        again.c = b.c;
        assert_int_equal(run(&again), HUVM_ENDED);
        assert_memory_equal(&again.r, &b.r, sizeof b.r);
        for (unsigned g = 0; g <= lone; g++) {
            const struct huvm_gpu_result *r = &b.r.gpu[g];
            assert_int_equal(r->uses, b.c.task[g].passes * b.c.task[g].chunks);
            assert_int_equal(r->time, r->compute + r->waits.evict + r->waits.fetch +
                                          r->waits.driver + r->waits.write_back + r->waits.others);
        }
    }
}

/* ---- compared with the reference ---- */

enum { FEW = 100 }; /* chunks of a GPU */

struct scenario {
    struct bench b;
    struct huvm_stored stored[4 * FEW];
    struct huvm_turn turns[6];
    uint32_t trace[64];
};

static void random_task(struct scenario *s, unsigned g)
{
    struct huvm_clock *c = &s->b.c;
    uint32_t memory = c->policy.gpu[g].granules / c->policy.chunk_granules;
    bool fits = unit_random() % 2;
    uint32_t most = fits ? memory : 3 * memory;
    struct huvm_task t = {.first = c->policy.chunks,
                          .chunks = 1 + (uint32_t)unit_random() % most,
                          .pattern = (enum huvm_pattern)(unit_random() % 4),
                          .trace = s->trace,
                          .passes = 1 + (unsigned)unit_random() % 3,
                          .width = 1 + (unsigned)unit_random() % 12,
                          .burst = 1 + (unsigned)unit_random() % HUVM_BATCH_MAX,
                          .compute = 1 + unit_random() % 300,
                          .app = (unsigned)unit_random() % 4,
                          .seed = unit_random()};
    c->policy.gpu[g].lends = t.chunks <= memory;
    t.loaded = t.chunks <= memory && unit_random() % 2;
    t.repeats = g > 0 && t.loaded && unit_random() % 2;
    if (t.repeats)
        t.app = 4 + g;
    t.trace_length = 1 + unit_random() % 64;
    for (unsigned i = 0; i < t.trace_length; i++)
        if (s->trace[i] >= t.chunks)
            t.pattern = t.pattern == HUVM_TRACE ? HUVM_SCAN : t.pattern;
    memset(s->b.home + c->policy.chunks, (int)g, t.chunks);
    c->policy.chunks += t.chunks;
    c->task[g] = t;
}

static void random_sizes(struct scenario *s)
{
    struct huvm_clock *c = &s->b.c;
    c->compress = (enum huvm_compress)(unit_random() % 4);
    c->policy.chunk_granules = c->compress >= HUVM_VICTIM ? 32 : 1;
    for (unsigned i = 0; i < 4 * FEW; i++) {
        uint32_t bytes = 20 + (uint32_t)unit_random() % 981;
        s->stored[i] = (struct huvm_stored){bytes, (uint32_t)unit_random() % 700,
                                            (uint32_t)unit_random() % 700,
                                            (uint8_t)((bytes * 32 + 999) / 1000)};
    }
    c->stored = s->stored;
}

/* Round numbers in half of the scenarios, so that much happens at the same time. */
static void random_rates(struct huvm_clock *c)
{
    c->served = (double)(unit_random() % 2 ? 100 : unit_random() % 500);
    c->page = (double)(unit_random() % 3);
    c->memory_rate = unit_random() % 2 ? 1e18 : 1e10;
    c->l2_rate = unit_random() % 2 ? 1e18 : 3e10;
    c->pcie.latency = unit_random() % 2 ? 0 : unit_random() % 200;
    c->leaves = unit_random() % 3 ? 0 : unit_random() % 500;
    c->policy.threshold = (unsigned)unit_random() % 20;
    c->policy.prefetch = (unsigned)unit_random() % 20;
    c->policy.stride = (unsigned)unit_random() % 3;
}

static void random_turns(struct scenario *s)
{
    struct huvm_clock *c = &s->b.c;
    uint64_t at = 0;
    c->turn_count = unit_random() % 7;
    c->turns = s->turns;
    for (unsigned i = 0; i < c->turn_count; i++) {
        at += unit_random() % 2 ? 1000 * (unit_random() % 9) : unit_random() % 5000;
        unsigned gpu = (unsigned)unit_random() % c->policy.gpus;
        uint32_t room = c->policy.gpu[gpu].granules / 8;
        int64_t granules = (int64_t)(unit_random() % (2 * room + 1)) -
                           (unit_random() % 3 ? 0 : room);
        s->turns[i] = (struct huvm_turn){at, gpu, granules == 0 ? 1 : granules};
    }
}

static void random_scenario(struct scenario *s)
{
    open_bench(&s->b, 1 + (unsigned)unit_random() % 4, 0, 1, 0,
               (unsigned)unit_random() % HUVM_POLICIES);
    struct huvm_clock *c = &s->b.c;
    for (unsigned i = 0; i < 64; i++)
        s->trace[i] = (uint32_t)unit_random() % (1 + (uint32_t)unit_random() % 10);
    random_sizes(s);
    random_rates(c);
    for (unsigned g = 0; g < c->policy.gpus; g++) {
        uint32_t memory = 1 + (uint32_t)unit_random() % (unit_random() % 3 ? 12 : FEW / 3);
        c->policy.gpu[g].granules = memory * c->policy.chunk_granules;
        c->policy.gpu[g].lends = true;
        if (g == 0 || unit_random() % 4)
            random_task(s, g);
    }
    random_turns(s);
}

/* The part of a result that the reference also has. */
static void forget_waits(struct huvm_result *r)
{
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        memset(&r->gpu[i].waits, 0, sizeof r->gpu[i].waits);
}

static void follows_the_reference(void **state)
{
    static struct scenario s;
    static struct huvm_result due;
    unsigned good = 0;
    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        random_scenario(&s);
        enum huvm_end end = run(&s.b);
        assert_int_not_equal(end, HUVM_TOO_LONG);
        assert_int_equal(end, huvm_clock_slow(&s.b.c, &due));
        if (end != HUVM_ENDED) /* a turn that cannot be taken */
            continue;
        good++;
        forget_waits(&s.b.r);
        if (memcmp(&s.b.r, &due, sizeof due) != 0)
            fail_msg("scenario %u: %llu ns and %llu events, and %llu and %llu in the reference", i,
                     (unsigned long long)s.b.r.time, (unsigned long long)s.b.r.events,
                     (unsigned long long)due.time, (unsigned long long)due.events);
    }
    assert_true(good > 200);
}

/* Spare and missing memory in the cases of the paper's table 2, in 16ths of 16 GB. */
static void table_2(void **state)
{
    static const double spare[] = {4.64, 6.72, 8.32, 4.16}, over[] = {13.92, 16.32, 23.52, 27.36};
    (void)state;
    for (unsigned i = 0; i < HUVM_CASES; i++) {
        double left = 0, lacks = 0;
        for (unsigned g = 0; g < HUVM_CASE_GPUS; g++) {
            double use = huvm_cases[i].gpu[g].use;
            left += use < 1 ? 16 * (1 - use) : 0;
            lacks += use > 1 ? 16 * (use - 1) : 0;
        }
        assert_true(left > spare[i] - 0.005 && left < spare[i] + 0.005);
        assert_true(lacks > over[i] - 0.005 && lacks < over[i] + 0.005);
    }
}

/* ---- traces ---- */

static bool parse(const void *bytes, size_t count, uint32_t **chunks, uint64_t *length,
                  struct huvm_trace_fault *fault)
{
    uint8_t *copy = malloc(count + 1);
    struct huvm_trace_part part = {0};
    bool begins = true;
    memcpy(copy, bytes, count);
    for (size_t n = 0; n <= count && begins; n++)
        begins = huvm_trace_begins(copy, n, &part, fault);
    bool good = huvm_trace_parse(copy, count, chunks, length, fault);
    /* A trace read in pieces is refused early only if the whole is refused. */
    assert_true(begins || !good);
    free(copy);
    return good;
}

/* Data that no continuation can make a trace is refused immediately. */
static void endless_traces(void **state)
{
    static uint8_t zeros[300], digits[300],
        more[40] = {0x89, 'L', 'P', 'H', '\r', '\n', 0x1a, '\n', 1, [16] = 2};
    struct huvm_trace_part part;
    struct huvm_trace_fault fault;

    (void)state;
    memset(digits, '1', sizeof digits);
    for (size_t n = 0; n < sizeof zeros; n++) {
        part = (struct huvm_trace_part){0};
        assert_int_equal(huvm_trace_begins(zeros, n, &part, &fault), n <= 255);
        part = (struct huvm_trace_part){0};
        assert_int_equal(huvm_trace_begins(digits, n, &part, &fault), n <= 255);
    }
    for (size_t n = 0; n <= sizeof more; n++)
        assert_int_equal(huvm_trace_begins(more, n, &part, &fault), n <= huvm_trace_bytes(2));
    more[16] = 0;
    assert_true(huvm_trace_begins(more, 23, &part, &fault));
    assert_false(huvm_trace_begins(more, 24, &part, &fault));
    assert_int_equal(fault.at, 16);
}

static void traces(void **state)
{
    static const char text[] = "# a trace\n 7\r\n\n0x10 \n\t0\n4294967295";
    static const uint32_t uses[] = {7, 16, 0, UINT32_MAX};
    static const struct {
        const char *text;
        unsigned line;
    } bad[] = {{"", 1},      {"#\n\n", 2}, {"1\nx", 2},
               {"-1", 1},    {"1 2", 1},   {"4294967296", 1},
               {"1.5\n", 1}, {"0x\n", 1},  {"99999999999999999999", 1}};
    struct huvm_trace_fault fault;
    uint32_t *chunks;
    uint64_t length;
    (void)state;
    assert_true(parse(text, sizeof text - 1, &chunks, &length, &fault));
    assert_int_equal(length, 4);
    assert_memory_equal(chunks, uses, sizeof uses);
    size_t bytes = huvm_trace_bytes(length);
    uint8_t *binary = malloc(bytes + 1);
    huvm_trace_write(chunks, length, binary);
    free(chunks);
    assert_true(parse(binary, bytes, &chunks, &length, &fault));
    assert_int_equal(length, 4);
    assert_memory_equal(chunks, uses, sizeof uses);
    free(chunks);
    for (size_t n = 1; n < bytes; n++)
        assert_false(parse(binary, n, &chunks, &length, &fault));
    assert_false(parse(binary, bytes + 1, &chunks, &length, &fault));
    for (size_t i = 0; i < 8 * bytes; i++) {
        binary[i / 8] ^= (uint8_t)(1 << i % 8);
        assert_false(parse(binary, bytes, &chunks, &length, &fault));
        binary[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    free(binary);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(parse(bad[i].text, strlen(bad[i].text), &chunks, &length, &fault));
        assert_int_equal(fault.at, bad[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_by_hand),
        cmocka_unit_test(harvest_by_hand),
        cmocka_unit_test(threads_by_hand),
        cmocka_unit_test(tail_by_hand),
        cmocka_unit_test(batches_by_hand),
        cmocka_unit_test(copies_delay_by_hand),
        cmocka_unit_test(victims_come_back),
        cmocka_unit_test(compression_makes_links_faster),
        cmocka_unit_test(units_stand_where_chunks_are_raw),
        cmocka_unit_test(units_take_their_cycles),
        cmocka_unit_test(engine_is_as_fast),
        cmocka_unit_test(victims_take_granules),
        cmocka_unit_test(owners_take_turns),
        cmocka_unit_test(owner_leaves_one_chunk),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(any_run),
        cmocka_unit_test(follows_the_reference),
        cmocka_unit_test(table_2),
        cmocka_unit_test(traces),
        cmocka_unit_test(endless_traces),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
