/* SPDX-License-Identifier: Apache-2.0 */
/* Time models of files of samples, each of another codec of one device. */
#ifndef LPI_SYSTEMS_SWAP_FIT_H
#define LPI_SYSTEMS_SWAP_FIT_H

#include "../../base/sha256.h"
#include "swap_files.h"

#define SWAP_DEVICE_NAME 65 /* room for a name of a JSON file */

struct swap_fitting {
    char device[SWAP_DEVICE_NAME];
    struct lpi_sha256 sum; /* of the samples */
    unsigned seen;         /* codecs, as bits */
    const char *first;     /* the first file */
};

struct swap_fitted {
    struct lp_swap_model model;
    double compress, expand; /* relative absolute errors on the samples that were not fitted */
    size_t unseen;           /* how many those are */
};

void swap_fit_begin(struct swap_fitting *fitting);

/*
 * `parts` sub-models, 0: by cross-validation. Returns 0 or the code that it sets in *fault, which
 * was 0 before.
 */
int swap_fit_file(struct swap_fitting *fitting, const char *path, unsigned parts,
                  struct swap_fitted *fitted, struct lpi_fault *fault);
void swap_fit_end(struct swap_fitting *fitting, char hash[LPI_SHA256_TEXT]);

#endif
