/* SPDX-License-Identifier: Apache-2.0 */
/* BPC's row in the table of benches. */
#ifndef LP_BPC_BENCH_H
#define LP_BPC_BENCH_H

#include "units/traffic/common/enc_beats.h"

extern const struct lp_codec_bench lp_bpc_bench;

#endif
