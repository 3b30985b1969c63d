// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// LambdaConcept ECPIX-5 with an LFE5UM5G-85F: a card with ZVC, its registers on the debug port's
/// serial line, its memory in block RAM. LEDs are lit when low.
module top #(
    /// The card's clock is 625 MHz / DIV: 10 is 62.5 MHz, 21 cycles of which are a bit of 3 Mbaud
    /// less 0.8 %.
    parameter int DIV = 10,
    /// Cycles of a bit of the serial line.
    parameter int BIT = 21,
    /// As of lp_card.
    parameter int CHANNELS = 2,
    /// As of lp_card.
    parameter int FLITS = 17,
    /// As of lp_card: 1 is ZVC, 3 also BPC with its serial units.
    parameter int CODECS = 1,
    /// As of lp_card.
    parameter int BURST = 4,
    /// As of lp_card.
    parameter int READ = 4,
    /// As of lp_card.
    parameter int MEM_LOG2 = 16,
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic        clk100_i,
    input  wire logic        rx_i,
    output wire logic        tx_o,
    output wire logic [11:0] led_no
);
  wire clk, rst_n;
  lp_board_clock #(.IN(4), .DIV(DIV), .MUL(25)) u_clock (
      .clk_i(clk100_i), .rst_ni(1'b1), .clk_o(clk), .rst_no(rst_n));

  wire irq;
  lp_board_uart_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS),
                       .BURST(BURST), .READ(READ), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
                       .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_n), .rx_i, .tx_o, .irq_o(irq));

  // Green of LD5 out of reset, of LD6 an interrupt, of LD7 and LD8 the lines while low.
  assign led_no = {1'b1, tx_o, 1'b1, 1'b1, rx_i, 1'b1, 1'b1, ~irq, 1'b1, 1'b1, ~rst_n, 1'b1};
endmodule

`default_nettype wire
