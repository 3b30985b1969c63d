/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Speeds of codecs in one thread on generated or given data, in the caches and in memory, compared
 * with memcpy.
 */
#ifndef LPI_SYSTEMS_CODEC_BENCH_H
#define LPI_SYSTEMS_CODEC_BENCH_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include "../../base/codec.h"

/* Data to measure with. */
struct bench_data {
    const char *name;
    /* Fills the buffer. Returns 0 or the code that it sets in *fault. */
    int (*fill)(const void *context, uint8_t *data, size_t bytes, struct lpi_fault *fault);
    const void *context;
    enum lp_elem only; /* for codecs with elements of this width only; 0: all codecs */
    enum lp_elem elem; /* in place of the default of codecs that have this width; or 0 */
};

struct bench_ask {
    const struct lpi_codec *codec; /* NULL: all except those that only compare sizes */
    enum lp_elem elem;             /* 0: each codec's own */
    size_t window;
    const struct bench_data *data; /* NULL: the generated kinds */
    size_t data_count;
    const struct lpi_tell *tell; /* rows; or NULL */
};

/* GB/s of uncompressed data. */
struct bench_speed {
    double cache, dram;
};

struct bench_row {
    const char *codec, *path, *data;
    size_t data_number;
    enum lp_elem elem;
    struct bench_speed compress, decompress;
    struct bench_speed size; /* 0 for a codec that has no size function and has to compress */
};

struct bench_result {
    struct bench_speed copy; /* of memcpy: medians */
    struct bench_row *rows;
    size_t count;
};

/*
 * Measures. Returns 0 or the code that it sets in *fault, which must be 0 on entry; then there is
 * nothing to close.
 */
int bench_codecs(const struct bench_ask *ask, struct bench_result *result, struct lpi_fault *fault);
void bench_close(struct bench_result *result);

#endif
