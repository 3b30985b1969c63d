/* SPDX-License-Identifier: Apache-2.0 */
#include "../codec/codec_rows.h"
#include "../codec/coder.h"
#include "cli.h"
#include "fail.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "progress.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress ratio [--codec C] [--elem N] [--window N] [--raw] [--json] FILE...\n"
    "\n"
    "Tells how well each file compresses:\n"
    "  bits     the codec's output, uncapped\n"
    "  sizes    a line rounded up to 0, 8, 16, 32, 64, 80, 96 or 128 bytes (Buddy, section III)\n"
    "  sectors  a line rounded up to sectors of 32 bytes\n"
    "In sizes and sectors 0 is for all-zero lines only and 128 bytes is the most. Ratios are the\n"
    "file's bytes over the compressed bytes; both are left out for windows above a line.\n"
    "A FILE that cannot be read gets a line on standard error; the others are still reported, and\n"
    "the exit status is 2.\n"
    "\n"
    "  --codec C    zvc (default), bpc, rle, csr, lz4, zlib\n"
    "  --elem N     bits of an element: 8, 16, 32 (zvc only; default 32)\n"
    "  --window N   bytes that the codec sees at once: 128 (default), 4096, 65536\n"
    "  --raw        take every FILE as raw bytes even if it is an .npy file\n"
    "  --json       one JSON object\n";

#define SIZES 8
static const unsigned size_class[SIZES] = {0, 8, 16, 32, 64, 80, 96, 128};

struct counts {
    uint64_t bytes, lines, zero_lines, bits;
    uint64_t sectors[LP_LINE_SECTORS + 1];
    uint64_t sizes[SIZES];
};

/* A line's class is the smallest that holds its record, and the largest if none does. */
static void classify(struct counts *counts, int zero, size_t bits)
{
    size_t bytes = zero ? 0 : (bits + 7) / 8, sectors, class = zero ? 0 : 1;
    if (bytes > LP_LINE_BYTES)
        bytes = LP_LINE_BYTES;
    sectors = (bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES;
    while (bytes > size_class[class])
        class++;
    counts->sectors[sectors]++;
    counts->sizes[class]++;
}

/* One window; only its last line may be short. */
static int count_window(struct counts *counts, const struct lpi_coder *coder, const uint8_t *data,
                        size_t bytes)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    size_t bits;
    int zero = 0, error = lpi_coder_bits(coder, data, bytes, &bits);
    if (error != LP_OK)
        return error;
    for (size_t at = 0; at < bytes; at += LP_LINE_BYTES) {
        size_t rest = bytes - at;
        zero = rest >= LP_LINE_BYTES ? lp_line_is_zero(data + at)
                                     : memcmp(data + at, zeros, rest) == 0;
        counts->zero_lines += (uint64_t)zero;
    }
    counts->bits += bits;
    counts->bytes += bytes;
    counts->lines += lp_lines(bytes);
    if (coder->window == LP_LINE_BYTES)
        classify(counts, zero, bits);
    return LP_OK;
}

static int count_windows(struct counts *counts, const struct lpi_coder *coder,
                         const uint8_t *data, size_t bytes)
{
    int error = LP_OK;
    for (size_t at = 0; at < bytes && error == LP_OK; at += coder->window) {
        size_t rest = bytes - at;
        error = count_window(counts, coder, data + at, rest < coder->window ? rest : coder->window);
    }
    return error;
}

static int count_input(struct counts *counts, const struct lpi_coder *coder,
                       struct lp_input *input, const char *path)
{
    enum { CHUNK = 1 << 20 };
    uint8_t *chunk = cli_alloc(CHUNK);
    int error = LP_OK;
    for (size_t got = CHUNK; got == CHUNK && error == LP_OK;) {
        error = lp_input_read(input, chunk, CHUNK, &got);
        if (error == LP_OK)
            error = count_windows(counts, coder, chunk, got);
        cli_progress(path, counts->bytes, lp_input_bytes(input));
    }
    cli_progress_end();
    free(chunk);
    return error;
}

/* Returns whether the file could be read; if not, says why. */
static int count_file(struct counts *counts, const struct lpi_coder *coder, const char *path,
                      int raw)
{
    struct lpi_input_fault fault;
    struct lp_input *input;
    int error = lpi_input_open(path, raw, &input, &fault);
    *counts = (struct counts){0};
    if (error == LP_OK) {
        error = count_input(counts, coder, input, path);
        fault = lpi_input_fault(input);
        int reason = errno;
        lp_input_close(input);
        errno = reason;
    }
    if (error != LP_OK)
        cli_complain("%s: %s", path, cli_input_why(error, &fault));
    return error == LP_OK;
}

/* Compressed bytes by size class, and by sectors. */
static double class_bytes(const struct counts *counts)
{
    double sum = 0;
    for (size_t i = 0; i < SIZES; i++)
        sum += (double)counts->sizes[i] * size_class[i];
    return sum;
}

static double sector_bytes(const struct counts *counts)
{
    double sum = 0;
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        sum += (double)counts->sectors[i] * (double)(i * LP_SECTOR_BYTES);
    return sum;
}

static json_t *classes_to_json(const struct counts *counts, json_t **sizes)
{
    json_t *sectors = json_array();
    *sizes = json_object();
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        json_array_append_new(sectors, json_integer((json_int_t)counts->sectors[i]));
    for (size_t i = 0; i < SIZES; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", size_class[i]);
        json_object_set_new(*sizes, name, json_integer((json_int_t)counts->sizes[i]));
    }
    return sectors;
}

static json_t *to_json(const struct counts *counts, const struct lpi_coder *coder,
                       const char *path)
{
    int classes = coder->window == LP_LINE_BYTES;
    double bytes = (double)counts->bytes;
    json_t *sizes = json_null();
    json_t *sectors = classes ? classes_to_json(counts, &sizes) : json_null();
    json_t *ratio = json_pack(
        "{s:o, s:o, s:o}", "bits", cli_json_ratio(bytes * 8, (double)counts->bits), "sizes",
        cli_json_ratio(bytes, class_bytes(counts)), "sectors",
        cli_json_ratio(bytes, sector_bytes(counts)));
    return json_pack("{s:o, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "file",
                     cli_json_text(path), "codec", coder->codec->name, "bytes",
                     (json_int_t)counts->bytes, "lines", (json_int_t)counts->lines, "zero_lines",
                     (json_int_t)counts->zero_lines, "compressed_bits", (json_int_t)counts->bits,
                     "sectors", sectors, "sizes", sizes, "ratio", ratio);
}

static void print_ratio(double bytes, double compressed)
{
    if (compressed > 0)
        printf(" %8.3f", bytes / compressed);
    else
        printf(" %8s", "-");
}

static void print_row(const struct counts *counts, int classes, const char *name)
{
    double bytes = (double)counts->bytes, lines = (double)counts->lines;
    printf("%12" PRIu64 " %10" PRIu64 " %6.1f", counts->bytes, counts->lines,
           100 * (double)counts->zero_lines / lines);
    print_ratio(bytes * 8, (double)counts->bits);
    print_ratio(bytes, class_bytes(counts));
    print_ratio(bytes, sector_bytes(counts));
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        if (classes)
            printf(" %5.1f", 100 * (double)counts->sectors[i] / lines);
        else
            printf(" %5s", "-");
    printf("  %s\n", name);
}

static void print_table(const struct counts *counts, const struct lpi_coder *coder, char **names,
                        int files)
{
    struct counts total = {0};
    int classes = coder->window == LP_LINE_BYTES;
    printf("%s, %d-bit elements, window %zu bytes\n", coder->codec->name, (int)coder->elem,
           coder->window);
    printf("%12s %10s %6s %26s %29s\n", "", "", "zero", "ratio by", "% of lines by sectors");
    printf("%12s %10s %6s %8s %8s %8s %5d %5d %5d %5d %5d  %s\n", "bytes", "lines", "lines%",
           "bits", "sizes", "sectors", 0, 1, 2, 3, 4, "file");
    for (int f = 0; f < files; f++) {
        print_row(&counts[f], classes, names[f]);
        total.bytes += counts[f].bytes;
        total.lines += counts[f].lines;
        total.zero_lines += counts[f].zero_lines;
        total.bits += counts[f].bits;
        for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
            total.sectors[i] += counts[f].sectors[i];
        for (size_t i = 0; i < SIZES; i++)
            total.sizes[i] += counts[f].sizes[i];
    }
    if (files > 1)
        print_row(&total, classes, "total");
}

static void print(const struct cli_options *options, const struct counts *counts,
                  const struct lpi_coder *coder, int files)
{
    if (!options->json) {
        print_table(counts, coder, options->files, files);
        return;
    }
    json_t *list = json_array();
    for (int f = 0; f < files; f++)
        json_array_append_new(list, to_json(&counts[f], coder, options->files[f]));
    cli_print_json(json_pack("{s:o}", "files", list));
}

int cli_ratio(int argc, char **argv)
{
    struct cli_options options;
    cli_parse(argc, argv, CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_RAW, help, &options);
    if (options.file_count == 0)
        cli_fail("ratio: no file given; try 'linepress ratio --help'");
    struct lpi_coder coder;
    const struct lpi_codec *codec = options.codec != NULL ? options.codec : &lpi_codec_zvc;
    int error = lpi_coder_open(&coder, codec, options.elem, options.window);
    if (error != LP_OK)
        cli_fail_file(codec->name, error);
    /* All files first, then the output of those that could be read. */
    struct counts *counts = cli_alloc((size_t)options.file_count * sizeof *counts);
    int good = 0;
    for (int f = 0; f < options.file_count; f++)
        if (count_file(&counts[good], &coder, options.files[f], options.raw))
            options.files[good++] = options.files[f];
    if (good > 0)
        print(&options, counts, &coder, good);
    free(counts);
    lpi_coder_close(&coder);
    return good == options.file_count ? EXIT_GOOD : EXIT_BAD;
}
