// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Radiona ULX3S with an LFE5U-85F: a card with ZVC, its registers on the FTDI's serial line, its
/// memory in block RAM.
module top #(
    /// The card's clock is 600 MHz / DIV: 25 is 24 MHz, 8 cycles of which are a bit of 3 Mbaud.
    parameter int DIV = 25,
    /// Cycles of a bit of the serial line.
    parameter int BIT = 8,
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
    input  wire logic       clk25_i,
    input  wire logic       rx_i,
    output wire logic       tx_o,
    output wire logic [7:0] led_o,
    output wire logic       wifi_gpio0_o
);
  wire clk, rst_n;
  lp_board_clock #(.IN(1), .DIV(DIV)) u_clock (
      .clk_i(clk25_i), .rst_ni(1'b1), .clk_o(clk), .rst_no(rst_n));

  wire irq;
  lp_board_uart_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS),
                       .BURST(BURST), .READ(READ), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
                       .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_n), .rx_i, .tx_o, .irq_o(irq));

  // 0 out of reset, 1 interrupt, 6 and 7 the lines.
  assign led_o = {~tx_o, ~rx_i, 4'd0, irq, rst_n};
  // Low would let the ESP32 reload the FPGA.
  assign wifi_gpio0_o = 1'b1;
endmodule

`default_nettype wire
