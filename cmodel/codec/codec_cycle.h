/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models of the codec tops; they hold the models of the codecs. */
#ifndef LP_CODEC_CYCLE_H
#define LP_CODEC_CYCLE_H

#include "codec_ports.h"

extern const struct lp_unit lp_codec_enc_unit;
extern const struct lp_unit lp_codec_dec_unit;

#endif
