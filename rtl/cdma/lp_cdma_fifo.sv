// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Addresses of the flits of one channel of lp_cdma_buf in its array, a ring of words, and whether
/// the next flit to leave is the last of its group. The reader needs this in the same cycle, so
/// that the next cycle's flit can be from another channel. The ends of groups are therefore also in
/// an array of single bits: with each flit that leaves, the bit of the one after it is looked up
/// and available a cycle later. A flit that enters an empty ring carries its bit with it.
///
/// Latency: 1 cycle from a flit in to has_o. Interval: 1. Source: own design, for lp_cdma_buf.
///
/// Combinational paths: end -> last.
module lp_cdma_fifo #(
    /// The ring's first word in the array.
    parameter int FIRST = 0,
    /// Words of the ring, at least 2.
    parameter int FLITS = 426,
    /// Bits of a word's number.
    parameter int ADDR_W = 12
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low: the ring is empty.
    input  wire logic              rst_ni,
    /// A flit arrives; a word is free.
    input  wire logic              push_i,
    /// It is the last of its group.
    input  wire logic              push_last_i,
    /// The next flit leaves; has_o is 1.
    input  wire logic              pop_i,
    /// Looked up in the last cycle: the bit of the word that next_o then addressed.
    input  wire logic              end_i,
    /// Word for the arriving flit.
    output wire logic [ADDR_W-1:0] write_o,
    /// Word of the leaving flit.
    output wire logic [ADDR_W-1:0] read_o,
    /// Word of the flit after it.
    output wire logic [ADDR_W-1:0] next_o,
    /// The ring has a flit.
    output wire logic              has_o,
    /// The next flit to leave is the last of its group; valid while there is a flit.
    output wire logic              last_o
);
  localparam int COUNT_W = $clog2(FLITS + 1);

  generate
    if (FLITS < 2) begin : g_check_flits
      lp_bad_FLITS_below_2 u_bad ();
    end
    if (FIRST < 0 || FIRST + FLITS > 2 ** ADDR_W) begin : g_check_first
      lp_bad_FIRST_with_words_behind_ADDR_W u_bad ();
    end
  endgenerate

  localparam logic [ADDR_W-1:0] BEGIN = ADDR_W'(FIRST);
  localparam logic [ADDR_W-1:0] END = ADDR_W'(FIRST + FLITS - 1);

  logic [ADDR_W-1:0] write_q, read_q, next_q;
  logic [COUNT_W-1:0] count_q;
  logic has_q, more_q;  // the ring has one flit, has two
  logic look_q;  // the next flit's bit was looked up in the last cycle
  logic last_q;  // its bit otherwise

  assign write_o = write_q;
  assign read_o = read_q;
  assign next_o = next_q;
  assign has_o = has_q;
  assign last_o = (end_i & look_q) | (last_q & ~look_q);

  // The pop is late: both counts wait for it.
  wire [COUNT_W-1:0] more, less;
  /* verilator lint_off UNUSEDSIGNAL */
  wire more_low;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_sum #(.WIDTH(COUNT_W + 1)) u_more (
      .a_i({count_q, 1'b1}), .b_i({{COUNT_W{1'b0}}, push_i}), .sum_o({more, more_low}));
  lp_sum #(.WIDTH(COUNT_W)) u_less (
      .a_i(count_q), .b_i({COUNT_W{~push_i}}), .sum_o(less));

  wire first = push_i & ~(more_q | (has_q & ~pop_i));  // the arriving flit is next
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= BEGIN;
      read_q <= BEGIN;
      next_q <= BEGIN + 1'b1;
      count_q <= '0;
      has_q <= 1'b0;
      more_q <= 1'b0;
      look_q <= 1'b0;
    end else begin
      if (push_i) write_q <= write_q == END ? BEGIN : write_q + 1'b1;
      if (pop_i) {read_q, next_q} <= {next_q, next_q == END ? BEGIN : next_q + 1'b1};
      count_q <= pop_i ? less : more;
      if (push_i & ~pop_i) begin
        has_q <= 1'b1;
        more_q <= has_q;
      end else if (pop_i & ~push_i) begin
        has_q <= more_q;
        more_q <= more_q & (count_q != COUNT_W'(2));
      end
      look_q <= pop_i & more_q;
    end
    last_q <= first ? push_last_i : last_o;
  end
endmodule

`default_nettype wire
