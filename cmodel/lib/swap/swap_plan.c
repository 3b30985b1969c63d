/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a tensor is compressed before it leaves (CSWAP, section IV-B, equations 1 to 4). */
#include "swap_plan.h"
#include "../../base/null.h"
#include "swap_model.h"
#include "swap_most.h"
#include <math.h>
#include <stdbool.h>

#define WORD 4u
#define HALF 2u
#define MASK (1.0 / 32) /* of ZVC, in words a word */
#define MASK_16 (1.0 / 16)

static unsigned element_of(const struct lp_swap_tensor *tensor)
{
    return tensor->element == 0 ? WORD : tensor->element;
}

int lpi_swap_zvc_of(const struct lp_swap_tensor *tensor)
{
    return element_of(tensor) == HALF ? LP_SWAP_ZVC16 : LP_SWAP_ZVC;
}

double lpi_swap_sparsity(const struct lp_swap_tensor *tensor)
{
    double zeros = element_of(tensor) * (double)tensor->zeros;
    return tensor->bytes > 0 ? lpi_least(zeros / (double)tensor->bytes, 1) : 0;
}

bool lpi_swap_is_sparse_kind(const struct lp_swap_tensor *tensor)
{
    return tensor->kind == LP_SWAP_RELU || tensor->kind == LP_SWAP_POOL;
}

/*
 * Codecs of 16-bit elements are for these alone. Those of 32-bit words find other zeros there than
 * the tensor counts, so that only a measured ratio says their size.
 */
static bool is_for(const struct lp_swap_tensor *tensor, int codec, enum lp_swap_form form)
{
    unsigned element = lp_swap_codec_element(codec);
    return element == element_of(tensor) ||
           (element == WORD && codec != LP_SWAP_ZVC && form == LP_SWAP_EXACT);
}

double lpi_swap_size(const struct lp_swap_tensor *tensor, int codec, enum lp_swap_form form)
{
    double bytes = (double)tensor->bytes, dense = bytes * (1 - lpi_swap_sparsity(tensor));
    if (!is_for(tensor, codec, form))
        return INFINITY;
    if (form == LP_SWAP_PAPER)
        return dense;
    if (codec == LP_SWAP_ZVC || codec == LP_SWAP_ZVC16)
        return dense + (codec == LP_SWAP_ZVC ? MASK : MASK_16) * bytes;
    return tensor->ratio[codec] > 0 ? bytes / tensor->ratio[codec] : INFINITY;
}

/* ---- what is refused ---- */

static bool is_time(double value)
{
    return value >= 0 && isfinite(value);
}

static bool is_rate(double value)
{
    return value > 0 && isfinite(value);
}

static bool is_tensor(const struct lp_swap_tensor *t)
{
    unsigned element = element_of(t);
    if (t->kind < 0 || t->kind >= LP_SWAP_KINDS || (element != WORD && element != HALF) ||
        t->zeros > t->bytes / element || !is_time(t->forward) || !is_time(t->backward))
        return false;
    for (int c = 0; c < LP_SWAP_CODECS; c++)
        if (!is_time(t->ratio[c]))
            return false;
    return true;
}

int lpi_swap_check(const struct lp_swap_tensor *tensors, size_t count,
                   const struct lp_swap_rates *rates, const struct lp_swap_model *models,
                   size_t models_count, enum lp_swap_form form)
{
    if (LPI_ANY_NULL(tensors, rates) || (models == NULL && models_count > 0) || count == 0 ||
        !is_rate(rates->out) || !is_rate(rates->in) ||
        (form != LP_SWAP_PAPER && form != LP_SWAP_EXACT))
        return LP_ERR_ARG;
    for (size_t i = 0; i < count; i++)
        if (!is_tensor(&tensors[i]))
            return LP_ERR_ARG;
    for (size_t i = 0; i < models_count; i++)
        if (!lpi_swap_model_valid(&models[i]))
            return LP_ERR_ARG;
    return LP_OK;
}

/* ---- equations ---- */

/* O_f + O_b of a tensor with `size` bytes on the link. */
static double exposed(const struct lp_swap_tensor *tensors, size_t count, size_t i,
                      const struct lp_swap_rates *rates, double size)
{
    double out = lpi_most(size / rates->out - tensors[i].forward, 0);
    return i + 1 < count ? out + lpi_most(size / rates->in - tensors[i + 1].backward, 0) : out;
}

void lpi_swap_leave_raw(const struct lp_swap_tensor *tensors, size_t count, size_t i,
                        const struct lp_swap_rates *rates, struct lp_swap_choice *choice)
{
    double bytes = (double)tensors[i].bytes;
    *choice = (struct lp_swap_choice){.plain = exposed(tensors, count, i, rates, bytes),
                                      .pressed = INFINITY,
                                      .size = bytes,
                                      .model = -1};
}

void lpi_swap_try(const struct lp_swap_tensor *tensors, size_t count, size_t i,
                  const struct lp_swap_rates *rates, const struct lp_swap_model *models, int model,
                  enum lp_swap_form form, struct lp_swap_choice *choice)
{
    const struct lp_swap_model *m = &models[model];
    lpi_swap_leave_raw(tensors, count, i, rates, choice);
    double size = lpi_swap_size(&tensors[i], m->setting.codec, form);
    if (!isfinite(size))
        return;
    lp_swap_predict(m, (double)tensors[i].bytes, lpi_swap_sparsity(&tensors[i]), &choice->compress,
                    &choice->expand);
    if (i + 1 == count)
        choice->expand = 0;
    choice->size = size;
    choice->codec = m->setting.codec;
    choice->model = model;
    choice->pressed = choice->compress + choice->expand + exposed(tensors, count, i, rates, size);
    choice->pays = choice->plain > choice->pressed;
}

int lp_swap_plan(const struct lp_swap_tensor *tensors, size_t count,
                 const struct lp_swap_rates *rates, const struct lp_swap_model *models,
                 size_t models_count, enum lp_swap_form form, struct lp_swap_choice *choices)
{
    if (choices == NULL ||
        lpi_swap_check(tensors, count, rates, models, models_count, form) != LP_OK)
        return LP_ERR_ARG;
    for (size_t i = 0; i < count; i++) {
        lpi_swap_leave_raw(tensors, count, i, rates, &choices[i]);
        for (size_t m = 0; m < models_count && lpi_swap_is_sparse_kind(&tensors[i]); m++) {
            struct lp_swap_choice other;
            lpi_swap_try(tensors, count, i, rates, models, (int)m, form, &other);
            if (other.pressed < choices[i].pressed)
                choices[i] = other;
        }
    }
    return LP_OK;
}
