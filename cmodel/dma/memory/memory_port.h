/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Connects a memory model to the AXI4 port of a cycle engine, whose in and out structs have the
 * port's fields with a prefix (dev_, bud_). Not installed.
 */
#ifndef LPI_MEMORY_PORT_H
#define LPI_MEMORY_PORT_H

#include "memory.h"

/* clang-format off */
/* Signals driven by the engine. F(P, name): a number; V(P, name, n): n words. */
#define LPI_AXI_ENGINE(F, V, P)                                                                    \
    F(P, arvalid) F(P, arid) V(P, araddr, 2) F(P, arlen) F(P, arsize) F(P, arburst)                \
    F(P, rready)                                                                                   \
    F(P, awvalid) F(P, awid) V(P, awaddr, 2) F(P, awlen) F(P, awsize) F(P, awburst)                \
    F(P, wvalid) V(P, wdata, 8) F(P, wstrb) F(P, wlast)                                            \
    F(P, bready)

/* Signals driven by the memory. */
#define LPI_AXI_MEMORY(F, V, P)                                                                    \
    F(P, arready) F(P, rvalid) F(P, rid) V(P, rdata, 8) F(P, rresp) F(P, rlast)                    \
    F(P, awready) F(P, wready) F(P, bvalid) F(P, bid) F(P, bresp)
/* clang-format on */

#define LPI_AXI_NUMBER_(P, name) uint32_t name;
#define LPI_AXI_WORDS_(P, name, n) uint32_t name[n];
struct lpi_axi_engine {
    LPI_AXI_ENGINE(LPI_AXI_NUMBER_, LPI_AXI_WORDS_, )
};
struct lpi_axi_memory {
    LPI_AXI_MEMORY(LPI_AXI_NUMBER_, LPI_AXI_WORDS_, )
};

/*
 * Copies between a port's struct `p` and the engine's struct `e`, whose fields begin with P; both
 * names must be in scope where these are used.
 */
#define LPI_AXI_GET_(P, name) p.name = e->P##name;
#define LPI_AXI_GETV_(P, name, n) memcpy(p.name, e->P##name, sizeof p.name);
#define LPI_AXI_PUT_(P, name) e->P##name = p.name;
#define LPI_AXI_PUTV_(P, name, n) memcpy(e->P##name, p.name, sizeof p.name);
#define LPI_AXI_FROM_ENGINE(P) LPI_AXI_ENGINE(LPI_AXI_GET_, LPI_AXI_GETV_, P)
#define LPI_AXI_TO_ENGINE(P) LPI_AXI_MEMORY(LPI_AXI_PUT_, LPI_AXI_PUTV_, P)

/* The request given by a channel's id, addr and len. */
struct lpi_axi_request lpi_axi_request_of(uint32_t id, const uint32_t addr[2], uint32_t len);

/* Drives the memory's signals of this cycle; payloads are zero while their valid is low. */
void lpi_memory_drive(const struct lpi_memory *memory, struct lpi_axi_memory *port);

/* Transfers of a cycle. */
struct lpi_memory_moves {
    int any, ar, aw;
    struct lpi_axi_request ar_request, aw_request; /* taken, if ar, aw */
};

/*
 * Performs the transfers of a cycle in which the engine drives `port`, then the clock edge. NULL,
 * or the rule that the engine violated.
 */
const char *lpi_memory_clock(struct lpi_memory *memory, const struct lpi_axi_engine *port,
                             struct lpi_memory_moves *moves);

#endif
