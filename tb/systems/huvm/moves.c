/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that maps, moves, protects, frees and forks in random order: moves SEED [STEPS
 * [THREADS]]. Each thread has memory of its own. It prints each step's result and, every few steps,
 * a hash of all its memory as it can read it, so that two runs of a seed print the same if their
 * memory behaves the same. Results that the kernel leaves open are not printed: addresses, bytes
 * past the count of a short read, and whether two mappings that were made apart count as one.
 * Several threads protect their pages against writes alone: managed memory that is protected can be
 * read while another thread forks or moves pages.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"

enum {
    PAGE = 4096,
    AREAS = 10,
    PAGES = 96, /* of an area */
    SMALL = 8,
    BLOCKS = 8, /* of malloc */
    FILE_PAGES = 64,
    PIPE = 60000, /* bytes that fit a pipe */
    STEPS = 300,
    THREADS = 8, /* at most */
    SHOWN = 8    /* steps from hash to hash */
};

/* A mapping of which pages may be gone, or may be another mapping's by now. */
struct area {
    uint8_t *base;
    unsigned pages;
    bool there[PAGES], file[PAGES];
    bool cut;  /* it may be more than one of the kernel's mappings */
    bool told; /* advice on forks was given */
};

struct range {
    struct area *area;
    unsigned first, count;
};

/* State of a thread. */
static _Thread_local struct area areas[AREAS];
static _Thread_local struct {
    uint8_t *at;
    size_t bytes;
} blocks[BLOCKS];
static _Thread_local struct lp_rng rng;
static _Thread_local FILE *out;
static _Thread_local int file, ends[2];
static _Thread_local unsigned step;

static unsigned steps_each = STEPS, threads = 1;
static uint64_t seed;

/* The rights of pages that are not to be used. */
static int closed(void)
{
    return threads > 1 ? PROT_READ : PROT_NONE;
}

static unsigned below(unsigned n)
{
    return lp_below(&rng, n);
}

static void must(bool good)
{
    if (!good) {
        perror("moves");
        exit(3);
    }
}

/* errno of a call that failed. */
static void say(const char *what, bool failed, long value)
{
    fprintf(out, "%u %s %ld\n", step, what, failed ? -(long)errno : value);
}

/* ---- memory that may be protected ---- */

static _Thread_local sigjmp_buf back;
static _Thread_local volatile sig_atomic_t tries;

static void on_fault(int number)
{
    if (!tries) {
        signal(number, SIG_DFL);
        raise(number);
    }
    siglongjmp(back, 1);
}

/* Runs a statement; `bad` becomes true if it has no access. */
#define TRY(bad, statement)                                                                        \
    do {                                                                                           \
        tries = 1;                                                                                 \
        if (sigsetjmp(back, 1) == 0) {                                                             \
            statement;                                                                             \
        } else {                                                                                   \
            (bad) = true;                                                                          \
        }                                                                                          \
        tries = 0;                                                                                 \
    } while (0)

static uint64_t hash(const uint8_t *at, size_t bytes, uint64_t from)
{
    for (size_t i = 0; i < bytes; i++)
        from = (from ^ at[i]) * UINT64_C(0x100000001b3);
    return from;
}

static uint64_t hash_page(const uint8_t *at)
{
    volatile uint64_t found = 0;
    volatile bool bad = false;
    TRY(bad, found = hash(at, PAGE, 1));
    return bad ? 7 : found;
}

static uint64_t hash_all(void)
{
    uint64_t sum = 1;
    for (unsigned a = 0; a < AREAS; a++)
        for (unsigned i = 0; i < areas[a].pages; i++)
            sum = sum * 31 + (areas[a].there[i] ? hash_page(areas[a].base + (size_t)i * PAGE) : 3);
    for (unsigned b = 0; b < BLOCKS; b++)
        if (blocks[b].at != NULL)
            sum = hash(blocks[b].at, blocks[b].bytes, sum);
    return sum;
}

/* Writes all bytes that can be written. */
static void wipe(uint8_t *at, size_t bytes)
{
    for (volatile size_t i = 0; i < bytes; i++) {
        volatile bool bad = false;
        TRY(bad, at[i] = 9);
        if (bad)
            i += PAGE - 1 - (uintptr_t)(at + i) % PAGE;
    }
}

/* ---- areas ---- */

/* Some pages of an area that are there. */
static bool draw(struct range *r)
{
    struct area *a = &areas[below(AREAS)];
    for (unsigned turn = 0; a->base != NULL && turn < SMALL; turn++) {
        unsigned first = below(a->pages), most = 0;
        while (first + most < a->pages && a->there[first + most])
            most++;
        if (most == 0)
            continue;
        *r = (struct range){a, first, below(3) == 0 ? most : 1 + below(most)};
        return true;
    }
    return false;
}

static uint8_t *start(const struct range *r)
{
    return r->area->base + (size_t)r->first * PAGE;
}

static size_t bytes_of(const struct range *r)
{
    return (size_t)r->count * PAGE;
}

static bool has_file(const struct range *r)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->area->file[r->first + i])
            return true;
    return false;
}

static struct area *unused(void)
{
    for (unsigned i = 0; i < AREAS; i++)
        if (areas[i].base == NULL)
            return &areas[i];
    return NULL;
}

static void set_up(struct area *a, uint8_t *base, unsigned pages)
{
    *a = (struct area){.base = base, .pages = pages};
    for (unsigned i = 0; i < pages; i++)
        a->there[i] = true;
}

/* The pages are gone. */
static void forget(const struct range *r)
{
    bool any = false;
    r->area->cut = true;
    memset(r->area->there + r->first, 0, r->count);
    for (unsigned i = 0; i < r->area->pages; i++)
        any |= r->area->there[i];
    if (!any)
        *r->area = (struct area){0};
}

/* ---- steps on mappings ---- */

static void map(void)
{
    struct area *a = unused();
    if (a == NULL)
        return;
    unsigned pages = 1 + below(below(2) ? PAGES : SMALL);
    uint8_t *at = mmap(NULL, (size_t)pages * PAGE, below(8) ? PROT_READ | PROT_WRITE : closed(),
                       MAP_PRIVATE | MAP_ANONYMOUS | (below(4) ? 0 : MAP_NORESERVE), -1, 0);
    must(at != MAP_FAILED);
    set_up(a, at, pages);
}

static void unmap(void)
{
    struct range r;
    if (!draw(&r))
        return;
    say("munmap", munmap(start(&r), bytes_of(&r)) != 0, 0);
    forget(&r);
}

static void protect(void)
{
    const int rights[] = {closed(), PROT_READ, PROT_READ | PROT_WRITE, PROT_READ | PROT_WRITE};
    struct range r;
    if (!draw(&r))
        return;
    size_t less = below(4) ? 0 : below(PAGE);
    r.area->cut = true;
    say("mprotect", mprotect(start(&r), bytes_of(&r) - less, rights[below(4)]) != 0, 0);
}

static void advise(void)
{
    static const int advice[] = {MADV_DONTNEED,   MADV_DONTFORK,   MADV_DOFORK,
                                 MADV_WIPEONFORK, MADV_KEEPONFORK, MADV_WILLNEED,
                                 MADV_RANDOM,     MADV_DONTDUMP,   9999};
    struct range r;
    unsigned which = below(2) ? 0 : below(sizeof advice / sizeof advice[0]);
    if (!draw(&r) || has_file(&r))
        return;
    r.area->cut |= which > 0;
    r.area->told |= which > 0 && which < 5;
    say("madvise", madvise(start(&r), bytes_of(&r), advice[which]) != 0, advice[which]);
}

/* Another mapping takes the place of pages. */
static void map_over(void)
{
    struct range r;
    if (!draw(&r))
        return;
    if (r.count > FILE_PAGES)
        r.count = FILE_PAGES;
    bool filed = below(3) == 0;
    int rights = filed ? PROT_READ | (below(2) ? PROT_WRITE : 0)
                       : (below(2) ? PROT_READ | PROT_WRITE : closed());
    off_t offset = filed ? (off_t)below(FILE_PAGES - r.count + 1) * PAGE : 0;
    void *at = mmap(start(&r), bytes_of(&r), rights,
                    MAP_PRIVATE | MAP_FIXED | (filed ? 0 : MAP_ANONYMOUS), filed ? file : -1,
                    offset);
    r.area->cut = true;
    memset(r.area->file + r.first, filed, r.count);
    say("mmap over", at == MAP_FAILED, at == start(&r));
}

static void shrink(const struct range *r)
{
    unsigned left = 1 + below(r->count);
    void *at = mremap(start(r), bytes_of(r), (size_t)left * PAGE, 0);
    say("mremap to less", at == MAP_FAILED, at == start(r));
    forget(&(struct range){r->area, r->first + left, r->count - left});
}

/* To another place, also if the kernel had room after it. */
static void grow(const struct range *r)
{
    struct area *to = unused();
    if (to == NULL || r->area->cut || r->count == PAGES)
        return;
    unsigned pages = r->count + 1 + below(PAGES - r->count);
    size_t bytes = (size_t)pages * PAGE;
    uint8_t *at = mremap(start(r), bytes_of(r), bytes, MREMAP_MAYMOVE);
    say("mremap to more", at == MAP_FAILED, 0);
    if (at == start(r)) {
        void *place = mmap(NULL, bytes, closed(), MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        at = mremap(at, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place);
    }
    must(at != MAP_FAILED);
    forget(r);
    set_up(to, at, pages);
    to->cut = true;
}

static void move_over(struct range *r)
{
    struct range to;
    if (!draw(&to) || to.area == r->area || r->area->told)
        return;
    to.count = r->count = to.count < r->count ? to.count : r->count;
    void *at = mremap(start(r), bytes_of(r), bytes_of(r), MREMAP_MAYMOVE | MREMAP_FIXED,
                      start(&to));
    say("mremap over", at == MAP_FAILED, at == start(&to));
    must(at != MAP_FAILED);
    to.area->cut = true;
    memcpy(to.area->file + to.first, r->area->file + r->first, r->count);
    forget(r);
}

/* The source stays, and is zero. */
static void move_away(const struct range *r)
{
    struct area *to = unused();
    if (to == NULL || r->area->cut)
        return;
    void *at = mremap(start(r), bytes_of(r), bytes_of(r), MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
    say("mremap away", at == MAP_FAILED, 0);
    must(at != MAP_FAILED);
    r->area->cut = true;
    set_up(to, at, r->count);
    to->cut = true;
}

static void remap(void)
{
    struct range r;
    if (!draw(&r))
        return;
    switch (below(4)) {
    case 0: shrink(&r); break;
    case 1: grow(&r); break;
    case 2: move_over(&r); break;
    default: move_away(&r);
    }
}

static void misuse(void)
{
    struct range r;
    if (!draw(&r))
        return;
    uint8_t *at = start(&r);
    say("munmap odd", munmap(at + 1, PAGE) != 0, 0);
    say("munmap nothing", munmap(at, 0) != 0, 0);
    say("mprotect odd", mprotect(at + 8, PAGE, PROT_READ) != 0, 0);
    say("mremap to nothing", mremap(at, PAGE, 0, 0) == MAP_FAILED, 0);
    say("mremap, fixed alone", mremap(at, PAGE, PAGE, MREMAP_FIXED, at) == MAP_FAILED, 0);
    say("msync", msync(at, bytes_of(&r), MS_ASYNC) != 0, 0);
}

/* ---- steps on contents ---- */

static void write_words(void)
{
    struct range r;
    volatile unsigned faults = 0;
    if (!draw(&r))
        return;
    for (volatile unsigned i = 0; i < r.count; i++) {
        uint8_t *at = start(&r) + (size_t)i * PAGE + below(PAGE - 8);
        uint64_t value = lp_random(&rng);
        volatile bool bad = false;
        TRY(bad, memcpy(at, &value, sizeof value));
        faults += bad;
    }
    say("faults", false, faults);
}

static void copy(void)
{
    struct range to, from;
    volatile bool bad = false;
    if (!draw(&to) || !draw(&from) || to.area == from.area)
        return;
    size_t bytes = bytes_of(to.count < from.count ? &to : &from);
    TRY(bad, for (size_t i = 0; i < bytes; i += 61) start(&to)[i] = start(&from)[i]);
    say("copy", false, bad);
}

static void use_block(void)
{
    unsigned b = below(BLOCKS), how = below(4);
    size_t bytes = 1 + below(below(2) ? 400000 : 70000), had = blocks[b].bytes;
    void *at = NULL;
    if (how == 0) {
        free(blocks[b].at);
        blocks[b].at = NULL;
        blocks[b].bytes = 0;
        return;
    }
    if (blocks[b].at != NULL || how == 1) {
        at = realloc(blocks[b].at, bytes);
        must(at != NULL);
        if (bytes > had)
            memset((uint8_t *)at + had, 1, bytes - had);
    } else if (how == 2) {
        must((at = calloc(1, bytes)) != NULL);
    } else {
        must(posix_memalign(&at, (size_t)16 << below(10), bytes) == 0);
        memset(at, 3, bytes);
    }
    blocks[b].at = at;
    blocks[b].bytes = bytes;
    for (unsigned i = 0; i < 20; i++)
        blocks[b].at[below((unsigned)bytes)] = (uint8_t)lp_random(&rng);
}

/* The kernel reads or writes pages, some of which may be protected. */
static void call(void)
{
    static _Thread_local uint8_t text[1 << 16];
    struct range r;
    if (!draw(&r))
        return;
    uint8_t *at = start(&r) + below(PAGE);
    size_t bytes = 1 + below((r.count - 1) * PAGE + 1);
    unsigned how = below(4);
    if (how > 1 && bytes > PIPE)
        bytes = PIPE;
    struct iovec parts[2] = {{at, bytes / 2}, {at + bytes / 2, bytes - bytes / 2}};
    long n;
    switch (how) {
    case 0: n = pread(file, at, bytes, below(FILE_PAGES * PAGE)); break;
    case 1: n = preadv(file, parts, 2, below(1000)); break;
    case 2:
        n = write(ends[1], at, bytes);
        say("write", n < 0, n);
        if (n > 0) {
            must(read(ends[0], text, sizeof text) == n);
            fprintf(out, "%u of them %" PRIx64 "\n", step, hash(text, (size_t)n, 5));
        }
        return;
    default:
        memset(text, (int)(step & 255), bytes);
        must(write(ends[1], text, bytes) == (long)bytes);
        n = read(ends[0], at, bytes);
    }
    say("read", n < 0, n);
    if (n == (long)bytes)
        return;
    wipe(at, bytes);
    if (how == 3)
        must(read(ends[0], text, sizeof text) == (long)bytes - (n < 0 ? 0 : n));
}

/* The child has the same memory, and changes only its own. */
static void split(void)
{
    int tell[2], status;
    uint64_t said = 0;
    must(pipe(tell) == 0);
    fflush(out);
    pid_t pid = fork();
    if (pid == 0) {
        said = hash_all();
        for (unsigned a = 0; a < AREAS; a++)
            for (unsigned i = 0; i < areas[a].pages; i++)
                if (areas[a].there[i])
                    wipe(areas[a].base + (size_t)i * PAGE + 5, 1);
        said = said * 31 + hash_all();
        _exit(write(tell[1], &said, sizeof said) != sizeof said);
    }
    close(tell[1]);
    must(pid > 0 && read(tell[0], &said, sizeof said) == sizeof said);
    close(tell[0]);
    must(waitpid(pid, &status, 0) == pid);
    fprintf(out, "%u child %d %" PRIx64 "\n", step, status, said);
}

/* ---- the whole ---- */

static void (*const steps[])(void) = {map,         map,         unmap, protect, advise, write_words,
                                      write_words, write_words, copy,  remap,   remap,  map_over,
                                      use_block,   use_block,   call,  call,    misuse};

static void begin(void)
{
    char name[] = "/tmp/linepress-moves-XXXXXX";
    must((file = mkstemp(name)) >= 0 && unlink(name) == 0 && pipe(ends) == 0);
    for (unsigned i = 0; i < FILE_PAGES * PAGE / 8; i++) {
        uint64_t value = lp_random(&rng);
        must(write(file, &value, sizeof value) == sizeof value);
    }
}

struct said {
    unsigned number;
    char *text;
    size_t bytes;
};

static void *take_steps(void *context)
{
    struct said *said = context;
    rng.state = seed + said->number * UINT64_C(0x9e3779b97f4a7c15);
    must((out = open_memstream(&said->text, &said->bytes)) != NULL);
    begin();
    for (step = 0; step < steps_each; step++) {
        if (below(50) == 0)
            split();
        else
            steps[below(sizeof steps / sizeof steps[0])]();
        if (step % SHOWN == 0)
            fprintf(out, "%u hash %" PRIx64 "\n", step, hash_all());
    }
    fprintf(out, "end %" PRIx64 "\n", hash_all());
    fclose(out);
    return NULL;
}

int main(int argc, char **argv)
{
    struct sigaction fault = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
    struct said said[THREADS] = {{0}};
    pthread_t thread[THREADS];
    if (argc > 1)
        seed = strtoull(argv[1], NULL, 0);
    if (argc > 2)
        steps_each = (unsigned)strtoul(argv[2], NULL, 0);
    if (argc > 3)
        threads = (unsigned)strtoul(argv[3], NULL, 0);
    if (argc < 2 || threads < 1 || threads > THREADS)
        return 2;
    sigaction(SIGSEGV, &fault, NULL);
    sigaction(SIGBUS, &fault, NULL);
    for (unsigned i = 0; i < threads; i++) {
        said[i].number = i;
        must(pthread_create(&thread[i], NULL, take_steps, &said[i]) == 0);
    }
    for (unsigned i = 0; i < threads; i++) {
        must(pthread_join(thread[i], NULL) == 0);
        fputs(said[i].text, stdout);
        free(said[i].text);
    }
    return 0;
}
