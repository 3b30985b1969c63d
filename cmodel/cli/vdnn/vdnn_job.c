/* SPDX-License-Identifier: Apache-2.0 */
#include "vdnn_job.h"
#include "../../base/codecs.h"
#include "../shared/fail.h"
#include "vdnn_files.h"
#include "vdnn_ratios.h"
#include <stdlib.h>

/* Dense: 33 words for 32; a byte for a run of 128 words; nothing; a byte for a line (format.md). */
const struct vdnn_policy_row vdnn_policies[VDNN_POLICIES] = {
    [VDNN_RAW] = {"vdnn", "vDNN", NULL, 1},
    [VDNN_RL] = {"rl", "cDMA RL", lpi_codec_name_rle, 512.0 / 513},
    [VDNN_ZV] = {"zv", "cDMA ZV", lpi_codec_name_zvc, LP_VDNN_DENSE_RATIO},
    [VDNN_ZL] = {"zl", "cDMA ZL", lpi_codec_name_zlib, 1},
    [VDNN_BP] = {"bp", "cDMA BP", lpi_codec_name_bpc, 128.0 / 129},
    [VDNN_AWARE] = {"zv_aware", "cDMA ZV aware", lpi_codec_name_zvc, LP_VDNN_DENSE_RATIO},
};

static void set_times(const struct vdnn_options *o, const struct vdnn_job *job,
                      struct lp_vdnn_task *tasks)
{
    const struct vdnn_network *n = &job->network;
    if (lp_vdnn_model(n->steps, n->count, &job->gpu, o->efficiency, tasks) != LP_OK)
        cli_fail("vdnn: no times for this network on this GPU");
    for (size_t i = 0; i < n->count; i++) {
        if (n->forward[i] >= 0)
            tasks[i].forward = n->forward[i];
        if (n->backward[i] >= 0)
            tasks[i].backward = n->backward[i];
    }
}

static void set_flat_ratio(const struct vdnn_options *o, struct vdnn_job *job,
                           enum vdnn_policy policy)
{
    for (size_t i = 0; i < job->network.count; i++)
        job->policies[policy].tasks[i].ratio =
            job->network.steps[i].dense ? vdnn_policies[policy].dense : o->ratio;
    job->policies[policy].known = 1;
}

static void run(const struct vdnn_options *o, const struct vdnn_job *job, enum vdnn_policy policy,
                struct vdnn_timeline *t)
{
    struct lp_vdnn_link link = {
        .out = 1e9 * o->link,
        .in = 1e9 * o->link,
        .comp = 1e9 * (policy == VDNN_AWARE ? o->aware : o->comp),
        .spare = job->gpu.bandwidth - job->gpu.used,
        .prefetch = o->prefetch,
    };
    if (lp_vdnn_timeline(t->tasks, job->network.count, &link, t->slots, &t->total) != LP_OK)
        cli_fail("vdnn: the iteration's time is too long for a number");
}

void vdnn_job_open(const struct vdnn_options *o, struct vdnn_job *job)
{
    vdnn_network_open(o->network, &job->network);
    vdnn_gpu_open(o->gpu, &job->gpu, &job->gpu_file);
    for (int p = 0; p < VDNN_POLICIES; p++) {
        struct vdnn_timeline *t = &job->policies[p];
        t->known = p == VDNN_RAW;
        t->tasks = cli_alloc(job->network.count * sizeof *t->tasks);
        t->slots = cli_alloc(job->network.count * sizeof *t->slots);
        set_times(o, job, t->tasks);
    }
    for (unsigned i = 0; i < o->ratios_count; i++)
        vdnn_ratios_read(o->ratios[i], &job->network, job->policies);
    if (o->ratios_count == 0) {
        set_flat_ratio(o, job, VDNN_ZV);
        set_flat_ratio(o, job, VDNN_AWARE);
    }
    for (int p = 0; p < VDNN_POLICIES; p++)
        if (job->policies[p].known)
            run(o, job, (enum vdnn_policy)p, &job->policies[p]);
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
