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
  // What leaves first lies at 24..31 of its axis, so bit i of a vector lies where the i-th vector
  // of the other axis will have moved to: bytes in reverse.
  genvar r, v;
  generate
    for (r = 0; r < 32; r = r + 1) begin : g_row
      localparam int BIT = 8 * (3 - r / 8) + r % 8;
      logic [31:0] cell_q;
      wire [31:0] by_row;
      if (r < 8) begin : g_enter
        assign by_row = {data_i[32*r +: 8], data_i[32*r+8 +: 8],
                         data_i[32*r+16 +: 8], data_i[32*r+24 +: 8]};
      end else begin : g_enter
        assign by_row = g_row[r-8].cell_q;
      end
      always_ff @(posedge clk_i) begin
        if (shift_i)
          cell_q <= axis_i ? by_row
                  : {cell_q[23:0], data_i[224+BIT], data_i[192+BIT], data_i[160+BIT],
                     data_i[128+BIT], data_i[96+BIT], data_i[64+BIT], data_i[32+BIT], data_i[BIT]};
      end
    end
    for (v = 0; v < 8; v = v + 1) begin : g_out
      wire [31:0] row, column;
      assign row = g_row[24+v].cell_q;
      for (r = 0; r < 32; r = r + 1) begin : g_bit
        assign column[r] = g_row[8*(3-r/8) + r%8].cell_q[24+v];
      end
      assign data_o[32*v +: 32] = axis_i ? {row[7:0], row[15:8], row[23:16], row[31:24]} : column;
    end
  endgenerate
endmodule

`default_nettype wire
