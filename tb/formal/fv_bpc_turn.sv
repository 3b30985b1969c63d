// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_turn: a free bit of a free vector of a free line leaves with the next four shifts, where
/// it came along the same axis, transposed along the other; with any pauses, whatever came before
/// and whatever enters meanwhile. The first state is free, so the line may be any of a long run.
module fv_bpc_turn #(
    parameter int STALLS = 0
) (
    input wire logic         clk_i,
    input wire logic         move_i,
    input wire logic         axis_i,
    input wire logic         watch_i,
    input wire logic [255:0] data_i
);
  (* anyconst *) logic [4:0] vector;
  (* anyconst *) logic [4:0] place;

  wire shift = STALLS == 0 || move_i;

  // Shifts of the line; the axis is free for each line.
  logic [1:0] phase_q;
  logic axis_q, filled_along_q, bit_q;
  logic in_q = 1'b0, out_q = 1'b0, seen_q = 1'b0;
  wire [255:0] data;
  wire ends = shift && phase_q == 2'd3;
  wire in = in_q || (phase_q == 2'd0 && watch_i && !seen_q);
  always_ff @(posedge clk_i) begin
    if (shift) begin
      phase_q <= phase_q + 2'd1;
      in_q <= in && !ends;
      out_q <= ends ? in : out_q;
      seen_q <= seen_q || in;
      if (in && phase_q == vector[4:3]) bit_q <= data_i[{vector[2:0], place}];
      if (in) filled_along_q <= axis_q;
    end
    if (ends) axis_q <= axis_i;
  end
  lp_bpc_turn u_dut (.clk_i, .shift_i(shift), .axis_i(axis_q), .data_i, .data_o(data));

  wire turned = axis_q != filled_along_q;
  wire [4:0] out_vector = turned ? place : vector;
  wire [4:0] out_place = turned ? vector : place;
  wire here = out_q && phase_q == out_vector[4:3];
  fv_assert u_bit (.hold_i(!here || data[{out_vector[2:0], out_place}] == bit_q));
  fv_cover u_turned (.seen_i(here && turned && bit_q && vector == 5'd30 && place == 5'd1));
  fv_cover u_same (.seen_i(here && !turned && bit_q && vector == 5'd30 && place == 5'd1));
endmodule

`default_nettype wire
