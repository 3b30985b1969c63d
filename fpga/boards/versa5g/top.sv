// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Lattice ECP5 Versa-5G, LFE5UM5G-45F: the card at 25 MHz, its registers at 1 Mbaud on the board's
/// USB port, its memory 128 KiB of block RAM. LEDs are lit when low.
module top #(
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic       clk100_i,
    input  wire logic       rst_ni,
    input  wire logic       rx_i,
    output wire logic       tx_o,
    output wire logic [7:0] led_no
);
  wire clk, locked;
  // 100 MHz / 4, times 24 and divided by it again.
  /* verilator lint_off PINMISSING */
  EHXPLLL #(
      .CLKI_DIV(4), .CLKFB_DIV(1), .CLKOP_DIV(24), .CLKOP_CPHASE(12), .CLKOP_FPHASE(0),
      .CLKOP_ENABLE("ENABLED"), .CLKOP_TRIM_POL("FALLING"), .CLKOP_TRIM_DELAY(0),
      .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"), .PLLRST_ENA("DISABLED"),
      .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED")) u_pll (
      .CLKI(clk100_i), .CLKFB(clk), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0),
      .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0),
      .CLKOP(clk), .LOCK(locked));
  /* verilator lint_on PINMISSING */

  wire up;
  logic rst_q;
  lp_sync u_reset (.clk_i(clk), .rst_ni(1'b1), .d_i(rst_ni & locked), .q_o(up));
  always_ff @(posedge clk) rst_q <= up;

  wire irq;
  lp_board_uart_card #(.CLKS_PER_BIT(25), .CHANNELS(2), .FLITS(20), .CODECS(1), .BURST(4),
                       .READ(8), .MEM_LOG2(17), .GIT(GIT), .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_q), .rx_i, .tx_o, .irq_o(irq));

  // 0 out of reset, 1 interrupt, 6 and 7 the lines.
  assign led_no = ~{~tx_o, ~rx_i, 4'd0, irq, rst_q};
endmodule

`default_nettype wire
