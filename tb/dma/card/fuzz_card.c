/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz_card.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "units/card/card_cycle.h"
#include "dma/host/card.h"

/* The whole address range; pages are allocated when they are written. */
#define CARD_BYTES (UINT64_C(1) << 40)
#define LIBRARY_BYTES (UINT64_C(1) << 20)
#define WINDOW_BYTES (UINT64_C(1) << 20)
#define GUARD_BYTES 65536u
#define GUARD 0xc3
#define PLACE_BYTES (LP_JOBS_CARD + 2 * GUARD_BYTES)
/* Offset of the descriptors' host memory in the window; that of the library comes before the
 * guards. */
#define HOST_AT (UINT64_C(512) << 10)
#define PAGE 4096u
#define LINE 128u
#define FNV_PRIME UINT64_C(0x100000001b3)

bool fuzz_begin(struct fuzz *f, const char *server, const char *model)
{
    f->model = model;
    f->plain |= strcmp(model, "rtl") == 0;
    f->digest = UINT64_C(0xcbf29ce484222325);
    f->file = memfd_create("card", MFD_CLOEXEC);
    return f->file >= 0 && setenv("LINEPRESS_CARD_SERVER", server, 1) == 0;
}

static uint8_t *map(const struct fuzz *f, uint64_t at, size_t bytes)
{
    void *got = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, f->file, (off_t)at);

    return got == MAP_FAILED ? NULL : got;
}

static void unmap(uint8_t **at, size_t bytes)
{
    if (*at)
        munmap(*at, bytes);
    *at = NULL;
}

/* A page of card memory after that of the library, so that `bytes` fit: anywhere, or last. */
static uint64_t somewhere(struct fuzz *f, uint64_t bytes)
{
    uint64_t first = LIBRARY_BYTES, last = CARD_BYTES - bytes;

    return (lp_below(&f->rng, 4) ? first + lp_random(&f->rng) % (last - first) : last) / PAGE *
           PAGE;
}

/* Fresh memory, and the places of the descriptors and the self-test in it. */
static bool map_card(struct fuzz *f)
{
    uint64_t at = somewhere(f, PLACE_BYTES);

    do
        f->user.base = somewhere(f, FUZZ_TESTED);
    while (f->user.base < at + PLACE_BYTES && at < f->user.base + FUZZ_TESTED);
    if (ftruncate(f->file, 0) != 0 || ftruncate(f->file, (off_t)CARD_BYTES) != 0)
        return false;
    f->memory = map(f, 0, LIBRARY_BYTES);
    f->place = map(f, at, PLACE_BYTES);
    f->tested = map(f, f->user.base, FUZZ_TESTED);
    f->jobs.setup.device_base = at + GUARD_BYTES;
    return f->memory && f->place && f->tested;
}

/* ---- options ---- */

static void __attribute__((format(printf, 2, 3))) say(struct fuzz *f, const char *format, ...)
{
    size_t used = strlen(f->options);
    va_list args;

    va_start(args, format);
    vsnprintf(f->options + used, sizeof f->options - used, format, args);
    va_end(args);
}

static void choose_memories(struct fuzz *f)
{
    struct lp_rng *rng = &f->rng;
    unsigned latency = 1 + (lp_below(rng, 2) ? lp_below(rng, 300) : lp_below(rng, 8));

    f->cycles_per_access = lp_below(rng, 4) ? 50 + lp_below(rng, 400) : 20 + lp_below(rng, 3000);
    /* Registers take few cycles, and RTL takes time for each. */
    if (fuzz_walks(f))
        f->cycles_per_access = 4 + lp_below(rng, 32);
    else if (f->plain)
        f->cycles_per_access = 20 + lp_below(rng, 200);
    say(f,
        "model=%s,mem=%" PRIu64 ",mem-file=/proc/%d/fd/%d,latency=%u,host-latency=%u,"
        "cycles-per-access=%u,seed=%u",
        f->model, CARD_BYTES, (int)getpid(), f->file, latency, 1 + lp_below(rng, 200),
        f->cycles_per_access, lp_below(rng, 1u << 30));
}

static void set(struct fuzz *f, const char *parameter, unsigned value)
{
    lp_unit_set(&lp_card_unit, parameter, (int)value, f->values);
    say(f, ",%s=%u", parameter, value);
}

/* The card's parameters; RTL is built only with these. */
static void choose_unit(struct fuzz *f)
{
    static const unsigned elems[] = {32, 32, 16, 8};
    struct lp_dma_setup *setup = &f->jobs.setup;

    lp_unit_defaults(&lp_card_unit, f->values);
    setup->codecs = 2;
    setup->elem = 32;
    if (f->plain || lp_below(&f->rng, 2))
        return;
    setup->codecs = lp_below(&f->rng, 4) ? 2 : 1;
    setup->elem = elems[lp_below(&f->rng, 4)];
    set(f, "CODECS", setup->codecs);
    set(f, "ELEM", setup->elem);
    set(f, "CHANNELS", 2 + lp_below(&f->rng, 3));
    set(f, "GIT", lp_below(&f->rng, 1u << 31));
    if (lp_below(&f->rng, 2)) {
        set(f, "BURST", 4);
        set(f, "READ", 8u << lp_below(&f->rng, 3));
    }
}

/* One range, or one of each memory. A burst is either completely inside or outside: it is groups of
 * device memory and pages of host memory. */
static void choose_holes(struct fuzz *f)
{
    struct lp_jobs *jobs = &f->jobs;
    unsigned which = 1 + lp_below(&f->rng, jobs->local ? 2 : 3);
    uint64_t streams = (LP_JOBS_HOST - LP_JOBS_RINGS) / PAGE - 2;

    if (which & 1)
        jobs->bad_device = (struct lp_jobs_bad){
            jobs->setup.device_base +
                LP_DMA_GROUP * (uint64_t)lp_below(&f->rng, LP_JOBS_DEVICE / LP_DMA_GROUP),
            LP_DMA_GROUP * (uint64_t)(1 + lp_below(&f->rng, 64))};
    if (which & 2)
        jobs->bad_host = (struct lp_jobs_bad){
            (jobs->setup.host_base + LP_JOBS_RINGS + PAGE - 1) / PAGE * PAGE +
                PAGE * (uint64_t)lp_below(&f->rng, (uint32_t)streams),
            PAGE * (uint64_t)(1 + lp_below(&f->rng, 3))};
    /* In local mode host memory begins where device memory ends. */
    if (jobs->local && which & 1 &&
        jobs->bad_device.at + jobs->bad_device.bytes > jobs->setup.host_base)
        jobs->bad_device.bytes = jobs->setup.host_base - jobs->bad_device.at;
    if (which & 1)
        say(f, ",faults=mem-error=%" PRIu64 "+%" PRIu64, jobs->bad_device.at,
            jobs->bad_device.bytes);
    if (which & 2)
        say(f, ",faults=%serror=%" PRIu64 "+%" PRIu64, jobs->local ? "mem-" : "", jobs->bad_host.at,
            jobs->bad_host.bytes);
}

/* Whole lines, since bursts of the self-test end with a line. */
static void choose_bad_lines(struct fuzz *f)
{
    uint32_t lines = FUZZ_TESTED / LINE, first = lp_below(&f->rng, lines);
    uint32_t most = lines - first < 64 ? lines - first : 64;

    f->bad_tested = (struct lp_jobs_bad){f->user.base + (uint64_t)first * LINE,
                                         LINE * (uint64_t)(1 + lp_below(&f->rng, most))};
    say(f, ",faults=mem-error=%" PRIu64 "+%" PRIu64, f->bad_tested.at, f->bad_tested.bytes);
}

static void choose_faults(struct fuzz *f)
{
    struct lp_rng *rng = &f->rng;

    f->back = f->hang_cycles = 0;
    f->jobs.bad_device = f->jobs.bad_host = f->bad_tested = (struct lp_jobs_bad){0};
    if (f->kind == FUZZ_TESTS)
        choose_bad_lines(f);
    f->jobs.errors = f->kind == FUZZ_ERRORS;
    if (f->kind == FUZZ_HOLES)
        choose_holes(f);
    if (f->kind == FUZZ_ERRORS)
        say(f, ",faults=error=%s,faults=mem-error=%s", lp_below(rng, 2) ? "0.002" : "0.02",
            lp_below(rng, 2) ? "0.002" : "0.02");
    if (f->kind == FUZZ_GONE) {
        /* More than the accesses between two checks for the card's presence. */
        f->back = 24 + lp_below(rng, 40);
        say(f, ",faults=gone=%u+%" PRIu64, 100 + lp_below(rng, 400), f->back);
    }
    if (f->kind == FUZZ_HANG) {
        f->hang_cycles = (1 + lp_below(rng, 200)) * (uint64_t)f->cycles_per_access;
        say(f, ",faults=hang=%u+%" PRIu64, 1 + lp_below(rng, 1000), f->hang_cycles);
    }
}

/* ---- the card ---- */

static int open_card(const struct fuzz *f, struct lp_card **card, struct lp_card_trouble *trouble)
{
    char spec[sizeof f->options + 8];
    struct lp_card_config config;

    lp_card_defaults(&config);
    config.window_bytes = WINDOW_BYTES;
    /* The watchdog detects a wait that is too long; RTL on a busy machine is slow. */
    config.timeout_ms = 600000;
    config.local = f->jobs.local;
    snprintf(spec, sizeof spec, "sim:%s", f->options);
    return lp_card_open(spec, &config, card, trouble);
}

/* The descriptors' ranges of the card's memories, with guards on both sides. */
static void place(struct fuzz *f)
{
    struct lp_jobs *jobs = &f->jobs;
    const struct lpi_card_window *window = &f->card->shape.window;

    jobs->device = f->place + GUARD_BYTES;
    memset(f->place, GUARD, PLACE_BYTES);
    jobs->host = jobs->local ? jobs->device + LP_JOBS_DEVICE : window->at + HOST_AT;
    f->guarded = jobs->local ? NULL : jobs->host - GUARD_BYTES;
    if (f->guarded)
        memset(f->guarded, GUARD, LP_JOBS_HOST + 2 * GUARD_BYTES);
}

const char *fuzz_open(struct fuzz *f)
{
    struct lp_jobs *jobs = &f->jobs;

    f->options[0] = '\0';
    f->error = LP_OK;
    f->gone = false;
    jobs->rng.state = lp_random(&f->rng);
    jobs->placed = true;
    jobs->local = lp_below(&f->rng, 4) == 0;
    if (f->mode >= 0)
        jobs->local = f->mode;
    f->card = NULL;
    if (!map_card(f))
        return "no memory";
    /* The address of sim:'s window; checked below. */
    jobs->setup.host_base = jobs->local ? jobs->setup.device_base + LP_JOBS_DEVICE
                                        : (UINT64_C(1) << 32) + HOST_AT;
    choose_memories(f);
    choose_unit(f);
    choose_faults(f);
    if (open_card(f, &f->card, &f->trouble) != LP_OK)
        return "the card does not open";
    if (!jobs->local && f->card->shape.window.bus + HOST_AT != jobs->setup.host_base)
        return "the window is elsewhere";
    place(f);
    return NULL;
}

void fuzz_close(struct fuzz *f)
{
    lp_card_close(f->card);
    f->card = NULL;
    unmap(&f->memory, LIBRARY_BYTES);
    unmap(&f->place, PLACE_BYTES);
    unmap(&f->tested, FUZZ_TESTED);
}

int fuzz_open_other(struct fuzz *f, struct lp_card **card)
{
    /* The second server prints why it ends, as it must. */
    int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC), error;

    dup2(nowhere, STDERR_FILENO);
    error = open_card(f, card, NULL);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nowhere);
    return error;
}

void fuzz_end_library(struct fuzz *f)
{
    lpi_card_close_dma(f->card);
}

uint32_t fuzz_read(void *context, uint32_t offset)
{
    struct fuzz *f = context;
    uint32_t value = 0;
    int error = lp_card_read32(f->card, offset, &value);

    f->error = f->error != LP_OK ? f->error : error;
    f->reads++;
    f->digest = (f->digest ^ offset) * FNV_PRIME;
    f->digest = (f->digest ^ value) * FNV_PRIME;
    return value;
}

void fuzz_write(void *context, uint32_t offset, uint32_t value)
{
    struct fuzz *f = context;
    int error = lp_card_write32(f->card, offset, value);

    f->error = f->error != LP_OK ? f->error : error;
}

bool fuzz_interrupt(struct fuzz *f)
{
    return f->card->transport->wait(f->card->state, 0) > 0;
}

/* ---- guards ---- */

static bool whole(const uint8_t *bytes, size_t count)
{
    return bytes[0] == GUARD && memcmp(bytes, bytes + 1, count - 1) == 0;
}

const char *fuzz_compare(const struct fuzz *f)
{
    const uint8_t *device = f->jobs.device, *host = f->guarded;
    size_t used = LP_JOBS_DEVICE + (f->jobs.local ? LP_JOBS_HOST : 0);

    if (!whole(device - GUARD_BYTES, GUARD_BYTES) || !whole(device + used, GUARD_BYTES))
        return "guard bytes of card memory have changed";
    if (host &&
        (!whole(host, GUARD_BYTES) || !whole(host + GUARD_BYTES + LP_JOBS_HOST, GUARD_BYTES)))
        return "guard bytes of host memory have changed";
    return lp_jobs_compare(&f->jobs);
}
