// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bytes from a serial line: a start bit, eight bits, lowest first, a stop bit, no parity. Each bit
/// is sampled in its middle; a start bit that has ended by then is ignored. A low stop bit makes
/// the byte bad, and nothing is received until the line is high again.
///
/// Latency: 2 cycles from rx_i to the sample, 1 from the stop bit's sample to byte_o or bad_o.
///
/// Combinational paths: none.
module lp_card_uart_rx #(
    /// Cycles per bit, 4 to 65535.
    parameter int CLKS_PER_BIT = 868
) (
    /// Clock.
    input  wire logic       clk_i,
    /// Synchronous reset, active low.
    input  wire logic       rst_ni,
    /// Line, high while idle, of any clock.
    input  wire logic       rx_i,
    /// A byte was received, for one cycle.
    output wire logic       valid_o,
    /// The byte; undefined without valid_o.
    output wire logic [7:0] byte_o,
    /// A byte had no stop bit, for one cycle.
    output wire logic       bad_o
);
  generate
    if (CLKS_PER_BIT < 4) begin : g_check_bit
      lp_bad_CLKS_PER_BIT_below_4 u_bad ();
    end
  endgenerate

  localparam int COUNT_W = $clog2(CLKS_PER_BIT);
  localparam int BIT = CLKS_PER_BIT - 1;
  localparam int HALF = CLKS_PER_BIT / 2 - 1;

  // The synchroniser carries the inverted line, so that its reset value is an idle line.
  wire low;
  lp_sync u_sync (.clk_i, .rst_ni, .d_i(~rx_i), .q_o(low));

  // start: the middle of the start bit is next; data: that of a data or stop bit is next; stuck:
  // the stop bit was low and the line has not been high since.
  logic start_q, data_q, stuck_q, valid_q, bad_q;
  logic [COUNT_W-1:0] count_q;
  // Received bits, from the top; the lowest one marks their number.
  logic [8:0] shift_q;
  wire idle, sample, stop;
  assign idle = ~(start_q | data_q);
  assign sample = count_q == '0;
  assign stop = data_q & sample & shift_q[0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      start_q <= 1'b0;
      data_q <= 1'b0;
      stuck_q <= 1'b0;
      valid_q <= 1'b0;
      bad_q <= 1'b0;
    end else begin
      start_q <= start_q ? ~sample : idle & low & ~stuck_q;
      data_q <= data_q ? ~stop : start_q & sample & low;
      stuck_q <= low & (stuck_q | stop);
      valid_q <= stop & ~low;
      bad_q <= stop & low;
    end
  end
  always_ff @(posedge clk_i) begin
    if (idle) count_q <= HALF[COUNT_W-1:0];
    else if (sample) count_q <= BIT[COUNT_W-1:0];
    else count_q <= count_q - 1'b1;
    if (start_q) shift_q <= 9'h100;
    else if (sample & ~shift_q[0]) shift_q <= {~low, shift_q[8:1]};
  end
  assign valid_o = valid_q;
  assign bad_o = bad_q;
  assign byte_o = shift_q[8:1];
endmodule

`default_nettype wire
