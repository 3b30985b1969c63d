/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_job.h"
#include "../../base/codecs.h"
#include "vdnn_files.h"
#include "vdnn_ratios.h"
#include <stdlib.h>

/*
 * dense, the ratio without zeros: 33 words for 32; a byte per run of 128 words; no overhead; a byte
 * per line (format.md).
 */
const struct vdnn_policy_row vdnn_policies[VDNN_POLICIES] = {
    [VDNN_RAW] = {"vdnn", "vDNN", NULL, 1},
    [VDNN_RL] = {"rl", "cDMA RL", lpi_codec_name_rle, 512.0 / 513},
    [VDNN_ZV] = {"zv", "cDMA ZV", lpi_codec_name_zvc, LP_VDNN_DENSE_RATIO},
    [VDNN_ZL] = {"zl", "cDMA ZL", lpi_codec_name_zlib, 1},
    [VDNN_BP] = {"bp", "cDMA BP", lpi_codec_name_bpc, 128.0 / 129},
    [VDNN_AWARE] = {"zv_aware", "cDMA ZV aware", lpi_codec_name_zvc, LP_VDNN_DENSE_RATIO},
};

static int set_times(const struct vdnn_ask *o, const struct vdnn_job *job,
                     struct lp_vdnn_task *tasks, struct lpi_fault *fault)
{
    const struct vdnn_network *n = &job->network;
    if (lp_vdnn_model(n->steps, n->count, &job->gpu, o->efficiency, tasks) != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "vdnn: no times for this network on this GPU");
    for (size_t i = 0; i < n->count; i++) {
        if (n->forward[i] >= 0)
            tasks[i].forward = n->forward[i];
        if (n->backward[i] >= 0)
            tasks[i].backward = n->backward[i];
    }
    return 0;
}

static void set_flat_ratio(const struct vdnn_ask *o, struct vdnn_job *job, enum vdnn_policy policy)
{
    for (size_t i = 0; i < job->network.count; i++)
        job->policies[policy].tasks[i].ratio = job->network.steps[i].dense
                                                   ? vdnn_policies[policy].dense
                                                   : o->ratio;
    job->policies[policy].known = 1;
}

static int run(const struct vdnn_ask *o, struct vdnn_job *job, enum vdnn_policy policy,
               struct lpi_fault *fault)
{
    struct vdnn_timeline *t = &job->policies[policy];
    struct lp_vdnn_link link = {
        .out = 1e9 * o->link,
        .in = 1e9 * o->link,
        .comp = 1e9 * (policy == VDNN_AWARE ? o->aware : o->comp),
        .spare = job->gpu.bandwidth - job->gpu.used,
        .prefetch = o->prefetch,
    };
    if (lp_vdnn_timeline(t->tasks, job->network.count, &link, t->slots, &t->total) != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "vdnn: the iteration's time is too long for a number");
    return 0;
}

static int open_policies(const struct vdnn_ask *o, struct vdnn_job *job, struct lpi_fault *fault)
{
    for (int p = 0; p < VDNN_POLICIES && fault->code == 0; p++) {
        struct vdnn_timeline *t = &job->policies[p];
        t->known = p == VDNN_RAW;
        t->tasks = lpi_fault_alloc(fault, job->network.count * sizeof *t->tasks);
        t->slots = lpi_fault_alloc(fault, job->network.count * sizeof *t->slots);
        if (fault->code == 0)
            set_times(o, job, t->tasks, fault);
    }
    return fault->code;
}

static void set_ratios(const struct vdnn_ask *o, struct vdnn_job *job, struct lpi_fault *fault)
{
    for (unsigned i = 0; i < o->ratios_count && fault->code == 0; i++)
        vdnn_ratios_read(o->ratios[i], &job->network, job->policies, fault);
    if (o->ratios_count == 0) {
        set_flat_ratio(o, job, VDNN_ZV);
        set_flat_ratio(o, job, VDNN_AWARE);
    }
}

int vdnn_job_open(const struct vdnn_ask *o, struct vdnn_job *job, struct lpi_fault *fault)
{
    *job = (struct vdnn_job){.gpu_file = NULL};
    if (vdnn_network_open(o->network, &job->network, fault) == 0 &&
        vdnn_gpu_open(o->gpu, &job->gpu, &job->gpu_file, fault) == 0 &&
        open_policies(o, job, fault) == 0)
        set_ratios(o, job, fault);
    for (int p = 0; p < VDNN_POLICIES && fault->code == 0; p++)
        if (job->policies[p].known)
            run(o, job, (enum vdnn_policy)p, fault);
    if (fault->code != 0)
        vdnn_job_close(job);
    return fault->code;
}

void vdnn_job_close(struct vdnn_job *job)
{
    for (int p = 0; p < VDNN_POLICIES; p++) {
        free(job->policies[p].tasks);
        free(job->policies[p].slots);
    }
    vdnn_network_close(&job->network);
    json_decref(job->gpu_file);
}
