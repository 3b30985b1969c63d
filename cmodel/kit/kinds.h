/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of cases, one file each. */
#ifndef LPI_KIT_KINDS_H
#define LPI_KIT_KINDS_H

#include "kit.h"

extern const struct lpi_kit_unit lpi_kit_zvc_enc, lpi_kit_zvc_dec, lpi_kit_bpc_enc, lpi_kit_bpc_dec,
    lpi_kit_gbbr, lpi_kit_mdcache, lpi_kit_cdma_pack;

#endif
