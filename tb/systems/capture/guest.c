/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Situations in which a preloaded object could be noticed: forks while others allocate, handlers
 * that map, signals, descriptors, mappings that fail. The first argument selects one; each prints
 * the system's answers, which are the same without capture. The contents of blocks are in files
 * (expect.h).
 */
#define _GNU_SOURCE
#include "expect.h"
#include <errno.h>
#include <linepress/capture.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

#define PAGE ((size_t)4096)
#define FUNCTION __attribute__((noinline)) static

static unsigned boundary = 1, block_number;

static void mark(void)
{
    lp_capture_boundary();
    boundary++;
    block_number = 0;
}

static void expect(const void *bytes, size_t count)
{
    expect_at(boundary, "any", ++block_number, bytes, count);
}

static void fill(void *memory, size_t bytes, uint64_t seed)
{
    unsigned char *p = memory;
    for (size_t i = 0; i < bytes; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        p[i] = (unsigned char)(seed >> 56);
    }
}

/* Prints an answer, with the error if it is one. */
static void say(const char *what, bool good)
{
    int error = errno;
    printf("%s: %s\n", what, good ? "good" : strerror(error));
}

FUNCTION unsigned char *map(size_t pages, int flags)
{
    return mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
}

FUNCTION unsigned char *filled(size_t pages, uint64_t seed)
{
    unsigned char *memory = map(pages, MAP_PRIVATE);
    fill(memory, pages * PAGE, seed);
    return memory;
}

/* ---- forks while other threads allocate ---- */

static volatile bool stop;

static void *churn(void *context)
{
    for (size_t i = 0; !stop; i++) {
        char *block = malloc(100000 + i % 1000);
        block = realloc(block, 200000 + i % 1000);
        block[9] = 2;
        void *area = map(40, MAP_PRIVATE);
        area = mremap(area, 40 * PAGE, 50 * PAGE, MREMAP_MAYMOVE);
        munmap(area, 50 * PAGE);
        free(block);
    }
    return context;
}

/* Actions allowed after any fork: in a process that the library does not know, only system
 * calls. */
static void be_child(bool of_library)
{
    void *area = map(40, MAP_PRIVATE);
    munmap(area, 40 * PAGE);
    if (of_library) {
        free(realloc(malloc(150000), 300000));
        lp_capture_boundary();
    }
    _exit(3);
}

static int forks(int count)
{
    pthread_t ids[4];
    int right = 0;
    for (int i = 0; i < 4; i++)
        pthread_create(&ids[i], NULL, churn, NULL);
    for (int i = 0; i < count; i++) {
        int status;
        bool of_library = i % 2 == 0;
        pid_t child = of_library ? fork() : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        if (child == 0)
            be_child(of_library);
        right += waitpid(child, &status, 0) == child && status == 3 << 8;
    }
    stop = true;
    for (int i = 0; i < 4; i++)
        pthread_join(ids[i], NULL);
    printf("%d of %d children\n", right, count);
    return 0;
}

/* ---- handlers that map ---- */

static volatile sig_atomic_t handled;
static sigjmp_buf again;

static void on_alarm(int number)
{
    int error = errno;
    void *area = map(30, MAP_PRIVATE);
    memset(area, number, PAGE);
    area = mremap(area, 30 * PAGE, 60 * PAGE, MREMAP_MAYMOVE);
    munmap((char *)area + 10 * PAGE, 10 * PAGE);
    munmap(area, 60 * PAGE);
    munmap((char *)area + 1, PAGE);
    handled++;
    errno = error;
}

static void on_alarm_jump(int number)
{
    on_alarm(number);
    siglongjmp(again, 1);
}

/* Each alarm comes a little later than the one before, so that it hits every part of the work. */
static void next_alarm(void)
{
    struct itimerval in = {.it_value.tv_usec = 20 + handled % 97};
    setitimer(ITIMER_REAL, &in, NULL);
}

static void work_on(bool allocates)
{
    char *block = allocates ? malloc(100000) : NULL;
    void *area = map(20, MAP_PRIVATE);
    if (allocates)
        block = realloc(block, 140000);
    area = mremap(area, 20 * PAGE, 30 * PAGE, MREMAP_MAYMOVE);
    munmap(area, 30 * PAGE);
    if (allocates)
        free(block);
}

/* A jump out of malloc would also break the allocator without capture: then only mappings are
 * used. */
static int handlers(int count, bool jumps)
{
    static unsigned char alternate[65536];
    stack_t stack = {.ss_sp = alternate, .ss_size = jumps ? sizeof alternate : 12288};
    struct sigaction action = {.sa_handler = jumps ? on_alarm_jump : on_alarm,
                               .sa_flags = SA_ONSTACK};
    memset(filled(20, 1), 1, PAGE);
    sigaltstack(&stack, NULL);
    sigaction(SIGALRM, &action, NULL);
    sigsetjmp(again, 1);
    while (handled < count) {
        sig_atomic_t before = handled;
        next_alarm();
        while (handled == before)
            work_on(!jumps);
        if (handled % 64 == 0)
            mark();
    }
    printf("%d handled\n", count);
    return 0;
}

/* ---- memory that a copy of the process does not have ---- */

static int hidden(void)
{
    unsigned char *all = filled(40, 1), *part = filled(60, 2), *wiped = filled(30, 3);
    unsigned char *closed = filled(30, 4), *sparse = map(100, MAP_PRIVATE);
    unsigned char *heap = malloc(500000);
    unsigned char *page = (unsigned char *)(((uintptr_t)heap + PAGE) / PAGE * PAGE);
    fill(heap, 500000, 5);
    fill(sparse + 70 * PAGE, PAGE, 6);
    say("all", madvise(all, 40 * PAGE, MADV_DONTFORK) == 0);
    say("part", madvise(part + 20 * PAGE, 10 * PAGE, MADV_DONTFORK) == 0);
    say("wiped", madvise(wiped + PAGE, 20 * PAGE, MADV_WIPEONFORK) == 0);
    say("closed", madvise(closed, 30 * PAGE, MADV_DONTFORK) == 0);
    say("sparse", madvise(sparse, 100 * PAGE, MADV_DONTFORK) == 0);
    say("heap", madvise(page, 20 * PAGE, MADV_DONTFORK) == 0);
    say("bad advice", madvise(part, PAGE, 12345) == 0);
    say("bad address", madvise(part + 1, PAGE, MADV_DONTFORK) == 0);
    for (unsigned step = 0; step < 2; step++) {
        fill(all, 40 * PAGE, 10 + step);
        fill(part, 60 * PAGE, 20 + step);
        fill(wiped, 30 * PAGE, 30 + step);
        expect(all, 40 * PAGE);
        expect(part, 60 * PAGE);
        expect(wiped, 30 * PAGE);
        expect(closed, 30 * PAGE);
        expect(sparse, 100 * PAGE);
        expect(heap, 500000);
        mprotect(closed, 30 * PAGE, PROT_NONE);
        mark();
        mprotect(closed, 30 * PAGE, PROT_READ);
    }
    return 0;
}

/* ---- mappings ---- */

static void failing(unsigned char *area)
{
    say("munmap of no page", munmap(area + 1, PAGE) == 0);
    say("munmap of nothing", munmap(area, 0) == 0);
    say("mremap of no page", mremap(area + 1, PAGE, 2 * PAGE, MREMAP_MAYMOVE) != MAP_FAILED);
    say("mremap to nothing", mremap(area, PAGE, 0, MREMAP_MAYMOVE) != MAP_FAILED);
    say("mremap, bad flags", mremap(area, PAGE, PAGE, 1 << 20) != MAP_FAILED);
    say("mremap over itself",
        mremap(area, 8 * PAGE, 8 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, area + PAGE) != MAP_FAILED);
    say("mmap of nothing", map(0, MAP_PRIVATE) != MAP_FAILED);
    say("mmap of all there is", map((size_t)1 << 50, MAP_PRIVATE) != MAP_FAILED);
    say("mmap over, not to replace",
        mmap(area, 8 * PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != MAP_FAILED);
    say("mmap of no file", mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, 999, 0) != MAP_FAILED);
}

/* Each leaves the expected blocks. */
static void cut(void)
{
    /* Two at once, which the kernel places next to each other; the remains of both. */
    unsigned char *space = map(60, MAP_PRIVATE | MAP_NORESERVE);
    munmap(space, 60 * PAGE);
    unsigned char *low = mmap(space, 30 * PAGE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    unsigned char *high = mmap(space + 30 * PAGE, 30 * PAGE, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    fill(low, 30 * PAGE, 1);
    fill(high, 30 * PAGE, 2);
    say("munmap of two", munmap(low + 20 * PAGE, 20 * PAGE) == 0);
    expect(low, 20 * PAGE);
    expect(high + 10 * PAGE, 20 * PAGE);
    /* Calls that go only to the kernel. No other mapping is as small as the hole. */
    unsigned char *silent = filled(40, 3), *gone = filled(20, 4);
    say("silent munmap", syscall(SYS_munmap, silent + 10 * PAGE, PAGE) == 0);
    say("all of it", syscall(SYS_munmap, gone, 20 * PAGE) == 0);
    expect(silent, 10 * PAGE);
    expect(silent + 11 * PAGE, 29 * PAGE);
}

static void move(void)
{
    unsigned char *area = filled(50, 5), *target = filled(40, 6);
    /* A part of a block over another: both are cut. */
    unsigned char *to = mremap(area + 10 * PAGE, 20 * PAGE, 20 * PAGE,
                               MREMAP_MAYMOVE | MREMAP_FIXED, target + 10 * PAGE);
    say("mremap of a part", to == target + 10 * PAGE);
    expect(area, 10 * PAGE);
    expect(area + 30 * PAGE, 20 * PAGE);
    expect(target, 10 * PAGE);
    expect(to, 20 * PAGE);
    expect(target + 30 * PAGE, 10 * PAGE);
    unsigned char *shrunk = filled(40, 7);
    say("mremap to less", mremap(shrunk, 40 * PAGE, 25 * PAGE, 0) == shrunk);
    expect(shrunk, 25 * PAGE);
    unsigned char *grown = filled(20, 8);
    grown = mremap(grown, 20 * PAGE, 70 * PAGE, MREMAP_MAYMOVE);
    fill(grown + 60 * PAGE, PAGE, 9);
    expect(grown, 70 * PAGE);
    unsigned char *shared = map(20, MAP_SHARED);
    fill(shared, 20 * PAGE, 10);
    unsigned char *twin = mremap(shared, 0, 20 * PAGE, MREMAP_MAYMOVE);
    say("mremap of a twin", twin != MAP_FAILED && memcmp(twin, shared, 20 * PAGE) == 0);
    expect(shared, 20 * PAGE);
    expect(twin, 20 * PAGE);
    unsigned char *left = filled(20, 11);
    unsigned char *moved = mremap(left, 20 * PAGE, 20 * PAGE,
                                  MREMAP_MAYMOVE | 4 /* MREMAP_DONTUNMAP */, NULL);
    say("mremap that leaves", moved != MAP_FAILED);
    expect(left, 20 * PAGE);
    expect(moved, 20 * PAGE);
}

static void cover(void)
{
    unsigned char *area = filled(60, 12);
    unsigned char *over = mmap(area + 20 * PAGE, 20 * PAGE, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    say("mmap over", over == area + 20 * PAGE);
    fill(over, 20 * PAGE, 13);
    expect(area, 20 * PAGE);
    expect(over, 20 * PAGE);
    expect(area + 40 * PAGE, 20 * PAGE);
    unsigned char *file = filled(40, 14);
    int fd = open("/proc/self/exe", O_RDONLY);
    void *text = mmap(file + 10 * PAGE, 10 * PAGE, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0);
    close(fd);
    say("a file over", text == file + 10 * PAGE);
    expect(file, 10 * PAGE);
    expect(file + 20 * PAGE, 20 * PAGE);
}

static int mappings(void)
{
    unsigned char *kept = filled(16, 15);
    failing(kept);
    munmap(filled(20, 16), 20 * PAGE);
    cut();
    move();
    cover();
    failing(kept);
    expect(kept, 16 * PAGE);
    mark();
    return 0;
}

/* A terabyte of which a few pages are used, and shared memory that was never written. */
static int sparse(void)
{
    size_t tera = (size_t)1 << 40, some = (size_t)1 << 36;
    unsigned char *large = mmap(NULL, tera, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    unsigned char *shared = mmap(NULL, some, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    say("large", large != MAP_FAILED);
    say("shared", shared != MAP_FAILED);
    if (large == MAP_FAILED || shared == MAP_FAILED)
        return 1;
    large[tera / 2] = 1;
    large[tera - 1] = 2;
    shared[some / 2] = 3;
    shared[some - 1] = 4;
    mark();
    return 0;
}

/* ---- signals, children, descriptors ---- */

static sigjmp_buf faulted;
static volatile sig_atomic_t profiled;

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    (void)context;
    siglongjmp(faulted, 1);
}

static void on_profile(int number)
{
    (void)number;
    profiled++;
}

static void fault_once(void)
{
    unsigned char *area = map(20, MAP_PRIVATE);
    mprotect(area, 20 * PAGE, PROT_READ);
    if (sigsetjmp(faulted, 1) == 0) {
        *(volatile unsigned char *)area = 1;
        printf("no fault\n");
    }
    munmap(area, 20 * PAGE);
}

static void say_signals(const char *when)
{
    sigset_t blocked, pending;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    sigpending(&pending);
    printf("%s:", when);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&blocked, i) == 1 || sigismember(&pending, i) == 1)
            printf(" %d%s%s", i, sigismember(&blocked, i) == 1 ? "b" : "",
                   sigismember(&pending, i) == 1 ? "p" : "");
    printf("\n");
}

static int signals(void)
{
    struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    struct itimerval often = {{0, 1000}, {0, 1000}};
    sigset_t some, seen;
    siginfo_t info;
    void *block = malloc(200000);
    memset(block, 1, 200000);
    sigaction(SIGSEGV, &fault, NULL);
    signal(SIGPROF, on_profile);
    setitimer(ITIMER_PROF, &often, NULL);
    sigemptyset(&some);
    sigaddset(&some, SIGUSR2);
    sigaddset(&some, SIGCHLD);
    sigaddset(&some, SIGSEGV + 30);
    sigprocmask(SIG_BLOCK, &some, NULL);
    int fd = signalfd(-1, &some, SFD_NONBLOCK | SFD_CLOEXEC);
    for (int i = 0; i < 3; i++) {
        fault_once();
        mark();
        say_signals("after a boundary");
        say("a signal's descriptor", read(fd, &info, sizeof info) > 0);
        say("any child", waitpid(-1, NULL, WNOHANG) >= 0);
        say("any child by waitid", waitid(P_ALL, 0, &info, WEXITED | WNOHANG) == 0);
    }
    while (profiled < 5)
        fill(block, 200000, 1);
    kill(getpid(), SIGUSR2);
    sigemptyset(&seen);
    sigaddset(&seen, SIGUSR2);
    printf("waited for %d\n", sigwaitinfo(&seen, &info));
    often = (struct itimerval){0};
    setitimer(ITIMER_PROF, &often, NULL);
    close(fd);
    return 0;
}

static int descriptors(void)
{
    struct rlimit few = {4, 4};
    void *block = malloc(200000);
    memset(block, 1, 200000);
    umask(0777);
    say("chdir", chdir("/") == 0);
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            say("limit", setrlimit(RLIMIT_NOFILE, &few) == 0);
        if (i == 2) {
            fflush(stdout);
            dup2(1, 3);
            syscall(SYS_close_range, 4, ~0u, 0);
        }
        mark();
        int fd = open("/dev/null", O_RDONLY);
        printf("opened %d\n", fd);
        if (fd >= 0 && i < 2)
            close(fd);
    }
    madvise(map(20, MAP_PRIVATE), 20 * PAGE, MADV_DONTFORK);
    mark();
    return 0;
}

/* Gives up the rights that the snapshot's files would need; prints as before. */
static int leaves(const char *how)
{
    void *block = malloc(200000);
    memset(block, 1, 200000);
    mark();
    if (strcmp(how, "root") == 0)
        say("chroot", chroot("/proc") == 0 && chdir("/") == 0);
    else
        say("setuid", setresuid(65534, 65534, 65534) == 0);
    mark();
    printf("went on\n");
    return 5;
}

/* ---- ends ---- */

static void at_quick_exit_say(void)
{
    printf("quick exit\n");
    fflush(stdout);
}

static void *end_later(void *context)
{
    printf("the last thread\n");
    return context;
}

static int ends(const char *how)
{
    pthread_t id;
    void *block = malloc(200000);
    memset(block, 1, 200000);
    mark();
    if (strcmp(how, "_exit") == 0)
        _exit(7);
    if (strcmp(how, "quick_exit") == 0) {
        at_quick_exit(at_quick_exit_say);
        quick_exit(8);
    }
    if (strcmp(how, "thread") == 0) {
        pthread_create(&id, NULL, end_later, NULL);
        pthread_exit(NULL);
    }
    if (strcmp(how, "trap") == 0)
        __builtin_trap();
    raise(atoi(how));
    abort();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *more = argc > 2 ? argv[2] : "";
    if (strcmp(what, "forks") == 0)
        return forks(atoi(more));
    if (strcmp(what, "handlers") == 0)
        return handlers(atoi(more), false);
    if (strcmp(what, "jumps") == 0)
        return handlers(atoi(more), true);
    if (strcmp(what, "hidden") == 0)
        return hidden();
    if (strcmp(what, "mappings") == 0)
        return mappings();
    if (strcmp(what, "sparse") == 0)
        return sparse();
    if (strcmp(what, "signals") == 0)
        return signals();
    if (strcmp(what, "descriptors") == 0)
        return descriptors();
    if (strcmp(what, "leaves") == 0)
        return leaves(more);
    if (strcmp(what, "ends") == 0)
        return ends(more);
    fprintf(stderr, "guest: what?\n");
    return 94;
}
