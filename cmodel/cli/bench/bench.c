/* SPDX-License-Identifier: Apache-2.0 */
#include "../../systems/bench/codec_bench.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/options.h"
#include "../shared/progress.h"
#include "../shared/tensors.h"
#include "../shared/input.h"
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress bench [OPTION]... [FILE]...\n"
    "\n"
    "Measures the speed of each codec on each code path of this CPU, and of memcpy on the same\n"
    "buffers, in GB/s (10^9 bytes of uncompressed data per second), 1 MiB at a time. cache: the\n"
    "same 1 MiB again and again; dram: each 1 MiB once, in buffers of 256 MiB that were evicted\n"
    "from the caches before. One thread; medians, so that interrupted passes do not count.\n"
    "size: only computes the compressed sizes, for codecs that can without compressing.\n"
    "Data: relu60 = 32-bit floats of which a random 60 % are zero; fp64 = smooth doubles;\n"
    "random = uniform bytes; bf16, for codecs of 16-bit elements: normally distributed around\n"
    "0. With FILEs, their bytes instead, repeated until they fill the buffers; of a file of\n"
    "tensors (docs/use/files.md), those of each tensor.\n"
    "\n"
    "  --codec C    measure only C; required for bdi, fpc, bdi+fpc, cpack, fibonacci, mpc,\n"
    "               mpc64 and grp16\n"
    "  --elem N     bits of an element: 8, 16, 32; zvc supports all (default 32), mixed 16 and\n"
    "               32 (default 16, for its zvc), each other codec one; of tensors, the default\n"
    "               is the width of the type, if the codec has it\n"
    "  --window N   bytes that the codec compresses together: 128 (default), 4096, 65536\n"
    "  --raw        read every FILE as raw bytes even if it is an .npy file or has tensors\n" CLI_TENSORS_OPTIONS_HELP
    "  --json       one JSON object\n";

static json_t *speed_to_json(const struct bench_speed *speed)
{
    if (speed->cache == 0)
        return json_null();
    return json_pack("{s:f, s:f}", "cache", speed->cache, "dram", speed->dram);
}

/* Rows of generated data have no job. */
static json_t *row_to_json(const struct bench_row *row, const struct cli_jobs *jobs)
{
    json_t *object = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "codec", row->codec, "path",
                               row->path, "data", lpi_json_text(row->data), "compress",
                               speed_to_json(&row->compress), "decompress",
                               speed_to_json(&row->decompress), "size", speed_to_json(&row->size));
    if (jobs->count == 0)
        return object;
    json_object_set_new(object, "elem", json_integer(row->elem));
    cli_tensor_json(&jobs->list[row->data_number], object);
    return object;
}

static void print_json(const struct bench_result *r, const struct cli_jobs *jobs)
{
    json_t *codecs = json_array();
    for (size_t i = 0; i < r->count; i++)
        json_array_append_new(codecs, row_to_json(&r->rows[i], jobs));
    cli_print_json(json_pack("{s:o, s:o}", "memcpy", speed_to_json(&r->copy), "codecs", codecs));
}

static void print_heads(const char *compress, const char *decompress, const char *size)
{
    printf("   %26s   %26s   %26s\n", compress, decompress, size);
}

static void print_speed(const struct bench_speed *speed, const struct bench_speed *copy)
{
    printf("   %6.2f (%.2f) %6.2f (%.2f)", speed->cache, speed->cache / copy->cache, speed->dram,
           speed->dram / copy->dram);
}

/* Columns of the data's names, at least those of the generated kinds. */
static int data_width(const struct bench_result *result)
{
    size_t width = 7;
    for (size_t i = 0; i < result->count; i++)
        width = strlen(result->rows[i].data) > width ? strlen(result->rows[i].data) : width;
    return (int)width;
}

static void print_table(const struct bench_result *result)
{
    const struct bench_speed *copy = &result->copy;
    int width = data_width(result);
    printf("GB/s of uncompressed data, and as a part of memcpy's (cache %.1f, dram %.1f)\n",
           copy->cache, copy->dram);
    printf("%-6s %-9s %-*s", "", "", width, "");
    print_heads("compress", "decompress", "size");
    printf("%-6s %-9s %-*s", "codec", "path", width, "data");
    print_heads("cache          dram", "cache          dram", "cache          dram");
    for (size_t i = 0; i < result->count; i++) {
        const struct bench_row *r = &result->rows[i];
        printf("%-6s %-9s %-*s", lpi_codec_named(LPI_FRAME, r->codec)->word, r->path, width,
               r->data);
        print_speed(&r->compress, copy);
        print_speed(&r->decompress, copy);
        if (r->size.cache > 0)
            print_speed(&r->size, copy);
        putchar('\n');
    }
}

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress("bench", done, all);
}

/* A file or a tensor, and how to read it. */
struct source {
    const struct cli_job *job;
    int raw;
};

/* The bytes that were read are repeated, so that every piece has some. */
static int fill(const void *context, uint8_t *data, size_t bytes, struct lpi_fault *fault)
{
    const struct source *source = context;
    struct lpi_input_fault why;
    struct lp_input *input = NULL;
    size_t got = 0, more = 1;
    int error = cli_job_input(source->job, source->raw, &input, &why);
    while (error == LP_OK && more > 0 && got < bytes) {
        error = lp_input_read(input, data + got, bytes - got, &more);
        got += more;
    }
    if (error != LP_OK && input != NULL)
        why = lpi_input_fault(input);
    if (error == LP_OK && got == 0)
        error = LP_ERR_EMPTY;
    if (error != LP_OK)
        lpi_fault_set(fault, LPI_BAD, "%s: %s", source->job->name, cli_input_why(error, &why));
    lp_input_close(input);
    for (size_t at = got; error == LP_OK && at < bytes; at += got)
        memcpy(data + at, data, bytes - at < got ? bytes - at : got);
    return fault->code;
}

/* The ask has as many data as there are jobs; without any, the generated kinds. */
static void ask_for(const struct cli_options *o, const struct cli_jobs *jobs,
                    struct bench_data **data, struct source **sources, struct bench_ask *ask)
{
    *data = cli_alloc(jobs->count * sizeof **data);
    *sources = cli_alloc(jobs->count * sizeof **sources);
    for (size_t i = 0; i < jobs->count; i++) {
        const struct cli_job *job = &jobs->list[i];
        (*sources)[i] = (struct source){job, o->raw};
        (*data)[i] = (struct bench_data){.name = job->name,
                                         .fill = fill,
                                         .context = &(*sources)[i],
                                         .elem = job->tensor != NULL ? job->tensor->elem : 0};
    }
    ask->data = jobs->count > 0 ? *data : NULL;
    ask->data_count = jobs->count;
}

int cli_bench(int argc, char **argv)
{
    struct cli_options options;
    struct cli_jobs jobs;
    struct bench_data *data;
    struct source *sources;
    struct bench_result result;
    struct lpi_fault fault = {0};
    cli_parse(argc, argv,
              CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON | CLI_RAW | CLI_TENSOR | CLI_LIST, help,
              &options);
    if (options.list)
        return cli_tensors_list("bench", &options);
    cli_jobs_files("bench", &options, &jobs);
    if (jobs.bad)
        return EXIT_BAD;
    const struct lpi_tell tell = {.progress = show_progress};
    struct bench_ask ask = {.codec = options.codec,
                            .elem = options.given & CLI_ELEM ? options.elem : 0,
                            .window = options.window,
                            .tell = &tell};
    ask_for(&options, &jobs, &data, &sources, &ask);
    if (bench_codecs(&ask, &result, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    if (options.json)
        print_json(&result, &jobs);
    else
        print_table(&result);
    bench_close(&result);
    free(data);
    free(sources);
    cli_jobs_free(&jobs);
    return EXIT_GOOD;
}
