// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Lattice ECP5 Versa-5G, LFE5UM5G-45F: a card of one channel with ZVC, its registers on the
/// board's USB port, its memory 128 KiB of block RAM. LEDs are lit when low.
module top #(
    /// The card's clock is 600 MHz / DIV: 12 is 50 MHz, 50 cycles of which are a bit of 1 Mbaud.
    parameter int DIV = 12,
    /// Cycles of a bit of the serial line.
    parameter int BIT = 50,
    /// As of lp_card.
    parameter int CHANNELS = 1,
    /// As of lp_card.
    parameter int FLITS = 33,
    /// As of lp_card: 1 is ZVC.
    parameter int CODECS = 1,
    /// As of lp_card.
    parameter int BURST = 4,
    /// As of lp_card.
    parameter int READ = 4,
    /// As of lp_card.
    parameter int MEM_LOG2 = 17,
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic       clk100_i,
    input  wire logic       rst_ni,
    input  wire logic       rx_i,
    output wire logic       tx_o,
    output wire logic [7:0] led_no
);
  wire clk, rst_n;
  lp_board_clock #(.IN(4), .DIV(DIV)) u_clock (
      .clk_i(clk100_i), .rst_ni(rst_ni), .clk_o(clk), .rst_no(rst_n));

  wire irq;
  lp_board_uart_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS),
                       .BURST(BURST), .READ(READ), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
                       .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_n), .rx_i, .tx_o, .irq_o(irq));

  // 0 out of reset, 1 interrupt, 6 and 7 the lines.
  assign led_no = ~{~tx_o, ~rx_i, 4'd0, irq, rst_n};
endmodule

`default_nettype wire
