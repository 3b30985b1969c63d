/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp traces in one pass: what a stream returns is what the reader of whole traces returns, item by
 * item and record by record, for plain and compressed traces, with groups in memory or spilled, and
 * for damaged traces the same error in the same words.
 */
#include "../../cmodel/lib/warp/warp_group.h"
#include "warp_draw.h"

#include <errno.h>
#include <linepress/warp_stream.h>
#include <lzma.h>
#include <zstd.h>

enum { OPEN_GROUPS = 6 };

static struct memory_file reading(const struct memory_file *file, size_t most_at_once)
{
    return (struct memory_file){
        .bytes = file->bytes, .size = file->at, .most_at_once = most_at_once};
}

static struct lp_warp_stream *open_stream(struct memory_file *in)
{
    struct lp_warp_stream *stream;
    assert_int_equal(lp_warp_stream_open(memory_read, in, &stream), LP_OK);
    return stream;
}

static void next_item(struct lp_warp_stream *stream, struct lp_warp_item *item)
{
    if (lp_warp_stream_next(stream, item) != LP_OK)
        fail_msg("%s", lp_warp_stream_why(stream));
}

static struct lp_warp_group *next_group(struct lp_warp_stream *stream, uint32_t least)
{
    struct lp_warp_group *group;
    if (lp_warp_stream_group(stream, least, &group) != LP_OK)
        fail_msg("%s", lp_warp_stream_why(stream));
    return group;
}

/* ---- a stream against the drawn trace ---- */

/* The data of an item, in pieces of random size. */
static void check_data(struct lp_warp_stream *stream, const uint8_t *due, uint64_t bytes)
{
    uint8_t piece[3000];
    size_t at = 0, got = 1;
    while (got > 0) {
        size_t room = 1 + unit_random() % sizeof piece;
        assert_int_equal(lp_warp_stream_data(stream, piece, room, &got), LP_OK);
        assert_true(got <= bytes - at && (got == room || at + got == bytes));
        assert_memory_equal(piece, due + at, got);
        at += got;
    }
    assert_int_equal(at, bytes);
}

static void check_buffer_items(struct lp_warp_stream *stream, const struct drawn *d)
{
    struct lp_warp_item item;
    for (unsigned b = 0; b < BUFFERS; b++) {
        next_item(stream, &item);
        assert_int_equal(item.kind, LP_WARP_ITEM_BUFFER);
        assert_true(item.address == addresses[b] && item.bytes == sizes[b]);
        assert_true(item.data == (b > 0 ? sizes[b] : 0));
        assert_int_equal(item.constant, b == 1);
        assert_string_equal(item.name, b == 1 ? "main+0x40.1" : "a");
        if (unit_random() % 2)
            check_data(stream, d->contents, item.data);
    }
}

static void check_host_items(struct lp_warp_stream *stream, const struct drawn *d, unsigned launch)
{
    struct lp_warp_item item;
    next_item(stream, &item);
    assert_int_equal(item.kind, LP_WARP_ITEM_HOST_WRITE);
    assert_true(item.address == addresses[1] + 7 && item.bytes == 50 && item.data == 50);
    check_data(stream, d->contents, 50);
    next_item(stream, &item);
    assert_int_equal(item.kind, LP_WARP_ITEM_HOST_READ);
    assert_true(item.address == addresses[2] && item.bytes == launch + 1 && item.data == 0);
}

static uint64_t instructions_of(const struct drawn *d, unsigned warp)
{
    uint64_t count = d->counts[warp] - 1;
    for (size_t n = 0; n < d->counts[warp]; n++)
        count += d->records[warp][n].gap;
    return count;
}

/* One record of each warp of each open group in turn, so that all positions are in use at once. */
static void check_groups(struct lp_warp_group **groups, size_t count, const struct drawn *d)
{
    struct lp_warp_record got;
    for (size_t n = 0; n < RECORDS + 2; n++) {
        for (size_t g = 0; g < count; g++) {
            for (unsigned i = 0; i < lp_warp_group_warps(groups[g]); i++) {
                unsigned w = 3 * lp_warp_group_number(groups[g]) + lp_warp_group_warp(groups[g], i);
                size_t last = d->counts[w] - 1;
                assert_int_equal(lp_warp_group_next(groups[g], i, &got), LP_OK);
                assert_records_equal(&d->records[w][n < last ? n : last], &got);
                assert_true(lp_warp_group_instructions(groups[g], i) == instructions_of(d, w));
            }
            assert_int_equal(lp_warp_group_next(groups[g], lp_warp_group_warps(groups[g]), &got),
                             LP_ERR_ARG);
        }
    }
}

static void check_launch(struct lp_warp_stream *stream, const struct drawn *d, unsigned launch)
{
    struct lp_warp_group *groups[OPEN_GROUPS];
    struct lp_warp_item item;
    next_item(stream, &item);
    assert_int_equal(item.kind, LP_WARP_ITEM_LAUNCH);
    assert_launches_equal(&item.launch, &drawn_launches[launch]);
    for (uint32_t g = 0; g < OPEN_GROUPS; g++) {
        groups[g] = next_group(stream, unit_random() % 2 ? g : 0);
        assert_int_equal(lp_warp_group_number(groups[g]), g);
        /* The second launch has the warps of odd numbers: one or two in each group. */
        assert_int_equal(lp_warp_group_warps(groups[g]), launch == 0 ? 3 : 1 + g % 2);
    }
    assert_null(next_group(stream, 0));
    assert_null(next_group(stream, 0));
    check_groups(groups, OPEN_GROUPS, d);
    for (unsigned g = 0; g < OPEN_GROUPS; g++) {
        for (unsigned i = 0; i < lp_warp_group_warps(groups[g]); i++)
            assert_int_equal(lp_warp_group_rewind(groups[g], i), LP_OK);
        assert_int_equal(lp_warp_group_rewind(groups[g], 3), LP_ERR_ARG);
    }
    check_groups(groups, OPEN_GROUPS, d);
    for (unsigned left = OPEN_GROUPS; left > 0; left--) {
        unsigned g = (unsigned)(unit_random() % left);
        lp_warp_group_free(groups[g]);
        groups[g] = groups[left - 1];
    }
}

static void check_stream(const struct drawn *d, struct memory_file in, uint64_t bytes, size_t held)
{
    struct lp_warp_item item;
    struct lp_warp_stream *stream = open_stream(&in);
    lpi_warp_stream_hold(stream, held);
    check_buffer_items(stream, d);
    for (unsigned launch = 0; launch < 2; launch++) {
        check_launch(stream, d, launch);
        check_host_items(stream, d, launch);
    }
    for (unsigned again = 0; again < 2; again++) {
        next_item(stream, &item);
        assert_int_equal(item.kind, LP_WARP_ITEM_END);
        assert_null(next_group(stream, 0));
        assert_true(lp_warp_stream_bytes(stream) == bytes);
    }
    assert_string_equal(lp_warp_stream_why(stream), "");
    lp_warp_stream_close(stream);
}

static struct memory_file pack_zstd(const struct memory_file *file)
{
    struct memory_file packed = {.size = ZSTD_compressBound(file->at) + 100};
    packed.bytes = malloc(packed.size);
    /* Two frames, as of files that were put together. */
    size_t half = file->at / 2;
    packed.at = ZSTD_compress(packed.bytes, packed.size, file->bytes, half, 1);
    packed.at += ZSTD_compress(packed.bytes + packed.at, packed.size - packed.at,
                               file->bytes + half, file->at - half, 1);
    return packed;
}

static struct memory_file pack_xz(const struct memory_file *file)
{
    struct memory_file packed = {.size = 2 * lzma_stream_buffer_bound(file->at)};
    packed.bytes = malloc(packed.size);
    size_t half = file->at / 2;
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, file->bytes, half,
                                             packed.bytes, &packed.at, packed.size),
                     LZMA_OK);
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, file->bytes + half,
                                             file->at - half, packed.bytes, &packed.at,
                                             packed.size),
                     LZMA_OK);
    return packed;
}

static void streams_have_what_was_written(void **state)
{
    (void)state;
    static struct drawn d;
    for (unsigned round = 0; round < 20; round++) {
        struct memory_file file = {.bytes = malloc(DRAWN_ROOM), .size = DRAWN_ROOM};
        draw_trace(&d, &file);
        struct memory_file zstd = pack_zstd(&file), xz = pack_xz(&file);
        size_t most = round % 2 ? 1 + unit_random() % 9999 : 0;
        /* No memory: all groups are spilled. 8000: some. */
        size_t held = round % 3 == 0 ? 0 : round % 3 == 1 ? 8000 : LPI_WARP_HELD;
        check_stream(&d, reading(&file, most), file.at, held);
        check_stream(&d, reading(&zstd, most), file.at, held);
        check_stream(&d, reading(&xz, most), file.at, held);
        free(file.bytes);
        free(zstd.bytes);
        free(xz.bytes);
    }
}

/* ---- what is skipped ---- */

static void groups_are_found_by_number(void **state)
{
    (void)state;
    static struct drawn d;
    struct memory_file file = {.bytes = malloc(DRAWN_ROOM), .size = DRAWN_ROOM};
    struct lp_warp_item item;
    draw_trace(&d, &file);
    struct memory_file in = reading(&file, 0);
    struct lp_warp_stream *stream = open_stream(&in);
    for (unsigned i = 0; i < BUFFERS + 1; i++)
        next_item(stream, &item);
    struct lp_warp_group *fourth = next_group(stream, 3), *sixth = next_group(stream, 5);
    assert_int_equal(lp_warp_group_number(fourth), 3);
    assert_int_equal(lp_warp_group_number(sixth), 5);
    assert_null(next_group(stream, 0));
    check_groups((struct lp_warp_group *[]){fourth, sixth}, 2, &d);
    lp_warp_group_free(fourth);
    for (unsigned i = 0; i < 3; i++)
        next_item(stream, &item);
    assert_int_equal(item.kind, LP_WARP_ITEM_LAUNCH);
    assert_null(next_group(stream, 6));
    next_item(stream, &item);
    assert_int_equal(item.kind, LP_WARP_ITEM_HOST_WRITE);
    /* A group outlives its launch, and its stream's position. */
    check_groups(&sixth, 0, &d);
    lp_warp_group_free(sixth);
    lp_warp_stream_close(stream);
    free(file.bytes);
}

static void items_alone_lead_to_the_end(void **state)
{
    (void)state;
    static struct drawn d;
    static const int due[] = {1, 1, 1, 4, 2, 3, 4, 2, 3, 0};
    struct memory_file file = {.bytes = malloc(DRAWN_ROOM), .size = DRAWN_ROOM};
    struct lp_warp_item item;
    draw_trace(&d, &file);
    struct memory_file in = reading(&file, 7);
    struct lp_warp_stream *stream = open_stream(&in);
    for (size_t i = 0; i < sizeof due / sizeof *due; i++) {
        next_item(stream, &item);
        assert_int_equal(item.kind, due[i]);
    }
    lp_warp_stream_close(stream);
    free(file.bytes);
}

/* ---- damaged traces ---- */

/* Reads all; the error, and its line in `why`. */
static int read_stream(struct memory_file in, char why[320])
{
    struct lp_warp_stream *stream = open_stream(&in);
    struct lp_warp_item item = {.kind = LP_WARP_ITEM_BUFFER};
    int error = LP_OK;
    while (error == LP_OK && item.kind != LP_WARP_ITEM_END) {
        struct lp_warp_group *group = NULL;
        error = lp_warp_stream_next(stream, &item);
        do {
            lp_warp_group_free(group);
            if (error == LP_OK)
                error = lp_warp_stream_group(stream, 0, &group);
        } while (error == LP_OK && group != NULL);
    }
    if (error != LP_OK) {
        assert_int_equal(lp_warp_stream_next(stream, &item), error);
        assert_int_equal(item.kind, LP_WARP_ITEM_END);
    }
    snprintf(why, 320, "%s", lp_warp_stream_why(stream));
    assert_null(strchr(why, '\n'));
    lp_warp_stream_close(stream);
    return error;
}

static void same_error(struct memory_file in)
{
    struct lp_warp_trace *trace = NULL;
    struct lp_warp_fault fault = {""};
    struct memory_file again = in;
    char why[320];
    int due = lp_warp_trace_read(memory_read, &in, &trace, &fault), got = read_stream(again, why);
    lp_warp_trace_free(trace);
    if (due != got || strcmp(why, fault.why) != 0)
        fail_msg("%d: '%s', not %d: '%s'", got, why, due, fault.why);
}

/* A trace that is short enough to try every bit of: one launch of two groups. */
static void write_short(struct memory_file *file)
{
    static const struct lp_warp_launch k = {.name = "k",
                                            .grid = {33, 1, 1},
                                            .block = {32, 1, 1},
                                            .local_bytes = 300,
                                            .registers = 40,
                                            .stream = 7};
    static const uint8_t contents[256] = {1, 2, 3};
    static const struct lp_warp_buffer x = {
        .name = "x", .address = 256, .bytes = 256, .contents = contents};
    struct lp_warp_record load = {.kind = LP_WARP_LOAD, .use = 1, .mask = 5, .width = 4};
    struct lp_warp_record store = {.kind = LP_WARP_STORE, .mask = 2, .width = 2};
    struct lp_warp_record end = {.kind = LP_WARP_END, .gap = 2};
    struct lp_warp_writer *w;
    load.address[0] = 300;
    load.address[2] = 260;
    store.address[1] = 510;
    assert_int_equal(lp_warp_writer_open(memory_write, file, &w), LP_OK);
    lp_warp_writer_buffer(w, &x);
    lp_warp_writer_begin_launch(w, &k);
    for (uint32_t g = 0; g < 2; g++) {
        lp_warp_writer_warp(w, g, 0);
        lp_warp_writer_record(w, &load);
        lp_warp_writer_record(w, &store);
        lp_warp_writer_record(w, &end);
    }
    lp_warp_writer_end_launch(w);
    lp_warp_writer_host_write(w, 256, contents, 9);
    lp_warp_writer_host_read(w, 256, 9);
    assert_int_equal(lp_warp_writer_finish(w), LP_OK);
    lp_warp_writer_close(w);
}

static void errors_are_those_of_whole_traces(void **state)
{
    (void)state;
    uint8_t bytes[600];
    struct memory_file file = {.bytes = bytes, .size = sizeof bytes};
    write_short(&file);
    size_t size = file.at;
    same_error((struct memory_file){.bytes = bytes, .size = 0});
    for (size_t keep = 1; keep <= size; keep++)
        same_error((struct memory_file){.bytes = bytes, .size = keep, .most_at_once = keep % 3});
    bytes[size] = 0;
    same_error((struct memory_file){.bytes = bytes, .size = size + 1});
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        same_error((struct memory_file){.bytes = bytes, .size = size});
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void damaged_packing_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[600];
    char why[320];
    struct memory_file file = {.bytes = bytes, .size = sizeof bytes};
    write_short(&file);
    struct memory_file packed[] = {pack_zstd(&file), pack_xz(&file)};
    static const char *const words[] = {"truncated: the zstd data ends early",
                                        "truncated: the xz data ends early"};
    for (unsigned i = 0; i < 2; i++) {
        struct memory_file *p = &packed[i];
        assert_int_equal(read_stream(reading(p, 5), why), LP_OK);
        for (size_t keep = 6; keep < p->at; keep++) {
            struct memory_file in = {.bytes = p->bytes, .size = keep};
            assert_int_equal(read_stream(in, why), LP_ERR_SHORT);
            /* Between the two frames the packing is whole, and the trace is not. */
            assert_true(strstr(why, words[i]) != NULL || strstr(why, "the trace ends in byte"));
        }
        for (size_t bit = 8 * 6; bit < 8 * p->at; bit++) {
            p->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            int error = read_stream(reading(p, 0), why);
            /* Some bits of a frame's head say nothing of the data. */
            assert_true(error == LP_OK || why[0] != '\0');
            assert_true(error != LP_OK || i == 0);
            p->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        p->bytes[p->at] = 'x';
        p->at++;
        assert_int_not_equal(read_stream(reading(p, 0), why), LP_OK);
        free(p->bytes);
    }
}

static int read_error(void *context, void *buffer, size_t bytes, size_t *got)
{
    (void)context;
    (void)buffer;
    (void)bytes;
    (void)got;
    errno = EIO;
    return LP_ERR_SYSTEM;
}

static void errors_of_the_source_are_passed_on(void **state)
{
    (void)state;
    struct lp_warp_stream *stream;
    struct lp_warp_item item;
    assert_int_equal(lp_warp_stream_open(read_error, NULL, &stream), LP_OK);
    assert_int_equal(lp_warp_stream_next(stream, &item), LP_ERR_SYSTEM);
    assert_string_equal(lp_warp_stream_why(stream), "the trace cannot be read: Input/output error");
    lp_warp_stream_close(stream);
    assert_int_equal(lp_warp_stream_open_file("none/x.lpw", &stream), LP_ERR_SYSTEM);
    assert_int_equal(lp_warp_stream_open(NULL, NULL, &stream), LP_ERR_ARG);
    lp_warp_stream_close(NULL);
    lp_warp_group_free(NULL);
}

static void no_room_to_spill_is_an_error(void **state)
{
    (void)state;
    static struct drawn d;
    struct memory_file file = {.bytes = malloc(DRAWN_ROOM), .size = DRAWN_ROOM};
    struct lp_warp_item item;
    struct lp_warp_group *group;
    const char *old = getenv("TMPDIR");
    char *kept = old != NULL ? strdup(old) : NULL;
    draw_trace(&d, &file);
    struct memory_file in = reading(&file, 0);
    struct lp_warp_stream *stream = open_stream(&in);
    lpi_warp_stream_hold(stream, 0);
    setenv("TMPDIR", "/nowhere", 1);
    for (unsigned i = 0; i < BUFFERS + 1; i++)
        next_item(stream, &item);
    assert_int_equal(lp_warp_stream_group(stream, 0, &group), LP_ERR_SYSTEM);
    assert_null(group);
    assert_string_equal(lp_warp_stream_why(stream),
                        "no room for the groups that are open: No such file or directory");
    lp_warp_stream_close(stream);
    if (kept != NULL)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
    free(kept);
    free(file.bytes);
}

static void the_sample_is_read(void **state)
{
    (void)state;
    struct lp_warp_stream *stream;
    struct lp_warp_item item;
    uint64_t warps = 0;
    assert_int_equal(lp_warp_stream_open_file("tb/data/workloads/traces/cg.lpw", &stream), LP_OK);
    do {
        struct lp_warp_group *group = NULL;
        next_item(stream, &item);
        while ((group = next_group(stream, 0)) != NULL) {
            warps += lp_warp_group_warps(group);
            lp_warp_group_free(group);
        }
    } while (item.kind != LP_WARP_ITEM_END);
    assert_int_equal(warps, 72);
    lp_warp_stream_close(stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_have_what_was_written),
        cmocka_unit_test(groups_are_found_by_number),
        cmocka_unit_test(items_alone_lead_to_the_end),
        cmocka_unit_test(errors_are_those_of_whole_traces),
        cmocka_unit_test(damaged_packing_is_refused),
        cmocka_unit_test(errors_of_the_source_are_passed_on),
        cmocka_unit_test(no_room_to_spill_is_an_error),
        cmocka_unit_test(the_sample_is_read),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
