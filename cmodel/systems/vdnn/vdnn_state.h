/* SPDX-License-Identifier: Apache-2.0 */
/* A training step in host memory: a network, a GPU, ratios, and the timeline of each policy. */
#ifndef LPI_SYSTEMS_VDNN_STATE_H
#define LPI_SYSTEMS_VDNN_STATE_H

#include <jansson.h>
#include <linepress/vdnn.h>

/* What the copies do. Each but the first compresses, with ratios of one codec. */
enum vdnn_policy { VDNN_RAW, VDNN_RL, VDNN_ZV, VDNN_ZL, VDNN_BP, VDNN_AWARE, VDNN_POLICIES };

struct vdnn_policy_row {
    const char *key, *title; /* in JSON, in print */
    const char *codec;       /* as `linepress dma` names it */
    double dense;            /* the codec's ratio for data without zeros */
};
extern const struct vdnn_policy_row vdnn_policies[VDNN_POLICIES];

/* One policy's timeline; known is 0 where nobody gave ratios for its codec. */
struct vdnn_timeline {
    int known;
    struct lp_vdnn_task *tasks;
    struct lp_vdnn_slot *slots;
    struct lp_vdnn_total total;
};

/* A network, its steps, and what its file (NULL: none) has to live on for. */
struct vdnn_network {
    struct lp_vdnn_network net;
    struct lp_vdnn_layer *layers; /* of a file */
    json_t *file;
    double *forward, *backward; /* of each step, of a file that has them, in seconds; else -1 */
    struct lp_vdnn_step *steps;
    size_t count;
};

struct vdnn_job {
    struct vdnn_network network;
    struct lp_vdnn_gpu gpu;
    json_t *gpu_file;
    struct vdnn_timeline policies[VDNN_POLICIES];
};

#endif
