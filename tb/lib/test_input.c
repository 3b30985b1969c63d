/* SPDX-License-Identifier: Apache-2.0 */
/* The .npy header and the input reader: accepted input, and the error for each refused one. */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <linepress/file.h>
#include <linepress/linepress.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/lp-test-XXXXXX";

/* Magic, version, length and the dictionary; returns the header's length. */
static size_t make_header(unsigned version, const char *dictionary, uint8_t *header)
{
    size_t length = strlen(dictionary), start = version == 1 ? 10 : 12;
    memcpy(header, "\x93NUMPY", 6);
    header[6] = (uint8_t)version;
    header[7] = 0;
    for (size_t i = 8; i < start; i++)
        header[i] = (uint8_t)(length >> (8 * (i - 8)));
    memcpy(header + start, dictionary, length);
    return start + length;
}

static int parse(unsigned version, const char *dictionary, struct lp_npy *npy)
{
    uint8_t buffer[2048];
    size_t bytes = make_header(version, dictionary, buffer);
    uint8_t *exact = malloc(bytes);
    memcpy(exact, buffer, bytes);
    int error = lp_npy_parse(exact, bytes, npy);
    free(exact);
    return error;
}

static void headers_of_all_versions(void **state)
{
    (void)state;
    static const char dictionary[] =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5, 7), }            \n";
    struct lp_npy npy;
    for (unsigned version = 1; version <= 3; version++) {
        assert_int_equal(parse(version, dictionary, &npy), LP_OK);
        assert_string_equal(npy.dtype, "<f4");
        assert_int_equal(npy.item_bytes, 4);
        assert_int_equal(npy.axes, 3);
        assert_int_equal(npy.shape[0], 3);
        assert_int_equal(npy.shape[1], 5);
        assert_int_equal(npy.shape[2], 7);
        assert_false(npy.fortran_order);
        assert_int_equal(npy.data_bytes, 420);
        assert_int_equal(npy.header_bytes, (version == 1 ? 10 : 12) + strlen(dictionary));
    }
    assert_int_equal(parse(4, dictionary, &npy), LP_ERR_NPY_VERSION);
    assert_int_equal(parse(0, dictionary, &npy), LP_ERR_NPY_VERSION);
}

static void element_types(void **state)
{
    (void)state;
    static const struct {
        const char *dtype;
        int error;
        size_t bytes;
    } cases[] = {
        {"|b1", LP_OK, 1},
        {"|i1", LP_OK, 1},
        {"<u2", LP_OK, 2},
        {">f8", LP_OK, 8},
        {"<c16", LP_OK, 16},
        {"<f2", LP_OK, 2},
        {"|S7", LP_OK, 7},
        {"<U5", LP_OK, 20},
        {"|V2", LP_OK, 2},
        {"<M8[ns]", LP_OK, 8},
        {"f4", LP_OK, 4},
        {"|O", LP_ERR_NPY_OBJECT, 0},
        {"O", LP_ERR_NPY_OBJECT, 0},
        {"<f", LP_ERR_NPY_DTYPE, 0},
        {"<q8", LP_ERR_NPY_DTYPE, 0},
        {"<f4x", LP_ERR_NPY_DTYPE, 0},
        {"", LP_ERR_NPY_HEADER, 0},
        {"<", LP_ERR_NPY_HEADER, 0},
        {"<f99999999999999999999", LP_ERR_NPY_DTYPE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lp_npy npy;
        char text[128];
        snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': True, 'shape': (2,)}\n",
                 cases[i].dtype);
        assert_int_equal(parse(1, text, &npy), cases[i].error);
        if (cases[i].error != LP_OK)
            continue;
        assert_int_equal(npy.item_bytes, cases[i].bytes);
        assert_int_equal(npy.data_bytes, 2 * cases[i].bytes);
        assert_true(npy.fortran_order);
    }
}

static void shapes(void **state)
{
    (void)state;
    static const struct {
        const char *shape;
        int error;
        uint64_t bytes;
    } cases[] = {
        {"()", LP_OK, 8},
        {"(3,)", LP_OK, 24},
        {"(3,4)", LP_OK, 96},
        {"( 3 , 4 , )", LP_OK, 96},
        {"(0,)", LP_OK, 0},
        {"(3L, 4L)", LP_OK, 96},
        {"(32L,)", LP_OK, 256},
        {"(3,\r\n4\r\n)", LP_OK, 96},
        {"(3 L,)", LP_ERR_NPY_HEADER, 0},
        {"(3LL,)", LP_ERR_NPY_HEADER, 0},
        {"(L,)", LP_ERR_NPY_HEADER, 0},
        {"(3L)", LP_ERR_NPY_HEADER, 0},
        {"(99999999999999999999999, 0)", LP_OK, 0},
        {"(1152921504606846975,)", LP_OK, 9223372036854775800u},
        {"(1152921504606846976,)", LP_ERR_NPY_SHAPE, 0},
        {"(4294967296, 4294967296)", LP_ERR_NPY_SHAPE, 0},
        {"(99999999999999999999999,)", LP_ERR_NPY_SHAPE, 0},
        {"(3)", LP_ERR_NPY_HEADER, 0},
        {"(-3,)", LP_ERR_NPY_HEADER, 0},
        {"(3 4)", LP_ERR_NPY_HEADER, 0},
        {"(,)", LP_ERR_NPY_HEADER, 0},
        {"(3,", LP_ERR_NPY_HEADER, 0},
        {"3", LP_ERR_NPY_HEADER, 0},
        {"[3]", LP_ERR_NPY_HEADER, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lp_npy npy;
        char text[160];
        snprintf(text, sizeof text, "{'shape': %s, 'descr': '<f8', 'fortran_order': False}",
                 cases[i].shape);
        assert_int_equal(parse(2, text, &npy), cases[i].error);
        if (cases[i].error == LP_OK)
            assert_int_equal(npy.data_bytes, cases[i].bytes);
    }
}

static void too_many_axes(void **state)
{
    (void)state;
    char text[400] = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
    for (size_t i = 0; i < LP_NPY_AXES_MAX; i++)
        strcat(text, "1,");
    size_t end = strlen(text);
    struct lp_npy npy;
    strcpy(text + end, ")}");
    assert_int_equal(parse(1, text, &npy), LP_OK);
    assert_int_equal(npy.axes, LP_NPY_AXES_MAX);
    strcpy(text + end, "1,)}");
    assert_int_equal(parse(1, text, &npy), LP_ERR_NPY_SHAPE);
}

static void malformed_dictionaries(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int error;
    } cases[] = {
        {"{}", LP_ERR_NPY_HEADER},
        {"  ", LP_ERR_NPY_HEADER},
        {"{'descr': '<f4', 'fortran_order': False}", LP_ERR_NPY_HEADER},
        {"{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}", LP_ERR_NPY_HEADER},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
         LP_ERR_NPY_HEADER},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}", LP_ERR_NPY_HEADER},
        {"{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}", LP_ERR_NPY_HEADER},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x", LP_ERR_NPY_HEADER},
        {"{'descr': '<f4, 'fortran_order': False, 'shape': (2,)}", LP_ERR_NPY_DTYPE},
        {"{'descr': '<f4", LP_ERR_NPY_HEADER},
        {"{'descr': [('a', '<f4'), ('b', '<i2')], 'fortran_order': False, 'shape': (2,)}",
         LP_ERR_NPY_DTYPE},
        {"{'descr': [('a', '<f4'), ('b', '|O')], 'fortran_order': False, 'shape': (2,)}",
         LP_ERR_NPY_OBJECT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lp_npy npy;
        assert_int_equal(parse(1, cases[i].text, &npy), cases[i].error);
    }
}

static void header_lengths(void **state)
{
    (void)state;
    uint8_t prefix[12] = "\x93NUMPY\x02";
    size_t bytes;
    for (size_t n = 0; n < sizeof prefix; n++)
        assert_int_equal(lp_npy_header_bytes(prefix, n, &bytes), LP_ERR_SHORT);
    assert_int_equal(lp_npy_header_bytes(prefix, 12, &bytes), LP_ERR_NPY_HEADER);
    prefix[8] = 100;
    assert_int_equal(lp_npy_header_bytes(prefix, 12, &bytes), LP_OK);
    assert_int_equal(bytes, 112);
    prefix[11] = 0xff;
    assert_int_equal(lp_npy_header_bytes(prefix, 12, &bytes), LP_ERR_NPY_HEADER);
    prefix[0] = 'x';
    assert_int_equal(lp_npy_header_bytes(prefix, 1, &bytes), LP_ERR_NPY_MAGIC);
}

/* ---- files ---- */

static const char *write_file(const char *name, const void *bytes, size_t count)
{
    static char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
    return path;
}

static int open_error(const char *path)
{
    struct lp_input *input;
    int error = lp_input_open(path, &input);
    if (error == LP_OK)
        lp_input_close(input);
    return error;
}

/* Reads in pieces of `piece` bytes and compares. */
static void check_content(const char *path, const uint8_t *data, size_t bytes, size_t piece)
{
    struct lp_input *input;
    uint8_t *back = malloc(bytes + piece);
    size_t total = 0;
    assert_int_equal(lp_input_open(path, &input), LP_OK);
    assert_int_equal(lp_input_bytes(input), bytes);
    for (size_t got = piece; got == piece; total += got)
        assert_int_equal(lp_input_read(input, back + total, piece, &got), LP_OK);
    assert_int_equal(total, bytes);
    assert_memory_equal(back, data, bytes);
    lp_input_close(input);
    free(back);
}

static void raw_files(void **state)
{
    (void)state;
    uint8_t data[1000];
    unit_fill(data, sizeof data);
    for (size_t piece = 1; piece < 1200; piece += 111) {
        check_content(write_file("raw", data, sizeof data), data, sizeof data, piece);
        check_content(write_file("one", data, 1), data, 1, piece);
    }
}

static void npy_files(void **state)
{
    (void)state;
    uint8_t file[1000];
    size_t header = make_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 3)}\n",
                                file);
    unit_fill(file + header, sizeof file - header);
    for (size_t piece = 1; piece < 100; piece += 7)
        check_content(write_file("a.npy", file, header + 60), file + header, 60, piece);
    struct lp_input *input;
    assert_int_equal(lp_input_open(write_file("a.npy", file, header + 60), &input), LP_OK);
    assert_int_equal(lp_input_npy(input)->axes, 2);
    assert_memory_equal(lp_input_header(input), file, header);
    lp_input_close(input);
    for (size_t cut = 1; cut < header + 60; cut++)
        assert_int_equal(open_error(write_file("a.npy", file, cut)), LP_ERR_SHORT);
    assert_int_equal(open_error(write_file("a.npy", file, 0)), LP_ERR_EMPTY);
    assert_int_equal(open_error(write_file("a.npy", file, header + 61)), LP_ERR_LONG);
    /* The name does not matter; a partial magic is ordinary bytes. */
    check_content(write_file("a.bin", file, header + 60), file + header, 60, 50);
    for (size_t cut = 1; cut < 6; cut++)
        check_content(write_file("a.bin", file, cut), file, cut, 4);
    for (size_t cut = 6; cut < header + 60; cut++)
        assert_int_equal(open_error(write_file("a.bin", file, cut)), LP_ERR_SHORT);
    file[10] = 'x';
    assert_int_equal(open_error(write_file("a.bin", file, header + 60)), LP_ERR_NPY_HEADER);
    file[10] = '{';
    assert_int_equal(lp_input_open_raw(write_file("a.npy", file, 100), &input), LP_OK);
    assert_null(lp_input_npy(input));
    lp_input_close(input);
}

static void npy_files_that_are_refused(void **state)
{
    (void)state;
    uint8_t file[200] = "\x93NUMPZ not an array at all";
    assert_int_equal(open_error(write_file("b.npy", file, 100)), LP_ERR_NPY_MAGIC);
    size_t n = make_header(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", file);
    assert_int_equal(open_error(write_file("b.npy", file, n + 8)), LP_ERR_NPY_OBJECT);
    n = make_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3)}", file);
    assert_int_equal(open_error(write_file("b.npy", file, n)), LP_ERR_EMPTY);
}

static void what_cannot_be_opened(void **state)
{
    (void)state;
    assert_int_equal(open_error(write_file("empty", "", 0)), LP_ERR_EMPTY);
    assert_int_equal(open_error("/no/such/file"), LP_ERR_SYSTEM);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(open_error(folder), LP_ERR_SYSTEM);
    assert_int_equal(errno, EISDIR);
    const char *path = write_file("secret", "x", 1);
    assert_int_equal(chmod(path, 0), 0);
    if (geteuid() == 0)
        printf("# running as root, who may read everything: unreadable file not tried here\n");
    else
        assert_int_equal(open_error(path), LP_ERR_SYSTEM);
}

/* The length of a pipe is known only after reading it; `bytes` bytes come through it as file
 * NAME. */
static int read_pipe(const char *name, const uint8_t *bytes, size_t count, size_t *total)
{
    char path[64], buffer[32];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkfifo(path, 0600), 0);
    struct lp_input *input;
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        FILE *pipe = fopen(path, "wb");
        if (pipe != NULL)
            fwrite(bytes, 1, count, pipe);
        if (pipe != NULL)
            fclose(pipe);
        _exit(0);
    }
    int error = lp_input_open(path, &input);
    *total = 0;
    for (size_t got = sizeof buffer; error == LP_OK && got == sizeof buffer;) {
        error = lp_input_read(input, buffer, sizeof buffer, &got);
        *total += error == LP_OK ? got : 0;
        if (error != LP_OK || got < sizeof buffer)
            lp_input_close(input);
    }
    unlink(path);
    return error;
}

static void pipes(void **state)
{
    (void)state;
    uint8_t file[300] = {0};
    size_t total;
    size_t header = make_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 3)}\n",
                                file);
    for (size_t bytes = 1; bytes < 100; bytes++) {
        assert_int_equal(read_pipe("pipe", file + 1, bytes, &total), LP_OK);
        assert_int_equal(total, bytes);
    }
    for (size_t bytes = 1; bytes < 6; bytes++) {
        assert_int_equal(read_pipe("pipe", file, bytes, &total), LP_OK);
        assert_int_equal(total, bytes);
    }
    assert_int_equal(read_pipe("pipe", file, header + 60, &total), LP_OK);
    assert_int_equal(total, 60);
    assert_int_equal(read_pipe("pipe", file, header + 59, &total), LP_ERR_SHORT);
    assert_int_equal(read_pipe("pipe", file, 6, &total), LP_ERR_SHORT);
    assert_int_equal(read_pipe("pipe", file, 0, &total), LP_ERR_EMPTY);
    assert_int_equal(read_pipe("pipe.npy", file, header + 60, &total), LP_OK);
    assert_int_equal(total, 60);
    assert_int_equal(read_pipe("pipe.npy", file, header + 59, &total), LP_ERR_SHORT);
    assert_int_equal(read_pipe("pipe.npy", file, header + 61, &total), LP_ERR_LONG);
}

/* Standard input may start after bytes that another program has read. */
static void the_rest_of_standard_input(void **state)
{
    (void)state;
    uint8_t file[300] = {0}, back[200];
    size_t got,
        header = make_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 3)}\n",
                             file + 9) +
                 9;
    struct lp_input *input;
    unit_fill(file + header, 60);
    int fd = open(write_file("two", file, header + 60), O_RDONLY), before = dup(STDIN_FILENO);
    for (off_t at = 0; at < 10; at += 9) {
        const uint8_t *data = at == 0 ? file : file + header;
        size_t bytes = (size_t)(file + header + 60 - data);
        assert_int_equal(lseek(fd, at, SEEK_SET), at);
        assert_true(dup2(fd, STDIN_FILENO) >= 0);
        assert_int_equal(lp_input_open("-", &input), LP_OK);
        assert_int_equal(lp_input_bytes(input), bytes);
        assert_int_equal(lp_input_read(input, back, sizeof back, &got), LP_OK);
        assert_int_equal(got, bytes);
        assert_memory_equal(back, data, bytes);
        lp_input_close(input);
    }
    close(fd);
    dup2(before, STDIN_FILENO);
    close(before);
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_all_versions),
        cmocka_unit_test(element_types),
        cmocka_unit_test(shapes),
        cmocka_unit_test(too_many_axes),
        cmocka_unit_test(malformed_dictionaries),
        cmocka_unit_test(header_lengths),
        cmocka_unit_test(raw_files),
        cmocka_unit_test(npy_files),
        cmocka_unit_test(npy_files_that_are_refused),
        cmocka_unit_test(what_cannot_be_opened),
        cmocka_unit_test(pipes),
        cmocka_unit_test(the_rest_of_standard_input),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    if (mkdtemp(folder) == NULL)
        return 1;
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
