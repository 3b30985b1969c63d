/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed chunks: they have the reported length, survive a round trip, and match bytes computed
   by hand; invalid packed chunks are refused or decode within bounds. */
#include "../../cmodel/systems/huvm/policy/chunk_pack.h"
#include "../lib/unit.h"

enum { CHUNK_MAX = 65536, TRIES = 300 };

static uint8_t chunk[CHUNK_MAX], back[CHUNK_MAX], packed[CHUNK_MAX + LP_DMA_GROUP_BOUND];
static uint8_t codecs[CHUNK_MAX / HUVM_GROUP_BYTES];

/* Lines of a few classes, so that all kinds of chunks come. */
static void draw_chunk(size_t bytes)
{
    unsigned first = (unsigned)(unit_random() % UNIT_LINE_CLASSES);
    unsigned count = 1 + (unsigned)(unit_random() % 3);
    for (size_t at = 0; at < bytes; at += 128)
        unit_line((first + (unsigned)(unit_random() % count)) % UNIT_LINE_CLASSES, chunk + at);
}

static size_t draw_bytes(void)
{
    return (size_t)4096 << unit_random() % 5;
}

static void comes_back(void **state)
{
    uint64_t mismatches = 0;
    unsigned raw = 0, shorter = 0;
    (void)state;
    for (unsigned i = 0; i < TRIES; i++) {
        enum huvm_codec codec = (enum huvm_codec)(i % 3);
        size_t bytes = draw_bytes();
        draw_chunk(bytes);
        size_t length = huvm_pack(codec, chunk, bytes, packed);
        assert_int_equal(length,
                         huvm_stored_bytes(codec, chunk, (uint32_t)bytes, codecs, &mismatches));
        memset(back, 0x5a, sizeof back);
        assert_true(huvm_unpack(packed, length, back, bytes));
        assert_memory_equal(back, chunk, bytes);
        raw += length == bytes;
        shorter += length < bytes;
    }
    assert_int_equal(mismatches, 0);
    assert_true(raw > 0 && shorter > 0);
}

/* Two groups, one of zeros but for one word, the other of no zero: ZVC has a mask of 4 bytes a line
   and the words that are not zero. */
static void by_hand(void **state)
{
    static const uint32_t seven = 7;
    (void)state;
    memset(chunk, 0, 4096);
    memcpy(chunk + 128, &seven, 4);
    memset(chunk + 512, 1, 512);
    assert_int_equal(huvm_pack(HUVM_ZVC, chunk, 4096, packed), 16 + 20 + 528 + 6 * 16);
    static const uint8_t index[] = {20, 0, 528 & 255, 528 >> 8, 16, 0};
    static const uint8_t first[] = {0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    assert_memory_equal(packed, index, sizeof index);
    assert_memory_equal(packed + 16, first, sizeof first);
    /* BPC stores a line of equal words in two bytes, or one if it is zero. */
    huvm_pack(HUVM_BEST, chunk, 4096, packed);
    assert_int_equal(packed[3] >> 4, LP_DMA_BPC);
    assert_int_equal(packed[5] >> 4, LP_DMA_BPC);
}

static void what_is_none(void **state)
{
    (void)state;
    memset(chunk, 0, 4096);
    size_t length = huvm_pack(HUVM_ZVC, chunk, 4096, packed);
    assert_int_equal(length, 16 + 8 * 16);
    assert_true(huvm_unpack(packed, length, back, 4096));
    assert_false(huvm_unpack(packed, length - 1, back, 4096));
    assert_false(huvm_unpack(packed, length + 1, back, 4096));
    assert_false(huvm_unpack(packed, 15, back, 4096));
    assert_false(huvm_unpack(packed, 0, back, 4096));
    assert_false(huvm_unpack(packed, 4097, back, 4096));
    packed[1] = 2 << 4; /* no codec */
    assert_false(huvm_unpack(packed, length, back, 4096));
    packed[1] = 0;
    packed[0] = 17;
    assert_false(huvm_unpack(packed, length, back, 4096));
}

/* For changed bytes only the bounds are guaranteed: the chunk's CRC detects wrong contents. */
static void stays_within(void **state)
{
    unsigned refused = 0;
    (void)state;
    for (unsigned i = 0; i < TRIES; i++) {
        size_t bytes = draw_bytes();
        draw_chunk(bytes);
        size_t length = huvm_pack((enum huvm_codec)(i % 3), chunk, bytes, packed);
        if (length == bytes)
            continue;
        uint8_t *copy = malloc(length); /* a sanitizer sees its end */
        memcpy(copy, packed, length);
        for (unsigned k = 0; k <= i % 4; k++)
            copy[unit_random() % (i % 2 ? length : bytes / 256)] ^= (uint8_t)(1 +
                                                                              unit_random() % 255);
        memset(back, 0x5a, sizeof back);
        refused += !huvm_unpack(copy, length, back, bytes);
        for (size_t at = bytes; at < sizeof back; at++)
            assert_int_equal(back[at], 0x5a);
        free(copy);
    }
    assert_true(refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(what_is_none),
        cmocka_unit_test(stays_within),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
