/* SPDX-License-Identifier: Apache-2.0 */
/* Warp traces that tests write, and their runs on a GPU. */
#ifndef TB_GPU_TRACE_H
#define TB_GPU_TRACE_H

#include "../../../cmodel/systems/gpu/gpu_run.h"
#include <linepress/warp.h>

#define GPU_BASE UINT64_C(0x10000000)

struct gpu_trace {
    char path[64];
    FILE *file;
    struct lp_warp_writer *writer;
};

static inline int gpu_trace_write(void *context, const void *buffer, size_t bytes)
{
    return fwrite(buffer, 1, bytes, context) == bytes ? LP_OK : LP_ERR_SYSTEM;
}

static inline void gpu_trace_begin(struct gpu_trace *t)
{
    snprintf(t->path, sizeof t->path, "/tmp/linepress-gpu.XXXXXX");
    int file = mkstemp(t->path);
    assert_true(file >= 0);
    t->file = fdopen(file, "wb");
    assert_non_null(t->file);
    assert_int_equal(lp_warp_writer_open(gpu_trace_write, t->file, &t->writer), LP_OK);
}

static inline void gpu_trace_buffer(struct gpu_trace *t, const char *name, uint64_t address,
                                    uint64_t bytes, const uint8_t *contents)
{
    struct lp_warp_buffer buffer = {
        .name = name, .address = address, .bytes = bytes, .contents = contents};
    assert_int_equal(lp_warp_writer_buffer(t->writer, &buffer), LP_OK);
}

static inline void gpu_trace_launch(struct gpu_trace *t, uint32_t groups, uint32_t warps)
{
    const uint32_t grid[3] = {groups * warps * 32, 1, 1}, block[3] = {warps * 32, 1, 1};
    assert_int_equal(lp_warp_writer_launch(t->writer, "kernel", grid, block), LP_OK);
}

static inline void gpu_trace_warp(struct gpu_trace *t, uint32_t group, uint32_t number)
{
    assert_int_equal(lp_warp_writer_warp(t->writer, group, number), LP_OK);
}

static inline void gpu_trace_record(struct gpu_trace *t, const struct lp_warp_record *record)
{
    assert_int_equal(lp_warp_writer_record(t->writer, record), LP_OK);
}

/* All lanes, 4 bytes each, from `address` on in steps of `step`. */
static inline void gpu_trace_access(struct gpu_trace *t, enum lp_warp_kind kind, uint64_t address,
                                    uint64_t step, uint64_t gap, uint64_t use, const uint8_t *bytes)
{
    struct lp_warp_record record = {
        .kind = kind, .gap = gap, .use = use, .mask = UINT32_MAX, .width = 4, .bytes = bytes};
    for (unsigned lane = 0; lane < 32; lane++)
        record.address[lane] = address + lane * step;
    gpu_trace_record(t, &record);
}

static inline void gpu_trace_end_warp(struct gpu_trace *t, uint64_t gap)
{
    gpu_trace_record(t, &(struct lp_warp_record){.kind = LP_WARP_END, .gap = gap});
}

static inline void gpu_trace_end_launch(struct gpu_trace *t)
{
    assert_int_equal(lp_warp_writer_end_launch(t->writer), LP_OK);
}

static inline void gpu_trace_end(struct gpu_trace *t)
{
    assert_int_equal(lp_warp_writer_finish(t->writer), LP_OK);
    lp_warp_writer_close(t->writer);
    assert_int_equal(fclose(t->file), 0);
}

/* Uncompressed, fixed memory, p100/8. */
static inline struct lpi_gpu_ask gpu_ask(const char *name)
{
    struct lpi_gpu_ask ask = {.engine = &lpi_gpu_flow,
                              .tier = LPI_GPU_FIXED,
                              .copies = LPI_GPU_COPIES_NONE,
                              .first = 1,
                              .last = UINT64_MAX,
                              .image = {.seed = 1}};
    struct lpi_fault fault = {0};
    if (lpi_gpu_config_read(name, "cmodel/systems/gpu/configs", &ask.config, &fault) != 0)
        fail_msg("%s", fault.why);
    return ask;
}

/* Cycles are whole in both clocks, so that latencies add up. */
static inline struct lpi_gpu_ask gpu_ask_even(void)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    ask.config.core_mhz = ask.config.memory_mhz = 1000;
    ask.config.device_gbs = 128;
    return ask;
}

/* The result, whose time is checked against all bounds, is to be freed. */
static inline struct lpi_gpu_result gpu_run(struct lpi_gpu_ask *ask, const struct gpu_trace *t)
{
    struct lpi_gpu_result result;
    struct lpi_fault fault = {0};
    ask->trace = t->path;
    if (lpi_gpu_run(ask, &result, &fault) != 0)
        fail_msg("%s", fault.why);
    return result;
}

static inline uint64_t gpu_cycles(struct lpi_gpu_ask *ask, const struct gpu_trace *t)
{
    struct lpi_gpu_result result = gpu_run(ask, t);
    lpi_gpu_result_free(&result);
    return result.cycles;
}

#endif
