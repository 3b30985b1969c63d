/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The process that writes a snapshot is a copy of the program, forked by a raw system call: it
 * calls nothing of the C library, whose locks other threads may have held. It is a child of the
 * command, not of the program, so the program neither waits for it nor is notified of its end.
 */
#define _GNU_SOURCE
#include "snapshot.h"
#include "contents.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WIPE_ON_FORK 18 /* MADV_WIPEONFORK, which some C libraries lack */
#define PATIENCE 100u   /* attempts, of 0.1 ms each, to wait for threads that are changing blocks */

struct lpi_capture *lpi_capture;
_Atomic uint32_t *lpi_capture_alive;

static _Atomic bool hides; /* some memory is excluded from forks */

/* ---- the shared page ---- */

/* A process that the program forks runs on without being captured. */
static void in_child(void)
{
    lpi_capture = NULL;
}

/* If the kernel cannot wipe it, only in_child detects children of the library's fork. */
static bool make_alive(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    lpi_capture_alive = lpi_raw_memory(page);
    if (lpi_capture_alive == NULL)
        return false;
    lpi_raw(SYS_madvise, (long)lpi_capture_alive, (long)page, WIPE_ON_FORK, 0, 0, 0);
    atomic_store(lpi_capture_alive, 1);
    return true;
}

void lpi_capture_attach(void)
{
    const char *path = getenv(LPI_CAPTURE_VARIABLE);
    int fd = path != NULL
                 ? (int)lpi_raw(SYS_openat, AT_FDCWD, (long)path, O_RDWR | O_CLOEXEC, 0, 0, 0)
                 : -1;
    if (fd < 0)
        return;
    long page = lpi_raw(SYS_mmap, 0, sizeof *lpi_capture, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                        0);
    lpi_raw_close(fd);
    if (page < 0 && page > -4096)
        return;
    struct lpi_capture *found = (struct lpi_capture *)page;
    if (found->version != LPI_CAPTURE_VERSION || found->pid != lpi_raw_pid() || !make_alive()) {
        lpi_raw(SYS_munmap, page, sizeof *lpi_capture, 0, 0, 0, 0);
        return;
    }
    atomic_fetch_add(&found->images, 1);
    lpi_capture = found;
    pthread_atfork(NULL, NULL, in_child);
}

void lpi_capture_hides(void)
{
    atomic_store(&hides, true);
}

void lpi_capture_fail(enum lpi_capture_fault fault, long number, const char *text)
{
    uint32_t good = LPI_CAPTURE_GOOD;
    if (lpi_capture == NULL || atomic_load(&lpi_capture->fault) != LPI_CAPTURE_GOOD)
        return;
    lpi_capture->number = (int32_t)number;
    if (text != NULL)
        lpi_join(lpi_capture->text, sizeof lpi_capture->text, &text, 1);
    atomic_compare_exchange_strong(&lpi_capture->fault, &good, fault);
}

bool lpi_capture_due(void)
{
    struct lpi_capture *c = lpi_capture;
    if (c == NULL)
        return false;
    uint64_t passed = atomic_fetch_add(&c->boundaries, 1) + 1;
    uint32_t started = atomic_load(&c->started);
    return c->pass == LPI_CAPTURE_COUNTED && atomic_load(&c->fault) == LPI_CAPTURE_GOOD &&
           started < c->planned && passed >= c->plan[started];
}

/* ---- texts ---- */

void lpi_join(char *to, size_t capacity, const char *const *parts, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
        for (const char *p = parts[i]; *p != '\0' && at + 1 < capacity; p++)
            to[at++] = *p;
    to[at] = '\0';
}

const char *lpi_decimal(uint64_t value, char digits[24])
{
    size_t at = 23;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    return digits + at;
}

/* ---- files ---- */

static bool written(long answer)
{
    if (answer < 0)
        lpi_capture_fail(LPI_CAPTURE_WRITE, -answer, NULL);
    return answer >= 0;
}

static void name_file(struct lpi_writer *writer, const char *name)
{
    lpi_join(writer->path + writer->folder, sizeof writer->path - writer->folder, &name, 1);
}

static int create(struct lpi_writer *writer, const char *name)
{
    name_file(writer, name);
    int fd = lpi_raw_create(writer->path);
    written(fd);
    return fd;
}

/* Copies the list of loaded files, which resolves the return addresses. */
static bool copy_maps(struct lpi_writer *writer)
{
    char buffer[4096];
    int in = lpi_raw_open("/proc/self/maps"), out = create(writer, "maps");
    bool good = out >= 0 && in >= 0;
    if (in < 0)
        lpi_capture_fail(LPI_CAPTURE_READ, -in, NULL);
    for (long n; good && (n = lpi_raw_read(in, buffer, sizeof buffer)) != 0;)
        good = written(n) && written(lpi_raw_write(out, buffer, (size_t)n));
    lpi_raw_close(in);
    return written(lpi_raw_close(out)) && good;
}

bool lpi_writer_open(struct lpi_writer *writer, uint32_t number)
{
    char digits[24];
    const char *const parts[] = {lpi_capture->folder, "/", lpi_decimal(number, digits), "/"};
    *writer = (struct lpi_writer){.index = -1, .snapshot = &lpi_capture->snapshots[number]};
    lpi_join(writer->path, sizeof writer->path, parts, 4);
    writer->folder = strlen(writer->path);
    if (!written(lpi_raw_folder(writer->path)) || !copy_maps(writer))
        return false;
    writer->index = create(writer, "index");
    return writer->index >= 0;
}

const char *lpi_writer_next(struct lpi_writer *writer)
{
    char digits[24];
    name_file(writer, lpi_decimal(writer->blocks, digits));
    return writer->path;
}

bool lpi_writer_note(struct lpi_writer *writer, const struct lpi_block *block, uint64_t address,
                     uint64_t access)
{
    struct lpi_capture_entry entry = {.address = address,
                                      .bytes = block->bytes,
                                      .access = access,
                                      .number = block->number,
                                      .image = atomic_load(&lpi_capture->images)};
    memcpy(entry.frames, lpi_table_frames(block)->frame, sizeof entry.frames);
    writer->blocks++;
    writer->bytes += block->bytes;
    return written(lpi_raw_write(writer->index, &entry, sizeof entry));
}

bool lpi_writer_file(struct lpi_writer *writer, const char *name, const void *bytes, size_t count)
{
    int fd = create(writer, name);
    return fd >= 0 && written(lpi_raw_write(fd, bytes, count)) && written(lpi_raw_close(fd));
}

void lpi_writer_finish(struct lpi_writer *writer)
{
    writer->snapshot->bytes = writer->bytes;
    writer->snapshot->blocks = writer->blocks;
    if (written(lpi_raw_close(writer->index)))
        atomic_store(&writer->snapshot->whole, 1);
}

uint32_t lpi_snapshot_begin(void)
{
    uint32_t number = atomic_fetch_add(&lpi_capture->started, 1);
    struct lpi_capture_snapshot *snapshot = &lpi_capture->snapshots[number];
    snapshot->boundaries = atomic_load(&lpi_capture->boundaries);
    snapshot->time = lpi_raw_time(CLOCK_PROCESS_CPUTIME_ID);
    return number;
}

/* ---- in the snapshot's process ---- */

static bool good_contents(long answer)
{
    if (answer == -EFAULT)
        lpi_capture_fail(LPI_CAPTURE_READ, EFAULT, NULL);
    return written(answer);
}

/* False: the snapshot failed. */
static bool write_block(struct lpi_writer *writer, const struct lpi_block *block)
{
    const char *path = lpi_writer_next(writer);
    int fd = lpi_raw_create(path);
    if (!written(fd))
        return false;
    long answer = lpi_contents_write(fd, block);
    bool closed = written(lpi_raw_close(fd));
    if (answer == LPI_CONTENTS_GONE)
        return written(lpi_raw(SYS_unlinkat, AT_FDCWD, (long)path, 0, 0, 0, 0));
    return good_contents(answer) && closed && lpi_writer_note(writer, block, block->key, 0);
}

static bool open_contents(int memory)
{
    char path[64], digits[24];
    const char *const parts[] = {"/proc/", lpi_decimal((uint64_t)lpi_capture->pid, digits), "/mem"};
    lpi_join(path, sizeof path, parts, 3);
    long error = lpi_contents_open(memory, path);
    if (error < 0)
        lpi_capture_fail(LPI_CAPTURE_READ, -error, NULL);
    return error == 0;
}

static void write_snapshot(uint32_t number, int memory)
{
    static struct lpi_writer writer;
    size_t at = 0;
    bool good = lpi_writer_open(&writer, number) && open_contents(memory);
    for (const struct lpi_block *block; good && (block = lpi_table_next(&at)) != NULL;)
        good = write_block(&writer, block);
    if (good)
        lpi_writer_finish(&writer);
}

/* Descriptors of the program that are open here too would keep files open after it closes them. */
static void close_others(int memory)
{
    if (memory > 0)
        lpi_raw(SYS_close_range, 0, memory - 1, 0, 0, 0, 0);
    lpi_raw(SYS_close_range, memory + 1, ~0u, 0, 0, 0, 0);
}

static void write_and_exit(uint32_t number, uint64_t stood, int memory)
{
    struct lpi_capture_snapshot *snapshot = &lpi_capture->snapshots[number];
    atomic_store(&snapshot->writer, lpi_raw_pid());
    close_others(memory >= 0 ? memory : -1);
    write_snapshot(number, memory);
    snapshot->took = lpi_raw_time(CLOCK_MONOTONIC) - stood;
    snapshot->worked = lpi_raw_time(CLOCK_PROCESS_CPUTIME_ID);
    atomic_store(&snapshot->ended, 1);
    atomic_fetch_sub(&lpi_capture->writing, 1);
    lpi_word_wake(&lpi_capture->writing);
    for (;;)
        lpi_raw(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

/* ---- in the program ---- */

/* If the command is gone, no snapshot will be reaped, so the program does not wait. */
static void wait_for_snapshots(uint32_t most, int command)
{
    uint32_t writing;
    while ((writing = atomic_load(&lpi_capture->writing)) > most &&
           lpi_raw(SYS_getppid, 0, 0, 0, 0, 0, 0) == command)
        lpi_word_wait(&lpi_capture->writing, writing);
}

/* Takes the lock at a moment when no block is lifted, if there is one soon enough. */
static void take_whole_table(void)
{
    const struct timespec little = {.tv_nsec = 100000};
    for (unsigned i = 0; i < PATIENCE; i++) {
        lpi_lock_take(&lpi_table_lock);
        if (lpi_table_lifted() == 0)
            return;
        lpi_lock_give(&lpi_table_lock);
        lpi_raw(SYS_nanosleep, (long)&little, 0, 0, 0, 0, 0);
    }
    lpi_lock_take(&lpi_table_lock);
}

void lpi_snapshot_fork(uint32_t most, bool descriptors)
{
    uint64_t stood = lpi_raw_time(CLOCK_MONOTONIC);
    int command = (int)lpi_raw(SYS_getppid, 0, 0, 0, 0, 0, 0);
    /* An open descriptor reads the program's memory whatever the system allows other processes. */
    int memory = descriptors || atomic_load(&hides) ? lpi_raw_open("/proc/self/mem") : -1;
    take_whole_table();
    uint32_t number = lpi_snapshot_begin();
    lpi_capture->snapshots[number].changing = lpi_table_lifted();
    atomic_fetch_add(&lpi_capture->writing, 1);
    long child = lpi_raw(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0, 0);
    if (child == 0)
        write_and_exit(number, stood, memory);
    lpi_lock_give(&lpi_table_lock);
    if (memory >= 0)
        lpi_raw_close(memory);
    if (child < 0) {
        lpi_capture_fail(LPI_CAPTURE_FORK, -child, NULL);
        atomic_fetch_sub(&lpi_capture->writing, 1);
    }
    wait_for_snapshots(most, command);
    lpi_capture->snapshots[number].stopped = lpi_raw_time(CLOCK_MONOTONIC) - stood;
}
