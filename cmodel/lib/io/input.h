/* SPDX-License-Identifier: Apache-2.0 */
/* Opening an input so that a failure can be explained: what was found, and where. */
#ifndef LPI_INPUT_H
#define LPI_INPUT_H

#include <linepress/file.h>

struct lpi_input_fault {
    int is_npy;    /* the file was taken for an .npy file */
    uint64_t byte; /* LP_ERR_SHORT: where the file ends; LP_ERR_LONG: where it should have ended */
};

enum {
    LPI_INPUT_RAW = 1,  /* as lp_input_open_raw */
    LPI_INPUT_EMPTY = 2 /* no bytes are raw bytes, and an array may have no elements */
};

/* lp_input_open with a sum of the above; *fault is set where it fails. */
int lpi_input_open(const char *path, int how, struct lp_input **input,
                   struct lpi_input_fault *fault);

/* Where the data of an input lie that nothing has been read from. */
struct lpi_input_place {
    int fd;
    uint64_t begin, bytes;
};

/* 0: not in a regular file of a known size; only reading gets at them. */
int lpi_input_place(const struct lp_input *input, struct lpi_input_place *place);

/* What is known of an lp_input_read that failed. */
struct lpi_input_fault lpi_input_fault(const struct lp_input *input);

#endif
