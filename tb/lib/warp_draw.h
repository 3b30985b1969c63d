/* SPDX-License-Identifier: Apache-2.0 */
/* Random warp traces, which are known record by record. */
#ifndef TB_WARP_DRAW_H
#define TB_WARP_DRAW_H

#include "../dma/memory_file.h"
#include "unit.h"

#include <linepress/warp.h>

enum { DRAWN_ROOM = 1 << 20, BUFFERS = 3, RECORDS = 40, DRAWN_WARPS = 18 };

/* Two launches of the same warps, of which the second has every other one. */
struct drawn {
    struct lp_warp_record records[DRAWN_WARPS][RECORDS + 1];
    uint8_t bytes[DRAWN_WARPS][RECORDS][512];
    uint8_t contents[65536]; /* of the buffers that are not zero */
    size_t counts[DRAWN_WARPS];
};

/* A block of 33 x 3 has 3 warps; of the second launch's 6 groups some warps are left out. */
static const struct lp_warp_launch drawn_launches[2] = {
    {.name = "a", .grid = {40, 5, 1}, .block = {33, 2, 1}},
    {.name = "b",
     .grid = {40, 5, 1},
     .block = {33, 2, 1},
     .local_bytes = LP_WARP_ADDRESS_MAX,
     .stream = UINT64_MAX,
     .registers = UINT32_MAX},
};

static const uint64_t addresses[BUFFERS] = {0, 4096, UINT64_C(1) << 47};
static const uint64_t sizes[BUFFERS] = {100, 4096, 65536};

static inline struct lp_warp_record draw_access(enum lp_warp_kind kind, const uint8_t *bytes)
{
    struct lp_warp_record r = {.kind = kind,
                               .gap = unit_random() % 4 ? unit_random() % 9
                                                        : unit_random() % 100000,
                               .width = 1 + (unsigned)(unit_random() % LP_WARP_WIDTH_MAX)};
    unsigned b = (unsigned)(unit_random() % BUFFERS);
    uint64_t room = sizes[b] - r.width, stride = unit_random() % (room / 31 + 1), at = 0;
    int strided = unit_random() % 2 != 0, down = unit_random() % 2 != 0;
    r.mask = unit_random() % 3 ? (uint32_t)unit_random() | 1u << unit_random() % 32 : UINT32_MAX;
    r.constant = kind == LP_WARP_LOAD && unit_random() % 5 == 0;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
        at = strided ? stride * (down ? 31 - lane : lane) : unit_random() % (room + 1);
        r.address[lane] = r.mask >> lane & 1 ? addresses[b] + at : 0;
    }
    if (kind != LP_WARP_LOAD && unit_random() % 4 != 0)
        r.bytes = bytes;
    return r;
}

/* A warp's records, the last of which is its end; uses stay within it. */
static inline size_t draw_records(struct lp_warp_record *records, uint8_t bytes[][512])
{
    size_t count = unit_random() % RECORDS;
    uint64_t after = 0;
    for (size_t n = 0; n < count; n++) {
        enum lp_warp_kind kind = (enum lp_warp_kind)(1 + unit_random() % 4);
        for (size_t i = 0; i < 512; i++)
            bytes[n][i] = (uint8_t)unit_random();
        records[n] = kind == LP_WARP_BARRIER ? (struct lp_warp_record){.kind = kind, .gap = n}
                                             : draw_access(kind, bytes[n]);
    }
    records[count] = (struct lp_warp_record){.kind = LP_WARP_END, .gap = unit_random() % 5};
    after = records[count].gap;
    for (size_t n = count; n-- > 0; after += 1 + records[n + 1].gap * (n + 1 < count))
        if ((records[n].kind == LP_WARP_LOAD || records[n].kind == LP_WARP_ATOMIC) && after > 0 &&
            unit_random() % 4)
            records[n].use = 1 + unit_random() % after;
    return count + 1;
}

static inline void assert_records_equal(const struct lp_warp_record *a,
                                        const struct lp_warp_record *b)
{
    unsigned lanes = 0;
    assert_int_equal(a->kind, b->kind);
    assert_true(a->gap == b->gap && a->use == b->use);
    assert_int_equal(a->mask, b->mask);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->constant, b->constant);
    assert_memory_equal(a->address, b->address, sizeof a->address);
    assert_int_equal(a->bytes == NULL, b->bytes == NULL);
    for (unsigned lane = 0; lane < 32; lane++)
        lanes += a->mask >> lane & 1;
    if (a->bytes != NULL)
        assert_memory_equal(a->bytes, b->bytes, lanes * a->width);
}

static inline void put_buffers(struct lp_warp_writer *writer, const uint8_t *contents)
{
    static const char *const names[BUFFERS] = {"a", "main+0x40.1", "a"};
    for (unsigned b = 0; b < BUFFERS; b++) {
        struct lp_warp_buffer buffer = {.name = names[b],
                                        .address = addresses[b],
                                        .bytes = sizes[b],
                                        .constant = b == 1,
                                        .contents = b > 0 ? contents : NULL};
        assert_int_equal(lp_warp_writer_buffer(writer, &buffer), LP_OK);
    }
}

static inline void assert_launches_equal(const struct lp_warp_launch *a,
                                         const struct lp_warp_launch *b)
{
    assert_string_equal(a->name, b->name);
    assert_memory_equal(a->grid, b->grid, sizeof a->grid);
    assert_memory_equal(a->block, b->block, sizeof a->block);
    assert_true(a->local_bytes == b->local_bytes && a->stream == b->stream);
    assert_int_equal(a->registers, b->registers);
}

/* A trace with buffers, both launches, and after each a write and a read by the host. */
static inline void draw_trace(struct drawn *d, struct memory_file *file)
{
    struct lp_warp_writer *writer;
    unit_fill(d->contents, sizeof d->contents);
    assert_int_equal(lp_warp_writer_open(memory_write, file, &writer), LP_OK);
    put_buffers(writer, d->contents);
    for (unsigned launch = 0; launch < 2; launch++) {
        assert_int_equal(lp_warp_writer_begin_launch(writer, &drawn_launches[launch]), LP_OK);
        for (unsigned w = launch; w < DRAWN_WARPS; w += 1 + launch) {
            assert_int_equal(lp_warp_writer_warp(writer, w / 3, w % 3), LP_OK);
            if (launch == 0)
                d->counts[w] = draw_records(d->records[w], d->bytes[w]);
            for (size_t n = 0; n < d->counts[w]; n++)
                assert_int_equal(lp_warp_writer_record(writer, &d->records[w][n]), LP_OK);
        }
        assert_int_equal(lp_warp_writer_end_launch(writer), LP_OK);
        assert_int_equal(lp_warp_writer_host_write(writer, addresses[1] + 7, d->contents, 50),
                         LP_OK);
        assert_int_equal(lp_warp_writer_host_read(writer, addresses[2], launch + 1), LP_OK);
    }
    assert_int_equal(lp_warp_writer_finish(writer), LP_OK);
    lp_warp_writer_close(writer);
}

#endif
