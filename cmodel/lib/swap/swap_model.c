/* SPDX-License-Identifier: Apache-2.0 */
/* Time of a codec by size and sparsity, and the error of its prediction (CSWAP, IV-C, V-C). */
#include "swap_model.h"
#include "../../base/null.h"
#include "swap_parts.h"
#include <math.h>
#include <stdbool.h>

unsigned lpi_swap_sub_model(unsigned count, double sparsity)
{
    double at = (sparsity - LP_SWAP_LOW) / (LP_SWAP_HIGH - LP_SWAP_LOW) * count;
    if (!(at > 0))
        return 0;
    return at < count ? (unsigned)at : count - 1;
}

static bool is_line(const struct lp_swap_line *line)
{
    return isfinite(line->fixed) && isfinite(line->per_byte) && isfinite(line->per_sparsity);
}

bool lpi_swap_model_valid(const struct lp_swap_model *model)
{
    struct lpi_parts parts;
    if (model->setting.codec == LP_SWAP_RAW || lpi_parts_cut(&parts, &model->setting, 0) != LP_OK ||
        model->count == 0 || model->count > LP_SWAP_MODELS_MAX)
        return false;
    for (unsigned i = 0; i < model->count; i++)
        if (!is_line(&model->compress[i]) || !is_line(&model->expand[i]))
            return false;
    return true;
}

static double at_point(const struct lp_swap_line *line, double bytes, double sparsity)
{
    double value = line->fixed + bytes * line->per_byte + sparsity * line->per_sparsity;
    return value > 0 ? value : 0;
}

void lp_swap_predict(const struct lp_swap_model *model, double bytes, double sparsity,
                     double *compress, double *expand)
{
    unsigned i = lpi_swap_sub_model(model->count, sparsity);
    *compress = at_point(&model->compress[i], bytes, sparsity);
    *expand = at_point(&model->expand[i], bytes, sparsity);
}

void lp_swap_error(const struct lp_swap_model *model, const struct lp_swap_sample *samples,
                   size_t count, double *compress, double *expand)
{
    double mean[2] = {0}, off[2] = {0}, spread[2] = {0};
    for (size_t i = 0; i < count; i++) {
        mean[0] += samples[i].compress / (double)count;
        mean[1] += samples[i].expand / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        double c, e;
        lp_swap_predict(model, samples[i].bytes, samples[i].sparsity, &c, &e);
        off[0] += fabs(c - samples[i].compress);
        off[1] += fabs(e - samples[i].expand);
        spread[0] += fabs(mean[0] - samples[i].compress);
        spread[1] += fabs(mean[1] - samples[i].expand);
    }
    *compress = spread[0] > 0 ? off[0] / spread[0] : NAN;
    *expand = spread[1] > 0 ? off[1] / spread[1] : NAN;
}
