/* SPDX-License-Identifier: Apache-2.0 */
/* Every cycle model, for those who know a unit by its name. */
#include <string.h>

#include "common/common_cycle.h"
#include "zvc/zvc_cycle.h"
#include "bpc/bpc_cycle.h"
#include "ebd/ebd_cycle.h"
#include "codec/codec_cycle.h"
#include "gbbr/gbbr_cycle.h"
#include "mdcache/mdcache_cycle.h"
#include "axi/axi_cycle.h"
#include "buddy/buddy_cycle.h"
#include "cdma/cdma_cycle.h"
#include "card/card_cycle.h"

static const struct lp_unit *const units[] = {
    &lp_skid_unit,
    &lp_fifo_unit,
    &lp_ram_unit,
    &lp_add_unit,
    &lp_popcount_unit,
    &lp_prefix_unit,
    &lp_rr_unit,
    &lp_zvc_switch_unit,
    &lp_zvc_omega_unit,
    &lp_zvc_enc_unit,
    &lp_zvc_dec_unit,
    &lp_bpc_enc_unit,
    &lp_bpc_dec_unit,
    &lp_bpc_turn_unit,
    &lp_ebd_enc_unit,
    &lp_ebd_dec_unit,
    &lp_codec_enc_unit,
    &lp_codec_dec_unit,
    &lp_xzvc_enc_unit,
    &lp_xzvc_dec_unit,
    &lp_mixed_enc_unit,
    &lp_mixed_dec_unit,
    &lp_gbbr_xlat_unit,
    &lp_gbbr_split_unit,
    &lp_mdcache_unit,
    &lp_axi_rd_unit,
    &lp_axi_wr_unit,
    &lp_axi_narrow_unit,
    &lp_axi_join_unit,
    &lp_axi_fence_unit,
    &lp_axil_pages_unit,
    &lp_axi_widen_unit,
    &lp_axil_fork_unit,
    &lp_buddy_read_unit,
    &lp_buddy_write_unit,
    &lp_buddy_slice_unit,
    &lp_buddy_top_unit,
    &lp_cdma_regs_unit,
    &lp_cdma_ring_unit,
    &lp_cdma_bus_unit,
    &lp_cdma_index_unit,
    &lp_cdma_plan_unit,
    &lp_cdma_pack_unit,
    &lp_cdma_split_unit,
    &lp_cdma_off_unit,
    &lp_cdma_pre_unit,
    &lp_cdma_xbar_unit,
    &lp_cdma_buf_unit,
    &lp_cdma_shrink_unit,
    &lp_cdma_expand_unit,
    &lp_cdma_chan_unit,
    &lp_cdma_core_unit,
    &lp_cdma_host_unit,
    &lp_cdma_unit,
    &lp_card_test_unit,
    &lp_card_unit,
    &lp_card_uart_unit,
    &lp_card_mover_unit,
    &lp_card_mover_regs_unit,
    &lp_count_unit,
};
#define UNITS (sizeof units / sizeof units[0])

const struct lp_unit *lp_unit_at(size_t i)
{
    return i < UNITS ? units[i] : NULL;
}

const struct lp_unit *lp_unit_named(const char *name, size_t in_size, size_t out_size)
{
    for (size_t i = 0; i < UNITS; i++)
        if (strcmp(units[i]->name, name) == 0)
            return units[i]->in_size == in_size && units[i]->out_size == out_size ? units[i] : NULL;
    return NULL;
}
