/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of a training that saves tensors on the way forward and fetches them on the way
   back, from a profile of `linepress swap` (docs/use/swap.md). */
#ifndef TB_HUVM_TRAINING_H
#define TB_HUVM_TRAINING_H

#include "memory.h"
#include <stdbool.h>

struct saved_tensor {
    uint64_t words, zeros; /* of 32 bits */
    bool positive;         /* after a ReLU or a pool */
};

struct training {
    struct saved_tensor *tensor;
    size_t count;
};

/* Tensors as they are in the profile's last epoch. Exits with status 2 and a line if the file is no
   profile. */
void training_read(struct training *t, const char *path);
void training_close(struct training *t);

/* Bytes of memory that a step uses. */
size_t training_bytes(const struct training *t, size_t chunk);

/*
 * One step: each tensor is written in the profile's order, then read in the opposite one. Values
 * are generated: as many zeros as in the profile, at random places, among floats of a bell curve.
 * Returns the array with the result, the sum of each tensor's words.
 */
unsigned run_training(struct memory *m, const struct training *t);

#endif
