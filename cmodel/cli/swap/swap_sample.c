/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress swap sample`, and `linepress swap fit` of its output. */
#include "../../systems/swap/swap_sample.h"
#include "../../systems/swap/swap_fit.h"
#include "../shared/fail.h"
#include "../shared/progress.h"
#include "swap_state.h"
#include <math.h>
#include <stdio.h>

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    cli_progress("swap sample", done, all);
}

static json_t *samples_json(const struct swap_sampling *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->count; i++) {
        const struct swap_sampled *one = &s->list[i];
        json_array_append_new(
            list, json_pack("{s:I,s:f,s:f,s:f,s:I}", "bytes", (json_int_t)one->bytes, "sparsity",
                            one->sparsity, "compress_ms", 1e3 * one->run.compress, "decompress_ms",
                            1e3 * one->run.expand, "compressed_bytes", (json_int_t)one->run.size));
    }
    return list;
}

int cli_swap_sample(const struct swap_options *o)
{
    struct lpi_fault fault = {0};
    struct swap_sampling s;
    struct swap_sample_options options = {.setting = o->setting,
                                          .count = (size_t)o->count,
                                          .seed = o->seed,
                                          .least = o->least,
                                          .most = o->most,
                                          .bench = o->bench,
                                          .tell = &(struct lpi_tell){.progress = show_progress}};
    if (swap_sample(&options, &s, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    json_t *object = cli_swap_whose(&s.bench);
    json_object_update_new(object,
                           json_pack("{s:s,s:i,s:i,s:i,s:I,s:I,s:o}", "codec",
                                     lp_swap_codec_name(s.setting.codec), "grid",
                                     (int)s.setting.grid, "block", (int)s.setting.block, "threads",
                                     (int)o->bench.threads, "seed", (json_int_t)o->seed, "repeat",
                                     (json_int_t)o->bench.repeat, "samples", samples_json(&s)));
    swap_sample_close(&s);
    cli_swap_write(o, object);
    return EXIT_GOOD;
}

/* ---- fit ---- */

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *fitted_json(const struct swap_fitted *fitted)
{
    json_t *object = swap_model_json(&fitted->model);
    json_object_set_new(object, "rae",
                        json_pack("{s:o,s:o}", "compress", number_or_null(fitted->compress),
                                  "decompress", number_or_null(fitted->expand)));
    return object;
}

int cli_swap_fit(const struct swap_options *o)
{
    struct lpi_fault fault = {0};
    struct swap_fitting fitting;
    char hash[LPI_SHA256_TEXT];
    json_t *codecs = json_array();
    swap_fit_begin(&fitting);
    for (int i = 0; i < o->file_count; i++) {
        struct swap_fitted f;
        if (swap_fit_file(&fitting, o->files[i], o->parts, &f, &fault) != 0)
            cli_fail_for(&fault);
        json_array_append_new(codecs, fitted_json(&f));
        if (!o->json)
            fprintf(stderr, "%s: %u sub-models, RAE %.3f and %.3f on %zu unseen samples\n",
                    lp_swap_codec_name(f.model.setting.codec), f.model.count, f.compress, f.expand,
                    f.unseen);
    }
    swap_fit_end(&fitting, hash);
    cli_swap_write(
        o, json_pack("{s:s,s:s,s:o}", "device", fitting.device, "samples", hash, "codecs", codecs));
    return EXIT_GOOD;
}
