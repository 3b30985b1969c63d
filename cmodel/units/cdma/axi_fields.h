/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of an AXI4 port's fields, for models and benches that copy them between structs: a master's
 * inputs and outputs, N(P, name) for numbers, V(P, name) for arrays of words; ids apart, since not
 * every port has them. Not installed.
 */
#ifndef LPI_AXI_FIELDS_H
#define LPI_AXI_FIELDS_H

#define LPI_AXI_SEEN(N, V, P)                                                                      \
    N(P, arready)                                                                                  \
    N(P, rvalid)                                                                                   \
    V(P, rdata) N(P, rresp) N(P, rlast) N(P, awready) N(P, wready) N(P, bvalid) N(P, bresp)
#define LPI_AXI_SHOWN(N, V, P)                                                                     \
    N(P, arvalid)                                                                                  \
    V(P, araddr)                                                                                   \
    N(P, arlen)                                                                                    \
    N(P, rready)                                                                                   \
    N(P, awvalid)                                                                                  \
    V(P, awaddr) N(P, awlen) N(P, wvalid) V(P, wdata) N(P, wstrb) N(P, wlast) N(P, bready)
#define LPI_AXI_IDS_SEEN(N, P) N(P, rid) N(P, bid)
#define LPI_AXI_IDS_SHOWN(N, P) N(P, arid) N(P, awid)

#endif
