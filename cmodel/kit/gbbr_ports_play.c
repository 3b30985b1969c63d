/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers cases of GBBR translation through the ports of lp_gbbr_xlat. */
#include "../units/gbbr/gbbr_ports.h"
#include "port_beats.h"

/* Any tag, the same for each call. */
static uint32_t tag_of(const struct lpi_kit_side *in)
{
    return (uint32_t)(in->field[8].number * 37 + in->field[6].number) & 255;
}

static bool gbbr_give(const int *values, const struct lpi_kit_side *in, size_t number, void *ports)
{
    struct lp_gbbr_xlat_in *q = ports;
    const struct lpi_kit_value *at = in->field;

    (void)values;
    if (number < LP_GBBR_REGS) {
        q->cfg_valid = 1;
        q->cfg_reg = (uint32_t)number;
        lpi_put64(q->cfg_data, at[number].number);
        return true;
    }
    q->s_valid = 1;
    q->s_tag = tag_of(in);
    q->s_compressed = (uint32_t)at[4].number;
    q->s_target = (uint32_t)at[5].number;
    q->s_slot = (uint32_t)at[6].number;
    q->s_frame = (uint32_t)at[7].number;
    q->s_index = (uint32_t)at[8].number;
    return number == LP_GBBR_REGS;
}

/* While the request is offered, the registers are those of its case. */
static const char *gbbr_regs(const struct lpi_kit_side *in, const struct lp_gbbr_xlat_in *i,
                             const struct lp_gbbr_xlat_out *o)
{
    uint64_t value = in->field[i->cfg_reg].number;

    if (i->cfg_reg == LP_GBBR_GBBR || i->cfg_reg == LP_GBBR_MDBASE)
        value &= ~UINT64_C(4095);
    return i->s_valid && lpi_get64(o->cfg_value) != value ? "cfg_value_o differs from the register"
                                                          : NULL;
}

static bool gbbr_take(void *own, const int *values, const struct lpi_kit_side *in,
                      const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                      const char **wrong)
{
    const struct lp_gbbr_xlat_in *i = in_ports;
    const struct lp_gbbr_xlat_out *o = out_ports;

    (void)own;
    (void)values;
    *wrong = gbbr_regs(in, i, o);
    if (!o->m_valid || !i->m_ready)
        return false;
    if (o->m_tag != tag_of(in))
        *wrong = "m_tag_o differs from the request's tag";
    lpi_kit_number(got, 0, o->m_fault);
    lpi_kit_number(got, 1, lpi_get64(o->m_dev_addr));
    lpi_kit_number(got, 2, o->m_dev_sectors);
    lpi_kit_number(got, 3, o->m_eight);
    lpi_kit_number(got, 4, lpi_get64(o->m_spill_addr));
    lpi_kit_number(got, 5, o->m_spill_sectors);
    lpi_kit_number(got, 6, o->m_meta);
    lpi_kit_number(got, 7, lpi_get64(o->m_meta_addr));
    return true;
}

const struct lpi_kit_ports lpi_kit_gbbr_ports = {
    .flight = 1,
    .give = gbbr_give,
    .take = gbbr_take,
};
