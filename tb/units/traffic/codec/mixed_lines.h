/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of all codecs that can be mixed, and their encodings by functional C. */
#ifndef LP_MIXED_LINES_H
#define LP_MIXED_LINES_H

#include "units/codec/codec_ports.h"
#include "units/traffic/common/enc_beats.h"

/* Random lines, or those of `file`, as memory entries of the codecs in the mask, in turn. */
struct lp_enc_lines lp_mixed_lines(const struct lp_lines *file, uint64_t seed, unsigned codecs);

/* Codecs that a file's lines may select; the second list includes the best. */
extern const char *const lp_mixed_names[], *const lp_mixed_best_names[];

/*
 * The same, but some lines, or all lines of a file without a codec, use LP_MIXED_BEST, which spares
 * BPC with `quick`.
 */
struct lp_enc_lines lp_mixed_best_lines(const struct lp_lines *file, uint64_t seed, unsigned codecs,
                                        bool quick);

/* Expected m_codec of the beat. */
unsigned lp_mixed_beat_codec(const struct lp_enc_beat *beat);
/* Expected m_size. */
unsigned lp_mixed_beat_bits(const struct lp_enc_beat *beat);

#endif
