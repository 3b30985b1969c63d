/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "Usage: linepress bench [--codec C] [--elem N] [--window N] [--json]\n"
    "\n"
    "GB/s (10^9 bytes of uncompressed data a second) of every codec, on every code path that this\n"
    "CPU has, beside memcpy on the same buffers. cache: 1 MiB over and over; dram: 256 MiB, or as\n"
    "much of it as the codec compresses in 0.06 s, at a new place each time. One thread, medians.\n"
    "Data: relu60 = 32-bit floats of which 60 % are zero, at random; fp64 = smooth doubles;\n"
    "random = uniform bytes.\n"
    "\n"
    "  --codec C    only this one\n"
    "  --elem N     bits of an element: 8, 16, 32 (zvc only; default 32)\n"
    "  --window N   bytes that the codec sees at once: 128 (default), 4096, 65536\n"
    "  --json       one JSON object\n";

#define MIB ((size_t)1 << 20)
#define SMALL MIB
#define BIG (256 * MIB)

#define RUNS_MAX 1001
#define DRAM_PASS_SECONDS 0.06

/* How many passes are made: at least `least`, then until they took `seconds`, or `most`. */
struct effort {
    size_t least, most;
    double seconds;
    int same_place;
};

struct speed {
    double cache, dram;
};

struct row {
    const char *codec, *path, *data;
    struct speed compress, decompress;
};

/* Data, its compressed form, and what comes back of it. */
struct buffers {
    uint8_t *data, *packed, *back;
    size_t packed_bytes; /* room */
};

/* A codec at work, and which part of the data b->packed holds now. */
struct work {
    const struct lpi_coder *coder;
    size_t packed, offset, n;
};

/* Handles n bytes of data from `offset` on; returns the seconds that took. */
typedef double pass_fn(const struct buffers *b, struct work *work, size_t offset, size_t n);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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

static const struct {
    const char *name;
    void (*fill)(uint8_t *data);
} kinds[] = {{"relu60", fill_relu60}, {"fp64", fill_fp64}, {"random", fill_random}};
#define KINDS (sizeof kinds / sizeof kinds[0])

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

static double memcpy_pass(const struct buffers *b, struct work *work, size_t offset, size_t n)
{
    (void)work;
    double start = now();
    memcpy(b->packed, b->data + offset, n);
    return now() - start;
}

static double compress_pass(const struct buffers *b, struct work *work, size_t offset, size_t n)
{
    double start = now();
    int error = lpi_coder_compress(work->coder, b->data + offset, n, b->packed, b->packed_bytes,
                                   &work->packed);
    double seconds = now() - start;
    if (error != LP_OK)
        cli_fail_file(work->coder->codec->name, error);
    work->offset = offset;
    work->n = n;
    return seconds;
}

static double decompress_pass(const struct buffers *b, struct work *work, size_t offset, size_t n)
{
    if (work->offset != offset || work->n != n)
        compress_pass(b, work, offset, n);
    double start = now();
    int error = lpi_coder_decompress(work->coder, b->packed, work->packed, b->back, n);
    double seconds = now() - start;
    if (error != LP_OK)
        cli_fail_file(work->coder->codec->name, error);
    return seconds;
}

/*
 * GB/s of a pass over n bytes: the median of single passes, so that one which the system interrupts
 * does not count. What does not fit in the caches comes from a new place each time.
 */
static double measure(const struct buffers *b, pass_fn *pass, struct work *work, size_t n,
                      const struct effort *effort)
{
    double speed[RUNS_MAX] = {0}, spent = 0;
    size_t runs = 0, offset = 0;
    pass(b, work, offset, n); /* pages and caches */
    for (; runs < effort->most && (runs < effort->least || spent < effort->seconds); runs++) {
        double seconds = pass(b, work, offset, n);
        speed[runs] = (double)n / seconds * 1e-9;
        spent += seconds;
        if (!effort->same_place)
            offset = offset + 2 * n <= BIG ? offset + n : 0;
    }
    return median(speed, runs);
}

/* `most` GB/s: a pass from memory takes no more data than what this speed does in its time. */
static struct speed measure_both(const struct buffers *b, pass_fn *pass, struct work *work,
                                 double most)
{
    static const struct effort cache = {.least = 9, .most = RUNS_MAX, .seconds = 0.1,
                                        .same_place = 1};
    static const struct effort dram = {.least = 5, .most = 9, .seconds = 0.2};
    struct speed speed = {.cache = measure(b, pass, work, SMALL, &cache)};
    double bytes = fmin(fmin(speed.cache, most) * 1e9 * DRAM_PASS_SECONDS, (double)BIG);
    size_t n = (size_t)fmax(bytes / (double)MIB, 1) * MIB;
    speed.dram = measure(b, pass, work, n, &dram);
    return speed;
}

static void check_round_trip(const struct buffers *b, struct work *work)
{
    decompress_pass(b, work, 0, SMALL);
    if (memcmp(b->back, b->data, SMALL) != 0)
        cli_fail("bench: %s does not give back what it was given", work->coder->codec->name);
}

/* ---- the runs ---- */

struct bench {
    const struct cli_options *options;
    struct buffers buffers;
    struct speed memcpy_speed[KINDS]; /* measured before each kind of data; the median counts */
    struct row rows[64];
    size_t rows_used, rows_total;
};

static int wanted(const struct bench *bench, const struct lpi_codec *codec)
{
    const struct lpi_codec *only = bench->options->codec;
    return (only == NULL || only == codec) && (codec->elems & bench->options->elem);
}

static void bench_codec(struct bench *bench, const struct lpi_codec *codec, enum lp_cpu path,
                        const char *data)
{
    struct lpi_coder coder;
    int error = lpi_coder_open(&coder, codec, bench->options->elem, bench->options->window);
    if (error != LP_OK)
        cli_fail_file(codec->name, error);
    struct row *row = &bench->rows[bench->rows_used++];
    *row = (struct row){.codec = codec->name, .path = lp_cpu_name(path), .data = data};
    struct work work = {.coder = &coder};
    check_round_trip(&bench->buffers, &work);
    row->compress = measure_both(&bench->buffers, compress_pass, &work, INFINITY);
    /* What is decompressed has to be compressed first. */
    row->decompress =
        measure_both(&bench->buffers, decompress_pass, &work, row->compress.cache);
    lpi_coder_close(&coder);
    cli_progress("bench", bench->rows_used, bench->rows_total);
}

/* Codecs with one path only are listed under "portable". */
static void for_each_path(struct bench *bench, const char *data)
{
    enum lp_cpu best = lp_cpu();
    for (size_t i = 0; i < lpi_codec_count; i++) {
        if (!wanted(bench, lpi_codecs[i]))
            continue;
        enum lp_cpu last = lpi_codecs[i]->paths ? best : LP_CPU_PORTABLE;
        for (int path = LP_CPU_PORTABLE; path <= (int)last; path++) {
            lp_cpu_use((enum lp_cpu)path);
            if (data == NULL)
                bench->rows_total++;
            else
                bench_codec(bench, lpi_codecs[i], (enum lp_cpu)path, data);
        }
    }
    lp_cpu_use(best);
}

static size_t largest_bound(const struct bench *bench)
{
    size_t largest = 0;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        struct lpi_coder coder;
        if (!wanted(bench, lpi_codecs[i]))
            continue;
        int error =
            lpi_coder_open(&coder, lpi_codecs[i], bench->options->elem, bench->options->window);
        if (error != LP_OK)
            cli_fail_file(lpi_codecs[i]->name, error);
        size_t bound = lpi_coder_bound(&coder, BIG);
        largest = bound > largest ? bound : largest;
        lpi_coder_close(&coder);
    }
    return largest;
}

static void run(struct bench *bench)
{
    struct buffers *b = &bench->buffers;
    /* Page-aligned, as large buffers are in programs that care; memcpy and codecs alike. */
    b->packed_bytes = (largest_bound(bench) + MIB) / MIB * MIB;
    b->data = aligned_alloc(4096, BIG);
    b->packed = aligned_alloc(4096, b->packed_bytes);
    b->back = aligned_alloc(4096, BIG);
    if (b->data == NULL || b->packed == NULL || b->back == NULL)
        cli_fail("bench: no memory for %zu MiB of buffers", (2 * BIG + b->packed_bytes) / MIB);
    for_each_path(bench, NULL);
    bench->rows_total *= KINDS;
    for (size_t k = 0; k < KINDS; k++) {
        kinds[k].fill(b->data);
        bench->memcpy_speed[k] = measure_both(b, memcpy_pass, NULL, INFINITY);
        for_each_path(bench, kinds[k].name);
    }
    cli_progress_end();
    free(b->data);
    free(b->packed);
    free(b->back);
}

/* ---- output ---- */

static struct speed memcpy_median(const struct bench *bench)
{
    double cache[KINDS], dram[KINDS];
    for (size_t k = 0; k < KINDS; k++) {
        cache[k] = bench->memcpy_speed[k].cache;
        dram[k] = bench->memcpy_speed[k].dram;
    }
    return (struct speed){median(cache, KINDS), median(dram, KINDS)};
}

static json_t *speed_to_json(const struct speed *speed)
{
    return json_pack("{s:f, s:f}", "cache", speed->cache, "dram", speed->dram);
}

static void print_json(const struct bench *bench)
{
    json_t *codecs = json_array();
    struct speed copy = memcpy_median(bench);
    for (size_t i = 0; i < bench->rows_used; i++) {
        const struct row *row = &bench->rows[i];
        json_array_append_new(
            codecs, json_pack("{s:s, s:s, s:s, s:o, s:o}", "codec", row->codec, "path", row->path,
                              "data", row->data, "compress", speed_to_json(&row->compress),
                              "decompress", speed_to_json(&row->decompress)));
    }
    cli_print_json(json_pack("{s:o, s:o}", "memcpy", speed_to_json(&copy), "codecs",
                             codecs));
}

static void print_table(const struct bench *bench)
{
    struct speed copy = memcpy_median(bench);
    printf("GB/s of uncompressed data, and as a part of memcpy's (cache %.1f, dram %.1f)\n",
           copy.cache, copy.dram);
    printf("%-6s %-9s %-7s %26s   %26s\n", "", "", "", "compress", "decompress");
    printf("%-6s %-9s %-7s %12s  %12s   %12s  %12s\n", "codec", "path", "data", "cache", "dram",
           "cache", "dram");
    for (size_t i = 0; i < bench->rows_used; i++) {
        const struct row *r = &bench->rows[i];
        printf("%-6s %-9s %-7s %6.2f (%.2f)  %6.2f (%.2f)   %6.2f (%.2f)  %6.2f (%.2f)\n", r->codec,
               r->path, r->data, r->compress.cache, r->compress.cache / copy.cache,
               r->compress.dram, r->compress.dram / copy.dram, r->decompress.cache,
               r->decompress.cache / copy.cache, r->decompress.dram,
               r->decompress.dram / copy.dram);
    }
}

int cli_bench(int argc, char **argv)
{
    struct cli_options options;
    struct bench bench = {.options = &options};
    cli_parse(argc, argv, CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON, help, &options);
    if (options.file_count != 0)
        cli_fail("bench: takes no file");
    run(&bench);
    if (options.json)
        print_json(&bench);
    else
        print_table(&bench);
    return EXIT_GOOD;
}
