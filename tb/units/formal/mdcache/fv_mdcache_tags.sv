// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mdcache_tags: whatever is allocated, filled or dropped, no two ways of a set hold one tag; a
/// line that was just allocated has no valid sector; a dropped sector is not valid, and a sector
/// that was made dirty stays dirty until it is made clean or its way is dropped.
module fv_mdcache_tags #(
    parameter int SETS = 2,
    parameter int WAYS = 4,
    parameter int TAG_W = 3
) (
    input wire logic              clk_i,
    input wire logic              again_i,
    input wire logic              set_i,
    input wire logic [TAG_W-1:0]  tag_i,
    input wire logic [SETS-1:0]   u_sel_i,
    input wire logic [WAYS-1:0]   alloc_i,
    input wire logic [WAYS*4-1:0] fill_i,
    input wire logic [WAYS*4-1:0] stain_i,
    input wire logic [WAYS*4-1:0] clean_i,
    input wire logic [WAYS*4-1:0] gone_i,
    input wire logic              drop_i
);
  wire rst_n;
  wire [WAYS-1:0] match;
  wire [WAYS*TAG_W-1:0] tags;
  wire [WAYS*4-1:0] valid, dirty;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_mdcache_tags #(.SETS(SETS), .WAYS(WAYS), .TAG_W(TAG_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .set_i, .tag_i, .match_o(match), .tags_o(tags), .valid_o(valid),
      .dirty_o(dirty), .sel_i(SETS'(1) << set_i), .u_sel_i, .alloc_i, .fill_i, .stain_i, .clean_i,
      .gone_i, .drop_i);
  always_comb assume ((alloc_i & (alloc_i - 1'b1)) == 0);

  logic was_q = 1'b0;
  logic set_q;
  logic [TAG_W-1:0] tag_q;
  always_ff @(posedge clk_i) begin
    was_q <= rst_n && alloc_i != 0 && match == 0 && !drop_i;
    set_q <= set_i;
    tag_q <= tag_i;
  end
  // Any one sector, and the last operation on it.
  (* anyconst *) logic set;
  (* anyconst *) logic [$clog2(WAYS*4)-1:0] at;
  wire u_here = rst_n && u_sel_i[set];
  logic gone_q = 1'b0, dirty_q = 1'b0;
  always_ff @(posedge clk_i) begin
    gone_q <= rst_n && (drop_i || (u_here && gone_i[at])
                        || (gone_q && !(u_here && fill_i[at])));
    dirty_q <= rst_n && !drop_i && ((u_here && stain_i[at])
                                    || (dirty_q && !(u_here && clean_i[at])));
  end
  fv_assert u_gone (.hold_i(!rst_n || set_i != set || !gone_q || !valid[at]));
  fv_assert u_dirty (.hold_i(!rst_n || set_i != set || dirty[at] == dirty_q));

  wire again = was_q && rst_n && set_i == set_q && tag_i == tag_q;
  wire [WAYS-1:0] filled;
  genvar w;
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      assign filled[w] = match[w] && valid[4*w +: 4] != 0;
      fv_assert u_tag (.hold_i(!match[w] || tags[w*TAG_W +: TAG_W] == tag_i));
    end
  endgenerate
  fv_assert u_one (.hold_i(!rst_n || (match & (match - 1'b1)) == 0));
  fv_assert u_there (.hold_i(!again || (match != 0 && filled == 0)));
  fv_cover u_last (.seen_i(rst_n && match[WAYS-1] && filled[WAYS-1] && dirty[WAYS*4-1]));
endmodule

`default_nettype wire
