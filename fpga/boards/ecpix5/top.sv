// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// LambdaConcept ECPIX-5 with an LFE5UM5G-85F: a card with ZVC, its registers on the debug port's
/// serial line, its memory in block RAM. The PLL divides 100 MHz by 4, and its oscillator runs at
/// 600 MHz. Out of configuration the flops are low, so the card is in reset until the PLL has
/// locked. LEDs are lit when low.
module top #(
    /// The card's clock is 600 MHz / DIV: 20 is 30 MHz, 10 cycles of which are a bit of 3 Mbaud.
    parameter int DIV = 20,
    /// Cycles of a bit of the serial line.
    parameter int BIT = 10,
    /// As of lp_card.
    parameter int CHANNELS = 2,
    /// As of lp_card.
    parameter int FLITS = 17,
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
  wire clk25, clk, locked;
  EHXPLLL #(
      .CLKI_DIV(4), .CLKFB_DIV(1), .CLKOP_DIV(24), .CLKOP_CPHASE(23), .CLKOP_FPHASE(0),
      .CLKOP_ENABLE("ENABLED"), .CLKOP_TRIM_POL("FALLING"), .CLKOP_TRIM_DELAY(0),
      .CLKOS_DIV(DIV), .CLKOS_CPHASE(DIV - 1), .CLKOS_FPHASE(0), .CLKOS_ENABLE("ENABLED"),
      .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"),
      .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"),
      .DPHASE_SOURCE("DISABLED")) u_pll (
      .CLKI(clk100_i), .CLKFB(clk25), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0),
      .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
      .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .CLKOP(clk25), .CLKOS(clk), .LOCK(locked));

  wire up;
  logic rst_q = 1'b0;
  lp_sync u_reset (.clk_i(clk), .rst_ni(1'b1), .d_i(locked), .q_o(up));
  always_ff @(posedge clk) rst_q <= up;

  wire irq;
  lp_board_uart_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(1),
                       .BURST(BURST), .READ(READ), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
                       .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_q), .rx_i, .tx_o, .irq_o(irq));

  // Green of LD5 out of reset, of LD6 an interrupt, of LD7 and LD8 the lines while low.
  assign led_no = {1'b1, tx_o, 1'b1, 1'b1, rx_i, 1'b1, 1'b1, ~irq, 1'b1, 1'b1, ~rst_q, 1'b1};
endmodule

`default_nettype wire
