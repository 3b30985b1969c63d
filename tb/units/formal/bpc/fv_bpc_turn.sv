// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_turn: a free bit of a free vector of a free line leaves with the next four moves, in its
/// own place if they go along the same axis, transposed if along the other, and appears one move
/// earlier in the look-ahead bits, also at the first move along the other axis; whatever came
/// before and whatever enters meanwhile. The first state is free, so the line may be any of a long
/// run.
module fv_bpc_turn #(
    parameter int V = 8,
    /// All blocks may stall in any cycle.
    parameter int STALLS = 0,
    /// Beats come in any cycle; the first beats of a line wait while the line before drains.
    parameter int PAUSES = 0
) (
    input wire logic             clk_i,
    input wire logic             move_i,
    input wire logic             enter_i,
    input wire logic             axis_i,
    input wire logic             watch_i,
    input wire logic [4*V*V-1:0] data_i
);
  localparam int N = 4 * V, W = $clog2(N);
  (* anyconst *) logic [W-1:0] vector;
  (* anyconst *) logic [W-1:0] place;

  wire shift = STALLS == 0 || move_i;
  wire enter = PAUSES == 0 || enter_i;

  // Beats of the line received, moves of the line that leaves; the axis is free for each line.
  logic [1:0] fill_q, left_q;
  logic axis_q, filled_along_q, bit_q;
  logic in_q = 1'b0, out_q = 1'b0, seen_q = 1'b0;
  wire [4*V*V-1:0] data, behind;
  wire [N-1:0] other;
  wire [3:0] move = {4{shift}}
      & ({4{enter}} | {1'b1, fill_q != 2'd3, ~fill_q[1], fill_q == 2'd0});
  wire ends = enter && fill_q == 2'd3;
  wire in = in_q || (enter && fill_q == 2'd0 && watch_i && !seen_q);
  always_ff @(posedge clk_i) begin
    if (shift) begin
      fill_q <= fill_q + {1'b0, enter};
      left_q <= ends ? 2'd0 : left_q + 2'd1;
      in_q <= in && !ends;
      out_q <= ends ? in : out_q && left_q != 2'd3;
      seen_q <= seen_q || in;
      if (in && enter && fill_q == vector[W-1:W-2]) bit_q <= data_i[N*(vector % V) + place];
      if (in) filled_along_q <= axis_q;
      if (ends) axis_q <= axis_i;
    end
  end
  lp_bpc_turn #(.V(V)) u_dut (
      .clk_i, .move_i(move), .axis_i(axis_q), .out_axis_i({V{axis_q}}), .data_i, .data_o(data),
      .behind_o(behind), .other_o(other));

  wire turned = axis_q != filled_along_q;
  wire [W-1:0] out_vector = turned ? place : vector;
  wire [W-1:0] out_place = turned ? vector : place;
  wire [1:0] beat = out_vector[W-1:W-2];
  wire here = out_q && left_q == beat;
  wire soon = out_q && {1'b0, left_q} + 3'd1 == {1'b0, beat};
  wire across = out_q && left_q == 2'd0 && out_place == '0;
  fv_assert u_bit (.hold_i(!here || data[N*(out_vector % V) + out_place] == bit_q));
  fv_assert u_behind (.hold_i(!soon || behind[N*(out_vector % V) + out_place] == bit_q));
  fv_assert u_other (.hold_i(!across || other[out_vector] == bit_q));
  fv_cover u_turned (.seen_i(here && turned && bit_q && vector == W'(N-2) && place == W'(1)));
  fv_cover u_same (.seen_i(here && !turned && bit_q && vector == W'(N-2) && place == W'(1)));
endmodule

`default_nettype wire
