// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Radiona ULX3S with an LFE5U-85F: as the board ulx3s, but card memory is the SDRAM, 32 MiB of it.
module top #(
    /// The card's clock is 600 MHz / DIV: 25 is 24 MHz, 8 cycles of which are a bit of 3 Mbaud. At
    /// least 16: half a cycle has to exceed the chip's tAC, pads and traces.
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
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic        clk25_i,
    input  wire logic        rx_i,
    output wire logic        tx_o,
    output wire logic [7:0]  led_o,
    output wire logic        wifi_gpio0_o,
    output wire logic        sdram_clk_o,
    output wire logic        sdram_cke_o,
    output wire logic        sdram_cs_no,
    output wire logic        sdram_ras_no,
    output wire logic        sdram_cas_no,
    output wire logic        sdram_we_no,
    output wire logic [1:0]  sdram_ba_o,
    output wire logic [12:0] sdram_a_o,
    output wire logic [1:0]  sdram_dqm_o,
    inout  wire logic [15:0] sdram_d_io
);
  generate
    if (DIV < 16) begin : g_check_div
      lp_bad_DIV_below_16 u_bad ();
    end
  endgenerate

  wire clk, rst_n;
  lp_board_clock #(.IN(1), .DIV(DIV)) u_clock (
      .clk_i(clk25_i), .rst_ni(1'b1), .clk_o(clk), .rst_no(rst_n));

  // Cycles of 21 ns (tRCD, tRP), 66 ns (tRFC) and 200 us, rounded up, and of 7812 ns, rounded down.
  localparam int SHORT = (21 * 600 + 1000 * DIV - 1) / (1000 * DIV);
  localparam int RFC = (66 * 600 + 1000 * DIV - 1) / (1000 * DIV);
  localparam int REFRESH = 7812 * 600 / (1000 * DIV);
  localparam int INIT = (200 * 600 + DIV - 1) / DIV;
  wire irq, d_oe;
  wire [15:0] d, q;
  lp_board_sdram_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS),
                        .BURST(BURST), .READ(READ), .CAS(2), .RCD(SHORT), .RP(SHORT), .WR(2),
                        .RFC(RFC), .REFRESH(REFRESH), .INIT(INIT), .GIT(GIT),
                        .BUILT(BUILT)) u_card (
      .clk_i(clk), .rst_ni(rst_n), .rx_i, .tx_o, .irq_o(irq),
      .cmd_o({sdram_cs_no, sdram_ras_no, sdram_cas_no, sdram_we_no}), .ba_o(sdram_ba_o),
      .a_o(sdram_a_o), .dqm_o(sdram_dqm_o), .d_o(d), .d_oe_o(d_oe), .q_i(q));

  // The clock inverted, out of the pin's own flops; low while the clock is high.
  ODDRX1F u_clk (.SCLK(clk), .RST(1'b0), .D0(1'b0), .D1(1'b1), .Q(sdram_clk_o));
  assign sdram_cke_o = 1'b1;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_d
      BB u_d (.I(d[i]), .T(~d_oe), .O(q[i]), .B(sdram_d_io[i]));
    end
  endgenerate

  // 0 out of reset, 1 interrupt, 6 and 7 the lines.
  assign led_o = {~tx_o, ~rx_i, 4'd0, irq, rst_n};
  // Low would let the ESP32 reload the FPGA.
  assign wifi_gpio0_o = 1'b1;
endmodule

`default_nettype wire
