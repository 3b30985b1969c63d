// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Codecs that are mixed line by line: the number of each at the ports of lp_mixed_enc and
/// lp_mixed_dec, which is also its bit in the parameter CODECS.
package lp_mixed_pkg;
  // Not every user needs all of them.
  /* verilator lint_off UNUSEDPARAM */
  localparam int ZVC = 0;
  localparam int BPC = 1;
  localparam int XZVC = 2;
  localparam int EBD = 3;
  /// At the encoder: the best of all.
  localparam int BEST = 4;
  /// The units; ZVC and XZVC share one.
  localparam int UNITS = 3;
  localparam int U_ZVC = 0;
  localparam int U_BPC = 1;
  localparam int U_EBD = 2;
  /// Value of the decoders' sectors port for an entry that is bad in any case.
  localparam logic [2:0] BAD = 3'd7;
  /* verilator lint_on UNUSEDPARAM */
endpackage

`default_nettype wire
