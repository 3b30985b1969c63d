/* SPDX-License-Identifier: Apache-2.0 */
#include "../../systems/bench/codec_bench.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/options.h"
#include "../shared/progress.h"

static const char help[] =
    "Usage: linepress bench [--codec C] [--elem N] [--window N] [--json]\n"
    "\n"
    "Measures the speed of each codec on each code path of this CPU, and of memcpy on the same\n"
    "buffers, in GB/s (10^9 bytes of uncompressed data per second), 1 MiB at a time. cache: the\n"
    "same 1 MiB again and again; dram: each 1 MiB once, in buffers of 256 MiB that were evicted\n"
    "from the caches before. One thread; medians, so that interrupted passes do not count.\n"
    "size: only computes the compressed sizes, for codecs that can without compressing.\n"
    "Data: relu60 = 32-bit floats of which a random 60 % are zero; fp64 = smooth doubles;\n"
    "random = uniform bytes; bf16, for codecs of 16-bit elements: normally distributed around\n"
    "0.\n"
    "\n"
    "  --codec C    measure only C; required for bdi, fpc, bdi+fpc, cpack, fibonacci, mpc and\n"
    "               mpc64\n"
    "  --elem N     bits of an element: 8, 16, 32; zvc supports all (default 32), mixed 16 and\n"
    "               32 (default 16, for its zvc), each other codec one\n"
    "  --window N   bytes that the codec compresses together: 128 (default), 4096, 65536\n"
    "  --json       one JSON object\n";

static json_t *speed_to_json(const struct bench_speed *speed)
{
    if (speed->cache == 0)
        return json_null();
    return json_pack("{s:f, s:f}", "cache", speed->cache, "dram", speed->dram);
}

static void print_json(const struct bench_result *r)
{
    json_t *codecs = json_array();
    for (size_t i = 0; i < r->count; i++) {
        const struct bench_row *row = &r->rows[i];
        json_array_append_new(codecs, json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "codec",
                                                row->codec, "path", row->path, "data", row->data,
                                                "compress", speed_to_json(&row->compress),
                                                "decompress", speed_to_json(&row->decompress),
                                                "size", speed_to_json(&row->size)));
    }
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

static void print_table(const struct bench_result *result)
{
    const struct bench_speed *copy = &result->copy;
    printf("GB/s of uncompressed data, and as a part of memcpy's (cache %.1f, dram %.1f)\n",
           copy->cache, copy->dram);
    printf("%-6s %-9s %-7s", "", "", "");
    print_heads("compress", "decompress", "size");
    printf("%-6s %-9s %-7s", "codec", "path", "data");
    print_heads("cache          dram", "cache          dram", "cache          dram");
    for (size_t i = 0; i < result->count; i++) {
        const struct bench_row *r = &result->rows[i];
        printf("%-6s %-9s %-7s", r->codec, r->path, r->data);
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

int cli_bench(int argc, char **argv)
{
    struct cli_options options;
    struct bench_result result;
    struct lpi_fault fault = {0};
    cli_parse(argc, argv, CLI_CODEC | CLI_ELEM | CLI_WINDOW | CLI_JSON, help, &options);
    if (options.file_count != 0)
        cli_fail("bench: takes no file");
    const struct lpi_tell tell = {.progress = show_progress};
    const struct bench_ask ask = {options.codec, options.elem, options.window, &tell};
    if (bench_codecs(&ask, &result, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    if (options.json)
        print_json(&result);
    else
        print_table(&result);
    return EXIT_GOOD;
}
