/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A training step with activations in host memory: a network, a GPU, ratios, and the timeline of
 * each policy.
 */
#ifndef LPI_SYSTEMS_VDNN_STATE_H
#define LPI_SYSTEMS_VDNN_STATE_H

#include <jansson.h>
#include <linepress/vdnn.h>

/* Kinds of copies. All except the first compress, each with the ratios of one codec. */
enum vdnn_policy { VDNN_RAW, VDNN_RL, VDNN_ZV, VDNN_ZL, VDNN_BP, VDNN_AWARE, VDNN_POLICIES };

struct vdnn_policy_row {
    const char *key, *title; /* in JSON, in printed tables */
    const char *codec;       /* its name in `linepress dma` */
    double dense;            /* the codec's ratio for data without zeros */
};
extern const struct vdnn_policy_row vdnn_policies[VDNN_POLICIES];

/* One policy's timeline; known is 0 if no ratios were given for its codec. */
struct vdnn_timeline {
    int known;
    struct lp_vdnn_task *tasks;
    struct lp_vdnn_slot *slots;
    struct lp_vdnn_total total;
};

/* A network, its steps, and the JSON file that owns its strings (NULL: built in). */
struct vdnn_network {
    struct lp_vdnn_network net;
    struct lp_vdnn_layer *layers; /* owned if read from a file */
    json_t *file;
    double *forward, *backward; /* seconds for each step, if the file has them; else -1 */
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
