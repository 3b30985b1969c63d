// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Tags of the metadata cache's lines and the valid and dirty bits of their sectors, out of flops.
/// A line is live from its allocation on, even while no sector of it is valid. Combinational
/// look-up; changes take effect in the next cycle.
module lp_mdcache_tags #(
    /// Sets, a power of two.
    parameter int SETS = 8,
    /// Ways.
    parameter int WAYS = 4,
    /// Bits of a tag.
    parameter int TAG_W = 30,
    /// Bits of a set's number; follows from SETS.
    parameter int SET_W = SETS > 1 ? $clog2(SETS) : 1
) (
    /// Clock.
    input  wire logic                  clk_i,
    /// Synchronous reset, active low: no line is live.
    input  wire logic                  rst_ni,

    /// Look-up: set.
    input  wire logic [SET_W-1:0]      set_i,
    /// Look-up: tag.
    input  wire logic [TAG_W-1:0]      tag_i,
    /// Ways whose line has this tag, at most one.
    output wire logic [WAYS-1:0]       match_o,
    /// Tags of the set.
    output wire logic [WAYS*TAG_W-1:0] tags_o,
    /// Valid sectors of the set, four per way.
    output wire logic [WAYS*4-1:0]     valid_o,
    /// Dirty sectors of the set, four per way.
    output wire logic [WAYS*4-1:0]     dirty_o,

    /// Change: set_i, one-hot.
    input  wire logic [SETS-1:0]       sel_i,
    /// Change: the set of all changes except an allocation, one-hot.
    input  wire logic [SETS-1:0]       u_sel_i,
    /// Way whose line becomes that of sel_i and tag_i, without a valid sector; one-hot, and
    /// without effect if the line is already present.
    input  wire logic [WAYS-1:0]       alloc_i,
    /// Sectors that become valid.
    input  wire logic [WAYS*4-1:0]     fill_i,
    /// Sectors that become dirty.
    input  wire logic [WAYS*4-1:0]     stain_i,
    /// Sectors that become clean.
    input  wire logic [WAYS*4-1:0]     clean_i,
    /// Cleaned sectors that are invalidated.
    input  wire logic [WAYS*4-1:0]     gone_i,
    /// Every line is dropped.
    input  wire logic                  drop_i
);
  generate
    if (SETS < 1 || SETS > 64 || SETS != 1 << $clog2(SETS)) begin : g_check_sets
      lp_bad_SETS_not_a_power_of_two_1_to_64 u_bad ();
    end
    if (WAYS < 1 || WAYS > 8 || WAYS != 1 << $clog2(WAYS)) begin : g_check_ways
      lp_bad_WAYS_not_a_power_of_two_1_to_8 u_bad ();
    end
    if (TAG_W < 1) begin : g_check_tag_w
      lp_bad_TAG_W_below_1 u_bad ();
    end
    if (SET_W != (SETS > 1 ? $clog2(SETS) : 1)) begin : g_check_set_w
      lp_bad_SET_W_not_that_of_SETS u_bad ();
    end
  endgenerate

  genvar w, s;
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      logic [TAG_W-1:0] tag_q [0:SETS-1];
      logic [SETS-1:0] live_q;
      always_ff @(posedge clk_i) begin
        if (alloc_i[w] & ~(|match_o)) tag_q[set_i] <= tag_i;
      end
      wire [SETS-1:0] fresh;
      assign fresh = sel_i & {SETS{alloc_i[w] & ~(|match_o)}};
      always_ff @(posedge clk_i) begin
        if (!rst_ni || drop_i) live_q <= {SETS{1'b0}};
        else live_q <= live_q | fresh;
      end
      assign tags_o[w*TAG_W +: TAG_W] = tag_q[set_i];
      assign match_o[w] = live_q[set_i] & (tags_o[w*TAG_W +: TAG_W] == tag_i);

      for (s = 0; s < 4; s = s + 1) begin : g_sector
        logic [SETS-1:0] valid_q, dirty_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni || drop_i) valid_q <= {SETS{1'b0}};
          else valid_q <= (valid_q | (u_sel_i & {SETS{fill_i[4*w+s]}}))
                        & ~(fresh | (u_sel_i & {SETS{gone_i[4*w+s]}}));
        end
        always_ff @(posedge clk_i) begin
          if (!rst_ni || drop_i) dirty_q <= {SETS{1'b0}};
          else dirty_q <= (dirty_q & ~(u_sel_i & {SETS{clean_i[4*w+s]}}))
                        | (u_sel_i & {SETS{stain_i[4*w+s]}});
        end
        assign valid_o[4*w+s] = valid_q[set_i];
        assign dirty_o[4*w+s] = dirty_q[set_i];
      end
    end
  endgenerate
endmodule

`default_nettype wire
