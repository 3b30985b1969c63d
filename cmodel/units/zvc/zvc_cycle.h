/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the ZVC units: the values of the RTL's ports in every cycle. No heap, no globals:
 * any number of instances, in any thread. Stage and register names are those of the RTL.
 */
#ifndef LP_ZVC_CYCLE_H
#define LP_ZVC_CYCLE_H

#include "zvc_ports.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_ZVC_ENC_STATE 640
#define LP_ZVC_DEC_STATE 512
#define LP_XZVC_ENC_STATE (LP_ZVC_ENC_STATE + 64)
#define LP_XZVC_DEC_STATE (LP_ZVC_DEC_STATE + 64)

extern const struct lp_unit lp_zvc_switch_unit;
extern const struct lp_unit lp_zvc_omega_unit;
extern const struct lp_unit lp_zvc_enc_unit;
extern const struct lp_unit lp_zvc_dec_unit;
extern const struct lp_unit lp_xzvc_enc_unit;
extern const struct lp_unit lp_xzvc_dec_unit;

#endif
