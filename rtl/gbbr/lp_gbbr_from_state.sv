// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// What a metadata state says of its line: the one place that turns the nibble into codec and
/// sectors. lp_gbbr_to_state is its inverse; a state that is spent on more is added to both.
///
/// Today no state names a codec: it is that of the page's target. All outputs but reserved_o are
/// void if the state is reserved.
///
/// Combinational: latency 0, interval 1.
module lp_gbbr_from_state (
    /// State: 0 zero, 1..3 sectors, 4 raw, 5 in the 8 bytes of a 16x page, 15 poison.
    input  wire logic [3:0]                       state_i,
    /// No line that can be read has this state.
    output wire logic                             reserved_o,
    /// The line is lost: a write of it met an error of memory.
    output wire logic                             poison_o,
    /// The line is in 8 bytes: one sector to the decoder, none in memory.
    output wire logic                             eight_o,
    /// Sectors of the line in memory, 0..4.
    output wire logic [2:0]                       sectors_o,
    /// The state names the codec; otherwise it is that of the page's target.
    output wire logic                             named_o,
    /// With named: the line's codec.
    output wire logic [lp_codec_pkg::CODEC_W-1:0] codec_o
);
  assign reserved_o = (state_i > 4'd5);
  assign poison_o = &state_i;
  // Of the states that are not reserved, only 5 has both bits.
  assign eight_o = state_i[2] & state_i[0];
  assign sectors_o = state_i[2:0] & {3{~eight_o}};
  assign named_o = 1'b0;
  assign codec_o = '0;
endmodule

`default_nettype wire
