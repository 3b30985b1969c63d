/* SPDX-License-Identifier: Apache-2.0 */
/* Exports of a shared object of a Verilated unit: a table and no code. The sets are made by
 * units.py; the build names the unit's ports. */
#include <linepress/linepress.h>

#include LP_PORTS_HEADER
#include "dma/copy/rtl_object.h"

/* The number of sets is known when the object is linked. */
const struct lpi_rtl lpi_rtl = {LP_VERSION_STRING, sizeof(struct LP_IN_T), sizeof(struct LP_OUT_T),
                                lpi_rtl_sets, &lpi_rtl_nsets};
