/* SPDX-License-Identifier: Apache-2.0 */
/* Opens an input and keeps the details of a failure: what was found, and where. */
#ifndef LPI_INPUT_H
#define LPI_INPUT_H

#include "looks.h"
#include <linepress/file.h>

struct lpi_input_fault {
    int is_npy;    /* the file was taken for an .npy file */
    uint64_t byte; /* LP_ERR_SHORT: where the file ends; LP_ERR_LONG: where it should have ended */
    enum lpi_look look; /* LPI_INPUT_PLAIN: the kind that was refused, with LP_ERR_ARG */
};

enum {
    LPI_INPUT_RAW = 1,   /* as lp_input_open_raw */
    LPI_INPUT_EMPTY = 2, /* empty files and arrays without elements are allowed */
    LPI_INPUT_PLAIN = 4  /* other containers than .npy are refused, without LPI_INPUT_RAW */
};

/* lp_input_open with a sum of the above; *fault is set where it fails. */
int lpi_input_open(const char *path, int how, struct lp_input **input,
                   struct lpi_input_fault *fault);

/* Consecutive bytes of a regular file. */
struct lpi_part {
    const char *path;
    uint64_t begin;
    uint64_t bytes;  /* after unpacking */
    uint64_t packed; /* bytes of a DEFLATE stream in the file; 0: the bytes are there as they are */
    uint32_t crc;    /* CRC-32 of all bytes, if has_crc or packed */
    int has_crc;
    int is_npy; /* the bytes are those of an .npy file, and read as one */
};

/*
 * Opens a part as an input of its own; the last byte is read only if the CRC is right. Errors of
 * lpi_input_open, and LP_ERR_SHORT, LP_ERR_LONG, LP_ERR_CORRUPT for packed bytes. Positions in
 * *fault are those in the part.
 */
int lpi_input_open_part(const struct lpi_part *part, int how, struct lp_input **input,
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
