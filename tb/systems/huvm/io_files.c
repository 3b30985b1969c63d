/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of files and pipes, descriptors. */
#define _GNU_SOURCE
#include "io_calls.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BIG = 200000 };

static int file_of(size_t bytes)
{
    static uint8_t all[1 << 20];
    int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (size_t i = 0; i < bytes; i++)
        all[i] = (uint8_t)(i * 31 + i / 251);
    (void)!write(fd, all, bytes);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

static void at_start(int fd)
{
    lseek(fd, 0, SEEK_SET);
}

/* Two vectors, of which one is in large memory; the list too. */
static void *vectors(void *small)
{
    struct iovec all[3] = {{mem(30000, NULL), 30000}, {small, 1000}, {mem(50000, NULL), 50000}};
    return list(sizeof all, all);
}

static void bytes_in(int fd)
{
    static const char *const names[] = {"read", "__read"}, *const at[] = {"pread", "pread64",
                                                                          "__pread64"};
    for (int i = 0; i < 2; i++) {
        at_start(fd);
        T(names[i], fd, ARG(mem(BIG, NULL)), BIG);
        T(names[i], fd, ARG(mem(BIG, NULL)), BIG); /* the end */
    }
    at_start(fd);
    T("__read_chk", fd, ARG(mem(BIG, NULL)), BIG, BIG);
    for (int i = 0; i < 3; i++)
        T(at[i], fd, ARG(mem(BIG, NULL)), BIG, 70000);
    T("__pread_chk", fd, ARG(mem(BIG, NULL)), BIG, 5, BIG);
    T("__pread64_chk", fd, ARG(mem(BIG, NULL)), BIG, 5, BIG);
    T("pread", fd, ARG(mem(100, NULL)), 100, -1);
    T("read", -1, ARG(mem(100, NULL)), 100);
    T("read", fd, ARG(mem(100, NULL)), -1);
}

static void bytes_out(int fd)
{
    static const char *const at[] = {"pwrite", "pwrite64", "__pwrite64"};
    at_start(fd);
    T("write", fd, ARG(mem(BIG, NULL)), BIG);
    T("__write", fd, ARG(mem(777, NULL)), 777);
    for (int i = 0; i < 3; i++)
        T(at[i], fd, ARG(mem(BIG, NULL)), BIG, 1000 * i);
    T("write", -1, ARG(mem(100, NULL)), 100);
    T("pread", fd, ARG(mem(BIG, NULL)), BIG, 0);
    fact("bytes", lseek(fd, 0, SEEK_END));
}

static void bytes_in_vectors(int fd)
{
    uint8_t small[1000];
    static const char *const in[] = {"readv", "preadv", "preadv64", "preadv2", "preadv64v2"};
    static const char *const out[] = {"writev", "pwritev", "pwritev64", "pwritev2", "pwritev64v2"};
    for (int i = 0; i < 5; i++) {
        at_start(fd);
        memset(small, 3, sizeof small);
        T(in[i], fd, ARG(vectors(small)), 3, 40000, 0, 0);
        fact("small", sum_of(small, sizeof small));
    }
    for (int i = 0; i < 5; i++) {
        at_start(fd);
        T(out[i], fd, ARG(vectors(small)), 3, 500, 0, 0);
        T("pread", fd, ARG(mem(BIG, NULL)), BIG, 0);
    }
    T("readv", fd, ARG(vectors(small)), 5000);
    T("readv", fd, ARG(vectors(small)), -1);
    struct iovec bad = {mem(10, NULL), (size_t)-1};
    T("writev", fd, ARG(list(sizeof bad, &bad)), 1);
    T("writev", fd, ARG(8), 2);
}

/* One write is one record, whatever others do to the file. */
static void appended(void)
{
    int fd = open("log", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    T("write", fd, ARG(mem(BIG, NULL)), BIG);
    T("write", fd, ARG(mem(100, NULL)), 100);
    T("pread", fd, ARG(mem(BIG + 100, NULL)), BIG + 100, 0);
    close(fd);
}

static void pipes(void)
{
    int *fd = mem(8, NULL), p[2];
    static const char *const names[] = {"pipe", "__pipe", "pipe2"};
    for (int i = 0; i < 3; i++) {
        fd = mem(8, NULL);
        TS(names[i], ARG(fd), O_NONBLOCK * (i == 2));
        close(fd[0]);
        close(fd[1]);
    }
    (void)!pipe2(p, O_NONBLOCK);
    fcntl(p[1], F_SETPIPE_SZ, 65536);
    T("write", p[1], ARG(mem(BIG, NULL)), BIG); /* the part that fits */
    T("write", p[1], ARG(mem(10, NULL)), 10);
    T("read", p[0], ARG(mem(1000, NULL)), 1000);
    T("read", p[0], ARG(mem(BIG, NULL)), BIG);
    T("read", p[0], ARG(mem(10, NULL)), 10);
    struct iovec one = {mem(3000, NULL), 3000};
    T("vmsplice", p[1], ARG(list(sizeof one, &one)), 1, 0);
    T("read", p[0], ARG(mem(5000, NULL)), 5000);
    signal(SIGPIPE, SIG_IGN);
    close(p[0]);
    T("write", p[1], ARG(mem(10, NULL)), 10);
    close(p[1]);
}

static void between(int fd)
{
    int64_t from = 100, to = 7;
    int other = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600), p[2];
    (void)!pipe2(p, O_NONBLOCK);
    T("splice", fd, ARG(mem(8, &from)), p[1], 0, 3000, 0);
    T("splice", p[0], 0, other, ARG(mem(8, &to)), 3000, 0);
    T("copy_file_range", fd, ARG(mem(8, &from)), other, ARG(mem(8, &to)), 3000, 0);
    T("sendfile", other, fd, ARG(mem(8, &from)), 3000);
    T("sendfile64", other, fd, ARG(mem(8, &from)), 3000);
    T("pread", other, ARG(mem(9000, NULL)), 9000, 0);
    close(other);
    close(p[0]);
    close(p[1]);
}

static void random_bytes(void)
{
    uint8_t *p = mem(60000, NULL), *q = mem(200, NULL), *r = mem(60000, NULL);
    uint32_t before = sum_of(p + 59000, 1000);
    TS("getrandom", ARG(p), 60000, 0);
    fact("changed", before != sum_of(p + 59000, 1000));
    before = sum_of(q, 200);
    TS("getentropy", ARG(q), 200);
    fact("changed", before != sum_of(q, 200));
    T("getentropy", ARG(mem(300, NULL)), 300);
    before = sum_of(r, 60000);
    TQ("arc4random_buf", ARG(r), 60000);
    fact("changed", before != sum_of(r, 60000));
}

static void folders(void)
{
    static const char *const names[] = {"getdents64", "getdirentries", "getdirentries64"};
    for (int i = 0; i < 3; i++) {
        int fd = open("/", O_RDONLY | O_DIRECTORY);
        uint8_t *p = mem(8192, NULL);
        int64_t *base = mem(8, NULL);
        T(names[i], fd, ARG(p), 8192, ARG(base));
        close(fd);
    }
    by_syscall(true);
    int fd = open("/", O_RDONLY | O_DIRECTORY);
    T("getdents", fd, ARG(mem(8192, NULL)), 8192);
    close(fd);
    by_syscall(false);
}

/* A pipe whose numbers are the same in each run. */
static void fixed_pipe(int *p)
{
    (void)!pipe(p);
    for (int i = 0; i < 2; i++) {
        dup2(p[i], 200 + i);
        close(p[i]);
        p[i] = 200 + i;
    }
}

static void ready(void)
{
    int p[2], e = epoll_create1(0);
    fixed_pipe(p);
    (void)!write(p[1], "x", 1);
    struct pollfd polls[2] = {{p[0], POLLIN, 0}, {p[1], POLLOUT, 0}};
    struct timespec none = {0, 0};
    struct timeval nothing = {0, 0};
    sigset_t set = {0};
    sigemptyset(&set);
    T("poll", ARG(mem(16, polls)), 2, 0);
    T("__poll", ARG(mem(16, polls)), 2, 0);
    T("__poll_chk", ARG(mem(16, polls)), 2, 0, 16);
    T("ppoll", ARG(mem(16, polls)), 2, ARG(mem(16, &none)), ARG(mem(sizeof set, &set)));
    T("__ppoll_chk", ARG(mem(16, polls)), 2, ARG(mem(16, &none)), ARG(mem(sizeof set, &set)), 16);
    T("poll", ARG(mem(16, polls)), -1, 0);
    fd_set fds;
    FD_ZERO(&fds);
    FD_SET(p[0], &fds);
    FD_SET(p[1], &fds);
    T("select", p[1] + 1, ARG(mem(sizeof fds, &fds)), ARG(mem(sizeof fds, &fds)),
      ARG(mem(sizeof fds, &fds)), ARG(mem(16, &nothing)));
    T("__select", p[1] + 1, ARG(mem(sizeof fds, &fds)), 0, 0, ARG(mem(16, &nothing)));
    T("select", -1, ARG(mem(sizeof fds, &fds)), 0, 0, ARG(mem(16, &nothing)));
    T("pselect", p[1] + 1, ARG(mem(sizeof fds, &fds)), ARG(mem(sizeof fds, &fds)), 0,
      ARG(mem(16, &none)), ARG(mem(sizeof set, &set)));
    by_syscall(true);
    T("pselect6", p[1] + 1, ARG(mem(sizeof fds, &fds)), ARG(mem(sizeof fds, &fds)), 0,
      ARG(mem(16, &none)), 0);
    by_syscall(false);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = 77};
    T("epoll_ctl", e, EPOLL_CTL_ADD, p[0], ARG(mem(sizeof event, &event)));
    T("epoll_wait", e, ARG(mem(50 * sizeof event, NULL)), 50, 0);
    T("epoll_pwait", e, ARG(mem(50 * sizeof event, NULL)), 50, 0, ARG(mem(sizeof set, &set)));
    T("epoll_pwait2", e, ARG(mem(50 * sizeof event, NULL)), 50, ARG(mem(16, &none)),
      ARG(mem(sizeof set, &set)));
    T("epoll_wait", e, ARG(mem(50 * sizeof event, NULL)), 0, 0);
    close(e);
    close(p[0]);
    close(p[1]);
}

static void controls(int fd)
{
    static const char *const names[] = {"fcntl", "fcntl64", "__fcntl"};
    int p[2];
    uint64_t one = 1;
    (void)!pipe(p);
    (void)!write(p[1], "abc", 3);
    T("ioctl", p[0], FIONREAD, ARG(mem(4, NULL)));
    T("ioctl", p[0], TCGETS, ARG(mem(60, NULL)));
    T("ioctl", fd, FIONBIO, ARG(mem(4, "\1\0\0")));
    for (int i = 0; i < 3; i++) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 9};
        T(names[i], fd, F_SETLK, ARG(mem(sizeof lock, &lock)));
        T(names[i], fd, F_GETLK, ARG(mem(sizeof lock, &lock)));
    }
    T("eventfd_read", 77, ARG(mem(8, &one)));
    sigset_t set = {0};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    TS("signalfd", -1, ARG(mem(sizeof set, &set)), 0);
    by_syscall(true);
    TS("signalfd4", -1, ARG(mem(8, &set)), 8, 0);
    by_syscall(false);
    TS("memfd_create", ARG(text("name")), 0);
    T("inotify_add_watch", 77, ARG(text("/nowhere")), 1);
    T("fanotify_mark", 77, 1, 0, -100, ARG(text("/nowhere")));
    close(p[0]);
    close(p[1]);
}

static void other_memory(void)
{
    char small[5000];
    struct iovec mine = {mem(4000, NULL), 4000}, there = {mem(4000, NULL), 4000};
    memset(small, 9, sizeof small);
    T("process_vm_readv", getpid(), ARG(list(sizeof mine, &mine)), 1,
      ARG(list(sizeof there, &there)), 1, 0);
    struct iovec from = {small, 5000}, big = {mem(5000, NULL), 5000};
    T("process_vm_writev", getpid(), ARG(list(sizeof from, &from)), 1, ARG(list(sizeof big, &big)),
      1, 0);
}

/* The offset of memory in its page matters, and the C library's answer depends on it if it is
 * odd. */
static void direct(void)
{
    int fd = open("data", O_RDWR | O_DIRECT);
    char *block = aligned_alloc(4096, 131072);
    memset(block, 'd', 131072);
    fact("opened", fd >= 0);
    evict();
    fact("wrote", pwrite(fd, block, 65536, 0));
    evict();
    fact("read", pread(fd, block + 65536, 65536, 0));
    fact("sum", sum_of(block, 131072));
    evict();
    fact("small", pread(fd, block + 512, 512, 512));
    evict();
    fact("odd", pread(fd, block + 1, 512, 0));
    free(block);
    close(fd);
}

void calls_files(void)
{
    int fd = file_of(150000);
    bytes_in(fd);
    bytes_out(fd);
    bytes_in_vectors(fd);
    by_syscall(true);
    at_start(fd);
    T("read", fd, ARG(mem(BIG, NULL)), BIG);
    T("pwrite64", fd, ARG(mem(BIG, NULL)), BIG, 3);
    T("readv", fd, ARG(vectors(mem(1000, NULL))), 3);
    by_syscall(false);
    appended();
    pipes();
    between(fd);
    random_bytes();
    folders();
    ready();
    controls(fd);
    other_memory();
    direct();
    close(fd);
}
