// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// AMD VCU118, xcvu9p-flga2104-2L-e: the card on XDMA, 8 lanes.
module top #(
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic       pcie_refclk_p_i,
    input  wire logic       pcie_refclk_n_i,
    input  wire logic       pcie_perst_ni,
    input  wire logic [7:0] pcie_rx_p_i,
    input  wire logic [7:0] pcie_rx_n_i,
    output wire logic [7:0] pcie_tx_p_o,
    output wire logic [7:0] pcie_tx_n_o,
    output wire logic [1:0] led_o
);
  wire link, irq;
  lp_board_xdma #(.CHANNELS(2), .FLITS(40), .CODECS(2), .MEM_LOG2(20), .GIT(GIT),
                  .BUILT(BUILT)) u_board (
      .refclk_p_i(pcie_refclk_p_i), .refclk_n_i(pcie_refclk_n_i), .perst_ni(pcie_perst_ni),
      .rx_p_i(pcie_rx_p_i), .rx_n_i(pcie_rx_n_i), .tx_p_o(pcie_tx_p_o), .tx_n_o(pcie_tx_n_o),
      .link_o(link), .irq_o(irq));

  assign led_o = {irq, link};
endmodule

`default_nettype wire
