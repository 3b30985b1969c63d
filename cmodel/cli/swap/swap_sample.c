/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress swap sample`, and `linepress swap fit` of what it wrote. */
#include "../../base/rng.h"
#include "../../kit/sha256.h"
#include "../shared/fail.h"
#include "../shared/progress.h"
#include "swap_files.h"
#include "swap_measure.h"
#include "swap_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* CSWAP, section V-C. */
#define SPARSITY_LOW 0.2
#define SPARSITY_HIGH 0.9
#define WORD 4u

static double uniform(struct lp_rng *rng, double low, double high)
{
    return low + (high - low) * (double)(lp_random(rng) >> 11) / 0x1p53;
}

#define GRID 16u

static struct lp_swap_setting setting_of(const struct swap_options *o,
                                         const struct swap_bench *bench)
{
    struct lp_swap_setting setting = o->setting;
    if (setting.grid == 0 && bench->device != NULL)
        setting.grid = SWAP_EXPERT_PARTS * swap_device_processors(bench->device);
    if (setting.grid == 0)
        setting.grid = GRID;
    return setting;
}

static json_t *measure_one(const struct swap_options *o, const struct lp_swap_setting *setting,
                           struct swap_bench *bench, struct lp_rng *rng)
{
    double compress, expand;
    size_t size, bytes = (size_t)uniform(rng, (double)o->least, (double)o->most) / WORD * WORD;
    double sparsity = uniform(rng, SPARSITY_LOW, SPARSITY_HIGH);
    bytes = bytes < o->least ? (size_t)o->least : bytes;
    swap_bench_tensor(bench, lp_random(rng), sparsity, bytes);
    swap_bench_run(bench, setting, bytes, &compress, &expand, &size);
    double zeros = (double)(WORD * lp_swap_zeros(bench->data, bytes)) / (double)bytes;
    return json_pack("{s:I,s:f,s:f,s:f,s:I}", "bytes", (json_int_t)bytes, "sparsity", zeros,
                     "compress_ms", 1e3 * compress, "decompress_ms", 1e3 * expand,
                     "compressed_bytes", (json_int_t)size);
}

int swap_sample(const struct swap_options *o)
{
    struct lp_rng rng = {o->seed};
    struct swap_bench bench;
    json_t *list = json_array();
    swap_bench_open(&bench, o, (size_t)o->most);
    struct lp_swap_setting setting = setting_of(o, &bench);
    for (uint64_t i = 0; i < o->count; i++) {
        json_array_append_new(list, measure_one(o, &setting, &bench, &rng));
        cli_progress("swap sample", i + 1, o->count);
    }
    cli_progress_end();
    json_t *object = json_object();
    swap_bench_say(&bench, object);
    json_object_update_new(object, json_pack("{s:s,s:i,s:i,s:i,s:I,s:I,s:o}", "codec",
                                             lp_swap_codec_name(setting.codec), "grid",
                                             (int)setting.grid, "block", (int)setting.block,
                                             "threads", (int)o->threads, "seed",
                                             (json_int_t)o->seed, "repeat",
                                             (json_int_t)o->repeat, "samples", list));
    swap_bench_close(&bench);
    swap_write(o, object);
    return EXIT_GOOD;
}

/* ---- fit ---- */

#define HELD_OUT 5u /* of so many samples the last is not fitted */

static struct lp_swap_sample *take(const struct swap_samples *s, int held_out, size_t *count)
{
    struct lp_swap_sample *list = cli_alloc((s->count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; i < s->count; i++)
        if ((i % HELD_OUT == HELD_OUT - 1) == held_out)
            list[(*count)++] = s->list[i];
    return list;
}

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *fit_file(const struct swap_options *o, const char *path,
                        const struct swap_samples *s)
{
    size_t fitted_count, other_count;
    struct lp_swap_sample *fitted = take(s, 0, &fitted_count), *others = take(s, 1, &other_count);
    struct lp_swap_model model;
    unsigned parts = o->parts;
    double compress, expand;
    int error = parts == 0 ? lp_swap_choose(fitted, fitted_count, &parts) : LP_OK;
    if (error == LP_OK)
        error = lp_swap_fit(fitted, fitted_count, &s->setting, parts, &model);
    if (error == LP_ERR_EMPTY)
        cli_fail("%s: %zu samples are too few for a model%s", path, s->count,
                 o->parts > 1 ? " of so many parts" : "");
    if (error != LP_OK)
        cli_fail("%s: %s", path, lp_strerror(error));
    lp_swap_error(&model, others, other_count, &compress, &expand);
    json_t *object = swap_model_json(&model);
    json_object_set_new(object, "rae",
                        json_pack("{s:o,s:o}", "compress", number_or_null(compress), "decompress",
                                  number_or_null(expand)));
    if (!o->json)
        fprintf(stderr, "%s: %u sub-models, RAE %.3f and %.3f on %zu unseen samples\n",
                lp_swap_codec_name(s->setting.codec), parts, compress, expand, other_count);
    free(fitted);
    free(others);
    return object;
}

/* The samples' hash is that of their numbers, not of the file's blanks. */
static void add_hash(struct lpi_sha256 *sum, const struct swap_samples *s)
{
    char *text = json_dumps(s->file, JSON_SORT_KEYS | JSON_COMPACT);
    if (text == NULL)
        cli_fail("swap: no memory for the samples");
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    lpi_sha256_add(sum, text, length);
    free(text);
}

int swap_fit(const struct swap_options *o)
{
    struct lpi_sha256 sum;
    char hash[LPI_SHA256_TEXT], device[65] = "";
    json_t *codecs = json_array();
    unsigned seen = 0;
    lpi_sha256_begin(&sum);
    for (int i = 0; i < o->file_count; i++) {
        struct swap_samples s;
        swap_samples_open(o->files[i], &s);
        if (i == 0)
            snprintf(device, sizeof device, "%s", s.device);
        for (const char *a = device, *b = s.device; *a != '\0' || *b != '\0'; a++, b++)
            if (*a != *b)
                cli_fail("%s: samples of device %s, where %s has those of %s", o->files[i],
                         s.device, o->files[0], device);
        if (seen >> s.setting.codec & 1)
            cli_fail("%s: there are samples of %s already", o->files[i],
                     lp_swap_codec_name(s.setting.codec));
        seen |= 1u << s.setting.codec;
        add_hash(&sum, &s);
        json_array_append_new(codecs, fit_file(o, o->files[i], &s));
        swap_samples_close(&s);
    }
    lpi_sha256_end(&sum, hash);
    swap_write(o, json_pack("{s:s,s:s,s:o}", "device", device, "samples", hash, "codecs", codecs));
    return EXIT_GOOD;
}
