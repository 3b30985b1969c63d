/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the codec tops; they hold the models of the codecs. */
#ifndef LP_CODEC_CYCLE_H
#define LP_CODEC_CYCLE_H

#include "codec_ports.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_CODEC_ENC_STATE (LP_CODEC_PORTS * 8192 + 256)
#define LP_CODEC_DEC_STATE (LP_CODEC_PORTS * 1024 + 256)

#define LP_MIXED_ENC_STATE 10240
#define LP_MIXED_DEC_STATE 4096

/* The parameter CODECS of the units for mixed codecs: two or more of four. */
#define LP_MIXED_CODECS_PARAM(name) LP_PARAM(name, 15, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14)

extern const struct lp_unit lp_codec_enc_unit;
extern const struct lp_unit lp_codec_dec_unit;
extern const struct lp_unit lp_mixed_enc_unit;
extern const struct lp_unit lp_mixed_dec_unit;

#endif
