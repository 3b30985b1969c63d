/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the bins of both BPC units: the symbols of a stream, and lines that follow each
 * other. */
#ifndef LP_BINS_BPC_H
#define LP_BINS_BPC_H

#include "bins.h"

/* A stream as it is parsed. */
enum lp_bpc_end {
    LP_BPC_COMPLETE,
    LP_BPC_ENDS_EARLY,
    LP_BPC_PAST_PLANE_0, /* a run */
    LP_BPC_PAIR_OUTSIDE,
    LP_BPC_SINGLE_OUTSIDE
};

struct lp_bpc_reading {
    enum lp_bpc_end end;
    unsigned bits;  /* bits up to the end of the stream or of the bad symbol */
    unsigned plane; /* plane of the bad symbol or of the first missing one */
};

enum {
    LP_BPC_BASE,
    LP_BPC_RUN, /* groups of symbols, by the plane of the first one */
    LP_BPC_LONE_ZERO,
    LP_BPC_ONES,
    LP_BPC_CLEAR,
    LP_BPC_PAIR,
    LP_BPC_SINGLE,
    LP_BPC_OTHER,
    LP_BPC_RUN_LENGTH,
    LP_BPC_PAIR_AT,
    LP_BPC_SINGLE_AT,
    LP_BPC_SIZE,
    LP_BPC_EDGE,
    LP_BPC_STREAM_GROUPS
};

/* In a good stream `clear_planes` planes from 0 up can have DBP = 0 with DBX not 0; `edges` gives
 * the number of sizes that the unit can meet. */
#define LP_BPC_STREAM_BINS(clear_planes, sizes)                                                    \
    [LP_BPC_BASE] = {.what = "base symbol",                                                        \
                     .first = 0,                                                                   \
                     .count = 5,                                                                   \
                     .labels = {"0", "4 bits", "8 bits", "16 bits", "32 bits"}},                   \
    [LP_BPC_RUN] = {.what = "run of zero planes from plane", .first = 1, .count = 32},             \
    [LP_BPC_LONE_ZERO] = {.what = "one zero plane, plane", .first = 0, .count = 33},               \
    [LP_BPC_ONES] = {.what = "all ones, plane", .first = 0, .count = 33},                          \
    [LP_BPC_CLEAR] = {.what = "DBP = 0, plane", .first = 0, .count = (clear_planes)},              \
    [LP_BPC_PAIR] = {.what = "two adjacent ones, plane", .first = 0, .count = 33},                 \
    [LP_BPC_SINGLE] = {.what = "single one, plane", .first = 0, .count = 33},                      \
    [LP_BPC_OTHER] = {.what = "plane as it is, plane", .first = 0, .count = 33},                   \
    [LP_BPC_RUN_LENGTH] = {.what = "length of a run", .first = 1, .count = 33},                    \
    [LP_BPC_PAIR_AT] = {.what = "two adjacent ones at", .first = 0, .count = 30},                  \
    [LP_BPC_SINGLE_AT] = {.what = "single one at", .first = 0, .count = 31},                       \
    [LP_BPC_SIZE] = {.what = "bits of a stream / 64", .first = 0, .count = (sizes)}

/* The sizes around the capacities of one, two and three sectors. */
#define LP_BPC_EDGE_LABELS "255", "256", "257", "511", "512", "513", "767", "768"

/* Reads a stream of at most `bytes` bytes; counts its symbols if it is complete. */
struct lp_bpc_reading lp_bpc_bins_read(struct lp_bins groups[LP_BPC_STREAM_GROUPS],
                                       const uint8_t *stream, unsigned bytes);

/* Zero, compressed and raw lines, three in a row: 9 a + 3 b + c. */
#define LP_BPC_ROW_LABELS                                                                          \
    {                                                                                              \
        "zzz", "zzc", "zzr", "zcz", "zcc", "zcr", "zrz", "zrc", "zrr", "czz", "czc", "czr", "ccz", \
            "ccc", "ccr", "crz", "crc", "crr", "rzz", "rzc", "rzr", "rcz", "rcc", "rcr", "rrz",    \
            "rrc", "rrr"                                                                           \
    }

struct lp_bpc_row {
    unsigned before, lines;
};

/* A line of `sectors` sectors follows. */
void lp_bpc_bins_row(struct lp_bpc_row *row, struct lp_bins *group, unsigned sectors);

#endif
