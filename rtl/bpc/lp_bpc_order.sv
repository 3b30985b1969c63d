// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The order in which a line's planes enter the corner-turn array of lp_bpc_dec: eight with each of
/// four shifts. The first four of a shift come from engine A (the first plane of its next step, or
/// plane 0 in the last shift, followed by its second to fourth planes), the others from engine B.
/// Combinational: latency 0, interval 1.
module lp_bpc_order #(
    /// 0: from the order of the planes to a word; 1: from a word to the order of the planes.
    parameter int REVERSE = 0
) (
    /// Bits of one word.
    input  wire logic [31:0] bits_i,
    /// The same bits in the other order.
    output wire logic [31:0] bits_o
);
  generate
    if (REVERSE != 0 && REVERSE != 1) begin : g_check_reverse
      lp_bad_REVERSE_neither_0_nor_1 u_bad ();
    end
  endgenerate

  genvar f, i;
  generate
    for (f = 0; f < 4; f = f + 1) begin : g_shift
      for (i = 0; i < 8; i = i + 1) begin : g_lane
        localparam int PLANE = (i >= 4) ? 20 - 4 * f - i : (i > 0) ? 32 - 4 * f - i
                             : (f == 3) ? 0 : 28 - 4 * f;
        if (REVERSE == 0) assign bits_o[PLANE] = bits_i[8*f + i];
        else assign bits_o[8*f + i] = bits_i[PLANE];
      end
    end
  endgenerate
endmodule

`default_nettype wire
