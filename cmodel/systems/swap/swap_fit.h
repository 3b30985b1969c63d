/* SPDX-License-Identifier: Apache-2.0 */
/* Time models fitted to files of samples, one file for each codec of the same device. */
#ifndef LPI_SYSTEMS_SWAP_FIT_H
#define LPI_SYSTEMS_SWAP_FIT_H

#include "../../base/sha256.h"
#include "swap_files.h"

#define SWAP_DEVICE_NAME 65 /* maximum length of a name in a JSON file, and the final zero */

struct swap_fitting {
    char device[SWAP_DEVICE_NAME];
    struct lpi_sha256 sum; /* of the samples */
    unsigned seen;         /* codecs seen so far, as bits */
    const char *first;     /* the first file */
};

struct swap_fitted {
    struct lp_swap_model model;
    double compress, expand; /* relative absolute errors on the held-out samples */
    size_t unseen;           /* number of held-out samples */
};

void swap_fit_begin(struct swap_fitting *fitting);

/*
 * `parts`: number of sub-models; 0: chosen by cross-validation. Returns 0 or the code that it sets
 * in *fault, which must be 0 on entry.
 */
int swap_fit_file(struct swap_fitting *fitting, const char *path, unsigned parts,
                  struct swap_fitted *fitted, struct lpi_fault *fault);
void swap_fit_end(struct swap_fitting *fitting, char hash[LPI_SHA256_TEXT]);

#endif
