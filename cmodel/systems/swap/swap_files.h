/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Profiles, models and samples of swapping (docs/use/swap.md). Functions that open a file return 0
 * or the code that they set in *fault, which must be 0 on entry; after an error there is nothing to
 * close.
 */
#ifndef LPI_SYSTEMS_SWAP_FILES_H
#define LPI_SYSTEMS_SWAP_FILES_H

#include "../../base/fault.h"
#include <jansson.h>
#include <linepress/swap.h>

extern const char *const swap_kind_names[LP_SWAP_KINDS];

/* Times of a codec on a tensor in seconds; compress < 0: not measured. */
struct swap_measured {
    double compress, expand;
};

struct swap_profile {
    json_t *file; /* owner of the names */
    const char *network, *device;
    struct lp_swap_rates link; /* out = 0: not measured */
    size_t count, epochs;
    const char **names;                               /* of tensors */
    struct lp_swap_tensor *tensors;                   /* [epoch * tensors + tensor] */
    struct swap_measured (*measured)[LP_SWAP_CODECS]; /* indexed like `tensors` */
};

int swap_profile_open(const char *path, struct swap_profile *profile, struct lpi_fault *fault);
void swap_profile_close(struct swap_profile *profile);

struct swap_models {
    json_t *file; /* NULL: a preset */
    const char *device;
    size_t count;
    struct lp_swap_model models[LP_SWAP_CODECS];
};

/* `name` is v100 or a file. */
int swap_models_open(const char *name, struct swap_models *models, struct lpi_fault *fault);
void swap_models_close(struct swap_models *models);

/* The JSON of a model, without the members that fit adds. */
json_t *swap_model_json(const struct lp_swap_model *model);

struct swap_samples {
    json_t *file;
    const char *device;
    struct lp_swap_setting setting;
    size_t count;
    struct lp_swap_sample *list;
};

int swap_samples_open(const char *path, struct swap_samples *samples, struct lpi_fault *fault);
void swap_samples_close(struct swap_samples *samples);

#endif
