/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the BPC units: the values of the RTL's ports in every cycle. No heap, no globals:
 * any number of instances, in any thread. Stage and register names are those of the RTL.
 */
#ifndef LP_BPC_CYCLE_H
#define LP_BPC_CYCLE_H

#include "bpc_ports.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_BPC_ENC_STATE 8192
#define LP_BPC_DEC_STATE 1024

extern const struct lp_unit lp_bpc_enc_unit;
extern const struct lp_unit lp_bpc_dec_unit;
extern const struct lp_unit lp_bpc_enc_serial_unit;
extern const struct lp_unit lp_bpc_dec_serial_unit;
extern const struct lp_unit lp_bpc_turn_unit;

#endif
