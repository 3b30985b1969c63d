// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Asks one memory for the sectors of the reads in flight, one read after the other.
///
/// The chosen entry stands in flops, one bit per entry; address and count are looked up behind
/// them.
/// Latency: 1 cycle. Interval: 1. Source: design of lp_buddy_read.
module lp_buddy_ask #(
    /// Reads in flight.
    parameter int ENTRIES = 16,
    /// Bits of a byte address.
    parameter int ADDR_W = 40
) (
    /// Clock.
    input  wire logic                            clk_i,
    /// Synchronous reset, active low.
    input  wire logic                            rst_ni,

    /// Entries that want sectors.
    input  wire logic [ENTRIES-1:0]              want_i,
    /// Entry e: address of its first sector and how many, 1..4. Steady until it is asked for.
    input  wire logic [ENTRIES*(ADDR_W-5+3)-1:0] ask_i,
    /// Its turn has come: it is asked for in the cycle that follows.
    output wire logic [ENTRIES-1:0]              asked_o,

    /// Sectors wanted: valid.
    output wire logic                            m_valid_o,
    /// Ready.
    input  wire logic                            m_ready_i,
    /// Address of the first.
    output wire logic [ADDR_W-1:0]               m_addr_o,
    /// How many, 1..4.
    output wire logic [2:0]                      m_sectors_o,
    /// Entry.
    output wire logic [$clog2(ENTRIES)-1:0]      m_entry_o
);
  generate
    if (ENTRIES < 2 || ENTRIES > 64 || ENTRIES != 1 << $clog2(ENTRIES)) begin : g_check_entries
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
    if (ADDR_W < 6) begin : g_check_addr_w
      lp_bad_ADDR_W_below_6 u_bad ();
    end
  endgenerate

  localparam int EW = $clog2(ENTRIES);

  logic valid_q;
  logic [ENTRIES-1:0] sel_q;
  logic [EW-1:0] entry_q;
  wire leave, any;
  wire [EW-1:0] index;
  wire [ENTRIES-1:0] grant;
  assign leave = ~valid_q | m_ready_i;
  lp_rr #(.N(ENTRIES)) u_turn (
      .clk_i, .rst_ni, .req_i(want_i), .take_i(leave), .grant_o(grant), .index_o(index),
      .any_o(any));
  assign asked_o = grant & {ENTRIES{leave}};

  // Without a valid entry all of these are 0, and so is what is looked up.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {valid_q, sel_q, entry_q} <= '0;
    else if (leave) {valid_q, sel_q, entry_q} <= {any, grant, index};
  end
  lp_pick #(.WIDTH(ADDR_W - 5 + 3), .WORDS(ENTRIES)) u_ask (
      .sel_i(sel_q), .data_i(ask_i), .data_o({m_addr_o[ADDR_W-1:5], m_sectors_o}));
  assign m_addr_o[4:0] = 5'd0;
  assign m_valid_o = valid_q;
  assign m_entry_o = entry_q;
endmodule

`default_nettype wire
