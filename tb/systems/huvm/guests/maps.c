/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that a program may do on memory that it mapped. */
#define _GNU_SOURCE
#include "holes.h"
#include "guest.h"
#include <fcntl.h>
#include <sys/resource.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#define MADV_KEEPONFORK 19
#endif

static void unmapping(void)
{
    char *m = map(4 * CHUNK);
    memset(m, 5, 4 * CHUNK);
    SAY(munmap(m + 1, PAGE));
    SAY(munmap(m, 0));
    SAY(munmap(m, (size_t)-1));
    SAY(munmap(m + PAGE, PAGE));
    SAY(try_use(m + PAGE, false) != 0);
    SAY(try_use(m, true));
    SAY(all(m + 2 * PAGE, CHUNK, 5));
    SAY(munmap(m + PAGE, PAGE));
    SAY(munmap(m + CHUNK - 3, 2 * CHUNK));
    SAY(munmap(m + CHUNK, 2 * CHUNK + 1));
    SAY(try_use(m + 2 * CHUNK, true) != 0);
    SAY(try_use(m + 3 * CHUNK, true) != 0);
    SAY(try_use(m + 3 * CHUNK + PAGE, true));
    SAY(all(m + 3 * CHUNK + PAGE, CHUNK - PAGE, 5));
    SAY(munmap(m, 4 * CHUNK));
}

/* As in allocators that align: far more than there is room for, unless it is freed. */
static void trimming(void)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < 300; i++) {
        size_t n = 1 << 20, cut = (i % 16 + 1) * PAGE;
        char *m = map(2 * n);
        munmap(m, cut);
        munmap(m + cut + n, n - cut);
        bad += m[cut] != 0 || m[cut + n - 1] != 0;
        m[cut] = m[cut + n - 1] = 1;
        bad += munmap(m + cut, n / 2) != 0 || m[cut + n - 1] != 1;
        munmap(m + cut + n / 2, n / 2);
    }
    SAY(bad);
}

static void spanning(void)
{
    char *m = mmap(NULL, 8 * CHUNK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    SAY(m != MAP_FAILED);
    SAY(mmap(m + CHUNK, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
             0) == m + CHUNK);
    m[CHUNK] = 1;
    SAY(munmap(m, 8 * CHUNK));
    holes_fill(); /* or a library may be between the two */
    char *a = map(CHUNK), *b = map(CHUNK);
    a[0] = b[0] = 1;
    SAY(munmap(a < b ? a : b, (size_t)(a < b ? b - a : a - b) + CHUNK) == 0);
}

static void moving(void)
{
    char *m = map(2 * CHUNK), *n;
    memset(m, 7, 2 * CHUNK);
    m = mremap(m, 2 * CHUNK, CHUNK / 2, MREMAP_MAYMOVE);
    SAY(all(m, CHUNK / 2, 7));
    m = mremap(m, CHUNK / 2, CHUNK - PAGE, MREMAP_MAYMOVE);
    SAY(all(m, CHUNK / 2, 7) && all(m + CHUNK / 2, CHUNK / 2 - PAGE, 0));
    m = mremap(m, CHUNK - PAGE, 40 * CHUNK, MREMAP_MAYMOVE);
    SAY(all(m, CHUNK / 2, 7) && all(m + CHUNK / 2, 40 * CHUNK - CHUNK / 2, 0));
    SAY(mremap(m, CHUNK, 0, MREMAP_MAYMOVE) == MAP_FAILED);
    SAY(mremap(m, 0, CHUNK, MREMAP_MAYMOVE) == MAP_FAILED);
    SAY(mremap(m + 1, CHUNK, CHUNK, MREMAP_MAYMOVE) == MAP_FAILED);
    SAY(mremap(m, CHUNK, CHUNK, MREMAP_FIXED, m + CHUNK) == MAP_FAILED);
    SAY(mremap(m, CHUNK, CHUNK, 64) == MAP_FAILED);
    SAY(mremap(m, CHUNK, CHUNK, MREMAP_MAYMOVE | MREMAP_FIXED, m + PAGE) == MAP_FAILED);
    SAY(mremap(m, CHUNK, CHUNK, MREMAP_MAYMOVE | MREMAP_FIXED, m + CHUNK + 1) == MAP_FAILED);
    SAY(mremap(m, CHUNK, 2 * CHUNK, 0) == MAP_FAILED || true);
    SAY(mremap(m, CHUNK, CHUNK, 0) == m);
    memset(m, 3, 2 * CHUNK);
    SAY(mremap(m, CHUNK, CHUNK, MREMAP_MAYMOVE | MREMAP_FIXED, m + 8 * CHUNK) == m + 8 * CHUNK);
    SAY(all(m + 8 * CHUNK, CHUNK, 3));
    SAY(try_use(m, true) != 0);
    SAY(all(m + CHUNK, CHUNK, 3));
    SAY(mremap(m, CHUNK, 2 * CHUNK, MREMAP_MAYMOVE) == MAP_FAILED);
    /* Some of a block to elsewhere, and back in the middle of it. */
    n = mmap(NULL, 4 * CHUNK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    m[8 * CHUNK + PAGE] = 9;
    SAY(mremap(m + 8 * CHUNK + PAGE, 2 * PAGE, 3 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, n) == n);
    SAY(n[0] == 9 && n[1] == 3 && n[2 * PAGE] == 0);
    SAY(mremap(n, 3 * PAGE, 3 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, m + 20 * CHUNK + PAGE) ==
        m + 20 * CHUNK + PAGE);
    SAY(m[20 * CHUNK + PAGE] == 9 && m[20 * CHUNK + PAGE + 1] == 3 && m[20 * CHUNK] == 0);
    SAY(munmap(m, 40 * CHUNK));
    m = map(CHUNK);
    memset(m, 4, CHUNK);
    mprotect(m, CHUNK, PROT_READ);
    m = mremap(m, CHUNK, 3 * CHUNK, MREMAP_MAYMOVE);
    SAY(all(m, CHUNK, 4) && m[3 * CHUNK - 1] == 0);
    SAY(try_use(m, true));
    SAY(try_use(m + 3 * CHUNK - 1, true));
    SAY(munmap(m, 3 * CHUNK));
#ifdef MREMAP_DONTUNMAP
    m = map(CHUNK);
    memset(m, 6, CHUNK);
    n = mremap(m, CHUNK, CHUNK, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
    SAY(n != MAP_FAILED && n != m && all(n, CHUNK, 6) && all(m, CHUNK, 0));
    SAY(mremap(m, CHUNK, 2 * CHUNK, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL) == MAP_FAILED);
    munmap(m, CHUNK);
    munmap(n, CHUNK);
#endif
}

static void advising(void)
{
    static const int advices[] = {MADV_NORMAL,
                                  MADV_RANDOM,
                                  MADV_SEQUENTIAL,
                                  MADV_WILLNEED,
                                  MADV_DOFORK,
                                  MADV_HUGEPAGE,
                                  MADV_NOHUGEPAGE,
                                  MADV_DONTDUMP,
                                  MADV_DODUMP,
                                  MADV_MERGEABLE,
                                  MADV_UNMERGEABLE,
                                  MADV_REMOVE,
                                  20,
                                  21,
                                  22,
                                  23,
                                  77,
                                  -1,
                                  1000000};
    char *m = map(4 * CHUNK);
    memset(m, 8, 4 * CHUNK);
    for (unsigned i = 0; i < sizeof advices / sizeof advices[0]; i++)
        SAY((advices[i] << 8) + madvise(m, CHUNK, advices[i]));
    SAY(all(m, 4 * CHUNK, 8));
    SAY(madvise(m + 1, CHUNK, MADV_DONTNEED));
    SAY(madvise(m, 0, MADV_DONTNEED));
    SAY(madvise(m, (size_t)-1, MADV_DONTNEED));
    SAY(madvise(m, (size_t)-PAGE, MADV_DONTNEED));
    SAY(all(m, 4 * CHUNK, 8));
    SAY(madvise(m + PAGE, CHUNK, MADV_DONTNEED));
    SAY(all(m, PAGE, 8) && all(m + PAGE, CHUNK, 0) && all(m + PAGE + CHUNK, CHUNK, 8));
    SAY(madvise(m + 2 * CHUNK, 10, MADV_DONTNEED));
    SAY(all(m + 2 * CHUNK, PAGE, 0) && m[2 * CHUNK + PAGE] == 8);
    mprotect(m + 3 * CHUNK, 2 * PAGE, PROT_READ);
    SAY(madvise(m + 3 * CHUNK, PAGE, MADV_DONTNEED));
    SAY(all(m + 3 * CHUNK, PAGE, 0) && all(m + 3 * CHUNK + PAGE, PAGE, 8));
    SAY(try_use(m + 3 * CHUNK, true));
    munmap(m + PAGE, PAGE);
    memset(m + 2 * PAGE, 8, PAGE);
    SAY(madvise(m, 3 * PAGE, MADV_DONTNEED));
    SAY(m[0] == 0 && all(m + 2 * PAGE, PAGE, 0));
    SAY(madvise(m, 3 * PAGE, MADV_WILLNEED));
    memset(m + 2 * CHUNK, 1, PAGE);
    SAY(madvise(m + 2 * CHUNK, PAGE, MADV_FREE));
    memset(m + 2 * CHUNK, 2, PAGE);
    SAY(all(m + 2 * CHUNK, PAGE, 2));
    SAY(posix_madvise(m, CHUNK, POSIX_MADV_DONTNEED));
    SAY(munmap(m, 4 * CHUNK));
}

static void forking(void)
{
    char *m = map(4 * CHUNK);
    memset(m, 1, 4 * CHUNK);
    SAY(madvise(m, PAGE, MADV_DONTFORK));
    SAY(madvise(m + CHUNK, CHUNK, MADV_WIPEONFORK));
    SAY(CHILD(_exit(m[0])));
    SAY(CHILD(_exit(all(m + CHUNK, CHUNK, 0) + 2 * all(m + 2 * CHUNK, 2 * CHUNK, 1))));
    SAY(all(m, 4 * CHUNK, 1));
    SAY(madvise(m, PAGE, MADV_DOFORK));
    SAY(madvise(m + CHUNK, CHUNK, MADV_KEEPONFORK));
    SAY(CHILD(_exit(all(m, 4 * CHUNK, 1))));
    SAY(munmap(m, 4 * CHUNK));
}

static void protecting(void)
{
    char *m = map(6 * CHUNK);
    memset(m, 2, 6 * CHUNK);
    SAY(mprotect(m + 1, PAGE, PROT_READ));
    SAY(mprotect(m, 0, PROT_READ));
    SAY(mprotect(m, PAGE, 1 << 12));
    SAY(mprotect(m, (size_t)-1, PROT_READ));
    SAY(mprotect(m + CHUNK, PAGE, PROT_NONE));
    SAY(mprotect(m + 2 * CHUNK - PAGE, 2 * PAGE, PROT_READ));
    SAY(try_use(m + CHUNK, false));
    SAY(try_use(m + CHUNK - 1, true));
    SAY(try_use(m + CHUNK + PAGE, true));
    SAY(try_use(m + 2 * CHUNK, false));
    SAY(try_use(m + 2 * CHUNK, true));
    SAY(try_use(m + 2 * CHUNK + PAGE, true));
    SAY(try_use(m + 2 * CHUNK - PAGE, true));
    /* Elsewhere for a while, so that protected memory is made resident again. */
    char *other = map(60 * CHUNK);
    for (unsigned round = 0; round < 3; round++)
        memset(other, (int)round + 1, 60 * CHUNK);
    SAY(all(m + CHUNK + PAGE, 2 * CHUNK, 2));
    SAY(try_use(m + CHUNK, false));
    SAY(try_use(m + 2 * CHUNK - PAGE, true));
    SAY(mprotect(m, 6 * CHUNK, PROT_READ | PROT_WRITE));
    SAY(all(m, 6 * CHUNK, 2));
    SAY(try_use(m + CHUNK, true));
    SAY(munmap(other, 60 * CHUNK));
    munmap(m + PAGE, PAGE);
    SAY(mprotect(m, 3 * PAGE, PROT_READ));
    SAY(try_use(m, true));
#if defined(__x86_64__)
    static const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
    memcpy(m + 4 * CHUNK, code, sizeof code);
    int (*call)(void) = (int (*)(void))(uintptr_t)(m + 4 * CHUNK);
    SAY(CHILD(_exit(call())));
    SAY(mprotect(m + 4 * CHUNK, PAGE, PROT_READ | PROT_EXEC));
    SAY(call());
    SAY(try_use(m + 4 * CHUNK, true));
    SAY(mprotect(m + 4 * CHUNK, PAGE, PROT_READ | PROT_WRITE));
    m[4 * CHUNK + 1] = 43;
    SAY(mprotect(m + 4 * CHUNK, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC));
    SAY(call());
#endif
    SAY(munmap(m, 6 * CHUNK));
}

static void fixing(void)
{
    char *m = map(4 * CHUNK), path[] = "mapsXXXXXX";
    int fd = mkstemp(path);
    unlink(path);
    SAY(ftruncate(fd, 2 * PAGE + 5));
    SAY(pwrite(fd, "file", 4, PAGE));
    memset(m, 3, 4 * CHUNK);
    SAY(mmap(m + PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
             0) == m + PAGE);
    SAY(m[0] == 3 && all(m + PAGE, PAGE, 0) && all(m + 2 * PAGE, PAGE, 3));
    SAY(mmap(m + CHUNK, CHUNK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
        m + CHUNK);
    SAY(try_use(m + CHUNK, false));
    SAY(mprotect(m + CHUNK, CHUNK, PROT_READ | PROT_WRITE));
    SAY(all(m + CHUNK, CHUNK, 0) && all(m + 2 * CHUNK, CHUNK, 3));
    SAY(mmap(m + 2 * CHUNK, 2 * PAGE, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, PAGE) ==
        m + 2 * CHUNK);
    SAY(memcmp(m + 2 * CHUNK, "file", 5) == 0 && m[2 * CHUNK + 2 * PAGE] == 3);
    SAY(try_use(m + 2 * CHUNK, true));
    SAY(mmap(m, PAGE, PROT_READ, MAP_PRIVATE | MAP_FIXED, 999, 0) == MAP_FAILED);
    SAY(mmap(m, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED);
    SAY(mmap(m + 1, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED);
    SAY(mmap(m, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) ==
        MAP_FAILED);
    SAY(m[0] == 3);
    munmap(m + 3 * CHUNK, CHUNK);
    SAY(mmap(m + 3 * CHUNK, CHUNK, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == m + 3 * CHUNK);
    SAY(all(m + 3 * CHUNK, CHUNK, 0));
    SAY(munmap(m, 4 * CHUNK));
    SAY(mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    SAY(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    SAY(mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 5) ==
        MAP_FAILED);
    SAY(mmap(NULL, (size_t)-PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
        MAP_FAILED);
    SAY(mmap(NULL, (size_t)1 << 50, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
        MAP_FAILED);
    SAY(mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE, 999, 0) == MAP_FAILED);
    m = mmap((void *)0x200000000, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
             0);
    SAY(m == (void *)0x200000000);
    SAY(munmap(m, CHUNK));
    close(fd);
}

static void locking(void)
{
    struct rlimit small = {2 * PAGE, 2 * PAGE};
    unsigned char in[8];
    char *m = map(4 * CHUNK);
    m[0] = 1;
    SAY(mlock(m, PAGE));
    SAY(mlock(m + 5, PAGE));
    SAY(munlock(m, PAGE));
    SAY(mlock2(m, PAGE, 99));
    SAY(mlock2(m, PAGE, MLOCK_ONFAULT));
    SAY(CHILD(setrlimit(RLIMIT_MEMLOCK, &small); _exit(mlock(m, 2 * CHUNK) != 0)));
    SAY(mincore(m + 1, PAGE, in));
    SAY(mincore(m, 0, in));
    m[PAGE] = 2;
    SAY(mincore(m, 2 * PAGE, in));
    SAY(msync(m, CHUNK, MS_SYNC));
    SAY(msync(m, CHUNK, MS_SYNC | MS_ASYNC));
    SAY(msync(m + 1, CHUNK, MS_SYNC));
    munmap(m + PAGE, PAGE);
    SAY(msync(m, CHUNK, MS_SYNC));
    SAY(mlock(m, 2 * PAGE));
    SAY(munlock(m, 2 * PAGE));
    SAY(mincore(m, 2 * PAGE, in));
    if (geteuid() == 0) { /* for others the whole room is used */
        SAY(mlockall(MCL_CURRENT | MCL_FUTURE));
        SAY(m[0]);
        SAY(munlockall());
    }
    SAY(remap_file_pages(m, PAGE, 0, 0, 0));
    SAY(munmap(m, 4 * CHUNK));
}

int main(void)
{
    unmapping();
    trimming();
    spanning();
    moving();
    advising();
    forking();
    protecting();
    fixing();
    locking();
    return 0;
}
