// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Corner-turn array: turns words into bit-planes or bit-planes into words, eight a cycle, and
/// fills with the next line while it drains.
///
/// Four shifts along one axis fill it with 32 vectors of 32 bits, four more drain it. Drained along
/// the other axis it gives the transposed matrix: bit i of the v-th vector out is bit v of the i-th
/// vector in. Drained along the same axis it gives the vectors as they came. What enters while one
/// line drains therefore lies along the axis of that drain.
///
/// Latency: 4 shifts from a line's first vectors in to its first vectors out. Interval: 4 shifts.
module lp_bpc_turn (
    /// Clock.
    input  wire logic         clk_i,
    /// Move eight vectors in and out.
    input  wire logic         shift_i,
    /// The axis along which they move.
    input  wire logic         axis_i,
    /// Eight vectors in, the first in the low bits.
    input  wire logic [255:0] data_i,
    /// The eight vectors that leave with this shift.
    output wire logic [255:0] data_o
);
  // Cell (r, c) is bit 32 r + c. What leaves first lies at 24..31, so bit i of a vector lies where
  // the i-th vector of the other axis will have moved to.
  logic [1023:0] cell_q;

  genvar r, c;
  generate
    for (r = 0; r < 32; r = r + 1) begin : g_row
      for (c = 0; c < 32; c = c + 1) begin : g_col
        localparam int BIT_R = 8 * (3 - r / 8) + r % 8;
        localparam int BIT_C = 8 * (3 - c / 8) + c % 8;
        wire from_col, from_row;
        if (c < 8) begin : g_enter_col
          assign from_col = data_i[32*c + BIT_R];
        end else begin : g_enter_col
          assign from_col = cell_q[32*r + c-8];
        end
        if (r < 8) begin : g_enter_row
          assign from_row = data_i[32*r + BIT_C];
        end else begin : g_enter_row
          assign from_row = cell_q[32*(r-8) + c];
        end
        always_ff @(posedge clk_i) begin
          if (shift_i) cell_q[32*r + c] <= axis_i ? from_row : from_col;
        end
      end
    end
    for (r = 0; r < 8; r = r + 1) begin : g_out
      for (c = 0; c < 32; c = c + 1) begin : g_bit
        localparam int POS = 8 * (3 - c / 8) + c % 8;
        assign data_o[32*r + c] = axis_i ? cell_q[32*(24+r) + POS] : cell_q[32*POS + 24+r];
      end
    end
  endgenerate
endmodule

`default_nettype wire
