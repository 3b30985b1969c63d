/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of a program from C: the written set, and the unchanged state of the process. */
#define _GNU_SOURCE
#include "../../cmodel/lib/profile/set.h"
#include "../../cmodel/systems/capture/capture.h"
#include "../lib/preload_root.h"
#include <linepress/linepress.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char root[64], folder[80], known[PATH_MAX + 32];
static struct capture_job job;

static int open_root(void **state)
{
    char build[PATH_MAX];
    (void)state;
    preload_build(build);
    preload_open(root, "capture");
    snprintf(folder, sizeof folder, "%s/set", root);
    snprintf(known, sizeof known, "%s/capture_test/known", build);
    return 0;
}

static int close_root(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s/set", root);
    int status = system(command);
    preload_close(root);
    return status;
}

static struct capture_options options_for(char **program)
{
    return (struct capture_options){
        .kind = CAPTURE_MALLOC, .points = 4, .least = 65536, .folder = folder, .program = program};
}

/* `known marks` passes the given number of boundaries, with one block that lives. */
static void set_is_written(void **state)
{
    char *program[] = {known, "marks", "8", "100000", NULL};
    struct capture_options options = options_for(program);
    struct lpi_fault fault;
    (void)state;
    assert_int_equal(capture_take(&options, &job, &fault), 0);
    assert_int_equal(job.run.status, 0);
    assert_int_equal(job.run.boundaries, 8);
    assert_int_equal(capture_snapshots(&job), 4);
    for (unsigned p = 0; p < 4; p++)
        assert_int_equal(capture_snapshot(&job, p)->boundaries, 2 * (p + 1));
    capture_close(&job);

    struct lpi_set *set;
    char *operands[] = {folder};
    assert_int_equal(lpi_set_open(operands, 1, NULL, &set, &fault), LP_OK);
    assert_int_equal(set->point_count, 4);
    assert_true(set->allocation_count >= 1);
    lpi_set_close(set);
}

static void expect_fault(struct capture_options *options, int code, const char *why)
{
    struct lpi_fault fault;
    assert_int_equal(capture_take(options, &job, &fault), code);
    assert_non_null(strstr(fault.why, why));
    capture_close(&job);
}

/* No file is left next to the folder, and handlers and umask are restored. */
static void faults_leave_nothing(void **state)
{
    char *program[] = {known, "marks", "3", "100000", NULL};
    char *missing[] = {"/nonexistent", NULL};
    struct capture_options options = options_for(program);
    struct sigaction after;
    struct stat st, st_after;
    mode_t mask = umask(022);
    (void)state;
    assert_int_equal(stat(root, &st), 0);
    expect_fault(&options, LPI_BAD, "is there already (--force replaces it)");
    options.force = true;
    expect_fault(&options, LPI_BAD, "has 3 boundaries, fewer than 4 points");
    options.program = missing;
    expect_fault(&options, LPI_BAD, "/nonexistent: No such file or directory");
    assert_int_equal(stat(root, &st_after), 0);
    assert_int_equal(st_after.st_nlink, st.st_nlink); /* a folder more has a link more */
    sigaction(SIGTERM, NULL, &after);
    assert_ptr_equal(after.sa_handler, SIG_DFL);
    assert_int_equal(umask(mask), 022);
}

/* An interrupted program leaves the old set. */
static void broken_off(void **state)
{
    /* A shell's background jobs ignore SIGINT, and so would the program. */
    signal(SIGINT, SIG_DFL);
    char *program[] = {"sh", "-c", "kill -INT $$", NULL};
    struct capture_options options = options_for(program);
    (void)state;
    options.force = true;
    expect_fault(&options, LPI_BAD, "sh was ended by signal 2");
    assert_int_equal(job.signal, SIGINT);
    assert_true(job.by_program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_is_written),
        cmocka_unit_test(faults_leave_nothing),
        cmocka_unit_test(broken_off),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_root, close_root);
}
