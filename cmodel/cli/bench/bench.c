/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../../lib/codec/coder.h"
#include "../../base/clock.h"
#include "../../lib/compare/compare.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/options.h"
#include "../shared/progress.h"
#include <linepress/frame.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress bench [--codec C] [--elem N] [--window N] [--json]\n"
    "\n"
    "GB/s (10^9 bytes of uncompressed data a second) of every codec, on every code path that this\n"
    "CPU has, beside memcpy on the same buffers, 1 MiB at a time. cache: the same over and over;\n"
    "dram: each at a new place of buffers of 256 MiB, after as much other data went through the\n"
    "caches. One thread; medians, so that passes which the system interrupts do not count. size:\n"
    "what lines would take, which a codec may tell without compressing them.\n"
    "Data: relu60 = 32-bit floats of which 60 % are zero, at random; fp64 = smooth doubles;\n"
    "random = uniform bytes; bf16, for codecs of 16-bit elements: normal, around 0.\n"
    "\n"
    "  --codec C    only this one; bdi, fpc, bdi+fpc, cpack, fibonacci, mpc and mpc64 not without it\n"
    "  --elem N     bits of an element: 8, 16, 32; zvc has all (default 32), mixed 16 and 32\n"
    "               (default 16) for the zvc in it, each other codec one\n"
    "  --window N   bytes that the codec sees at once: 128 (default), 4096, 65536\n"
    "  --json       one JSON object\n";

#define MIB ((size_t)1 << 20)
#define PAGE ((size_t)4096)
/* What one pass handles: it fits in the caches, and few passes are interrupted by the system. */
#define PIECE MIB
#define PIECES ((size_t)256)
#define BIG (PIECES * PIECE)

/* Passes go on until they have taken this many seconds. */
#define SECONDS 0.1
#define RUNS_LEAST 9
#define RUNS_MOST 1001

struct speed {
    double cache, dram;
};

struct row {
    const char *codec, *path, *data;
    struct speed compress, decompress, size; /* size: 0 of a codec that has to compress for it */
};

/* Data, its compressed form, and what decodes from it, each in pieces one after the other. */
struct buffers {
    uint8_t *data, *packed, *back;
    size_t packed_bytes; /* room for all pieces */
};

/* A codec at work, and how many bytes it made of each piece. */
struct work {
    const struct lpi_coder *coder;
    size_t packed[PIECES];
};

/* Handles a piece; returns the seconds that it took. */
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
    enum lp_elem only; /* for codecs with elements of this width; 0: for all */
} kinds[] = {{"relu60", fill_relu60, 0},
             {"fp64", fill_fp64, 0},
             {"random", fill_random, 0},
             {"bf16", fill_bf16, LP_ELEM_16}};
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

static double compress_pass(const struct buffers *b, struct work *work, size_t piece)
{
    double start = lpi_now();
    int error = lpi_coder_compress(work->coder, b->data + piece * PIECE, PIECE,
                                   packed_at(b, piece), b->packed_bytes / PIECES,
                                   &work->packed[piece]);
    double seconds = lpi_now() - start;
    if (error != LP_OK)
        cli_fail_file(work->coder->codec->name, error);
    return seconds;
}

/* Of a piece that was compressed before. */
static double decompress_pass(const struct buffers *b, struct work *work, size_t piece)
{
    double start = lpi_now();
    int error = lpi_coder_decompress(work->coder, packed_at(b, piece), work->packed[piece],
                                     b->back + piece * PIECE, PIECE);
    double seconds = lpi_now() - start;
    if (error != LP_OK)
        cli_fail_file(work->coder->codec->name, error);
    return seconds;
}

static double size_pass(const struct buffers *b, struct work *work, size_t piece)
{
    const struct lpi_coder *coder = work->coder;
    size_t bits;
    double start = lpi_now();
    int error =
        coder->codec->bits(coder->state, coder->elem, b->data + piece * PIECE, PIECE, &bits);
    double seconds = lpi_now() - start;
    if (error != LP_OK)
        cli_fail_file(coder->codec->name, error);
    return seconds;
}

static double speed_of(double seconds)
{
    return (double)PIECE / seconds * 1e-9;
}

/* The same piece over and over. */
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

/* Each piece once, up to *pieces, which is set to how many there were. */
static double measure_dram(const struct buffers *b, pass_fn *pass, struct work *work,
                           size_t *pieces)
{
    double speed[PIECES], spent = 0;
    size_t runs = 0;
    /* Evicts what was written before from the caches. */
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
    decompress_pass(b, work, 0);
    if (memcmp(b->back, b->data, PIECE) != 0)
        cli_fail("bench: %s does not give back what it was given", work->coder->codec->name);
}

/* ---- the runs ---- */

struct bench {
    const struct cli_options *options;
    struct buffers buffers;
    struct speed memcpy_speed[KINDS]; /* measured before each kind of data; the median counts */
    size_t copies;
    struct row rows[96];
    size_t rows_used, rows_total;
};

/* Those from LP_CODEC_BDI on are there for their sizes; they are timed if they are asked for. */
static int wanted(const struct bench *bench, const struct lpi_codec *codec)
{
    const struct lpi_codec *only = bench->options->codec;
    enum lp_elem elem = bench->options->elem;
    return (only == codec || (only == NULL && codec->id < LP_CODEC_BDI)) &&
           (elem == 0 || (codec->elems & elem));
}

static enum lp_elem elem_of(const struct bench *bench, const struct lpi_codec *codec)
{
    return bench->options->elem != 0 ? bench->options->elem : codec->elem;
}

static int open_coder(const struct bench *bench, const struct lpi_codec *codec,
                      struct lpi_coder *coder)
{
    return lpi_coder_open(coder, codec, elem_of(bench, codec), bench->options->window);
}

static void bench_codec(struct bench *bench, const struct lpi_codec *codec, enum lp_cpu path,
                        const char *data)
{
    struct lpi_coder coder;
    int error = open_coder(bench, codec, &coder);
    if (error != LP_OK)
        cli_fail_file(codec->name, error);
    struct row *row = &bench->rows[bench->rows_used++];
    *row = (struct row){.codec = codec->name, .path = lp_cpu_name(path), .data = data};
    struct work work = {.coder = &coder};
    check_round_trip(&bench->buffers, &work);
    const struct buffers *b = &bench->buffers;
    size_t pieces = PIECES;
    row->compress.cache = measure_cache(b, compress_pass, &work);
    row->compress.dram = measure_dram(b, compress_pass, &work, &pieces);
    row->decompress.dram = measure_dram(b, decompress_pass, &work, &pieces);
    row->decompress.cache = measure_cache(b, decompress_pass, &work);
    if (codec->bits != NULL) {
        row->size.dram = measure_dram(b, size_pass, &work, &pieces);
        row->size.cache = measure_cache(b, size_pass, &work);
    }
    lpi_coder_close(&coder);
    cli_progress("bench", bench->rows_used, bench->rows_total);
}

/*
 * The codecs that one kind of data is for; those with one path only are listed under "portable".
 * Returns how many rows they make, and fills them in unless they are only to be counted.
 */
static size_t for_each_path(struct bench *bench, size_t kind, int only_count)
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
            if (!only_count)
                bench_codec(bench, codec, (enum lp_cpu)path, kinds[kind].name);
        }
    }
    lp_cpu_use(best);
    return rows;
}

static size_t largest_bound(const struct bench *bench)
{
    size_t largest = 0;
    for (size_t i = 0; i < lpi_codec_count; i++) {
        struct lpi_coder coder;
        if (!wanted(bench, lpi_codecs[i]))
            continue;
        int error = open_coder(bench, lpi_codecs[i], &coder);
        if (error != LP_OK)
            cli_fail_file(lpi_codecs[i]->name, error);
        size_t bound = lpi_coder_bound(&coder, PIECE);
        largest = bound > largest ? bound : largest;
        lpi_coder_close(&coder);
    }
    return largest;
}

static void run(struct bench *bench)
{
    struct buffers *b = &bench->buffers;
    /* Page-aligned, as large buffers are in programs that care; memcpy and codecs alike. */
    b->packed_bytes = (largest_bound(bench) / PAGE + 1) * PAGE * PIECES;
    b->data = aligned_alloc(PAGE, BIG);
    b->packed = aligned_alloc(PAGE, b->packed_bytes);
    b->back = aligned_alloc(PAGE, BIG);
    if (b->data == NULL || b->packed == NULL || b->back == NULL)
        cli_fail("bench: no memory for %zu MiB of buffers", (2 * BIG + b->packed_bytes) / MIB);
    memset(b->packed, 1, b->packed_bytes);
    for (size_t k = 0; k < KINDS; k++)
        bench->rows_total += for_each_path(bench, k, 1);
    for (size_t k = 0; k < KINDS; k++) {
        if (for_each_path(bench, k, 1) == 0)
            continue;
        kinds[k].fill(b->data);
        struct speed *copy = &bench->memcpy_speed[bench->copies++];
        size_t pieces = PIECES;
        copy->cache = measure_cache(b, memcpy_pass, NULL);
        copy->dram = measure_dram(b, memcpy_pass, NULL, &pieces);
        for_each_path(bench, k, 0);
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
    for (size_t k = 0; k < bench->copies; k++) {
        cache[k] = bench->memcpy_speed[k].cache;
        dram[k] = bench->memcpy_speed[k].dram;
    }
    return (struct speed){median(cache, bench->copies), median(dram, bench->copies)};
}

static json_t *speed_to_json(const struct speed *speed)
{
    if (speed->cache == 0)
        return json_null();
    return json_pack("{s:f, s:f}", "cache", speed->cache, "dram", speed->dram);
}

static void print_json(const struct bench *bench)
{
    json_t *codecs = json_array();
    struct speed copy = memcpy_median(bench);
    for (size_t i = 0; i < bench->rows_used; i++) {
        const struct row *row = &bench->rows[i];
        json_array_append_new(
            codecs, json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "codec", row->codec, "path",
                              row->path, "data", row->data, "compress",
                              speed_to_json(&row->compress), "decompress",
                              speed_to_json(&row->decompress), "size",
                              speed_to_json(&row->size)));
    }
    cli_print_json(json_pack("{s:o, s:o}", "memcpy", speed_to_json(&copy), "codecs",
                             codecs));
}

static void print_heads(const char *compress, const char *decompress, const char *size)
{
    printf("   %26s   %26s   %26s\n", compress, decompress, size);
}

static void print_speed(const struct speed *speed, const struct speed *copy)
{
    printf("   %6.2f (%.2f) %6.2f (%.2f)", speed->cache, speed->cache / copy->cache, speed->dram,
           speed->dram / copy->dram);
}

static void print_table(const struct bench *bench)
{
    struct speed copy = memcpy_median(bench);
    printf("GB/s of uncompressed data, and as a part of memcpy's (cache %.1f, dram %.1f)\n",
           copy.cache, copy.dram);
    printf("%-6s %-9s %-7s", "", "", "");
    print_heads("compress", "decompress", "size");
    printf("%-6s %-9s %-7s", "codec", "path", "data");
    print_heads("cache          dram", "cache          dram", "cache          dram");
    for (size_t i = 0; i < bench->rows_used; i++) {
        const struct row *r = &bench->rows[i];
        printf("%-6s %-9s %-7s", r->codec, r->path, r->data);
        print_speed(&r->compress, &copy);
        print_speed(&r->decompress, &copy);
        if (r->size.cache > 0)
            print_speed(&r->size, &copy);
        putchar('\n');
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
