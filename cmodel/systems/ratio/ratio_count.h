/* SPDX-License-Identifier: Apache-2.0 */
/* Compression ratios, counted window by window, in several threads. */
#ifndef LPI_SYSTEMS_RATIO_COUNT_H
#define LPI_SYSTEMS_RATIO_COUNT_H

#include "../../base/tell.h"
#include "../../lib/codec/coder.h"
#include <linepress/file.h>

#define RATIO_SIZES 8
/* Size classes that lines are rounded up to, in bytes. */
extern const unsigned ratio_sizes[RATIO_SIZES];

struct ratio_counts {
    uint64_t bytes, lines, zero_lines, bits;
    uint64_t sectors[LP_LINE_SECTORS + 1];
    uint64_t sizes[RATIO_SIZES];     /* sectors and sizes only if a window is one line */
    uint64_t chosen[LP_AUTO_CODECS]; /* lines of each codec, if the best codec of each line is
                                        chosen */
};

void ratio_add(struct ratio_counts *sum, const struct ratio_counts *more);

/* The codec and its settings, one copy for each block that is counted concurrently. */
struct ratio_counter;

/* threads = 0: one per core. LP_ERR_ARG, LP_ERR_SYSTEM. */
int ratio_open(const struct lpi_codec *codec, enum lp_elem elem, size_t window, unsigned threads,
               struct ratio_counter **counter);
void ratio_close(struct ratio_counter *counter);

/*
 * Counts the whole input, and reports its progress in bytes; the total is UINT64_MAX if unknown.
 * Errors of lp_input_read.
 */
int ratio_count(struct ratio_counter *counter, struct lp_input *input, const struct lpi_tell *tell,
                struct ratio_counts *counts);

/*
 * The same for bytes in memory, which are not copied and must not change meanwhile. `sectors` gets
 * the sectors (0..4) of each line if a window is one line, or is NULL. Errors of the codec.
 */
int ratio_count_memory(struct ratio_counter *counter, const void *data, size_t bytes,
                       uint8_t *sectors, struct ratio_counts *counts);

#endif
