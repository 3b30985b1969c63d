// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Issues the memory requests of the entries in flight, one at a time. The fields given when a
/// request begins wait in an array until its turn; its size is looked up then.
///
/// The chosen entry is in flops, one bit per entry, and the count is looked up from them. A
/// speculative request is issued if no other is waiting and idle_i is set.
///
/// Latency: 1 cycle. Interval: 1. Source: own design, for lp_buddy_read and lp_buddy_write.
module lp_buddy_ask #(
    /// Requests in flight.
    parameter int ENTRIES = 16,
    /// Bits given at the beginning: an address.
    parameter int WIDTH = 35,
    /// Bits looked up: the size.
    parameter int COUNT_W = 3
) (
    /// Clock.
    input  wire logic                       clk_i,
    /// Synchronous reset, active low.
    input  wire logic                       rst_ni,

    /// A request begins; it is not issued before the next cycle.
    input  wire logic                       begin_i,
    /// Its entry.
    input  wire logic [$clog2(ENTRIES)-1:0] begin_entry_i,
    /// Its fields.
    input  wire logic [WIDTH-1:0]           begin_data_i,

    /// Entries with a request to issue.
    input  wire logic [ENTRIES-1:0]         want_i,
    /// Entries with a speculative request.
    input  wire logic [ENTRIES-1:0]         guess_i,
    /// The memory is idle: speculative requests cost nothing.
    input  wire logic                       idle_i,
    /// Size of entry e's request; stable from its turn until it is taken.
    input  wire logic [ENTRIES*COUNT_W-1:0] count_i,
    /// The entry's turn: it is issued in the next cycle.
    output wire logic [ENTRIES-1:0]         asked_o,

    /// Request out: valid.
    output wire logic                       m_valid_o,
    /// Ready.
    input  wire logic                       m_ready_i,
    /// Its fields.
    output wire logic [WIDTH-1:0]           m_data_o,
    /// Its size.
    output wire logic [COUNT_W-1:0]         m_count_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0] m_entry_o
);
  generate
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (COUNT_W < 1) begin : g_check_count_w
      lp_bad_COUNT_W_below_1 u_bad ();
    end
  endgenerate

  localparam int EW = $clog2(ENTRIES);

  logic valid_q;
  logic [ENTRIES-1:0] sel_q;
  logic [EW-1:0] entry_q;
  wire leave, any;
  wire [EW-1:0] index;
  wire [ENTRIES-1:0] grant, request;
  wire [WIDTH-1:0] told;
  assign leave = ~valid_q | m_ready_i;
  assign request = |want_i ? want_i : guess_i & {ENTRIES{idle_i & ~valid_q}};
  lp_rr #(.N(ENTRIES)) u_turn (
      .clk_i, .rst_ni, .req_i(request), .take_i(leave), .grant_o(grant), .index_o(index),
      .any_o(any));
  assign asked_o = grant & {ENTRIES{leave}};

  // Without a valid entry all of these are 0, and so are the looked-up fields.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {valid_q, sel_q, entry_q} <= '0;
    else if (leave) {valid_q, sel_q, entry_q} <= {any, grant, index};
  end
  lp_ram #(.WIDTH(WIDTH), .DEPTH(ENTRIES), .GRAIN(WIDTH)) u_told (
      .clk_i, .w_en_i(begin_i), .w_addr_i(begin_entry_i), .w_mask_i(1'b1),
      .w_data_i(begin_data_i), .r_en_i(leave), .r_addr_i(index), .r_data_o(told));
  lp_pick #(.WIDTH(COUNT_W), .WORDS(ENTRIES)) u_count (
      .sel_i(sel_q), .data_i(count_i), .data_o(m_count_o));
  assign m_data_o = told & {WIDTH{valid_q}};
  assign m_valid_o = valid_q;
  assign m_entry_o = entry_q;
endmodule

`default_nettype wire
