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
#include "../shared/tensors.h"
#include "../shared/quotient.h"
#include "../shared/values.h"
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
    "\n" CLI_TENSORS_HELP
    "Without --codec and --elem, the type of a tensor decides: 16-bit brain floats are counted\n"
    "with ebd, other types with zvc and their own width. Each row shows both.\n"
    "\n"
    "  --codec C    zvc (default), bpc, xzvc, ebd, mixed, rle, csr, lz4, zlib, bdi, fpc, bdi+fpc,\n"
    "               cpack, fibonacci, mpc, mpc64, grp16; mixed is the one of the four before it\n"
    "               that takes the fewest sectors in each line; grp16 stores groups of four\n"
    "               lines, whose sectors are spread over them; all: every codec, side by side\n"
    "  --elem N     bits of an element: 8, 16, 32; zvc supports all (default 32), mixed 16 and 32\n"
    "               (default 16, for its zvc), each other codec one\n"
    "  --window N   bytes that the codec compresses together: 128 (default), 4096, 65536\n"
    "  --raw        read every FILE as raw bytes even if it is an .npy file or has tensors\n" CLI_TENSORS_OPTIONS_HELP
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
static int count_file(struct ratio_counts *counts, struct ratio_counter *counter,
                      const struct cli_job *job, int raw)
{
    struct lpi_input_fault fault;
    struct lp_input *input;
    int error = cli_job_input(job, raw, &input, &fault);
    if (error == LP_OK) {
        const struct lpi_tell tell = {show_progress, NULL, job->name};
        error = ratio_count(counter, input, &tell, counts);
        cli_progress_end();
        fault = lpi_input_fault(input);
        int reason = errno;
        lp_input_close(input);
        errno = reason;
    }
    if (error != LP_OK)
        cli_input_complain(job->name, error, &fault);
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
                       const struct cli_job *job)
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
        "{s:o, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "file", lpi_json_text(job->in), "codec",
        setting->codec->name, "bytes", (json_int_t)counts->bytes, "lines",
        (json_int_t)counts->lines, "zero_lines", (json_int_t)counts->zero_lines, "compressed_bits",
        (json_int_t)counts->bits, "sectors", sectors, "sizes", sizes, "ratio", ratio);
    if (setting->codec == &lpi_codec_auto)
        json_object_set_new(facts, "chosen", cli_json_chosen(counts->chosen));
    if (job->tensor != NULL)
        json_object_set_new(facts, "elem", json_integer(setting->elem));
    cli_tensor_json(job, facts);
    return facts;
}

static void print_ratio(double bytes, double compressed)
{
    char text[CLI_QUOTIENT];
    printf(" %8s", cli_quotient(bytes, compressed, 3, text));
}

/* In per cent; '-' for a file without lines. */
static void print_share(uint64_t some, uint64_t lines, int width)
{
    char text[CLI_QUOTIENT];
    printf(" %*s", width, cli_quotient(100 * (double)some, (double)lines, 1, text));
}

static void print_setting(const struct setting *setting, const struct cli_job *job)
{
    printf("  %-9s %4d %-8s", cli_codec_word(setting->codec), (int)setting->elem,
           cli_tensor_dtype(job->tensor));
}

static void print_row(const struct ratio_counts *counts, int classes)
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
}

/* Whether the rows have columns of codec, width and type. */
static int have_tensors(const struct cli_job *files, size_t count)
{
    int tensors = 0;
    for (size_t f = 0; f < count; f++)
        tensors |= files[f].tensor != NULL;
    return tensors;
}

static void print_heads(const struct setting *setting, int tensors)
{
    if (tensors)
        printf("codec and element width of each row, window %zu bytes\n", setting->window);
    else
        printf("%s, %d-bit elements, window %zu bytes\n", cli_codec_word(setting->codec),
               (int)setting->elem, setting->window);
    printf("%12s %10s %6s %26s %29s\n", "", "", "zero", "ratio by", "% of lines by sectors");
    printf("%12s %10s %6s %8s %8s %8s %5d %5d %5d %5d %5d", "bytes", "lines", "lines%", "bits",
           "sizes", "sectors", 0, 1, 2, 3, 4);
    if (tensors)
        printf("  %-9s %4s %-8s", "codec", "elem", "type");
    printf("  file\n");
}

static void print_table(const struct ratio_counts *counts, const struct setting *settings,
                        const struct cli_job *files, size_t count)
{
    struct ratio_counts total = {0};
    int classes = settings->window == LP_LINE_BYTES, tensors = have_tensors(files, count);
    print_heads(settings, tensors);
    for (size_t f = 0; f < count; f++) {
        print_row(&counts[f], classes);
        if (tensors)
            print_setting(&settings[f], &files[f]);
        printf("  %s\n", files[f].name);
        ratio_add(&total, &counts[f]);
    }
    if (count <= 1)
        return;
    print_row(&total, classes);
    printf(tensors ? "%26s  total\n" : "%s  total\n", "");
}

static void print_json(const struct ratio_counts *counts, const struct setting *settings,
                       const struct cli_job *files, size_t count)
{
    json_t *list = json_array();
    for (size_t f = 0; f < count; f++)
        json_array_append_new(list, to_json(&counts[f], &settings[f], &files[f]));
    cli_print_json(json_pack("{s:o}", "files", list));
}

/* ---- counting ---- */

/* One counter for each codec and width that a file needs; all widths of two codecs at most. */
#define COUNTERS 6u
struct counters {
    struct setting settings[COUNTERS];
    struct ratio_counter *list[COUNTERS];
    size_t count;
};

static struct ratio_counter *counter_for(struct counters *counters, const struct setting *setting,
                                         unsigned threads)
{
    size_t i = 0;
    while (i < counters->count && (counters->settings[i].codec != setting->codec ||
                                   counters->settings[i].elem != setting->elem))
        i++;
    if (i < counters->count)
        return counters->list[i];
    int error = ratio_open(setting->codec, setting->elem, setting->window, threads,
                           &counters->list[i]);
    if (error != LP_OK)
        cli_fail_file(setting->codec->name, error);
    counters->settings[i] = *setting;
    counters->count++;
    return counters->list[i];
}

/*
 * Counts all files with the codec, or with that of the options or of each type if NULL, and moves
 * those that could be read to the front; returns their number.
 */
static size_t count_files(const struct cli_options *options, const struct lpi_codec *codec,
                          struct cli_jobs *jobs, struct setting *settings,
                          struct ratio_counts *counts)
{
    struct counters counters = {.count = 0};
    size_t good = 0;
    for (size_t f = 0; f < jobs->count; f++) {
        struct setting setting = {codec, 0, options->window};
        cli_tensor_coding(options, jobs->list[f].tensor, &setting.codec, &setting.elem);
        struct ratio_counter *counter = counter_for(&counters, &setting, options->threads);
        if (!count_file(&counts[good], counter, &jobs->list[f], options->raw))
            continue;
        settings[good] = setting;
        struct cli_job job = jobs->list[f];
        jobs->list[f] = jobs->list[good];
        jobs->list[good++] = job;
    }
    for (size_t i = 0; i < counters.count; i++)
        ratio_close(counters.list[i]);
    return good;
}

/* ---- every codec ---- */

/* Results of each file with each codec. */
struct side_by_side {
    struct ratio_counts **counts; /* [codec][file] */
    struct setting **settings;
};

static void print_side_by_side(const struct side_by_side *all, const struct cli_job *files,
                               size_t count, const char *title,
                               double (*bytes_of)(const struct ratio_counts *))
{
    printf("ratio by %s\n", title);
    for (size_t c = 0; c < lpi_codec_count; c++)
        printf("%10s", cli_codec_word(lpi_codecs[c]));
    printf("  file\n");
    for (size_t f = 0; f < count + (count > 1); f++) {
        for (size_t c = 0; c < lpi_codec_count; c++) {
            struct ratio_counts sum = {0};
            for (size_t i = f < count ? f : 0; i < (f < count ? f + 1 : count); i++)
                ratio_add(&sum, &all->counts[c][i]);
            printf(" ");
            print_ratio((double)sum.bytes, bytes_of(&sum));
        }
        printf("  %s\n", f < count ? files[f].name : "total");
    }
}

static void report_all(const struct cli_options *options, const struct side_by_side *all,
                       const struct cli_job *files, size_t count)
{
    if (!options->json) {
        print_side_by_side(all, files, count, "the eight sizes", class_bytes);
        print_side_by_side(all, files, count, "sectors", sector_bytes);
        return;
    }
    json_t *list = json_array();
    for (size_t f = 0; f < count; f++)
        for (size_t c = 0; c < lpi_codec_count; c++)
            json_array_append_new(list,
                                  to_json(&all->counts[c][f], &all->settings[c][f], &files[f]));
    cli_print_json(json_pack("{s:o}", "files", list));
}

static void count_all(const struct cli_options *options, struct cli_jobs *jobs,
                      struct side_by_side *all)
{
    all->counts = cli_alloc(lpi_codec_count * sizeof *all->counts);
    all->settings = cli_alloc(lpi_codec_count * sizeof *all->settings);
    for (size_t c = 0; c < lpi_codec_count; c++) {
        all->counts[c] = cli_alloc((jobs->count + 1) * sizeof **all->counts);
        all->settings[c] = cli_alloc((jobs->count + 1) * sizeof **all->settings);
        size_t good = count_files(options, lpi_codecs[c], jobs, all->settings[c], all->counts[c]);
        if (c > 0 && good < jobs->count)
            cli_fail("ratio: a file could not be read again");
        jobs->count = good;
    }
}

/* A file that some codec could not read again, such as a pipe, is left out for all codecs. */
static int ratio_all(const struct cli_options *options, struct cli_jobs *jobs)
{
    struct side_by_side all;
    size_t named = jobs->count;
    count_all(options, jobs, &all);
    if (jobs->count > 0)
        report_all(options, &all, jobs->list, jobs->count);
    int good = jobs->count == named && !jobs->bad;
    for (size_t c = 0; c < lpi_codec_count; c++) {
        free(all.counts[c]);
        free(all.settings[c]);
    }
    free(all.counts);
    free(all.settings);
    jobs->count = named;
    return good ? EXIT_GOOD : EXIT_BAD;
}

/* Counts all files first, then prints those that could be read. */
static int ratio_one(const struct cli_options *options, struct cli_jobs *jobs)
{
    struct ratio_counts *counts = cli_alloc((jobs->count + 1) * sizeof *counts);
    struct setting *settings = cli_alloc((jobs->count + 1) * sizeof *settings);
    size_t good = count_files(options, NULL, jobs, settings, counts);
    if (good > 0)
        (options->json ? print_json : print_table)(counts, settings, jobs->list, good);
    free(counts);
    free(settings);
    return good == jobs->count && !jobs->bad ? EXIT_GOOD : EXIT_BAD;
}

int cli_ratio(int argc, char **argv)
{
    struct cli_options options;
    struct cli_jobs jobs;
    cli_parse(argc, argv,
              CLI_CODEC | CLI_ALL | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_RAW | CLI_THREADS |
                  CLI_TENSOR | CLI_LIST,
              help, &options);
    if (options.all && (options.elem != 0 || options.window != LP_LINE_BYTES))
        cli_fail("ratio: --codec all takes lines and each codec's own width");
    if (options.list)
        return cli_tensors_list("ratio", &options);
    cli_jobs_read("ratio", &options, &jobs);
    int status = (options.all ? ratio_all : ratio_one)(&options, &jobs);
    cli_jobs_free(&jobs);
    return status;
}
