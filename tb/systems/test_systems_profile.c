/* SPDX-License-Identifier: Apache-2.0 */
/* A profile of a snapshot set from C, its target file applied again, and errors with their
 * reasons. */
#include "../lib/unit.h"

#include "../../cmodel/systems/profile/profile_job.h"
#include <linepress/linepress.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTES 131072u /* two pages of 64 KiB */

static char folder[64], path[96];
static char *operands[] = {folder};
static char notes[1024];

static void write_file(const char *name, const void *bytes, size_t count)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* At both points zeros, and bytes that no codec makes smaller. */
static int make_set(void **state)
{
    (void)state;
    static uint8_t zeros[BYTES], noise[BYTES];
    static const char *const points[] = {"1", "2"};
    strcpy(folder, "/tmp/test_systems_profile-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    for (size_t i = 0; i < BYTES; i++)
        noise[i] = (uint8_t)unit_random();
    for (size_t p = 0; p < 2; p++) {
        char name[16];
        snprintf(path, sizeof path, "%s/%s", folder, points[p]);
        if (mkdir(path, 0700) != 0)
            return 1;
        snprintf(name, sizeof name, "%s/zeros.bin", points[p]);
        write_file(name, zeros, sizeof zeros);
        snprintf(name, sizeof name, "%s/noise.bin", points[p]);
        write_file(name, noise, sizeof noise);
    }
    return 0;
}

static int remove_set(void **state)
{
    (void)state;
    static const char *const names[] = {"1/zeros.bin", "1/noise.bin", "1", "2/zeros.bin",
                                        "2/noise.bin", "2",           ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    return access(folder, F_OK) == 0;
}

static void take_note(void *context, const char *line)
{
    (void)context;
    strncat(notes, line, sizeof notes - strlen(notes) - 1);
    strncat(notes, "\n", sizeof notes - strlen(notes) - 1);
}

static uint64_t told;

static void take_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    assert_true(done >= told && done <= all);
    told = done;
}

static const struct lpi_tell tell = {.progress = take_progress, .note = take_note};

static struct profile_ask usual(void)
{
    struct profile_ask ask = {.goal = {.threshold = 300000,
                                       .zero_threshold = 300000,
                                       .max_ratio = 16 * LPI_MILLION,
                                       .page_log2 = 16},
                              .codec = LP_PAGE_BPC,
                              .operands = operands,
                              .count = 1,
                              .threads = 1,
                              .tell = &tell};
    memset(ask.goal.codec, LP_PAGE_BPC, sizeof ask.goal.codec);
    notes[0] = '\0';
    told = 0;
    return ask;
}

static size_t number_of(const struct profile_job *job, const char *name)
{
    for (size_t a = 0; a < job->set->allocation_count; a++)
        if (strcmp(job->set->allocations[a].name, name) == 0)
            return a;
    fail();
    return 0;
}

static void targets_are_found(void **state)
{
    (void)state;
    struct profile_ask ask = usual();
    struct lpi_fault fault = {0};
    struct profile_job job;
    assert_int_equal(profile_open(&ask, &job, &fault), 0);
    const struct lpi_plan *plan = profile_plan(&job);
    assert_int_equal(plan->targets[number_of(&job, "zeros")], LP_TARGET_16);
    assert_int_equal(plan->targets[number_of(&job, "noise")], LP_BUDDY_UNCOMPRESSED);
    /* Two uncompressed pages, and two of a sixteenth. */
    assert_int_equal(plan->pages, 4);
    assert_int_equal(plan->frames, 2 * 16 + 2);
    assert_int_equal(plan->flow.buddy_lines, 0);
    assert_true(profile_ratio(plan) == 64.0 / 34);
    assert_int_equal(job.best_lines, 4 * BYTES / LP_LINE_BYTES);
    assert_int_equal(job.best_sectors, 2 * BYTES / LP_SECTOR_BYTES);
    for (unsigned i = 0; i < PROFILE_SWEEP; i++)
        assert_int_equal(job.sweep[i].frames, plan->frames);
    assert_null(job.applied);
    assert_true(told > 0);
    profile_close(&job);
}

static void codecs_are_found(void **state)
{
    (void)state;
    struct profile_ask ask = usual();
    struct lpi_fault fault = {0};
    struct profile_job job;
    ask.codec = PROFILE_BY_TARGET;
    ask.heat = 1;
    ask.threads = 2;
    assert_int_equal(profile_open(&ask, &job, &fault), 0);
    assert_non_null(job.own);
    assert_non_null(job.heat);
    profile_close(&job);
}

/* ---- target files ---- */

struct text {
    char bytes[1024];
    size_t count, room;
};

static int write_text(void *context, const void *buffer, size_t bytes)
{
    struct text *text = context;
    if (bytes > text->room - text->count)
        return LP_ERR_SYSTEM;
    memcpy(text->bytes + text->count, buffer, bytes);
    text->count += bytes;
    return LP_OK;
}

static char targets_path[96];

static void remove_targets(void)
{
    unlink(targets_path);
}

static void write_targets(const char *text, size_t bytes)
{
    strcpy(targets_path, "/tmp/test_systems_targets-XXXXXX");
    int fd = mkstemp(targets_path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, bytes), bytes);
    assert_int_equal(close(fd), 0);
}

static void a_target_file_comes_back(void **state)
{
    (void)state;
    struct profile_ask ask = usual();
    struct lpi_fault fault = {0};
    struct profile_job job;
    struct text text = {.room = sizeof text.bytes};
    assert_int_equal(profile_open(&ask, &job, &fault), 0);
    assert_int_equal(profile_write_targets(&job, write_text, &text, &fault), 0);
    text.room = 20;
    text.count = 0;
    assert_int_equal(profile_write_targets(&job, write_text, &text, &fault), LPI_BAD);
    assert_string_equal(fault.why, "profile: the targets cannot be written");
    text = (struct text){.room = sizeof text.bytes};
    fault.code = 0;
    assert_int_equal(profile_write_targets(&job, write_text, &text, &fault), 0);
    profile_close(&job);

    write_targets(text.bytes, text.count);
    ask = usual();
    ask.apply = targets_path;
    ask.strict = 1;
    assert_int_equal(profile_open(&ask, &job, &fault), 0);
    assert_string_equal(notes, "");
    assert_ptr_equal(profile_plan(&job), job.applied);
    assert_memory_equal(job.applied->targets, job.steps[PROFILE_ZERO]->targets,
                        job.set->allocation_count);
    assert_int_equal(job.applied->frames, job.steps[PROFILE_ZERO]->frames);
    profile_close(&job);
    remove_targets();
}

static void other_targets_are_noted(void **state)
{
    (void)state;
    static const char other[] =
        "{\"linepress_targets\": 1, \"page\": \"64k\", \"codec\": {\"1\": \"bpc\", \"1.33\": "
        "\"bpc\", \"2\": \"bpc\", \"4\": \"bpc\", \"16\": \"bpc\"}, \"allocations\": ["
        "{\"name\": \"zeros\", \"bytes\": 5, \"target\": \"2\"}, "
        "{\"name\": \"gone\", \"bytes\": 5, \"target\": \"2\"}]}";
    struct profile_ask ask = usual();
    struct lpi_fault fault = {0};
    struct profile_job job;
    char due[1024];
    write_targets(other, sizeof other - 1);
    snprintf(due, sizeof due,
             "%s: has no target for allocation 'noise', which stays uncompressed\n"
             "%s: allocation 'zeros' has 5 bytes there and %u here\n"
             "%s: there is no allocation 'gone' here\n",
             targets_path, targets_path, BYTES, targets_path);
    ask.apply = targets_path;
    assert_int_equal(profile_open(&ask, &job, &fault), 0);
    assert_string_equal(notes, due);
    assert_int_equal(job.applied->targets[number_of(&job, "zeros")], LP_TARGET_2);
    profile_close(&job);
    ask.strict = 1;
    assert_int_equal(profile_open(&ask, &job, &fault), LPI_BAD);
    assert_string_equal(fault.why, "profile: the targets are not this set's (--strict)");
    remove_targets();
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    struct profile_ask ask = usual();
    struct lpi_fault fault = {0};
    struct profile_job job;
    char why[256];
    ask.apply = "/nonexistent/targets";
    assert_int_equal(profile_open(&ask, &job, &fault), LPI_BAD);
    assert_string_equal(fault.why, "/nonexistent/targets: No such file or directory");
    ask.apply = NULL;
    ask.operands = (char *[]){"/nonexistent/set"};
    assert_int_not_equal(profile_open(&ask, &job, &fault), 0);
    assert_int_equal(fault.code, LP_ERR_SYSTEM);
    assert_string_equal(fault.why, "/nonexistent/set: No such file or directory");
    write_targets("{}", 2);
    fault.code = 0;
    ask.apply = targets_path;
    assert_int_equal(profile_open(&ask, &job, &fault), LPI_BAD);
    snprintf(why, sizeof why, "%s: ", targets_path);
    assert_int_equal(strncmp(fault.why, why, strlen(why)), 0);
    assert_true(strlen(fault.why) > strlen(why));
    remove_targets();
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_found),        cmocka_unit_test(codecs_are_found),
        cmocka_unit_test(a_target_file_comes_back), cmocka_unit_test(other_targets_are_noted),
        cmocka_unit_test(wrong_files_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_set, remove_set);
}
