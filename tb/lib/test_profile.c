/* SPDX-License-Identifier: Apache-2.0 */
/* Snapshot sets, shares and target files in cases that the command line cannot make. */
#include "unit.h"

#include "../../cmodel/lib/profile/plan.h"
#include <fcntl.h>
#include <linepress/targets.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void write_bytes(const char *name, size_t bytes)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < bytes; i++)
        fputc((int)i, file);
    assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_profile-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a.p1.bin", "b.p1.bin", "a.p2.bin", "other"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static struct lpi_set *open_set(void)
{
    struct lpi_set *set;
    struct lpi_fault fault;
    char *operands[] = {folder};
    write_bytes("a.p1.bin", 1000);
    write_bytes("a.p2.bin", 1100);
    write_bytes("b.p1.bin", 300);
    assert_int_equal(lpi_set_open(operands, 1, NULL, &set, &fault), LP_OK);
    assert_int_equal(set->allocation_count, 2);
    assert_int_equal(set->point_count, 2);
    assert_true(set->allocations[0].bytes == 1100 && set->allocations[1].bytes == 300);
    assert_null(lpi_set_piece(set, 1, 1)->file);
    return set;
}

static void change_time(const char *name)
{
    char path[128];
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 12345, .tv_nsec = 6}};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void swap_file(const char *name)
{
    char path[128], other[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(other, sizeof other, "%s/other", folder);
    write_bytes("other", 1000);
    assert_int_equal(rename(other, path), 0);
}

/* The change of one file into another. */
static void grow(void)
{
    write_bytes("a.p1.bin", 1001);
}
static void shrink(void)
{
    write_bytes("a.p1.bin", 10);
}
static void touch(void)
{
    change_time("a.p1.bin");
}
static void replace(void)
{
    swap_file("a.p1.bin");
}
static void remove_it(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/a.p1.bin", folder);
    unlink(path);
}

static void files_that_change_are_seen(void **state)
{
    (void)state;
    static void (*const changes[])(void) = {grow, shrink, touch, replace, remove_it};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct lpi_set *set = open_set();
        struct lpi_fault fault;
        struct lpi_count count = {.threads = 2};
        struct lpi_tables *tables;
        uint8_t bytes[1000];
        assert_int_equal(lpi_piece_read(lpi_set_piece(set, 0, 0), 0, bytes, 1000, &fault), LP_OK);
        assert_true(bytes[999] == (uint8_t)999);
        assert_int_equal(lpi_set_check(set, &fault), LP_OK);
        changes[i]();
        int due = changes[i] == remove_it ? LP_ERR_SYSTEM : LP_ERR_CORRUPT;
        assert_int_equal(lpi_set_check(set, &fault), due);
        assert_non_null(strstr(fault.why, "a.p1.bin"));
        assert_int_equal(lpi_piece_read(lpi_set_piece(set, 0, 0), 0, bytes, 1, &fault), due);
        assert_int_equal(lpi_tables_open(set, 3, &count, &tables, &fault), due);
        assert_int_equal(lpi_piece_read(lpi_set_piece(set, 0, 1), 9, bytes, 1, &fault), LP_OK);
        assert_int_equal(bytes[0], 9);
        lpi_set_close(set);
    }
}

/* A last piece that ends within a line, at its end, and after it; points of other sizes. */
static void tables_have_every_line(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 127, 128, 129, 262143, 262144, 262145, 600000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct lpi_set *set;
        struct lpi_tables *tables;
        struct lpi_fault fault;
        struct lpi_count count = {.threads = 1 + (unsigned)i % 3};
        char *operands[] = {folder};
        write_bytes("a.p1.bin", sizes[i]);
        write_bytes("a.p2.bin", 262144);
        assert_int_equal(lpi_set_open(operands, 1, NULL, &set, &fault), LP_OK);
        assert_int_equal(lpi_tables_open(set, 2, &count, &tables, &fault), LP_OK);
        uint64_t lines = lp_lines(sizes[i]), moved = 0;
        assert_true(lpi_tables_at(tables, LP_PAGE_BPC, 0, 0)->lines == lines);
        assert_true(lpi_tables_at(tables, LP_PAGE_BPC, 0, 1)->lines == 2048);
        for (unsigned n = 0; n < 25; n++)
            moved += tables->transitions[LP_PAGE_BPC][n / 5][n % 5];
        assert_true(moved == (lines < 2048 ? lines : 2048));
        lpi_tables_close(tables);
        lpi_set_close(set);
    }
}

static void shares_are_compared_exactly(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        struct lpi_share a = {unit_random() % 40, 1 + unit_random() % 40};
        struct lpi_share b = {unit_random() % 40, 1 + unit_random() % 40};
        int64_t left = (int64_t)(a.part * b.all), right = (int64_t)(b.part * a.all);
        assert_int_equal(lpi_share_compare(a, b), left < right ? -1 : left > right);
    }
    uint64_t huge = UINT64_MAX;
    assert_int_equal(lpi_share_compare((struct lpi_share){huge - 1, huge},
                                       (struct lpi_share){huge - 2, huge - 1}),
                     1);
    assert_int_equal(
        lpi_share_compare((struct lpi_share){huge / 3, huge}, (struct lpi_share){1, 3}), 0);
}

static const char good[] =
    "{\"linepress_targets\": 1, \"page\": \"2m\", \"codec\": {\"16\": \"zvc\"}, \"allocations\": ["
    "{\"name\": \"z\", \"bytes\": 5, \"target\": \"16\"},"
    "{\"name\": \"a\", \"bytes\": 70000, \"target\": \"1.33\"},"
    "{\"name\": \"n\", \"bytes\": 70000, \"target\": \"none\"}]}";

static void targets_allocate(void **state)
{
    (void)state;
    struct lp_targets *targets;
    struct lp_buddy_config config;
    struct lp_buddy *buddy;
    struct lp_buddy_place place;
    uint64_t address;
    static const struct {
        const char *name;
        int compressed, target, codec;
    } rows[] = {
        {"z", 1, LP_TARGET_16, LP_PAGE_ZVC}, {"a", 1, LP_TARGET_1_33, LP_PAGE_BPC}, {"n", 0, 0, 0}};
    assert_int_equal(lp_targets_parse(good, sizeof good - 1, &targets, NULL), LP_OK);
    assert_int_equal(lp_targets_count(targets), 3);
    assert_string_equal(lp_targets_row(targets, 1)->name, "a");
    lp_buddy_defaults(&config, 1 << 24);
    lp_targets_config(targets, &config);
    assert_int_equal(config.page_log2, 21);
    assert_int_equal(lp_buddy_open(&config, &buddy), LP_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(lp_buddy_malloc_for(buddy, targets, rows[i].name, 128, &address), LP_OK);
        assert_int_equal(lp_buddy_find(buddy, address, &place), LP_OK);
        assert_int_equal(place.page.compressed, rows[i].compressed);
        assert_int_equal(place.page.target, rows[i].target);
        assert_int_equal(place.page.codec, rows[i].codec);
    }
    assert_int_equal(lp_buddy_malloc_for(buddy, targets, "b", 128, &address), LP_ERR_NAME);
    assert_int_equal(lp_buddy_malloc_for(buddy, targets, "a", 0, &address), LP_ERR_ARG);
    assert_int_equal(lp_buddy_malloc_for(NULL, targets, "a", 1, &address), LP_ERR_ARG);
    lp_buddy_close(buddy);
    lp_targets_free(targets);
}

static void target_files_are_refused_with_a_reason(void **state)
{
    (void)state;
    struct lp_targets *targets;
    struct lp_targets_fault fault = {""};
    char text[sizeof good];
    assert_int_equal(lp_targets_read("/nonexistent", &targets, &fault), LP_ERR_SYSTEM);
    assert_int_equal(lp_targets_read("/tmp", &targets, &fault), LP_ERR_SYSTEM);
    assert_int_equal(lp_targets_read(NULL, &targets, &fault), LP_ERR_ARG);
    memcpy(text, good, sizeof good);
    text[strcspn(text, "1")] = '2';
    assert_int_equal(lp_targets_parse(text, sizeof text - 1, &targets, &fault),
                     LP_ERR_TARGETS_VERSION);
    for (size_t bytes = 0; bytes < sizeof good - 1; bytes++) {
        fault.why[0] = '\0';
        assert_int_equal(lp_targets_parse(good, bytes, &targets, &fault), LP_ERR_TARGETS);
        assert_true(strlen(fault.why) > 0);
    }
    assert_null(lp_target_name(5));
    assert_null(lp_target_name(9));
    assert_string_equal(lp_target_name(LP_BUDDY_UNCOMPRESSED), "none");
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_that_change_are_seen, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(tables_have_every_line, make_folder, remove_folder),
        cmocka_unit_test(shares_are_compared_exactly),
        cmocka_unit_test(targets_allocate),
        cmocka_unit_test(target_files_are_refused_with_a_reason),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
