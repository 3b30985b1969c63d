/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of all codecs in turn, and the codecs' benches. */
#ifndef LP_CODEC_LINES_H
#define LP_CODEC_LINES_H

#include "units/codec/codec_ports.h"
#include "units/traffic/common/enc_beats.h"

/* Indexed by the codecs' numbers at the ports. */
extern const struct lp_codec_bench *const lp_codec_benches[LP_CODEC_PORTS];
extern const char *const lp_codec_names[LP_CODEC_PORTS + 1]; /* the last is NULL */

/*
 * Random lines, or those of `file`: entries of each codec in turn, or with lp_lines.stream four
 * lines of each codec, as a packed stream if the codec has them; with lp_lines.codec, of that codec
 * only.
 */
struct lp_enc_lines lp_codec_lines(const struct lp_lines *file, uint64_t seed, unsigned elem);

#endif
