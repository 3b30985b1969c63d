/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "codec_bench.h"
#include "../../base/clock.h"
#include "../../lib/codec/coder.h"
#include "../../lib/compare/compare.h"
#include <linepress/frame.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIB ((size_t)1 << 20)
#define PAGE ((size_t)4096)
/* Bytes of one pass: they fit in the caches, and the system interrupts few passes this short. */
#define PIECE MIB
#define PIECES ((size_t)256)
#define BIG (PIECES * PIECE)

/* Passes are repeated until they have taken this many seconds. */
#define SECONDS 0.1
#define RUNS_LEAST 9
#define RUNS_MOST 1001

/* Data, its compressed form and the decompressed result, each as consecutive pieces. */
struct buffers {
    uint8_t *data, *packed, *back;
    size_t packed_bytes; /* room for all pieces */
};

/* A codec under measurement, and the compressed bytes of each piece. */
struct work {
    const struct lpi_coder *coder;
    struct lpi_fault *fault;
    size_t packed[PIECES];
};

/* Processes a piece; returns the seconds that it took. A failure sets the fault. */
typedef double pass_fn(const struct buffers *b, struct work *work, size_t piece);

/* ---- data ---- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static int fill_relu60(const void *context, uint8_t *data, size_t bytes, struct lpi_fault *fault)
{
    (void)context;
    (void)fault;
    uint64_t state = 1;
    for (size_t i = 0; i < bytes; i += 4) {
        uint64_t r = next_random(&state);
        float value = (r >> 32) % 100 < 60 ? 0.0f : (float)(uint32_t)r * 0x1p-32f + 0x1p-32f;
        memcpy(data + i, &value, sizeof value);
    }
    return 0;
}

static int fill_fp64(const void *context, uint8_t *data, size_t bytes, struct lpi_fault *fault)
{
    (void)context;
    (void)fault;
    for (size_t i = 0; i < bytes / 8; i++) {
        double value = sin((double)i * 1e-3) + 1e-3 * (double)(i % 4096);
        memcpy(data + 8 * i, &value, sizeof value);
    }
    return 0;
}

static int fill_random(const void *context, uint8_t *data, size_t bytes, struct lpi_fault *fault)
{
    (void)context;
    (void)fault;
    uint64_t state = 1;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t value = next_random(&state);
        memcpy(data + i, &value, sizeof value);
    }
    return 0;
}

/* Sums of a few uniform numbers are close enough to a normal distribution. */
static int fill_bf16(const void *context, uint8_t *data, size_t bytes, struct lpi_fault *fault)
{
    (void)context;
    (void)fault;
    uint64_t state = 1;
    for (size_t i = 0; i < bytes; i += 2) {
        uint64_t r = next_random(&state);
        float value = 0;
        uint32_t bits;
        for (unsigned part = 0; part < 4; part++)
            value += (float)(r >> 16 * part & 0xffff) * 0x1p-16f - 0.5f;
        memcpy(&bits, &value, sizeof bits);
        data[i] = (uint8_t)(bits >> 16);
        data[i + 1] = (uint8_t)(bits >> 24);
    }
    return 0;
}

static const struct bench_data kinds[] = {
    {.name = "relu60", .fill = fill_relu60},
    {.name = "fp64", .fill = fill_fp64},
    {.name = "random", .fill = fill_random},
    {.name = "bf16", .fill = fill_bf16, .only = LP_ELEM_16},
};

/* ---- measuring ---- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static uint8_t *packed_at(const struct buffers *b, size_t piece)
{
    return b->packed + b->packed_bytes / PIECES * piece;
}

static double memcpy_pass(const struct buffers *b, struct work *work, size_t piece)
{
    (void)work;
    double start = lpi_now();
    memcpy(packed_at(b, piece), b->data + piece * PIECE, PIECE);
    return lpi_now() - start;
}

/* The first error is kept. */
static void must(struct work *work, int error)
{
    if (error != LP_OK && work->fault->code == 0)
        lpi_fault_file(work->fault, work->coder->codec->name, error);
}

static double compress_pass(const struct buffers *b, struct work *work, size_t piece)
{
    double start = lpi_now();
    int error = lpi_coder_compress(work->coder, b->data + piece * PIECE, PIECE, packed_at(b, piece),
                                   b->packed_bytes / PIECES, &work->packed[piece]);
    double seconds = lpi_now() - start;
    must(work, error);
    return seconds;
}

/* The piece must have been compressed before. */
static double decompress_pass(const struct buffers *b, struct work *work, size_t piece)
{
    double start = lpi_now();
    int error = lpi_coder_decompress(work->coder, packed_at(b, piece), work->packed[piece],
                                     b->back + piece * PIECE, PIECE);
    double seconds = lpi_now() - start;
    must(work, error);
    return seconds;
}

static double size_pass(const struct buffers *b, struct work *work, size_t piece)
{
    const struct lpi_coder *coder = work->coder;
    size_t bits;
    double start = lpi_now();
    int error = coder->codec->bits(coder->state, coder->elem, b->data + piece * PIECE, PIECE,
                                   &bits);
    double seconds = lpi_now() - start;
    must(work, error);
    return seconds;
}

static double speed_of(double seconds)
{
    return (double)PIECE / seconds * 1e-9;
}

/* Measures the same piece again and again. */
static double measure_cache(const struct buffers *b, pass_fn *pass, struct work *work)
{
    double speed[RUNS_MOST], spent = 0;
    size_t runs = 0;
    pass(b, work, 0);
    for (; runs < RUNS_MOST && (runs < RUNS_LEAST || spent < SECONDS); runs++) {
        double seconds = pass(b, work, 0);
        speed[runs] = speed_of(seconds);
        spent += seconds;
    }
    return median(speed, runs);
}

/* Measures each piece once, up to *pieces, which is set to the number measured. */
static double measure_dram(const struct buffers *b, pass_fn *pass, struct work *work,
                           size_t *pieces)
{
    double speed[PIECES], spent = 0;
    size_t runs = 0;
    /* Evicts the data written before from the caches. */
    memset(b->back, 1, BIG);
    for (; runs < *pieces && (runs < RUNS_LEAST || spent < 2 * SECONDS); runs++) {
        double seconds = pass(b, work, runs);
        speed[runs] = speed_of(seconds);
        spent += seconds;
    }
    *pieces = runs;
    return median(speed, runs);
}

static void check_round_trip(const struct buffers *b, struct work *work)
{
    compress_pass(b, work, 0);
    if (work->fault->code == 0)
        decompress_pass(b, work, 0);
    if (work->fault->code == 0 && memcmp(b->back, b->data, PIECE) != 0)
        lpi_fault_set(work->fault, LPI_BAD, "bench: %s does not give back what it was given",
                      work->coder->codec->name);
}

/* ---- the runs ---- */

struct codec_bench {
    const struct bench_ask *ask;
    struct bench_result *result;
    struct lpi_fault *fault;
    struct buffers buffers;
    const struct bench_data *data;
    size_t data_count;
    struct bench_speed *copy; /* one for each of the data; the median is reported */
    size_t copies, rows_total;
};

/* Codecs from LP_CODEC_BDI on serve to compare sizes; they are timed only on request. */
static int wanted(const struct codec_bench *bench, const struct lpi_codec *codec)
{
    const struct lpi_codec *only = bench->ask->codec;
    enum lp_elem elem = bench->ask->elem;
    return (only == codec || (only == NULL && codec->id < LP_CODEC_BDI)) &&
           (elem == 0 || (codec->elems & elem));
}

static enum lp_elem elem_of(const struct codec_bench *bench, const struct lpi_codec *codec,
                            const struct bench_data *data)
{
    return bench->ask->elem != 0              ? bench->ask->elem
           : (codec->elems & data->elem) != 0 ? data->elem
                                              : codec->elem;
}

/* Measurements of a row at most. */
#define STEPS 6u

/* Reports that many measurements of the last row as done. */
static void show_steps(const struct codec_bench *bench, size_t steps)
{
    size_t rows = bench->result->count, before = rows > 0 ? STEPS * (rows - 1) : 0;
    lpi_tell_progress(bench->ask->tell, before + steps, STEPS * bench->rows_total);
}

static void measure(const struct codec_bench *bench, const struct lpi_coder *coder,
                    struct bench_row *row)
{
    struct work work = {.coder = coder, .fault = bench->fault};
    const struct buffers *b = &bench->buffers;
    size_t pieces = PIECES;
    check_round_trip(b, &work);
    if (bench->fault->code != 0)
        return;
    row->compress.cache = measure_cache(b, compress_pass, &work);
    show_steps(bench, 1);
    row->compress.dram = measure_dram(b, compress_pass, &work, &pieces);
    show_steps(bench, 2);
    row->decompress.dram = measure_dram(b, decompress_pass, &work, &pieces);
    show_steps(bench, 3);
    row->decompress.cache = measure_cache(b, decompress_pass, &work);
    if (coder->codec->bits != NULL) {
        show_steps(bench, 4);
        row->size.dram = measure_dram(b, size_pass, &work, &pieces);
        show_steps(bench, 5);
        row->size.cache = measure_cache(b, size_pass, &work);
    }
}

static void bench_codec(struct codec_bench *bench, const struct lpi_codec *codec, enum lp_cpu path,
                        const struct bench_data *data)
{
    struct lpi_coder coder;
    enum lp_elem elem = elem_of(bench, codec, data);
    int error = lpi_coder_open(&coder, codec, elem, bench->ask->window);
    if (error != LP_OK) {
        lpi_fault_file(bench->fault, codec->name, error);
        return;
    }
    struct bench_row *row = &bench->result->rows[bench->result->count++];
    *row = (struct bench_row){.codec = codec->name,
                              .path = lp_cpu_name(path),
                              .data = data->name,
                              .data_number = (size_t)(data - bench->data),
                              .elem = elem};
    measure(bench, &coder, row);
    lpi_coder_close(&coder);
    show_steps(bench, STEPS);
}

/*
 * Measures the codecs that apply to the data; codecs with a single path are listed under
 * "portable" only. Returns the number of rows, and fills them in unless only_count is set.
 */
static size_t for_each_path(struct codec_bench *bench, const struct bench_data *data,
                            int only_count)
{
    enum lp_cpu best = lp_cpu();
    size_t rows = 0;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        const struct lpi_codec *codec = lpi_codecs[i];
        if (!wanted(bench, codec) || (data->only != 0 && data->only != elem_of(bench, codec, data)))
            continue;
        enum lp_cpu last = codec->paths ? best : LP_CPU_PORTABLE;
        for (int path = LP_CPU_PORTABLE; path <= (int)last; path++, rows++) {
            lp_cpu_use((enum lp_cpu)path);
            if (!only_count && bench->fault->code == 0)
                bench_codec(bench, codec, (enum lp_cpu)path, data);
        }
    }
    lp_cpu_use(best);
    return rows;
}

/* 0: the fault is set. */
static size_t bound_of(const struct codec_bench *bench, const struct lpi_codec *codec,
                       const struct bench_data *data)
{
    struct lpi_coder coder;
    int error = lpi_coder_open(&coder, codec, elem_of(bench, codec, data), bench->ask->window);
    if (error != LP_OK) {
        lpi_fault_file(bench->fault, codec->name, error);
        return 0;
    }
    size_t bound = lpi_coder_bound(&coder, PIECE);
    lpi_coder_close(&coder);
    return bound;
}

static size_t largest_bound(const struct codec_bench *bench)
{
    size_t largest = 0;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        for (size_t d = 0; d < bench->data_count && wanted(bench, lpi_codecs[i]); d++) {
            size_t bound = bound_of(bench, lpi_codecs[i], &bench->data[d]);
            largest = bound > largest ? bound : largest;
        }
    }
    return largest;
}

/* Page-aligned for memcpy and codecs alike, as large buffers usually are. */
static int open_buffers(struct codec_bench *bench)
{
    struct buffers *b = &bench->buffers;
    size_t bound = largest_bound(bench);
    if (bench->fault->code != 0)
        return bench->fault->code;
    b->packed_bytes = (bound / PAGE + 1) * PAGE * PIECES;
    b->data = aligned_alloc(PAGE, BIG);
    b->packed = aligned_alloc(PAGE, b->packed_bytes);
    b->back = aligned_alloc(PAGE, BIG);
    if (b->data == NULL || b->packed == NULL || b->back == NULL)
        return lpi_fault_set(bench->fault, LPI_BAD, "bench: no memory for %zu MiB of buffers",
                             (2 * BIG + b->packed_bytes) / MIB);
    memset(b->packed, 1, b->packed_bytes);
    return 0;
}

static void run_data(struct codec_bench *bench, const struct bench_data *data)
{
    const struct buffers *b = &bench->buffers;
    if (for_each_path(bench, data, 1) == 0)
        return;
    if (data->fill(data->context, b->data, BIG, bench->fault) != 0)
        return;
    struct bench_speed *copy = &bench->copy[bench->copies++];
    size_t pieces = PIECES;
    copy->cache = measure_cache(b, memcpy_pass, NULL);
    copy->dram = measure_dram(b, memcpy_pass, NULL, &pieces);
    for_each_path(bench, data, 0);
}

static struct bench_speed copy_median(const struct codec_bench *bench, double *values)
{
    struct bench_speed result;
    for (size_t k = 0; k < bench->copies; k++)
        values[k] = bench->copy[k].cache;
    result.cache = median(values, bench->copies);
    for (size_t k = 0; k < bench->copies; k++)
        values[k] = bench->copy[k].dram;
    result.dram = median(values, bench->copies);
    return result;
}

static void run_all(struct codec_bench *bench)
{
    for (size_t d = 0; d < bench->data_count; d++)
        bench->rows_total += for_each_path(bench, &bench->data[d], 1);
    show_steps(bench, 0); /* making the first data takes seconds */
    bench->result->rows = lpi_fault_alloc(bench->fault,
                                          (bench->rows_total + 1) * sizeof *bench->result->rows);
    bench->copy = lpi_fault_alloc(bench->fault, bench->data_count * sizeof *bench->copy);
    double *values = lpi_fault_alloc(bench->fault, bench->data_count * sizeof *values);
    for (size_t d = 0; d < bench->data_count && bench->fault->code == 0; d++)
        run_data(bench, &bench->data[d]);
    if (bench->fault->code == 0)
        bench->result->copy = copy_median(bench, values);
    free(values);
    free(bench->copy);
}

int bench_codecs(const struct bench_ask *ask, struct bench_result *result, struct lpi_fault *fault)
{
    struct codec_bench bench = {.ask = ask,
                                .result = result,
                                .fault = fault,
                                .data = ask->data != NULL ? ask->data : kinds,
                                .data_count = ask->data != NULL ? ask->data_count
                                                                : sizeof kinds / sizeof *kinds};
    *result = (struct bench_result){.count = 0};
    if (open_buffers(&bench) == 0)
        run_all(&bench);
    free(bench.buffers.data);
    free(bench.buffers.packed);
    free(bench.buffers.back);
    if (fault->code != 0)
        bench_close(result);
    return fault->code;
}

void bench_close(struct bench_result *result)
{
    free(result->rows);
    result->rows = NULL;
}
