/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that know the contents of their memory, for the tests of `linepress capture --malloc`.
 * The first argument selects one. Their output and exit status are the same without capture.
 */
#define _GNU_SOURCE
#include "expect.h"
#include <errno.h>
#include <linepress/capture.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#define FUNCTION __attribute__((noinline)) static
#define PAGE 4096u

static unsigned boundary = 1; /* the next one */
extern char **environ;

static void fill(void *memory, size_t bytes, uint64_t seed)
{
    unsigned char *p = memory;
    for (size_t i = 0; i < bytes; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        p[i] = (unsigned char)(seed >> 56);
    }
}

static void expect(const char *function, unsigned number, const void *bytes, size_t count)
{
    expect_at(boundary, function, number, bytes, count);
}

static void mark(void)
{
    lp_capture_boundary();
    boundary++;
}

static void *checked(void *block)
{
    if (block == NULL || block == MAP_FAILED) {
        perror("known");
        exit(97);
    }
    return block;
}

/* ---- every way to get memory, each in its own function ---- */

FUNCTION void *by_malloc(size_t n)
{
    return checked(malloc(n));
}
FUNCTION void *by_calloc(size_t n)
{
    return checked(calloc(n / 8, 8));
}
FUNCTION void *by_realloc(void *old, size_t n)
{
    return checked(realloc(old, n));
}
FUNCTION void *by_reallocarray(void *old, size_t n)
{
    return checked(reallocarray(old, n / 2, 2));
}
FUNCTION void *by_memalign(size_t n)
{
    return checked(memalign(256, n));
}
FUNCTION void *by_aligned_alloc(size_t n)
{
    return checked(aligned_alloc(128, n));
}
FUNCTION void *by_valloc(size_t n)
{
    return checked(valloc(n));
}
FUNCTION void *by_pvalloc(size_t n)
{
    return checked(pvalloc(n));
}
FUNCTION void *by_mmap(size_t n, int flags)
{
    return checked(mmap(NULL, n, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0));
}
FUNCTION void *by_posix_memalign(size_t n)
{
    void *block = NULL;
    errno = posix_memalign(&block, 64, n);
    return checked(block);
}

struct block {
    const char *function;
    unsigned number;
    unsigned char *bytes;
    size_t count;
};

static void expect_all(const struct block *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect(blocks[i].function, blocks[i].number, blocks[i].bytes, blocks[i].count);
}

/* Four boundaries; at each, every block has other bytes, and some have other sizes. */
static int ways(void)
{
    struct block b[] = {
        {"by_malloc", 1, by_malloc(70001), 70001},
        {"by_malloc", 2, by_malloc(65536), 65536},
        {"by_calloc", 1, by_calloc(1 << 20), 1 << 20},
        {"by_realloc", 1, by_realloc(NULL, 80000), 80000},
        {"by_reallocarray", 1, by_reallocarray(by_malloc(100), 90000), 90000},
        {"by_memalign", 1, by_memalign(65537), 65537},
        {"by_aligned_alloc", 1, by_aligned_alloc(131072), 131072},
        {"by_valloc", 1, by_valloc(66000), 66000},
        {"by_pvalloc", 1, by_pvalloc(69632), 69632},
        {"by_posix_memalign", 1, by_posix_memalign(99999), 99999},
        {"by_mmap", 1, by_mmap(32 * PAGE, MAP_PRIVATE), 32 * PAGE},
        {"by_mmap", 2, by_mmap(20 * PAGE, MAP_SHARED), 20 * PAGE},
        {"by_mmap", 3, by_mmap(64 * PAGE, MAP_PRIVATE), 64 * PAGE},
    };
    const size_t count = sizeof b / sizeof b[0];
    void *small = by_malloc(65535);
    for (unsigned step = 0; step < 4; step++) {
        for (size_t i = 0; i < count; i++)
            if (i != 2) /* mostly never touched */
                fill(b[i].bytes, b[i].count, 100 * step + i);
        fill(b[2].bytes + 500001, 70000, step);
        /* In between, another block is allocated at this place and freed: it does not last. */
        free(by_malloc(200000));
        if (step == 1) {
            /* Grown, shrunk below the least size that is kept, and freed. */
            b[3].bytes = by_realloc(b[3].bytes, b[3].count = 3 << 20);
            memset(b[3].bytes + 80000, 7, b[3].count - 80000);
            b[4].bytes = realloc(b[4].bytes, b[4].count = 66000);
            free(b[0].bytes);
            b[0].bytes = by_malloc(b[0].count = 123456);
            fill(b[0].bytes, b[0].count, 77);
            munmap(b[10].bytes + 20 * PAGE, 12 * PAGE);
            b[10].count = 20 * PAGE;
            b[11].bytes = checked(mremap(b[11].bytes, 20 * PAGE, 20 * PAGE, MREMAP_MAYMOVE));
        }
        if (step == 2) {
            b[12].bytes = checked(mremap(b[12].bytes, 64 * PAGE, 90 * PAGE, MREMAP_MAYMOVE));
            b[12].count = 90 * PAGE;
            mprotect(b[5].bytes - (uintptr_t)b[5].bytes % PAGE + PAGE, 8 * PAGE, PROT_NONE);
        }
        if (step == 2)
            mprotect(b[5].bytes - (uintptr_t)b[5].bytes % PAGE + PAGE, 8 * PAGE, PROT_READ);
        expect_all(b, count);
        if (step == 2)
            mprotect(b[5].bytes - (uintptr_t)b[5].bytes % PAGE + PAGE, 8 * PAGE, PROT_NONE);
        mark();
        if (step == 2)
            mprotect(b[5].bytes - (uintptr_t)b[5].bytes % PAGE + PAGE, 8 * PAGE,
                     PROT_READ | PROT_WRITE);
    }
    printf("four steps\n");
    free(small);
    return 3;
}

/* A mapping that is cut in the middle is two blocks; one that is mapped over is none. */
static int holes(void)
{
    for (unsigned step = 0; step < 2; step++) {
        unsigned char *all = by_mmap(100 * PAGE, MAP_PRIVATE);
        fill(all, 100 * PAGE, step);
        munmap(all + 40 * PAGE, 10 * PAGE);
        expect("by_mmap", 1, all, 40 * PAGE);
        expect("by_mmap", 2, all + 50 * PAGE, 50 * PAGE);
        mark();
        munmap(all, 100 * PAGE);
    }
    return 0;
}

void *cxx_new(size_t bytes) __asm__("_Znwm") __attribute__((weak));
void cxx_delete(void *block) __asm__("_ZdlPv") __attribute__((weak));
FUNCTION void *by_new(size_t n)
{
    return checked(cxx_new(n));
}

/* With allocator.c, whose new does not call its malloc. */
static int own(void)
{
    if (cxx_new == NULL || cxx_delete == NULL)
        return 93;
    for (unsigned step = 0; step < 3; step++) {
        unsigned char *one = by_malloc(70000), *other = by_new(80000 + step);
        fill(one, 70000, step);
        fill(other, 80000 + step, 50 + step);
        expect("by_malloc", 1, one, 70000);
        expect("by_new", 1, other, 80000 + step);
        mark();
        free(one);
        cxx_delete(other);
    }
    return 0;
}

/* ---- eight threads that allocate ---- */

#define THREADS 8
#define EACH 12
static pthread_barrier_t gate;
static _Atomic bool stop;

/* Holds its own size and seed, and is complete if `whole` is set. */
struct record {
    uint64_t seed, bytes;
    _Atomic uint64_t whole;
};
#define WHOLE UINT64_C(0x600dbeef600dbeef)

FUNCTION struct record *by_thread(uint64_t seed, struct record *old)
{
    size_t bytes = 66000 + seed % 50000;
    if (old != NULL)
        atomic_store(&old->whole, 0);
    struct record *record = old != NULL && seed % 3 == 0 ? realloc(old, bytes) : malloc(bytes);
    if (old != NULL && seed % 3 != 0)
        free(old);
    checked(record);
    atomic_store(&record->whole, 0);
    record->seed = seed;
    record->bytes = bytes;
    fill(record + 1, bytes - sizeof *record, seed);
    atomic_store(&record->whole, WHOLE);
    return record;
}

static struct record *records[THREADS][EACH];

static void churn(unsigned thread, uint64_t *random)
{
    for (unsigned i = 0; i < 2 * EACH; i++) {
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        unsigned which = (unsigned)(*random >> 33) % EACH;
        records[thread][which] = by_thread(*random >> 16, records[thread][which]);
    }
}

static void *worker(void *context)
{
    unsigned thread = (unsigned)(uintptr_t)context;
    uint64_t random = thread + 1;
    for (unsigned step = 0; step < 5; step++) {
        churn(thread, &random);
        pthread_barrier_wait(&gate);
        pthread_barrier_wait(&gate);
    }
    return NULL;
}

/* At a boundary all threads are stopped. Numbers depend on their order, so all are in one file. */
static int threads(void)
{
    pthread_t ids[THREADS];
    pthread_barrier_init(&gate, NULL, THREADS + 1);
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, worker, (void *)i);
    for (unsigned step = 0; step < 5; step++) {
        pthread_barrier_wait(&gate);
        unsigned number = 0;
        for (unsigned t = 0; t < THREADS; t++)
            for (unsigned i = 0; i < EACH; i++)
                if (records[t][i] != NULL)
                    expect("any", ++number, records[t][i], records[t][i]->bytes);
        mark();
        pthread_barrier_wait(&gate);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
    printf("five steps of %d threads\n", THREADS);
    return 0;
}

static void *runner(void *context)
{
    unsigned thread = (unsigned)(uintptr_t)context;
    uint64_t random = thread + 1;
    while (!atomic_load(&stop))
        churn(thread, &random);
    return NULL;
}

/* No thread is stopped, and there is no boundary: only records marked so are complete. */
static int running(void)
{
    pthread_t ids[THREADS];
    struct timespec now;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, runner, (void *)i);
    do {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while (now.tv_sec == 0 && now.tv_nsec < 600000000);
    atomic_store(&stop, true);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
    printf("%d threads ran\n", THREADS);
    return 0;
}

/* Reads files of blocks: each block marked as complete must be so. */
static int check(char **paths)
{
    unsigned whole = 0, wrong = 0;
    for (; *paths != NULL; paths++) {
        static unsigned char bytes[200000], due[200000];
        struct record *record = (struct record *)(void *)bytes;
        FILE *file = fopen(*paths, "rb");
        size_t count = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
        if (file != NULL)
            fclose(file);
        if (count < sizeof *record || record->whole != WHOLE)
            continue;
        whole++;
        fill(due, record->bytes - sizeof *record, record->seed);
        wrong += count != record->bytes ||
                 memcmp(record + 1, due, record->bytes - sizeof *record) != 0;
    }
    printf("%u %u\n", whole, wrong);
    return wrong > 0;
}

/* ---- forks, execs, deaths ---- */

static volatile sig_atomic_t children_ended;

static void on_child(int number)
{
    (void)number;
    children_ended++;
}

/* A child has its own memory, boundaries and status. */
static void be_child(unsigned char *block)
{
    void *own = by_malloc(300000);
    memset(block, 0xee, 100000);
    memset(own, 1, 300000);
    for (int i = 0; i < 50; i++)
        lp_capture_boundary();
    _exit(41);
}

static void reap_all(unsigned due)
{
    int status, seen = 0, right = 0;
    pid_t pid;
    while ((pid = waitpid(-1, &status, 0)) > 0 || errno == EINTR)
        if (pid > 0) {
            seen++;
            right += WIFEXITED(status) && (WEXITSTATUS(status) == 41 || WEXITSTATUS(status) == 0);
        }
    printf("%d children, %d right, of %u; %d signals of children\n", seen, right, due,
           children_ended > 0);
}

static int forks(void)
{
    unsigned char *block = by_malloc(100000);
    char *const words[] = {(char *)"true", NULL};
    pid_t child;
    struct sigaction action = {.sa_handler = on_child, .sa_flags = SA_RESTART};
    sigaction(SIGCHLD, &action, NULL);
    for (unsigned step = 0; step < 4; step++) {
        fill(block, 100000, step);
        if (fork() == 0)
            be_child(block);
        if ((child = vfork()) == 0) {
            execlp("true", "true", (char *)NULL);
            _exit(40);
        }
        posix_spawnp(&child, "true", NULL, NULL, words, environ);
        expect("by_malloc", 1, block, 100000);
        mark();
        int before = children_ended;
        reap_all(3);
        if (system("exit 5") != 5 << 8 || before > 100)
            return 1;
    }
    return 4;
}

/* Two boundaries, then the same program again by exec, which has two more. */
static int execs(char **argv)
{
    bool first = strcmp(argv[1], "execs") == 0;
    unsigned char *block = by_malloc(first ? 70000 : 90000);
    boundary = first ? 1 : 3;
    for (unsigned step = 0; step < 2; step++) {
        fill(block, first ? 70000 : 90000, boundary);
        expect("by_malloc", 1, block, first ? 70000 : 90000);
        mark();
    }
    if (first) {
        printf("before exec\n");
        fflush(stdout);
        execl("/proc/self/exe", argv[0], "again", (char *)NULL);
        return 96;
    }
    printf("after exec\n");
    return 6;
}

static void *killer(void *context)
{
    struct timespec little = {.tv_nsec = 3000000};
    nanosleep(&little, NULL);
    kill(getpid(), (int)(intptr_t)context);
    return NULL;
}

/* Dies while its last snapshot but `before` is written, which takes longer than the killer waits. */
static int dies(int number, unsigned before)
{
    pthread_t id;
    unsigned char *block = by_malloc(64 << 20);
    for (unsigned step = 0; step < 3; step++) {
        fill(block, 1000000, step);
        memset(block + 1000000, (int)step, (64 << 20) - 1000000);
        expect("by_malloc", 1, block, 64 << 20);
        if (step + before == 2 && getenv("LINEPRESS_CAPTURE") != NULL)
            pthread_create(&id, NULL, killer, (void *)(intptr_t)number);
        mark();
    }
    if (getenv("LINEPRESS_CAPTURE") != NULL)
        pause();
    kill(getpid(), number);
    return 95;
}

/* ---- signals, input, output ---- */

static volatile sig_atomic_t asked;

static void on_interrupt(int number)
{
    asked = number;
}

/* Continues after an interrupt, and prints that. */
static int interrupted(void)
{
    void *block = by_malloc(100000);
    signal(SIGINT, on_interrupt);
    for (int i = 0; i < 400 && !asked; i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    memset(block, 1, 100000);
    mark();
    printf("interrupt %d\n", asked == SIGINT);
    return 8;
}

/* Prints its input on both streams. */
static int reads(void)
{
    char line[200] = "";
    void *block = by_malloc(100000);
    memset(block, 2, 100000);
    mark();
    while (fgets(line, sizeof line, stdin) != NULL)
        fprintf(line[0] == 'e' ? stderr : stdout, "%s", line);
    return 0;
}

/* Only computes, for some processor time. */
static int works(double seconds)
{
    volatile unsigned char *block = by_malloc(1 << 20);
    struct timespec now;
    do {
        for (unsigned i = 0; i < 1 << 20; i += 64)
            block[i]++;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec < seconds);
    printf("worked\n");
    return 0;
}

static int marks(unsigned count, size_t bytes)
{
    unsigned char *block = by_malloc(bytes);
    for (unsigned i = 0; i < count; i++) {
        memset(block, (int)i, bytes);
        expect("by_malloc", 1, block, bytes);
        mark();
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "ways") == 0)
        return ways();
    if (strcmp(what, "holes") == 0)
        return holes();
    if (strcmp(what, "own") == 0)
        return own();
    if (strcmp(what, "threads") == 0)
        return threads();
    if (strcmp(what, "running") == 0)
        return running();
    if (strcmp(what, "check") == 0)
        return check(argv + 2);
    if (strcmp(what, "forks") == 0)
        return forks();
    if (strcmp(what, "execs") == 0 || strcmp(what, "again") == 0)
        return execs(argv);
    if (strcmp(what, "dies") == 0)
        return dies(atoi(argv[2]), (unsigned)atoi(argv[3]));
    if (strcmp(what, "interrupted") == 0)
        return interrupted();
    if (strcmp(what, "reads") == 0)
        return reads();
    if (strcmp(what, "works") == 0)
        return works(atof(argv[2]));
    if (strcmp(what, "marks") == 0)
        return marks((unsigned)atoi(argv[2]), (size_t)atol(argv[3]));
    fprintf(stderr, "known: what?\n");
    return 94;
}
