/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verilated lp_card, in a shared object that `make card-rtl` builds: the file that
 * LINEPRESS_CARD_RTL names, or liblinepress_card_rtl.so in the program's folder.
 */
#ifndef TB_CARD_RTL_H
#define TB_CARD_RTL_H

#include <stddef.h>

#include "units/common/instance.h"

/* An lp_open_fn. LP_ERR_ENGINE: not found. */
int card_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance);
/* The reason, in one line. */
const char *card_rtl_trouble(const int *values);

#endif
