/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle models of the EBD units: the values of the RTL's ports in every cycle. No heap, no globals:
 * any number of instances, in any thread. Stage and register names are those of the RTL.
 */
#ifndef LP_EBD_CYCLE_H
#define LP_EBD_CYCLE_H

#include "ebd_ports.h"

/* Bytes that hold the models' states, for models of units that contain them. */
#define LP_EBD_ENC_STATE 768
#define LP_EBD_DEC_STATE 1024
#define LP_EBD_SERIAL_STATE 1280

extern const struct lp_unit lp_ebd_enc_unit;
extern const struct lp_unit lp_ebd_dec_unit;
extern const struct lp_unit lp_ebd_serial_unit;

#endif
