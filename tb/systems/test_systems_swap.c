/* SPDX-License-Identifier: Apache-2.0 */
/* Searches among settings, samples, fits and plans of swapping from C; and errors with their
 * reasons. */
#include "../lib/unit.h"

#include "../../cmodel/systems/swap/swap_advice.h"
#include "../../cmodel/systems/swap/swap_fit.h"
#include "../../cmodel/systems/swap/swap_sample.h"
#include "../../cmodel/systems/swap/swap_tune.h"
#include <math.h>
#include <unistd.h>

static char path[64];

static int open_file(void **state)
{
    (void)state;
    strcpy(path, "/tmp/test_systems_swap-XXXXXX");
    int fd = mkstemp(path);
    return fd < 0 || close(fd) != 0;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The line is the file's path and then `rest`. */
static void check_fault(const struct lpi_fault *fault, const char *rest)
{
    assert_int_equal(fault->code, LPI_BAD);
    assert_int_equal(strncmp(fault->why, path, strlen(path)), 0);
    assert_string_equal(fault->why + strlen(path), rest);
}

/* ---- tune ---- */

#define BEST_GRID 100.0

/* Times that are least at grid 100 with blocks of 128 lines. */
struct valley {
    size_t calls, fails_at; /* 0: never */
};

static double time_at(unsigned grid, unsigned block)
{
    return 1e-3 * (1 + fabs(log(grid / BEST_GRID)) + (block == 64));
}

static int time_setting(void *context, const struct lp_swap_setting *setting, struct swap_run *run,
                        struct lpi_fault *fault)
{
    struct valley *valley = context;
    valley->calls++;
    assert_int_equal(setting->codec, LP_SWAP_LZ4);
    if (valley->calls == valley->fails_at)
        return lpi_fault_set(fault, LPI_BAD, "the device is gone");
    run->compress = time_at(setting->grid, setting->block);
    run->expand = 2 * run->compress;
    return 0;
}

static struct swap_tune_options options_for(enum swap_method method, struct valley *valley)
{
    return (struct swap_tune_options){.method = method,
                                      .codec = LP_SWAP_LZ4,
                                      .points = 64,
                                      .seed = unit_random(),
                                      .bytes = 4096,
                                      .bench = {.threads = 5, .repeat = 1},
                                      .time = time_setting,
                                      .context = valley};
}

static void check_best(const struct swap_tuning *t)
{
    const struct swap_point *best = swap_search_best(&t->search);
    for (size_t i = 0; i < t->search.count; i++) {
        const struct swap_point *p = &t->space.points[t->search.order[i]];
        assert_true(p->compress == time_at(p->grid, p->block) && p->expand == 2 * p->compress);
        assert_true(p->compress >= best->compress);
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(t->search.order[k], t->search.order[i]);
    }
}

static void a_grid_is_searched_wholly(void **state)
{
    (void)state;
    struct valley valley = {0};
    struct swap_tune_options o = options_for(SWAP_GRID, &valley);
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    assert_int_equal(swap_tune(&o, &t, &fault), 0);
    assert_int_equal(t.search.count, 2 * o.points);
    assert_int_equal(valley.calls, t.search.count);
    check_best(&t);
    assert_int_equal(swap_search_best(&t.search)->block, 128);
    assert_true(fabs(log(swap_search_best(&t.search)->grid / BEST_GRID)) < 0.15);
    swap_tune_close(&t);
}

static void random_settings_do_not_repeat(void **state)
{
    (void)state;
    struct valley valley = {0};
    struct swap_tune_options o = options_for(SWAP_RANDOM, &valley);
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    assert_int_equal(swap_tune(&o, &t, &fault), 0);
    assert_int_equal(t.search.count, SWAP_FIRST + SWAP_GUIDED);
    check_best(&t);
    swap_tune_close(&t);
}

static void an_expert_names_a_setting(void **state)
{
    (void)state;
    struct valley valley = {0};
    struct swap_tune_options o = options_for(SWAP_EXPERT, &valley);
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    assert_int_equal(swap_tune(&o, &t, &fault), 0);
    assert_int_equal(t.search.count, 1);
    assert_int_equal(swap_search_best(&t.search)->grid, SWAP_EXPERT_PARTS * o.bench.threads);
    assert_int_equal(swap_search_best(&t.search)->block, 128);
    swap_tune_close(&t);
}

/* The search library may be missing; for this program it is. */
static void a_guided_search_finds_the_valley(void **state)
{
    (void)state;
    struct valley valley = {0};
    struct swap_tune_options o = options_for(SWAP_BO, &valley);
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    if (swap_tune(&o, &t, &fault) != 0) {
        assert_int_equal(fault.code, LPI_BAD);
        assert_int_equal(valley.calls, 0);
        assert_string_equal(fault.why, "swap: --method bo needs liblinepress_tune.so, which is "
                                       "built where liblapacke-dev and libnlopt-dev are");
        return;
    }
    check_best(&t);
    assert_true(swap_search_best(&t.search)->compress < 1.5e-3);
    swap_tune_close(&t);
}

static void codecs_are_timed(void **state)
{
    (void)state;
    struct swap_tune_options o = {.method = SWAP_EXPERT,
                                  .codec = LP_SWAP_ZVC,
                                  .seed = 1,
                                  .bytes = 65536,
                                  .sparsity = 0.5,
                                  .bench = {.threads = 1, .repeat = 3}};
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    assert_int_equal(swap_tune(&o, &t, &fault), 0);
    const struct swap_point *best = swap_search_best(&t.search);
    assert_true(best->compress > 0 && best->expand > 0 && t.seconds > 0);
    assert_memory_equal(t.bench.data, t.bench.back, o.bytes);
    swap_tune_close(&t);
}

static void a_failure_ends_the_search(void **state)
{
    (void)state;
    struct valley valley = {.fails_at = 7};
    struct swap_tune_options o = options_for(SWAP_GRID, &valley);
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    assert_int_equal(swap_tune(&o, &t, &fault), LPI_BAD);
    assert_string_equal(fault.why, "the device is gone");
    assert_int_equal(valley.calls, 7);
}

static void recorded_times_are_searched(void **state)
{
    (void)state;
    static const char good[] =
        "{\"codec\": \"lz4\", \"trace\": ["
        "{\"grid\": 3, \"block\": 64, \"compress_ms\": 5, \"decompress_ms\": 6}, "
        "{\"grid\": 9, \"block\": 128, \"compress_ms\": 4, \"decompress_ms\": 6.5}]}";
    struct valley valley = {0};
    struct swap_tune_options o = options_for(SWAP_GRID, &valley);
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    o.landscape = path;
    write_file(good);
    assert_int_equal(swap_tune(&o, &t, &fault), 0);
    assert_int_equal(valley.calls, 0);
    assert_int_equal(t.search.count, 2);
    assert_int_equal(swap_search_best(&t.search)->grid, 9);
    assert_true(t.seconds == 0);
    swap_tune_close(&t);
}

static void wrong_landscapes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } files[] = {
        {"", ": not JSON: line 1: '[' or '{' expected near end of file"},
        {"[]", ": not a JSON object but a list, such as a sweep prints"},
        {"{}", ": 'trace' is missing"},
        {"{\"trace\": [{}]}", ": 'codec' is missing or unknown"},
        {"{\"trace\": [], \"codec\": \"zvc\"}", ": 'trace' has none, or more than 8192 settings"},
        {"{\"trace\": [{\"grid\": 0}], \"codec\": \"zvc\"}",
         ": setting 1: 'grid' is not a whole number from 1 to 4096"},
    };
    struct valley valley = {0};
    struct swap_tune_options o = options_for(SWAP_GRID, &valley);
    struct swap_tuning t;
    o.landscape = path;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct lpi_fault fault = {0};
        write_file(files[i].text);
        assert_int_equal(swap_tune(&o, &t, &fault), LPI_BAD);
        check_fault(&fault, files[i].why);
    }
    struct lpi_fault fault = {0};
    o.landscape = "/nonexistent/landscape";
    assert_int_equal(swap_tune(&o, &t, &fault), LPI_BAD);
    assert_string_equal(fault.why, "/nonexistent/landscape: No such file or directory");
}

/* ---- samples and fits ---- */

static void check_samples(int codec)
{
    struct swap_sample_options o = {.setting = {codec, 0, 128},
                                    .count = 6,
                                    .seed = 1,
                                    .least = 1000,
                                    .most = 9000,
                                    .bench = {.threads = 1, .repeat = 1}};
    struct lpi_fault fault = {0};
    struct swap_sampling s;
    assert_int_equal(swap_sample(&o, &s, &fault), 0);
    assert_int_equal(s.count, 6);
    assert_int_equal(s.setting.grid, 16);
    for (size_t i = 0; i < s.count; i++) {
        assert_true(s.list[i].bytes >= o.least && s.list[i].bytes <= o.most);
        assert_true(s.list[i].sparsity > 0 && s.list[i].sparsity < 1);
        assert_true(s.list[i].run.compress > 0 && s.list[i].run.expand > 0);
        /* Zeros of words of 32 bits would be fewer, and the size by them another one. */
        double masks = codec == LP_SWAP_ZVC ? 1.0 / 32 : 1.0 / 16, bytes = (double)s.list[i].bytes;
        double due = bytes * (1 - s.list[i].sparsity + masks);
        if (codec != LP_SWAP_EBD16)
            assert_true(fabs((double)s.list[i].run.size - due) < 150);
    }
    swap_sample_close(&s);
}

static void samples_are_measured(void **state)
{
    (void)state;
    check_samples(LP_SWAP_ZVC);
    check_samples(LP_SWAP_ZVC16);
    check_samples(LP_SWAP_EBD16);
}

/* Samples of seconds = 2e-3 + 1e-9 bytes - 1e-3 sparsity, and twice as long back. */
static void write_samples(size_t count)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "{\"device\": \"cpu\", \"codec\": \"lz4\", \"grid\": 8, \"block\": 64, "
                  "\"samples\": [");
    for (size_t i = 0; i < count; i++) {
        double bytes = (double)(1000000 + 37 * (i * i % 1000) * 1000),
               part = 0.2 + 0.006 * (double)i;
        double ms = 2 + 1e-6 * bytes - part;
        fprintf(file,
                "%s{\"bytes\": %.0f, \"sparsity\": %.9f, \"compress_ms\": %.9f, "
                "\"decompress_ms\": %.9f}",
                i > 0 ? ", " : "", bytes, part, ms, 2 * ms);
    }
    fprintf(file, "]}");
    assert_int_equal(fclose(file), 0);
}

static void a_plane_is_fitted(void **state)
{
    (void)state;
    struct swap_fitting fitting;
    struct swap_fitted fitted;
    struct lpi_fault fault = {0};
    double compress, expand;
    char hash[LPI_SHA256_TEXT];
    write_samples(100);
    swap_fit_begin(&fitting);
    assert_int_equal(swap_fit_file(&fitting, path, 1, &fitted, &fault), 0);
    assert_int_equal(fitted.model.count, 1);
    assert_int_equal(fitted.unseen, 20);
    assert_true(fitted.compress < 1e-3 && fitted.expand < 1e-3);
    lp_swap_predict(&fitted.model, 5e6, 0.5, &compress, &expand);
    assert_true(fabs(compress - 6.5e-3) < 1e-6 && fabs(expand - 13e-3) < 1e-6);
    assert_int_equal(swap_fit_file(&fitting, path, 1, &fitted, &fault), LPI_BAD);
    check_fault(&fault, ": there are samples of lz4 already");
    swap_fit_end(&fitting, hash);
    assert_int_equal(strlen(hash), 64);
    assert_string_equal(fitting.device, "cpu");
}

static void few_samples_are_refused(void **state)
{
    (void)state;
    struct swap_fitting fitting;
    struct swap_fitted fitted;
    struct lpi_fault fault = {0};
    write_samples(2);
    swap_fit_begin(&fitting);
    assert_int_equal(swap_fit_file(&fitting, path, 4, &fitted, &fault), LPI_BAD);
    check_fault(&fault, ": 2 samples are too few for a model of so many parts");
}

/* ---- plans ---- */

static const char profile[] =
    "{\"network\": \"made\", \"device\": \"v100\", \"link\": {\"d2h\": 10, \"h2d\": 10}, "
    "\"tensors\": [{\"name\": \"a\", \"kind\": \"relu\", \"bytes\": 400000000, "
    "\"forward_us\": 1, \"backward_us\": 1, \"epochs\": [{\"zeros\": 90000000}]}, "
    "{\"name\": \"b\", \"kind\": \"conv\", \"bytes\": 400000000, "
    "\"forward_us\": 1, \"backward_us\": 1, \"epochs\": [{\"zeros\": 0}]}]}";

/* 90 % of a are zero: its transfer, 40 ms, shrinks by more than the codec's 17.6 ms. b is not the
 * output of a ReLU. */
static void a_profile_is_planned(void **state)
{
    (void)state;
    struct swap_job_options o = {
        .profile = path, .model = "v100", .form = LP_SWAP_EXACT, .policy = LP_SWAP_CSWAP};
    struct lpi_fault fault = {0};
    struct swap_job job;
    struct swap_epoch_plan plan;
    struct swap_agreement sum = {0};
    struct swap_simulated s;
    write_file(profile);
    assert_int_equal(swap_job_open(&o, &job, &fault), 0);
    assert_int_equal(swap_plans_open(&job, &plan, &fault), 0);
    assert_int_equal(swap_plan_epoch(&job, 0, &plan, &fault), 0);
    swap_count_epoch(&job, &plan, &sum);
    assert_string_equal(swap_choice_name(&plan.form[LP_SWAP_EXACT][0]), "zvc");
    assert_string_equal(swap_choice_name(&plan.form[LP_SWAP_EXACT][1]), "none");
    assert_true(sum.differ == 0 && sum.decisions == 0);
    assert_int_equal(swap_simulate_epoch(&job, -1, &s, &fault), 0);
    assert_true(s.epoch == 0 && s.choices[0].pays && !s.choices[1].pays);
    swap_simulated_close(&s);
    assert_int_equal(swap_simulate_epoch(&job, 1, &s, &fault), LPI_BAD);
    check_fault(&fault, ": no epoch 1, but 1 from 0 on");
    swap_plans_close(&plan);
    swap_job_close(&job);
}

/* a, of 16-bit elements: half of them are zero, which ZVC16 makes use of, and ZVC cannot. */
static void elements_have_widths(void **state)
{
    (void)state;
    static const char form[] =
        "{\"network\": \"made\", \"device\": \"cpu\", \"link\": {\"d2h\": 1, \"h2d\": 1}, "
        "\"tensors\": [{\"name\": \"a\", \"kind\": \"relu\", \"bytes\": 4000, %s"
        "\"forward_us\": 0, \"backward_us\": 0, \"epochs\": [{\"zeros\": %u, \"ratio\": %s}]}]}";
    static const struct {
        const char *element;
        unsigned zeros;
        const char *ratio, *codec;
        double size; /* 0: refused */
    } rows[] = {{"\"element\": 2, ", 1000, "{}", "zvc16", 2250},
                {"\"element\": 2, ", 1000, "{\"zvc\": 9, \"zvc16\": 9}", "zvc16", 2250},
                {"\"element\": 2, ", 1000, "{\"ebd16\": 2}", "ebd16", 2000},
                {"\"element\": 4, ", 500, "{\"zvc16\": 9, \"ebd16\": 9}", "zvc", 2125},
                {"", 500, "{\"ebd16\": 9, \"lz4\": 2}", "lz4", 2000},
                {"\"element\": 3, ", 1, "{}", "", 0},
                {"\"element\": 4, ", 1001, "{}", "", 0}};
    char text[500];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct swap_job_options o = {
            .profile = path, .form = LP_SWAP_EXACT, .policy = LP_SWAP_ORAC};
        struct lpi_fault fault = {0};
        struct swap_job job;
        struct swap_simulated s;
        snprintf(text, sizeof text, form, rows[i].element, rows[i].zeros, rows[i].ratio);
        write_file(text);
        if (rows[i].size == 0) {
            assert_int_equal(swap_job_open(&o, &job, &fault), LPI_BAD);
            continue;
        }
        assert_int_equal(swap_job_open(&o, &job, &fault), 0);
        assert_int_equal(swap_simulate_epoch(&job, 0, &s, &fault), 0);
        assert_string_equal(swap_choice_name(&s.choices[0]), rows[i].codec);
        assert_true(s.choices[0].size == rows[i].size);
        swap_simulated_close(&s);
        swap_job_close(&job);
    }
}

static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    struct swap_job_options o = {.profile = path, .model = "2080ti"};
    struct lpi_fault fault = {0};
    struct swap_job job;
    write_file(profile);
    assert_int_equal(swap_job_open(&o, &job, &fault), LPI_BAD);
    assert_string_equal(fault.why,
                        "swap: --model: the paper prints no time of a codec on the 2080Ti");
    fault.code = 0;
    write_file("{\"network\": \"made\", \"device\": \"cpu\", \"link\": null, \"tensors\": "
               "[{\"name\": \"a\", \"kind\": \"relu\", \"bytes\": 4, \"forward_us\": 1, "
               "\"backward_us\": 1, \"epochs\": [{\"zeros\": 2}]}]}");
    o.model = NULL;
    assert_int_equal(swap_job_open(&o, &job, &fault), LPI_BAD);
    check_fault(&fault, ": tensor 1, epoch 0: 'zeros' is not a whole number from 0 to 1");
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_searched_wholly),
        cmocka_unit_test(random_settings_do_not_repeat),
        cmocka_unit_test(an_expert_names_a_setting),
        cmocka_unit_test(a_guided_search_finds_the_valley),
        cmocka_unit_test(codecs_are_timed),
        cmocka_unit_test(a_failure_ends_the_search),
        cmocka_unit_test_setup_teardown(recorded_times_are_searched, open_file, remove_file),
        cmocka_unit_test_setup_teardown(wrong_landscapes_are_refused, open_file, remove_file),
        cmocka_unit_test(samples_are_measured),
        cmocka_unit_test_setup_teardown(a_plane_is_fitted, open_file, remove_file),
        cmocka_unit_test_setup_teardown(few_samples_are_refused, open_file, remove_file),
        cmocka_unit_test_setup_teardown(a_profile_is_planned, open_file, remove_file),
        cmocka_unit_test_setup_teardown(elements_have_widths, open_file, remove_file),
        cmocka_unit_test_setup_teardown(what_does_not_go_together_is_refused, open_file,
                                        remove_file),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
