// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Decodes a metadata state: the only place that turns the nibble into codec and sectors.
/// lp_gbbr_to_state is its inverse; a new state is added to both.
///
/// With one codec no state names it: it is that of the page's target. With mixed codecs every state
/// names one. All outputs but reserved_o and poison_o are undefined if the state is reserved.
///
/// Combinational: latency 0, interval 1.
module lp_gbbr_from_state #(
    /// Codecs that are mixed; bit c: codec c. 0: none, states 6 to 14 are reserved.
    parameter int MIXED = 0,
    /// Bits of a codec's number.
    parameter int CODEC_W = lp_codec_pkg::CODEC_W
) (
    /// State: 0 zero, 1..3 sectors, 4 raw, 5 in the 8 bytes of a 16x page, 15 poison. Mixed: 1..3
    /// and 5 BPC; 6..8 ZVC, 9..11 XZVC, 12..14 EBD in 1..3 sectors.
    input  wire logic [3:0]         state_i,
    /// No readable line has this state.
    output wire logic               reserved_o,
    /// The line is lost: a write of it failed in memory.
    output wire logic               poison_o,
    /// The line is in 8 bytes: one sector to the decoder, none in memory.
    output wire logic               eight_o,
    /// Sectors of the line in memory, 0..4.
    output wire logic [2:0]         sectors_o,
    /// The state names the codec; otherwise the codec is that of the page's target.
    output wire logic               named_o,
    /// With named: the line's codec; for a zero or raw line, the first of the mixed ones.
    output wire logic [CODEC_W-1:0] codec_o
);
  generate
    if (MIXED < 0 || MIXED > 15) begin : g_check_mixed
      lp_bad_MIXED_outside_0_to_15 u_bad ();
    end
  endgenerate

  assign poison_o = &state_i;
  generate
    if (MIXED == 0) begin : g_one
      assign reserved_o = (state_i > 4'd5);
      // Only state 5 has both bits among the states that are not reserved.
      assign eight_o = state_i[2] & state_i[0];
      assign sectors_o = state_i[2:0] & {3{~eight_o}};
      assign named_o = 1'b0;
      assign codec_o = '0;
    end else begin : g_mixed
      localparam int FIRST = MIXED[0] ? 0 : MIXED[1] ? 1 : MIXED[2] ? 2 : 3;
      // Bit c: the line is a record of codec c.
      wire [3:0] whose;
      wire none;
      wire [2:0] base;
      assign whose = {(state_i > 4'd11) & ~poison_o, (state_i > 4'd8) & (state_i < 4'd12),
                      (state_i < 4'd6) & ~none, (state_i > 4'd5) & (state_i < 4'd9)};
      assign none = (state_i[1:0] == 2'd0) & ~state_i[3];
      assign reserved_o = poison_o | (|(whose & ~MIXED[3:0]));
      assign eight_o = (state_i == 4'd5);
      // The state before a codec's first, modulo 8: 5 for ZVC, 0 for BPC, 8 for XZVC, 11 for EBD.
      assign base = whose[0] ? 3'd5 : whose[3] ? 3'd3 : 3'd0;
      assign sectors_o = (state_i[2:0] - base) & {3{~eight_o}};
      assign named_o = 1'b1;
      assign codec_o = whose[3] ? CODEC_W'(3) : whose[2] ? CODEC_W'(2) : whose[1] ? CODEC_W'(1)
                     : whose[0] ? CODEC_W'(0) : CODEC_W'(FIRST);
    end
  endgenerate
endmodule

`default_nettype wire
