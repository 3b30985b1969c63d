/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_card_test: software that writes any register at any time, mostly so that commands
 * are in card memory, which has a controller of any kind (far_memory.h), with errors on any beat.
 * The bytes that a command writes are compared with the functional C, beat by beat and then in
 * memory, where no other byte may have changed; its CRC is compared with zlib's. A command must run
 * exactly when none runs and one bit of `command` is written, with the registers as they are then.
 */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include <linepress/card_test_regs.h>

#include "units/card/card_test_ports.h"
#include "lib/card/pattern.h"
#include "base/wide.h"
#include "units/cosim/registry.h"
#include "units/traffic/axi/far_memory.h"

enum stream { CSR_AW, CSR_W, CSR_B, CSR_AR, CSR_R, M_AR, M_R, M_AW, M_W, M_B };
enum command { FILL = 1, SUM = 2, POKE = 4, PEEK = 8 };

#define AT(reg) (offsetof(lp_card_test_regs_t, reg) / 4)
#define REGS (sizeof(lp_card_test_regs_t) / 4)
#define WORDS 8
#define BEAT 32u
#define ROOM 16384u /* bytes of card memory */
#define LINE 4u     /* beats */
#define PLANS 16u   /* more writes than can be in flight */
#define PATIENCE 5000u
#define ADDR_MASK ((UINT64_C(1) << 40) - 1)

struct write {
    uint32_t word, data, strb; /* word: its register's number */
};

/* Values that software can read in a cycle. */
struct view {
    uint32_t word[REGS];
    bool busy, moving; /* moving: a command starts or runs, and only `busy` is known */
};

struct job {
    enum command command;
    bool live, told;      /* told: the address of the current burst was seen */
    uint64_t begun, over; /* cycle of its pulse and cycle of its end; 0: not known yet */
    uint64_t addr;        /* address of the next burst */
    uint32_t left, open;  /* beats after the current burst, and in it */
    bool err;
    struct lpi_card_words words;
    uint64_t at; /* address of the next beat that is written */
    uLong crc;
};

struct bench {
    struct lp_traffic base;
    struct lp_rng rng;
    struct lp_far_memory memory;
    uint64_t at; /* base of card memory */
    uint8_t card[ROOM], is[ROOM];
    struct write plan[PLANS];
    /* Writes: offered, taken, and answered, each counted up. */
    unsigned addresses, datas, aw, w, b;
    bool b_waits, r_waits, reading;
    uint32_t read_word;
    struct view now, before;
    struct job job;
    uint32_t data[WORDS]; /* the last beat that moved */
    unsigned quiet;
};

/* ---- software ---- */

static uint32_t strobes(uint32_t strb)
{
    return (strb & 1 ? 0xffu : 0) | (strb & 2 ? 0xff00u : 0) | (strb & 4 ? 0xff0000u : 0) |
           (strb & 8 ? 0xff000000u : 0);
}

static uint32_t draw_command(struct bench *q)
{
    uint32_t any = (uint32_t)lp_random(&q->rng);

    return lp_below(&q->rng, 8) ? (any & ~15u) | 1u << lp_below(&q->rng, 4) : any;
}

static uint32_t draw_size(struct bench *q)
{
    switch (lp_below(&q->rng, 16)) {
    case 0: /* up to the end of memory */ return UINT32_C(1) << lp_below(&q->rng, 24);
    case 1: return (uint32_t)lp_random(&q->rng);
    case 2:
    case 3: return lp_below(&q->rng, 100);
    default: return lp_below(&q->rng, 12);
    }
}

/* Mostly in memory, often at its ends and beyond. */
static uint64_t draw_place(struct bench *q)
{
    uint64_t beats = ROOM / BEAT;
    uint64_t beat = lp_below(&q->rng, 3) ? lp_below(&q->rng, (uint32_t)beats)
                                         : beats - lp_below(&q->rng, 20);

    return q->at + beat * BEAT + lp_below(&q->rng, BEAT);
}

/* x ^ x << by of the returned value. */
static uint32_t unshifted(uint32_t value, unsigned by)
{
    uint32_t x = value;

    for (unsigned done = by; done < 32; done += by)
        x = value ^ x << by;
    return x;
}

/* The seed whose first word this is: one step of the generator backwards. */
static uint32_t seed_of(uint32_t word)
{
    uint32_t x = unshifted(word, 5);

    return unshifted(x ^ x >> 17, 13);
}

/* Often such that a ramp soon carries into its upper bits. */
static uint32_t draw_seed(struct bench *q)
{
    uint32_t any = (uint32_t)lp_random(&q->rng);

    switch (lp_below(&q->rng, 8)) {
    case 0: return lp_below(&q->rng, 3);
    case 1:
    case 2:
    case 3: return seed_of((any | UINT32_MAX >> lp_below(&q->rng, 32)) - lp_below(&q->rng, 200));
    default: return any;
    }
}

static uint32_t draw_data(struct bench *q, uint32_t word)
{
    switch (lp_below(&q->rng, 32) ? word : REGS) {
    case AT(command): return draw_command(q);
    case AT(addr_lo): return (uint32_t)draw_place(q);
    case AT(addr_hi): /* where memory crosses a multiple of 2^32 */
        return (uint32_t)(draw_place(q) >> 32);
    case AT(size): return draw_size(q);
    case AT(seed): return draw_seed(q);
    default: return (uint32_t)lp_random(&q->rng);
    }
}

static uint32_t draw_word(struct bench *q)
{
    static const uint8_t often[] = {AT(command), AT(command), AT(command), AT(addr_lo),
                                    AT(addr_lo), AT(addr_hi), AT(size),    AT(size),
                                    AT(kind),    AT(seed),    AT(irq)};

    return lp_below(&q->rng, 4) ? often[lp_below(&q->rng, sizeof often)]
                                : lp_below(&q->rng, REGS + 2);
}

static const struct write *plan(struct bench *q, unsigned number)
{
    struct write *p = &q->plan[number % PLANS];

    if (number == (q->addresses > q->datas ? q->addresses : q->datas)) {
        p->word = lp_below(&q->rng, 64) ? draw_word(q) : lp_below(&q->rng, 1024);
        p->data = draw_data(q, p->word);
        p->strb = lp_below(&q->rng, 8) ? 15 : lp_below(&q->rng, 16);
    }
    return p;
}

static void draw_aw(struct bench *q, struct lp_card_test_in *in)
{
    const struct write *p = plan(q, q->addresses);

    q->addresses++;
    in->csr_awaddr = p->word * 4 | lp_below(&q->rng, 4);
    in->csr_awprot = lp_below(&q->rng, 8);
}

static void draw_w(struct bench *q, struct lp_card_test_in *in)
{
    const struct write *p = plan(q, q->datas);

    q->datas++;
    in->csr_wdata = p->data;
    in->csr_wstrb = p->strb;
}

static void draw_ar(struct bench *q, struct lp_card_test_in *in)
{
    static const uint8_t often[] = {AT(status), AT(crc), AT(irq)};
    uint32_t word = lp_below(&q->rng, 4) ? lp_below(&q->rng, REGS + 2)
                                         : often[lp_below(&q->rng, sizeof often)];

    word = lp_below(&q->rng, 64) ? word : lp_below(&q->rng, 1024);
    in->csr_araddr = word * 4 | lp_below(&q->rng, 4);
    in->csr_arprot = lp_below(&q->rng, 8);
}

/* ---- memory ---- */

static bool draw_r(struct bench *q, struct lp_card_test_in *in)
{
    const struct lpi_axi_answer *r = lp_far_memory_r(&q->memory);

    if (!r)
        return false;
    in->m_rid = r->id;
    in->m_rresp = r->resp;
    in->m_rlast = r->last;
    memcpy(in->m_rdata, r->data, sizeof in->m_rdata);
    return true;
}

static bool draw_b(struct bench *q, struct lp_card_test_in *in)
{
    const struct lpi_axi_answer *b = lp_far_memory_b(&q->memory);

    if (!b)
        return false;
    in->m_bid = b->id;
    in->m_bresp = b->resp;
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *in)
{
    struct bench *q = (struct bench *)self;

    switch ((enum stream)stream) {
    case CSR_AW: draw_aw(q, in); return true;
    case CSR_W: draw_w(q, in); return true;
    case CSR_AR: draw_ar(q, in); return true;
    case M_R: return draw_r(q, in);
    default: return draw_b(q, in);
    }
}

static void drive(struct lp_traffic *self, void *in_ports)
{
    struct bench *q = (struct bench *)self;
    struct lp_card_test_in *in = in_ports;

    lp_far_memory_gate(&q->memory, &in->m_arready, &in->m_awready, &in->m_wready);
}

/* ---- values that software sees ---- */

static const char *check_read(struct bench *q, const struct lp_card_test_in *in,
                              const struct lp_card_test_out *out)
{
    const struct view *was = &q->before;
    uint32_t word = q->read_word, due = word < REGS ? was->word[word] : 0;

    if (!out->csr_rvalid)
        return NULL;
    if (!q->reading)
        return "a word that was not requested";
    if (!q->r_waits && word == AT(status)) {
        if ((out->csr_rdata & 1) != was->busy)
            return "status.busy is not whether a command runs";
        if (!was->moving && out->csr_rdata != due)
            return "status does not match the last command and its errors";
    } else if (!q->r_waits && !(was->moving && word >= AT(peek0) && word <= AT(peek7)) &&
               !(was->moving && word == AT(crc)) && out->csr_rdata != due) {
        return "csr_rdata_o is not the value of the register";
    }
    q->r_waits = !in->csr_rready;
    q->reading = q->r_waits;
    return NULL;
}

static const char *check_irq(const struct bench *q, const struct lp_card_test_out *out)
{
    const struct view *was = &q->before;

    return out->irq != (was->word[AT(irq)] & was->word[AT(irq_enable)])
               ? "irq_o is not what was set and enabled"
               : NULL;
}

/* ---- commands ---- */

static bool runs(const struct bench *q, uint64_t cycle)
{
    const struct job *job = &q->job;

    return job->live && cycle > job->begun && (job->over == 0 || cycle < job->over);
}

static void begin(struct bench *q, uint64_t cycle, uint32_t command)
{
    const uint32_t *word = q->now.word;
    struct job *job = &q->job;

    *job = (struct job){.command = command, .live = true, .begun = cycle};
    job->addr = job->at = word[AT(addr_lo)] | (uint64_t)word[AT(addr_hi)] << 32;
    job->left = command & (FILL | SUM) ? word[AT(size)] : 1;
    job->words = lpi_card_words(word[AT(kind)], word[AT(seed)]);
    job->crc = crc32(0, NULL, 0);
    if (command == POKE)
        memcpy(q->data, &word[AT(poke0)], sizeof q->data);
    if (job->left == 0)
        job->over = cycle + 2;
}

/* Bits that a write changes. */
static uint32_t kept(uint32_t word)
{
    switch (word) {
    case AT(addr_lo): return ~UINT32_C(31);
    case AT(addr_hi): return 0xff;
    case AT(size): return 0xffffff;
    case AT(kind): return 7;
    case AT(irq_enable): return 1;
    case AT(seed): return UINT32_MAX;
    default: return word >= AT(poke0) && word <= AT(poke7) ? UINT32_MAX : 0;
    }
}

static void take_effect(struct bench *q, uint64_t cycle, bool event)
{
    const struct write *p = &q->plan[q->b++ % PLANS];
    uint32_t mask = strobes(p->strb), ones = p->data & mask, own = kept(p->word) & mask;

    if (p->word >= REGS)
        return;
    q->now.word[p->word] = (q->now.word[p->word] & ~own) | (ones & own);
    if (p->word == AT(irq) && (ones & 1))
        q->now.word[AT(irq)] = event;
    ones &= 15;
    if (p->word == AT(command) && ones && (ones & (ones - 1)) == 0 && !runs(q, cycle))
        begin(q, cycle, ones);
}

static const char *check_write(struct bench *q, uint64_t cycle, const struct lp_card_test_in *in,
                               const struct lp_card_test_out *out, bool event)
{
    if (out->csr_bvalid && !q->b_waits) {
        if (q->b == q->aw || q->b == q->w)
            return "a response without a write";
        take_effect(q, cycle, event);
    }
    q->b_waits = out->csr_bvalid && !in->csr_bready;
    q->aw += in->csr_awvalid && out->csr_awready;
    q->w += in->csr_wvalid && out->csr_wready;
    if (in->csr_arvalid && out->csr_arready) {
        q->reading = true;
        q->read_word = in->csr_araddr / 4;
    }
    return NULL;
}

/* ---- bursts ---- */

static const char *burst(struct bench *q, const uint32_t addr[2], uint32_t len)
{
    struct job *job = &q->job;
    uint32_t room = LINE - (uint32_t)(job->addr / BEAT % LINE);
    uint32_t beats = job->left < room ? job->left : room;

    if (job->told)
        return NULL;
    if (!job->live || job->over != 0 || job->open > 0 || job->left == 0 || job->err)
        return "a burst without a command";
    if (lpi_get64(addr) != job->addr)
        return "a burst is not where the one before has ended";
    if (len + 1 != beats)
        return "a burst does not end with its line or its command";
    job->told = true;
    job->open = beats;
    job->left -= beats;
    job->addr = (job->addr + beats * BEAT) & ADDR_MASK;
    return NULL;
}

/* The current burst is over, `after` cycles before the next one could be. */
static void burst_over(struct bench *q, uint64_t cycle, unsigned after)
{
    struct job *job = &q->job;

    job->told = false;
    if (job->err || job->left == 0)
        job->over = cycle + after;
}

static const char *check_addresses(struct bench *q, const struct lp_card_test_in *in,
                                   const struct lp_card_test_out *out)
{
    bool read = q->job.command & (SUM | PEEK);
    const char *wrong = NULL;

    if ((out->m_arvalid && !read) || (out->m_awvalid && read) || out->m_arid || out->m_awid)
        return "an address at the wrong channel, or an id that is not 0";
    if (out->m_arvalid)
        wrong = burst(q, out->m_araddr, out->m_arlen);
    if (out->m_awvalid)
        wrong = burst(q, out->m_awaddr, out->m_awlen);
    if (out->m_arvalid && in->m_arready)
        lp_far_memory_ar(&q->memory, out->m_arid, out->m_araddr, out->m_arlen);
    if (out->m_awvalid && in->m_awready)
        lp_far_memory_aw(&q->memory, out->m_awid, out->m_awaddr, out->m_awlen);
    return wrong;
}

static const char *check_w(struct bench *q, const struct lp_card_test_in *in,
                           const struct lp_card_test_out *out)
{
    struct job *job = &q->job;
    uint64_t at = job->at - q->at;

    if (!out->m_wvalid || !in->m_wready)
        return NULL;
    if (job->open == 0)
        return "a beat without a burst";
    if (job->command == FILL)
        for (unsigned i = 0; i < WORDS; i++)
            q->data[i] = lpi_card_word(&job->words);
    if (memcmp(q->data, out->m_wdata, sizeof q->data) != 0)
        return "m_wdata_o is not what was to be written";
    if (out->m_wlast != (job->open == 1) || out->m_wstrb != UINT32_MAX)
        return "m_wlast_o is not at the end of the burst, or m_wstrb_o is not ones";
    if (at < ROOM)
        lpi_bytes_of_words(q->is + at, q->data, BEAT);
    job->at = (job->at + BEAT) & ADDR_MASK;
    job->open--;
    lp_far_memory_w(&q->memory, out->m_wdata, out->m_wstrb, out->m_wlast);
    return NULL;
}

/* Memory that answered with an error has unknown bytes. */
static const char *check_b(struct bench *q, uint64_t cycle, const struct lp_card_test_in *in,
                           const struct lp_card_test_out *out)
{
    if (!in->m_bvalid || !out->m_bready)
        return NULL;
    if (!q->job.told || q->job.open > 0 || !(q->job.command & (FILL | POKE)))
        return "a response is taken before its burst has moved";
    q->job.err |= in->m_bresp >> 1 & 1;
    if (q->job.err)
        memcpy(q->is, q->card, sizeof q->is);
    burst_over(q, cycle, 3);
    return q->job.over && memcmp(q->is, q->card, sizeof q->is) != 0
               ? "card memory is not what the commands have written"
               : NULL;
}

static const char *check_r(struct bench *q, uint64_t cycle, const struct lp_card_test_in *in,
                           const struct lp_card_test_out *out)
{
    struct job *job = &q->job;
    uint8_t bytes[BEAT];
    bool sums;

    if (!in->m_rvalid || !out->m_rready)
        return NULL;
    if (job->open == 0 || !(job->command & (SUM | PEEK)))
        return "a beat is taken without a burst";
    memcpy(q->data, in->m_rdata, sizeof q->data);
    lpi_bytes_of_words(bytes, q->data, BEAT);
    job->crc = crc32(job->crc, bytes, BEAT);
    job->err |= in->m_rresp >> 1 & 1;
    sums = job->command == SUM && !job->err;
    if (--job->open == 0)
        burst_over(q, cycle, sums ? 11 : 3);
    lp_far_memory_r_taken(&q->memory);
    return NULL;
}

/* ---- all ---- */

static void end(struct bench *q)
{
    uint32_t *word = q->now.word;

    word[AT(irq)] = 1;
    if (q->job.command == SUM)
        word[AT(crc)] = q->job.err ? 0 : (uint32_t)q->job.crc;
    q->base.lines++;
}

/* Values that software can read in this cycle. */
static void look(struct bench *q, uint64_t cycle)
{
    const struct job *job = &q->job;
    uint32_t *word = q->now.word;

    q->now.busy = runs(q, cycle);
    q->now.moving = q->now.busy || (job->live && cycle == job->begun);
    if (q->now.moving)
        return;
    word[AT(status)] = (uint32_t)job->err << 1 | (uint32_t)job->command << 8;
    memcpy(&word[AT(peek0)], q->data, sizeof q->data);
}

static const char *check_quiet(struct bench *q, uint64_t cycle, const struct lp_card_test_in *in,
                               const struct lp_card_test_out *out)
{
    bool moves = (out->m_arvalid && in->m_arready) || (out->m_awvalid && in->m_awready) ||
                 (out->m_wvalid && in->m_wready) || (in->m_bvalid && out->m_bready) ||
                 (in->m_rvalid && out->m_rready) || !runs(q, cycle);

    q->quiet = moves ? 0 : q->quiet + 1;
    return q->quiet > PATIENCE ? "a command does not go on" : NULL;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct bench *q = (struct bench *)self;
    const struct lp_card_test_in *in = in_ports;
    const struct lp_card_test_out *out = out_ports;
    bool event = q->job.live && q->job.over == cycle;
    const char *wrong = check_read(q, in, out);

    wrong = wrong ? wrong : check_irq(q, out);
    if (event)
        end(q);
    wrong = wrong ? wrong : check_write(q, cycle, in, out, event);
    wrong = wrong ? wrong : check_addresses(q, in, out);
    wrong = wrong ? wrong : check_w(q, in, out);
    wrong = wrong ? wrong : check_b(q, cycle, in, out);
    wrong = wrong ? wrong : check_r(q, cycle, in, out);
    wrong = wrong ? wrong : check_quiet(q, cycle, in, out);
    look(q, cycle);
    q->before = q->now;
    return wrong ? wrong : lp_far_memory_tick(&q->memory);
}

/* Memory crosses a multiple of any power of two, so that all bits of addresses may change. */
static uint64_t base(struct bench *q)
{
    unsigned bit = 16 + lp_below(&q->rng, 24);
    uint64_t boundary = ((lp_random(&q->rng) | 1) << bit) & ADDR_MASK;

    return boundary - ROOM / 2;
}

static bool open_memory(struct bench *q)
{
    enum lp_far_kind kind = lp_below(&q->rng, LP_FAR_KINDS);
    double wild = lp_below(&q->rng, 2) ? 0 : 0.02;
    struct lpi_memory_config config = {
        .base = q->at,
        .bytes = sizeof q->card,
        .contents = q->card,
        .latency = 1 + lp_below(&q->rng, lp_below(&q->rng, 4) ? 4 : 80),
        .sectors = 1 + lp_below(&q->rng, 2),
        .cycles = 1 + lp_below(&q->rng, 2),
        .duplex = lp_below(&q->rng, 2),
        .shuffle = kind != LP_FAR_ALTERNATE && kind != LP_FAR_ONE_QUEUE,
        .error = wild,
        .torn = 1,
        .seed = lp_random(&q->rng),
    };
    bool open = lp_far_memory_open(&q->memory, &config, kind, 1u << lp_below(&q->rng, 3));

    q->memory.beat_error = wild;
    return open;
}

static void reset(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    lp_far_memory_close(&q->memory);
    q->at = base(q);
    for (unsigned i = 0; i < sizeof q->card; i++)
        q->card[i] = q->is[i] = (uint8_t)lp_random(&q->rng);
    q->addresses = q->datas = q->aw = q->w = q->b = q->quiet = 0;
    q->b_waits = q->r_waits = q->reading = false;
    q->job = (struct job){0};
    memset(q->data, 0, sizeof q->data);
    q->now = (struct view){0};
    q->now.word[AT(id)] = UINT32_C(0x5450434c); /* LCPT */
    q->now.word[AT(version)] = 0x10000;
    q->before = q->now;
    open_memory(q);
}

static void close_bench(struct lp_traffic *self)
{
    struct bench *q = (struct bench *)self;

    lp_far_memory_close(&q->memory);
    free(q);
}

static struct lp_traffic *random_traffic(const int *values, uint64_t seed)
{
    struct bench *q = calloc(1, sizeof *q);

    (void)values;
    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = close_bench};
    q->rng.state = seed;
    reset(&q->base);
    if (!q->memory.memory) {
        free(q);
        return NULL;
    }
    return &q->base;
}

extern const struct lp_hooks lp_card_test_hooks;
const struct lp_hooks lp_card_test_hooks = {.random = random_traffic, .calm = 16};
