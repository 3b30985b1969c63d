// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bit positions of the fields of an EBD-16 record, and the meaning of its codes
/// (docs/reference/format.md). A record is one of three forms: mask, code, full.
package lp_ebd_pkg;
  // Each reader uses some of them.
  /* verilator lint_off UNUSEDPARAM */
  /// Elements of a line, of a sector, and positions for codes in the mask form.
  localparam int ELEMS = 64;
  localparam int LANES = 16;
  localparam int PLACES = 16;
  /// The mask, its codes and its escape list.
  localparam int MASK = 8;
  localparam int MASK_CODES = 72;
  localparam int MASK_ESCAPES = 120;
  /// The codes of all elements, the marker of the full form, the bits that are 0, the escape list.
  localparam int CODES = 8;
  localparam int FULL = 200;
  localparam int UNUSED = 201;
  localparam int ESCAPES = 204;
  /// Code for an escape: 6 in the code form, 7 in the others; 7 in the code form: +0.
  localparam logic [2:0] ESCAPE_CODE = 3'd6;
  localparam logic [2:0] ESCAPE = 3'd7;
  /// The largest number of escapes in a record of 96 bytes.
  localparam int ESCAPES_MAX = 47;
  /* verilator lint_on UNUSEDPARAM */
endpackage

`default_nettype wire
