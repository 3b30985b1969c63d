/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_advice.h"
#include <stdlib.h>
#include <string.h>

const char *const swap_policy_names[LP_SWAP_POLICIES] = {"none", "vdnn",  "vdnn++",
                                                         "sc",   "cswap", "orac"};

/* ---- the files ---- */

/* A vDNN++ model describes the host, whatever the device. */
static void check_devices(const struct swap_job *job, struct lpi_fault *fault)
{
    const struct swap_job_options *o = job->options;
    if (o->model == NULL || o->policy == LP_SWAP_VDNNPP ||
        strcmp(job->models.device, job->profile.device) == 0)
        return;
    lpi_fault_set(fault, LPI_BAD, "%s: a model of device %s, where %s is of %s", o->model,
                  job->models.device, o->profile, job->profile.device);
}

int swap_job_open(const struct swap_job_options *o, struct swap_job *job, struct lpi_fault *fault)
{
    *job = (struct swap_job){.options = o};
    swap_profile_open(o->profile, &job->profile, fault);
    if (fault->code == 0 && o->model != NULL)
        swap_models_open(o->model, &job->models, fault);
    if (fault->code == 0)
        check_devices(job, fault);
    job->rates = o->link.out > 0 ? o->link : job->profile.link;
    if (fault->code == 0 && job->rates.out == 0)
        lpi_fault_set(fault, LPI_BAD, "%s: the link was not measured; give --link", o->profile);
    if (fault->code != 0)
        swap_job_close(job);
    return fault->code;
}

void swap_job_close(struct swap_job *job)
{
    swap_profile_close(&job->profile);
    swap_models_close(&job->models);
}

const struct lp_swap_tensor *swap_tensors_of(const struct swap_job *job, size_t epoch)
{
    return job->profile.tensors + epoch * job->profile.count;
}

const char *swap_choice_name(const struct lp_swap_choice *choice)
{
    return choice->pays ? lp_swap_codec_name(choice->codec) : "none";
}

/* ---- plan ---- */

int swap_plans_open(const struct swap_job *job, struct swap_epoch_plan *plan,
                    struct lpi_fault *fault)
{
    size_t count = job->profile.count;
    *plan = (struct swap_epoch_plan){.measured = NULL};
    plan->measured = lpi_fault_alloc(fault, count * sizeof *plan->measured);
    for (int form = 0; form < 2 && fault->code == 0; form++)
        plan->form[form] = lpi_fault_alloc(fault, count * sizeof *plan->form[form]);
    if (fault->code != 0)
        swap_plans_close(plan);
    return fault->code;
}

void swap_plans_close(struct swap_epoch_plan *plan)
{
    free(plan->form[0]);
    free(plan->form[1]);
    free(plan->measured);
}

/*
 * Whether compression pays: compares T' with the lowest T by the times measured in the profile, of
 * the models' codecs.
 */
static int measured_pays(const struct swap_job *job, size_t epoch, size_t i)
{
    const struct lp_swap_tensor *t = swap_tensors_of(job, epoch);
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

int swap_plan_epoch(const struct swap_job *job, size_t epoch, struct swap_epoch_plan *plan,
                    struct lpi_fault *fault)
{
    const struct swap_profile *p = &job->profile;
    for (int form = 0; form < 2; form++)
        if (lp_swap_plan(swap_tensors_of(job, epoch), p->count, &job->rates, job->models.models,
                         job->models.count, (enum lp_swap_form)form, plan->form[form]) != LP_OK)
            return lpi_fault_set(fault, LPI_BAD, "%s: no plan can be made of it",
                                 job->options->profile);
    for (size_t i = 0; i < p->count; i++) {
        int kind = swap_tensors_of(job, epoch)[i].kind;
        plan->measured[i] = kind == LP_SWAP_RELU || kind == LP_SWAP_POOL
                                ? measured_pays(job, epoch, i)
                                : -1;
    }
    return 0;
}

void swap_count_epoch(const struct swap_job *job, const struct swap_epoch_plan *plan,
                      struct swap_agreement *sum)
{
    const struct lp_swap_choice *chosen = plan->form[job->options->form];
    for (size_t i = 0; i < job->profile.count; i++) {
        sum->differ += strcmp(swap_choice_name(&plan->form[LP_SWAP_PAPER][i]),
                              swap_choice_name(&plan->form[LP_SWAP_EXACT][i])) != 0;
        if (plan->measured[i] < 0)
            continue;
        sum->decisions++;
        sum->agree += plan->measured[i] == chosen[i].pays;
    }
}

/* ---- simulate ---- */

int swap_simulate_epoch(const struct swap_job *job, long wanted, struct swap_simulated *to,
                        struct lpi_fault *fault)
{
    const struct swap_job_options *o = job->options;
    const struct swap_profile *p = &job->profile;
    *to = (struct swap_simulated){.choices = NULL};
    if (wanted >= (long)p->epochs)
        return lpi_fault_set(fault, LPI_BAD, "%s: no epoch %ld, but %zu from 0 on", o->profile,
                             wanted, p->epochs);
    to->epoch = wanted < 0 ? p->epochs - 1 : (size_t)wanted;
    to->choices = lpi_fault_alloc(fault, p->count * sizeof *to->choices);
    if (to->choices == NULL)
        return fault->code;
    int error = lp_swap_simulate(swap_tensors_of(job, to->epoch), p->count, &job->rates,
                                 job->models.models, job->models.count, o->form, o->policy,
                                 to->choices, &to->total);
    if (error == LP_ERR_CODEC)
        lpi_fault_set(fault, LPI_BAD, "%s: no model of zvc or zvc16, which policy %s needs",
                      o->model, swap_policy_names[o->policy]);
    else if (error != LP_OK)
        lpi_fault_set(fault, LPI_BAD, "%s: no iteration can be made of it", o->profile);
    if (fault->code != 0)
        swap_simulated_close(to);
    return fault->code;
}

void swap_simulated_close(struct swap_simulated *simulated)
{
    free(simulated->choices);
    simulated->choices = NULL;
}
