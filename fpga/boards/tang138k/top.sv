// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Sipeed Tang Mega 138K, GW5AST-138: the card at the oscillator's 50 MHz, its registers at
/// 1 Mbaud, its memory 128 KiB of block RAM. The configuration clears up_q.
module top #(
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
  lp_board_uart_card #(.CLKS_PER_BIT(50), .CHANNELS(2), .FLITS(40), .CODECS(1), .BURST(16),
                       .READ(64), .MEM_LOG2(17), .GIT(GIT), .BUILT(BUILT)) u_card (
      .clk_i(clk50_i), .rst_ni(up_q[7]), .rx_i, .tx_o, .irq_o(irq));
endmodule

`default_nettype wire
