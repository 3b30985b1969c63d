// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Turns requests for 1 to 4 sectors into AXI bursts of whole sectors: a request that crosses a
/// 4 KiB boundary becomes two, the lower addresses first.
///
/// Latency: 1 cycle. Interval: 1 cycle per burst. m comes out of flops.
///
/// Source: AMBA AXI4 (ARM IHI 0022), A3.4.1: a burst does not cross a 4 KiB boundary.
///
/// Combinational paths: m_ready -> s_ready; s_sector, s_sectors -> s_split.
module lp_axi_split #(
    /// Bits of an address, at least 13.
    parameter int ADDR_W = 40,
    /// Bits that go with a request, at least 1.
    parameter int TAG = 5
) (
    /// Clock.
    input  wire logic              clk_i,
    /// Synchronous reset, active low.
    input  wire logic              rst_ni,

    /// Request in: valid.
    input  wire logic              s_valid_i,
    /// Request in: ready.
    output wire logic              s_ready_o,
    /// Number of the first sector: its address / 32.
    input  wire logic [ADDR_W-6:0] s_sector_i,
    /// How many, 1..4.
    input  wire logic [2:0]        s_sectors_i,
    /// A tag, returned unchanged with each burst.
    input  wire logic [TAG-1:0]    s_tag_i,
    /// The request becomes two bursts.
    output wire logic              s_split_o,

    /// Burst out: valid.
    output wire logic              m_valid_o,
    /// Burst out: ready.
    input  wire logic              m_ready_i,
    /// Number of its first sector.
    output wire logic [ADDR_W-6:0] m_sector_o,
    /// Number of sectors minus 1.
    output wire logic [1:0]        m_len_o,
    /// The request's tag.
    output wire logic [TAG-1:0]    m_tag_o
);
  generate
    if (ADDR_W < 13) begin : g_check_addr_w
      lp_bad_ADDR_W_below_13 u_bad ();
    end
    if (TAG < 1) begin : g_check_tag
      lp_bad_TAG_below_1 u_bad ();
    end
  endgenerate

  localparam int PAGE_W = ADDR_W - 12;

  // stop: end of a request that begins in the last four sectors of 4 KiB, counted from the first of
  // them; the boundary is at 4.
  wire [2:0] stop;
  wire out;
  assign stop = {1'b0, s_sector_i[1:0]} + s_sectors_i;
  assign out = (&s_sector_i[6:2]) & stop[2];
  assign s_split_o = out & (|stop[1:0]);

  // rest: sectors of the second burst.
  logic valid_q;
  logic [PAGE_W-1:0] page_q;
  logic [6:0] sector_q;
  logic [1:0] len_q, rest_q;
  logic [TAG-1:0] tag_q;
  wire move, again;
  assign again = |rest_q;
  assign move = ~valid_q | (m_ready_i & ~again);
  assign s_ready_o = move;

  wire [PAGE_W-1:0] next;
  lp_sum #(.WIDTH(PAGE_W)) u_next (.a_i(page_q), .b_i({{PAGE_W - 1{1'b0}}, 1'b1}), .sum_o(next));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (move) valid_q <= s_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (move & s_valid_i) begin
      page_q <= s_sector_i[ADDR_W-6:7];
      sector_q <= s_sector_i[6:0];
      len_q <= out ? ~s_sector_i[1:0] : s_sectors_i[1:0] - 2'd1;
      rest_q <= stop[1:0] & {2{out}};
      tag_q <= s_tag_i;
    end else if (~move & m_ready_i) begin
      page_q <= next;
      sector_q <= 7'd0;
      len_q <= rest_q - 2'd1;
      rest_q <= 2'd0;
    end
  end

  assign m_valid_o = valid_q;
  assign m_sector_o = {page_q, sector_q};
  assign m_len_o = len_q;
  assign m_tag_o = tag_q;
endmodule

`default_nettype wire
