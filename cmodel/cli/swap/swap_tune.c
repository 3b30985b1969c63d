/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress swap tune`. */
#include "../../systems/swap/swap_tune.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/progress.h"
#include "swap_state.h"
#include <stdio.h>

static json_t *trace_json(const struct swap_tuning *t)
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

static json_t *ways_json(const struct swap_tuning *t)
{
    json_t *object = json_object();
    double bytes = (double)t->options->bytes;
    for (int form = 0; form < SWAP_SENDINGS; form++) {
        const struct lpi_cuda_ways *ways = &t->ways[form];
        if (ways->stored > 0)
            json_object_set_new(
                object, swap_sending_names[form],
                json_pack("{s:f,s:f,s:f,s:f,s:I,s:I}", "out_ms", 1e3 * ways->out, "in_ms",
                          1e3 * ways->in, "out_gb_s", bytes / ways->out / 1e9, "in_gb_s",
                          bytes / ways->in / 1e9, "link_bytes", (json_int_t)ways->stored,
                          "device_bytes", (json_int_t)ways->device));
    }
    return object;
}

static json_t *result_json(const struct swap_options *o, const struct swap_tuning *t,
                           const struct swap_point *best)
{
    json_t *object = cli_swap_whose(&t->bench);
    json_object_update_new(
        object,
        json_pack("{s:s,s:s,s:I,s:f,s:i,s:i,s:I,s:f,s:f,s:f,s:I,s:i,s:o}", "codec",
                  lp_swap_codec_name(t->space.codec), "method", swap_method_names[o->method],
                  "bytes", (json_int_t)o->bytes, "sparsity", o->sparsity, "grid", (int)best->grid,
                  "block", (int)best->block, "evaluations", (json_int_t)t->search.count, "search_s",
                  t->seconds, "compress_ms", 1e3 * best->compress, "decompress_ms",
                  1e3 * best->expand, "seed", (json_int_t)o->seed, "threads", (int)o->bench.threads,
                  "trace", trace_json(t)));
    if (swap_tune_form(t) != SWAP_SENDINGS) {
        json_object_set_new(object, "form", json_string(swap_sending_names[swap_tune_form(t)]));
        json_object_set_new(object, "forms", ways_json(t));
    }
    return object;
}

static void print_ways(const struct swap_tuning *t)
{
    double bytes = (double)t->options->bytes;
    if (swap_tune_form(t) == SWAP_SENDINGS)
        return;
    for (int form = 0; form < SWAP_SENDINGS; form++) {
        const struct lpi_cuda_ways *ways = &t->ways[form];
        if (ways->stored > 0)
            printf("%s: out %.3f ms, %.1f GB/s; in %.3f ms, %.1f GB/s\n", swap_sending_names[form],
                   1e3 * ways->out, bytes / ways->out / 1e9, 1e3 * ways->in,
                   bytes / ways->in / 1e9);
        else
            printf("%s: for zvc alone\n", swap_sending_names[form]);
    }
    printf("form: %s\n", swap_sending_names[swap_tune_form(t)]);
}

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress("swap tune", done, all);
}

int cli_swap_tune(const struct swap_options *o)
{
    struct lpi_fault fault = {0};
    struct swap_tuning t;
    struct swap_tune_options options = {.method = o->method,
                                        .landscape = o->landscape,
                                        .codec = o->setting.codec,
                                        .points = o->points,
                                        .seed = o->seed,
                                        .bytes = (size_t)o->bytes,
                                        .sparsity = o->sparsity,
                                        .bench = o->bench,
                                        .tell = &(struct lpi_tell){.progress = show_progress}};
    if (o->landscape != NULL && o->setting.codec != LP_SWAP_RAW)
        cli_fail("swap: tune: only one of --codec and --landscape, whose codec is in the file");
    if (swap_tune(&options, &t, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    const struct swap_point *best = swap_search_best(&t.search);
    if (o->json)
        cli_print_json(result_json(o, &t, best));
    else
        printf("%s by %s: grid %u, block %u: compress %.3f ms, decompress %.3f ms; "
               "%zu evaluations\n",
               lp_swap_codec_name(t.space.codec), swap_method_names[o->method], best->grid,
               best->block, 1e3 * best->compress, 1e3 * best->expand, t.search.count);
    if (!o->json)
        print_ways(&t);
    swap_tune_close(&t);
    return EXIT_GOOD;
}
