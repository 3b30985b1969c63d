/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios of huvm from C, on both clocks; one program; and errors with their reasons. */
#define _GNU_SOURCE
#include "../../cmodel/systems/huvm/one.h"
#include "../../cmodel/systems/huvm/sweep.h"
#include "../../cmodel/systems/huvm/together.h"
#include "../lib/preload_root.h"
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static char root[64], path[96];
static struct huvm_outcome outcome;
static struct huvm_step step;
static struct huvm_one_result result;

static int open_root(void **state)
{
    (void)state;
    preload_open(root, "huvm_preload");
    snprintf(path, sizeof path, "%s/scenario.json", root);
    return setenv("TMPDIR", root, 1);
}

static int close_root(void **state)
{
    (void)state;
    unlink(path);
    preload_close(root);
    return access(root, F_OK) == 0; /* files left by a launch keep the folder */
}

static void write_scenario(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* One harvester with twice its memory, and a yielder; 64 chunks of 4 KiB each. */
static const char two[] =
    "{\"name\": \"two\", \"chunk_kib\": 4, \"threshold\": 2, "
    "\"links\": {\"pcie\": {\"gbs\": 1, \"us\": 10}, \"nvlink\": {\"gbs\": 10, \"us\": 1}}, "
    "\"gpus\": [{\"memory_mib\": 0.25}, {\"memory_mib\": 0.25}], "
    "\"apps\": [{\"name\": \"h\", \"gpus\": [0], \"use\": 1.5, \"compute_us\": 5}, "
    "{\"name\": \"y\", \"gpus\": [1], \"use\": 0.25, \"compute_us\": 5}]}";

static struct huvm_settings settings_for(const char *scenario)
{
    struct huvm_settings settings = huvm_usual;
    settings.scenario = scenario;
    return settings;
}

/* The excess goes over PCIe with base, and to the neighbour with the whole policy. */
static void check_outcome(const struct huvm_outcome *o)
{
    assert_int_equal(o->base.gpu[0].counts.evict_neighbour, 0);
    assert_true(o->base.gpu[0].counts.evict_host > 0);
    assert_true(o->result.gpu[0].counts.evict_neighbour > 0);
    assert_true(o->result.nvlink[0][1].raw > 0);
    assert_int_equal(o->base.nvlink[0][1].raw, 0);
    assert_string_equal(o->policy->name, "memharvester");
    assert_int_equal(o->result.mismatches, 0);
}

static void virtual_clock(void **state)
{
    struct huvm_scenario scenario;
    struct huvm_sizes sizes;
    struct lpi_fault fault;
    struct huvm_settings settings = settings_for(path);
    (void)state;
    write_scenario(two);
    settings.prefetch = 4 * 4096;
    settings.served = 1; /* us, so that links take most of the time */
    assert_int_equal(huvm_scenario_open(&settings, &scenario, &fault), 0);
    assert_string_equal(scenario.name, "two");
    assert_int_equal(scenario.app[0].chunks[0], 96);
    assert_int_equal(huvm_scenario_over_chunks(&scenario), 32);
    assert_int_equal(huvm_scenario_spare_chunks(&scenario), 48);
    assert_int_equal(huvm_sizes_open(&settings, &scenario, &sizes, &fault), 0);
    assert_int_equal(huvm_virtual_run(&settings, &scenario, &sizes, NULL, NULL, &outcome, &fault),
                     0);
    check_outcome(&outcome);
    assert_true(outcome.result.gpu[0].time < outcome.base.gpu[0].time);
    huvm_sizes_close(&sizes);
    huvm_scenario_close(&scenario);
}

static void real_clock(void **state)
{
    struct huvm_scenario scenario;
    struct lpi_fault fault;
    struct huvm_settings settings = settings_for(path);
    struct huvm_together together = {.outcome = &outcome};
    struct sigaction before, after;
    (void)state;
    write_scenario(two);
    settings.real = true;
    settings.prefetch = 4 * 4096;
    settings.faults = HUVM_PROTECTION;
    memset(&outcome, 0, sizeof outcome);
    sigaction(SIGCHLD, NULL, &before);
    assert_int_equal(huvm_scenario_open(&settings, &scenario, &fault), 0);
    int code = huvm_together_run(&settings, &scenario, &together, &fault);
    if (code != 0)
        print_message("# %s\n", fault.why);
    assert_int_equal(code, 0);
    assert_true(together.ended_well);
    assert_int_equal(together.wrong, 0);
    check_outcome(&outcome);
    /* 96 chunks in three passes, and the uses that the pattern makes of them. */
    assert_true(outcome.result.gpu[0].uses >= 96);
    huvm_scenario_close(&scenario);
    sigaction(SIGCHLD, NULL, &after);
    assert_ptr_equal(after.sa_handler, before.sa_handler);
    assert_null(getenv("LINEPRESS_HUVM_PROTECTION"));
}

static void sweep_of_policies(void **state)
{
    struct lpi_fault fault;
    struct huvm_settings settings = settings_for("case1");
    unsigned count;
    uint64_t base = 0;
    (void)state;
    settings.scale = 64;
    assert_int_equal(huvm_sweep_count(&settings, HUVM_SWEEP_POLICY, &count, &fault), 0);
    assert_int_equal(count, HUVM_POLICIES);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(huvm_sweep_step(&settings, HUVM_SWEEP_POLICY, i, &step, &fault), 0);
        assert_int_equal(step.settings.policy, i);
        if (i == 0)
            base = step.outcome.base.time;
        assert_int_equal(step.outcome.base.time, base);
        huvm_step_close(&step);
    }
    settings.scenario = "-";
    assert_int_equal(huvm_sweep_count(&settings, HUVM_SWEEP_POLICY, &count, &fault), LPI_BAD);
}

static void expect_fault(const char *text, const char *why)
{
    struct huvm_scenario scenario;
    struct lpi_fault fault;
    struct huvm_settings settings = settings_for(path);
    char line[512];
    write_scenario(text);
    assert_int_equal(huvm_scenario_open(&settings, &scenario, &fault), LPI_BAD);
    snprintf(line, sizeof line, "%s: %s", path, why);
    assert_string_equal(fault.why, line);
}

/* The first fault is reported. */
static void wrong_files(void **state)
{
    (void)state;
    expect_fault("[]", "not a JSON object but a list, such as a sweep prints");
    expect_fault("{\"gpus\": 3, \"chunk_kib\": 3}",
                 "'chunk_kib' is not a whole number from 4 to 1048576");
    expect_fault("{\"gpus\": [{}], \"apps\": []}", "GPU 0: 'memory_mib' is missing");
    expect_fault("{\"gpus\": [{\"memory_mib\": 64}], \"apps\": [3]}",
                 "application 1 is not an object");
    expect_fault("{\"gpus\": [{\"memory_mib\": 64}], \"apps\": [{\"name\": \"a\", "
                 "\"gpus\": [0], \"use\": 1, \"program\": [\"a\", 3]}]}",
                 "application 1: 'program' has what is no word");
}

static void one_program(void **state)
{
    char *good[] = {"sh", "-c", "exit 7", NULL}, *missing[] = {"/nonexistent", NULL};
    struct huvm_one one = {.program = good,
                           .chunk = 65536,
                           .room = 1 << 20,
                           .local = 1 << 17,
                           .policy = HUVM_POLICIES - 1,
                           .prefetch = UINT64_MAX,
                           .stride = UINT64_MAX,
                           .codec = HUVM_BEST,
                           .window = 8};
    struct huvm_uses uses;
    struct lpi_fault fault;
    (void)state;
    assert_int_equal(huvm_one_run(&one, &result, &fault), 0);
    assert_int_equal(WEXITSTATUS(result.end.status), 7);
    assert_int_equal(result.faults, HUVM_ANY_FAULTS);
    one.program = missing;
    assert_int_equal(huvm_one_run(&one, &result, &fault), LPI_BAD);
    assert_string_equal(fault.why, "/nonexistent: No such file or directory");
    one.program = good;
    assert_int_equal(huvm_one_record(&one, &uses, &fault), 0);
    assert_int_equal(WEXITSTATUS(uses.end.status), 7);
    assert_null(uses.chunk);
    good[2] = "exit 0";
    assert_int_equal(huvm_one_record(&one, &uses, &fault), LPI_BAD);
    assert_string_equal(fault.why, "huvm: sh used no memory that is managed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(virtual_clock),     cmocka_unit_test(real_clock),
        cmocka_unit_test(sweep_of_policies), cmocka_unit_test(wrong_files),
        cmocka_unit_test(one_program),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_root, close_root);
}
