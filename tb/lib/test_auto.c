/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XZVC, and the best codec in each line: the choice compared with the least of the four sizes given
 * by the slow twins, every metadata state, and mixed streams, well-formed or not.
 */
#include "ebd_lines.h"

#include "../reference/bpc_slow.h"
#include "../reference/ebd_slow.h"
#include "../reference/zvc_slow.h"
#include "paths.h"

#define FOR_EACH_PATH                                                                              \
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++)
#define GUARD 0xc3
enum { ZERO = 0, BPC = 1, ZVC = 2, XZVC = 3, MASK = 4, CODES = 5, RAW = 255 };

static const enum lp_elem widths[] = {LP_ELEM_16, LP_ELEM_32};

/* y[i] = x[i] xor x[i - 4], as defined in the format. */
static void filter(const uint8_t *line, uint8_t *filtered)
{
    for (unsigned i = 0; i < 64; i++)
        for (unsigned b = 0; b < 2; b++)
            filtered[2 * i + b] = line[2 * i + b] ^ (i >= 4 ? line[2 * (i - 4) + b] : 0);
}

/* Smooth doubles, bfloat16, small differences, and the classes that all codecs share. */
static void any_line(uint8_t *line)
{
    unsigned class = ebd_below(5);
    uint64_t word = unit_random() << 20;
    if (class < 2) {
        ebd_line(line);
    } else if (class == 2) {
        unit_line(ebd_below(UNIT_LINE_CLASSES), line);
    } else if (class == 3) {
        unsigned noise = ebd_below(33);
        for (unsigned i = 0; i < 16; i++, word += 3)
            for (unsigned b = 0; b < 8; b++)
                line[8 * i + b] = (uint8_t)((word ^
                                             (unit_random() & ((UINT64_C(1) << noise) - 1))) >>
                                            8 * b);
    } else {
        unsigned noise = ebd_below(24);
        for (unsigned i = 0; i < 32; i++) {
            uint32_t w = (uint32_t)word + (uint32_t)(unit_random() & ((1u << noise) - 1));
            for (unsigned b = 0; b < 4; b++)
                line[4 * i + b] = (uint8_t)(w >> 8 * b);
        }
    }
}

/* ---- expected results, from the slow twins ---- */

static const char *const names[] = {"zvc", "bpc", "xzvc", "ebd", "none"};
static const unsigned order[] = {LP_AUTO_ZVC, LP_AUTO_XZVC, LP_AUTO_EBD, LP_AUTO_BPC};

struct records {
    uint8_t bytes[4][144]; /* by enum lp_auto_codec */
    size_t bits[4];        /* a large number: no record, or the codec is excluded */
};

static void make_records(unsigned elem, unsigned codecs, const uint8_t *line, struct records *r)
{
    uint8_t filtered[128];
    filter(line, filtered);
    memset(r, 0, sizeof *r);
    r->bits[LP_AUTO_ZVC] = 8 * lpi_zvc_slow_encode(elem, line, r->bytes[LP_AUTO_ZVC]);
    r->bits[LP_AUTO_XZVC] = 8 * lpi_zvc_slow_encode(16, filtered, r->bytes[LP_AUTO_XZVC]);
    r->bits[LP_AUTO_EBD] = 8 * lpi_ebd_slow_encode(line, r->bytes[LP_AUTO_EBD]);
    r->bits[LP_AUTO_BPC] = lpi_bpc_slow_encode(line, r->bytes[LP_AUTO_BPC]);
    if (r->bits[LP_AUTO_EBD] == 0)
        r->bits[LP_AUTO_EBD] = 100000;
    for (unsigned c = 0; c < 4; c++)
        if (!(codecs >> c & 1))
            r->bits[c] = 100000;
}

static unsigned least_sectors(const struct records *r)
{
    unsigned best = LP_AUTO_NONE;
    size_t fewest = 3;
    for (unsigned i = 4; i-- > 0;) {
        size_t sectors = (r->bits[order[i]] + 255) / 256;
        if (sectors <= fewest) {
            best = order[i];
            fewest = sectors;
        }
    }
    return best;
}

/* The record in a stream; returns its length. */
static size_t slow_record(const struct records *r, const uint8_t *line, uint8_t *out)
{
    static const unsigned kinds[] = {ZVC, BPC, XZVC, MASK};
    if (lp_line_is_zero(line)) {
        out[0] = ZERO;
        return 1;
    }
    size_t fewest = 128;
    unsigned best = LP_AUTO_NONE;
    for (unsigned i = 4; i-- > 0;) {
        size_t bytes = 1 + (order[i] == LP_AUTO_BPC) + (r->bits[order[i]] + 7) / 8;
        if (bytes <= fewest) {
            best = order[i];
            fewest = bytes;
        }
    }
    if (best == LP_AUTO_NONE) {
        out[0] = RAW;
        memcpy(out + 1, line, 128);
        return 129;
    }
    size_t head = 1 + (best == LP_AUTO_BPC), bytes = fewest - head;
    out[0] = (uint8_t)(best == LP_AUTO_EBD && bytes > 32 ? CODES : kinds[best]);
    if (best == LP_AUTO_BPC)
        out[1] = (uint8_t)bytes;
    memcpy(out + head, r->bytes[best], bytes);
    if (best == LP_AUTO_BPC && r->bits[best] % 8 != 0)
        out[head + bytes - 1] &= (uint8_t)(0xff00 >> r->bits[best] % 8);
    return fewest;
}

/* ---- XZVC ---- */

static void xzvc_equals_filtered_zvc(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6000; i++) {
        uint8_t line[128], filtered[128], expected[144], got[145], entry[128], back[128];
        size_t bytes, size;
        unsigned sectors;
        any_line(line);
        filter(line, filtered);
        size_t n = lpi_zvc_slow_encode(16, filtered, expected);
        FOR_EACH_PATH {
            got[n] = GUARD;
            assert_int_equal(lp_xzvc_encode_line(line, got, n, &bytes), LP_OK);
            assert_int_equal(bytes, n);
            assert_memory_equal(got, expected, n);
            assert_int_equal(got[n], GUARD);
            assert_int_equal(lp_xzvc_size(line, 128, &size), LP_OK);
            assert_int_equal(size, n);
            assert_int_equal(lp_xzvc_decode_line(got, n, back), LP_OK);
            assert_memory_equal(back, line, 128);
            assert_int_equal(lp_xzvc_decode_line(got, n - 1, back), LP_ERR_SHORT);
            assert_int_equal(lp_xzvc_decode_line(got, n + 1, back), LP_ERR_LONG);
            assert_int_equal(lp_xzvc_encode_line(line, got, n - 1, &bytes), LP_ERR_SPACE);
            assert_int_equal(lp_xzvc_encode_entry(line, entry, &sectors), LP_OK);
            assert_int_equal(sectors, lp_line_is_zero(line) ? 0 : n > 96 ? 4 : (n + 31) / 32);
            if (sectors == 4)
                assert_memory_equal(entry, line, 128);
            assert_int_equal(lp_xzvc_decode_entry(entry, sectors, back), LP_OK);
            assert_memory_equal(back, line, 128);
        }
    }
    assert_int_equal(lp_xzvc_decode_entry(NULL, 5, NULL), LP_ERR_ARG);
}

/* ---- choice and states ---- */

static void choice_is_the_least(void **state)
{
    (void)state;
    static const unsigned first[] = {6, 1, 9, 12};
    unsigned seen[16] = {0};
    for (unsigned i = 0; i < 20000; i++) {
        uint8_t line[128], entry[128], back[128];
        unsigned elem = widths[i % 2], codecs = i % 3 ? LP_AUTO_ALL : 1 + ebd_below(15), told;
        enum lp_auto_codec codec;
        struct records r;
        size_t bits;
        any_line(line);
        make_records(elem, codecs, line, &r);
        int zero = lp_line_is_zero(line);
        unsigned best = zero ? LP_AUTO_NONE : least_sectors(&r);
        unsigned expected = zero ? 0 : 4;
        if (best != LP_AUTO_NONE)
            expected = first[best] + (unsigned)(r.bits[best] - 1) / 256;
        lp_cpu_use((enum lp_cpu)ebd_below(LP_CPU_COUNT));
        assert_int_equal(lp_auto_choose(elem, codecs, line, &codec, &bits), LP_OK);
        assert_string_equal(names[codec], names[best]);
        assert_int_equal(bits, zero ? 0 : best == LP_AUTO_NONE ? 1024 : r.bits[best]);
        memset(entry, GUARD, sizeof entry);
        assert_int_equal(lp_auto_encode_entry(elem, codecs, line, entry, &told), LP_OK);
        assert_int_equal(told, expected);
        assert_int_equal(lp_auto_decode_entry(elem, codecs, entry, told, back), LP_OK);
        assert_memory_equal(back, line, 128);
        unsigned sectors;
        assert_int_equal(lp_auto_state(told, &codec, &sectors), LP_OK);
        assert_int_equal(codec, best);
        for (size_t b = 32 * sectors; b < 128; b++)
            assert_int_equal(entry[b], GUARD);
        seen[told]++;
        /* If its codec is excluded, a state is invalid. */
        if (best != LP_AUTO_NONE && codecs != 1u << best)
            assert_int_equal(lp_auto_decode_entry(elem, codecs & ~(1u << best), entry, told, back),
                             LP_ERR_CORRUPT);
    }
    for (unsigned s = 0; s < 15; s++)
        assert_true(s == 5 || seen[s] > 0);
    assert_int_equal(seen[5], 0);
}

static void states_without_a_codec(void **state)
{
    (void)state;
    uint8_t line[128], entry[128] = {1}, back[128], zero[128] = {0};
    enum lp_auto_codec codec;
    unsigned sectors;
    assert_int_equal(lp_auto_decode_entry(16, 15, NULL, 0, back), LP_OK);
    assert_memory_equal(back, zero, 128);
    assert_int_equal(lp_auto_decode_entry(16, 15, entry, 4, back), LP_OK);
    assert_memory_equal(back, entry, 128);
    assert_int_equal(lp_auto_decode_entry(16, 15, NULL, 15, back), LP_ERR_CORRUPT);
    assert_int_equal(lp_auto_decode_entry(16, 15, entry, 16, back), LP_ERR_ARG);
    assert_int_equal(lp_auto_state(16, &codec, &sectors), LP_ERR_ARG);
    assert_int_equal(lp_auto_state(15, &codec, &sectors), LP_OK);
    assert_int_equal(sectors, 0);
    /* State 5 has 8 bytes, whatever follows them. */
    memset(line, 0, 128);
    line[0] = 3;
    assert_int_equal(lp_bpc_encode_entry(line, entry, &sectors), LP_OK);
    assert_true(lp_bpc_size_bits(line) <= 64);
    memset(entry + 8, 0xff, 120);
    assert_int_equal(lp_auto_decode_entry(16, 15, entry, 5, back), LP_OK);
    assert_memory_equal(back, line, 128);
    assert_int_equal(lp_auto_decode_entry(16, 15, entry, 1, back), LP_ERR_CORRUPT);
}

/* A record with the state of another codec never crashes, and all paths give the same result. */
static void records_under_other_states(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        uint8_t line[128], entry[128] = {0}, back[128], first[128];
        unsigned told;
        any_line(line);
        assert_int_equal(lp_auto_encode_entry(16, LP_AUTO_ALL, line, entry, &told), LP_OK);
        for (unsigned s = 0; s < 16; s++) {
            int error = LP_OK;
            FOR_EACH_PATH {
                int now = lp_auto_decode_entry(16, LP_AUTO_ALL, entry, s, back);
                assert_true(path == 0 || now == error);
                if (path != 0 && now == LP_OK)
                    assert_memory_equal(back, first, 128);
                memcpy(first, back, 128);
                error = now;
            }
        }
    }
}

/* ---- streams ---- */

static void streams_equal_slow_twin(void **state)
{
    (void)state;
    enum { LINES = 150, ROOM = 129 * LINES };
    uint8_t *data = malloc(LINES * 128), *back = malloc(LINES * 128);
    uint8_t *expected = malloc(ROOM), *got = malloc(ROOM + 1);
    unsigned kinds[256] = {0};
    for (unsigned round = 0; round < 60; round++) {
        unsigned elem = widths[round % 2], codecs = round < 40 ? LP_AUTO_ALL : 1 + ebd_below(15);
        size_t bytes = 1 + ebd_below(LINES * 128), n = 0, told;
        memset(data, 0, LINES * 128);
        for (size_t at = 0; at < bytes; at += 128) {
            struct records r;
            any_line(data + at);
            if (bytes - at < 128)
                memset(data + bytes, 0, 128 - (bytes - at));
            make_records(elem, codecs, data + at, &r);
            size_t record = slow_record(&r, data + at, expected + n);
            kinds[expected[n]]++;
            n += record;
        }
        FOR_EACH_PATH {
            got[n] = GUARD;
            assert_int_equal(lp_auto_compress(elem, codecs, data, bytes, got, n, &told), LP_OK);
            assert_int_equal(told, n);
            assert_memory_equal(got, expected, n);
            assert_int_equal(got[n], GUARD);
            assert_int_equal(lp_auto_size(elem, codecs, data, bytes, &told), LP_OK);
            assert_int_equal(told, n);
            assert_int_equal(lp_auto_decompress(elem, codecs, got, n, back, bytes), LP_OK);
            assert_memory_equal(back, data, bytes);
            assert_int_equal(lp_auto_compress(elem, codecs, data, bytes, got, n - 1, &told),
                             LP_ERR_SPACE);
            assert_int_not_equal(lp_auto_decompress(elem, codecs, expected, n - 1, back, bytes),
                                 LP_OK);
            assert_int_equal(lp_auto_decompress(elem, codecs, got, n + 1, back, bytes),
                             LP_ERR_LONG);
        }
    }
    for (unsigned k = 0; k < 6; k++)
        assert_true(kinds[k] > 0);
    assert_true(kinds[RAW] > 0);
    free(data);
    free(back);
    free(expected);
    free(got);
}

static void malformed_streams(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        int error;
        unsigned codecs;
        size_t bytes, count;
        uint8_t stream[40];
    } cases[] = {
        {"nothing", LP_ERR_SHORT, 15, 128, 0, {0}},
        {"a zero line", LP_OK, 15, 128, 1, {ZERO}},
        {"a byte more", LP_ERR_LONG, 15, 128, 2, {ZERO, ZERO}},
        {"a line less", LP_ERR_SHORT, 15, 256, 1, {ZERO}},
        {"kind 6", LP_ERR_CORRUPT, 15, 128, 2, {6}},
        {"kind 254", LP_ERR_CORRUPT, 15, 128, 2, {254}},
        {"raw cut short", LP_ERR_SHORT, 15, 128, 40, {RAW}},
        {"BPC without a length", LP_ERR_SHORT, 15, 128, 1, {BPC}},
        {"BPC of no bytes", LP_ERR_CORRUPT, 15, 128, 3, {BPC, 0, 0}},
        {"BPC of 129 bytes", LP_ERR_CORRUPT, 15, 128, 3, {BPC, 129, 0}},
        {"BPC cut short", LP_ERR_SHORT, 15, 128, 3, {BPC, 2, 0x0f}},
        {"BPC, well-formed", LP_OK, 15, 128, 4, {BPC, 2, 0x0f, 0xc0}},
        {"BPC shorter than its length", LP_ERR_CORRUPT, 15, 128, 5, {BPC, 3, 0x0f, 0xc0, 0}},
        {"BPC not padded with zeros", LP_ERR_CORRUPT, 15, 128, 4, {BPC, 2, 0x0f, 0xc1}},
        {"BPC takes no part", LP_ERR_CORRUPT, 13, 128, 4, {BPC, 2, 0x0f, 0xc0}},
        {"ZVC, well-formed", LP_OK, 15, 128, 11, {ZVC, 1, 0, 0, 0, 0, 0, 0, 0, 7, 8}},
        {"ZVC cut short", LP_ERR_SHORT, 15, 128, 10, {ZVC, 1, 0, 0, 0, 0, 0, 0, 0, 7}},
        {"ZVC takes no part", LP_ERR_CORRUPT, 14, 128, 11, {ZVC, 1, 0, 0, 0, 0, 0, 0, 0, 7, 8}},
        {"XZVC cut short", LP_ERR_SHORT, 15, 128, 5, {XZVC, 1, 0, 0, 0}},
        {"XZVC takes no part", LP_ERR_CORRUPT, 11, 128, 9, {XZVC}},
        {"XZVC past a short line's end", LP_ERR_CORRUPT, 15, 8, 11, {XZVC, 1, [9] = 7, [10] = 8}},
        {"EBD mask, well-formed", LP_OK, 15, 128, 17, {MASK, 127, 1}},
        {"EBD mask cut short", LP_ERR_SHORT, 15, 128, 16, {MASK, 127, 1}},
        {"EBD mask of 17", LP_ERR_CORRUPT, 15, 128, 40, {MASK, 127, 255, 255, 1}},
        {"EBD mask takes no part", LP_ERR_CORRUPT, 7, 128, 17, {MASK, 127, 1}},
        {"EBD codes of 26 bytes", LP_ERR_CORRUPT, 15, 128, 40, {CODES, 127, 255, 255, 255, 255, 255,
                                                                255,   255, 255, 255, 255, 255, 255,
                                                                255,   255, 255, 255, 255, 255, 255,
                                                                255,   255, 255, 255, 255}},
        {"EBD codes cut short", LP_ERR_SHORT, 15, 128, 40, {CODES, 127}},
        {"EBD codes take no part", LP_ERR_CORRUPT, 7, 128, 40, {CODES, 127}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
        FOR_EACH_PATH {
            uint8_t back[256], *stream = malloc(cases[c].count + (cases[c].count == 0));
            memcpy(stream, cases[c].stream, cases[c].count);
            int error = lp_auto_decompress(16, cases[c].codecs, stream, cases[c].count, back,
                                           cases[c].bytes);
            if (error != cases[c].error)
                fail_msg("%s: %s", cases[c].what, lp_strerror(error));
            free(stream);
        }
}

static void wrong_settings(void **state)
{
    (void)state;
    uint8_t line[128] = {0}, room[129];
    size_t bytes;
    static const struct {
        int elem;
        unsigned codecs;
    } wrong[] = {{8, 15}, {0, 15}, {64, 15}, {16, 0}, {16, 16}, {32, 31}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        enum lp_elem elem = (enum lp_elem)wrong[i].elem;
        unsigned codecs = wrong[i].codecs, state_now;
        enum lp_auto_codec codec;
        assert_int_equal(lp_auto_choose(elem, codecs, line, &codec, &bytes), LP_ERR_ARG);
        assert_int_equal(lp_auto_encode_entry(elem, codecs, line, room, &state_now), LP_ERR_ARG);
        assert_int_equal(lp_auto_decode_entry(elem, codecs, room, 0, line), LP_ERR_ARG);
        assert_int_equal(lp_auto_compress(elem, codecs, line, 128, room, 129, &bytes), LP_ERR_ARG);
        assert_int_equal(lp_auto_decompress(elem, codecs, room, 1, line, 128), LP_ERR_ARG);
        assert_int_equal(lp_auto_size(elem, codecs, line, 128, &bytes), LP_ERR_ARG);
    }
    assert_int_equal(lp_auto_bound(129), 258);
    assert_int_equal(lp_auto_bound(0), 0);
    assert_int_equal(lp_auto_bound(SIZE_MAX), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(xzvc_equals_filtered_zvc), cmocka_unit_test(choice_is_the_least),
        cmocka_unit_test(states_without_a_codec),   cmocka_unit_test(records_under_other_states),
        cmocka_unit_test(streams_equal_slow_twin),  cmocka_unit_test(malformed_streams),
        cmocka_unit_test(wrong_settings),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    paths_say_skipped(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
