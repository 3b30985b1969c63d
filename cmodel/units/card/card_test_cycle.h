/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_card_test. */
#ifndef LP_CARD_TEST_CYCLE_H
#define LP_CARD_TEST_CYCLE_H

#include "card_test_ports.h"

/* Bytes that hold the model's state, for models of units that contain it. */
#define LP_CARD_TEST_STATE 3264

extern const struct lp_unit lp_card_test_unit;

#endif
