/* SPDX-License-Identifier: Apache-2.0 */
/* Traces: written traces are read back, malformed ones are refused, and the traces of patterns. */
#include "unit.h"

#include "../dma/memory_file.h"
#include <linepress/trace.h>
#include <zlib.h>

enum { ROOM = 1 << 16 };

static struct lp_trace random_trace(size_t count)
{
    struct lp_trace trace = {malloc(count * sizeof *trace.accesses), count};
    int many = unit_random() % 2 != 0;
    for (size_t n = 0; n < count; n++) {
        struct lp_access *access = &trace.accesses[n];
        *access = (struct lp_access){.address = unit_random() % 1000 * 128, .write = n % 3 == 0};
        if (unit_random() % 8 == 0)
            access->address = (UINT64_MAX - unit_random() % 5 * 128) / 128 * 128;
        if (access->write)
            access->data = unit_random() % 2 ? access->address / 128 : unit_random();
        access->allocation = many ? (uint32_t)(unit_random() % 4) : 0;
    }
    return trace;
}

static int read_bytes(const void *bytes, size_t size, struct lp_trace *trace, uint64_t *where)
{
    struct memory_file file = {.bytes = (uint8_t *)(uintptr_t)bytes, .size = size};
    return lp_trace_read(memory_read, &file, trace, where);
}

static void assert_traces_equal(const struct lp_trace *a, const struct lp_trace *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t n = 0; n < a->count; n++) {
        assert_true(a->accesses[n].address == b->accesses[n].address);
        assert_true(a->accesses[n].data == b->accesses[n].data);
        assert_int_equal(a->accesses[n].write, b->accesses[n].write);
        assert_int_equal(a->accesses[n].allocation, b->accesses[n].allocation);
    }
}

static void traces_come_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        struct lp_trace trace = random_trace(1 + unit_random() % 900), back;
        uint8_t *bytes = malloc(ROOM);
        struct memory_file file = {.bytes = bytes, .size = ROOM};
        uint64_t where;
        int error = i % 2 ? lp_trace_write_text(&trace, memory_write, &file)
                          : lp_trace_write_binary(&trace, memory_write, &file);
        assert_int_equal(error, LP_OK);
        file = (struct memory_file){.bytes = bytes, .size = file.at};
        file.most_at_once = i % 4 / 2 ? 1 + unit_random() % 50 : 0;
        assert_int_equal(lp_trace_read(memory_read, &file, &back, &where), LP_OK);
        assert_traces_equal(&trace, &back);
        lp_trace_free(&back);
        lp_trace_free(&trace);
        free(bytes);
    }
}

static void text_may_have_blanks_and_comments(void **state)
{
    (void)state;
    static const char text[] =
        "# a comment\r\n\r\n  \t\nR 0x80\n\tW\t 128  \r\nW 0xFf00 7\nW 0 0x1F\n"
        "R 3:0x80\nW 0x10:0 2\nR 0:0";
    static const struct lp_access accesses[] = {{128, 0, 0, 0}, {128, 1, 1, 0}, {0xff00, 7, 1, 0},
                                                {0, 31, 1, 0},  {128, 0, 0, 3}, {0, 2, 1, 16},
                                                {0, 0, 0, 0}};
    struct lp_trace trace;
    uint64_t where;
    assert_int_equal(read_bytes(text, sizeof text - 1, &trace, &where), LP_OK);
    assert_traces_equal(&trace, &(struct lp_trace){(struct lp_access *)(uintptr_t)accesses, 7});
    lp_trace_free(&trace);
}

static void bad_text_names_its_line(void **state)
{
    (void)state;
    static const char *const lines[] = {"X 0",
                                        "R",
                                        "R ",
                                        "r 0",
                                        "R0",
                                        "R 1",
                                        "R 64",
                                        "R -128",
                                        "R 0x",
                                        "R 12z",
                                        "R 0 0",
                                        "W 0 1 2",
                                        "W 0 x",
                                        "W 0x80g",
                                        "RW 0",
                                        "R 0x8 0",
                                        "R 18446744073709551616",
                                        "W 0 18446744073709551616",
                                        "\x01",
                                        "128",
                                        "W 0, 1",
                                        "R :0",
                                        "R 1: 0",
                                        "R 1:",
                                        "R 1:2:0",
                                        "R 4294967296:0",
                                        "R 1:64"};
    char text[64], longest[400];
    struct lp_trace trace;
    uint64_t where;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int length = snprintf(text, sizeof text, "R 0\n# 2\n%s\nR 0\n", lines[i]);
        assert_int_equal(read_bytes(text, (size_t)length, &trace, &where), LP_ERR_TRACE_RECORD);
        assert_int_equal(where, 3);
    }
    assert_int_equal(read_bytes("R 0\nR 0\0\n", 9, &trace, &where), LP_ERR_TRACE_RECORD);
    assert_int_equal(where, 2);
    memset(longest, ' ', sizeof longest);
    assert_int_equal(read_bytes(longest, 255, &trace, &where), LP_ERR_EMPTY);
    assert_int_equal(read_bytes(longest, 256, &trace, &where), LP_ERR_TRACE_RECORD);
    assert_int_equal(read_bytes("", 0, &trace, &where), LP_ERR_EMPTY);
    assert_int_equal(read_bytes("\n# nothing\n", 11, &trace, &where), LP_ERR_EMPTY);
}

static size_t binary_of(const struct lp_trace *trace, uint8_t *bytes)
{
    struct memory_file file = {.bytes = bytes, .size = ROOM};
    assert_int_equal(lp_trace_write_binary(trace, memory_write, &file), LP_OK);
    return file.at;
}

static void sign(uint8_t *bytes, size_t size)
{
    uLong crc = crc32(0, bytes, (uInt)size - 4);
    for (size_t i = 0; i < 4; i++)
        bytes[size - 4 + i] = (uint8_t)(crc >> 8 * i);
}

static void damaged_binary_is_refused(void **state)
{
    (void)state;
    uint8_t good[ROOM], bad[ROOM];
    struct lp_trace trace = random_trace(20), back;
    size_t size = binary_of(&trace, good);
    uint64_t where;
    for (size_t keep = 1; keep < size; keep++)
        assert_int_equal(read_bytes(good, keep, &back, &where), LP_ERR_SHORT);
    memcpy(bad, good, size);
    bad[size] = 0;
    assert_int_equal(read_bytes(bad, size + 1, &back, &where), LP_ERR_LONG);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        memcpy(bad, good, size);
        bad[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_not_equal(read_bytes(bad, size, &back, &where), LP_OK);
    }
    lp_trace_free(&trace);
}

/* Every field wrong on its own, under a right checksum. */
static void bad_binary_fields_have_their_errors(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint8_t value;
        int error;
    } cases[] = {{1, 'x', LP_ERR_TRACE_MAGIC},
                 {8, 3, LP_ERR_TRACE_VERSION},
                 {9, 1, LP_ERR_CORRUPT},
                 {15, 1, LP_ERR_CORRUPT},
                 {23, 1, LP_ERR_TRACE_COUNT},
                 {19, 4, LP_ERR_TRACE_COUNT},
                 {17, 1, LP_ERR_SHORT},
                 {16, 2, LP_ERR_TRACE_CRC},
                 {24 + 16, 2, LP_ERR_TRACE_RECORD},
                 {24 + 24, 1, LP_ERR_TRACE_RECORD}};
    struct lp_access reads[3] = {{0, 0, 0, 0}, {128, 0, 0, 0}, {256, 0, 0, 0}};
    struct lp_trace trace = {reads, 3}, back;
    uint8_t good[ROOM], bad[ROOM];
    size_t size = binary_of(&trace, good);
    uint64_t where;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bad, good, size);
        bad[cases[i].at] = cases[i].value;
        sign(bad, size);
        assert_int_equal(read_bytes(bad, size, &back, &where), cases[i].error);
        if (cases[i].error == LP_ERR_TRACE_RECORD)
            assert_int_equal(where, 2);
    }
    memcpy(bad, good, size);
    bad[size - 1] ^= 1;
    assert_int_equal(read_bytes(bad, size, &back, &where), LP_ERR_TRACE_CRC);
    memset(bad + 16, 0, 8);
    sign(bad, 28);
    assert_int_equal(read_bytes(bad, 28, &back, &where), LP_ERR_EMPTY);
}

/* A trace of one allocation is of version 1, one of many of version 2, 8 bytes an access more. */
static void many_allocations_take_version_2(void **state)
{
    (void)state;
    struct lp_access accesses[2] = {{0, 0, 0, 0}, {128, 5, 1, 0}};
    struct lp_trace trace = {accesses, 2}, back;
    uint8_t bytes[ROOM];
    uint64_t where;
    assert_int_equal(binary_of(&trace, bytes), 24 + 2 * 16 + 4);
    assert_int_equal(bytes[8], LP_TRACE_VERSION);
    accesses[1].allocation = 0x01020304;
    size_t size = binary_of(&trace, bytes);
    assert_int_equal(size, 24 + 2 * 24 + 4);
    assert_int_equal(bytes[8], LP_TRACE_VERSION_MANY);
    assert_int_equal(bytes[24 + 24 + 16], 4);
    bytes[24 + 20] = 1;
    sign(bytes, size);
    assert_int_equal(read_bytes(bytes, size, &back, &where), LP_ERR_TRACE_RECORD);
    assert_int_equal(where, 1);
}

/* Every pass of a pattern's reads visits each line once. */
static void check_passes(const struct lp_trace *trace, uint64_t lines, uint64_t reads)
{
    uint32_t *seen = calloc(lines, sizeof *seen);
    assert_int_equal(trace->count, lines + reads);
    for (uint64_t n = 0; n < lines; n++) {
        assert_true(trace->accesses[n].write);
        assert_int_equal(trace->accesses[n].address, n * 128);
        assert_int_equal(trace->accesses[n].data, n);
    }
    for (uint64_t n = 0; n < reads; n++) {
        uint64_t line = trace->accesses[lines + n].address / 128;
        assert_false(trace->accesses[lines + n].write);
        assert_true(line < lines);
        assert_int_equal(seen[line]++, n / lines);
    }
    free(seen);
}

static void patterns_visit_every_line(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        uint64_t lines = 1 + unit_random() % 300;
        struct lp_trace_pattern pattern = {.order = (enum lp_trace_order)(i % 3),
                                           .lines = lines,
                                           .reads = i % 2 ? 1 + unit_random() % 900 : 0,
                                           .stride = 1 + unit_random() % 40,
                                           .seed = unit_random()};
        struct lp_trace trace;
        assert_int_equal(lp_trace_generate(&pattern, &trace), LP_OK);
        check_passes(&trace, lines, pattern.reads ? pattern.reads : lines);
        for (uint64_t n = 1; n < lines && n < trace.count - lines && i % 3 != 1; n++) {
            uint64_t before = trace.accesses[lines + n - 1].address / 128;
            uint64_t step = i % 3 ? pattern.stride : 1;
            uint64_t line = before + step < lines ? before + step : before % step + 1;
            assert_int_equal(trace.accesses[lines + n].address, line * 128);
        }
        lp_trace_free(&trace);
    }
}

static void random_pattern_depends_on_its_seed(void **state)
{
    (void)state;
    struct lp_trace_pattern pattern = {LP_TRACE_RANDOM, 100, 200, 1, unit_random()};
    struct lp_trace a, b, c;
    unsigned same = 0, passes = 0;
    assert_int_equal(lp_trace_generate(&pattern, &a), LP_OK);
    assert_int_equal(lp_trace_generate(&pattern, &b), LP_OK);
    pattern.seed++;
    assert_int_equal(lp_trace_generate(&pattern, &c), LP_OK);
    assert_traces_equal(&a, &b);
    for (size_t n = 100; n < 200; n++) {
        same += a.accesses[n].address == c.accesses[n].address;
        passes += a.accesses[n].address == a.accesses[n + 100].address;
    }
    assert_true(same < 20 && passes < 20);
    lp_trace_free(&a);
    lp_trace_free(&b);
    lp_trace_free(&c);
}

static void impossible_patterns_are_refused(void **state)
{
    (void)state;
    struct lp_trace trace;
    struct lp_trace_pattern pattern = {LP_TRACE_STREAM, 0, 0, 1, 0};
    assert_int_equal(lp_trace_generate(&pattern, &trace), LP_ERR_ARG);
    pattern = (struct lp_trace_pattern){LP_TRACE_STREAM, 1, 0, 0, 0};
    assert_int_equal(lp_trace_generate(&pattern, &trace), LP_ERR_ARG);
    pattern = (struct lp_trace_pattern){(enum lp_trace_order)3, 1, 0, 1, 0};
    assert_int_equal(lp_trace_generate(&pattern, &trace), LP_ERR_ARG);
    pattern = (struct lp_trace_pattern){LP_TRACE_STREAM, 1, LP_TRACE_MAX, 1, 0};
    assert_int_equal(lp_trace_generate(&pattern, &trace), LP_ERR_TRACE_COUNT);
    pattern = (struct lp_trace_pattern){LP_TRACE_STREAM, UINT64_MAX, 1, 1, 0};
    assert_int_equal(lp_trace_generate(&pattern, &trace), LP_ERR_TRACE_COUNT);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_come_back),
        cmocka_unit_test(text_may_have_blanks_and_comments),
        cmocka_unit_test(bad_text_names_its_line),
        cmocka_unit_test(damaged_binary_is_refused),
        cmocka_unit_test(bad_binary_fields_have_their_errors),
        cmocka_unit_test(many_allocations_take_version_2),
        cmocka_unit_test(patterns_visit_every_line),
        cmocka_unit_test(random_pattern_depends_on_its_seed),
        cmocka_unit_test(impossible_patterns_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
