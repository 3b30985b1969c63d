// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_hash: slice and index in the share equal the formulas, written with / and mod and folds
/// field by field; the mapping is reversible; SLICES groups in a row, and so the lines of a page,
/// go to different places, and to every slice. If all bits are folded, so do SLICES groups in steps
/// of any power of two, from a multiple of SLICES steps on.
module fv_buddy_hash #(
    parameter int SLICES = 8,
    parameter int SHARE_W = 13,
    parameter int FRAME_W = 23,
    parameter int FOLD = -1
) (
    input wire logic [FRAME_W-1:0]                   frame_i,
    input wire logic [SHARE_W+$clog2(SLICES)-7-1:0]  index_i,
    input wire logic [SHARE_W+$clog2(SLICES)-7-1:0]  other_i
);
  localparam int L = $clog2(SLICES);
  localparam int W = 32;
  wire [L-1:0] slice, other_slice;
  wire [SHARE_W-8:0] place, other_place;
  lp_buddy_hash #(.SLICES(SLICES), .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .FOLD(FOLD)) u_dut (
      .frame_i, .index_i, .slice_o(slice), .local_o(place));
  lp_buddy_hash #(.SLICES(SLICES), .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .FOLD(FOLD)) u_other (
      .frame_i, .index_i(other_i), .slice_o(other_slice), .local_o(other_place));

  wire [SHARE_W+L-10:0] group_i = index_i[SHARE_W+L-8:2];

  // The formulas.
  wire [W-1:0] index = {{W - SHARE_W - L + 7{1'b0}}, index_i};
  wire [W-1:0] group = index / 4;
  integer k;
  reg [W-1:0] fold, rest, turns;
  always @* begin
    fold = 0;
    rest = frame_i & FOLD;
    turns = group / SLICES & FOLD;
    for (k = 0; k < W; k = k + 1) begin
      fold = fold ^ (rest % SLICES) ^ (turns % SLICES);
      rest = rest / SLICES;
      turns = turns / SLICES;
    end
  end
  wire [W-1:0] slice_w = {{W - L{1'b0}}, slice};
  wire [W-1:0] place_w = {{W - SHARE_W + 7{1'b0}}, place};
  fv_assert u_slice (.hold_i(slice_w == ((group ^ fold) % SLICES)));
  fv_assert u_place (.hold_i(place_w == group / SLICES * 4 + index % 4));
  fv_assert u_back (.hold_i(index == (place_w / 4 * SLICES + (slice_w ^ fold)) * 4 + place_w % 4));

  // No two lines of a page share a place.
  wire same = slice == other_slice && place == other_place;
  fv_assert u_apart (.hold_i(!same || index_i == other_i));

  // In steps of 2^m groups, two of SLICES steps go to two slices.
  genvar m;
  generate
    for (m = 1; m <= SHARE_W - 9 && FOLD == -1; m = m + 1) begin : g_step
      wire [SHARE_W+L-10:0] number;
      wire [L-1:0] at;
      /* verilator lint_off UNUSEDSIGNAL */
      wire [SHARE_W-8:0] line;
      /* verilator lint_on UNUSEDSIGNAL */
      wire [L-1:0] step = other_i[L+1:2];
      assign number = {group_i >> (m + L), step, group_i[m-1:0]};
      lp_buddy_hash #(.SLICES(SLICES), .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .FOLD(FOLD)) u_step (
          .frame_i, .index_i({number, index_i[1:0]}), .slice_o(at), .local_o(line));
      fv_assert u_other (.hold_i(step == group_i[m +: L] || at != slice));
    end
  endgenerate

  // Each of SLICES groups in a row has a slice of its own.
  genvar g;
  wire [SLICES*SLICES-1:0] taken;
  generate
    for (g = 0; g < SLICES; g = g + 1) begin : g_group
      localparam [L-1:0] AT = g;
      wire [L-1:0] at;
      wire [SHARE_W-8:0] line;
      lp_buddy_hash #(.SLICES(SLICES), .SHARE_W(SHARE_W), .FRAME_W(FRAME_W), .FOLD(FOLD)) u_group (
          .frame_i, .index_i({index_i[SHARE_W+L-8:L+2], AT, index_i[1:0]}), .slice_o(at),
          .local_o(line));
      assign taken[g*SLICES +: SLICES] = {{SLICES - 1{1'b0}}, 1'b1} << at;
      fv_assert u_line (.hold_i(line == place));
    end
  endgenerate
  genvar s;
  generate
    for (s = 0; s < SLICES; s = s + 1) begin : g_slice
      wire [SLICES-1:0] mine;
      for (g = 0; g < SLICES; g = g + 1) begin : g_mine
        assign mine[g] = taken[g*SLICES + s];
      end
      fv_assert u_one (.hold_i(mine != 0 && (mine & (mine - 1'b1)) == 0));
    end
  endgenerate

  fv_cover u_folded (.seen_i(group % SLICES == 0 && slice == {L{1'b1}}));
  fv_cover u_last (.seen_i(&index_i && slice == 0));
endmodule

`default_nettype wire
