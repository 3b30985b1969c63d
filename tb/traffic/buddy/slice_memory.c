/* SPDX-License-Identifier: Apache-2.0 */
#include "slice_memory.h"

#include <string.h>

#include "memory/memory_port.h"

bool lp_slice_memory_open(struct lp_slice_memory *m, const struct lpi_memory_config *config)
{
    memset(m, 0, sizeof *m);
    m->memory = lpi_memory_open(config);
    return m->memory != NULL;
}

void lp_slice_memory_close(struct lp_slice_memory *m)
{
    lpi_memory_close(m->memory);
    m->memory = NULL;
}

void lp_slice_memory_ar(struct lp_slice_memory *m, uint32_t id, const uint32_t addr[2],
                          uint32_t len)
{
    m->ar[m->ar_in++ % LP_SLICE_WAITING] = lpi_axi_request_of(id, addr, len);
}

void lp_slice_memory_aw(struct lp_slice_memory *m, uint32_t id, const uint32_t addr[2],
                          uint32_t len)
{
    m->aw[m->aw_in++ % LP_SLICE_WAITING] = lpi_axi_request_of(id, addr, len);
}

void lp_slice_memory_w(struct lp_slice_memory *m, const uint32_t data[8], uint32_t strb,
                       uint32_t last)
{
    struct lpi_axi_data *w = &m->w[m->w_in++ % LP_SLICE_WAITING];

    memcpy(w->data, data, sizeof w->data);
    w->strb = strb;
    w->last = last;
}

const struct lpi_axi_answer *lp_slice_memory_r(struct lp_slice_memory *m)
{
    const struct lpi_axi_answer *r = lpi_memory_offers(m->memory).r;

    if (r)
        lpi_memory_give_r(m->memory);
    return r;
}

const struct lpi_axi_answer *lp_slice_memory_b(struct lp_slice_memory *m)
{
    const struct lpi_axi_answer *b = lpi_memory_offers(m->memory).b;

    if (b)
        lpi_memory_give_b(m->memory);
    return b;
}

const char *lp_slice_memory_tick(struct lp_slice_memory *m)
{
    struct lpi_memory_side side = lpi_memory_offers(m->memory);
    const char *broken = NULL, *stopped;

    if (m->aw_in - m->aw_out > LP_SLICE_WAITING || m->w_in - m->w_out > LP_SLICE_WAITING ||
        m->ar_in - m->ar_out > LP_SLICE_WAITING)
        return "more under way than a slice can have";
    if (side.arready && m->ar_out != m->ar_in)
        broken = lpi_memory_take_ar(m->memory, &m->ar[m->ar_out++ % LP_SLICE_WAITING]);
    if (!broken && side.awready && m->aw_out != m->aw_in)
        broken = lpi_memory_take_aw(m->memory, &m->aw[m->aw_out++ % LP_SLICE_WAITING]);
    if (!broken && side.wready && m->w_out != m->w_in)
        broken = lpi_memory_take_w(m->memory, &m->w[m->w_out++ % LP_SLICE_WAITING]);
    stopped = lpi_memory_pass(m->memory);
    return broken ? broken : stopped;
}
