// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Two neighbouring chunks of a list of 16: chunk at_i and the one after it, the one with an even
/// number and the one with an odd number apart, so that each needs a choice of eight. A chunk that
/// does not exist is 0.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: data, at -> even, odd.
module lp_grp_pair #(
    /// Bits of a chunk, at least 1.
    parameter int W = 16
) (
    /// The list, chunk 0 lowest.
    input  wire logic [16*W-1:0] data_i,
    /// Number of the first chunk.
    input  wire logic [4:0]      at_i,
    /// The chunk of even number.
    output wire logic [W-1:0]    even_o,
    /// The chunk of odd number.
    output wire logic [W-1:0]    odd_o
);
  generate
    if (W < 1) begin : g_check_w
      lp_bad_W_below_1 u_bad ();
    end
  endgenerate

  wire [7:0] even_hot, odd_hot;
  genvar k, i;
  generate
    for (k = 0; k < 8; k = k + 1) begin : g_hot
      assign odd_hot[k] = (at_i[4:1] == 4'(k));
      if (k == 0) assign even_hot[k] = (at_i == 5'd0);
      else assign even_hot[k] = (at_i == 5'(2 * k)) | (at_i == 5'(2 * k - 1));
    end
    for (i = 0; i < W; i = i + 1) begin : g_bit
      wire [7:0] even, odd;
      for (k = 0; k < 8; k = k + 1) begin : g_chunk
        assign even[k] = data_i[2*k*W + i] & even_hot[k];
        assign odd[k] = data_i[(2*k+1)*W + i] & odd_hot[k];
      end
      assign even_o[i] = |even;
      assign odd_o[i] = |odd;
    end
  endgenerate
endmodule

`default_nettype wire
