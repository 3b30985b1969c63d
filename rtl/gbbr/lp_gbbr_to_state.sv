// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The metadata state of an encoded line: the only place that turns codec and sectors into the
/// nibble. lp_gbbr_from_state is its inverse; a new state is added to both.
///
/// With one codec the state does not name it: the codec is that of the page's target.
///
/// Combinational: latency 0, interval 1.
module lp_gbbr_to_state #(
    /// Codecs that are mixed; bit c: codec c. 0: none, states do not name them.
    parameter int MIXED = 0,
    /// Bits of a codec's number.
    parameter int CODEC_W = lp_codec_pkg::CODEC_W
) (
    /// The line's codec.
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire logic [CODEC_W-1:0] codec_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// Sectors of the entry: 0 zero line, 1..3, 4 raw.
    input  wire logic [2:0]         sectors_i,
    /// The entry fits in 8 bytes.
    input  wire logic               tiny_i,
    /// The page's target: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x.
    input  wire logic [2:0]         target_i,
    /// State: 0 zero, 1..3 sectors, 4 raw, 5 in the 8 bytes of a 16x page. Mixed: 1..3 and 5 BPC;
    /// 6..8 ZVC, 9..11 XZVC, 12..14 EBD in 1..3 sectors.
    output wire logic [3:0]         state_o
);
  generate
    if (MIXED < 0 || MIXED > 15) begin : g_check_mixed
      lp_bad_MIXED_outside_0_to_15 u_bad ();
    end
  endgenerate

  localparam logic [2:0] SIXTEEN = 3'd4;
  localparam logic [3:0] EIGHT = 4'd5;

  generate
    if (MIXED == 0) begin : g_one
      assign state_o = tiny_i & (sectors_i != 3'd0) & (target_i == SIXTEEN) ? EIGHT
                                                                            : {1'b0, sectors_i};
    end else begin : g_mixed
      // Bit c: the line is a record of codec c.
      wire [3:0] whose;
      wire [3:0] base;
      wire record;
      assign record = (sectors_i != 3'd0) & ~sectors_i[2];
      assign whose = (4'd1 << codec_i) & {4{record}};
      assign base = whose[0] ? 4'd5 : whose[2] ? 4'd8 : whose[3] ? 4'd11 : 4'd0;
      assign state_o = tiny_i & whose[1] & (target_i == SIXTEEN) ? EIGHT
                                                                 : base + {1'b0, sectors_i};
    end
  endgenerate
endmodule

`default_nettype wire
