/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the bins of codec units: how lines and entries go in and out, and where resets
   occur. */
#ifndef LP_BINS_ENDS_H
#define LP_BINS_ENDS_H

#include <linepress/linepress.h>

#include "bins.h"

#define LP_NO_YES "no", "yes"
#define LP_ROW_LABELS "0", "1", "2..15", "16 or more"

/* The class of a duration in cycles. */
unsigned lp_bins_row(unsigned cycles);

/* ---- an encoder: sectors of a line in, beats of an entry out ---- */

/* Groups from `at` on. */
enum {
    LP_ENC_IN_WAITS,
    LP_ENC_IN_IDLE,
    LP_ENC_OUT_WAITS,
    LP_ENC_OUT_WAITED,
    LP_ENC_OUT_ROW,
    LP_ENC_RESET_SECTOR,
    LP_ENC_RESET_BEAT,
    LP_ENC_RESET_WAITING,
    LP_ENC_GROUPS
};

/* clang-format off */
#define LP_ENC_BINS(at)                                                                            \
    [(at) + LP_ENC_IN_WAITS] = {.what = "input waits with sector", .first = 0, .count = 4},        \
    [(at) + LP_ENC_IN_IDLE] = {.what = "no input where sector is due", .first = 0, .count = 4},    \
    [(at) + LP_ENC_OUT_WAITS] = {.what = "output waits with beat", .first = 0, .count = 4},        \
    [(at) + LP_ENC_OUT_WAITED] = {.what = "cycles that a beat waited", .first = 0, .count = 4,     \
                                  .labels = {LP_ROW_LABELS}},                                        \
    [(at) + LP_ENC_OUT_ROW] = {.what = "beats out in consecutive cycles", .first = 0, .count = 4,  \
                               .labels = {LP_ROW_LABELS}},                                           \
    [(at) + LP_ENC_RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},        \
    [(at) + LP_ENC_RESET_BEAT] = {.what = "reset before beat", .first = 0, .count = 4},            \
    [(at) + LP_ENC_RESET_WAITING] = {.what = "reset, a beat waiting", .first = 0, .count = 2,      \
                                     .labels = {LP_NO_YES}}
/* clang-format on */

struct lp_enc_ends {
    uint8_t line[LP_LINE_BYTES];
    unsigned sector, beat, waited, row;
    bool reset;
};

struct lp_enc_ports {
    bool s_valid, s_ready, m_valid, m_ready, m_last;
    const uint32_t *s_data;
};

/* The ports of an encoder in a cycle. */
#define LP_ENC_PORTS(in, out)                                                                      \
    (&(struct lp_enc_ports){.s_valid = (in)->s_valid,                                              \
                            .s_ready = (out)->s_ready,                                             \
                            .s_data = (in)->s_data,                                                \
                            .m_valid = (out)->m_valid,                                             \
                            .m_ready = (in)->m_ready,                                              \
                            .m_last = (out)->m_last})

/* A cycle out of reset; true: `line` is complete. */
bool lp_enc_ends_cycle(struct lp_enc_ends *ends, struct lp_bins *groups,
                       const struct lp_enc_ports *ports);

/* A cycle of reset. */
void lp_enc_ends_reset(struct lp_enc_ends *ends, struct lp_bins *groups);

/* ---- a decoder: beats of an entry in, sectors of a line out ---- */

#define LP_DEC_BEATS 3 /* beats of a compressed entry */

enum {
    LP_DEC_SECTORS,
    LP_DEC_LATER_SECTORS,
    LP_DEC_BEATS_IN,
    LP_DEC_ERRORS,
    LP_DEC_ERROR_WAITS,
    LP_DEC_IN_WAITS,
    LP_DEC_IN_IDLE,
    LP_DEC_OUT_WAITS,
    LP_DEC_OUT_IDLE,
    LP_DEC_OUT_ROW,
    LP_DEC_RESET_SECTOR,
    LP_DEC_RESET_ENTRY,
    LP_DEC_RESET_WAITING,
    LP_DEC_GROUPS
};

/* There may be a gap before sectors up to `idle`; the rest of a line comes in consecutive
 * cycles. */
/* clang-format off */
#define LP_DEC_BINS(at, idle)                                                                      \
    [(at) + LP_DEC_SECTORS] = {.what = "sectors with the first beat", .first = 0, .count = 8},     \
    [(at) + LP_DEC_LATER_SECTORS] = {.what = "sectors with a later beat", .first = 0, .count = 8}, \
    [(at) + LP_DEC_BEATS_IN] = {.what = "beats of an entry", .first = 1, .count = 6},              \
    [(at) + LP_DEC_ERRORS] = {.what = "err with a line", .first = 0, .count = 2,                   \
                              .labels = {LP_NO_YES}},                                                \
    [(at) + LP_DEC_ERROR_WAITS] = {.what = "fourth sector waits, err", .first = 0, .count = 2,     \
                                   .labels = {LP_NO_YES}},                                           \
    [(at) + LP_DEC_IN_WAITS] = {.what = "input waits with beat", .first = 0, .count = 4},          \
    [(at) + LP_DEC_IN_IDLE] = {.what = "no input where beat is due", .first = 0, .count = 4},      \
    [(at) + LP_DEC_OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},      \
    [(at) + LP_DEC_OUT_IDLE] = {.what = "no sector there", .first = 0, .count = (idle) + 1},       \
    [(at) + LP_DEC_OUT_ROW] = {.what = "sectors out in consecutive cycles", .first = 0,            \
                               .count = 4, .labels = {LP_ROW_LABELS}},                               \
    [(at) + LP_DEC_RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},        \
    [(at) + LP_DEC_RESET_ENTRY] = {.what = "reset before beat", .first = 0, .count = 4},           \
    [(at) + LP_DEC_RESET_WAITING] = {.what = "reset, a sector waiting", .first = 0, .count = 2,    \
                                     .labels = {LP_NO_YES}}
/* clang-format on */

struct lp_dec_ends {
    uint8_t entry[LP_DEC_BEATS * LP_SECTOR_BYTES + LP_LINE_BYTES]; /* zeros after the beats */
    unsigned beats, sectors; /* beats of the entry going in, or that has just come */
    unsigned sector, row;
    bool whole, waiting, reset;
};

struct lp_dec_ports {
    bool s_valid, s_ready, s_last, m_valid, m_ready, m_last, m_err;
    unsigned s_sectors;
    const uint32_t *s_data;
};

#define LP_DEC_PORTS(in, out)                                                                      \
    (&(struct lp_dec_ports){.s_valid = (in)->s_valid,                                              \
                            .s_ready = (out)->s_ready,                                             \
                            .s_last = (in)->s_last,                                                \
                            .s_sectors = (in)->s_sectors,                                          \
                            .s_data = (in)->s_data,                                                \
                            .m_valid = (out)->m_valid,                                             \
                            .m_ready = (in)->m_ready,                                              \
                            .m_last = (out)->m_last,                                               \
                            .m_err = (out)->m_err})

/* A cycle out of reset; true: the entry is complete. */
bool lp_dec_ends_cycle(struct lp_dec_ends *ends, struct lp_bins *groups,
                       const struct lp_dec_ports *ports);

void lp_dec_ends_reset(struct lp_dec_ends *ends, struct lp_bins *groups);

#endif
