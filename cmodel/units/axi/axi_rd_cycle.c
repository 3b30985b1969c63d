/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_axi_rd (rtl/axi/lp_axi_rd.sv). */
#include "axi_cycle.h"
#include "axi_split.h"

typedef struct lp_axi_rd_in LP_IN_T;
typedef struct lp_axi_rd_out LP_OUT_T;

_Static_assert(sizeof(struct lpi_axi_split) <= LP_AXI_RD_STATE, "lp_axi_rd's state");

static void reset(void *state)
{
    struct lpi_axi_split *q = state;
    q->valid = false;
}

static void init(void *state, const int *values)
{
    struct lpi_axi_split *q = state;

    memset(q, 0, sizeof *q);
    q->id_mask = (uint8_t)((1u << values[0]) - 1);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct lpi_axi_split *q = state;
    const LP_IN_T *in = in_ports;
    LP_OUT_T *out = out_ports;

    out->s_ready = lpi_axi_split_ready(q, in->arready & 1);
    out->arvalid = q->valid;
    out->arid = q->tag;
    lpi_axi_addr(out->araddr, q->sector);
    out->arlen = q->len;
    out->rready = in->m_ready & 1;
    out->m_valid = in->rvalid & 1;
    out->m_id = in->rid & q->id_mask;
    memcpy(out->m_data, in->rdata, sizeof out->m_data);
    out->m_err = in->rresp >> 1 & 1;
}

static void tick(void *state, const void *in_ports)
{
    struct lpi_axi_split *q = state;
    const LP_IN_T *in = in_ports;

    lpi_axi_split_tick(q, in->arready & 1, in->s_valid & 1, lpi_axi_sector(in->s_addr),
                       in->s_sectors & 7, in->s_id & q->id_mask);
}

static const struct lp_param rd_params[] = {LP_PARAM("ID_W", 5, 1, 2, 3, 4, 6, 7, 8)};

LP_UNIT_ROW(axi_rd, LP_AXI_RD_PORTS, struct lpi_axi_split, LP_UNIT_PARAMS(rd_params),
            .set_up = init, .reset = reset, .eval = eval, .tick = tick, .width = lpi_axi_width);
