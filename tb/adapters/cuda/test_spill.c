/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The overflow file (adapters/cuda/copies.h, spill.h): what goes to it and when, that it
 * comes back, how it fails, and that nothing of it is left. Orders of streams with a file are those of
 * test_flow.c.
 */
#include "../../lib/unit.h"

#include "../../../adapters/cuda/flow.h"
#include "../../../cmodel/lib/swap/swap_cuda.h"
#include "emulated/emulator.h"
#include "host_hooks.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define TENSORS 8u
#define BYTES 16000u
#define BLOCK 16384u /* bytes of pinned memory for a raw copy */
#define MIB (1024u * 1024u)

static void good(int error)
{
    if (error != 0)
        fail_msg("error %d: %s", error, lpi_cuda_trouble());
}

struct bed {
    struct lpi_flow *flow;
    char folder[32], file[40];
    unsigned ids[TENSORS];
    void *tensors[TENSORS], *back[TENSORS];
    uint8_t due[TENSORS][BYTES];
};

/* Pinned memory for `blocks` raw copies; work is done as soon as it is asked for. */
static void open_bed(struct bed *b, unsigned blocks, uint64_t file_bytes, int verify)
{
    struct lpi_flow_config config = {
        .host_bytes = blocks * BLOCK, .slab_bytes = BLOCK, .blocks = 3, .verify = verify};
    *b = (struct bed){.folder = "/tmp/test_spill.XXXXXX"};
    emulator_set_mood(EMULATOR_EARLY);
    assert_non_null(mkdtemp(b->folder));
    snprintf(b->file, sizeof b->file, "%s/pool", b->folder);
    good(lpi_flow_open(&config, &b->flow));
    good(lpi_flow_use_file(b->flow, b->file, file_bytes));
    for (unsigned i = 0; i < TENSORS; i++) {
        unit_fill(b->due[i], BYTES);
        good(cudaMalloc(&b->tensors[i], BYTES));
        good(cudaMalloc(&b->back[i], BYTES));
        good(cudaMemcpyAsync(b->tensors[i], b->due[i], BYTES, cudaMemcpyHostToDevice, NULL));
    }
}

/* Nothing of the file is left. */
static void close_bed(struct bed *b)
{
    lpi_flow_close(b->flow);
    assert_int_equal(rmdir(b->folder), 0);
    for (unsigned i = 0; i < TENSORS; i++) {
        good(cudaFree(b->tensors[i]));
        good(cudaFree(b->back[i]));
    }
}

static int leave(struct bed *b, unsigned i, int codec)
{
    struct lp_swap_setting setting = {codec, 2, 64};
    int error = lpi_flow_out(b->flow, &setting, b->tensors[i], BYTES, i + 1, NULL, &b->ids[i]);
    return error == LP_OK ? lpi_flow_release(b->flow, b->ids[i], b->tensors[i], NULL) : error;
}

static void all_leave(struct bed *b, int codec)
{
    for (unsigned i = 0; i < TENSORS; i++)
        good(leave(b, i, codec));
}

static int come(struct bed *b, unsigned i)
{
    int error = lpi_flow_in(b->flow, b->ids[i], b->back[i], NULL);
    return error == LP_OK ? lpi_flow_use(b->flow, b->ids[i], NULL) : error;
}

static void check(const struct bed *b, unsigned i)
{
    static uint8_t found[BYTES];
    good(cudaMemcpyAsync(found, b->back[i], BYTES, cudaMemcpyDeviceToHost, NULL));
    good(cudaStreamSynchronize(NULL));
    assert_memory_equal(found, b->due[i], BYTES);
}

static struct lpi_flow_stats stats_of(const struct bed *b)
{
    struct lpi_flow_stats stats;
    lpi_flow_stats(b->flow, &stats);
    return stats;
}

static void pause_for(long ms)
{
    nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

/* Until the file's threads have written or read that many bytes. */
static void wait_for(struct bed *b, uint64_t written, uint64_t read)
{
    uint64_t wrong;
    for (unsigned i = 0; i < 5000; i++) {
        good(lpi_flow_look(b->flow, &wrong));
        if (stats_of(b).written >= written && stats_of(b).read >= read)
            return;
        pause_for(1);
    }
    fail_msg("%llu bytes were written, %llu read", (unsigned long long)stats_of(b).written,
             (unsigned long long)stats_of(b).read);
}

/* Until the file's threads have written what they were asked for. */
static void settle(struct bed *b)
{
    uint64_t wrong, before;
    do {
        before = stats_of(b).written;
        good(lpi_flow_look(b->flow, &wrong));
        pause_for(20);
    } while (stats_of(b).written != before || before == 0);
}

/* ---- what goes there ---- */

static void back_and_forth(void **state)
{
    (void)state;
    for (int codec = LP_SWAP_RAW; codec <= LP_SWAP_LZ4; codec++) {
        struct bed b;
        uint64_t wrong;
        open_bed(&b, 4, MIB, codec % 2 ? LPI_FLOW_FULL : LPI_FLOW_OFF);
        all_leave(&b, codec);
        for (unsigned i = TENSORS; i-- > 0;) {
            good(come(&b, i));
            check(&b, i);
            good(lpi_flow_end(b.flow, b.ids[i]));
        }
        good(lpi_flow_wait(b.flow, &wrong));
        assert_int_equal(wrong, 0);
        struct lpi_flow_stats stats = stats_of(&b);
        assert_true(stats.written > 0 && stats.read > 0 && stats.file_peak >= stats.read);
        assert_true(stats.waits == 1 || !emulator_is_here);
        assert_true(stats.pinned <= 4 * BLOCK + MIB);
        assert_true(stats.host_peak > 4 * BLOCK);
        close_bed(&b);
    }
}

/* The oldest ones, and only where more than half of the memory is full. */
static void order(void **state)
{
    (void)state;
    struct bed b;
    struct lpi_flow_facts facts;
    open_bed(&b, 8, MIB, LPI_FLOW_DEVICE);
    for (unsigned i = 0; i < 4; i++)
        good(leave(&b, i, LP_SWAP_RAW));
    pause_for(20);
    uint64_t wrong;
    good(lpi_flow_look(b.flow, &wrong));
    assert_int_equal(stats_of(&b).written, 0);
    good(leave(&b, 4, LP_SWAP_RAW));
    good(leave(&b, 5, LP_SWAP_RAW));
    settle(&b);
    assert_int_equal(stats_of(&b).written, 2 * BYTES);
    /* They are in memory until that is needed. */
    for (unsigned i = 0; i < 6; i++) {
        good(lpi_flow_facts(b.flow, b.ids[i], &facts));
        assert_non_null(facts.content);
    }
    good(leave(&b, 6, LP_SWAP_RAW));
    good(leave(&b, 7, LP_SWAP_RAW));
    wait_for(&b, 4 * BYTES, 0);
    struct lp_swap_setting setting = {LP_SWAP_RAW, 2, 64};
    unsigned id;
    good(lpi_flow_out(b.flow, &setting, b.tensors[0], BYTES, 9, NULL, &id));
    good(lpi_flow_facts(b.flow, b.ids[0], &facts));
    assert_null(facts.content);
    good(lpi_flow_facts(b.flow, b.ids[1], &facts));
    assert_non_null(facts.content);
    assert_int_equal(stats_of(&b).file_waits, 0);
    close_bed(&b);
}

/* An expected tensor comes without a wait; there is no room for those that are used later. */
static void expected(void **state)
{
    (void)state;
    struct bed b;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    all_leave(&b, LP_SWAP_RAW);
    wait_for(&b, (TENSORS - 2) * BYTES, 0);
    assert_int_equal(lpi_flow_expect(b.flow, b.ids[7]), LP_OK);
    assert_int_equal(lpi_flow_expect(b.flow, b.ids[3]), LP_ERR_HOST_FULL);
    assert_int_equal(stats_of(&b).read, 0);
    good(lpi_flow_end(b.flow, b.ids[7]));
    good(lpi_flow_expect(b.flow, b.ids[3]));
    good(lpi_flow_expect(b.flow, b.ids[3]));
    wait_for(&b, 0, BYTES);
    uint64_t waits = stats_of(&b).file_waits;
    good(come(&b, 3));
    check(&b, 3);
    assert_int_equal(stats_of(&b).file_waits, waits);
    good(come(&b, 2));
    check(&b, 2);
    assert_int_equal(stats_of(&b).file_waits, waits + 1);
    assert_int_equal(lpi_flow_expect(b.flow, 1000), LP_ERR_ARG);
    close_bed(&b);
}

/* Memory is there for a tensor of another size once the slabs of others are given back. */
static void other_sizes(void **state)
{
    (void)state;
    struct bed b;
    void *large;
    unsigned id;
    struct lp_swap_setting setting = {LP_SWAP_RAW, 2, 64};
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    all_leave(&b, LP_SWAP_RAW);
    good(cudaMalloc(&large, 4 * BLOCK + 4));
    good(cudaMemsetAsync(large, 3, 4 * BLOCK + 4, NULL));
    good(lpi_flow_out(b.flow, &setting, large, 3 * BLOCK, 9, NULL, &id));
    assert_int_equal(lpi_flow_out(b.flow, &setting, large, 4 * BLOCK + 4, 10, NULL, &id),
                     LP_ERR_HOST_FULL);
    assert_string_equal(lpi_flow_trouble(b.flow), "");
    for (unsigned i = 0; i < TENSORS; i++) {
        good(come(&b, i));
        check(&b, i);
    }
    good(cudaFree(large));
    close_bed(&b);
}

/* ---- how it fails ---- */

/* Later calls say the same. */
static void check_trouble(struct bed *b, int error, int due, const char *said)
{
    uint64_t wrong;
    assert_int_equal(error, due);
    assert_non_null(strstr(lpi_flow_trouble(b->flow), b->file));
    assert_non_null(strstr(lpi_flow_trouble(b->flow), said));
    assert_null(strchr(lpi_flow_trouble(b->flow), '\n'));
    assert_int_equal(lpi_flow_look(b->flow, &wrong), due);
    assert_int_equal(leave(b, 0, LP_SWAP_RAW), due);
}

static int leave_until_it_fails(struct bed *b)
{
    int error = LP_OK;
    for (unsigned i = 0; i < TENSORS && error == LP_OK; i++)
        error = leave(b, i, LP_SWAP_RAW);
    for (unsigned i = 0; i < 1000 && error == LP_OK; i++) {
        uint64_t wrong;
        error = lpi_flow_look(b->flow, &wrong);
        pause_for(1);
    }
    return error;
}

static void full(void **state)
{
    (void)state;
    struct bed b;
    open_bed(&b, 4, 2 * BLOCK, LPI_FLOW_DEVICE);
    check_trouble(&b, leave_until_it_fails(&b), LP_ERR_HOST_FULL,
                  "all of its 32768 bytes are used");
    close_bed(&b);

    struct rlimit before, small = {3 * BLOCK + 100, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int error = leave_until_it_fails(&b);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    check_trouble(&b, error, LP_ERR_HOST_FULL, strerror(EFBIG));
    close_bed(&b);
}

static void refused_by_the_disk(void **state)
{
    (void)state;
    struct bed b;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    host_hooks_fail_writes(ENOSPC, 1);
    check_trouble(&b, leave_until_it_fails(&b), LP_ERR_HOST_FULL, strerror(ENOSPC));
    close_bed(&b);
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    host_hooks_fail_writes(EIO, 0);
    check_trouble(&b, leave_until_it_fails(&b), LP_ERR_SYSTEM, strerror(EIO));
    host_hooks_fail_writes(0, 0);
    close_bed(&b);
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    all_leave(&b, LP_SWAP_RAW);
    host_hooks_fail_reads(EIO, 0);
    check_trouble(&b, come(&b, 0), LP_ERR_SYSTEM, strerror(EIO));
    host_hooks_fail_reads(0, 0);
    close_bed(&b);
}

static void change(const struct bed *b)
{
    uint8_t byte;
    int file = open(b->file, O_RDWR);
    assert_true(file >= 0);
    assert_int_equal(pread(file, &byte, 1, 777), 1);
    byte ^= 16;
    assert_int_equal(pwrite(file, &byte, 1, 777), 1);
    close(file);
}

static void spoilt(void **state)
{
    (void)state;
    for (int codec = LP_SWAP_RAW; codec <= LP_SWAP_ZVC; codec++) {
        struct bed b;
        open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
        all_leave(&b, codec);
        settle(&b);
        change(&b);
        check_trouble(&b, come(&b, 0), LP_ERR_CORRUPT, "does not have the bytes");
        close_bed(&b);
        open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
        all_leave(&b, codec);
        settle(&b);
        assert_int_equal(truncate(b.file, 100), 0);
        check_trouble(&b, come(&b, 0), LP_ERR_CORRUPT, "shorter than what was written");
        close_bed(&b);
    }
}

/* The name may be another file's by now, which stays. */
static void removed(void **state)
{
    (void)state;
    struct bed b;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    all_leave(&b, LP_SWAP_RAW);
    assert_int_equal(unlink(b.file), 0);
    int other = open(b.file, O_WRONLY | O_CREAT, 0600);
    check_trouble(&b, come(&b, 0), LP_ERR_SYSTEM, "was removed");
    lpi_flow_close(b.flow);
    assert_int_equal(unlink(b.file), 0);
    close(other);
    b.flow = NULL;
    close_bed(&b);
}

static void exists(void **state)
{
    (void)state;
    struct bed b, other;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    open_bed(&other, 4, MIB, LPI_FLOW_DEVICE);
    lpi_flow_close(other.flow);
    struct lpi_flow_config config = {.host_bytes = MIB};
    good(lpi_flow_open(&config, &other.flow));
    assert_int_equal(lpi_flow_use_file(other.flow, b.file, MIB), LP_ERR_SYSTEM);
    assert_non_null(strstr(lpi_flow_trouble(other.flow), strerror(EEXIST)));
    assert_int_equal(lpi_flow_use_file(other.flow, NULL, MIB), LP_ERR_ARG);
    assert_int_equal(access(b.file, F_OK), 0);
    assert_int_equal(lpi_flow_use_file(b.flow, other.file, MIB), LP_ERR_ARG);
    close_bed(&other);
    close_bed(&b);
}

/* ---- ends in between ---- */

static void *open_later(void *unused)
{
    pause_for(20);
    host_hooks_open_gate();
    return unused;
}

/* While the threads write, and with errands that wait. */
static void closed_early(void **state)
{
    (void)state;
    struct bed b;
    pthread_t thread;
    open_bed(&b, 8, MIB, LPI_FLOW_DEVICE);
    host_hooks_shut_gate();
    all_leave(&b, LP_SWAP_RAW);
    good(lpi_flow_end(b.flow, b.ids[0]));
    assert_int_equal(pthread_create(&thread, NULL, open_later, NULL), 0);
    close_bed(&b);
    pthread_join(thread, NULL);
}

/* Copies that ended keep their memory until the thread no longer reads it. */
static void ended_early(void **state)
{
    (void)state;
    struct bed b;
    pthread_t thread;
    open_bed(&b, 8, MIB, LPI_FLOW_DEVICE);
    host_hooks_shut_gate();
    all_leave(&b, LP_SWAP_RAW);
    pause_for(5);
    for (unsigned i = 0; i < 4; i++)
        good(lpi_flow_end(b.flow, b.ids[i]));
    assert_int_equal(stats_of(&b).host >= 8 * BLOCK, 1);
    assert_int_equal(pthread_create(&thread, NULL, open_later, NULL), 0);
    for (unsigned i = 0; i < 4; i++)
        good(leave(&b, i, LP_SWAP_RAW));
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < TENSORS; i++) {
        good(come(&b, i));
        check(&b, i);
    }
    close_bed(&b);
}

/* A write that is given up leaves no range in the file. */
static void given_up(void **state)
{
    (void)state;
    struct bed b;
    struct lp_swap_setting setting = {LP_SWAP_RAW, 2, 64};
    struct lpi_flow_config config = {.host_bytes = 4 * MIB, .slab_bytes = MIB, .blocks = 3};
    pthread_t thread;
    void *large;
    unsigned id;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    lpi_flow_close(b.flow);
    good(lpi_flow_open(&config, &b.flow));
    good(lpi_flow_use_file(b.flow, b.file, 4 * MIB));
    good(cudaMalloc(&large, 3 * MIB));
    good(cudaMemsetAsync(large, 3, 3 * MIB, NULL));
    host_hooks_shut_gate();
    good(lpi_flow_out(b.flow, &setting, large, 3 * MIB, 9, NULL, &id));
    uint64_t wrong;
    for (unsigned i = 0; i < 1000 && stats_of(&b).file == 0; i++) {
        good(lpi_flow_look(b.flow, &wrong));
        pause_for(1);
    }
    assert_int_equal(stats_of(&b).file, 3 * MIB);
    pause_for(5);
    good(lpi_flow_end(b.flow, id));
    assert_int_equal(pthread_create(&thread, NULL, open_later, NULL), 0);
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < 1000 && stats_of(&b).file > 0; i++) {
        good(lpi_flow_look(b.flow, &wrong));
        pause_for(1);
    }
    assert_int_equal(stats_of(&b).file, 0);
    assert_int_equal(stats_of(&b).written, 0);
    close_bed(&b);
    good(cudaFree(large));
}

/* A tensor that is waited for is read before those that are only expected, which come too. */
static void urgent(void **state)
{
    (void)state;
    struct bed b;
    pthread_t thread;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    all_leave(&b, LP_SWAP_RAW);
    settle(&b);
    for (unsigned i = 5; i < TENSORS; i++)
        good(lpi_flow_end(b.flow, b.ids[i]));
    host_hooks_shut_gate();
    good(lpi_flow_expect(b.flow, b.ids[3]));
    pause_for(5);
    good(lpi_flow_expect(b.flow, b.ids[2]));
    assert_int_equal(pthread_create(&thread, NULL, open_later, NULL), 0);
    for (unsigned k = 0; k < 3; k++) {
        good(come(&b, 1 + k));
        check(&b, 1 + k);
    }
    pthread_join(thread, NULL);
    close_bed(&b);
}

/* A child has none of the threads, and leaves the file alone. */
static void forked(void **state)
{
    (void)state;
    struct bed b;
    int status;
    open_bed(&b, 4, MIB, LPI_FLOW_DEVICE);
    all_leave(&b, LP_SWAP_RAW);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(access(b.file, F_OK), 0);
    for (unsigned i = 0; i < TENSORS; i++) {
        good(come(&b, i));
        check(&b, i);
    }
    close_bed(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(back_and_forth), cmocka_unit_test(order),
        cmocka_unit_test(expected),       cmocka_unit_test(other_sizes),
        cmocka_unit_test(full),           cmocka_unit_test(refused_by_the_disk),
        cmocka_unit_test(spoilt),         cmocka_unit_test(removed),
        cmocka_unit_test(exists),         cmocka_unit_test(closed_early),
        cmocka_unit_test(ended_early),    cmocka_unit_test(given_up),
        cmocka_unit_test(urgent),         cmocka_unit_test(forked),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    emulator_seed(unit_random());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
