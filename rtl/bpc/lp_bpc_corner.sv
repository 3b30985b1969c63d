// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Corner-turn array for two vectors of 32 bits per move: as lp_bpc_turn, which takes a quarter of
/// a line with each move.
///
/// Sixteen moves along one axis fill it with 32 vectors, sixteen more drain it. Drained along the
/// other axis it gives the transposed matrix: bit i of vector v out is bit v of vector i in.
/// Drained along the same axis it gives the vectors unchanged. A line that enters while another
/// drains is therefore stored along the axis of that drain.
///
/// Latency: 16 moves from a line's first vectors in to its first vectors out. Interval: 16 moves.
///
/// Combinational paths: axis -> data.
module lp_bpc_corner (
    /// Clock.
    input  wire logic        clk_i,
    /// Move.
    input  wire logic        move_i,
    /// The axis along which vectors move.
    input  wire logic        axis_i,
    /// Two vectors in, the first in the low bits.
    input  wire logic [63:0] data_i,
    /// The two vectors that leave next along the axis.
    output wire logic [63:0] data_o
);
  localparam int N = 32, V = 2;

  // Cell (r, c) is bit N r + c. Vectors leave from the last rows or columns, so bit i of a vector
  // is where the i-th vector of the other axis will have moved to.
  logic [N*N-1:0] cell_q;
  genvar r, c;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_row
      for (c = 0; c < N; c = c + 1) begin : g_col
        localparam int BIT_R = V * (15 - r / V) + r % V;
        localparam int BIT_C = V * (15 - c / V) + c % V;
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
      localparam int POS = V * (15 - c / V) + c % V;
      for (r = 0; r < V; r = r + 1) begin : g_out
        assign data_o[N*r + c] = axis_i ? cell_q[N*(15*V+r) + POS] : cell_q[N*POS + 15*V+r];
      end
    end
  endgenerate
endmodule

`default_nettype wire
