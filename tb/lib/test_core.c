/* SPDX-License-Identifier: Apache-2.0 */
/* Errors, lines, versions, and the choice of code path. */
#include "unit.h"

#include <linepress/linepress.h>

/*
 * cpu.c once more, with names and a state of its own, and a getenv() that runs another thread's
 * lp_cpu_use() between the steps of a first lp_cpu().
 */
enum lp_cpu second_cpu(void);
int second_cpu_use(enum lp_cpu path);
const char *second_cpu_name(enum lp_cpu path);
static char *getenv_while_another_chooses(const char *name);
#define lp_cpu(nothing) second_cpu(nothing)
#define lp_cpu_use(path) second_cpu_use(path)
#define lp_cpu_name(path) second_cpu_name(path)
#define getenv(name) getenv_while_another_chooses(name)
#include "../../cmodel/base/cpu.c"
#undef lp_cpu
#undef lp_cpu_use
#undef lp_cpu_name
#undef getenv

static void every_error_has_its_own_line(void **state)
{
    (void)state;
    for (int a = LP_ERR_HOST_FULL; a <= LP_ANSWER_MEMORY; a++) {
        assert_true(strlen(lp_strerror(a)) > 0);
        assert_null(strchr(lp_strerror(a), '\n'));
        assert_null(strstr(lp_strerror(a), "unknown error"));
        assert_null(strstr(lp_strerror(a), "unknown answer"));
        for (int b = LP_ERR_HOST_FULL; b < a; b++)
            assert_string_not_equal(lp_strerror(a), lp_strerror(b));
    }
    assert_string_equal(lp_strerror(LP_ERR_HOST_FULL - 1), "unknown error");
    assert_string_equal(lp_strerror(LP_ANSWER_MEMORY + 1), "unknown answer");
}

static void lines_round_up(void **state)
{
    (void)state;
    assert_int_equal(lp_lines(0), 0);
    assert_int_equal(lp_lines(1), 1);
    assert_int_equal(lp_lines(128), 1);
    assert_int_equal(lp_lines(129), 2);
    assert_true(lp_lines(SIZE_MAX) == SIZE_MAX / 128 + 1);
}

static void zero_line_is_told_from_any_other(void **state)
{
    (void)state;
    uint8_t buffer[129] = {0}, *line = buffer + 1;
    assert_true(lp_line_is_zero(line));
    for (size_t bit = 0; bit < 1024; bit++) {
        line[bit / 8] = (uint8_t)(1u << bit % 8);
        assert_false(lp_line_is_zero(line));
        line[bit / 8] = 0;
    }
}

static void version_is_the_headers(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", LP_VERSION_MAJOR, LP_VERSION_MINOR, LP_VERSION_PATCH);
    assert_string_equal(lp_version(), text);
    assert_string_equal(LP_VERSION_STRING, text);
}

static void code_paths(void **state)
{
    (void)state;
    static const char *const names[] = {"portable", "avx2", "avx512"};
    for (int path = 0; path < LP_CPU_COUNT; path++) {
        assert_string_equal(lp_cpu_name((enum lp_cpu)path), names[path]);
        if (lp_cpu_use((enum lp_cpu)path) == LP_OK)
            assert_int_equal(lp_cpu(), path);
        else
            assert_true(path > LP_CPU_PORTABLE && (int)lp_cpu() < path);
    }
    assert_int_equal(lp_cpu_use((enum lp_cpu)LP_CPU_COUNT), LP_ERR_ARG);
    assert_int_equal(lp_cpu_use((enum lp_cpu) - 1), LP_ERR_ARG);
    assert_string_equal(lp_cpu_name((enum lp_cpu)LP_CPU_COUNT), "?");
}

static char *getenv_while_another_chooses(const char *name)
{
    (void)name;
    assert_int_equal(second_cpu_use(LP_CPU_PORTABLE), LP_OK);
    return NULL;
}

/* Can fail only where there is a higher path, which the first use would pick. */
static void first_use_does_not_undo_a_choice(void **state)
{
    (void)state;
    assert_int_equal(second_cpu(), LP_CPU_PORTABLE);
    assert_int_equal(second_cpu(), LP_CPU_PORTABLE);
}

/* Runs before anything that fixes the path. */
static void environment_lowers_the_path(void **state)
{
    (void)state;
    assert_int_equal(setenv("LINEPRESS_CPU", "portable", 1), 0);
    assert_int_equal(lp_cpu(), LP_CPU_PORTABLE);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment_lowers_the_path),
        cmocka_unit_test(every_error_has_its_own_line),
        cmocka_unit_test(lines_round_up),
        cmocka_unit_test(zero_line_is_told_from_any_other),
        cmocka_unit_test(version_is_the_headers),
        cmocka_unit_test(code_paths),
        cmocka_unit_test(first_use_does_not_undo_a_choice),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
