/* SPDX-License-Identifier: Apache-2.0 */
#include "../../lib/compare/compare.h"
#include "../../systems/ratio/ratio_count.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include "../shared/json.h"
#include "../shared/jobs.h"
#include "../shared/options.h"
#include "../shared/progress.h"
#include <errno.h>
#include <inttypes.h>
#include <linepress/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress ratio [OPTION]... FILE...\n"
    "\n"
    "Prints the compression ratios of each file:\n"
    "  bits     the codec's output, uncapped\n"
    "  sizes    a line rounded up to 0, 8, 16, 32, 64, 80, 96 or 128 bytes (Buddy, section III)\n"
    "  sectors  a line rounded up to sectors of 32 bytes\n"
    "With mixed, bits are those of the records stored in memory, and 0 for zero lines. In sizes\n"
    "and sectors, 0 is for all-zero lines only, and 128 bytes is the maximum; both are left out\n"
    "for windows larger than a line. A ratio is the file's bytes divided by the compressed\n"
    "bytes; a file without data has none: \"-\", and null in JSON. In a folder, every file is\n"
    "counted. For a FILE that cannot be read, an error is printed; the others are still\n"
    "reported, and the exit status is 2.\n"
    "\n"
    "  --codec C    zvc (default), bpc, xzvc, ebd, mixed, rle, csr, lz4, zlib, bdi, fpc, bdi+fpc,\n"
    "               cpack, fibonacci, mpc, mpc64; mixed is the one of the four before it that\n"
    "               takes the fewest sectors in each line; all: every codec, side by side\n"
    "  --elem N     bits of an element: 8, 16, 32; zvc supports all (default 32), mixed 16 and 32\n"
    "               (default 16, for its zvc), each other codec one\n"
    "  --window N   bytes that the codec compresses together: 128 (default), 4096, 65536\n"
    "  --raw        read every FILE as raw bytes even if it is an .npy file\n"
    "  -T, --threads N\n"
    "               run the codec in N threads (default 1); 0: one per core\n"
    "  --json       one JSON object\n";

/* The settings of the counts. */
struct setting {
    const struct lpi_codec *codec;
    enum lp_elem elem;
    size_t window;
};

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    cli_progress_bytes(context, done, all == UINT64_MAX ? 0 : all);
}

/* Returns whether the file could be read; if not, reports the reason. */
static int count_file(struct ratio_counts *counts, struct ratio_counter *counter, const char *path,
                      int raw)
{
    struct lpi_input_fault fault;
    struct lp_input *input;
    int error = lpi_input_open(path, (raw ? LPI_INPUT_RAW : 0) | LPI_INPUT_EMPTY, &input, &fault);
    if (error == LP_OK) {
        const struct lpi_tell tell = {show_progress, NULL, (void *)(uintptr_t)path};
        error = ratio_count(counter, input, &tell, counts);
        cli_progress_end();
        fault = lpi_input_fault(input);
        int reason = errno;
        lp_input_close(input);
        errno = reason;
    }
    if (error != LP_OK)
        cli_input_complain(path, error, &fault);
    return error == LP_OK;
}

/* Compressed bytes rounded up to size classes, and to sectors. */
static double class_bytes(const struct ratio_counts *counts)
{
    double sum = 0;
    for (size_t i = 0; i < RATIO_SIZES; i++)
        sum += (double)counts->sizes[i] * ratio_sizes[i];
    return sum;
}

static double sector_bytes(const struct ratio_counts *counts)
{
    double sum = 0;
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        sum += (double)counts->sectors[i] * (double)(i * LP_SECTOR_BYTES);
    return sum;
}

static json_t *classes_to_json(const struct ratio_counts *counts, json_t **sizes)
{
    json_t *sectors = json_array();
    *sizes = json_object();
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        json_array_append_new(sectors, json_integer((json_int_t)counts->sectors[i]));
    for (size_t i = 0; i < RATIO_SIZES; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", ratio_sizes[i]);
        json_object_set_new(*sizes, name, json_integer((json_int_t)counts->sizes[i]));
    }
    return sectors;
}

static json_t *to_json(const struct ratio_counts *counts, const struct setting *setting,
                       const char *path)
{
    int classes = setting->window == LP_LINE_BYTES;
    double bytes = (double)counts->bytes;
    json_t *sizes = json_null();
    json_t *sectors = classes ? classes_to_json(counts, &sizes) : json_null();
    json_t *ratio = json_pack("{s:o, s:o, s:o}", "bits",
                              lpi_json_ratio(bytes * 8, (double)counts->bits), "sizes",
                              lpi_json_ratio(bytes, class_bytes(counts)), "sectors",
                              lpi_json_ratio(bytes, sector_bytes(counts)));
    json_t *facts = json_pack(
        "{s:o, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "file", lpi_json_text(path), "codec",
        setting->codec->name, "bytes", (json_int_t)counts->bytes, "lines",
        (json_int_t)counts->lines, "zero_lines", (json_int_t)counts->zero_lines, "compressed_bits",
        (json_int_t)counts->bits, "sectors", sectors, "sizes", sizes, "ratio", ratio);
    if (setting->codec == &lpi_codec_auto)
        json_object_set_new(facts, "chosen", cli_json_chosen(counts->chosen));
    return facts;
}

static void print_ratio(double bytes, double compressed)
{
    if (compressed > 0)
        printf(" %8.3f", bytes / compressed);
    else
        printf(" %8s", "-");
}

/* In per cent; '-' for a file without lines. */
static void print_share(uint64_t some, uint64_t lines, int width)
{
    if (lines > 0)
        printf(" %*.1f", width, 100 * (double)some / (double)lines);
    else
        printf(" %*s", width, "-");
}

static void print_row(const struct ratio_counts *counts, int classes, const char *name)
{
    double bytes = (double)counts->bytes;
    printf("%12" PRIu64 " %10" PRIu64, counts->bytes, counts->lines);
    print_share(counts->zero_lines, counts->lines, 6);
    print_ratio(bytes * 8, (double)counts->bits);
    print_ratio(bytes, class_bytes(counts));
    print_ratio(bytes, sector_bytes(counts));
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        if (classes)
            print_share(counts->sectors[i], counts->lines, 5);
        else
            printf(" %5s", "-");
    printf("  %s\n", name);
}

static void print_table(const struct ratio_counts *counts, const struct setting *setting,
                        const struct cli_job *files, size_t count)
{
    struct ratio_counts total = {0};
    int classes = setting->window == LP_LINE_BYTES;
    printf("%s, %d-bit elements, window %zu bytes\n", setting->codec->name, (int)setting->elem,
           setting->window);
    printf("%12s %10s %6s %26s %29s\n", "", "", "zero", "ratio by", "% of lines by sectors");
    printf("%12s %10s %6s %8s %8s %8s %5d %5d %5d %5d %5d  %s\n", "bytes", "lines", "lines%",
           "bits", "sizes", "sectors", 0, 1, 2, 3, 4, "file");
    for (size_t f = 0; f < count; f++) {
        print_row(&counts[f], classes, files[f].in);
        ratio_add(&total, &counts[f]);
    }
    if (count > 1)
        print_row(&total, classes, "total");
}

static void print_json(const struct ratio_counts *counts, const struct setting *setting,
                       const struct cli_job *files, size_t count)
{
    json_t *list = json_array();
    for (size_t f = 0; f < count; f++)
        json_array_append_new(list, to_json(&counts[f], setting, files[f].in));
    cli_print_json(json_pack("{s:o}", "files", list));
}

/* Counts all files and moves those that could be read to the front; returns their number. */
static size_t count_files(const struct cli_options *options, const struct setting *setting,
                          struct cli_jobs *jobs, struct ratio_counts *counts)
{
    struct ratio_counter *counter;
    size_t good = 0;
    int error = ratio_open(setting->codec, setting->elem, setting->window, options->threads,
                           &counter);
    if (error != LP_OK)
        cli_fail_file(setting->codec->name, error);
    for (size_t f = 0; f < jobs->count; f++) {
        if (!count_file(&counts[good], counter, jobs->list[f].in, options->raw))
            continue;
        struct cli_job job = jobs->list[f];
        jobs->list[f] = jobs->list[good];
        jobs->list[good++] = job;
    }
    ratio_close(counter);
    return good;
}

/* ---- every codec ---- */

/* Results of each file with each codec: counts[codec][file]. */
static void print_side_by_side(struct ratio_counts *const *counts, const struct cli_job *files,
                               size_t count, const char *title,
                               double (*bytes_of)(const struct ratio_counts *))
{
    printf("ratio by %s\n", title);
    for (size_t c = 0; c < lpi_codec_count; c++)
        printf("%10s", lpi_codecs[c]->name);
    printf("  file\n");
    for (size_t f = 0; f < count + (count > 1); f++) {
        for (size_t c = 0; c < lpi_codec_count; c++) {
            struct ratio_counts sum = {0};
            for (size_t i = f < count ? f : 0; i < (f < count ? f + 1 : count); i++)
                ratio_add(&sum, &counts[c][i]);
            printf(" ");
            print_ratio((double)sum.bytes, bytes_of(&sum));
        }
        printf("  %s\n", f < count ? files[f].in : "total");
    }
}

static void report_all(const struct cli_options *options, struct ratio_counts *const *counts,
                       const struct cli_job *files, size_t count)
{
    if (!options->json) {
        print_side_by_side(counts, files, count, "the eight sizes", class_bytes);
        print_side_by_side(counts, files, count, "sectors", sector_bytes);
        return;
    }
    json_t *list = json_array();
    for (size_t f = 0; f < count; f++)
        for (size_t c = 0; c < lpi_codec_count; c++) {
            struct setting setting = {lpi_codecs[c], lpi_codecs[c]->elem, LP_LINE_BYTES};
            json_array_append_new(list, to_json(&counts[c][f], &setting, files[f].in));
        }
    cli_print_json(json_pack("{s:o}", "files", list));
}

/* A file that some codec could not read again, such as a pipe, is left out for all codecs. */
static int ratio_all(const struct cli_options *options)
{
    struct cli_jobs jobs;
    if (options->elem != 0 || options->window != LP_LINE_BYTES)
        cli_fail("ratio: --codec all takes lines and each codec's own width");
    cli_jobs_read("ratio", options, &jobs);
    size_t named = jobs.count;
    struct ratio_counts **counts = cli_alloc(lpi_codec_count * sizeof *counts);
    for (size_t c = 0; c < lpi_codec_count; c++) {
        struct setting setting = {lpi_codecs[c], lpi_codecs[c]->elem, LP_LINE_BYTES};
        counts[c] = cli_alloc((jobs.count + 1) * sizeof **counts);
        size_t good = count_files(options, &setting, &jobs, counts[c]);
        if (c > 0 && good < jobs.count)
            cli_fail("ratio: a file could not be read again");
        jobs.count = good;
    }
    if (jobs.count > 0)
        report_all(options, counts, jobs.list, jobs.count);
    int all = jobs.count == named && !jobs.bad;
    for (size_t c = 0; c < lpi_codec_count; c++)
        free(counts[c]);
    free(counts);
    jobs.count = named;
    cli_jobs_free(&jobs);
    return all ? EXIT_GOOD : EXIT_BAD;
}

int cli_ratio(int argc, char **argv)
{
    struct cli_options options;
    struct cli_jobs jobs;
    cli_parse(argc, argv,
              CLI_CODEC | CLI_ALL | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_RAW | CLI_THREADS, help,
              &options);
    if (options.all)
        return ratio_all(&options);
    const struct lpi_codec *codec = options.codec != NULL ? options.codec : &lpi_codec_zvc;
    struct setting setting = {codec, options.elem != 0 ? options.elem : codec->elem,
                              options.window};
    cli_jobs_read("ratio", &options, &jobs);
    /* Counts all files first, then prints those that could be read. */
    struct ratio_counts *counts = cli_alloc((jobs.count + 1) * sizeof *counts);
    size_t good = count_files(&options, &setting, &jobs, counts);
    if (good > 0)
        (options.json ? print_json : print_table)(counts, &setting, jobs.list, good);
    int all = good == jobs.count && !jobs.bad;
    free(counts);
    cli_jobs_free(&jobs);
    return all ? EXIT_GOOD : EXIT_BAD;
}
