/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Speeds of codecs in one thread on generated data, in the caches and in memory, compared with
 * memcpy.
 */
#ifndef LPI_SYSTEMS_CODEC_BENCH_H
#define LPI_SYSTEMS_CODEC_BENCH_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include "../../base/codec.h"

#define BENCH_KINDS 4u /* kinds of data */
#define BENCH_ROWS 96u

struct bench_ask {
    const struct lpi_codec *codec; /* NULL: all except those that only compare sizes */
    enum lp_elem elem;             /* 0: each codec's own */
    size_t window;
    const struct lpi_tell *tell; /* rows; or NULL */
};

/* GB/s of uncompressed data. */
struct bench_speed {
    double cache, dram;
};

struct bench_row {
    const char *codec, *path, *data;
    struct bench_speed compress, decompress;
    struct bench_speed size; /* 0 for a codec that has no size function and has to compress */
};

struct bench_result {
    struct bench_speed copy; /* of memcpy: medians */
    struct bench_row rows[BENCH_ROWS];
    size_t count;
};

/* Measures. Returns 0 or the code that it sets in *fault, which must be 0 on entry. */
int bench_codecs(const struct bench_ask *ask, struct bench_result *result, struct lpi_fault *fault);

#endif
