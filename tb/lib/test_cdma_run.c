/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors executed on small memories: round trips, every status, every flipped bit. */
#include "unit.h"

#include "../reference/cdma_slow.h"
#include "../dma/dma_memory.h"

#define DATA (DMA_DEVICE + 0x400)
#define INDEX (DMA_DEVICE + 0x6000)
#define STREAM (DMA_HOST + 0x200)
enum { ROOM = 0x6000 };

static struct dma_memory memory, before;
static struct lp_dma_setup setup;
static struct lp_dma_memory ports;

static uint8_t *device(uint64_t address)
{
    return memory.device.bytes + (address - DMA_DEVICE);
}

static uint8_t *host(uint64_t address)
{
    return memory.host.bytes + (address - DMA_HOST);
}

/* Memories full of noise, and `raw_bytes` bytes of data. */
static void prepare(size_t raw_bytes)
{
    ports = dma_memory_init(&memory, &setup);
    for (size_t i = 0; i < DMA_MEMORY_BYTES; i++)
        memory.device.bytes[i] = memory.host.bytes[i] = (uint8_t)unit_random();
    unit_fill(device(DATA), raw_bytes);
}

static struct lp_dma_descriptor descriptor(enum lp_dma_codec codec, int index, size_t raw_bytes,
                                           size_t size)
{
    return (struct lp_dma_descriptor){.flags = (unsigned)codec << LP_DMA_FLAG_CODEC_SHIFT |
                                               (index ? LP_DMA_FLAG_INDEX : 0),
                                      .id = (uint32_t)unit_random(),
                                      .device = DATA,
                                      .host = STREAM,
                                      .raw_bytes = raw_bytes,
                                      .size = size,
                                      .index = INDEX};
}

/* Runs it and checks the properties of all descriptors: untouched bytes, and the fields of a
 * completion. */
static struct lp_dma_completion run(enum lp_dma_direction direction,
                                    const struct lp_dma_descriptor *d)
{
    struct lp_dma_completion c;
    before = memory;
    assert_int_equal(lp_dma_run(&setup, direction, d, &ports, &c), LP_OK);
    int ran = c.status == LP_DMA_GOOD || (c.status >= LP_DMA_ROOM && c.status <= LP_DMA_ABORTED);
    dma_allow(&before, &memory, direction, d, ran);
    assert_memory_equal(&before, &memory, sizeof memory);
    assert_int_equal(c.id, d->id);
    assert_int_equal(c.phase, 0);
    assert_int_equal(c.cycles, 0);
    if (c.status != LP_DMA_GOOD)
        assert_int_equal(c.bytes | c.zeros, 0);
    if (c.status < LP_DMA_ROOM || c.status == LP_DMA_HOST_ERROR || c.status > LP_DMA_CONTRADICTION)
        assert_int_equal(c.bad, 0);
    return c;
}

static void expect(enum lp_dma_direction direction, const struct lp_dma_descriptor *d,
                   enum lp_dma_status status, uint32_t bad)
{
    struct lp_dma_completion c = run(direction, d);
    assert_int_equal(c.status, status);
    assert_int_equal(c.bad, bad);
}

/* The expected output, by the slow twin; returns the stream's bytes. */
static size_t check_stream(enum lp_dma_codec codec, int index, size_t raw_bytes)
{
    size_t at = 0, group = 0;
    for (size_t offset = 0; offset < raw_bytes; offset += LP_DMA_GROUP, group++) {
        uint8_t stored[LP_DMA_GROUP_BOUND];
        size_t rest = raw_bytes - offset, sectors = rest < LP_DMA_GROUP ? rest / 32 : 16;
        size_t bytes = lpi_cdma_slow_shrink(codec, setup.elem, device(DATA + offset), sectors,
                                            stored);
        assert_memory_equal(host(STREAM + at), stored, bytes);
        if (index)
            assert_int_equal(device(INDEX)[2 * group] | device(INDEX)[2 * group + 1] << 8, bytes);
        at += bytes;
    }
    for (size_t i = at; i % 32 != 0; i++)
        assert_int_equal(host(STREAM)[i], 0);
    for (size_t i = 2 * group; index && i % 32 != 0; i++)
        assert_int_equal(device(INDEX)[i], 0);
    return at;
}

static void round_trips(void **state)
{
    (void)state;
    static const enum lp_dma_codec codecs[] = {LP_DMA_ZVC,  LP_DMA_BPC, LP_DMA_RAW,
                                               LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};
    static const unsigned elems[] = {32, 16, 8};
    static uint8_t data[0x5000];
    for (unsigned i = 0; i < 1200; i++) {
        enum lp_dma_codec codec = codecs[i % 6];
        int index = (int)(i / 6 % 2), back_by_index = index && unit_random() % 2;
        size_t raw_bytes = (unit_random() % (i % 5 == 0 ? 640 : 40) + 1) * 32;
        prepare(raw_bytes);
        setup.elem = elems[i / 12 % 3];
        setup.codecs = codec == LP_DMA_RAW || codec <= LP_DMA_BPC ? 2 : 5;
        memcpy(data, device(DATA), raw_bytes);
        struct lp_dma_descriptor d = descriptor(codec, index, raw_bytes,
                                                lp_dma_bound(codec, setup.elem, raw_bytes));
        struct lp_dma_completion out = run(LP_DMA_OUT, &d), in;
        assert_int_equal(out.status, LP_DMA_GOOD);
        assert_int_equal(out.bytes, check_stream(codec, index, raw_bytes));
        assert_int_equal(out.zeros, lpi_cdma_slow_zeros(data, raw_bytes / 32));
        memset(device(DATA), 0x77, raw_bytes);
        d.size = out.bytes;
        d.flags &= back_by_index ? ~0u : ~LP_DMA_FLAG_INDEX;
        in = run(LP_DMA_IN, &d);
        assert_int_equal(in.status, LP_DMA_GOOD);
        assert_int_equal(in.bytes, out.bytes);
        assert_int_equal(in.zeros, out.zeros);
        assert_memory_equal(device(DATA), data, raw_bytes);
    }
}

/* Room: exactly enough, and a sector less. */
static void room(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        size_t raw_bytes = 2 * LP_DMA_GROUP + 32 * (unit_random() % 100);
        prepare(raw_bytes);
        struct lp_dma_descriptor d = descriptor(LP_DMA_ZVC, 1, raw_bytes, ROOM);
        struct lp_dma_completion c = run(LP_DMA_OUT, &d);
        size_t whole = (c.bytes + 31) / 32 * 32, at = 0;
        d.size = whole;
        assert_int_equal(run(LP_DMA_OUT, &d).status, LP_DMA_GOOD);
        if (whole == 32)
            continue;
        uint32_t bad = 0;
        d.size = (unit_random() % (whole / 32 - 1) + 1) * 32;
        while ((at += device(INDEX)[2 * bad] + 256u * device(INDEX)[2 * bad + 1]) <= d.size)
            bad++;
        expect(LP_DMA_OUT, &d, LP_DMA_ROOM, bad);
    }
}

/* The statuses that are found before memory is touched; each also together with the later ones. */
static void refused(void **state)
{
    (void)state;
    for (unsigned direction = 0; direction < 2; direction++) {
        prepare(1056);
        struct lp_dma_descriptor good = descriptor(LP_DMA_ZVC, 1, 1056, 1120), d = good;
        d.index = DATA; /* overlaps */
        expect(direction, &d, LP_DMA_OVERLAP, 0);
        d.device = DMA_DEVICE + DMA_MEMORY_BYTES - 512; /* and leaves the window */
        expect(direction, &d, LP_DMA_OUTSIDE, 0);
        d.host++;
        expect(direction, &d, LP_DMA_MISALIGNED, 0);
        d.size = 0;
        expect(direction, &d, LP_DMA_EMPTY, 0);
        for (unsigned codec = 2; codec < 15; codec++) {
            d.flags = codec << LP_DMA_FLAG_CODEC_SHIFT;
            expect(direction, &d, LP_DMA_NO_CODEC, 0);
        }
        for (unsigned bit = 0; bit < 32; bit++) {
            d.flags = good.flags | 1u << bit;
            if (bit > 1 && (bit < 4 || bit > 7))
                expect(direction, &d, LP_DMA_RESERVED, 0);
        }
        for (unsigned bit = 0; bit < 128; bit++) {
            d = good;
            d.zero[bit / 64] = UINT64_C(1) << bit % 64;
            expect(direction, &d, LP_DMA_RESERVED, 0);
        }
        setup.codecs = 1;
        d = good;
        d.flags |= LP_DMA_BPC << LP_DMA_FLAG_CODEC_SHIFT;
        expect(direction, &d, LP_DMA_NO_CODEC, 0);
    }
}

/* Each number too large by a bit, from bit 40 on. */
static void addresses_have_40_bits(void **state)
{
    (void)state;
    for (unsigned bit = 40; bit < 64; bit++)
        for (unsigned field = 0; field < 5; field++) {
            prepare(1056);
            struct lp_dma_descriptor d = descriptor(LP_DMA_ZVC, 1, 1056, 1120);
            uint64_t *const fields[] = {&d.device, &d.host, &d.raw_bytes, &d.size, &d.index};
            *fields[field] |= UINT64_C(1) << bit;
            expect(bit % 2, &d, LP_DMA_OUTSIDE, 0);
        }
}

/* Host ranges that just touch each of the four areas, and just not. */
static void rings_are_spared(void **state)
{
    (void)state;
    for (unsigned area = 0; area < 4; area++) {
        prepare(1056);
        const struct lp_dma_ring *ring = &setup.rings[area / 2];
        uint64_t at = area % 2 ? ring->done : ring->base, bytes = (area % 2 ? 32u : 64u) << 2;
        struct lp_dma_descriptor d = descriptor(LP_DMA_RAW, 0, 32, 32);
        for (unsigned direction = 0; direction < 2; direction++) {
            d.host = at - 32;
            assert_int_equal(lp_dma_check(&setup, direction, &d), LP_DMA_GOOD);
            d.host = at;
            expect(direction, &d, LP_DMA_OVERLAP, 0);
            d.host = at + bytes - 32;
            expect(direction, &d, LP_DMA_OVERLAP, 0);
            d.host = at + bytes;
            assert_int_equal(lp_dma_check(&setup, direction, &d), LP_DMA_GOOD);
        }
    }
}

/* Memories' errors, alone and together with others. */
static void errors_of_memory(void **state)
{
    (void)state;
    prepare(20 * LP_DMA_GROUP);
    struct lp_dma_descriptor d = descriptor(LP_DMA_ZVC, 1, 20 * LP_DMA_GROUP, ROOM);
    struct lp_dma_completion c = run(LP_DMA_OUT, &d);
    uint64_t size = c.bytes;
    assert_int_equal(c.status, LP_DMA_GOOD);
    for (unsigned sector = 0; sector < 16; sector++) {
        memory.device.bad[0] = DATA + 7 * LP_DMA_GROUP + 32 * sector;
        expect(LP_DMA_OUT, &d, LP_DMA_DEVICE_ERROR, 7);
        memory.device.bad[1] = INDEX;
        expect(LP_DMA_OUT, &d, LP_DMA_DEVICE_ERROR, 7);
        memory.device.bad[1] = 0;
    }
    memory.device.bad[0] = INDEX + 32;
    expect(LP_DMA_OUT, &d, LP_DMA_DEVICE_ERROR, 0);
    memory.device.bad[0] = DATA + LP_DMA_GROUP;
    memory.host.bad[0] = STREAM + 64;
    expect(LP_DMA_OUT, &d, LP_DMA_HOST_ERROR, 0);
    memory.device.bad[0] = memory.host.bad[0] = 0;

    assert_int_equal(run(LP_DMA_OUT, &d).status, LP_DMA_GOOD);
    d.size = size;
    for (unsigned index = 0; index < 2; index++) {
        d.flags = index ? LP_DMA_FLAG_INDEX : 0;
        memory.host.bad[0] = STREAM + size / 2 / 32 * 32;
        expect(LP_DMA_IN, &d, LP_DMA_HOST_ERROR, 0);
        memory.device.bad[0] = DATA;
        expect(LP_DMA_IN, &d, LP_DMA_HOST_ERROR, 0);
        memory.host.bad[0] = 0;
        memory.device.bad[0] = DATA + 11 * LP_DMA_GROUP;
        expect(LP_DMA_IN, &d, LP_DMA_DEVICE_ERROR, 11);
        memory.device.bad[1] = INDEX + 32;
        expect(LP_DMA_IN, &d, LP_DMA_DEVICE_ERROR, index ? 0 : 11);
        memory.device.bad[0] = memory.device.bad[1] = 0;
    }
}

/* If several statuses apply, the first of 8, 7, 10, 6, 9 is reported. */
static void priorities(void **state)
{
    (void)state;
    enum { GROUPS = 20 };
    prepare(GROUPS * LP_DMA_GROUP);
    memset(device(DATA), 0x5a, GROUPS * LP_DMA_GROUP);
    struct lp_dma_descriptor d = descriptor(LP_DMA_ZVC, 1, GROUPS * LP_DMA_GROUP, 528 * 16);
    memory.device.bad[0] = DATA + 5 * LP_DMA_GROUP;
    memory.device.bad[1] = DATA + 9 * LP_DMA_GROUP;
    expect(LP_DMA_OUT, &d, LP_DMA_DEVICE_ERROR, 5); /* and room, since 17 are not zeros */
    memory.host.bad[0] = STREAM;
    expect(LP_DMA_OUT, &d, LP_DMA_HOST_ERROR, 0);
    memory.device.bad[0] = memory.device.bad[1] = 0;
    expect(LP_DMA_OUT, &d, LP_DMA_HOST_ERROR, 0);
    memory.host.bad[0] = 0;
    expect(LP_DMA_OUT, &d, LP_DMA_ROOM, 16);

    d.size = ROOM;
    d.size = run(LP_DMA_OUT, &d).bytes;
    host(STREAM)[528 * 3] ^= 1; /* a mask of group 3 */
    expect(LP_DMA_IN, &d, LP_DMA_CORRUPT, 3);
    device(INDEX)[2 * 12] ^= 1;
    device(INDEX)[2 * 12 + 1] = 0xff; /* too large */
    expect(LP_DMA_IN, &d, LP_DMA_CONTRADICTION, 12);
    memory.device.bad[0] = DATA + 7 * LP_DMA_GROUP;
    expect(LP_DMA_IN, &d, LP_DMA_DEVICE_ERROR, 7);
    memory.host.bad[0] = STREAM + 10 * 528;
    expect(LP_DMA_IN, &d, LP_DMA_HOST_ERROR, 0);
    /* Nothing after a contradiction with the index is decoded. */
    memory.host.bad[0] = STREAM + 14 * 528;
    expect(LP_DMA_IN, &d, LP_DMA_DEVICE_ERROR, 7);
    /* Without an index, a bad record does not prevent the stream from being read to its end. */
    memory.device.bad[0] = memory.host.bad[0] = 0;
    for (size_t i = 0; i < GROUPS * LP_DMA_GROUP; i++)
        device(DATA)[i] = (uint8_t)unit_random();
    d = descriptor(LP_DMA_BPC, 0, GROUPS * LP_DMA_GROUP, ROOM);
    d.size = run(LP_DMA_OUT, &d).bytes;
    assert_int_equal(d.size, GROUPS * 516);
    host(STREAM)[516 * 3] = 97;
    expect(LP_DMA_IN, &d, LP_DMA_CORRUPT, 3);
    memory.device.bad[0] = DATA + 18 * LP_DMA_GROUP;
    expect(LP_DMA_IN, &d, LP_DMA_DEVICE_ERROR, 18);
    memory.host.bad[0] = STREAM + (d.size - 1) / 32 * 32;
    expect(LP_DMA_IN, &d, LP_DMA_HOST_ERROR, 0);
}

/* Words of the data that have changed; *first = the first of them. */
static size_t wrong_words(const uint8_t *data, size_t bytes, size_t *first)
{
    size_t words = 0;
    for (size_t word = bytes / 4; word-- > 0;)
        if (memcmp(device(DATA) + 4 * word, data + 4 * word, 4) != 0) {
            words++;
            *first = word;
        }
    return words;
}

/* Marks the bytes of a ZVC stream that are masks. */
static void find_masks(uint8_t *is_mask, uint64_t bytes)
{
    memset(is_mask, 0, bytes);
    for (uint64_t at = 0; at < bytes;) {
        unsigned elements = 0;
        for (unsigned bit = 0; bit < 32; bit++)
            elements += host(STREAM + at)[bit / 8] >> bit % 8 & 1;
        memset(is_mask + at, 1, 4);
        at += 4 + 4 * elements;
    }
}

/*
 * Every bit of a small stream, cut by its index and without. A flipped bit of an element changes
 * only that word; in a mask or in BPC the result may be well-formed, but the fault is never found
 * in an earlier group, and with an index in no later one.
 */
static void flips_of_a_stream(void **state)
{
    (void)state;
    static uint8_t data[1280], is_mask[ROOM];
    for (unsigned i = 0; i < 12; i++) {
        enum lp_dma_codec codec = i % 2 ? LP_DMA_BPC : LP_DMA_ZVC;
        int index = i / 2 % 2;
        prepare(sizeof data);
        memcpy(data, device(DATA), sizeof data);
        struct lp_dma_descriptor d = descriptor(codec, 1, sizeof data, ROOM);
        d.size = run(LP_DMA_OUT, &d).bytes;
        d.flags &= index ? ~0u : ~LP_DMA_FLAG_INDEX;
        if (codec == LP_DMA_ZVC)
            find_masks(is_mask, d.size);
        uint64_t ends[3], end = 0;
        for (unsigned group = 0; group < 3; group++)
            ends[group] = end += device(INDEX)[2 * group] + 256u * device(INDEX)[2 * group + 1];
        for (uint64_t bit = 0; bit < 8 * d.size; bit++) {
            host(STREAM)[bit / 8] ^= (uint8_t)(1u << bit % 8);
            struct lp_dma_completion c = run(LP_DMA_IN, &d);
            size_t first = 0, words = wrong_words(data, sizeof data, &first);
            unsigned group = 0;
            while (bit / 8 >= ends[group])
                group++;
            assert_true(c.status == LP_DMA_CORRUPT || c.status == LP_DMA_GOOD);
            if (codec == LP_DMA_ZVC && !is_mask[bit / 8])
                assert_int_equal(c.status, LP_DMA_GOOD);
            if (codec == LP_DMA_ZVC && !is_mask[bit / 8])
                assert_int_equal(words, 1);
            assert_true(words == 0 || first / 128 >= group);
            if (c.status == LP_DMA_CORRUPT)
                assert_true(index ? c.bad == group : c.bad >= group);
            host(STREAM)[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        assert_int_equal(run(LP_DMA_IN, &d).status, LP_DMA_GOOD);
        assert_memory_equal(device(DATA), data, sizeof data);
    }
}

/* A bit of a mask, where no element looks like one: always an error, in its group if cut. */
static void flips_of_masks(void **state)
{
    (void)state;
    prepare(3 * LP_DMA_GROUP);
    for (size_t i = 0; i < 3 * LP_DMA_GROUP; i++)
        device(DATA)[i] = i % 8 < 4 ? 0xff : 0;
    struct lp_dma_descriptor d = descriptor(LP_DMA_ZVC, 1, 3 * LP_DMA_GROUP, ROOM);
    d.size = run(LP_DMA_OUT, &d).bytes;
    for (unsigned index = 0; index < 2; index++) {
        uint64_t at = 0;
        d.flags = index ? LP_DMA_FLAG_INDEX : 0;
        for (unsigned line = 0; line < 12; line++) {
            unsigned elements = 0;
            for (unsigned bit = 0; bit < 32; bit++) {
                elements += host(STREAM + at)[bit / 8] >> bit % 8 & 1;
                host(STREAM + at)[bit / 8] ^= (uint8_t)(1u << bit % 8);
                struct lp_dma_completion c = run(LP_DMA_IN, &d);
                assert_int_equal(c.status, LP_DMA_CORRUPT);
                assert_true(c.bad >= line / 4);
                if (index)
                    assert_int_equal(c.bad, line / 4);
                host(STREAM + at)[bit / 8] ^= (uint8_t)(1u << bit % 8);
            }
            at += 4 + 4 * elements;
        }
        assert_int_equal(at, d.size);
    }
}

/* A wrong entry of the index is found and reported for the right group. */
static void flips_of_an_index(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        enum lp_dma_codec codec = i % 6 == 5 ? LP_DMA_RAW : (enum lp_dma_codec)(i % 6);
        size_t groups = 20;
        prepare(groups * LP_DMA_GROUP);
        setup.codecs = 5;
        struct lp_dma_descriptor d = descriptor(codec, 1, groups * LP_DMA_GROUP, ROOM);
        d.size = run(LP_DMA_OUT, &d).bytes;
        for (size_t bit = 0; bit < 16 * groups; bit++) {
            device(INDEX)[bit / 8] ^= (uint8_t)(1u << bit % 8);
            struct lp_dma_completion c = run(LP_DMA_IN, &d);
            assert_true(c.status == LP_DMA_CONTRADICTION || c.status == LP_DMA_CORRUPT);
            assert_true(c.bad >= bit / 16);
            if (codec == LP_DMA_RAW)
                assert_int_equal(c.status, LP_DMA_CONTRADICTION);
            if (codec == LP_DMA_RAW || c.status == LP_DMA_CORRUPT)
                assert_int_equal(c.bad, bit / 16);
            device(INDEX)[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        /* Entries that belong to no group are not read. */
        device(INDEX)[2 * groups] ^= 0xff;
        assert_int_equal(run(LP_DMA_IN, &d).status, LP_DMA_GOOD);
    }
}

/* Streams that are too short or too long for the raw bytes. */
static void sizes_of_streams(void **state)
{
    (void)state;
    static const struct {
        enum lp_dma_codec codec;
        int index;
        enum lp_dma_status status;
    } rows[] = {{LP_DMA_ZVC, 0, LP_DMA_CORRUPT},       {LP_DMA_ZVC, 1, LP_DMA_CONTRADICTION},
                {LP_DMA_BPC, 0, LP_DMA_CORRUPT},       {LP_DMA_BPC, 1, LP_DMA_CONTRADICTION},
                {LP_DMA_RAW, 0, LP_DMA_CONTRADICTION}, {LP_DMA_RAW, 1, LP_DMA_CONTRADICTION}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        prepare(5 * LP_DMA_GROUP);
        struct lp_dma_descriptor d = descriptor(rows[row].codec, rows[row].index, 5 * LP_DMA_GROUP,
                                                ROOM);
        uint64_t size = run(LP_DMA_OUT, &d).bytes;
        for (uint64_t other = size - 40; other < size + 3000; other += other < size ? 1 : 97) {
            d.size = other;
            struct lp_dma_completion c = run(LP_DMA_IN, &d);
            assert_int_equal(c.status, other == size ? LP_DMA_GOOD : rows[row].status);
            if (other > size)
                assert_int_equal(c.bad, 4);
        }
    }
}

/* BPC's records of 97 to 128 bytes are not allowed in a DMA stream. */
static void profile_of_bpc(void **state)
{
    (void)state;
    for (unsigned announce = 97; announce < 255; announce++) {
        prepare(1024);
        struct lp_dma_descriptor d = descriptor(LP_DMA_BPC, 0, 1024, ROOM);
        memset(host(STREAM), 0, 1024);
        host(STREAM)[5] = (uint8_t)announce;
        d.size = 200;
        expect(LP_DMA_IN, &d, LP_DMA_CORRUPT, 1);
    }
}

static void arguments(void **state)
{
    (void)state;
    struct lp_dma_completion c;
    prepare(32);
    struct lp_dma_descriptor d = descriptor(LP_DMA_ZVC, 0, 32, 64);
    struct lp_dma_setup bad = setup;
    bad.elem = 24;
    assert_int_equal(lp_dma_run(&bad, LP_DMA_OUT, &d, &ports, &c), LP_ERR_ARG);
    bad = setup, bad.codecs = 3;
    assert_int_equal(lp_dma_run(&bad, LP_DMA_OUT, &d, &ports, &c), LP_ERR_ARG);
    assert_int_equal(lp_dma_bound(LP_DMA_ZVC, 32, 128), 160);
    assert_int_equal(lp_dma_bound(LP_DMA_BPC, 32, 512), 544);
    assert_int_equal(lp_dma_bound(LP_DMA_RAW, 32, 512), 512);
    assert_int_equal(lp_dma_bound(LP_DMA_ZVC, 24, 512), 0);
    assert_int_equal(lp_dma_bound((enum lp_dma_codec)5, 32, 512), 0);
    assert_int_equal(lp_dma_bound(LP_DMA_AUTO, 8, 512), 544);
    assert_int_equal(lp_dma_bound(LP_DMA_ZVC, 32, UINT64_MAX), 0);
    assert_string_equal(lp_dma_status_text(LP_DMA_ABORTED), "aborted");
    assert_string_equal(lp_dma_status_text(13), "unknown status");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),      cmocka_unit_test(room),
        cmocka_unit_test(refused),          cmocka_unit_test(addresses_have_40_bits),
        cmocka_unit_test(rings_are_spared), cmocka_unit_test(errors_of_memory),
        cmocka_unit_test(priorities),       cmocka_unit_test(flips_of_a_stream),
        cmocka_unit_test(flips_of_masks),   cmocka_unit_test(flips_of_an_index),
        cmocka_unit_test(sizes_of_streams), cmocka_unit_test(profile_of_bpc),
        cmocka_unit_test(arguments),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
