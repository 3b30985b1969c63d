// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Selects the unit whose entry is stored: the one with the fewest sectors; on ties the first of
/// ZVC (or XZVC), EBD, BPC. The choice is part of the format (format.md, mixed codecs).
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: set, zvc, bpc, ebd -> win.
module lp_mixed_choose (
    /// The units that have encoded the line, at least one (lp_mixed_pkg::U_*).
    input  wire logic [2:0] set_i,
    /// Sectors of its entry by ZVC or XZVC.
    input  wire logic [2:0] zvc_i,
    /// By BPC.
    input  wire logic [2:0] bpc_i,
    /// By EBD.
    input  wire logic [2:0] ebd_i,
    /// The selected unit.
    output wire logic [2:0] win_o
);
  wire has_zvc, has_bpc, has_ebd, ebd_zvc, bpc_zvc, bpc_ebd;
  assign has_zvc = set_i[lp_mixed_pkg::U_ZVC];
  assign has_bpc = set_i[lp_mixed_pkg::U_BPC];
  assign has_ebd = set_i[lp_mixed_pkg::U_EBD];
  // The first has fewer sectors than the second.
  assign ebd_zvc = has_ebd & (~has_zvc | (ebd_i < zvc_i));
  assign bpc_zvc = has_bpc & (~has_zvc | (bpc_i < zvc_i));
  assign bpc_ebd = has_bpc & (~has_ebd | (bpc_i < ebd_i));
  assign win_o[lp_mixed_pkg::U_ZVC] = ~ebd_zvc & ~bpc_zvc;
  assign win_o[lp_mixed_pkg::U_BPC] = bpc_zvc & bpc_ebd;
  assign win_o[lp_mixed_pkg::U_EBD] = ebd_zvc & ~bpc_ebd;
endmodule

`default_nettype wire
