// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Splits a stored line between device memory and buddy memory. The sectors of an entry are in
/// order, those in device memory first.
///
/// A reserved state, a state that pages of this target cannot have, or a reserved target gives bad
/// and zeros.
///
/// Combinational: latency 0, interval 1.
///
/// Source: Buddy Compression (ISCA'20) section III-A and III-C; 8-byte lines: format.md.
///
/// Combinational paths: state, target -> dev, eight, spill, bad.
module lp_gbbr_split #(
    /// Codecs that are mixed; bit c: codec c. 0: none.
    parameter int MIXED = 0
) (
    /// The line's metadata (lp_gbbr_from_state).
    input  wire logic [3:0] state_i,
    /// The page's target: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x.
    input  wire logic [2:0] target_i,
    /// Sectors in device memory, 0..4.
    output wire logic [2:0] dev_o,
    /// The whole line is in the 8 bytes that its page reserves for each line.
    output wire logic       eight_o,
    /// Sectors in buddy memory, 0..4.
    output wire logic [2:0] spill_o,
    /// The state is not valid for the target.
    output wire logic       bad_o
);
  wire reserved, eight, good, fits;
  wire [2:0] whole, sectors, room, over;
  // The position of a line does not depend on its codec.
  /* verilator lint_off UNUSEDSIGNAL */
  wire named, poison;
  wire [1:0] codec;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_gbbr_from_state #(.MIXED(MIXED), .CODEC_W(2)) u_state (
      .state_i, .reserved_o(reserved), .poison_o(poison), .eight_o(eight), .sectors_o(whole),
      .named_o(named), .codec_o(codec));
  assign bad_o = (target_i > 3'd4) | reserved | (eight & (target_i != 3'd4));
  assign good = ~bad_o;
  assign eight_o = good & eight;

  // A line of target t has room for 4 - t sectors in device memory; the other t + sectors - 4
  // spill.
  assign sectors = whole & {3{good}};
  assign room = 3'd4 - target_i;
  assign fits = sectors <= room;
  assign over = sectors - room;
  assign dev_o = fits ? sectors : room;
  assign spill_o = fits ? 3'd0 : over;
endmodule

`default_nettype wire
