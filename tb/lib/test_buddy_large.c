/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buddy memory of a whole GPU: 32 GiB of device memory and a carve-out of 96 GiB, of which only
 * written parts take memory. Runs in 1 GiB of address space, except under a sanitizer, which needs
 * more than that for itself, and on emulators that do not limit it.
 */
#include "unit.h"

#include <linepress/buddy.h>
#include <linepress/linepress.h>
#include <sys/resource.h>

#define GIB ((uint64_t)1 << 30)
#define DEVICE (32 * GIB)

enum { WRITES = 1000, MOST_KIB = 64 * 1024 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static int limited; /* the address space is, and memory used is the program's own */

static void limit_address_space(uint64_t bytes)
{
    const struct rlimit limit = {(rlim_t)bytes, (rlim_t)GIB};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        abort();
}

static void try_to_limit(void)
{
    if (SANITIZED)
        return;
    limit_address_space(GIB);
    void *volatile too_much = malloc((size_t)GIB + 1);
    limited = too_much == NULL;
    free(too_much);
}

static long peak_kib(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static struct lp_buddy *open_gpu(unsigned page_log2)
{
    struct lp_buddy_config config;
    struct lp_buddy *buddy;
    lp_buddy_defaults(&config, DEVICE);
    config.page_log2 = page_log2;
    assert_int_equal(config.carve_out_bytes, 3 * DEVICE);
    assert_int_equal(lp_buddy_open(&config, &buddy), LP_OK);
    return buddy;
}

/* Line n of the lines that a test writes: all classes, never zero. */
static void line_of(uint64_t n, uint8_t *line)
{
    unit_line((unsigned)(n % UNIT_LINE_CLASSES), line);
    memcpy(line, &(uint64_t){n + 1}, sizeof n);
}

/* Writes and reads back lines in steps over [address, address + bytes), including both ends. */
static void use_all_over(struct lp_buddy *buddy, uint64_t address, uint64_t bytes)
{
    uint64_t lines = bytes / LP_LINE_BYTES, step = (lines - 1) / (WRITES - 1);
    uint8_t(*written)[LP_LINE_BYTES] = malloc((size_t)WRITES * LP_LINE_BYTES);
    uint8_t line[LP_LINE_BYTES];
    for (unsigned n = 0; n < WRITES; n++) {
        uint64_t at = n == WRITES - 1 ? lines - 1 : n * step;
        line_of(n, written[n]);
        assert_int_equal(lp_buddy_write(buddy, address + at * LP_LINE_BYTES, written[n]), LP_OK);
    }
    for (unsigned n = 0; n < WRITES; n++) {
        uint64_t at = n == WRITES - 1 ? lines - 1 : n * step;
        assert_int_equal(lp_buddy_read(buddy, address + at * LP_LINE_BYTES, line), LP_OK);
        assert_memory_equal(line, written[n], sizeof line);
        if (n + 1 < WRITES) { /* the next one was never written */
            assert_int_equal(lp_buddy_read(buddy, address + (at + 1) * LP_LINE_BYTES, line), LP_OK);
            assert_true(lp_line_is_zero(line));
        }
    }
    free(written);
}

/* Both memories are full, to the last page: 128 GiB in pages of 2 MiB. */
static void all_of_both_memories_can_be_used(void **state)
{
    (void)state;
    static const unsigned targets[] = {LP_TARGET_4, LP_TARGET_2, LP_BUDDY_UNCOMPRESSED};
    static const unsigned ratios[] = {4, 2, 1};
    for (unsigned i = 0; i < 3; i++) {
        struct lp_buddy *buddy = open_gpu(21);
        struct lp_buddy_room room;
        uint64_t address, other, bytes = ratios[i] * DEVICE;
        assert_int_equal(lp_buddy_malloc(buddy, bytes, targets[i], &address), LP_OK);
        lp_buddy_room(buddy, &room);
        assert_int_equal(room.frames, 0);
        assert_int_equal(room.slots == 0, targets[i] == LP_TARGET_4);
        assert_int_equal(lp_buddy_malloc(buddy, 1, targets[i], &other), LP_ERR_DEVICE_FULL);
        use_all_over(buddy, address, bytes);
        assert_int_equal(lp_buddy_free(buddy, address), LP_OK);
        assert_int_equal(lp_buddy_malloc(buddy, bytes, targets[i], &address), LP_OK);
        use_all_over(buddy, address, bytes);
        lp_buddy_close(buddy);
    }
    print_message("# %ld KiB at most\n", peak_kib());
    assert_true(!limited || peak_kib() < MOST_KIB);
}

/* Pages of 64 KiB have the largest tables. */
static void small_pages_take_little_memory(void **state)
{
    (void)state;
    struct lp_buddy *buddy = open_gpu(16);
    uint64_t first, last;
    assert_int_equal(lp_buddy_malloc(buddy, GIB / 4, LP_TARGET_2, &first), LP_OK);
    assert_int_equal(lp_buddy_malloc(buddy, GIB / 4, LP_TARGET_16, &last), LP_OK);
    use_all_over(buddy, first, GIB / 4);
    use_all_over(buddy, last, GIB / 4);
    lp_buddy_close(buddy);
    print_message("# %ld KiB at most\n", peak_kib());
    assert_true(!limited || peak_kib() < 2 * MOST_KIB);
}

/* A write without memory returns an error and changes nothing. */
static void a_write_without_memory_changes_nothing(void **state)
{
    (void)state;
    if (!limited) {
        print_message("# address space is not limited: not tried here\n");
        return;
    }
    limit_address_space(GIB / 4);
    struct lp_buddy *buddy = open_gpu(21);
    uint8_t line[LP_LINE_BYTES], back[LP_LINE_BYTES];
    struct lp_buddy_counts counts;
    uint64_t address, n = 0;
    int error = LP_OK;
    assert_int_equal(lp_buddy_malloc(buddy, DEVICE, LP_BUDDY_UNCOMPRESSED, &address), LP_OK);
    memset(line, 0x5a, sizeof line);
    for (; error == LP_OK; n += error == LP_OK)
        error = lp_buddy_write(buddy, address + n * 32 * 1024, line);
    assert_int_equal(error, LP_ERR_SYSTEM);
    assert_true(n > 1000);
    lp_buddy_counts(buddy, &counts);
    assert_int_equal(counts.write.lines, n);
    assert_int_equal(lp_buddy_read(buddy, address + n * 32 * 1024, back), LP_OK);
    assert_true(lp_line_is_zero(back));
    assert_int_equal(lp_buddy_read(buddy, address + (n - 1) * 32 * 1024, back), LP_OK);
    assert_memory_equal(back, line, sizeof line);
    lp_buddy_close(buddy);
    limit_address_space(GIB);
}

int main(void)
{
    unit_seed();
    try_to_limit();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_both_memories_can_be_used),
        cmocka_unit_test(small_pages_take_little_memory),
        cmocka_unit_test(a_write_without_memory_changes_nothing),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
