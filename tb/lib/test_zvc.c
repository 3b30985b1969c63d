/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC: every code path against the slow twin, and every malformed input. */
#include "paths.h"
#include "unit.h"

#include "../reference/zvc_slow.h"
#include <linepress/linepress.h>

#define GUARD 0xc3

static const enum lp_elem widths[] = {LP_ELEM_8, LP_ELEM_16, LP_ELEM_32};

/* Runs the body on every code path that this CPU has and every element width. */
#define FOR_EACH_PATH_AND_WIDTH(elem)                                                              \
    for (int path_ = 0; path_ < LP_CPU_COUNT; path_++)                                             \
        for (size_t w_ = 0; w_ < 3 && lp_cpu_use((enum lp_cpu)path_) == LP_OK; w_++)               \
            for (enum lp_elem elem = widths[w_], *once_ = &elem; once_ != NULL; once_ = NULL)

static void check_line(enum lp_elem elem, const uint8_t *line)
{
    uint8_t expected[144], record[144], back[128];
    size_t length = lpi_zvc_slow_encode(elem, line, expected), bytes;
    assert_int_equal(lp_zvc_encode_line(elem, line, record, sizeof record, &bytes), LP_OK);
    assert_int_equal(bytes, length);
    assert_memory_equal(record, expected, length);
    assert_int_equal(lpi_zvc_slow_decode(elem, expected, length, back), length);
    assert_memory_equal(back, line, 128);
    memset(back, GUARD, sizeof back);
    assert_int_equal(lp_zvc_decode_line(elem, record, bytes, back), LP_OK);
    assert_memory_equal(back, line, 128);
}

static void lines_equal_slow_twin(void **state)
{
    (void)state;
    uint8_t line[128];
    FOR_EACH_PATH_AND_WIDTH(elem)
        for (unsigned i = 0; i < 200 * UNIT_LINE_CLASSES; i++) {
            unit_line(i % UNIT_LINE_CLASSES, line);
            check_line(elem, line);
        }
}

/* The slow twin's stream of any number of bytes. */
static size_t slow_stream(enum lp_elem elem, const uint8_t *data, size_t bytes, uint8_t *out)
{
    size_t length = 0;
    for (size_t at = 0; at < bytes; at += 128) {
        uint8_t line[128] = {0};
        memcpy(line, data + at, bytes - at < 128 ? bytes - at : 128);
        length += lpi_zvc_slow_encode(elem, line, out + length);
    }
    return length;
}

/* Buffers start at odd addresses and end in a guard that must not be accessed. */
static void check_stream(enum lp_elem elem, const uint8_t *data, size_t bytes)
{
    size_t bound = lp_zvc_bound(elem, bytes), length, size;
    uint8_t *expected = malloc(bound + 1), *stream = malloc(bound + 2), *back = malloc(bytes + 2);
    size_t expected_length = slow_stream(elem, data, bytes, expected);
    assert_true(expected_length <= bound);
    stream[1 + expected_length] = GUARD;
    back[1 + bytes] = GUARD;
    /* Just enough room: the room left for the kernels shrinks to zero at the end. */
    assert_int_equal(lp_zvc_compress(elem, data, bytes, stream + 1, expected_length, &length),
                     LP_OK);
    assert_int_equal(length, expected_length);
    assert_memory_equal(stream + 1, expected, length);
    assert_int_equal(stream[1 + expected_length], GUARD);
    assert_int_equal(lp_zvc_size(elem, data, bytes, &size), LP_OK);
    assert_int_equal(size, length);
    assert_int_equal(lp_zvc_decompress(elem, stream + 1, length, back + 1, bytes), LP_OK);
    assert_memory_equal(back + 1, data, bytes);
    assert_int_equal(back[1 + bytes], GUARD);
    free(expected);
    free(stream);
    free(back);
}

static void streams_equal_slow_twin(void **state)
{
    (void)state;
    enum { MOST = 70 * 128 };
    uint8_t *data = malloc(MOST);
    FOR_EACH_PATH_AND_WIDTH(elem)
        for (unsigned i = 0; i < 300; i++) {
            size_t bytes = i < 150 ? i : unit_random() % (MOST + 1);
            unit_fill(data, bytes);
            check_stream(elem, data, bytes);
        }
    free(data);
}

/* Large outputs bypass the caches, if they are aligned. */
static void large_streams(void **state)
{
    (void)state;
    size_t bytes = ((size_t)9 << 20) + 77, length;
    uint8_t *data = malloc(bytes), *stream = malloc(lp_zvc_bound(LP_ELEM_8, bytes));
    uint8_t *back = aligned_alloc(64, (bytes + 128) / 64 * 64);
    unit_fill(data, bytes);
    FOR_EACH_PATH_AND_WIDTH(elem)
        for (size_t shift = 0; shift < 2; shift++) {
            size_t bound = lp_zvc_bound(elem, bytes);
            assert_int_equal(lp_zvc_compress(elem, data, bytes, stream, bound, &length), LP_OK);
            memset(back, GUARD, bytes + shift);
            assert_int_equal(lp_zvc_decompress(elem, stream, length, back + shift, bytes), LP_OK);
            assert_memory_equal(back + shift, data, bytes);
        }
    free(data);
    free(stream);
    free(back);
}

/* Malformed records are at the end of their allocation, so that a sanitizer detects any
 * overread. */
static uint8_t *exact_copy(const uint8_t *bytes, size_t count)
{
    uint8_t *copy = malloc(count + (count == 0));
    memcpy(copy, bytes, count);
    return copy;
}

static int decode_exact_copy(enum lp_elem elem, const uint8_t *record, size_t bytes)
{
    uint8_t *copy = exact_copy(record, bytes), line[128];
    int error = lp_zvc_decode_line(elem, copy, bytes, line);
    free(copy);
    return error;
}

static void malformed_records(void **state)
{
    (void)state;
    uint8_t line[128], record[145] = {0};
    size_t bytes;
    FOR_EACH_PATH_AND_WIDTH(elem)
        for (unsigned kind = 0; kind < UNIT_LINE_CLASSES; kind++) {
            unit_line(kind, line);
            assert_int_equal(lp_zvc_encode_line(elem, line, record, 144, &bytes), LP_OK);
            for (size_t cut = 0; cut < bytes; cut++)
                assert_int_equal(decode_exact_copy(elem, record, cut), LP_ERR_SHORT);
            assert_int_equal(decode_exact_copy(elem, record, bytes), LP_OK);
            assert_int_equal(decode_exact_copy(elem, record, bytes + 1), LP_ERR_LONG);
        }
}

/* Flipping a mask bit changes the length that the record must have. */
static void mask_disagrees_with_length(void **state)
{
    (void)state;
    uint8_t line[128], record[144];
    size_t bytes;
    FOR_EACH_PATH_AND_WIDTH(elem) {
        unit_line(10, line);
        assert_int_equal(lp_zvc_encode_line(elem, line, record, 144, &bytes), LP_OK);
        for (size_t bit = 0; bit < 1024 / elem; bit++) {
            int was_set = record[bit / 8] >> bit % 8 & 1;
            record[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(decode_exact_copy(elem, record, bytes),
                             was_set ? LP_ERR_LONG : LP_ERR_SHORT);
            record[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
}

static int decompress_exact_copy(enum lp_elem elem, const uint8_t *stream, size_t bytes,
                                 size_t data_bytes)
{
    uint8_t *copy = exact_copy(stream, bytes), *data = malloc(data_bytes + 1);
    int error = lp_zvc_decompress(elem, copy, bytes, data, data_bytes);
    free(copy);
    free(data);
    return error;
}

static void malformed_streams(void **state)
{
    (void)state;
    enum { BYTES = 9 * 128 };
    uint8_t data[BYTES], stream[9 * 144 + 1] = {0};
    size_t length;
    FOR_EACH_PATH_AND_WIDTH(elem) {
        unit_fill(data, BYTES);
        /* A line of zeros last, so that one line less is a whole record less. */
        memset(data + BYTES - 128, 0, 128);
        assert_int_equal(lp_zvc_compress(elem, data, BYTES, stream, sizeof stream, &length), LP_OK);
        for (size_t cut = 0; cut < length; cut++)
            assert_int_equal(decompress_exact_copy(elem, stream, cut, BYTES), LP_ERR_SHORT);
        assert_int_equal(decompress_exact_copy(elem, stream, length + 1, BYTES), LP_ERR_LONG);
        assert_int_equal(decompress_exact_copy(elem, stream, length, BYTES + 1), LP_ERR_SHORT);
        assert_int_equal(decompress_exact_copy(elem, stream, length, BYTES - 128), LP_ERR_LONG);
        assert_int_equal(decompress_exact_copy(elem, stream, length, 0), LP_ERR_LONG);
    }
}

static void short_line_with_data_behind_its_end(void **state)
{
    (void)state;
    uint8_t line[128] = {[0] = 1, [100] = 1}, record[144];
    size_t bytes;
    FOR_EACH_PATH_AND_WIDTH(elem) {
        assert_int_equal(lp_zvc_encode_line(elem, line, record, 144, &bytes), LP_OK);
        assert_int_equal(decompress_exact_copy(elem, record, bytes, 100), LP_ERR_CORRUPT);
        assert_int_equal(decompress_exact_copy(elem, record, bytes, 101), LP_OK);
    }
}

static void set_bit_of_zero_element_is_well_formed(void **state)
{
    (void)state;
    static const uint8_t record[] = {1, 0, 0, 0, 0, 0, 0, 0};
    uint8_t line[128], zeros[128] = {0};
    memset(line, GUARD, 128);
    assert_int_equal(lp_zvc_decode_line(LP_ELEM_32, record, sizeof record, line), LP_OK);
    assert_memory_equal(line, zeros, 128);
}

static void too_little_room(void **state)
{
    (void)state;
    uint8_t data[3 * 128], *out;
    size_t length, unused = 12345;
    FOR_EACH_PATH_AND_WIDTH(elem) {
        unit_fill(data, sizeof data);
        assert_int_equal(lp_zvc_size(elem, data, sizeof data, &length), LP_OK);
        for (size_t room = 0; room < length; room++) {
            out = malloc(room + 1);
            out[room] = GUARD;
            assert_int_equal(lp_zvc_compress(elem, data, sizeof data, out, room, &unused),
                             LP_ERR_SPACE);
            assert_int_equal(out[room], GUARD);
            assert_int_equal(unused, 12345);
            free(out);
        }
    }
}

/* The entry of a line, computed from the slow twin's record. */
static unsigned slow_entry(enum lp_elem elem, const uint8_t *line, uint8_t *entry)
{
    static const uint8_t zeros[128];
    uint8_t record[144] = {0};
    size_t bytes = lpi_zvc_slow_encode(elem, line, record);
    if (memcmp(line, zeros, 128) == 0)
        return 0;
    memcpy(entry, bytes > 96 ? line : record, 128);
    if (bytes <= 96)
        memset(entry + bytes, 0, 128 - bytes);
    return bytes > 96 ? 4 : (unsigned)(bytes + 31) / 32;
}

static void entries_equal_slow_twin(void **state)
{
    (void)state;
    uint8_t line[128], expected[128], entry[128], back[128];
    unsigned sectors, seen[5] = {0};
    FOR_EACH_PATH_AND_WIDTH(elem)
        for (unsigned i = 0; i < 100 * UNIT_LINE_CLASSES; i++) {
            unit_line(i % UNIT_LINE_CLASSES, line);
            unsigned expected_sectors = slow_entry(elem, line, expected);
            memset(entry, GUARD, 128);
            assert_int_equal(lp_zvc_encode_entry(elem, line, entry, &sectors), LP_OK);
            assert_int_equal(sectors, expected_sectors);
            assert_memory_equal(entry, expected, 32 * sectors);
            for (size_t b = 32 * sectors; b < 128; b++)
                assert_int_equal(entry[b], GUARD);
            assert_int_equal(lp_zvc_decode_entry(elem, entry, sectors, back), LP_OK);
            assert_memory_equal(back, line, 128);
            seen[sectors]++;
        }
    for (unsigned s = 0; s <= 4; s++)
        assert_true(seen[s] > 0);
}

static void malformed_entries(void **state)
{
    (void)state;
    uint8_t line[128] = {0}, entry[128], back[128];
    unsigned sectors;
    FOR_EACH_PATH_AND_WIDTH(elem) {
        /* 40 bytes of data: two sectors, whatever the width. */
        memset(line, 9, 40);
        assert_int_equal(lp_zvc_encode_entry(elem, line, entry, &sectors), LP_OK);
        assert_int_equal(sectors, 2);
        uint8_t *one = exact_copy(entry, 32);
        assert_int_equal(lp_zvc_decode_entry(elem, one, 1, back), LP_ERR_SHORT);
        free(one);
        memset(entry + 64, 0, 32);
        assert_int_equal(lp_zvc_decode_entry(elem, entry, 3, back), LP_ERR_LONG);
        for (size_t at = 128 / elem + 40; at < 64; at++) {
            entry[at] = 1;
            assert_int_equal(lp_zvc_decode_entry(elem, entry, 2, back), LP_ERR_CORRUPT);
            entry[at] = 0;
        }
        assert_int_equal(lp_zvc_decode_entry(elem, entry, 5, back), LP_ERR_ARG);
    }
}

/* A record that fills its sectors exactly must not have one more. */
static void entry_with_a_sector_of_padding(void **state)
{
    (void)state;
    uint8_t line[128] = {0}, entry[128] = {0}, back[128];
    unsigned sectors;
    FOR_EACH_PATH_AND_WIDTH(elem) {
        memset(line, 0, 128);
        memset(line, 3, 32 - 128 / elem);
        assert_int_equal(lp_zvc_encode_entry(elem, line, entry, &sectors), LP_OK);
        assert_int_equal(sectors, 1);
        assert_int_equal(lp_zvc_decode_entry(elem, entry, 1, back), LP_OK);
        assert_int_equal(lp_zvc_decode_entry(elem, entry, 2, back), LP_ERR_LONG);
    }
}

static void wrong_element_width(void **state)
{
    (void)state;
    static const int wrong[] = {0, 1, 4, 24, 64, -8, 48};
    uint8_t line[128] = {0}, out[144];
    size_t bytes;
    unsigned sectors;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        enum lp_elem elem = (enum lp_elem)wrong[i];
        assert_int_equal(lp_zvc_bound(elem, 128), 0);
        assert_int_equal(lp_zvc_encode_line(elem, line, out, 144, &bytes), LP_ERR_ARG);
        assert_int_equal(lp_zvc_decode_line(elem, out, 4, line), LP_ERR_ARG);
        assert_int_equal(lp_zvc_compress(elem, line, 128, out, 144, &bytes), LP_ERR_ARG);
        assert_int_equal(lp_zvc_decompress(elem, out, 4, line, 128), LP_ERR_ARG);
        assert_int_equal(lp_zvc_size(elem, line, 128, &bytes), LP_ERR_ARG);
        assert_int_equal(lp_zvc_encode_entry(elem, line, out, &sectors), LP_ERR_ARG);
        assert_int_equal(lp_zvc_decode_entry(elem, out, 1, line), LP_ERR_ARG);
    }
}

static void bounds(void **state)
{
    (void)state;
    assert_int_equal(lp_zvc_bound(LP_ELEM_32, 0), 0);
    assert_int_equal(lp_zvc_bound(LP_ELEM_32, 1), 132);
    assert_int_equal(lp_zvc_bound(LP_ELEM_32, 128), 132);
    assert_int_equal(lp_zvc_bound(LP_ELEM_16, 129), 272);
    assert_int_equal(lp_zvc_bound(LP_ELEM_8, 256), 288);
    assert_int_equal(lp_zvc_bound(LP_ELEM_32, SIZE_MAX), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_equal_slow_twin),
        cmocka_unit_test(streams_equal_slow_twin),
        cmocka_unit_test(large_streams),
        cmocka_unit_test(malformed_records),
        cmocka_unit_test(mask_disagrees_with_length),
        cmocka_unit_test(malformed_streams),
        cmocka_unit_test(short_line_with_data_behind_its_end),
        cmocka_unit_test(set_bit_of_zero_element_is_well_formed),
        cmocka_unit_test(too_little_room),
        cmocka_unit_test(entries_equal_slow_twin),
        cmocka_unit_test(malformed_entries),
        cmocka_unit_test(entry_with_a_sector_of_padding),
        cmocka_unit_test(wrong_element_width),
        cmocka_unit_test(bounds),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    paths_say_skipped(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
