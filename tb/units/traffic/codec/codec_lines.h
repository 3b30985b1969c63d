/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of all codecs in turn, and the benches that know the codecs. */
#ifndef LP_CODEC_LINES_H
#define LP_CODEC_LINES_H

#include "units/codec/codec_ports.h"
#include "units/traffic/common/enc_beats.h"

/* By the codecs' numbers at the ports. */
extern const struct lp_codec_bench *const lp_codec_benches[LP_CODEC_PORTS];
extern const char *const lp_codec_names[LP_CODEC_PORTS + 1]; /* the last is NULL */

/*
 * Random lines, or those of `file`: entries of one codec after the other, or with lp_lines.stream,
 * four lines of each codec, a packed stream where it has them; with lp_lines.codec of one alone.
 */
struct lp_enc_lines lp_codec_lines(const struct lp_lines *file, uint64_t seed, unsigned elem);

#endif
