// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A plane's symbol of a BPC stream after the symbol of the run of zero planes before it.
/// Combinational: latency 0, interval 1. Source: docs/reference/format.md section 5.
module lp_bpc_run (
    /// Planes of the run, 0 to 33.
    input  wire logic [5:0]  run_i,
    /// The run ends here; if not, it has no symbol.
    input  wire logic        ends_i,
    /// The plane's symbol, the first bit lowest, or zero.
    input  wire logic [31:0] bits_i,
    /// Its length.
    input  wire logic [5:0]  length_i,
    /// Both, the first bit lowest.
    output wire logic [38:0] bits_o,
    /// Length of both.
    output wire logic [5:0]  length_o
);
  wire one, more;
  wire [4:0] field;
  assign one = ends_i & (run_i == 6'd1);
  assign more = ends_i & (|run_i[5:1]);
  assign field = run_i[4:0] - 5'd2;
  assign bits_o = ({7'b0, bits_i} & {39{~one & ~more}}) | ({4'b0, bits_i, 3'b0} & {39{one}})
                | ({bits_i, 7'b0} & {39{more}})
                | {32'b0, field[0] & more, field[1] & more, field[2] & more, field[3] & more,
                   (field[4] & more) | one, more, 1'b0};
  assign length_o = length_i + {3'b0, more, one | more, one | more};
endmodule

`default_nettype wire
