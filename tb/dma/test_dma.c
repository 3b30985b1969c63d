/* SPDX-License-Identifier: Apache-2.0 */
/* The copy call and the engine under it: rings that wrap, the window, errors, registers. */
#include "../lib/unit.h"

#include "../../cmodel/dma/copy/driver.h"
#include "../../cmodel/dma/copy/registers.h"

#define REFUSED(call) assert_int_equal(call, LP_ERR_ARG)

static const enum lp_dma_codec codecs[] = {LP_DMA_ZVC,  LP_DMA_BPC, LP_DMA_RAW,
                                           LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};

static struct lp_dma *open_small(unsigned ring_log2)
{
    struct lp_dma_config config;
    struct lp_dma *dma;
    lp_dma_defaults(&config);
    config.device_bytes = 1 << 20;
    config.host_bytes = 1 << 20;
    config.ring_log2 = ring_log2;
    config.codecs = LP_DMA_AUTO + 1;
    assert_int_equal(lp_dma_open("model", &config, &dma), LP_OK);
    return dma;
}

/* Data of `bytes` bytes in new device memory. */
static uint64_t place(struct lp_dma *dma, uint8_t *data, size_t bytes)
{
    uint64_t address;
    unit_fill(data, bytes);
    assert_int_equal(lp_dma_malloc(dma, bytes, &address), LP_OK);
    assert_int_equal(lp_dma_write(dma, address, data, bytes), LP_OK);
    return address;
}

/* An engine without the codec refuses it. */
static void codec_not_built(void **state)
{
    (void)state;
    uint8_t bytes[160];
    uint64_t address;
    size_t compressed;
    struct lp_dma *dma;
    assert_int_equal(lp_dma_open("model", NULL, &dma), LP_OK);
    assert_int_equal(lp_dma_malloc(dma, 128, &address), LP_OK);
    for (enum lp_dma_codec codec = LP_DMA_XZVC; codec <= LP_DMA_AUTO; codec++)
        assert_int_equal(
            lp_memcpy_compressed(dma, bytes, sizeof bytes, address, 128, codec, &compressed),
            LP_ERR_CODEC);
    lp_dma_close(dma);
}

static void copies_come_back(void **state)
{
    (void)state;
    static uint8_t data[40000], away[50000], back[40000];
    struct lp_dma *dma = open_small(1);
    for (unsigned i = 0; i < 300; i++) {
        size_t bytes = 32 * (unit_random() % (sizeof data / 32) + 1), compressed = 0;
        enum lp_dma_codec codec = codecs[i % 6];
        uint64_t address = place(dma, data, bytes);
        size_t room = lp_dma_bound(codec, 32, bytes);
        memset(away, 0xc3, sizeof away);
        assert_int_equal(lp_memcpy_compressed(dma, away, room, address, bytes, codec, &compressed),
                         LP_OK);
        assert_true(compressed <= room);
        for (size_t at = (compressed + 31) / 32 * 32; at < sizeof away; at++)
            assert_int_equal(away[at], 0xc3);
        memset(back, 0x77, bytes);
        assert_int_equal(lp_dma_write(dma, address, back, bytes), LP_OK);
        assert_int_equal(lp_memcpy_decompressed(dma, address, bytes, away, compressed, codec),
                         LP_OK);
        assert_int_equal(lp_dma_read(dma, address, back, bytes), LP_OK);
        assert_memory_equal(back, data, bytes);
        assert_int_equal(lp_dma_free(dma, address), LP_OK);
    }
    lp_dma_close(dma);
}

/* More transfers than places, then all waited for; the first ones are no longer known. */
static void rings_wrap(void **state)
{
    (void)state;
    enum { TRANSFERS = 40, BYTES = 1024 };
    static uint8_t data[BYTES], away[TRANSFERS][2048];
    for (unsigned log2 = 0; log2 < 7; log2++) {
        struct lp_dma *dma = open_small(log2);
        uint64_t address = place(dma, data, BYTES), tickets[TRANSFERS], index;
        assert_int_equal(lp_dma_malloc(dma, lp_dma_index_bytes(BYTES), &index), LP_OK);
        for (unsigned i = 0; i < TRANSFERS; i++) {
            struct lp_dma_transfer t = {.direction = LP_DMA_OUT,
                                        .codec = codecs[i % 3],
                                        .device = address,
                                        .bytes = BYTES,
                                        .to = away[i],
                                        .size = 1504,
                                        .index = i % 2 ? index : 0};
            assert_int_equal(lp_dma_submit(dma, &t, &tickets[i]), LP_OK);
        }
        for (unsigned i = 0; i < TRANSFERS; i++) {
            struct lp_dma_completion c;
            int done;
            if (TRANSFERS - i > 1u << log2) {
                REFUSED(lp_dma_wait(dma, tickets[i], &c));
                REFUSED(lp_dma_poll(dma, tickets[i], &done, &c));
                continue;
            }
            assert_int_equal(lp_dma_wait(dma, tickets[i], &c), LP_OK);
            assert_int_equal(c.status, LP_DMA_GOOD);
            assert_int_equal(c.id, i);
            assert_int_equal(lp_dma_poll(dma, tickets[i], &done, &c), LP_OK);
            assert_int_equal(done, 1);
            assert_memory_equal(away[i], away[i % 3], c.bytes);
        }
        lp_dma_close(dma);
    }
}

/* The doorbell counts modulo 65536. */
static void doorbells_wrap(void **state)
{
    (void)state;
    struct lp_dma *dma = open_small(3);
    uint8_t data[32], away[64];
    uint64_t address = place(dma, data, sizeof data);
    size_t compressed;
    for (unsigned i = 0; i < 70000; i++)
        assert_int_equal(lp_memcpy_compressed(dma, away, sizeof away, address, sizeof data,
                                              LP_DMA_ZVC, &compressed),
                         LP_OK);
    assert_int_equal(dma->window.count, 0);
    lp_dma_close(dma);
}

/* An index belongs to the caller: out writes it, in needs it as it was. */
static void indices(void **state)
{
    (void)state;
    static uint8_t data[32768], away[40000], back[32768];
    struct lp_dma *dma = open_small(4);
    uint64_t address = place(dma, data, sizeof data), index, ticket;
    struct lp_dma_completion c;
    assert_int_equal(lp_dma_malloc(dma, lp_dma_index_bytes(sizeof data), &index), LP_OK);
    struct lp_dma_transfer t = {.direction = LP_DMA_OUT,
                                .device = address,
                                .bytes = sizeof data,
                                .to = away,
                                .size = sizeof away,
                                .index = index};
    assert_int_equal(lp_dma_submit(dma, &t, &ticket), LP_OK);
    assert_int_equal(lp_dma_wait(dma, ticket, &c), LP_OK);
    assert_int_equal(c.status, LP_DMA_GOOD);
    memset(back, 0, sizeof back);
    assert_int_equal(lp_dma_write(dma, address, back, sizeof back), LP_OK);
    t.direction = LP_DMA_IN, t.from = away, t.size = c.bytes;
    assert_int_equal(lp_dma_submit(dma, &t, &ticket), LP_OK);
    assert_int_equal(lp_dma_wait(dma, ticket, &c), LP_OK);
    assert_int_equal(c.status, LP_DMA_GOOD);
    assert_int_equal(lp_dma_read(dma, address, back, sizeof back), LP_OK);
    assert_memory_equal(back, data, sizeof back);
    uint8_t entry[2];
    assert_int_equal(lp_dma_read(dma, index, entry, 2), LP_OK);
    entry[0]++;
    assert_int_equal(lp_dma_write(dma, index, entry, 2), LP_OK);
    assert_int_equal(lp_dma_submit(dma, &t, &ticket), LP_OK);
    assert_int_equal(lp_dma_wait(dma, ticket, &c), LP_OK);
    assert_true(c.status == LP_DMA_CORRUPT || c.status == LP_DMA_CONTRADICTION);
    lp_dma_close(dma);
}

static struct lp_dma *open_cycle(uint64_t device_bytes)
{
    struct lp_dma_config config;
    struct lp_dma *dma;
    lp_dma_defaults(&config);
    config.device_bytes = device_bytes;
    assert_int_equal(lp_dma_open("cycle", &config, &dma), LP_OK);
    return dma;
}

/* Lines of three words: ratio 8. */
static void fill_sparse(uint8_t *data, size_t bytes)
{
    memset(data, 0, bytes);
    for (size_t at = 0; at < bytes; at += LP_LINE_BYTES)
        for (size_t word = 0; word < 3; word++)
            data[at + 4 * (unit_random() % 10 + 10 * word)] = 1 + (uint8_t)(unit_random() % 255);
}

/* Cycles of the link for an input stream, which must decode to the data. */
static uint32_t come_in(struct lp_dma *dma, uint64_t address, const uint8_t *data, size_t bytes,
                        const uint8_t *away, size_t size)
{
    struct lp_dma_counts counts;
    uint8_t *back = malloc(bytes);
    assert_non_null(back);
    memset(back, 0x77, bytes);
    assert_int_equal(lp_dma_write(dma, address, back, bytes), LP_OK);
    assert_int_equal(lp_memcpy_decompressed(dma, address, bytes, away, size, LP_DMA_ZVC), LP_OK);
    assert_int_equal(lp_dma_read(dma, address, back, bytes), LP_OK);
    assert_memory_equal(back, data, bytes);
    free(back);
    assert_int_equal(lp_dma_count(dma, &counts), LP_OK);
    return counts.in.span;
}

/* The copy call's own streams come in through all channels; a wrong index only costs time. */
static void kept_indices(void **state)
{
    (void)state;
    enum { BYTES = 1 << 18 };
    static uint8_t data[BYTES], away[BYTES], entry[2];
    struct lp_dma *own = open_cycle(1 << 20), *other = open_cycle(1 << 20);
    uint64_t address, elsewhere;
    size_t size;
    fill_sparse(data, BYTES);
    assert_int_equal(lp_dma_malloc(own, BYTES, &address), LP_OK);
    assert_int_equal(lp_dma_malloc(other, BYTES, &elsewhere), LP_OK);
    assert_int_equal(lp_dma_write(own, address, data, BYTES), LP_OK);
    assert_int_equal(lp_memcpy_compressed(own, away, BYTES, address, BYTES, LP_DMA_ZVC, &size),
                     LP_OK);
    uint32_t fast = come_in(own, address, data, BYTES, away, size);
    assert_true(fast * 3 < come_in(other, elsewhere, data, BYTES, away, size));
    assert_true((double)size / 16 / fast >= 0.95);
    uint64_t index = own->indices.kept[0].at;
    assert_int_equal(lp_dma_read(own, index, entry, 2), LP_OK);
    entry[0]++;
    assert_int_equal(lp_dma_write(own, index, entry, 2), LP_OK);
    (void)come_in(own, address, data, BYTES, away, size);
    lp_dma_close(own);
    lp_dma_close(other);
}

/* Indices are bounded, and are evicted when the program allocates memory. */
static void indices_give_way(void **state)
{
    (void)state;
    static uint8_t data[512], away[1024];
    struct lp_dma *dma = open_small(2);
    uint64_t address = place(dma, data, sizeof data), rest;
    size_t n;
    for (unsigned i = 0; i < 2 * LPI_INDEX_KEPT; i++) {
        memcpy(data, &i, sizeof i);
        assert_int_equal(lp_dma_write(dma, address, data, sizeof data), LP_OK);
        assert_int_equal(
            lp_memcpy_compressed(dma, away, sizeof away, address, sizeof data, LP_DMA_ZVC, &n),
            LP_OK);
        assert_int_equal(dma->device.count, 1 + (i < LPI_INDEX_KEPT ? i + 1 : LPI_INDEX_KEPT));
    }
    assert_int_equal(
        lp_memcpy_compressed(dma, away, sizeof away, address, sizeof data, LP_DMA_ZVC, &n), LP_OK);
    assert_int_equal(dma->device.count, 1 + LPI_INDEX_KEPT);
    assert_int_equal(lp_dma_malloc(dma, (1 << 20) - 512, &rest), LP_OK);
    assert_int_equal(dma->device.count, 2);
    assert_int_equal(
        lp_memcpy_compressed(dma, away, sizeof away, address, sizeof data, LP_DMA_ZVC, &n), LP_OK);
    assert_int_equal(lp_memcpy_decompressed(dma, address, sizeof data, away, n, LP_DMA_ZVC), LP_OK);
    assert_int_equal(dma->device.count, 2);
    lp_dma_close(dma);
}

static void errors(void **state)
{
    (void)state;
    static uint8_t data[4096], away[8192];
    struct lp_dma *dma = open_small(2);
    uint64_t address = place(dma, data, sizeof data), other;
    size_t n;
    memset(data, 0x11, sizeof data);
    assert_int_equal(lp_dma_write(dma, address, data, sizeof data), LP_OK);
#define OUT(room, at, bytes, codec) lp_memcpy_compressed(dma, away, room, at, bytes, codec, &n)
#define IN(at, bytes, size, codec) lp_memcpy_decompressed(dma, at, bytes, away, size, codec)
    assert_int_equal(OUT(4224, address, 4096, LP_DMA_ZVC), LP_OK);
    assert_int_equal(OUT(4223, address, 4096, LP_DMA_ZVC), LP_ERR_SPACE);
    assert_int_equal(OUT(31, address, 4096, LP_DMA_ZVC), LP_ERR_SPACE);
    assert_int_equal(OUT(4224, address + 32, 32, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(OUT(4224, address, 33, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(OUT(4224, address, 0, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(OUT(4224, address - 512, 512, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(OUT(4224, address, 2 << 20, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(OUT(2 << 20, address, 32, LP_DMA_ZVC), LP_ERR_SPACE);
    assert_int_equal(OUT(4224, address, 32, (enum lp_dma_codec)5), LP_ERR_CODEC);
    assert_int_equal(IN(address, 4096, 4224, LP_DMA_ZVC), LP_OK);
    assert_int_equal(IN(address, 4096, 4223, LP_DMA_ZVC), LP_ERR_CORRUPT);
    assert_int_equal(IN(address, 4096, 0, LP_DMA_ZVC), LP_ERR_ARG);
    assert_int_equal(IN(address, 4096, 4096, LP_DMA_RAW), LP_OK);
    assert_int_equal(IN(address, 4096, 4095, LP_DMA_RAW), LP_ERR_CORRUPT);
    assert_int_equal(lp_dma_malloc(dma, 2 << 20, &other), LP_ERR_DEVICE_FULL);
    assert_int_equal(lp_dma_malloc(dma, 0, &other), LP_ERR_ARG);
    assert_int_equal(lp_dma_free(dma, address + 512), LP_ERR_ADDRESS);
    assert_int_equal(lp_dma_read(dma, address, away, 4097), LP_ERR_ADDRESS);
    assert_int_equal(lp_dma_read(dma, address - 1, away, 2), LP_ERR_ADDRESS);
    assert_int_equal(lp_dma_free(dma, address), LP_OK);
    assert_int_equal(lp_dma_free(dma, address), LP_ERR_ADDRESS);
    assert_int_equal(lp_dma_write(dma, address, away, 1), LP_ERR_ADDRESS);
    assert_int_equal(lp_dma_rate(dma, 12288), LP_OK);
    REFUSED(lp_dma_rate(dma, 1 << 24));
    lp_dma_close(dma);
    assert_int_equal(lp_dma_status_error(LP_DMA_HOST_ERROR), LP_ERR_MEMORY);
    assert_int_equal(lp_dma_status_error(LP_DMA_ABORTED), LP_ERR_ABORTED);
    assert_int_equal(lp_dma_status_error(99), LP_ERR_ARG);
}

static void engines(void **state)
{
    (void)state;
    struct lp_dma_config config;
    struct lp_dma *dma;
    REFUSED(lp_dma_open("tape", NULL, &dma));
    lp_dma_defaults(&config);
    config.channels = 9;
    REFUSED(lp_dma_open("model", &config, &dma));
    lp_dma_defaults(&config);
    config.codecs = 3;
    REFUSED(lp_dma_open("model", &config, &dma));
    lp_dma_defaults(&config);
    config.stall = 1;
    REFUSED(lp_dma_open("model", &config, &dma));
    /* The test does not depend on which build has it; it checks that its absence is an error and
     * nothing worse. */
    assert_int_equal(setenv("LINEPRESS_DMA_RTL", "none.so", 1), 0);
    assert_int_equal(lp_dma_open("rtl", NULL, &dma), LP_ERR_ENGINE);
}

static void null_pointers(void **state)
{
    (void)state;
    struct lp_dma *dma = open_small(2);
    struct lp_dma_transfer t = {.size = 32};
    struct lp_dma_completion c;
    struct lp_dma_counts counts;
    uint64_t at;
    uint8_t bytes[32];
    size_t n;
    int done;
    REFUSED(lp_dma_open(NULL, NULL, &dma));
    REFUSED(lp_dma_open("model", NULL, NULL));
    REFUSED(lp_dma_malloc(NULL, 1, &at));
    REFUSED(lp_dma_malloc(dma, 1, NULL));
    REFUSED(lp_dma_free(NULL, 0));
    REFUSED(lp_dma_write(NULL, 0, bytes, 1));
    REFUSED(lp_dma_write(dma, 0, NULL, 1));
    REFUSED(lp_dma_read(NULL, 0, bytes, 1));
    REFUSED(lp_dma_read(dma, 0, NULL, 1));
    REFUSED(lp_dma_submit(NULL, &t, &at));
    REFUSED(lp_dma_submit(dma, NULL, &at));
    REFUSED(lp_dma_submit(dma, &t, &at));
    REFUSED(lp_dma_submit(dma, &t, NULL));
    REFUSED(lp_dma_poll(NULL, 2, &done, &c));
    REFUSED(lp_dma_poll(dma, 2, NULL, &c));
    REFUSED(lp_dma_poll(dma, 2, &done, NULL));
    REFUSED(lp_dma_poll(dma, 2, &done, &c));
    REFUSED(lp_dma_wait(NULL, 2, &c));
    REFUSED(lp_dma_wait(dma, 2, NULL));
    REFUSED(lp_dma_wait(dma, 0, &c));
    REFUSED(lp_dma_rate(NULL, 0));
    REFUSED(lp_dma_count(NULL, &counts));
    REFUSED(lp_dma_count(dma, NULL));
    REFUSED(lp_memcpy_compressed(NULL, bytes, 32, 0, 32, LP_DMA_RAW, &n));
    REFUSED(lp_memcpy_compressed(dma, NULL, 32, 0, 32, LP_DMA_RAW, &n));
    REFUSED(lp_memcpy_compressed(dma, bytes, 32, 0, 32, LP_DMA_RAW, NULL));
    REFUSED(lp_memcpy_decompressed(NULL, 0, 32, bytes, 32, LP_DMA_RAW));
    REFUSED(lp_memcpy_decompressed(dma, 0, 32, NULL, 32, LP_DMA_RAW));
    lp_dma_close(dma);
    lp_dma_close(NULL);
}

/* A doorbell ahead of the ring, one while disabled, and what the engine counts. */
static void registers(void **state)
{
    (void)state;
    struct lp_dma *dma = open_small(2);
    const struct lpi_dma_engine *engine = dma->engine;
    struct lp_dma_counts counts;
    uint8_t data[1024] = {1}, away[2048];
    uint64_t address;
    size_t n;
    assert_int_equal(lp_dma_malloc(dma, sizeof data, &address), LP_OK);
    assert_int_equal(lp_dma_write(dma, address, data, sizeof data), LP_OK);
    engine->write(dma->state, REG_OUT + RING_TAIL, 5);
    assert_int_equal(engine->run(dma->state, 1000), LP_OK);
    assert_int_equal(engine->read(dma->state, REG_IRQ), 16);
    assert_int_equal(engine->read(dma->state, REG_OUT + RING_HEAD), 0);
    engine->write(dma->state, REG_IRQ, 16);
    assert_int_equal(engine->read(dma->state, REG_IRQ), 0);
    engine->write(dma->state, REG_CTRL, 0);
    engine->write(dma->state, REG_OUT + RING_TAIL, 1);
    assert_int_equal(engine->run(dma->state, 1000), LP_OK);
    assert_int_equal(engine->read(dma->state, REG_OUT + RING_HEAD), 0);
    engine->write(dma->state, REG_OUT + RING_TAIL, 0);
    engine->write(dma->state, REG_CTRL, 3);
    assert_int_equal(
        lp_memcpy_compressed(dma, away, sizeof away, address, sizeof data, LP_DMA_ZVC, &n), LP_OK);
    assert_int_equal(engine->read(dma->state, REG_IRQ), 1);
    assert_int_equal(
        lp_memcpy_compressed(dma, away, sizeof away, address + 1, sizeof data, LP_DMA_ZVC, &n),
        LP_ERR_ARG);
    assert_int_equal(engine->read(dma->state, REG_IRQ), 5);
    assert_int_equal(lp_dma_count(dma, &counts), LP_OK);
    assert_int_equal(counts.out.groups, 2);
    assert_int_equal(counts.out.beats, (n + 31) / 32);
    assert_int_equal(counts.zeros, sizeof data / 4 - 1);
    assert_int_equal(counts.dev_reads, 32);
    assert_int_equal(counts.errors, 1);
    assert_int_equal(lp_dma_count(dma, &counts), LP_OK);
    assert_int_equal(counts.out.groups + counts.errors, 0);
    lp_dma_close(dma);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(codec_not_built),  cmocka_unit_test(copies_come_back),
        cmocka_unit_test(rings_wrap),       cmocka_unit_test(doorbells_wrap),
        cmocka_unit_test(indices),          cmocka_unit_test(kept_indices),
        cmocka_unit_test(indices_give_way), cmocka_unit_test(errors),
        cmocka_unit_test(engines),          cmocka_unit_test(null_pointers),
        cmocka_unit_test(registers),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
