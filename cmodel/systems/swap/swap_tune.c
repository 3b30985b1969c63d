/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "swap_tune.h"
#include "../../base/clock.h"
#include "../../base/rng.h"
#include "../../lib/io/json_read.h"
#include "../../lib/swap/swap_parts.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPERT_BLOCK 128u

/* ---- the search space ---- */

/* Grids from 1 to 4096, each a constant factor, and at least 1, above the previous one. */
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

static void read_point(const struct lpi_json_at *at, const json_t *object, struct swap_point *point)
{
    *point = (struct swap_point){
        (unsigned)lpi_json_whole(at, object, "grid", 1, LP_SWAP_GRID_MAX, LPI_JSON_NEEDED),
        (unsigned)lpi_json_whole(at, object, "block", 64, 128, LPI_JSON_NEEDED),
        lpi_json_number(at, object, "compress_ms", 1e-9, 1e9, NAN) / 1e3,
        lpi_json_number(at, object, "decompress_ms", 1e-9, 1e9, NAN) / 1e3};
}

/* Reads the trace of an earlier search: settings and their times. */
static void read_landscape(struct swap_tuning *t, struct lpi_fault *fault)
{
    struct swap_space *space = &t->space;
    const char *path = t->options->landscape;
    struct lpi_json_at at = {path, "", fault};
    json_t *file = lpi_json_load(path, fault);
    const json_t *trace = lpi_json_list(&at, file, "trace");
    const char *codec = lpi_json_name(&at, file, "codec");
    if (codec == NULL || lp_swap_codec_find(codec, &space->codec) != LP_OK)
        lpi_json_wrong(&at, "'codec' is missing or unknown");
    if (json_array_size(trace) == 0 || json_array_size(trace) > 2 * LP_SWAP_GRID_MAX)
        lpi_json_wrong(&at, "'trace' has none, or more than %u settings", 2 * LP_SWAP_GRID_MAX);
    for (size_t i = 0; i < json_array_size(trace) && fault->code == 0; i++) {
        char place[32];
        snprintf(place, sizeof place, "setting %zu", i + 1);
        read_point(&(struct lpi_json_at){path, place, fault}, json_array_get(trace, i),
                   &space->points[space->count++]);
    }
    space->recorded = 1;
    t->workers = (unsigned)lpi_json_whole(&at, file, "multiprocessors", 0, INT_MAX, 0);
    json_decref(file);
}

/* ---- evaluation ---- */

static int evaluate(struct swap_tuning *t, size_t number, struct lpi_fault *fault)
{
    const struct swap_tune_options *o = t->options;
    struct swap_point *p = &t->space.points[number];
    struct lp_swap_setting setting = {t->space.codec, p->grid, p->block};
    struct swap_run run = {p->compress, p->expand, 0};
    if (o->time != NULL && !t->space.recorded)
        o->time(o->context, &setting, &run, fault);
    else if (!t->space.recorded)
        swap_bench_run(&t->bench, &setting, o->bytes, &run, fault);
    if (fault->code != 0)
        return fault->code;
    p->compress = run.compress;
    p->expand = run.expand;
    swap_search_add(&t->search, number);
    lpi_tell_progress(o->tell, t->search.count, t->due);
    return 0;
}

/* The setting that an expert chooses without measuring: block 128, a few parts per worker. */
static size_t expert(const struct swap_tuning *t)
{
    unsigned threads = t->options->bench.threads;
    unsigned workers = t->workers != 0 ? t->workers : threads != 0 ? threads : swap_cores();
    double wanted = log(SWAP_EXPERT_PARTS * (double)workers), nearest = INFINITY;
    size_t found = 0;
    for (size_t i = 0; i < t->space.count; i++) {
        double off = fabs(log(t->space.points[i].grid) - wanted);
        if (t->space.points[i].block == EXPERT_BLOCK && off < nearest)
            nearest = off, found = i;
    }
    return found;
}

static size_t evaluations(const struct swap_tuning *t)
{
    enum swap_method method = t->options->method;
    size_t wanted = method == SWAP_GRID     ? t->space.count
                    : method == SWAP_EXPERT ? 1
                                            : SWAP_FIRST + SWAP_GUIDED;
    return wanted < t->space.count ? wanted : t->space.count;
}

static void search(struct swap_tuning *t, struct lpi_fault *fault)
{
    struct lp_rng rng = {t->options->seed};
    enum swap_method method = t->options->method;
    size_t random = method == SWAP_RANDOM ? SWAP_FIRST + SWAP_GUIDED : SWAP_FIRST;
    t->due = evaluations(t);
    while (t->search.count < t->due && fault->code == 0) {
        size_t next = t->search.count;
        if (method == SWAP_EXPERT)
            next = expert(t);
        else if (method != SWAP_GRID && (t->search.count < random))
            next = swap_search_random(&t->search, &rng);
        else if (method == SWAP_BO && swap_search_guided(&t->search, &next, fault) != 0)
            return;
        evaluate(t, next, fault);
    }
}

static void open_space(struct swap_tuning *t, struct lpi_fault *fault)
{
    const struct swap_tune_options *o = t->options;
    t->space = (struct swap_space){.codec = o->codec};
    t->space.points = lpi_fault_alloc(fault, 2 * LP_SWAP_GRID_MAX * sizeof *t->space.points);
    if (t->space.points == NULL)
        return;
    if (o->landscape != NULL)
        read_landscape(t, fault);
    else if (o->method == SWAP_GRID)
        add_grids(&t->space, o->points);
    else
        all_grids(&t->space);
}

/* Opens the measurement, unless the times are recorded or measured by the caller. */
static void open_bench(struct swap_tuning *t, struct lpi_fault *fault)
{
    const struct swap_tune_options *o = t->options;
    if (t->space.recorded || o->time != NULL ||
        swap_bench_open(&o->bench, o->bytes, &t->bench, fault) != 0)
        return;
    swap_bench_tensor(&t->bench, o->seed, o->sparsity, lp_swap_codec_element(o->codec), o->bytes,
                      fault);
    if (t->bench.device != NULL)
        t->workers = swap_device_processors(t->bench.device);
}

/* Both forms of sending with the best setting; all codecs but ZVC, of either element, are staged. */
static void compare_forms(struct swap_tuning *t, struct lpi_fault *fault)
{
    const struct swap_point *best = swap_search_best(&t->search);
    struct lp_swap_setting setting = {t->space.codec, best->grid, best->block};
    for (int form = SWAP_DIRECT; form < SWAP_SENDINGS && fault->code == 0; form++)
        if (form == SWAP_STAGED || lpi_swap_is_direct(setting.codec))
            swap_bench_ways(&t->bench, &setting, t->options->bytes, (enum swap_sending)form,
                            &t->ways[form], fault);
}

enum swap_sending swap_tune_form(const struct swap_tuning *t)
{
    const struct lpi_cuda_ways *direct = &t->ways[SWAP_DIRECT], *staged = &t->ways[SWAP_STAGED];
    if (staged->stored == 0)
        return SWAP_SENDINGS;
    return direct->stored > 0 && direct->out + direct->in <= staged->out + staged->in ? SWAP_DIRECT
                                                                                      : SWAP_STAGED;
}

int swap_tune(const struct swap_tune_options *o, struct swap_tuning *t, struct lpi_fault *fault)
{
    *t = (struct swap_tuning){.options = o};
    open_space(t, fault);
    if (fault->code == 0)
        swap_search_open(&t->search, &t->space, o->method == SWAP_BO, fault);
    if (fault->code == 0)
        open_bench(t, fault);
    double begin = lpi_now();
    if (fault->code == 0)
        search(t, fault);
    double end = lpi_now();
    if (fault->code == 0 && t->bench.device != NULL)
        compare_forms(t, fault);
    if (fault->code != 0) {
        swap_tune_close(t);
        return fault->code;
    }
    t->seconds = t->space.recorded ? 0 : end - begin;
    return 0;
}

void swap_tune_close(struct swap_tuning *t)
{
    swap_search_close(&t->search);
    swap_bench_close(&t->bench);
    free(t->space.points);
    *t = (struct swap_tuning){.options = NULL};
}
