/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_bpc_enc (rtl/bpc/lp_bpc_enc.sv): the model of lp_bpc_core.
 *
 * RTL map of lp_bpc_enc:
 *   d0_v_q, in_idx_q, d{0,1}_q = lpi_bpc_core_take
 */
#include <string.h>

#include "bpc_core.h"
#include "bpc_cycle.h"

typedef struct lp_bpc_enc_in LP_IN_T;
typedef struct lp_bpc_enc_out LP_OUT_T;

/* Its state is that of the core. */
static bool moves(const struct lpi_bpc_core_out *core, const LP_IN_T *in)
{
    return !core->m_valid || (in->m_ready & 1);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    struct lpi_bpc_core_out core = lpi_bpc_core_eval(state);
    LP_OUT_T *out = out_ports;

    memset(out, 0, sizeof *out);
    out->s_ready = moves(&core, in_ports);
    out->m_valid = core.m_valid;
    if (core.m_valid)
        memcpy(out->m_data, core.m_data, sizeof out->m_data);
    out->m_last = core.m_last;
    out->m_size = core.m_size;
    out->m_sectors = core.m_sectors;
}

static void tick(void *state, const void *in_ports)
{
    struct lpi_bpc_core_out core = lpi_bpc_core_eval(state);
    const LP_IN_T *in = in_ports;

    if (!moves(&core, in))
        return;
    lpi_bpc_core_move(state);
    if (in->s_valid & 1)
        lpi_bpc_core_take(state, in->s_data);
}

static void reset(void *state)
{
    lpi_bpc_core_reset(state);
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct lpi_bpc_core));
    reset(state);
}

LP_UNIT_ROW(bpc_enc, LP_BPC_ENC_PORTS, struct lpi_bpc_core, .set_up = init, .reset = reset,
            .eval = eval, .tick = tick);
