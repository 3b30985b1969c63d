// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_corner: a free bit of a free vector of a free line leaves with the MOVES moves after the
/// line, in its own place if they go along the same axis, transposed if along the other; whatever
/// came before and whatever enters meanwhile. The first state is free, so the line may be any of a
/// long run. Lines enter one after the other or with idle moves between them, with any stalls.
module fv_bpc_corner #(
    parameter int V = 2,
    parameter int MOVES = 4
) (
    input wire logic                 clk_i,
    input wire logic                 move_i,
    input wire logic                 enter_i,
    input wire logic                 axis_i,
    input wire logic                 watch_i,
    input wire logic [V*V*MOVES-1:0] data_i
);
  localparam int N = V * MOVES, W = $clog2(N), M = $clog2(MOVES), LAST = MOVES - 1;
  (* anyconst *) logic [W-1:0] vector;
  (* anyconst *) logic [W-1:0] place;

  // Moves of the line that enters, and of the one that leaves; the axis is free for each line.
  logic [M-1:0] fill_q = '0, left_q;
  logic axis_q, along_q, bit_q;
  logic in_q = 1'b0, out_q = 1'b0, seen_q = 1'b0;
  wire [V*V*MOVES-1:0] data;
  wire enter = enter_i || fill_q != '0;
  wire ends = enter && fill_q == M'(LAST);
  wire in = in_q || (enter && fill_q == '0 && watch_i && !seen_q);
  always_ff @(posedge clk_i) begin
    if (move_i) begin
      fill_q <= fill_q + M'(enter);
      left_q <= ends ? '0 : left_q + M'(1);
      in_q   <= in && !ends;
      out_q  <= ends ? in : out_q && left_q != M'(LAST);
      seen_q <= seen_q || in;
      if (in && fill_q == M'(vector / V)) bit_q <= data_i[N*(vector % V) + place];
      if (in) along_q <= axis_q;
      if (ends) axis_q <= axis_i;
    end
  end
  lp_bpc_corner #(.V(V), .MOVES(MOVES)) u_dut (
      .clk_i, .move_i, .axis_i(axis_q), .data_i, .data_o(data));

  wire turned = axis_q != along_q;
  wire [W-1:0] out_vector = turned ? place : vector;
  wire [W-1:0] out_place = turned ? vector : place;
  wire here = out_q && left_q == M'(out_vector / V);
  fv_assert u_bit (.hold_i(!here || data[N*(out_vector % V) + out_place] == bit_q));
  fv_cover u_turned (.seen_i(here && turned && bit_q && vector == W'(N-2) && place == W'(1)));
  fv_cover u_same (.seen_i(here && !turned && bit_q && vector == W'(N-2) && place == W'(1)));
endmodule

`default_nettype wire
