/* SPDX-License-Identifier: Apache-2.0 */
/* The GPUs' configurations: the files of the tree, files with errors, scaling, ticks. */
#include "../lib/unit.h"

#include "../../cmodel/systems/gpu/config/gpu_config.h"

#define FOLDER "cmodel/systems/gpu/configs"

static void read_one(const char *word, struct lpi_gpu_config *config)
{
    struct lpi_fault fault = {0};
    if (lpi_gpu_config_read(word, FOLDER, config, &fault) != 0)
        fail_msg("%s: %s", word, fault.why);
}

static void test_files(void **state)
{
    static const char *const names[] = {"p100", "v100", "a100", "h100", "gh200"};
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        struct lpi_gpu_config config;
        read_one(names[i], &config);
        assert_string_equal(config.name, names[i]);
        for (unsigned f = 0; f < LPI_GPU_FIELD_COUNT; f++)
            assert_true(config.source[f][0] != '\0');
        /* A slice's port carries its share of device memory. */
        double port = config.port_bytes * config.memory_mhz * 1e-3;
        assert_true(port * config.slices >= 0.99 * config.device_gbs);
    }
}

/* Writes the configuration with one change and expects the message. */
static void refuse(json_t *root, const char *part)
{
    char path[] = "/tmp/linepress-gpu.XXXXXX";
    struct lpi_gpu_config config;
    struct lpi_fault fault = {0};
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    assert_int_equal(json_dumpf(root, stream, 0), 0);
    fclose(stream);
    int code = lpi_gpu_config_read(path, FOLDER, &config, &fault);
    remove(path);
    if (part == NULL) {
        assert_int_equal(code, 0);
        return;
    }
    assert_int_equal(code, LPI_BAD);
    if (strstr(fault.why, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, fault.why);
    assert_null(strchr(fault.why, '\n'));
}

static json_t *fresh(json_t **fields)
{
    struct lpi_gpu_config config;
    read_one("p100", &config);
    json_t *root = lpi_gpu_config_json(&config);
    *fields = json_object_get(root, "fields");
    return root;
}

static void test_bad_files(void **state)
{
    static const struct {
        const char *field, *key;
        json_int_t value;
        const char *part;
    } changes[] = {
        {"sms", "value", 0, "sms"},
        {"slices", "value", 24, "power of two"},
        {"slices", "value", 256, "slices"},
        {"link_gbs", "value", 0, "link_gbs"},
        {"page_bytes", "value", 98304, "power of two"},
        {"l2_bytes", "value", 4194305, "l2_bytes"},
        {"write_low", "value", 30, "write_low"},
        {"sms", "unit", 7, "unit"},
        {"sms", "source", 7, "source"},
        {"sms", "sauce", 7, "sauce"},
    };
    json_t *fields, *root = fresh(&fields);
    (void)state;
    refuse(root, NULL);
    for (unsigned f = 0; f < LPI_GPU_FIELD_COUNT; f++) {
        json_t *field = json_incref(json_object_get(fields, lpi_gpu_field_name(f)));
        json_object_del(fields, lpi_gpu_field_name(f));
        refuse(root, lpi_gpu_field_name(f));
        json_object_set_new(fields, lpi_gpu_field_name(f), field);
    }
    json_object_set_new(fields, "smms", json_integer(1));
    refuse(root, "smms");
    json_decref(root);
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        root = fresh(&fields);
        json_object_set_new(json_object_get(fields, changes[i].field), changes[i].key,
                            json_integer(changes[i].value));
        refuse(root, changes[i].part);
        json_decref(root);
    }
    root = fresh(&fields);
    json_object_set_new(json_object_get(fields, "sms"), "unit", json_string("kg"));
    refuse(root, "kg");
    json_decref(root);
}

/* A name in a file may have a newline; the fault is one line. */
static void test_one_line(void **state)
{
    json_t *fields, *root = fresh(&fields);
    (void)state;
    json_object_set_new(fields, "an\nother\x7f", json_object());
    refuse(root, "an?other?");
    json_decref(root);
}

static void test_parts(void **state)
{
    struct lpi_gpu_config all, part;
    struct lpi_fault fault = {0};
    static const char *const bad[] = {"p100/64", "p100/3",   "p100/0", "p100/",
                                      "nothing", "../p100x", ""};
    (void)state;
    read_one("p100", &all);
    read_one("p100/8", &part);
    assert_int_equal(part.slices * 8, all.slices);
    assert_int_equal(part.sms * 8, all.sms);
    assert_int_equal(part.l2_bytes * 8, all.l2_bytes);
    assert_int_equal(part.metadata_bytes * 8, all.metadata_bytes);
    assert_true(part.link_gbs * 8 == all.link_gbs);
    assert_true(part.device_gbs * 8 == all.device_gbs);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        memset(&fault, 0, sizeof fault);
        assert_int_equal(lpi_gpu_config_read(bad[i], FOLDER, &part, &fault) != 0, 1);
        assert_true(fault.why[0] != '\0');
    }
}

static void test_set(void **state)
{
    struct lpi_gpu_config config;
    struct lpi_fault fault = {0};
    static const char *const bad[] = {"sms",   "sms=",    "=3",           "sms=1x", "smms=3",
                                      "sms=0", "sms=1.5", "link_gbs=nan", "sms=-1", "slices=1e9"};
    (void)state;
    read_one("p100", &config);
    assert_int_equal(lpi_gpu_config_set(&config, "sms=7", &fault), 0);
    assert_int_equal(config.sms, 7);
    assert_int_equal(lpi_gpu_config_set(&config, "link_gbs=12.5", &fault), 0);
    assert_true(config.link_gbs == 12.5);
    assert_string_equal(config.source[lpi_gpu_field("sms")], "set by the user");
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(lpi_gpu_config_set(&config, bad[i], &fault), LPI_BAD);
    assert_int_equal(config.sms, 7);
}

static void test_ticks(void **state)
{
    struct lpi_gpu_config config;
    (void)state;
    read_one("p100", &config);
    struct lpi_gpu_clock clock = lpi_gpu_clock(&config);
    assert_int_equal(clock.core, 35);
    assert_int_equal(clock.memory, 52);
    assert_int_equal(clock.mhz, 45500);
    /* Both clocks have whole cycles in a microsecond. */
    assert_int_equal(clock.mhz / clock.core, config.core_mhz);
    assert_int_equal(clock.mhz % clock.core, 0);
    assert_int_equal(clock.mhz / clock.memory, config.memory_mhz);
    assert_int_equal(clock.mhz % clock.memory, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),    cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_one_line), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_set),      cmocka_unit_test(test_ticks)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
