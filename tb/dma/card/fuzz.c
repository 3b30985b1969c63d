/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random descriptors through `sim:`, with faults: fuzz SERVER [COUNT [MODEL]].
 *
 * Each round has its own server with random options and one kind of fault. Descriptors and their
 * expected results are those of lock-step (traffic/cdma/dma_jobs.h): statuses, counts and bytes of
 * each are those of lp_dma_run, and both memories outside the descriptors' own ranges are
 * unchanged, as are the guard bytes around these. After its fault each round has further
 * descriptors and a command of the library.
 *
 * The server's clock moves with accesses of registers, so that a seed determines the run. LP_SEED
 * repeats a seed, LP_ROUND=n runs one round of it, LP_KIND=n one kind of fault, LP_LOCAL=0 or 1 one
 * mode, LP_MOST=n ends with the n-th round that fails, LP_SECONDS=n is the limit of a round.
 * LP_PLAIN=1 gives the cycle model the parameters of RTL; with one seed both then answer the same
 * reads with the same values, as their digest at the end shows.
 */
#include <inttypes.h>
#include <linepress/card_regs.h>
#include <linepress/card_test_regs.h>
#include <linepress/cdma_regs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz_card.h"
#include "dma/host/stream.h"
#include "page.h"

#define REG(name) (PAGE_ENGINE + (unsigned)offsetof(lp_cdma_regs_t, name))
#define ENABLED (LP_CDMA_REGS__CTRL__OFF_ENABLE_bm | LP_CDMA_REGS__CTRL__PRE_ENABLE_bm)
#define STOPPED (LP_CDMA_REGS__STATUS__OFF_STOPPED_bm | LP_CDMA_REGS__STATUS__PRE_STOPPED_bm)
#define STATUS ((unsigned)offsetof(lp_card_regs_t, status))
#define BUSY                                                                                       \
    (LP_CARD_REGS__STATUS__HOST_BUSY_bm | LP_CARD_REGS__STATUS__MEM_BUSY_bm |                      \
     LP_CARD_REGS__STATUS__WIN_BUSY_bm)
#define ROUND_SECONDS 120u /* a round takes about a tenth of one; RTL takes some */
#define PATIENCE 300000u   /* cycles without a completion, while one is due */
#define WALK_JOBS 80u      /* at the card's own registers, in a round */
#define TEST_REG(name) (0x1000u + (unsigned)offsetof(lp_card_test_regs_t, name))
#define LIBRARY_MOST 8192u /* bytes of the library's command */

static struct fuzz fuzz;
static const char *const kinds[FUZZ_KINDS] = {"no fault",
                                              "aborts",
                                              "memory that always answers with errors",
                                              "errors by chance",
                                              "resets in mid-transfer",
                                              "a card that is pulled and comes back",
                                              "a link that hangs for a while",
                                              "a second user",
                                              "the card's own registers",
                                              "the self-test over memory with errors"};

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

/* ---- the watchdog ---- */

static char last_words[128];

static void bark(int number)
{
    (void)number;
    (void)!write(STDOUT_FILENO, last_words, strlen(last_words));
    _exit(1);
}

static void watch(uint64_t seed, uint64_t round)
{
    unsigned limit = (unsigned)setting("LP_SECONDS", ROUND_SECONDS);

    snprintf(last_words, sizeof last_words,
             "Bail out! LP_SEED=%" PRIu64 " LP_ROUND=%" PRIu64 ": no end within %u s\n", seed,
             round, limit);
    alarm(limit);
}

/* ---- descriptors ---- */

static void set_up(struct fuzz *f)
{
    const struct page_rig rig = {fuzz_read, fuzz_write, f, {0}, {0}, {0}};

    lp_jobs_start(&f->jobs);
    page_set_up(&rig, &f->jobs.setup);
    f->waited = 0;
}

static void ring_doorbell(struct fuzz *f, enum lp_dma_direction direction)
{
    unsigned at = direction == LP_DMA_OUT ? REG(off.tail) : REG(pre.tail);

    fuzz_write(f, at, f->jobs.ring[direction].tail);
}

static unsigned post(struct fuzz *f, unsigned most)
{
    enum lp_dma_direction direction = lp_below(&f->rng, 2);
    unsigned jobs = 1 + lp_below(&f->rng, 3), posted = 0;

    for (; posted < jobs && posted < most && lp_jobs_room(&f->jobs, direction); posted++)
        lp_jobs_post(&f->jobs, direction);
    /* Sometimes a doorbell without a new tail. */
    if (posted || lp_below(&f->rng, 8) == 0)
        ring_doorbell(f, direction);
    return posted;
}

static bool pending(const struct fuzz *f)
{
    const struct lp_jobs_ring *ring = f->jobs.ring;

    return ring[0].head != ring[0].tail || ring[1].head != ring[1].tail;
}

/* Takes all completions that are there. */
static const char *harvest(struct fuzz *f)
{
    const char *wrong = NULL;
    uint64_t done;

    do {
        done = f->jobs.done;
        wrong = lp_jobs_poll(&f->jobs, LP_DMA_OUT);
        if (!wrong)
            wrong = lp_jobs_poll(&f->jobs, LP_DMA_IN);
        if (f->jobs.done != done)
            f->waited = 0;
    } while (!wrong && f->jobs.done != done);
    return wrong;
}

/* A ring that has stopped at an error of its own memory continues after it has been disabled. */
static const char *wake(struct fuzz *f)
{
    uint32_t status = fuzz_read(f, REG(status));

    if (!(status & STOPPED) || status == UINT32_MAX)
        return NULL;
    if (!f->jobs.errors)
        return "a ring has stopped without a reason";
    fuzz_write(f, REG(ctrl), 0);
    fuzz_read(f, REG(id));
    fuzz_write(f, REG(ctrl), ENABLED);
    return NULL;
}

/* Lets the card go on. */
static const char *turn(struct fuzz *f)
{
    const char *wrong = NULL;

    if (lp_below(&f->rng, 16) == 0)
        wrong = wake(f);
    f->gone = fuzz_read(f, REG(id)) == UINT32_MAX;
    f->waited += pending(f) ? f->cycles_per_access : 0;
    if (!wrong && f->waited > PATIENCE + f->hang_cycles)
        wrong = "a descriptor does not end";
    return wrong ? wrong : f->error != LP_OK ? "a register cannot be reached" : harvest(f);
}

/* ---- faults in mid-transfer ---- */

static void abort_one(struct fuzz *f)
{
    enum lp_dma_direction direction = lp_below(&f->rng, 2);

    uint32_t bit = direction == LP_DMA_OUT ? LP_CDMA_REGS__CTRL__OFF_ABORT_bm
                                           : LP_CDMA_REGS__CTRL__PRE_ABORT_bm;

    lp_jobs_abort(&f->jobs, direction);
    fuzz_write(f, REG(ctrl), ENABLED | bit);
}

/* No transfer is in flight any more. */
static const char *after_reset(struct fuzz *f)
{
    const char *wrong = harvest(f);

    lp_jobs_drop(&f->jobs, LP_DMA_OUT);
    lp_jobs_drop(&f->jobs, LP_DMA_IN);
    for (unsigned i = 0; i < 4 && !wrong; i++) {
        wrong = fuzz_compare(f);
        fuzz_read(f, 0);
    }
    if (!wrong)
        set_up(f);
    return wrong;
}

/* A reset that comes too early finds no card, and is lost. */
static const char *reset(struct fuzz *f)
{
    uint64_t tries = f->back;

    while (lp_card_reset(f->card) != LP_OK)
        if (tries-- == 0)
            return "the card does not reset";
    f->gone = false;
    return after_reset(f);
}

/* Some accesses to a card that is not there, until it is. */
static const char *come_back(struct fuzz *f)
{
    f->faults++;
    if (lp_below(&f->rng, 2))
        while (fuzz_read(f, 0) == UINT32_MAX && f->error == LP_OK)
            ;
    return reset(f);
}

static const char *second_user(struct fuzz *f)
{
    struct lp_card *other;

    f->faults++;
    if (fuzz_open_other(f, &other) == LP_OK) {
        lp_card_close(other);
        return "a second user may open the card";
    }
    return NULL;
}

/* A fault that software makes. */
static const char *strike(struct fuzz *f)
{
    switch (f->kind) {
    case FUZZ_ABORTS:
        f->faults++;
        abort_one(f);
        return NULL;
    case FUZZ_RESETS: f->faults++; return reset(f);
    case FUZZ_HANG: return lp_below(&f->rng, 2) ? reset(f) : NULL;
    case FUZZ_USERS: return second_user(f);
    default: return NULL;
    }
}

/* ---- the card's own registers ---- */

/* An access of lp_user's, which is for a card's ports. */
static const char *step(struct fuzz *f, bool *ended)
{
    struct lp_card_in in = {0};
    struct lp_card_out out = {0};

    lp_user_drive(&f->user, true, &in);
    if (in.csr_awvalid) {
        fuzz_write(f, in.csr_awaddr & ~3u, in.csr_wdata);
        out.csr_awready = out.csr_wready = out.csr_bvalid = 1;
    } else {
        out.csr_rdata = fuzz_read(f, in.csr_araddr & ~3u);
        out.csr_arready = out.csr_rvalid = 1;
    }
    return lp_user_take(&f->user, &in, &out, ended);
}

static void command(struct fuzz *f, uint32_t enable, uint32_t test_enable)
{
    fuzz_write(f, (unsigned)offsetof(lp_card_regs_t, irq_enable), enable);
    fuzz_write(f, TEST_REG(irq_enable), test_enable);
    fuzz_write(f, TEST_REG(addr_lo), (uint32_t)f->user.base);
    fuzz_write(f, TEST_REG(addr_hi), (uint32_t)(f->user.base >> 32));
    fuzz_write(f, TEST_REG(command), LP_CARD_TEST_REGS__COMMAND__PEEK_bm);
    for (unsigned i = 0; fuzz_read(f, TEST_REG(status)) & LP_CARD_TEST_REGS__STATUS__BUSY_bm; i++)
        if (i == PATIENCE || f->error != LP_OK)
            break;
}

/* An interrupt of the self-test comes if both enables are set, and goes when its event is
 * cleared. */
static const char *interrupts(struct fuzz *f)
{
    const unsigned pending = (unsigned)offsetof(lp_card_regs_t, pending);

    for (unsigned enables = 0; enables < 8; enables++) {
        bool card = enables & 1, test = enables >> 1 & 1, due = card && test;

        fuzz_write(f, TEST_REG(irq), 1);
        fuzz_interrupt(f);
        command(f, card ? LP_CARD_REGS__IRQ_ENABLE__TEST_bm : LP_CARD_REGS__IRQ_ENABLE__ENGINE_bm,
                test);
        if (fuzz_read(f, pending) != (test ? LP_CARD_REGS__PENDING__TEST_bm : 0))
            return "another interrupt is pending";
        if (fuzz_interrupt(f) != due)
            return due ? "no interrupt of the self-test" : "an interrupt that is not enabled";
        fuzz_write(f, TEST_REG(irq), 1);
        if (fuzz_read(f, pending) != 0)
            return "an interrupt stays";
    }
    return NULL;
}

static const char *walk(struct fuzz *f)
{
    uint64_t base = f->user.base;
    const char *wrong = interrupts(f);

    lp_user_open(&f->user, &f->rng, f->values, f->tested, FUZZ_TESTED);
    f->user.base = base;
    f->user.local = f->jobs.local;
    if (f->bad_tested.bytes) {
        f->user.bad_from = (uint32_t)(f->bad_tested.at - base);
        f->user.bad_bytes = (uint32_t)f->bad_tested.bytes;
    }
    while (!wrong && f->error == LP_OK && f->user.commands + f->user.resets < WALK_JOBS) {
        bool reset_over;

        wrong = step(f, &reset_over);
    }
    return wrong;
}

/* ---- a round ---- */

/* The fences become idle once aborted transfers have drained. */
static const char *rest(struct fuzz *f)
{
    for (unsigned i = 0; i < PATIENCE / f->cycles_per_access; i++)
        if (!(fuzz_read(f, STATUS) & BUSY))
            return NULL;
    return "a side of the card stays busy";
}

/* `count` descriptors to the last completion, with the round's faults if `faulty`. */
static const char *move(struct fuzz *f, unsigned count, bool faulty)
{
    unsigned left = count, rarely = f->kind == FUZZ_USERS ? 400 : 40;
    const char *wrong = NULL;

    while (!wrong && (left > 0 || pending(f))) {
        if (left > 0 && lp_below(&f->rng, 3) == 0)
            left -= post(f, left);
        if (faulty && pending(f) && lp_below(&f->rng, rarely) == 0)
            wrong = strike(f);
        if (!wrong)
            wrong = turn(f);
        if (!wrong && f->gone)
            wrong = come_back(f);
    }
    if (!wrong && f->kind != FUZZ_GONE)
        wrong = rest(f);
    return wrong ? wrong : fuzz_compare(f);
}

static const char *library_transfer(struct fuzz *f, struct lp_dma *dma,
                                    const struct lp_dma_transfer *t, struct lp_dma_completion *c)
{
    uint64_t ticket;
    int done = 0;

    if (lp_dma_submit(dma, t, &ticket) != LP_OK)
        return "lp_dma_submit fails";
    /* The clock advances with accesses. */
    for (unsigned i = 0; !done && i < PATIENCE / f->cycles_per_access; i++) {
        fuzz_read(f, 0);
        if (lp_dma_poll(dma, ticket, &done, c) != LP_OK)
            return "lp_dma_poll fails";
    }
    return !done                      ? "a command of the library does not end"
           : c->status != LP_DMA_GOOD ? "a command of the library fails"
                                      : NULL;
}

/* Bytes of the card's memory out, and back to another place of it. */
static const char *there_and_back(struct fuzz *f, struct lp_dma *dma)
{
    static uint8_t raw[LIBRARY_MOST], due[2 * LIBRARY_MOST], stream[2 * LIBRARY_MOST];
    size_t bytes = 32 * (1 + (size_t)lp_below(&f->rng, LIBRARY_MOST / 32));
    enum lp_dma_codec codec = lp_below(&f->rng, f->jobs.setup.codecs);
    struct lp_dma_transfer t = {
        .codec = codec, .bytes = bytes, .to = stream, .from = stream, .size = sizeof stream};
    struct lp_dma_completion c;
    struct lpi_card_due must;
    uint64_t from, to;
    const char *wrong;

    if (lp_dma_malloc(dma, bytes, &from) != LP_OK || lp_dma_malloc(dma, bytes, &to) != LP_OK)
        return "lp_dma_malloc fails";
    for (size_t i = 0; i < bytes; i++)
        raw[i] = lp_below(&f->rng, 3) ? 0 : (uint8_t)lp_random(&f->rng);
    memcpy(f->memory + from, raw, bytes);
    t.device = from;
    wrong = library_transfer(f, dma, &t, &c);
    if (wrong)
        return wrong;
    must = lpi_card_stream(codec, f->jobs.setup.elem, raw, bytes, due);
    if (c.bytes != must.bytes || memcmp(stream, due, must.bytes) != 0)
        return "a command of the library gives another stream";
    t.direction = LP_DMA_IN;
    t.device = to;
    t.size = c.bytes;
    wrong = library_transfer(f, dma, &t, &c);
    return wrong ? wrong : memcmp(f->memory + to, raw, bytes) ? "other bytes come back" : NULL;
}

static const char *use_library(struct fuzz *f)
{
    const char *wrong = NULL;
    struct lp_dma *dma;

    if (lp_card_reset(f->card) != LP_OK)
        return "the card does not reset";
    if (lp_card_dma(f->card, &dma) != LP_OK)
        return "lp_card_dma fails";
    fuzz_interrupt(f);
    for (unsigned i = 0; i < 2 && !wrong; i++)
        wrong = there_and_back(f, dma);
    if (!wrong && !fuzz_interrupt(f))
        wrong = "no interrupt of the engine";
    fuzz_end_library(f);
    return wrong ? wrong : fuzz_compare(f);
}

static const char *round_of(struct fuzz *f, unsigned count)
{
    const char *wrong;

    set_up(f);
    wrong = fuzz_walks(f) ? walk(f) : move(f, count, true);
    if (!wrong && f->kind != FUZZ_ERRORS)
        wrong = reset(f);
    if (!wrong && f->kind != FUZZ_ERRORS)
        wrong = move(f, 8, false);
    /* In local mode the library waits for an interrupt, and no clock moves meanwhile. */
    if (!wrong && f->kind != FUZZ_ERRORS && f->kind != FUZZ_GONE && !f->jobs.local)
        wrong = use_library(f);
    if (!wrong && f->error != LP_OK)
        wrong = "a register cannot be reached";
    return wrong;
}

/* ---- all of them ---- */

struct sum {
    uint64_t rounds, failed, faults, descriptors;
};

static bool play(struct fuzz *f, uint64_t seed, uint64_t round, struct sum *sums)
{
    uint64_t done = f->jobs.done;
    const char *wrong;

    f->rng.state = seed * UINT64_C(0x9e3779b97f4a7c15) + round;
    f->kind = (enum fuzz_kind)setting("LP_KIND", lp_below(&f->rng, FUZZ_KINDS));
    f->faults = 0;
    watch(seed, round);
    wrong = fuzz_open(f);
    if (!wrong)
        wrong = round_of(f, 30 + lp_below(&f->rng, 60));
    if (wrong) {
        printf("# LP_SEED=%" PRIu64 " LP_ROUND=%" PRIu64 ", %s, %s: %s\n", seed, round,
               kinds[f->kind], f->options, wrong);
        printf("# %s\n", f->card ? lp_card_trouble(f->card)->text : f->trouble.text);
    }
    fuzz_close(f);
    sums[f->kind].rounds++;
    sums[f->kind].failed += wrong != NULL;
    sums[f->kind].faults += f->faults;
    sums[f->kind].descriptors += f->jobs.done - done;
    return !wrong;
}

static int tell(const struct fuzz *f, const struct sum *sums)
{
    unsigned tests = 0;
    int failed = 0;

    for (unsigned k = 0; k < FUZZ_KINDS; k++) {
        const struct sum *s = &sums[k];

        if (s->rounds == 0)
            continue;
        failed |= s->failed != 0;
        printf("%sok %u - %s: %" PRIu64 " descriptors in %" PRIu64 " rounds\n",
               s->failed ? "not " : "", ++tests, kinds[k], s->descriptors, s->rounds);
    }
    for (unsigned i = 0; i < sizeof f->jobs.statuses / sizeof *f->jobs.statuses; i++)
        printf("# %" PRIu64 " with status %u, %s\n", f->jobs.statuses[i], i, lp_dma_status_text(i));
    printf("# registers: %" PRIu64 " reads, sum %016" PRIx64 "\n", f->reads, f->digest);
    printf("1..%u\n", tests);
    return failed;
}

int main(int argc, char **argv)
{
    static struct sum sums[FUZZ_KINDS];
    uint64_t seed = setting("LP_SEED", (uint64_t)getpid()), only = setting("LP_ROUND", UINT64_MAX);
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 300, failed = 0, said = 0;
    uint64_t most = setting("LP_MOST", 20), local = setting("LP_LOCAL", UINT64_MAX);

    if (argc < 2 || argc > 4 || count == 0) {
        fputs("usage: fuzz SERVER [COUNT [MODEL]]\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("# LP_SEED=%" PRIu64 "\n", seed);
    signal(SIGALRM, bark);
    fuzz.mode = local > 1 ? -1 : (int)local;
    fuzz.plain = setting("LP_PLAIN", 0) != 0;
    if (!fuzz_begin(&fuzz, argv[1], argc > 3 ? argv[3] : "cycle"))
        return 1;
    for (uint64_t round = only == UINT64_MAX ? 0 : only; fuzz.jobs.done < count && failed < most;
         round++) {
        failed += !play(&fuzz, seed, round, sums);
        if (fuzz.jobs.done - said >= 5000) {
            said = fuzz.jobs.done;
            printf("# %" PRIu64 " descriptors, %" PRIu64 " rounds, %" PRIu64 " failed\n", said,
                   round + 1, failed);
        }
        if (round == only)
            break;
    }
    return tell(&fuzz, sums);
}
