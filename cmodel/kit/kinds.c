/* SPDX-License-Identifier: Apache-2.0 */
/* Every kind of case. */
#include "kinds.h"

const struct lpi_kit_unit *const lpi_kit_units[] = {
    &lpi_kit_zvc_enc,   &lpi_kit_zvc_dec, &lpi_kit_bpc_enc,   &lpi_kit_bpc_dec,
    &lpi_kit_gbbr,      &lpi_kit_mdcache, &lpi_kit_cdma_pack, &lpi_kit_mixed_enc,
    &lpi_kit_mixed_dec, &lpi_kit_grp_enc, &lpi_kit_grp_dec,
};
const size_t lpi_kit_nunits = sizeof lpi_kit_units / sizeof *lpi_kit_units;
