// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A list that grows by up to LANES items at a time: CHUNKS chunks of LANES items, of which the
/// first has the number FIRST. Items that go to other chunks are lost. Items come in the lanes of
/// their places, as the networks of ZVC leave them; unused lanes must be 0. The inverse of
/// lp_grp_pair.
/// Latency 1, interval 1.
///
/// Combinational paths: none.
module lp_grp_list #(
    /// Bits of an item, at least 1.
    parameter int W = 1,
    /// Items of a chunk: 2, 4, 8 or 16.
    parameter int LANES = 16,
    /// Chunks, at least 1, and FIRST + CHUNKS at most 16.
    parameter int CHUNKS = 16,
    /// Number of the first chunk.
    parameter int FIRST = 0,
    localparam int LL = $clog2(LANES)
) (
    /// Clock.
    input  wire logic                      clk_i,
    /// Items are put into the list.
    input  wire logic                      put_i,
    /// The list is emptied first.
    input  wire logic                      clear_i,
    /// Number of the first item, which is in lane at_i % LANES.
    input  wire logic [4+LL-1:0]           at_i,
    /// Items; the lane after the last one is the first.
    input  wire logic [LANES*W-1:0]        data_i,
    /// The list, item FIRST * LANES lowest; 0 where no item is.
    output wire logic [CHUNKS*LANES*W-1:0] list_o
);
  generate
    if (W < 1) begin : g_check_w
      lp_bad_W_below_1 u_bad ();
    end
    if (LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16) begin : g_check_lanes
      lp_bad_LANES_none_of_2_4_8_16 u_bad ();
    end
    if (CHUNKS < 1 || FIRST < 0 || FIRST + CHUNKS > 16) begin : g_check_chunks
      lp_bad_CHUNKS_beyond_16 u_bad ();
    end
  endgenerate

  logic [CHUNKS*LANES*W-1:0] list_q;
  wire [3:0] chunk;
  wire [LANES*W-1:0] even, odd;
  assign chunk = at_i[LL +: 4];
  genvar i, k;
  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_lane
      wire is_odd;
      assign is_odd = chunk[0] ^ ((LL + 1)'(i) < {1'b0, at_i[LL-1:0]});
      assign even[W*i +: W] = data_i[W*i +: W] & {W{~is_odd}};
      assign odd[W*i +: W] = data_i[W*i +: W] & {W{is_odd}};
    end
    for (k = 0; k < CHUNKS; k = k + 1) begin : g_chunk
      wire hot;
      if (FIRST + k == 0) assign hot = put_i & (chunk == 4'd0);
      else assign hot = put_i & ((chunk == 4'(FIRST + k)) | (chunk == 4'(FIRST + k - 1)));
      always_ff @(posedge clk_i) begin
        list_q[LANES*W*k +: LANES*W] <= (list_q[LANES*W*k +: LANES*W] & {LANES*W{~clear_i}})
            | (((FIRST + k) % 2 == 1 ? odd : even) & {LANES*W{hot}});
      end
    end
  endgenerate
  assign list_o = list_q;
endmodule

`default_nettype wire
