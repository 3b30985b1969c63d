/* SPDX-License-Identifier: Apache-2.0 */
/* Warp traces in memory, and steps of lanes for tests of warps. */
#ifndef TB_UNIT_WARP_STEPS_H
#define TB_UNIT_WARP_STEPS_H

#include "../../cmodel/lib/warp/lanes.h"
#include "../dma/memory_file.h"
#include "unit.h"
#include <linepress/warp.h>

enum { STEPS_ROOM = 1 << 22, STEPS_BUFFER = 0x10000, STEPS_BYTES = 1 << 20 };

/* A trace under construction, with one buffer and one launch. */
struct steps {
    struct memory_file file;
    struct lp_warp_writer *writer;
    struct lpi_lanes *lanes;
    struct lp_warp_trace *trace;
};

static inline void steps_begin(struct steps *s, uint32_t items, uint32_t block)
{
    const uint32_t grid[3] = {items, 1, 1}, size[3] = {block, 1, 1};
    const struct lp_warp_buffer buffer = {
        .name = "memory", .address = STEPS_BUFFER, .bytes = STEPS_BYTES};
    *s = (struct steps){.file = {.bytes = malloc(STEPS_ROOM), .size = STEPS_ROOM}};
    assert_int_equal(lp_warp_writer_open(memory_write, &s->file, &s->writer), LP_OK);
    assert_int_equal(lp_warp_writer_buffer(s->writer, &buffer), LP_OK);
    assert_int_equal(lp_warp_writer_launch(s->writer, "kernel", grid, size), LP_OK);
    assert_int_equal(lpi_lanes_open(s->writer, &s->lanes), LP_OK);
}

/* Ends the launch and the trace, and reads it back. */
static inline void steps_end(struct steps *s)
{
    struct lp_warp_fault fault = {""};
    assert_int_equal(lp_warp_writer_end_launch(s->writer), LP_OK);
    assert_int_equal(lp_warp_writer_finish(s->writer), LP_OK);
    lp_warp_writer_close(s->writer);
    lpi_lanes_close(s->lanes);
    struct memory_file in = {.bytes = s->file.bytes, .size = s->file.at};
    if (lp_warp_trace_read(memory_read, &in, &s->trace, &fault) != LP_OK)
        fail_msg("%s", fault.why);
}

static inline void steps_free(struct steps *s)
{
    lp_warp_trace_free(s->trace);
    free(s->file.bytes);
}

static inline void steps_plain(struct steps *s, uint32_t item, uint32_t instruction)
{
    const struct lpi_lane_step step = {.item = item, .instruction = instruction, .counted = 1};
    assert_int_equal(lpi_lanes_step(s->lanes, &step), LP_OK);
}

/* An instruction that takes the value of a load. */
static inline void steps_use(struct steps *s, uint32_t item, uint32_t instruction, uint32_t load)
{
    const struct lpi_lane_step step = {
        .item = item, .instruction = instruction, .counted = 1, .uses = &load, .use_count = 1};
    assert_int_equal(lpi_lanes_step(s->lanes, &step), LP_OK);
}

/* Offsets count from the buffer's beginning. */
static inline void steps_load(struct steps *s, uint32_t item, uint32_t instruction, uint64_t offset)
{
    const struct lpi_lane_step step = {.item = item,
                                       .instruction = instruction,
                                       .counted = 1,
                                       .kind = LP_WARP_LOAD,
                                       .width = 4,
                                       .address = STEPS_BUFFER + offset};
    assert_int_equal(lpi_lanes_step(s->lanes, &step), LP_OK);
}

/* Stores four bytes that take the value of a load. */
static inline void steps_store(struct steps *s, uint32_t item, uint32_t instruction,
                               uint64_t offset, uint32_t value, uint32_t load)
{
    const uint8_t bytes[4] = {value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24};
    const struct lpi_lane_step step = {.item = item,
                                       .instruction = instruction,
                                       .counted = 1,
                                       .kind = LP_WARP_STORE,
                                       .width = 4,
                                       .address = STEPS_BUFFER + offset,
                                       .bytes = bytes,
                                       .uses = &load,
                                       .use_count = 1};
    assert_int_equal(lpi_lanes_step(s->lanes, &step), LP_OK);
}

/* All records of a warp but the last, which is its end; returns how many. */
static inline size_t steps_records(const struct steps *s, size_t warp,
                                   struct lp_warp_record *records, size_t most)
{
    struct lp_warp_cursor cursor;
    size_t count = 0;
    assert_int_equal(lp_warp_start(s->trace, warp, &cursor), LP_OK);
    for (;; count++) {
        assert_true(count < most);
        lp_warp_next(&cursor, &records[count]);
        if (records[count].kind == LP_WARP_END)
            return count;
    }
}

#endif
