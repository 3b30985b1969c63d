// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bytes to a serial line: a start bit, eight bits, lowest first, a stop bit, no parity.
///
/// Latency: 1 cycle from the byte to its start bit. Interval: 10 bits and a cycle.
///
/// Combinational paths: none.
module lp_card_uart_tx #(
    /// Cycles per bit, 4 to 65535.
    parameter int CLKS_PER_BIT = 868
) (
    /// Clock.
    input  wire logic       clk_i,
    /// Synchronous reset, active low.
    input  wire logic       rst_ni,
    /// A byte is offered.
    input  wire logic       s_valid_i,
    /// It is taken.
    output wire logic       s_ready_o,
    /// The byte.
    input  wire logic [7:0] s_data_i,
    /// Line, high while idle.
    output wire logic       tx_o
);
  generate
    if (CLKS_PER_BIT < 4) begin : g_check_bit
      lp_bad_CLKS_PER_BIT_below_4 u_bad ();
    end
  endgenerate

  localparam int COUNT_W = $clog2(CLKS_PER_BIT);
  localparam int BIT = CLKS_PER_BIT - 1;

  logic busy_q, tx_q;
  logic [COUNT_W-1:0] count_q;
  // Remaining bits. Above the stop bit is a one that is followed by zeros; if only it is left, the
  // byte is complete.
  logic [9:0] shift_q;
  wire take, next, last;
  assign take = s_valid_i & ~busy_q;
  assign next = count_q == '0;
  assign last = shift_q == 10'd1;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      tx_q <= 1'b1;
    end else begin
      busy_q <= busy_q ? ~(next & last) : s_valid_i;
      if (take) tx_q <= 1'b0;
      else if (busy_q & next) tx_q <= shift_q[0];
    end
  end
  always_ff @(posedge clk_i) begin
    count_q <= ~busy_q | next ? BIT[COUNT_W-1:0] : count_q - 1'b1;
    if (~busy_q) shift_q <= {2'b11, s_data_i};
    else if (next) shift_q <= {1'b0, shift_q[9:1]};
  end
  assign s_ready_o = ~busy_q;
  assign tx_o = tx_q;
endmodule

`default_nettype wire
