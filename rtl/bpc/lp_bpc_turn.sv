// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Corner-turn array: turns words into bit-planes or bit-planes into words, V per cycle, and fills
/// with the next line while it drains.
///
/// Four moves along one axis fill it with 4 V vectors, four more drain it. Drained along the other
/// axis it gives the transposed matrix: bit i of vector v out is bit v of vector i in. Drained
/// along the same axis it gives the vectors unchanged. A line that enters while another drains is
/// therefore stored along the axis of that drain.
///
/// Block k of four (0 where vectors enter, 3 where they leave) moves only with its own enable, so
/// the first beats of a line can wait for the others while the previous line drains.
///
/// Latency: 4 moves from a line's first vectors in to its first vectors out. Interval: 4 moves.
///
/// Combinational paths: out_axis -> data, behind, other.
module lp_bpc_turn #(
    /// Vectors per beat; a vector has 4 V bits.
    parameter int V = 8
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Move block k.
    input  wire logic [3:0]       move_i,
    /// The axis along which vectors move.
    input  wire logic             axis_i,
    /// The axis again, for each vector that leaves, so that the parent can drive them from several
    /// flops.
    input  wire logic [V-1:0]     out_axis_i,
    /// V vectors in, the first in the low bits.
    input  wire logic [4*V*V-1:0] data_i,
    /// The V vectors that leave next along the axis.
    output wire logic [4*V*V-1:0] data_o,
    /// The V vectors after them.
    output wire logic [4*V*V-1:0] behind_o,
    /// The vector that would leave first along the other axis.
    output wire logic [4*V-1:0]   other_o
);
  generate
    if (V < 1) begin : g_check_v
      lp_bad_V_below_1 u_bad ();
    end
  endgenerate

  localparam int N = 4 * V;

  // Cell (r, c) is bit N r + c. Vectors leave from the last block, so bit i of a vector is where
  // the i-th vector of the other axis will have moved to.
  logic [N*N-1:0] cell_q;

  // A cell takes its neighbour of one axis or the other, or stays: three inputs of one gate.
  wire [3:0] move_row, move_col;
  wire [15:0] stay;
  assign move_row = move_i & {4{axis_i}};
  assign move_col = move_i & {4{~axis_i}};

  genvar r, c;
  generate
    for (r = 0; r < 16; r = r + 1) begin : g_stay
      assign stay[r] = ~(move_row[r/4] | move_col[r%4]);
    end
    for (r = 0; r < N; r = r + 1) begin : g_row
      for (c = 0; c < N; c = c + 1) begin : g_col
        localparam int BIT_R = V * (3 - r / V) + r % V;
        localparam int BIT_C = V * (3 - c / V) + c % V;
        wire from_col, from_row;
        if (c < V) begin : g_enter_col
          assign from_col = data_i[N*c + BIT_R];
        end else begin : g_enter_col
          assign from_col = cell_q[N*r + c-V];
        end
        if (r < V) begin : g_enter_row
          assign from_row = data_i[N*r + BIT_C];
        end else begin : g_enter_row
          assign from_row = cell_q[N*(r-V) + c];
        end
        always_ff @(posedge clk_i) begin
          cell_q[N*r + c] <= (move_row[r/V] & from_row) | (move_col[c/V] & from_col)
                           | (stay[4*(r/V) + c/V] & cell_q[N*r + c]);
        end
      end
    end
    for (c = 0; c < N; c = c + 1) begin : g_bit
      localparam int POS = V * (3 - c / V) + c % V;
      for (r = 0; r < V; r = r + 1) begin : g_out
        assign data_o[N*r + c] = out_axis_i[r] ? cell_q[N*(3*V+r) + POS] : cell_q[N*POS + 3*V+r];
        assign behind_o[N*r + c] = out_axis_i[r] ? cell_q[N*(2*V+r) + POS] : cell_q[N*POS + 2*V+r];
      end
      assign other_o[c] = out_axis_i[V-1] ? cell_q[N*POS + 3*V] : cell_q[N*(3*V) + POS];
    end
  endgenerate
endmodule

`default_nettype wire
