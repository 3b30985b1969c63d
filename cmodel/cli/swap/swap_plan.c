/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress swap plan` and `linepress swap simulate`: functions of their files. */
#include "../shared/fail.h"
#include "../shared/json.h"
#include "swap_files.h"
#include "swap_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB 1048576.0

struct job {
    const struct swap_options *options;
    struct swap_profile profile;
    struct swap_models models;
    struct lp_swap_rates rates;
};

/* A model of vDNN++ is the host's, whatever the device. */
static void open_job(const struct swap_options *o, struct job *job)
{
    *job = (struct job){.options = o};
    swap_profile_open(o->profile, &job->profile);
    if (o->model != NULL)
        swap_models_open(o->model, &job->models);
    int is_host = o->action == SWAP_SIMULATE && o->policy == LP_SWAP_VDNNPP;
    if (o->model != NULL && !is_host && strcmp(job->models.device, job->profile.device) != 0)
        cli_fail("%s: a model of device %s, where %s is of %s", o->model, job->models.device,
                 o->profile, job->profile.device);
    job->rates = o->link.out > 0 ? o->link : job->profile.link;
    if (job->rates.out == 0)
        cli_fail("%s: the link was not measured; give --link", o->profile);
}

static void close_job(struct job *job)
{
    swap_profile_close(&job->profile);
    swap_models_close(&job->models);
}

static const struct lp_swap_tensor *tensors_of(const struct job *job, size_t epoch)
{
    return job->profile.tensors + epoch * job->profile.count;
}

static const char *codec_text(const struct lp_swap_choice *choice)
{
    return choice->pays ? lp_swap_codec_name(choice->codec) : "none";
}

static json_t *us(double seconds)
{
    return isfinite(seconds) ? json_real(1e6 * seconds) : json_null();
}

/* ---- plan ---- */

/* Decisions in one epoch by both forms, and by times that were measured. */
struct epoch_plan {
    struct lp_swap_choice *form[2];
    int *measured; /* 1: compression pays by measured times; -1: nobody knows */
};

/* T' and the least T by the times that the profile has of the models' codecs. */
static int measured_pays(const struct job *job, size_t epoch, size_t i)
{
    const struct lp_swap_tensor *t = tensors_of(job, epoch);
    const struct swap_measured *m = job->profile.measured[epoch * job->profile.count + i];
    struct lp_swap_tensor two[2] = {t[i], {.backward = 0}};
    size_t count = i + 1 < job->profile.count ? 2 : 1;
    int known = 0, pays = 0;
    if (count == 2)
        two[1].backward = t[i + 1].backward;
    for (size_t k = 0; k < job->models.count; k++) {
        int codec = job->models.models[k].setting.codec;
        struct lp_swap_model one = {.setting = {codec, 1, 64}, .count = 1};
        struct lp_swap_choice choices[2];
        if (m[codec].compress < 0)
            continue;
        one.compress[0].fixed = m[codec].compress;
        one.expand[0].fixed = m[codec].expand;
        if (lp_swap_plan(two, count, &job->rates, &one, 1, LP_SWAP_EXACT, choices) != LP_OK)
            return -1;
        known = 1;
        pays |= choices[0].pays;
    }
    return known ? pays : -1;
}

static void plan_epoch(const struct job *job, size_t epoch, struct epoch_plan *plan)
{
    const struct swap_profile *p = &job->profile;
    for (int form = LP_SWAP_PAPER; form <= LP_SWAP_EXACT; form++)
        if (lp_swap_plan(tensors_of(job, epoch), p->count, &job->rates, job->models.models,
                         job->models.count, (enum lp_swap_form)form, plan->form[form]) != LP_OK)
            cli_fail("%s: no plan can be made of it", job->options->profile);
    for (size_t i = 0; i < p->count; i++) {
        int kind = tensors_of(job, epoch)[i].kind;
        plan->measured[i] = kind == LP_SWAP_RELU || kind == LP_SWAP_POOL
                                ? measured_pays(job, epoch, i) : -1;
    }
}

struct agreement {
    size_t decisions, agree, differ; /* differ: of the forms */
};

static void count_epoch(const struct job *job, const struct epoch_plan *plan,
                        struct agreement *sum)
{
    const struct lp_swap_choice *chosen = plan->form[job->options->form];
    for (size_t i = 0; i < job->profile.count; i++) {
        sum->differ += strcmp(codec_text(&plan->form[LP_SWAP_PAPER][i]),
                              codec_text(&plan->form[LP_SWAP_EXACT][i])) != 0;
        if (plan->measured[i] < 0)
            continue;
        sum->decisions++;
        sum->agree += plan->measured[i] == chosen[i].pays;
    }
}

static json_t *epoch_json(const struct job *job, const struct epoch_plan *plan, size_t epoch,
                          size_t i)
{
    const struct lp_swap_choice *c = &plan->form[job->options->form][i];
    json_t *object = json_pack(
        "{s:I,s:o,s:o,s:s,s:s,s:s}", "zeros", (json_int_t)tensors_of(job, epoch)[i].zeros, "T_us",
        us(c->pressed), "T_raw_us", us(c->plain), "codec", codec_text(c), "paper",
        codec_text(&plan->form[LP_SWAP_PAPER][i]), "exact",
        codec_text(&plan->form[LP_SWAP_EXACT][i]));
    json_object_set_new(object, "measured", plan->measured[i] < 0
                                                ? json_null() : json_boolean(plan->measured[i]));
    return object;
}

static void print_epoch(const struct job *job, const struct epoch_plan *plan, size_t epoch)
{
    printf("%s, epoch %zu, %s form; link %.6g GB/s out, %.6g in\n", job->profile.network, epoch,
           swap_form_names[job->options->form], job->rates.out / 1e9, job->rates.in / 1e9);
    printf("%-20s %-6s %10s %8s %12s %12s  %s\n", "tensor", "kind", "MiB", "zeros %", "T' ms",
           "T ms", "codec");
    for (size_t i = 0; i < job->profile.count; i++) {
        const struct lp_swap_tensor *t = &tensors_of(job, epoch)[i];
        const struct lp_swap_choice *c = &plan->form[job->options->form][i];
        char pressed[32] = "-";
        if (isfinite(c->pressed))
            snprintf(pressed, sizeof pressed, "%.3f", 1e3 * c->pressed);
        printf("%-20s %-6s %10.2f %8.1f %12.3f %12s  %s\n", job->profile.names[i],
               swap_kind_names[t->kind], (double)t->bytes / MIB,
               t->bytes > 0 ? 400.0 * (double)t->zeros / (double)t->bytes : 0, 1e3 * c->plain,
               pressed, codec_text(c));
    }
    printf("\n");
}

static void print_agreement(const struct agreement *sum)
{
    printf("the two forms differ in %zu decisions\n", sum->differ);
    if (sum->decisions > 0)
        printf("%zu of %zu decisions agree with measured times\n", sum->agree, sum->decisions);
}

static json_t *plan_json(const struct job *job, json_t *lists, const struct agreement *sum)
{
    json_t *tensors = json_array();
    for (size_t i = 0; i < job->profile.count; i++) {
        const struct lp_swap_tensor *t = &tensors_of(job, 0)[i];
        json_array_append_new(tensors, json_pack("{s:s,s:s,s:I,s:O}", "name",
                                                 job->profile.names[i], "kind",
                                                 swap_kind_names[t->kind], "bytes",
                                                 (json_int_t)t->bytes, "epochs",
                                                 json_array_get(lists, i)));
    }
    return json_pack("{s:s,s:s,s:s,s:{s:f,s:f},s:I,s:{s:I,s:I},s:o}", "network",
                     job->profile.network, "device", job->profile.device, "form",
                     swap_form_names[job->options->form], "link", "d2h", job->rates.out / 1e9,
                     "h2d", job->rates.in / 1e9, "differ", (json_int_t)sum->differ, "measured",
                     "decisions", (json_int_t)sum->decisions, "agree", (json_int_t)sum->agree,
                     "tensors", tensors);
}

int swap_plan(const struct swap_options *o)
{
    struct job job;
    open_job(o, &job);
    size_t count = job.profile.count;
    struct epoch_plan plan = {.measured = cli_alloc(count * sizeof *plan.measured)};
    struct agreement sum = {0};
    json_t *lists = json_array();
    for (int form = 0; form < 2; form++)
        plan.form[form] = cli_alloc(count * sizeof *plan.form[form]);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(lists, json_array());
    for (size_t e = 0; e < job.profile.epochs; e++) {
        plan_epoch(&job, e, &plan);
        count_epoch(&job, &plan, &sum);
        for (size_t i = 0; i < count && o->json; i++)
            json_array_append_new(json_array_get(lists, i), epoch_json(&job, &plan, e, i));
        if (!o->json)
            print_epoch(&job, &plan, e);
    }
    if (o->json)
        cli_print_json(plan_json(&job, lists, &sum));
    else
        print_agreement(&sum);
    json_decref(lists);
    free(plan.form[0]);
    free(plan.form[1]);
    free(plan.measured);
    close_job(&job);
    return EXIT_GOOD;
}

/* ---- simulate ---- */

static json_t *layers_json(const struct job *job, const struct lp_swap_choice *choices)
{
    json_t *list = json_array();
    for (size_t i = 0; i < job->profile.count; i++)
        if (choices[i].pays && job->options->policy != LP_SWAP_NONE)
            json_array_append_new(list, json_string(job->profile.names[i]));
    return list;
}

static void print_total(const struct job *job, const struct lp_swap_total *t, size_t epoch,
                        json_t *layers)
{
    printf("%s, epoch %zu, policy %s, %s form; link %.6g GB/s out, %.6g in\n",
           job->profile.network, epoch, swap_policy_names[job->options->policy],
           swap_form_names[job->options->form], job->rates.out / 1e9, job->rates.in / 1e9);
    printf("iteration %.3f ms: compute %.3f, swapping %.3f (codecs %.3f); copies hidden %.3f\n",
           1e3 * t->iteration, 1e3 * t->compute, 1e3 * t->swap, 1e3 * t->codec, 1e3 * t->hidden);
    printf("on the link %.2f MiB, in device memory %.2f MiB at most, %zu layers compressed\n",
           t->link_bytes / MIB, (double)t->device_peak / MIB, json_array_size(layers));
    json_decref(layers);
}

static json_t *total_json(const struct job *job, const struct lp_swap_total *t, size_t epoch,
                          json_t *layers)
{
    return json_pack("{s:s,s:s,s:s,s:I,s:f,s:f,s:f,s:f,s:f,s:f,s:I,s:o}", "network",
                     job->profile.network, "policy", swap_policy_names[job->options->policy],
                     "form", swap_form_names[job->options->form], "epoch", (json_int_t)epoch,
                     "iteration_us", 1e6 * t->iteration, "compute_us", 1e6 * t->compute, "swap_us",
                     1e6 * t->swap, "hidden_us", 1e6 * t->hidden, "codec_us", 1e6 * t->codec,
                     "link_bytes", t->link_bytes, "device_peak", (json_int_t)t->device_peak,
                     "compressed_layers", layers);
}

int swap_simulate(const struct swap_options *o)
{
    struct job job;
    struct lp_swap_total total;
    open_job(o, &job);
    if (o->epoch >= (long)job.profile.epochs)
        cli_fail("%s: no epoch %ld, but %zu from 0 on", o->profile, o->epoch, job.profile.epochs);
    size_t epoch = o->epoch < 0 ? job.profile.epochs - 1 : (size_t)o->epoch;
    struct lp_swap_choice *choices = cli_alloc(job.profile.count * sizeof *choices);
    int error = lp_swap_simulate(tensors_of(&job, epoch), job.profile.count, &job.rates,
                                 job.models.models, job.models.count, o->form, o->policy, choices,
                                 &total);
    if (error == LP_ERR_CODEC)
        cli_fail("%s: no model of zvc, which policy %s needs", o->model,
                 swap_policy_names[o->policy]);
    if (error != LP_OK)
        cli_fail("%s: no iteration can be made of it", o->profile);
    json_t *layers = layers_json(&job, choices);
    if (o->json)
        cli_print_json(total_json(&job, &total, epoch, layers));
    else
        print_total(&job, &total, epoch, layers);
    free(choices);
    close_job(&job);
    return EXIT_GOOD;
}
