// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Clock and reset of a board with an ECP5: a PLL whose oscillator runs at MUL times the 25 MHz that
/// it makes of the board's clock. Out of configuration the flops are low, so the card is in reset
/// until the PLL has locked.
module lp_board_clock #(
    /// The board's clock in units of 25 MHz.
    parameter int IN = 1,
    /// clk_o is 25 MHz * MUL / DIV.
    parameter int DIV = 24,
    /// The oscillator's factor, 16 to 32: it runs at 400 to 800 MHz.
    parameter int MUL = 24
) (
    /// The board's clock.
    input  wire logic clk_i,
    /// Reset button, active low; need not be synchronous.
    input  wire logic rst_ni,
    /// The card's clock.
    output wire logic clk_o,
    /// Its reset, synchronous, active low.
    output wire logic rst_no
);
  wire clk25, locked;
  EHXPLLL #(
      .CLKI_DIV(IN), .CLKFB_DIV(1), .CLKOP_DIV(MUL), .CLKOP_CPHASE(MUL - 1),
      .CLKOP_FPHASE(0), .CLKOP_ENABLE("ENABLED"), .CLKOP_TRIM_POL("FALLING"), .CLKOP_TRIM_DELAY(0),
      .CLKOS_DIV(DIV), .CLKOS_CPHASE(DIV - 1), .CLKOS_FPHASE(0), .CLKOS_ENABLE("ENABLED"),
      .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"),
      .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"),
      .DPHASE_SOURCE("DISABLED")) u_pll (
      .CLKI(clk_i), .CLKFB(clk25), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0),
      .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0),
      .CLKOP(clk25), .CLKOS(clk_o), .LOCK(locked));

  wire up;
  logic rst_q = 1'b0;
  lp_sync u_reset (.clk_i(clk_o), .rst_ni(1'b1), .d_i(rst_ni & locked), .q_o(up));
  always_ff @(posedge clk_o) rst_q <= up;
  assign rst_no = rst_q;
endmodule

`default_nettype wire
