/* SPDX-License-Identifier: Apache-2.0 */
/* Profiles, models and samples of `linepress swap` (docs/use/swap.md). Failures end the program. */
#ifndef LPI_CLI_SWAP_FILES_H
#define LPI_CLI_SWAP_FILES_H

#include <jansson.h>
#include <linepress/swap.h>

/* Seconds of a codec on a tensor; compress < 0: not measured. */
struct swap_measured {
    double compress, expand;
};

struct swap_profile {
    json_t *file; /* what the names live in */
    const char *network, *device;
    struct lp_swap_rates link; /* 0: not measured */
    size_t count, epochs;
    const char **names;                  /* of tensors */
    struct lp_swap_tensor *tensors;      /* epoch by epoch */
    struct swap_measured (*measured)[LP_SWAP_CODECS]; /* likewise */
};

void swap_profile_open(const char *path, struct swap_profile *profile);
void swap_profile_close(struct swap_profile *profile);

struct swap_models {
    json_t *file; /* NULL: a preset */
    const char *device;
    size_t count;
    struct lp_swap_model models[LP_SWAP_CODECS];
};

/* v100, or a file's name. */
void swap_models_open(const char *name, struct swap_models *models);
void swap_models_close(struct swap_models *models);

/* A model as the file has it, but for what fit adds. */
json_t *swap_model_json(const struct lp_swap_model *model);

struct swap_samples {
    json_t *file;
    const char *device;
    struct lp_swap_setting setting;
    size_t count;
    struct lp_swap_sample *list;
};

void swap_samples_open(const char *path, struct swap_samples *samples);
void swap_samples_close(struct swap_samples *samples);

#endif
