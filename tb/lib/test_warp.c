/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader and the writer of warp traces: written traces are read back, the example of format.md
 * has these bytes, and each class of bad trace is refused with its own message.
 */
#include "warp_draw.h"

#include <zlib.h>

enum { HEAD = 16 };

/* ---- traces that come back ---- */

static struct lp_warp_trace *read_file(const struct memory_file *file, size_t most_at_once)
{
    struct memory_file in = {.bytes = file->bytes, .size = file->at, .most_at_once = most_at_once};
    struct lp_warp_trace *trace = NULL;
    struct lp_warp_fault fault = {""};
    if (lp_warp_trace_read(memory_read, &in, &trace, &fault) != LP_OK)
        fail_msg("%s", fault.why);
    return trace;
}

static void check_buffers(const struct lp_warp_trace *trace, const uint8_t *contents)
{
    assert_int_equal(lp_warp_buffer_count(trace), BUFFERS);
    assert_null(lp_warp_buffer(trace, BUFFERS));
    for (unsigned b = 0; b < BUFFERS; b++) {
        const struct lp_warp_buffer *buffer = lp_warp_buffer(trace, b);
        assert_true(buffer->address == addresses[b] && buffer->bytes == sizes[b]);
        assert_int_equal(buffer->constant, b == 1);
        assert_int_equal(buffer->contents == NULL, b == 0);
        if (b > 0)
            assert_memory_equal(buffer->contents, contents, sizes[b]);
        assert_ptr_equal(lp_warp_find(trace, addresses[b] + 3, sizes[b] - 3), buffer);
        assert_null(lp_warp_find(trace, addresses[b] + 3, sizes[b] - 2));
        assert_null(lp_warp_find(trace, addresses[b] + sizes[b], 1));
    }
    assert_string_equal(lp_warp_buffer(trace, 1)->name, "main+0x40.1");
}

static void traces_come_back(void **state)
{
    (void)state;
    static struct drawn d;
    static struct lp_warp_record got;
    for (unsigned round = 0; round < 30; round++) {
        struct memory_file file = {.bytes = malloc(DRAWN_ROOM), .size = DRAWN_ROOM};
        draw_trace(&d, &file);

        struct lp_warp_trace *trace = read_file(&file, round % 2 ? 1 + unit_random() % 999 : 0);
        assert_true(lp_warp_trace_bytes(trace) == file.at);
        check_buffers(trace, d.contents);
        assert_int_equal(lp_warp_launch_count(trace), 2);
        assert_int_equal(lp_warp_count(trace), 18 + 9);
        assert_int_equal(lp_warp_host_write_count(trace), 2);
        assert_int_equal(lp_warp_host_write(trace, 1)->launch, 2);
        assert_memory_equal(lp_warp_host_write(trace, 0)->data, d.contents, 50);
        assert_int_equal(lp_warp_host_read_count(trace), 2);
        assert_int_equal(lp_warp_host_read(trace, 0)->launch, 1);
        assert_true(lp_warp_host_read(trace, 1)->address == addresses[2]);
        assert_int_equal(lp_warp_host_read(trace, 1)->bytes, 2);
        assert_null(lp_warp_host_read(trace, 2));
        for (size_t n = 0; n < 27; n++) {
            const struct lp_warp_launch *launch = lp_warp_launch(trace, n >= 18);
            size_t w = n < 18 ? n : 2 * (n - 18) + 1;
            struct lp_warp_cursor cursor;
            assert_in_range(n, launch->first_warp, launch->first_warp + launch->warps - 1);
            assert_launches_equal(launch, &drawn_launches[n >= 18]);
            assert_int_equal(lp_warp(trace, n)->group, w / 3);
            assert_int_equal(lp_warp(trace, n)->number, w % 3);
            assert_int_equal(lp_warp_start(trace, n, &cursor), LP_OK);
            for (size_t i = 0; i < d.counts[w]; i++) {
                lp_warp_next(&cursor, &got);
                assert_records_equal(&d.records[w][i], &got);
            }
            lp_warp_next(&cursor, &got);
            assert_int_equal(got.kind, LP_WARP_END);
        }
        lp_warp_trace_free(trace);
        free(file.bytes);
    }
}

/* ---- the example of docs/reference/format.md ---- */

static void write_example(struct memory_file *file)
{
    static const struct lp_warp_launch add = {
        .name = "add", .grid = {32, 1, 1}, .block = {32, 1, 1}, .local_bytes = 64, .registers = 16};
    static const uint8_t bytes[4] = {1, 2, 3, 4};
    struct lp_warp_record load = {
        .kind = LP_WARP_LOAD, .gap = 3, .use = 1, .mask = UINT32_MAX, .width = 4};
    struct lp_warp_record store = {.kind = LP_WARP_STORE,
                                   .gap = 1,
                                   .mask = 1,
                                   .width = 4,
                                   .address = {0x10080},
                                   .bytes = bytes};
    struct lp_warp_record unknown = {
        .kind = LP_WARP_STORE, .mask = 2, .width = 4, .address = {0, 0x10084}};
    struct lp_warp_record end = {.kind = LP_WARP_END, .gap = 1};
    struct lp_warp_buffer x = {.name = "x", .address = 0x10000, .bytes = 256};
    struct lp_warp_writer *w;
    for (unsigned lane = 0; lane < 32; lane++)
        load.address[lane] = 0x10000 + 4 * lane;
    assert_int_equal(lp_warp_writer_open(memory_write, file, &w), LP_OK);
    assert_int_equal(lp_warp_writer_buffer(w, &x), LP_OK);
    assert_int_equal(lp_warp_writer_begin_launch(w, &add), LP_OK);
    assert_int_equal(lp_warp_writer_warp(w, 0, 0), LP_OK);
    assert_int_equal(lp_warp_writer_record(w, &load), LP_OK);
    assert_int_equal(lp_warp_writer_record(w, &store), LP_OK);
    assert_int_equal(lp_warp_writer_record(w, &unknown), LP_OK);
    assert_int_equal(lp_warp_writer_record(w, &end), LP_OK);
    assert_int_equal(lp_warp_writer_end_launch(w), LP_OK);
    assert_int_equal(lp_warp_writer_host_read(w, 0x10080, 128), LP_OK);
    assert_int_equal(lp_warp_writer_finish(w), LP_OK);
    lp_warp_writer_close(w);
}

static void document_has_the_bytes(void **state)
{
    (void)state;
    uint8_t written[256], printed[256];
    struct memory_file file = {.bytes = written, .size = sizeof written};
    char text[512];
    size_t count = 0;
    int inside = 0;
    FILE *document = fopen("docs/reference/format.md", "r");
    assert_non_null(document);
    while (fgets(text, sizeof text, document) != NULL) {
        if (strcmp(text, "```warps\n") == 0 || (inside && text[0] == '`'))
            inside = !inside;
        else if (inside)
            for (char *word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n"))
                printed[count++] = (uint8_t)strtoul(word, NULL, 16);
    }
    fclose(document);
    write_example(&file);
    assert_int_equal(count, file.at);
    assert_memory_equal(written, printed, count);
    lp_warp_trace_free(read_file(&file, 0));
}

/* ---- bad traces ---- */

static void refused(const uint8_t *bytes, size_t size, int error, const char *words)
{
    struct memory_file in = {.bytes = (uint8_t *)(uintptr_t)bytes, .size = size};
    struct lp_warp_trace *trace = NULL;
    struct lp_warp_fault fault = {""};
    int got = lp_warp_trace_read(memory_read, &in, &trace, &fault);
    if (got != error || strstr(fault.why, words) == NULL)
        fail_msg("%d: '%s', not %d: '%s'", got, fault.why, error, words);
    assert_null(trace);
    assert_null(strchr(fault.why, '\n'));
}

static void damaged_traces_are_refused(void **state)
{
    (void)state;
    uint8_t good[256], bad[256];
    struct memory_file file = {.bytes = good, .size = sizeof good};
    write_example(&file);
    size_t size = file.at;
    refused(good, 0, LP_ERR_EMPTY, "empty");
    for (size_t keep = 1; keep < size; keep++)
        refused(good, keep, LP_ERR_SHORT, "truncated");
    memcpy(bad, good, size);
    bad[size] = 0;
    refused(bad, size + 1, LP_ERR_LONG, "after the trace's end");
    for (size_t bit = 0; bit < 8 * size; bit++) {
        struct memory_file in = {.bytes = bad, .size = size};
        struct lp_warp_trace *trace;
        memcpy(bad, good, size);
        bad[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_not_equal(lp_warp_trace_read(memory_read, &in, &trace, NULL), LP_OK);
    }
    memcpy(bad, good, size);
    bad[size - 1] ^= 1;
    refused(bad, size, LP_ERR_TRACE_CRC, "checksum does not match");
}

/* Bytes of a trace: hexadecimal items after the header of a version, with a correct checksum. */
static size_t make_trace(uint8_t bytes[512], unsigned version, const char *items)
{
    static const uint8_t header[HEAD] = {0x89, 'L', 'P', 'W', '\r', '\n', 0x1a, '\n'};
    size_t size = HEAD;
    memcpy(bytes, header, HEAD);
    bytes[8] = (uint8_t)version;
    for (; *items != '\0'; items += items[2] == ' ' ? 3 : 2) {
        char digits[3] = {items[0], items[1], '\0'};
        bytes[size++] = (uint8_t)strtoul(digits, NULL, 16);
    }
    uLong crc = crc32(0, bytes, (uInt)size);
    for (unsigned i = 0; i < 4; i++)
        bytes[size++] = (uint8_t)(crc >> 8 * i);
    return size;
}

static void items_refused(unsigned version, const char *items, int error, const char *words)
{
    uint8_t bytes[512];
    size_t size = make_trace(bytes, version, items);
    refused(bytes, size, error, words);
}

#define X "01 00 01 78 80 80 04 80 02 "        /* 256 bytes at 0x10000 */
#define LAUNCH X "03 01 6b 20 01 01 20 01 01 " /* 32 work-items in one group */
#define WARP LAUNCH "04 00 00 "
#define FINISH " 00 00 05 00"
#define RECORD LP_ERR_TRACE_RECORD
#define LAUNCH_2 LAUNCH "00 00 00 " /* version 2: local memory, registers, stream */
#define WARP_2 LAUNCH_2 "04 00 00 "

static void bad_items_have_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *items;
        int error;
        const char *words;
    } cases[] = {
        {"06 00", RECORD, "byte 16: no buffer, write, launch or end"},
        {"04 00 00 00 00", RECORD, "byte 16: no buffer, write, launch or end"},
        {"01 04 01 78 80 80 04 80 02 00", RECORD, "unknown flags"},
        {"01 00 00 80 80 04 80 02 00", RECORD, "a name that is not"},
        {"01 00 01 20 80 80 04 80 02 00", RECORD, "a name that is not"},
        {"01 00 01 2e 80 80 04 80 02 00", RECORD, "a name that is not"},
        {"01 00 01 78 81 80 04 80 02 00", RECORD, "does not begin at a line"},
        {"01 00 01 78 80 80 04 00 00", RECORD, "no bytes"},
        {"01 00 01 78 80 80 04 80 00 00", RECORD, "malformed number"},
        {"01 00 01 78 ff ff ff ff ff ff ff ff ff 02 01 00", RECORD, "malformed number"},
        {"01 00 01 78 80 80 80 80 80 80 40 01 00", RECORD, "above all addresses"},
        {X X "00", RECORD, "'x' begins before 'x' ends"},
        {X "02 ff 81 04 02 00 00 00", RECORD, "write 1 of the host, of 2 bytes at 0x100ff, is out"},
        {X "03 01 6b 00 01 01 20 01 01 05 00", RECORD, "no size"},
        {X "03 01 6b 20 01 01 81 20 01 01 05 00", RECORD, "block of more than 4096"},
        {X "03 01 6b 80 80 80 80 10 01 01 01 01 01 05 00", RECORD, "more than 2^32 - 1"},
        {X "03 01 6b 80 80 80 80 08 01 01 01 01 01 05 00", LP_ERR_TRACE_COUNT, "2^31 warps"},
        {X "03 01 6b 80 80 04 80 80 02 01 01 01 01 05 00", LP_ERR_TRACE_COUNT, "2^31 warps"},
        {LAUNCH "01 00", RECORD, "neither a warp nor the launch's end"},
        {LAUNCH "04 01 00" FINISH, RECORD, "warp 0 of group 1 is not in the launch"},
        {LAUNCH "04 00 01" FINISH, RECORD, "warp 1 of group 0 is not in the launch"},
        {WARP "00 00 04 00 00" FINISH, RECORD, "out of order"},
        {WARP "05 00" FINISH, RECORD, "launch 1 ('k'), group 0, warp 0, record 1: an unknown kind"},
        {WARP "80 00" FINISH, RECORD, "an unknown kind"},
        {WARP "0c 00" FINISH, RECORD, "an unknown kind"},
        {WARP "3a 00 04 80 80 04 08" FINISH, RECORD, "an unknown kind"},
        {WARP "30 00" FINISH, RECORD, "an unknown kind"},
        {WARP "04 80 00" FINISH, RECORD, "record 1: a malformed number"},
        {WARP "04 81 80 80 80 80 80 40" FINISH, RECORD, "too many instructions"},
        {WARP "04 80 80 80 80 80 80 40" FINISH, RECORD, "too many instructions"},
        {WARP "31 00 00 00 00 00 04 80 80 04 08" FINISH, RECORD, "a mask of no lane"},
        {WARP "31 00 ff ff ff ff 04 80 80 04 08" FINISH, RECORD, "a mask of no lane"},
        {WARP "39 00 00 80 80 04 08" FINISH, RECORD, "a width that is not 1 to 16"},
        {WARP "39 00 11 80 80 04 08" FINISH, RECORD, "a width that is not 1 to 16"},
        {WARP "39 00 04 80 80 04 12" FINISH, RECORD,
         "lane 29 accesses 4 bytes at 0x10105, outside every buffer"},
        {WARP "39 00 04 81 81 04 08" FINISH, RECORD, "lane 31 accesses 4 bytes at 0x100fd"},
        {WARP "39 00 04 ff ff 03 08" FINISH, RECORD, "lane 0 accesses 4 bytes at 0xffff, outside"},
        {WARP "39 00 04 fd 81 04 00" FINISH, RECORD, "lane 0 accesses 4 bytes at 0x100fd"},
        {WARP "31 00 03 00 00 00 04 80 80 04 ff ff ff ff ff ff 7f" FINISH, RECORD,
         "an offset outside all addresses"},
        {WARP "21 00 03 00 00 00 04 80 80 04 81 80 08" FINISH, RECORD,
         "an offset outside all addresses"},
        {WARP "39 00 04 ff ff ff ff ff ff ff ff ff 01 00" FINISH, RECORD,
         "an offset outside all addresses"},
        {WARP "19 00 04 80 80 04 08 00" FINISH, RECORD, "a value that is used before it is loaded"},
        {WARP "19 00 04 80 80 04 08 01 00 00 05 00", RECORD, "used after the warp's end"},
        {WARP "19 02 04 80 80 04 08 03 04 00 00 01 05 00", RECORD, "used after the warp's end"},
        {WARP "00 00 05 00 00", LP_ERR_LONG, "byte "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        items_refused(1, cases[i].items, cases[i].error, cases[i].words);
}

static void versions_differ_as_stated(void **state)
{
    (void)state;
    static const struct {
        unsigned version;
        const char *items;
        const char *words;
    } cases[] = {
        {1, X "06 80 80 04 01 00", "version 1 has no host reads"},
        {1, WARP "92 00 01 00 00 00 04 80 80 04 00" FINISH, "record 1: an unknown kind"},
        {1, LAUNCH "00 00 00 " FINISH, "neither a warp nor the launch's end"},
        {2, X "06 80 80 04 81 02 00",
         "read 1 of the host, of 257 bytes at 0x10000, is outside every buffer"},
        {2, X "06 80 80 04 00 00", "a read of the host has no bytes"},
        {2, X "06 80 80 04 01 06 ff ff 03 01 00", "read 2 of the host, of 1 bytes at 0xffff"},
        {2, LAUNCH "81 80 80 80 80 80 40 00 00 05 00", "more than 2^48 bytes of local memory"},
        {2, LAUNCH "00 80 80 80 80 10 00 05 00", "more than 2^48 bytes of local memory, or than 2"},
        {2, LAUNCH "00 00 80 00 05 00", "malformed number"},
        {2, WARP_2 "b9 00 04 80 80 04 08" FINISH, "record 1: an unknown kind"},
        {2, WARP_2 "84 00" FINISH, "record 1: an unknown kind"},
        {2, WARP_2 "80 00" FINISH, "record 1: an unknown kind"},
        {2, WARP_2 "92 00 01 00 00 00 04 fd 81 04 00" FINISH, "lane 0 accesses 4 bytes at 0x100fd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        items_refused(cases[i].version, cases[i].items, RECORD, cases[i].words);
}

static void version_1_is_read(void **state)
{
    (void)state;
    uint8_t bytes[512];
    struct memory_file file = {.bytes = bytes};
    struct lp_warp_cursor cursor;
    struct lp_warp_record r;
    file.at = make_trace(bytes, 1, WARP "12 01 01 00 00 00 04 80 81 04 00 01 02 03 04" FINISH);
    struct lp_warp_trace *trace = read_file(&file, 0);
    const struct lp_warp_launch *launch = lp_warp_launch(trace, 0);
    assert_true(launch->local_bytes == 0 && launch->stream == 0 && launch->registers == 0);
    assert_int_equal(lp_warp_host_read_count(trace), 0);
    assert_int_equal(lp_warp_start(trace, 0, &cursor), LP_OK);
    lp_warp_next(&cursor, &r);
    assert_int_equal(r.kind, LP_WARP_STORE);
    assert_memory_equal(r.bytes, "\1\2\3\4", 4);
    lp_warp_next(&cursor, &r);
    assert_int_equal(r.kind, LP_WARP_END);
    lp_warp_trace_free(trace);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const uint8_t version[32] = {0x89, 'L', 'P', 'W', '\r', '\n', 0x1a, '\n', 3};
    static const uint8_t none[32] = {0x89, 'L', 'P', 'W', '\r', '\n', 0x1a, '\n', 0};
    static const uint8_t reserved[32] = {0x89, 'L', 'P', 'W', '\r', '\n', 0x1a, '\n', 1, 0, 7};
    refused((const uint8_t *)"\x89LPT\r\n\x1a\n", 8, LP_ERR_TRACE_MAGIC, "not a warp trace");
    refused((const uint8_t *)"x", 1, LP_ERR_TRACE_MAGIC, "not a warp trace");
    refused(version, sizeof version, LP_ERR_TRACE_VERSION, "version 3");
    refused(none, sizeof none, LP_ERR_TRACE_VERSION, "version 0");
    refused(reserved, sizeof reserved, RECORD, "byte 10 of the header");
}

/* ---- the writer ---- */

static void writer_refuses_what_the_format_has_not(void **state)
{
    (void)state;
    static const uint32_t grid[3] = {64, 1, 1}, block[3] = {32, 1, 1}, none[3] = {0, 1, 1};
    static const uint32_t huge[3] = {1u << 31, 1, 1}, one[3] = {1, 1, 1};
    uint8_t bytes[512];
    struct memory_file file = {.bytes = bytes, .size = sizeof bytes};
    static const struct lp_warp_launch much = {
        .name = "k", .grid = {1, 1, 1}, .block = {1, 1, 1}, .local_bytes = LP_WARP_ADDRESS_MAX + 1};
    static const struct lp_warp_launch nameless = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    struct lp_warp_record load = {.kind = LP_WARP_LOAD, .mask = 1, .width = 4};
    for (unsigned i = 0; i < 18; i++) {
        struct lp_warp_writer *w;
        file.at = 0;
        assert_int_equal(lp_warp_writer_open(memory_write, &file, &w), LP_OK);
        struct lp_warp_buffer x = {
            .name = i == 0 ? "a/b" : "x", .address = i == 1 ? 5 : 128, .bytes = i == 2 ? 0 : 256};
        int error = lp_warp_writer_buffer(w, &x);
        if (i == 3)
            error = lp_warp_writer_buffer(w, &x);
        if (i == 4)
            error = lp_warp_writer_launch(w, "k", none, block);
        if (i == 5)
            error = lp_warp_writer_launch(w, "k", huge, one);
        if (i == 6)
            error = lp_warp_writer_warp(w, 0, 0);
        if (i == 14)
            error = lp_warp_writer_host_read(w, 128, 0);
        if (i == 15)
            error = lp_warp_writer_begin_launch(w, &much);
        if (i > 6 && i < 15)
            error = lp_warp_writer_launch(w, "k", grid, block);
        if (i == 7)
            error = lp_warp_writer_warp(w, 2, 0);
        if (i == 8)
            error = lp_warp_writer_finish(w);
        if (i > 8 && i < 14)
            error = lp_warp_writer_warp(w, 1, 0);
        load.width = i == 9 ? 17 : 4;
        load.mask = i == 10 ? 0 : 1;
        load.address[0] = i == 11 ? LP_WARP_ADDRESS_MAX - 3 : 128;
        if (i > 8 && i < 12)
            error = lp_warp_writer_record(w, &load);
        if (i == 12)
            error = lp_warp_writer_end_launch(w);
        if (i == 13)
            error = lp_warp_writer_warp(w, 1, 0);
        if (i == 16)
            error = lp_warp_writer_begin_launch(w, &nameless);
        if (i == 17) {
            load.bytes = bytes;
            lp_warp_writer_launch(w, "k", grid, block);
            lp_warp_writer_warp(w, 1, 0);
            error = lp_warp_writer_record(w, &load);
        }
        assert_int_equal(error, LP_ERR_ARG);
        lp_warp_writer_close(w);
    }
}

/* A full medium stops the writer, which returns that error from then on. */
static void writer_passes_errors_on(void **state)
{
    (void)state;
    uint8_t bytes[100];
    struct memory_file file = {.bytes = bytes, .size = sizeof bytes};
    struct lp_warp_buffer x = {.name = "x", .address = 0, .bytes = 1 << 20};
    struct lp_warp_writer *w;
    x.contents = calloc(1, x.bytes);
    assert_int_equal(lp_warp_writer_open(memory_write, &file, &w), LP_OK);
    assert_int_equal(lp_warp_writer_buffer(w, &x), LP_ERR_SPACE);
    assert_int_equal(lp_warp_writer_finish(w), LP_ERR_SPACE);
    lp_warp_writer_close(w);
    free((void *)(uintptr_t)x.contents);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_come_back),
        cmocka_unit_test(document_has_the_bytes),
        cmocka_unit_test(damaged_traces_are_refused),
        cmocka_unit_test(bad_items_have_their_line),
        cmocka_unit_test(versions_differ_as_stated),
        cmocka_unit_test(version_1_is_read),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(writer_refuses_what_the_format_has_not),
        cmocka_unit_test(writer_passes_errors_on),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
