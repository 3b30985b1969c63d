/* SPDX-License-Identifier: Apache-2.0 */
/* Time of a layer: a model with one parameter, the efficiency, for two GPUs. */
#include "../../base/null.h"
#include <float.h>
#include <linepress/vdnn.h>
#include <stdbool.h>
#include <string.h>

#define STREAMED 0.75     /* share of memory bandwidth that a streaming kernel reaches */
#define BACKWARD_FACTOR 2 /* gradients of X and of the weights cost one forward pass each */

static const struct lp_vdnn_gpu gpus[] = {
    {"titanx", "Maxwell Titan X", 6.6e12, 336e9, LP_VDNN_USED},
    {"titanxp", "Pascal Titan Xp", 12.15e12, 548e9, LP_VDNN_USED},
};
#define GPUS (sizeof gpus / sizeof gpus[0])

const struct lp_vdnn_gpu *lp_vdnn_gpu_at(size_t number)
{
    return number < GPUS ? &gpus[number] : NULL;
}

const struct lp_vdnn_gpu *lp_vdnn_find_gpu(const char *name)
{
    for (size_t i = 0; name != NULL && i < GPUS; i++)
        if (strcmp(gpus[i].name, name) == 0)
            return &gpus[i];
    return NULL;
}

static bool is_rate(double value)
{
    return value > 0 && value <= DBL_MAX;
}

static double forward_time(const struct lp_vdnn_step *step, double flops, double bandwidth)
{
    double moved = (double)step->x_bytes + (double)step->y_bytes + (double)step->weight_bytes;
    double computed = step->flops / flops, streamed = moved / bandwidth;
    double relu = step->relu ? 2 * (double)step->y_bytes / bandwidth : 0;
    return (computed > streamed ? computed : streamed) + relu;
}

int lp_vdnn_model(const struct lp_vdnn_step *steps, size_t count, const struct lp_vdnn_gpu *gpu,
                  double efficiency, struct lp_vdnn_task *tasks)
{
    if (LPI_ANY_NULL(steps, gpu, tasks) || !is_rate(gpu->flops) || !is_rate(gpu->bandwidth) ||
        !(efficiency > 0 && efficiency <= 1))
        return LP_ERR_ARG;
    for (size_t i = 0; i < count; i++) {
        double forward = forward_time(&steps[i], efficiency * gpu->flops,
                                      STREAMED * gpu->bandwidth);
        tasks[i] = (struct lp_vdnn_task){.bytes = steps[i].moved_bytes,
                                         .ratio = 1,
                                         .forward = forward,
                                         .backward = BACKWARD_FACTOR * forward};
    }
    return LP_OK;
}
