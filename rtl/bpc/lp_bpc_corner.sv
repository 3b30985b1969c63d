// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Corner-turn array, V vectors of V x MOVES bits per move: as lp_bpc_turn, which takes a quarter
/// of a line with each move and lets the first quarters wait.
///
/// MOVES moves along one axis fill it, as many more drain it. Drained along the other axis it gives
/// the transposed matrix: bit i of vector v out is bit v of vector i in. Drained along the same axis
/// it gives the vectors unchanged. A line that enters while another drains is therefore stored along
/// the axis of that drain.
///
/// Latency: MOVES moves from a line's first vectors in to its first vectors out. Interval: MOVES
/// moves.
///
/// Combinational paths: axis -> data.
module lp_bpc_corner #(
    /// Vectors per move.
    parameter int V = 2,
    /// Moves that fill it.
    parameter int MOVES = 16
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Move.
    input  wire logic                 move_i,
    /// The axis along which vectors move.
    input  wire logic                 axis_i,
    /// V vectors in, the first in the low bits.
    input  wire logic [V*V*MOVES-1:0] data_i,
    /// The V vectors that leave next along the axis.
    output wire logic [V*V*MOVES-1:0] data_o
);
  generate
    if (V < 1) begin : g_check_v
      lp_bad_V_below_1 u_bad ();
    end
    if (MOVES < 2) begin : g_check_moves
      lp_bad_MOVES_below_2 u_bad ();
    end
  endgenerate

  localparam int N = V * MOVES;

  // Cell (r, c) is bit N r + c. Vectors leave from the last rows or columns, so bit i of a vector
  // is where the i-th vector of the other axis will have moved to.
  logic [N*N-1:0] cell_q;
  genvar r, c;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_row
      for (c = 0; c < N; c = c + 1) begin : g_col
        localparam int BIT_R = V * (MOVES-1 - r / V) + r % V;
        localparam int BIT_C = V * (MOVES-1 - c / V) + c % V;
        wire from_col, from_row;
        if (c < V) assign from_col = data_i[N*c + BIT_R];
        else assign from_col = cell_q[N*r + c-V];
        if (r < V) assign from_row = data_i[N*r + BIT_C];
        else assign from_row = cell_q[N*(r-V) + c];
        always_ff @(posedge clk_i) begin
          if (move_i) cell_q[N*r + c] <= axis_i ? from_row : from_col;
        end
      end
    end
    for (c = 0; c < N; c = c + 1) begin : g_bit
      localparam int POS = V * (MOVES-1 - c / V) + c % V;
      for (r = 0; r < V; r = r + 1) begin : g_out
        assign data_o[N*r + c] = axis_i ? cell_q[N*(N-V+r) + POS] : cell_q[N*POS + N-V+r];
      end
    end
  endgenerate
endmodule

`default_nettype wire
