/* SPDX-License-Identifier: Apache-2.0 */
/* ZVC's row in the table of benches. */
#ifndef LP_ZVC_BENCH_H
#define LP_ZVC_BENCH_H

#include "units/traffic/common/enc_beats.h"
#include "zvc_beats.h"

extern const struct lp_codec_bench lp_zvc_bench;

/* The same lines as those of lp_zvc_bench.line. */
struct lp_zvc_lines lp_zvc_lines_of(const struct lp_enc_lines *lines);

#endif
