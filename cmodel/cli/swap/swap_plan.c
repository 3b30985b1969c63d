/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress swap plan` and `linepress swap simulate`: computed from their input files only. */
#include "../../systems/swap/swap_advice.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "swap_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIB 1048576.0

static struct swap_job_options job_options(const struct swap_options *o)
{
    return (struct swap_job_options){.profile = o->profile,
                                     .model = o->model,
                                     .form = o->form,
                                     .policy = o->policy,
                                     .link = o->link};
}

static json_t *us(double seconds)
{
    return isfinite(seconds) ? json_real(1e6 * seconds) : json_null();
}

/* ---- plan ---- */

static json_t *epoch_json(const struct swap_job *job, const struct swap_epoch_plan *plan,
                          size_t epoch, size_t i)
{
    const struct lp_swap_choice *c = &plan->form[job->options->form][i];
    json_t *object = json_pack(
        "{s:I,s:o,s:o,s:s,s:s,s:s}", "zeros", (json_int_t)swap_tensors_of(job, epoch)[i].zeros,
        "T_us", us(c->pressed), "T_raw_us", us(c->plain), "codec", swap_choice_name(c), "paper",
        swap_choice_name(&plan->form[LP_SWAP_PAPER][i]), "exact",
        swap_choice_name(&plan->form[LP_SWAP_EXACT][i]));
    json_object_set_new(object, "measured",
                        plan->measured[i] < 0 ? json_null() : json_boolean(plan->measured[i]));
    return object;
}

static void print_epoch(const struct swap_job *job, const struct swap_epoch_plan *plan,
                        size_t epoch)
{
    printf("%s, epoch %zu, %s form; link %.6g GB/s out, %.6g in\n", job->profile.network, epoch,
           swap_form_names[job->options->form], job->rates.out / 1e9, job->rates.in / 1e9);
    printf("%-20s %-6s %10s %8s %12s %12s  %s\n", "tensor", "kind", "MiB", "zeros %", "T' ms",
           "T ms", "codec");
    for (size_t i = 0; i < job->profile.count; i++) {
        const struct lp_swap_tensor *t = &swap_tensors_of(job, epoch)[i];
        const struct lp_swap_choice *c = &plan->form[job->options->form][i];
        char pressed[32] = "-";
        if (isfinite(c->pressed))
            snprintf(pressed, sizeof pressed, "%.3f", 1e3 * c->pressed);
        printf("%-20s %-6s %10.2f %8.1f %12.3f %12s  %s\n", job->profile.names[i],
               swap_kind_names[t->kind], (double)t->bytes / MIB,
               t->bytes > 0 ? 100.0 * t->element * (double)t->zeros / (double)t->bytes : 0,
               1e3 * c->plain, pressed, swap_choice_name(c));
    }
    printf("\n");
}

static void print_agreement(const struct swap_agreement *sum)
{
    printf("the two forms differ in %zu decisions\n", sum->differ);
    if (sum->decisions > 0)
        printf("%zu of %zu decisions agree with measured times\n", sum->agree, sum->decisions);
}

static json_t *plan_json(const struct swap_job *job, json_t *lists,
                         const struct swap_agreement *sum)
{
    json_t *tensors = json_array();
    for (size_t i = 0; i < job->profile.count; i++) {
        const struct lp_swap_tensor *t = &swap_tensors_of(job, 0)[i];
        json_array_append_new(tensors,
                              json_pack("{s:s,s:s,s:I,s:O}", "name", job->profile.names[i], "kind",
                                        swap_kind_names[t->kind], "bytes", (json_int_t)t->bytes,
                                        "epochs", json_array_get(lists, i)));
    }
    return json_pack("{s:s,s:s,s:s,s:{s:f,s:f},s:I,s:{s:I,s:I},s:o}", "network",
                     job->profile.network, "device", job->profile.device, "form",
                     swap_form_names[job->options->form], "link", "d2h", job->rates.out / 1e9,
                     "h2d", job->rates.in / 1e9, "differ", (json_int_t)sum->differ, "measured",
                     "decisions", (json_int_t)sum->decisions, "agree", (json_int_t)sum->agree,
                     "tensors", tensors);
}

int cli_swap_plan(const struct swap_options *o)
{
    struct swap_job_options options = job_options(o);
    struct lpi_fault fault = {0};
    struct swap_job job;
    struct swap_epoch_plan plan;
    struct swap_agreement sum = {0};
    if (swap_job_open(&options, &job, &fault) != 0 || swap_plans_open(&job, &plan, &fault) != 0)
        cli_fail_for(&fault);
    size_t count = job.profile.count;
    json_t *lists = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(lists, json_array());
    for (size_t e = 0; e < job.profile.epochs; e++) {
        if (swap_plan_epoch(&job, e, &plan, &fault) != 0)
            cli_fail_for(&fault);
        swap_count_epoch(&job, &plan, &sum);
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
    swap_plans_close(&plan);
    swap_job_close(&job);
    return EXIT_GOOD;
}

/* ---- simulate ---- */

static json_t *layers_json(const struct swap_job *job, const struct lp_swap_choice *choices)
{
    json_t *list = json_array();
    for (size_t i = 0; i < job->profile.count; i++)
        if (choices[i].pays && job->options->policy != LP_SWAP_NONE)
            json_array_append_new(list, json_string(job->profile.names[i]));
    return list;
}

static void print_total(const struct swap_job *job, const struct lp_swap_total *t, size_t epoch,
                        json_t *layers)
{
    printf("%s, epoch %zu, policy %s, %s form; link %.6g GB/s out, %.6g in\n", job->profile.network,
           epoch, swap_policy_names[job->options->policy], swap_form_names[job->options->form],
           job->rates.out / 1e9, job->rates.in / 1e9);
    printf("iteration %.3f ms: compute %.3f, swapping %.3f (codecs %.3f); copies hidden %.3f\n",
           1e3 * t->iteration, 1e3 * t->compute, 1e3 * t->swap, 1e3 * t->codec, 1e3 * t->hidden);
    printf("on the link %.2f MiB, in device memory %.2f MiB at most, %zu layers compressed\n",
           t->link_bytes / MIB, (double)t->device_peak / MIB, json_array_size(layers));
    json_decref(layers);
}

static json_t *total_json(const struct swap_job *job, const struct lp_swap_total *t, size_t epoch,
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

int cli_swap_simulate(const struct swap_options *o)
{
    struct swap_job_options options = job_options(o);
    struct lpi_fault fault = {0};
    struct swap_job job;
    struct swap_simulated s;
    if (swap_job_open(&options, &job, &fault) != 0 ||
        swap_simulate_epoch(&job, o->epoch, &s, &fault) != 0)
        cli_fail_for(&fault);
    json_t *layers = layers_json(&job, s.choices);
    if (o->json)
        cli_print_json(total_json(&job, &s.total, s.epoch, layers));
    else
        print_total(&job, &s.total, s.epoch, layers);
    swap_simulated_close(&s);
    swap_job_close(&job);
    return EXIT_GOOD;
}
