// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Turns a codec number into one bit per codec. A number that names no codec selects codec 0, so
/// that every line has a unit.
///
/// Combinational: latency 0, interval 1.
module lp_codec_select (
    /// Number of a codec.
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] codec_i,
    /// One-hot: the codec's bit.
    output wire logic [lp_codec_pkg::CODECS-1:0]  unit_o
);
  localparam int CODECS = lp_codec_pkg::CODECS, CODEC_W = lp_codec_pkg::CODEC_W;

  wire [CODECS-1:1] others;
  genvar c;
  generate
    for (c = 1; c < CODECS; c = c + 1) begin : g_other
      assign others[c] = (codec_i == CODEC_W'(c));
    end
  endgenerate
  assign unit_o = {others, ~|others};
endmodule

`default_nettype wire
