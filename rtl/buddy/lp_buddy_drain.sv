// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Lines to be written to one memory: their sectors wait in an array, each at its position, until
/// the memory takes them.
///
/// Latency: 2 cycles from an order to its first sector. Interval: 1 sector per cycle. Source: own
/// design, for lp_buddy_write.
module lp_buddy_drain #(
    /// Lines that the array holds.
    parameter int ENTRIES = 16
) (
    /// Clock.
    input  wire logic                       clk_i,
    /// Synchronous reset, active low: no order is in progress.
    input  wire logic                       rst_ni,

    /// A sector comes.
    input  wire logic                       w_en_i,
    /// Its line's entry.
    input  wire logic [$clog2(ENTRIES)-1:0] w_entry_i,
    /// Its position in the line.
    input  wire logic [1:0]                 w_at_i,
    /// The sector.
    input  wire logic [255:0]               w_data_i,

    /// Order, whose sectors arrived at least a cycle ago: valid.
    input  wire logic                       s_valid_i,
    /// Order: ready.
    output wire logic                       s_ready_o,
    /// Entry.
    input  wire logic [$clog2(ENTRIES)-1:0] s_entry_i,
    /// Position of the first sector.
    input  wire logic [1:0]                 s_at_i,
    /// Sectors, 1..4, within the line.
    input  wire logic [2:0]                 s_sectors_i,

    /// Sector out, in the order of the orders: valid.
    output wire logic                       m_valid_o,
    /// Sector out: ready.
    input  wire logic                       m_ready_i,
    /// Sector out.
    output wire logic [255:0]               m_data_o
);
  localparam int EW = $clog2(ENTRIES);
  localparam int ORDERS = 4;

  generate
    if (ENTRIES < 2 || ENTRIES > 64 || 2 ** EW != ENTRIES) begin : g_check
      lp_bad_ENTRIES_not_a_power_of_two_2_to_64 u_bad ();
    end
  endgenerate

  // ---------------------------------------------------------------- orders
  wire order, leave, last;
  wire [EW-1:0] entry;
  wire [1:0] at;
  wire [2:0] sectors;
  lp_fifo #(.WIDTH(EW + 2 + 3), .DEPTH(ORDERS)) u_orders (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i({s_entry_i, s_at_i, s_sectors_i}),
      .m_valid_o(order), .m_ready_i(leave & last), .m_data_o({entry, at, sectors}));

  // ---------------------------------------------------------------- sectors
  logic valid_q;
  logic [1:0] gone_q;  // sectors of the order that have left
  wire [255:0] data;
  assign leave = order & (~valid_q | m_ready_i);
  assign last = ({1'b0, gone_q} + 3'd1 == sectors);
  lp_ram #(.WIDTH(256), .DEPTH(4 * ENTRIES), .GRAIN(256)) u_lines (
      .clk_i, .w_en_i, .w_addr_i({w_entry_i, w_at_i}), .w_mask_i(1'b1), .w_data_i,
      .r_en_i(leave), .r_addr_i({entry, at + gone_q}), .r_data_o(data));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      gone_q <= 2'd0;
    end else begin
      valid_q <= leave | (valid_q & ~m_ready_i);
      if (leave) gone_q <= last ? 2'd0 : gone_q + 2'd1;
    end
  end
  assign m_valid_o = valid_q;
  assign m_data_o = data & {256{valid_q}};
endmodule

`default_nettype wire
