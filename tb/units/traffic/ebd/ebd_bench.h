/* SPDX-License-Identifier: Apache-2.0 */
/* EBD's row in the table of benches. */
#ifndef LP_EBD_BENCH_H
#define LP_EBD_BENCH_H

#include "units/traffic/common/enc_beats.h"

extern const struct lp_codec_bench lp_ebd_bench;

/* Lines of a file, or random ones, for EBD alone. */
struct lp_enc_lines lp_ebd_enc_lines(const struct lp_lines *file, uint64_t seed);

#endif
