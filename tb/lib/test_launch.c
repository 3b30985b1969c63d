/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of saved launches: accepted launches, and the message for each refused one. */
#define _XOPEN_SOURCE 700
#include "unit.h"

#include "../../cmodel/lib/warp/launch.h"
#include <linepress/linepress.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test_launch.XXXXXX";

static const char good[] =
    "{\"linepress_launch\": 1, \"launch\": 2, \"launches\": 3, \"other\": [],"
    " \"kernel\": \"step\", \"options\": \"-DN=4\", \"directory\": \"/somewhere\","
    " \"work_dim\": 2, \"offset\": [0, 1, 0], \"global\": [64, 8, 1], \"local\": [16, 4, 1],"
    " \"buffers\": [{\"name\": \"main+0x40.1\", \"bytes\": 300, \"access\": \"read_only\","
    " \"file\": \"b/a.bin\"}],"
    " \"arguments\": [{\"kind\": \"buffer\", \"buffer\": \"main+0x40.1\", \"offset\": 100,"
    " \"bytes\": 200}, {\"kind\": \"value\", \"bytes\": 4, \"value\": \"00ff1a20\"},"
    " {\"kind\": \"local\", \"bytes\": 64}, {\"kind\": \"null\"}]}";

static void put(const char *name, size_t bytes)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < bytes; i++)
        fputc((int)i & 255, file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    char path[256];
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/b", folder);
    mkdir(path, 0777);
    put("b/a.bin", 300);
    put("program.cl", 10);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static int parse(const char *text, struct lpi_launch **launch, struct lpi_launch_fault *fault)
{
    return lpi_launch_parse(text, strlen(text), folder, launch, fault);
}

static void a_launch_is_read(void **state)
{
    (void)state;
    static const uint8_t value[4] = {0x00, 0xff, 0x1a, 0x20};
    struct lpi_launch *l;
    struct lpi_launch_fault fault;
    assert_int_equal(parse(good, &l, &fault), LP_OK);
    assert_string_equal(l->kernel, "step");
    assert_string_equal(l->options, "-DN=4");
    assert_string_equal(l->directory, "/somewhere");
    assert_int_equal(l->dimensions, 2);
    assert_int_equal(l->offset[1], 1);
    assert_int_equal(l->global[0], 64);
    assert_int_equal(l->local[1], 4);
    assert_int_equal(l->buffer_count, 1);
    assert_string_equal(l->buffers[0].name, "main+0x40.1");
    assert_int_equal(l->buffers[0].access, LPI_LAUNCH_READ_ONLY);
    assert_int_equal(l->argument_count, 4);
    assert_int_equal(l->arguments[0].offset, 100);
    assert_int_equal(l->arguments[0].bytes, 200);
    assert_memory_equal(l->arguments[1].value, value, 4);
    assert_int_equal(l->arguments[2].bytes, 64);
    assert_int_equal(l->arguments[3].kind, LPI_LAUNCH_NULL);
    lpi_launch_free(l);
    lpi_launch_free(NULL);
}

/* The text with the first `from` in it replaced. */
static void changed(const char *from, const char *to, char *text, size_t room)
{
    const char *at = strstr(good, from);
    assert_non_null(at);
    snprintf(text, room, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
}

static void an_open_local_size_is_zero(void **state)
{
    (void)state;
    char text[2048];
    struct lpi_launch *l;
    struct lpi_launch_fault fault;
    changed("[16, 4, 1]", "null", text, sizeof text);
    assert_int_equal(parse(text, &l, &fault), LP_OK);
    assert_int_equal(l->local[0], 0);
    lpi_launch_free(l);
}

static void bad_launches_have_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"{\"linepress_launch\"", "[\"linepress_launch\"", "not JSON"},
        {"\"linepress_launch\": 1, ", "", "\"linepress_launch\" is not there"},
        {"\"linepress_launch\": 1", "\"linepress_launch\": 2", "version 2"},
        {"\"launch\": 2", "\"kernel\": 2", "not JSON"},
        {"\"kernel\": \"step\",", "", "\"kernel\""},
        {"\"step\"", "\"a b\"", "\"kernel\""},
        {"\"options\": \"-DN=4\",", "", "\"options\""},
        {"\"-DN=4\"", "\"\\u0000\"", "not JSON"},
        {"\"work_dim\": 2", "\"work_dim\": 4", "\"work_dim\""},
        {"\"work_dim\": 2", "\"work_dim\": 1", "beyond \"work_dim\""},
        {"[0, 1, 0]", "[0, 1]", "\"offset\""},
        {"[0, 1, 0]", "[0, -1, 0]", "\"offset\""},
        {"[64, 8, 1]", "[64, 0, 1]", "\"global\""},
        {"[64, 8, 1]", "[4294967296, 8, 1]", "\"global\""},
        {"[64, 8, 1]", "7", "\"global\""},
        {"[16, 4, 1]", "[16, 0, 1]", "\"local\""},
        {"[16, 4, 1]", "[16, 4, 2]", "beyond \"work_dim\""},
        {"\"local\": [16, 4, 1],", "", "\"local\""},
        {"\"name\": \"main+0x40.1\"", "\"name\": \"a/b\"", "buffer 1: \"name\""},
        {"\"bytes\": 300", "\"bytes\": 0", "buffer 1: \"bytes\""},
        {"\"bytes\": 300", "\"bytes\": 299", "b/a.bin has 300 bytes, not 299"},
        {"read_only", "read", "buffer 1: \"access\""},
        {"b/a.bin", "/a.bin", "buffer 1: \"file\""},
        {"b/a.bin", "b/../b/a.bin", "buffer 1: \"file\""},
        {"b/a.bin", "..", "buffer 1: \"file\""},
        {"b/a.bin", "b/c.bin", "b/c.bin: No such file"},
        {"b/a.bin", "b", "b is no regular file"},
        {"\"kind\": \"buffer\"", "\"kind\": \"image\"", "argument 1: \"kind\""},
        {"\"buffer\": \"main+0x40.1\"", "\"buffer\": \"b\"", "argument 1: \"buffer\""},
        {"\"offset\": 100", "\"offset\": 300", "argument 1: \"offset\""},
        {"\"bytes\": 200", "\"bytes\": 201", "argument 1: \"bytes\""},
        {"\"bytes\": 4", "\"bytes\": 3", "argument 2: \"value\""},
        {"00ff1a20", "00fg1a20", "argument 2: \"value\""},
        {"00ff1a20", "00FF1A20", "argument 2: \"value\""},
        {"\"bytes\": 64", "\"bytes\": 0", "argument 3: \"bytes\""},
        {"\"arguments\"", "\"others\"", "\"arguments\""},
        {"\"buffers\": [", "\"buffers\": {}, \"b\": [", "\"buffers\""},
        {"\"buffers\": [", "\"buffers\": [7, ", "buffer 1: \"name\""},
        {"\"arguments\": [", "\"arguments\": [7, ", "argument 1: \"kind\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        struct lpi_launch *launch = NULL;
        struct lpi_launch_fault fault = {""};
        changed(cases[i].from, cases[i].to, text, sizeof text);
        if (parse(text, &launch, &fault) == LP_OK || strstr(fault.why, cases[i].says) == NULL)
            fail_msg("'%s' for '%s': '%s'", cases[i].to, cases[i].from, fault.why);
        assert_null(launch);
    }
}

static void a_folder_without_files_is_refused(void **state)
{
    (void)state;
    char path[256];
    struct lpi_launch *launch;
    struct lpi_launch_fault fault;
    assert_int_equal(lpi_launch_read(folder, &launch, &fault), LP_ERR_SYSTEM);
    assert_non_null(strstr(fault.why, "launch.json: No such file"));
    snprintf(path, sizeof path, "%s/program.cl", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(parse(good, &launch, &fault), LP_ERR_SYSTEM);
    assert_non_null(strstr(fault.why, "program.cl: No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_is_read),
        cmocka_unit_test(an_open_local_size_is_zero),
        cmocka_unit_test(bad_launches_have_their_line),
        cmocka_unit_test(a_folder_without_files_is_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
