/* SPDX-License-Identifier: Apache-2.0 */
#include "event_shadow.h"

#include "base/wide.h"

#define BIT(event) (UINT32_C(1) << (event))
#define ALL (BIT(LP_BUDDY_EVENTS) - 1)
#define BAD_RESP 2 /* SLVERR and DECERR have this bit */

static uint32_t answered(uint32_t code)
{
    static const uint32_t event[] = {0,
                                     BIT(LP_BUDDY_EVENT_FAULT),
                                     BIT(LP_BUDDY_EVENT_FAULT),
                                     BIT(LP_BUDDY_EVENT_FAULT),
                                     BIT(LP_BUDDY_EVENT_CORRUPT),
                                     BIT(LP_BUDDY_EVENT_CORRUPT),
                                     BIT(LP_BUDDY_EVENT_MEMORY),
                                     0};

    return event[code];
}

/* Events at the ports in this cycle, except strays. */
static uint32_t told(uint32_t meta, const struct lp_buddy_slice_in *in,
                     const struct lp_buddy_slice_out *out)
{
    uint32_t event = 0;

    if (out->m_valid && in->m_ready && out->m_last)
        event |= answered(out->m_code);
    if (out->k_valid && in->k_ready)
        event |= answered(out->k_code);
    if (out->lost)
        event |= BIT(LP_BUDDY_EVENT_LOST);
    if (in->dev_bvalid && out->dev_bready && in->dev_bid == meta && in->dev_bresp & BAD_RESP)
        event |= BIT(LP_BUDDY_EVENT_REFUSED);
    return event;
}

static uint64_t expected(const struct lp_event_shadow *q, const struct lp_shadow *shadow,
                         uint32_t reg, const struct lp_buddy_slice_out *out)
{
    const uint32_t count[] = {out->md_accesses, out->md_hits,       out->md_merged, out->md_fills,
                              out->md_used,     out->md_writebacks, out->md_wb_err, out->strays};

    if (reg < LP_GBBR_REGS)
        return lp_shadow_register(shadow, reg);
    if (reg == LP_BUDDY_REG_EVENTS)
        return q->enable << 8 | q->seen;
    return reg < LP_BUDDY_REG_COUNTS ? 0 : count[reg - LP_BUDDY_REG_COUNTS];
}

const char *lp_event_shadow_check(struct lp_event_shadow *q, const struct lp_shadow *shadow,
                                  uint32_t meta, const struct lp_buddy_slice_in *in,
                                  const struct lp_buddy_slice_out *out)
{
    /* The counter increments when the event is visible. */
    if (out->strays != q->strays)
        q->seen |= BIT(LP_BUDDY_EVENT_STRAY);
    q->strays = out->strays;
    if (lpi_get64(out->cfg_value) != expected(q, shadow, in->cfg_reg, out))
        return "cfg_value_o: not what the register holds";
    if (out->error != (q->seen != 0))
        return "error_o: does not show whether an event has come";
    if (out->irq != ((q->seen & q->enable) != 0))
        return "irq_o: does not show whether an event interrupts";
    if (in->cfg_valid && in->cfg_reg == LP_BUDDY_REG_EVENTS) {
        q->seen &= ~in->cfg_data[0];
        q->enable = in->cfg_data[0] >> 8 & ALL;
    }
    q->seen |= q->next;
    q->next = told(meta, in, out);
    return NULL;
}
