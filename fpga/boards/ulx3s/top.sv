// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Radiona ULX3S with an LFE5U-85F: a card with ZVC, its registers on the FTDI's serial line, its
/// memory in block RAM. The PLL's oscillator runs at 600 MHz. Out of configuration the flops are
/// low, so the card is in reset until the PLL has locked.
module top #(
    /// The card's clock is 600 MHz / DIV: 25 is 24 MHz, 8 cycles of which are a bit of 3 Mbaud.
    parameter int DIV = 25,
    /// Cycles of a bit of the serial line.
    parameter int BIT = 8,
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
    input  wire logic       clk25_i,
    input  wire logic       rx_i,
    output wire logic       tx_o,
    output wire logic [7:0] led_o,
    output wire logic       wifi_gpio0_o
);
  wire clk25, clk, locked;
  EHXPLLL #(
      .CLKI_DIV(1), .CLKFB_DIV(1), .CLKOP_DIV(24), .CLKOP_CPHASE(23), .CLKOP_FPHASE(0),
      .CLKOP_ENABLE("ENABLED"), .CLKOP_TRIM_POL("FALLING"), .CLKOP_TRIM_DELAY(0),
      .CLKOS_DIV(DIV), .CLKOS_CPHASE(DIV - 1), .CLKOS_FPHASE(0), .CLKOS_ENABLE("ENABLED"),
      .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"),
      .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"),
      .DPHASE_SOURCE("DISABLED")) u_pll (
      .CLKI(clk25_i), .CLKFB(clk25), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0),
      .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0),
      .CLKOP(clk25), .CLKOS(clk), .LOCK(locked));

  wire up;
  logic rst_q = 1'b0;
  lp_sync u_reset (.clk_i(clk), .rst_ni(1'b1), .d_i(locked), .q_o(up));
  always_ff @(posedge clk) rst_q <= up;

  wire irq;
  lp_board_uart_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(1),
                       .BURST(BURST), .READ(READ), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
                       .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_q), .rx_i, .tx_o, .irq_o(irq));

  // 0 out of reset, 1 interrupt, 6 and 7 the lines.
  assign led_o = {~tx_o, ~rx_i, 4'd0, irq, rst_q};
  // Low would let the ESP32 reload the FPGA.
  assign wifi_gpio0_o = 1'b1;
endmodule

`default_nettype wire
