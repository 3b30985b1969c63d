/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An iteration under a policy. Copies run on the timeline of vdnn.h; codecs on the device add to
 * it, as in T, and hide nothing. The host's codec of vDNN++ makes a copy longer instead.
 */
#include "../../base/null.h"
#include "swap_most.h"
#include "swap_plan.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

struct run {
    const struct lp_swap_tensor *tensors;
    size_t count;
    const struct lp_swap_rates *rates;
    const struct lp_swap_model *models;
    size_t models_count;
    enum lp_swap_form form;
    enum lp_swap_policy policy;
    struct lp_swap_choice *choices;
};

/* ---- what each policy chooses ---- */

static int model_of(const struct run *r, int codec)
{
    for (size_t i = 0; i < r->models_count; i++)
        if (r->models[i].setting.codec == codec)
            return (int)i;
    return -1;
}

/* The model of ZVC for tensor i; -1: there is none. */
static int zvc_model(const struct run *r, size_t i)
{
    return model_of(r, lpi_swap_zvc_of(&r->tensors[i]));
}

/* LP_ERR_CODEC: a tensor has none. */
static int check_zvc_models(const struct run *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (zvc_model(r, i) < 0)
            return LP_ERR_CODEC;
    return LP_OK;
}

static int choose_static(const struct run *r)
{
    int error = check_zvc_models(r);
    for (size_t i = 0; i < r->count && error == LP_OK; i++) {
        if (!lpi_swap_is_sparse_kind(&r->tensors[i]))
            continue;
        lpi_swap_try(r->tensors, r->count, i, r->rates, r->models, zvc_model(r, i), r->form,
                     &r->choices[i]);
        r->choices[i].pays = 1;
    }
    return error;
}

/* Codecs that take no time; chooses among those with known ratios, or ZVC in the paper's form. */
static int choose_oracle(const struct run *r)
{
    struct lp_swap_model models[LP_SWAP_CODECS];
    size_t count = 0;
    for (int c = LP_SWAP_ZVC; c < LP_SWAP_CODECS; c++)
        if (r->form == LP_SWAP_EXACT || c == LP_SWAP_ZVC || c == LP_SWAP_ZVC16)
            models[count++] = (struct lp_swap_model){.setting = {c, 1, 64}, .count = 1};
    int error = lp_swap_plan(r->tensors, r->count, r->rates, models, count, r->form, r->choices);
    for (size_t i = 0; i < r->count; i++)
        r->choices[i].model = -1;
    return error;
}

static int choose(const struct run *r)
{
    for (size_t i = 0; i < r->count; i++)
        lpi_swap_leave_raw(r->tensors, r->count, i, r->rates, &r->choices[i]);
    switch (r->policy) {
    case LP_SWAP_SC: return choose_static(r);
    case LP_SWAP_CSWAP:
        return lp_swap_plan(r->tensors, r->count, r->rates, r->models, r->models_count, r->form,
                            r->choices);
    case LP_SWAP_ORAC: return choose_oracle(r);
    case LP_SWAP_VDNNPP: return check_zvc_models(r);
    default: return LP_OK;
    }
}

/* ---- the timeline ---- */

/* Time that the host's codec adds to a copy of vDNN++, out or in. */
static double host_time(const struct run *r, size_t i, int in)
{
    double compress, expand, sparsity = lpi_swap_sparsity(&r->tensors[i]);
    if (r->policy != LP_SWAP_VDNNPP || sparsity <= LP_SWAP_HOST_SPARSITY)
        return 0;
    lp_swap_predict(&r->models[zvc_model(r, i)], (double)r->tensors[i].bytes, sparsity, &compress,
                    &expand);
    return in ? expand : compress;
}

/* The bytes that take as long on a link of this rate as the copy and its codec time. */
static double link_size(const struct run *r, size_t i, int in)
{
    double size = r->choices[i].pays ? r->choices[i].size : (double)r->tensors[i].bytes;
    return size + host_time(r, i, in) * (in ? r->rates->in : r->rates->out);
}

static void set_tasks(const struct run *r, int in, struct lp_vdnn_task *tasks)
{
    for (size_t i = 0; i < r->count; i++) {
        double bytes = (double)r->tensors[i].bytes, size = link_size(r, i, in);
        int moves = size > 0 && r->policy != LP_SWAP_NONE;
        tasks[i] = (struct lp_vdnn_task){.bytes = moves ? r->tensors[i].bytes : 0,
                                         .ratio = moves ? bytes / size : 1,
                                         .forward = r->tensors[i].forward,
                                         .backward = r->tensors[i].backward};
    }
}

/* Seconds of both link directions. */
static double busy(const struct run *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->count && r->policy != LP_SWAP_NONE; i++) {
        sum += link_size(r, i, 0) / r->rates->out;
        sum += i + 1 < r->count ? link_size(r, i, 1) / r->rates->in : 0;
    }
    return sum;
}

static int run_timeline(const struct run *r, struct lp_vdnn_task *tasks, struct lp_swap_total *t)
{
    struct lp_vdnn_link link = {r->rates->out, r->rates->in, DBL_MAX, DBL_MAX, LP_VDNN_AHEAD};
    struct lp_vdnn_total out, in;
    set_tasks(r, 0, tasks);
    int error = lp_vdnn_timeline(tasks, r->count, &link, NULL, &out);
    if (error != LP_OK)
        return error;
    set_tasks(r, 1, tasks);
    error = lp_vdnn_timeline(tasks, r->count, &link, NULL, &in);
    if (error != LP_OK)
        return error;
    /* The forward pass is that of the first run, the backward pass that of the second. */
    t->compute = out.oracle;
    t->iteration = r->policy == LP_SWAP_NONE ? out.oracle
                                             : out.forward + (in.iteration - in.forward);
    t->hidden = lpi_most(busy(r) - (t->iteration - t->compute), 0);
    return LP_OK;
}

/*
 * A tensor and the one before it, which is prefetched meanwhile; all of them if none is offloaded.
 */
static uint64_t device_peak(const struct run *r)
{
    uint64_t peak = 0, sum = 0;
    for (size_t i = 0; i < r->count; i++) {
        uint64_t both = r->tensors[i].bytes + (i > 0 ? r->tensors[i - 1].bytes : 0);
        sum += r->tensors[i].bytes;
        peak = both > peak ? both : peak;
    }
    return r->policy == LP_SWAP_NONE ? sum : peak;
}

static void add_codecs(const struct run *r, struct lp_swap_total *t)
{
    for (size_t i = 0; i < r->count && r->policy != LP_SWAP_NONE; i++) {
        const struct lp_swap_choice *c = &r->choices[i];
        double size = c->pays ? c->size : (double)r->tensors[i].bytes;
        t->link_bytes += i + 1 < r->count ? 2 * size : size;
        if (c->pays)
            t->codec += c->compress + c->expand;
    }
}

int lp_swap_simulate(const struct lp_swap_tensor *tensors, size_t count,
                     const struct lp_swap_rates *rates, const struct lp_swap_model *models,
                     size_t models_count, enum lp_swap_form form, enum lp_swap_policy policy,
                     struct lp_swap_choice *choices, struct lp_swap_total *total)
{
    struct run r = {tensors, count, rates, models, models_count, form, policy, choices};
    struct lp_swap_total t = {0};
    if (LPI_ANY_NULL(choices, total) || (int)policy < 0 || policy >= LP_SWAP_POLICIES ||
        lpi_swap_check(tensors, count, rates, models, models_count, form) != LP_OK)
        return LP_ERR_ARG;
    int error = choose(&r);
    if (error != LP_OK)
        return error;
    struct lp_vdnn_task *tasks = calloc(count, sizeof *tasks);
    if (tasks == NULL)
        return LP_ERR_SYSTEM;
    error = run_timeline(&r, tasks, &t);
    free(tasks);
    if (error != LP_OK)
        return error;
    add_codecs(&r, &t);
    t.iteration += t.codec;
    t.swap = t.iteration - t.compute;
    t.device_peak = device_peak(&r);
    *total = t;
    return LP_OK;
}
