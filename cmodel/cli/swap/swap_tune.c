/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress swap tune`: the grid and block that compress and expand a tensor fastest. */
#define _POSIX_C_SOURCE 200809L
#include "../../base/clock.h"
#include "../../base/rng.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/json_read.h"
#include "../shared/progress.h"
#include "swap_measure.h"
#include "swap_search.h"
#include "swap_state.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPERT_BLOCK 128u

/* ---- the settings that can be tried ---- */

/* Grids 1 to 4096, each a constant factor above the one before, but at least by 1. */
static void add_grids(struct swap_space *space, unsigned points)
{
    unsigned grid = 0;
    for (unsigned i = 0; i < points; i++) {
        double wanted = pow(LP_SWAP_GRID_MAX, (double)i / (points - 1));
        unsigned next = (unsigned)(wanted + 0.5);
        grid = next > grid ? next : grid + 1;
        for (unsigned block = 64; block <= 128; block *= 2)
            space->points[space->count++] = (struct swap_point){grid, block, 0, 0};
    }
}

static void all_grids(struct swap_space *space)
{
    for (unsigned grid = 1; grid <= LP_SWAP_GRID_MAX; grid++)
        for (unsigned block = 64; block <= 128; block *= 2)
            space->points[space->count++] = (struct swap_point){grid, block, 0, 0};
}

/* The trace of an earlier search: its settings and their times; *workers = a GPU's, or 0. */
static void read_landscape(const char *path, struct swap_space *space, unsigned *workers)
{
    struct cli_json_at at = {path, ""};
    json_t *file = cli_json_load(path);
    const json_t *trace = cli_json_list(&at, file, "trace");
    const char *codec = cli_json_name(&at, file, "codec");
    if (codec == NULL || lp_swap_codec_find(codec, &space->codec) != LP_OK)
        cli_fail("%s: 'codec' is missing or unknown", path);
    if (json_array_size(trace) == 0 || json_array_size(trace) > 2 * LP_SWAP_GRID_MAX)
        cli_fail("%s: 'trace' has none, or more than %u settings", path, 2 * LP_SWAP_GRID_MAX);
    for (size_t i = 0; i < json_array_size(trace); i++) {
        char place[32];
        snprintf(place, sizeof place, "setting %zu", i + 1);
        struct cli_json_at here = {path, place};
        const json_t *one = json_array_get(trace, i);
        space->points[space->count++] = (struct swap_point){
            (unsigned)cli_json_whole(&here, one, "grid", 1, LP_SWAP_GRID_MAX, CLI_JSON_NEEDED),
            (unsigned)cli_json_whole(&here, one, "block", 64, 128, CLI_JSON_NEEDED),
            cli_json_number(&here, one, "compress_ms", 1e-9, 1e9, NAN) / 1e3,
            cli_json_number(&here, one, "decompress_ms", 1e-9, 1e9, NAN) / 1e3};
    }
    space->recorded = 1;
    *workers = (unsigned)cli_json_whole(&at, file, "multiprocessors", 0, INT_MAX, 0);
    json_decref(file);
}

/* ---- trying them ---- */

struct tuning {
    const struct swap_options *options;
    struct swap_space space;
    struct swap_search search;
    struct swap_bench bench;
    unsigned workers; /* of a GPU; 0: threads */
    uint64_t due;     /* evaluations */
};

static void evaluate(struct tuning *t, size_t number)
{
    struct swap_point *p = &t->space.points[number];
    size_t size;
    if (!t->space.recorded) {
        struct lp_swap_setting setting = {t->space.codec, p->grid, p->block};
        swap_bench_run(&t->bench, &setting, (size_t)t->options->bytes, &p->compress, &p->expand,
                       &size);
    }
    swap_search_add(&t->search, number);
    cli_progress("swap tune", t->search.count, t->due);
}

/* The setting that an expert names without a look: block 128, a few parts a worker. */
static size_t expert(const struct tuning *t)
{
    unsigned workers = t->workers != 0            ? t->workers
                       : t->options->threads != 0 ? t->options->threads
                                                  : swap_cores();
    double wanted = log(SWAP_EXPERT_PARTS * (double)workers), nearest = INFINITY;
    size_t found = 0;
    for (size_t i = 0; i < t->space.count; i++) {
        double off = fabs(log(t->space.points[i].grid) - wanted);
        if (t->space.points[i].block == EXPERT_BLOCK && off < nearest)
            nearest = off, found = i;
    }
    return found;
}

static void search(struct tuning *t)
{
    struct lp_rng rng = {t->options->seed};
    enum swap_method method = t->options->method;
    size_t random = method == SWAP_RANDOM ? SWAP_FIRST + SWAP_GUIDED : SWAP_FIRST;
    t->due = method == SWAP_GRID ? t->space.count : method == SWAP_EXPERT ? 1
                                                    : SWAP_FIRST + SWAP_GUIDED;
    t->due = t->due < t->space.count ? t->due : t->space.count;
    while (t->search.count < t->due) {
        size_t next = t->search.count;
        if (method == SWAP_EXPERT)
            next = expert(t);
        else if (method != SWAP_GRID && (t->search.count < random))
            next = swap_search_random(&t->search, &rng);
        else if (method == SWAP_BO)
            next = swap_search_guided(&t->search);
        evaluate(t, next);
    }
    cli_progress_end();
}

/* ---- what is said ---- */

static json_t *trace_json(const struct tuning *t)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t->search.count; i++) {
        const struct swap_point *p = &t->space.points[t->search.order[i]];
        json_array_append_new(list, json_pack("{s:i,s:i,s:f,s:f}", "grid", (int)p->grid, "block",
                                              (int)p->block, "compress_ms", 1e3 * p->compress,
                                              "decompress_ms", 1e3 * p->expand));
    }
    return list;
}

static json_t *result_json(const struct tuning *t, const struct swap_point *best, double seconds)
{
    const struct swap_options *o = t->options;
    json_t *object = json_object();
    swap_bench_say(&t->bench, object);
    json_object_update_new(
        object, json_pack("{s:s,s:s,s:I,s:f,s:i,s:i,s:I,s:f,s:f,s:f,s:I,s:i,s:o}", "codec",
                          lp_swap_codec_name(t->space.codec), "method",
                          swap_method_names[o->method], "bytes", (json_int_t)o->bytes, "sparsity",
                          o->sparsity, "grid", (int)best->grid, "block", (int)best->block,
                          "evaluations", (json_int_t)t->search.count, "search_s", seconds,
                          "compress_ms", 1e3 * best->compress, "decompress_ms",
                          1e3 * best->expand, "seed", (json_int_t)o->seed, "threads",
                          (int)o->threads, "trace", trace_json(t)));
    return object;
}

static void open_space(const struct swap_options *o, struct swap_space *space, unsigned *workers)
{
    *space = (struct swap_space){.codec = o->setting.codec};
    space->points = cli_alloc(2 * LP_SWAP_GRID_MAX * sizeof *space->points);
    if (o->landscape != NULL)
        read_landscape(o->landscape, space, workers);
    else if (o->method == SWAP_GRID)
        add_grids(space, o->points);
    else
        all_grids(space);
}

int swap_tune(const struct swap_options *o)
{
    struct tuning t = {.options = o};
    if (o->landscape != NULL && o->setting.codec != LP_SWAP_RAW)
        cli_fail("swap: tune: only one of --codec and --landscape, whose codec is in the file");
    open_space(o, &t.space, &t.workers);
    if (o->method == SWAP_BO)
        swap_search_need();
    if (!t.space.recorded) {
        swap_bench_open(&t.bench, o, (size_t)o->bytes);
        swap_bench_tensor(&t.bench, o->seed, o->sparsity, (size_t)o->bytes);
        if (t.bench.device != NULL)
            t.workers = swap_device_processors(t.bench.device);
    }
    swap_search_open(&t.search, &t.space);
    double begin = lpi_now();
    search(&t);
    double seconds = t.space.recorded ? 0 : lpi_now() - begin;
    const struct swap_point *best = swap_search_best(&t.search);
    if (o->json)
        cli_print_json(result_json(&t, best, seconds));
    else
        printf("%s by %s: grid %u, block %u: compress %.3f ms, decompress %.3f ms; "
               "%zu evaluations\n", lp_swap_codec_name(t.space.codec),
               swap_method_names[o->method], best->grid, best->block, 1e3 * best->compress,
               1e3 * best->expand, t.search.count);
    swap_search_close(&t.search);
    if (!t.space.recorded)
        swap_bench_close(&t.bench);
    free(t.space.points);
    return EXIT_GOOD;
}
