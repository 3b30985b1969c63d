/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layers and copies on one time axis. A layer and its concurrent copy begin together, and the next
 * pair begins when both have ended, so
 *
 *     T = sum of max(F(n), off(n)) + sum of max(B(n), pre(n - 1))
 *
 * and X of the last layer is never fetched, since its backward pass directly follows its forward
 * pass. With LP_VDNN_SAME the second sum is that of max(B(n), pre(n)).
 */
#include "../../base/null.h"
#include <float.h>
#include <stdbool.h>
#include <linepress/vdnn.h>

static bool is_time(double value)
{
    return value >= 0 && value <= DBL_MAX;
}

static bool is_rate(double value)
{
    return value > 0 && value <= DBL_MAX;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* X / (r * link) * max(1, r * link / min(COMP, spare)) */
static double copy_time(const struct lp_vdnn_task *task, double rate,
                        const struct lp_vdnn_link *link)
{
    double raw = task->ratio * rate; /* raw bytes/s that fill the link */
    double held = raw / least(link->comp, link->spare);
    return (double)task->bytes / raw * most(1, held);
}

static bool is_good(const struct lp_vdnn_task *tasks, size_t count, const struct lp_vdnn_link *link)
{
    if (count == 0 || !is_rate(link->out) || !is_rate(link->in) || !is_rate(link->comp) ||
        !is_rate(link->spare) ||
        (link->prefetch != LP_VDNN_AHEAD && link->prefetch != LP_VDNN_SAME))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_rate(tasks[i].ratio) || !is_time(tasks[i].forward) || !is_time(tasks[i].backward))
            return false;
    return true;
}

static double run_forward(const struct lp_vdnn_task *tasks, size_t count,
                          const struct lp_vdnn_link *link, struct lp_vdnn_slot *slots,
                          struct lp_vdnn_total *total)
{
    double now = 0;
    for (size_t i = 0; i < count; i++) {
        double copy = copy_time(&tasks[i], link->out, link);
        double stall = most(copy - tasks[i].forward, 0);
        if (slots != NULL) {
            slots[i].forward_at = slots[i].offload_at = now;
            slots[i].offload = copy;
            slots[i].forward_stall = stall;
        }
        now += most(tasks[i].forward, copy);
        total->oracle += tasks[i].forward;
        total->stall += stall;
        total->link += copy;
        total->offloaded += (double)tasks[i].bytes / tasks[i].ratio;
    }
    return now;
}

/* The task whose X is fetched during the backward pass of task i, or NULL. */
static const struct lp_vdnn_task *fetched(const struct lp_vdnn_task *tasks, size_t i,
                                          enum lp_vdnn_prefetch prefetch)
{
    if (prefetch == LP_VDNN_SAME)
        return &tasks[i];
    return i > 0 ? &tasks[i - 1] : NULL;
}

static double run_backward(const struct lp_vdnn_task *tasks, size_t count,
                           const struct lp_vdnn_link *link, struct lp_vdnn_slot *slots,
                           struct lp_vdnn_total *total, double now)
{
    if (slots != NULL)
        slots[count - 1].prefetch = 0, slots[count - 1].prefetch_at = now;
    for (size_t i = count; i-- > 0;) {
        const struct lp_vdnn_task *other = fetched(tasks, i, link->prefetch);
        double copy = other != NULL ? copy_time(other, link->in, link) : 0;
        double stall = most(copy - tasks[i].backward, 0);
        if (slots != NULL) {
            slots[i].backward_at = now;
            slots[i].backward_stall = stall;
        }
        if (slots != NULL && other != NULL) {
            slots[other - tasks].prefetch_at = now;
            slots[other - tasks].prefetch = copy;
        }
        now += most(tasks[i].backward, copy);
        total->oracle += tasks[i].backward;
        total->stall += stall;
        total->link += copy;
        total->prefetched += other != NULL ? (double)other->bytes / other->ratio : 0;
    }
    return now;
}

int lp_vdnn_timeline(const struct lp_vdnn_task *tasks, size_t count,
                     const struct lp_vdnn_link *link, struct lp_vdnn_slot *slots,
                     struct lp_vdnn_total *total)
{
    struct lp_vdnn_total sum = {0};
    if (LPI_ANY_NULL(tasks, link, total) || !is_good(tasks, count, link))
        return LP_ERR_ARG;
    sum.forward = run_forward(tasks, count, link, slots, &sum);
    sum.iteration = run_backward(tasks, count, link, slots, &sum, sum.forward);
    if (!is_time(sum.iteration) || !is_time(sum.offloaded) || !is_time(sum.link))
        return LP_ERR_ARG;
    *total = sum;
    return LP_OK;
}
