/* SPDX-License-Identifier: Apache-2.0 */
/* Least squares on (1, bytes, sparsity) in each range of sparsity (CSWAP, section IV-C). */
#include "../../base/null.h"
#include "swap_model.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define FOLDS 5u
#define SINGULAR 1e-9 /* of the product of the variances */

/* Sums over the samples of one sub-model, relative to their means. */
struct sums {
    size_t count;
    double x, s, y[2]; /* means of bytes, sparsity, compress and expand */
    double xx, xs, ss, xy[2], sy[2];
};

static bool is_in(const struct lp_swap_sample *sample, unsigned count, unsigned number)
{
    return sample->sparsity >= LP_SWAP_LOW && sample->sparsity <= LP_SWAP_HIGH &&
           lpi_swap_sub_model(count, sample->sparsity) == number;
}

static void add_means(struct sums *t, const struct lp_swap_sample *sample)
{
    t->count++;
    t->x += sample->bytes;
    t->s += sample->sparsity;
    t->y[0] += sample->compress;
    t->y[1] += sample->expand;
}

static void divide_means(struct sums *t)
{
    double n = (double)t->count;
    t->x /= n, t->s /= n, t->y[0] /= n, t->y[1] /= n;
}

static void add_products(struct sums *t, const struct lp_swap_sample *sample)
{
    double x = sample->bytes - t->x, s = sample->sparsity - t->s;
    double y[2] = {sample->compress - t->y[0], sample->expand - t->y[1]};
    t->xx += x * x, t->xs += x * s, t->ss += s * s;
    for (int i = 0; i < 2; i++)
        t->xy[i] += x * y[i], t->sy[i] += s * y[i];
}

static int solve(const struct sums *t, struct lp_swap_line *compress, struct lp_swap_line *expand)
{
    double det = t->xx * t->ss - t->xs * t->xs;
    if (t->count < 3 || !(det > SINGULAR * t->xx * t->ss))
        return LP_ERR_EMPTY;
    struct lp_swap_line *lines[2] = {compress, expand};
    for (int i = 0; i < 2; i++) {
        lines[i]->per_byte = (t->xy[i] * t->ss - t->sy[i] * t->xs) / det;
        lines[i]->per_sparsity = (t->sy[i] * t->xx - t->xy[i] * t->xs) / det;
        lines[i]->fixed = t->y[i] - lines[i]->per_byte * t->x - lines[i]->per_sparsity * t->s;
    }
    return LP_OK;
}

static int fit_one(const struct lp_swap_sample *samples, size_t samples_count, unsigned number,
                   struct lp_swap_model *model)
{
    struct sums t = {0};
    for (size_t i = 0; i < samples_count; i++)
        if (is_in(&samples[i], model->count, number))
            add_means(&t, &samples[i]);
    if (t.count == 0)
        return LP_ERR_EMPTY;
    divide_means(&t);
    for (size_t i = 0; i < samples_count; i++)
        if (is_in(&samples[i], model->count, number))
            add_products(&t, &samples[i]);
    return solve(&t, &model->compress[number], &model->expand[number]);
}

static bool is_sample(const struct lp_swap_sample *sample)
{
    return sample->bytes >= 0 && isfinite(sample->bytes) && sample->sparsity >= 0 &&
           sample->sparsity <= 1 && sample->compress >= 0 && isfinite(sample->compress) &&
           sample->expand >= 0 && isfinite(sample->expand);
}

int lp_swap_fit(const struct lp_swap_sample *samples, size_t samples_count,
                const struct lp_swap_setting *setting, unsigned count, struct lp_swap_model *model)
{
    if (LPI_ANY_NULL(samples, setting, model) || count == 0 || count > LP_SWAP_MODELS_MAX)
        return LP_ERR_ARG;
    for (size_t i = 0; i < samples_count; i++)
        if (!is_sample(&samples[i]))
            return LP_ERR_ARG;
    *model = (struct lp_swap_model){.setting = *setting, .count = count};
    for (unsigned i = 0; i < count; i++) {
        int error = fit_one(samples, samples_count, i, model);
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

/* ---- how many sub-models ---- */

/*
 * Sum of absolute errors, on one fold's samples in this range, of a model fitted to all other
 * folds.
 */
static int fold_error(const struct lp_swap_sample *samples, size_t samples_count, unsigned count,
                      size_t fold, struct lp_swap_sample *others, double *sum)
{
    static const struct lp_swap_setting any = {LP_SWAP_ZVC, 1, 64};
    struct lp_swap_model model;
    size_t kept = 0;
    for (size_t i = 0; i < samples_count; i++)
        if (i % FOLDS != fold)
            others[kept++] = samples[i];
    int error = lp_swap_fit(others, kept, &any, count, &model);
    for (size_t i = fold; error == LP_OK && i < samples_count; i += FOLDS) {
        double c, e;
        if (samples[i].sparsity < LP_SWAP_LOW || samples[i].sparsity > LP_SWAP_HIGH)
            continue;
        lp_swap_predict(&model, samples[i].bytes, samples[i].sparsity, &c, &e);
        *sum += fabs(c - samples[i].compress) + fabs(e - samples[i].expand);
    }
    return error;
}

int lp_swap_choose(const struct lp_swap_sample *samples, size_t samples_count, unsigned *count)
{
    if (LPI_ANY_NULL(samples, count))
        return LP_ERR_ARG;
    struct lp_swap_sample *others = calloc(samples_count + 1, sizeof *others);
    double best = INFINITY;
    int error = others != NULL ? LP_OK : LP_ERR_SYSTEM, first = error;
    for (unsigned n = 1; n <= LP_SWAP_MODELS_MAX && first == LP_OK; n *= 2) {
        double sum = 0;
        error = LP_OK;
        for (size_t fold = 0; fold < FOLDS && error == LP_OK; fold++)
            error = fold_error(samples, samples_count, n, fold, others, &sum);
        if (error == LP_OK && sum < best)
            best = sum, *count = n;
        if (n == 1)
            first = error;
    }
    free(others);
    return first;
}
