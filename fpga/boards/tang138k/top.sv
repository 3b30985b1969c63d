// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Sipeed Tang Mega 138K, GW5AST-138: a card with ZVC at the oscillator's 50 MHz, its registers at
/// 1 Mbaud, its memory 128 KiB of block RAM. The configuration clears up_q.
module top #(
    /// Cycles of a bit of the serial line.
    parameter int BIT = 50,
    /// As of lp_card.
    parameter int CHANNELS = 2,
    /// As of lp_card.
    parameter int FLITS = 40,
    /// As of lp_card: 1 is ZVC.
    parameter int CODECS = 1,
    /// As of lp_card.
    parameter int BURST = 16,
    /// As of lp_card.
    parameter int READ = 64,
    /// As of lp_card.
    parameter int MEM_LOG2 = 17,
    parameter int GIT   = 0,
    parameter int BUILT = 0
) (
    input  wire logic clk50_i,
    input  wire logic rx_i,
    output wire logic tx_o
);
  logic [7:0] up_q = 8'd0;
  always_ff @(posedge clk50_i) up_q <= {up_q[6:0], 1'b1};

  /* verilator lint_off UNUSEDSIGNAL */
  wire irq;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_board_uart_card #(.CLKS_PER_BIT(BIT), .CHANNELS(CHANNELS), .FLITS(FLITS), .CODECS(CODECS),
                       .BURST(BURST), .READ(READ), .MEM_LOG2(MEM_LOG2), .GIT(GIT),
                       .BUILT(BUILT)) u_card (
      .clk_i(clk50_i), .rst_ni(up_q[7]), .rx_i, .tx_o, .irq_o(irq));
endmodule

`default_nettype wire
