/* SPDX-License-Identifier: Apache-2.0 */
/* Opens an input and keeps the details of a failure: what was found, and where. */
#ifndef LPI_INPUT_H
#define LPI_INPUT_H

#include <linepress/file.h>

struct lpi_input_fault {
    int is_npy;    /* the file was taken for an .npy file */
    uint64_t byte; /* LP_ERR_SHORT: where the file ends; LP_ERR_LONG: where it should have ended */
};

enum {
    LPI_INPUT_RAW = 1,  /* as lp_input_open_raw */
    LPI_INPUT_EMPTY = 2 /* empty files and arrays without elements are allowed */
};

/* lp_input_open with a sum of the above; *fault is set where it fails. */
int lpi_input_open(const char *path, int how, struct lp_input **input,
                   struct lpi_input_fault *fault);

/* Where the data of an input begin in its file, before the first read. */
struct lpi_input_place {
    int fd;
    uint64_t begin, bytes;
};

/* 0: the data are not in a regular file of known size and can only be read. */
int lpi_input_place(const struct lp_input *input, struct lpi_input_place *place);

/* The details of a failed lp_input_read. */
struct lpi_input_fault lpi_input_fault(const struct lp_input *input);

#endif
