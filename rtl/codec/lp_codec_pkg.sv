// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The codecs of a build: the number of each at every codec port and in register 4.
///
/// A further codec gets the next number here and a case in lp_codec_unit_enc and lp_codec_unit_dec.
package lp_codec_pkg;
  // Not every user needs all of them.
  /* verilator lint_off UNUSEDPARAM */
  /// Number of each codec.
  localparam int ZVC = 0;
  localparam int BPC = 1;
  /// Number of codecs, at least two.
  localparam int CODECS = 2;
  /// Bits of a codec number.
  localparam int CODEC_W = CODECS > 2 ? $clog2(CODECS) : 1;
  /// The codec whose lines can be packed into streams. The lines of all others are memory entries.
  localparam int STREAM = ZVC;
  /* verilator lint_on UNUSEDPARAM */
endpackage

`default_nettype wire
