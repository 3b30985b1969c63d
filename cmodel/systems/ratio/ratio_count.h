/* SPDX-License-Identifier: Apache-2.0 */
/* How well data compresses, counted window by window, in several threads. */
#ifndef LPI_SYSTEMS_RATIO_COUNT_H
#define LPI_SYSTEMS_RATIO_COUNT_H

#include "../../base/tell.h"
#include "../../lib/codec/coder.h"
#include <linepress/file.h>

#define RATIO_SIZES 8
/* The classes of sizes that lines are rounded up to, in bytes. */
extern const unsigned ratio_sizes[RATIO_SIZES];

struct ratio_counts {
    uint64_t bytes, lines, zero_lines, bits;
    uint64_t sectors[LP_LINE_SECTORS + 1];
    uint64_t sizes[RATIO_SIZES]; /* sectors and sizes only where a window is a line */
    uint64_t chosen[LP_AUTO_CODECS]; /* lines of each codec, if the best is chosen */
};

void ratio_add(struct ratio_counts *sum, const struct ratio_counts *more);

/* The codec and its settings, once for each block that is counted at the same time. */
struct ratio_counter;

/* threads = 0: as many as there are cores. LP_ERR_ARG, LP_ERR_SYSTEM. */
int ratio_open(const struct lpi_codec *codec, enum lp_elem elem, size_t window, unsigned threads,
               struct ratio_counter **counter);
void ratio_close(struct ratio_counter *counter);

/* Counts all of the input, and tells its bytes as it goes, of UINT64_MAX where the total is not
   known.
   Errors of lp_input_read. */
int ratio_count(struct ratio_counter *counter, struct lp_input *input,
                const struct lpi_tell *tell, struct ratio_counts *counts);

#endif
