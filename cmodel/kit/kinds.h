/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of cases, a file each, and their transfer through the ports of a unit, another file
 * each.
 */
#ifndef LPI_KIT_KINDS_H
#define LPI_KIT_KINDS_H

#include "kit.h"

#define LPI_KIT_PACK_GROUPS 300 /* of a job in cases of cdma-pack, at most */

extern const struct lpi_kit_unit lpi_kit_zvc_enc, lpi_kit_zvc_dec, lpi_kit_bpc_enc, lpi_kit_bpc_dec,
    lpi_kit_gbbr, lpi_kit_mdcache, lpi_kit_cdma_pack, lpi_kit_mixed_enc, lpi_kit_mixed_dec,
    lpi_kit_grp_enc, lpi_kit_grp_dec;
extern const struct lpi_kit_ports lpi_kit_zvc_enc_ports, lpi_kit_zvc_dec_ports,
    lpi_kit_bpc_enc_ports, lpi_kit_bpc_dec_ports, lpi_kit_gbbr_ports, lpi_kit_mdcache_ports,
    lpi_kit_cdma_pack_ports, lpi_kit_mixed_enc_ports, lpi_kit_mixed_dec_ports,
    lpi_kit_grp_enc_ports, lpi_kit_grp_dec_ports;

#endif
