/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC-16 and XZVC-16 as memory entries: rows in the table of benches. */
#ifndef LP_XZVC_BENCH_H
#define LP_XZVC_BENCH_H

#include "units/traffic/common/enc_beats.h"

/* ZVC's own row, all of whose lines are memory entries. */
extern const struct lp_codec_bench lp_zvc_entry_bench;
extern const struct lp_codec_bench lp_xzvc_bench;
extern const char *const lp_xzvc_names[]; /* benches of both, then NULL */

/* Lines of both codecs, chosen at random; in files alternating line by line. */
struct lp_enc_lines lp_xzvc_lines(const struct lp_lines *file, uint64_t seed);

#endif
