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

static void fill_relu60(uint8_t *data)
{
    uint64_t state = 1;
    for (size_t i = 0; i < BIG; i += 4) {
        uint64_t r = next_random(&state);
        float value = (r >> 32) % 100 < 60 ? 0.0f : (float)(uint32_t)r * 0x1p-32f + 0x1p-32f;
        memcpy(data + i, &value, sizeof value);
    }
}

static void fill_fp64(uint8_t *data)
{
    for (size_t i = 0; i < BIG / 8; i++) {
        double value = sin((double)i * 1e-3) + 1e-3 * (double)(i % 4096);
        memcpy(data + 8 * i, &value, sizeof value);
    }
}

static void fill_random(uint8_t *data)
{
    uint64_t state = 1;
    for (size_t i = 0; i < BIG; i += 8) {
        uint64_t value = next_random(&state);
        memcpy(data + i, &value, sizeof value);
    }
}

/* Sums of a few uniform numbers are close enough to a normal distribution. */
static void fill_bf16(uint8_t *data)
{
    uint64_t state = 1;
    for (size_t i = 0; i < BIG; i += 2) {
        uint64_t r = next_random(&state);
        float value = 0;
        uint32_t bits;
        for (unsigned part = 0; part < 4; part++)
            value += (float)(r >> 16 * part & 0xffff) * 0x1p-16f - 0.5f;
        memcpy(&bits, &value, sizeof bits);
        data[i] = (uint8_t)(bits >> 16);
        data[i + 1] = (uint8_t)(bits >> 24);
    }
}

static const struct {
    const char *name;
    void (*fill)(uint8_t *data);
    enum lp_elem only; /* for codecs with elements of this width only; 0: all codecs */
} kinds[] = {{"relu60", fill_relu60, 0},
             {"fp64", fill_fp64, 0},
             {"random", fill_random, 0},
             {"bf16", fill_bf16, LP_ELEM_16}};
_Static_assert(sizeof kinds / sizeof kinds[0] == BENCH_KINDS, "each kind has a name");

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
    struct bench_speed copy[BENCH_KINDS]; /* one per kind of data; their median is reported */
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

static enum lp_elem elem_of(const struct codec_bench *bench, const struct lpi_codec *codec)
{
    return bench->ask->elem != 0 ? bench->ask->elem : codec->elem;
}

static int open_coder(const struct codec_bench *bench, const struct lpi_codec *codec,
                      struct lpi_coder *coder)
{
    return lpi_coder_open(coder, codec, elem_of(bench, codec), bench->ask->window);
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
    row->compress.dram = measure_dram(b, compress_pass, &work, &pieces);
    row->decompress.dram = measure_dram(b, decompress_pass, &work, &pieces);
    row->decompress.cache = measure_cache(b, decompress_pass, &work);
    if (coder->codec->bits != NULL) {
        row->size.dram = measure_dram(b, size_pass, &work, &pieces);
        row->size.cache = measure_cache(b, size_pass, &work);
    }
}

static void bench_codec(struct codec_bench *bench, const struct lpi_codec *codec, enum lp_cpu path,
                        const char *data)
{
    struct lpi_coder coder;
    int error = open_coder(bench, codec, &coder);
    if (error != LP_OK) {
        lpi_fault_file(bench->fault, codec->name, error);
        return;
    }
    struct bench_row *row = &bench->result->rows[bench->result->count++];
    *row = (struct bench_row){.codec = codec->name, .path = lp_cpu_name(path), .data = data};
    measure(bench, &coder, row);
    lpi_coder_close(&coder);
    lpi_tell_progress(bench->ask->tell, bench->result->count, bench->rows_total);
}

/*
 * Measures the codecs that apply to one kind of data; codecs with a single path are listed under
 * "portable" only. Returns the number of rows, and fills them in unless only_count is set.
 */
static size_t for_each_path(struct codec_bench *bench, size_t kind, int only_count)
{
    enum lp_cpu best = lp_cpu();
    size_t rows = 0;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        const struct lpi_codec *codec = lpi_codecs[i];
        if (!wanted(bench, codec) ||
            (kinds[kind].only != 0 && kinds[kind].only != elem_of(bench, codec)))
            continue;
        enum lp_cpu last = codec->paths ? best : LP_CPU_PORTABLE;
        for (int path = LP_CPU_PORTABLE; path <= (int)last; path++, rows++) {
            lp_cpu_use((enum lp_cpu)path);
            if (!only_count && bench->fault->code == 0)
                bench_codec(bench, codec, (enum lp_cpu)path, kinds[kind].name);
        }
    }
    lp_cpu_use(best);
    return rows;
}

static size_t largest_bound(const struct codec_bench *bench)
{
    size_t largest = 0;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        struct lpi_coder coder;
        if (!wanted(bench, lpi_codecs[i]))
            continue;
        int error = open_coder(bench, lpi_codecs[i], &coder);
        if (error != LP_OK) {
            lpi_fault_file(bench->fault, lpi_codecs[i]->name, error);
            return 0;
        }
        size_t bound = lpi_coder_bound(&coder, PIECE);
        largest = bound > largest ? bound : largest;
        lpi_coder_close(&coder);
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

static void run_kind(struct codec_bench *bench, size_t kind)
{
    const struct buffers *b = &bench->buffers;
    if (for_each_path(bench, kind, 1) == 0)
        return;
    kinds[kind].fill(b->data);
    struct bench_speed *copy = &bench->copy[bench->copies++];
    size_t pieces = PIECES;
    copy->cache = measure_cache(b, memcpy_pass, NULL);
    copy->dram = measure_dram(b, memcpy_pass, NULL, &pieces);
    for_each_path(bench, kind, 0);
}

static struct bench_speed copy_median(const struct codec_bench *bench)
{
    double cache[BENCH_KINDS], dram[BENCH_KINDS];
    for (size_t k = 0; k < bench->copies; k++) {
        cache[k] = bench->copy[k].cache;
        dram[k] = bench->copy[k].dram;
    }
    return (struct bench_speed){median(cache, bench->copies), median(dram, bench->copies)};
}

int bench_codecs(const struct bench_ask *ask, struct bench_result *result, struct lpi_fault *fault)
{
    struct codec_bench bench = {.ask = ask, .result = result, .fault = fault};
    *result = (struct bench_result){.count = 0};
    if (open_buffers(&bench) == 0) {
        for (size_t k = 0; k < BENCH_KINDS; k++)
            bench.rows_total += for_each_path(&bench, k, 1);
        for (size_t k = 0; k < BENCH_KINDS && fault->code == 0; k++)
            run_kind(&bench, k);
        if (fault->code == 0)
            result->copy = copy_median(&bench);
    }
    free(bench.buffers.data);
    free(bench.buffers.packed);
    free(bench.buffers.back);
    return fault->code;
}
