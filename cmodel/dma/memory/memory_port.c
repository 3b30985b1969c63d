/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/wide.h"
#include "memory_port.h"

#include <string.h>

#define SIZE_32 5u /* of a beat, log2 */
#define INCR 1u

void lpi_memory_drive(const struct lpi_memory *memory, struct lpi_axi_memory *port)
{
    struct lpi_memory_side side = lpi_memory_offers(memory);
    *port = (struct lpi_axi_memory){.arready = (uint32_t)side.arready,
                                    .awready = (uint32_t)side.awready,
                                    .wready = (uint32_t)side.wready,
                                    .rvalid = side.r != NULL,
                                    .bvalid = side.b != NULL};
    if (side.r != NULL) {
        port->rid = side.r->id;
        port->rresp = side.r->resp;
        port->rlast = side.r->last;
        memcpy(port->rdata, side.r->data, sizeof port->rdata);
    }
    if (side.b != NULL) {
        port->bid = side.b->id;
        port->bresp = side.b->resp;
    }
}

struct lpi_axi_request lpi_axi_request_of(uint32_t id, const uint32_t addr[2], uint32_t len)
{
    return (struct lpi_axi_request){.id = id, .beats = len + 1, .addr = lpi_get64(addr)};
}

static const char *burst_rule(uint32_t size, uint32_t burst)
{
    return size == SIZE_32 && burst == INCR ? NULL : "not an INCR burst of 32-byte beats";
}

static const char *take_w(struct lpi_memory *memory, const struct lpi_axi_engine *port)
{
    struct lpi_axi_data data = {.strb = port->wstrb, .last = port->wlast};
    memcpy(data.data, port->wdata, sizeof data.data);
    return lpi_memory_take_w(memory, &data);
}

const char *lpi_memory_clock(struct lpi_memory *memory, const struct lpi_axi_engine *port,
                             struct lpi_memory_moves *moves)
{
    struct lpi_memory_side side = lpi_memory_offers(memory);
    const char *broken = NULL;
    int r = side.r != NULL && port->rready, b = side.b != NULL && port->bready;
    int w = port->wvalid && side.wready;
    moves->ar = port->arvalid && side.arready;
    moves->aw = port->awvalid && side.awready;
    moves->any = r || b || w || moves->ar || moves->aw;
    if (r)
        lpi_memory_give_r(memory);
    if (b)
        lpi_memory_give_b(memory);
    if (w)
        broken = take_w(memory, port);
    if (moves->ar && broken == NULL) {
        moves->ar_request = lpi_axi_request_of(port->arid, port->araddr, port->arlen);
        broken = burst_rule(port->arsize, port->arburst);
        if (broken == NULL)
            broken = lpi_memory_take_ar(memory, &moves->ar_request);
    }
    if (moves->aw && broken == NULL) {
        moves->aw_request = lpi_axi_request_of(port->awid, port->awaddr, port->awlen);
        broken = burst_rule(port->awsize, port->awburst);
        if (broken == NULL)
            broken = lpi_memory_take_aw(memory, &moves->aw_request);
    }
    const char *stopped = lpi_memory_pass(memory);
    return broken != NULL ? broken : stopped;
}
